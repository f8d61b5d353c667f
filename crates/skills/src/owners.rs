//! Whose value it is: the readings of a sentence, given to the skills that it names.

use colloquy_schema::Attribute;

use crate::names::Mention;
use crate::readings::Statement;
use crate::steps::step;
use crate::tokens::{Gap, Token, has};

/// The most skills in a sentence that share its statements; in a longer list only what stands beside a name belongs to it.
const MAX_SHARED: usize = 6;

/// Words between a stretch of time and the skill it is of.
const LINKS: &str = "of in with using on experience professional hands exp working doing writing programming work developing building \
    de con en mit im bei an the plus commercial practical";
/// Words and signs between a skill and a value that is its alone.
const BESIDE: &str = ": - = | ~ ( [ about over since experience almost nearly + > ca";
/// What begins another clause.
const BREAKS: &str = "; then but before whereas while later previously afterwards | •";

/// Which mentions own which statement: the place of a value and the places of the mentions that own it, none for one without a skill.
pub(crate) fn owners(
    tokens: &[Token],
    mentions: &[Mention],
    stated: &[Statement],
) -> Vec<Vec<usize>> {
    let mut found = Vec::with_capacity(stated.len());
    for at in 0..stated.len() {
        found.push(owner(tokens, mentions, stated, at));
    }
    found
}

fn owner(tokens: &[Token], mentions: &[Mention], stated: &[Statement], at: usize) -> Vec<usize> {
    let one = &stated[at];
    if mentions.is_empty() {
        return Vec::new();
    }
    if let Some(own) = bracketed(tokens, mentions, one).or_else(|| beside(tokens, mentions, one)) {
        return vec![own];
    }
    let (from, to) = clause(tokens, mentions, one);
    let within: Vec<usize> = (0..mentions.len())
        .filter(|place| mentions[*place].start >= from && mentions[*place].end <= to)
        .collect();
    if one.attribute == Attribute::Duration {
        return timed(tokens, mentions, stated, at, &within);
    }
    if one.level {
        return levelled(tokens, mentions, stated, at, &within);
    }
    if within.len() > MAX_SHARED {
        return Vec::new();
    }
    within
}

/// "Python (5 years)": the one before the bracket.
fn bracketed(tokens: &[Token], mentions: &[Mention], one: &Statement) -> Option<usize> {
    let open = (one.start.saturating_sub(8)..one.start)
        .rev()
        .take_while(|at| tokens[*at].word != ")")
        .find(|at| tokens[*at].word == "(")?;
    let alone = !mentions
        .iter()
        .any(|mention| mention.start > open && mention.end <= one.start);
    mentions
        .iter()
        .position(|mention| mention.end == open)
        .filter(|_| alone)
}

/// "Python: 5 years", "Python 5 years", "Python   expert": the one right before it.
fn beside(tokens: &[Token], mentions: &[Mention], one: &Statement) -> Option<usize> {
    // "SQL, basic knowledge of Go" belongs to what follows.
    let linked = has(
        "in with of at knowledge understanding",
        &tokens[one.end - 1].word,
    );
    if one.attribute != Attribute::Duration && (!one.level || linked) {
        return None;
    }
    if one.level && mentions.iter().any(|mention| mention.start == one.end) {
        return None;
    }
    let place = mentions
        .iter()
        .rposition(|mention| mention.end <= one.start)?;
    let between = &tokens[mentions[place].end..one.start];
    let wide = tokens[one.start].gap == Gap::Wide;
    let near = between.len() <= 5
        && between.iter().all(|token| {
            has(BESIDE, &token.word) && !(wide && one.months.is_some())
                || token.word.starts_with(|c: char| c.is_ascii_digit())
                || has("years year yrs expert advanced basic", &token.word)
                || one.level && matches!(token.word.as_str(), "," | ")")
        });
    // A list before a dash shares what follows: "Java, Spring - 5 years".
    let listed = place > 0 && mentions[place].start - mentions[place - 1].end <= 2;
    let tight = between
        .iter()
        .any(|token| matches!(token.word.as_str(), ":" | "("))
        || between.is_empty()
        || one.level;
    (near && !(one.months.is_some() && wide) && (tight || !listed)).then_some(place)
}

/// The clause around a value, as the tokens it lies between. One without a skill goes with the one before.
fn clause(tokens: &[Token], mentions: &[Mention], one: &Statement) -> (usize, usize) {
    let named = |at: usize| {
        mentions
            .iter()
            .any(|mention| mention.start <= at && at < mention.end)
    };
    let breaks = |at: &usize| {
        step();
        let token = &tokens[*at];
        // "…, and trained models": another clause; "Java, and Go" is a list.
        let clause = token.word == ","
            && tokens.get(at + 1).is_some_and(|next| next.word == "and")
            && !named(at + 2)
            && tokens
                .get(at + 2)
                .is_some_and(|next| next.is_word && next.small);
        if clause {
            return true;
        }
        has(BREAKS, &token.word)
            && !mentions
                .iter()
                .any(|mention| (mention.start..mention.end).contains(at))
            || token.gap == Gap::Wide
    };
    let to = (one.end..tokens.len()).find(breaks).unwrap_or(tokens.len());
    let mut from = one.start + 1;
    loop {
        let last = (0..from).rev().find(breaks);
        from = last.unwrap_or(0);
        let any = mentions
            .iter()
            .any(|mention| mention.start >= from && mention.end <= to);
        // Another column is another matter.
        if any || last.is_none_or(|last| tokens[last].gap == Gap::Wide) {
            return (from, to);
        }
    }
}

/// A stretch of time: of what follows it ("3 years of Go"), else of what stands before it up to the last such stretch.
fn timed(
    tokens: &[Token],
    mentions: &[Mention],
    stated: &[Statement],
    at: usize,
    within: &[usize],
) -> Vec<usize> {
    let one = &stated[at];
    let times = |range: &[Statement]| {
        range
            .iter()
            .filter(|other| other.attribute == Attribute::Duration)
            .cloned()
            .collect::<Vec<_>>()
    };
    let last = times(&stated[..at]).last().map_or(0, |other| other.end);
    let next = times(&stated[at + 1..])
        .first()
        .map_or(tokens.len(), |other| other.start);
    let behind: Vec<usize> = within
        .iter()
        .copied()
        .filter(|place| mentions[*place].start >= one.end && mentions[*place].end <= next)
        .collect();
    let before: Vec<usize> = within
        .iter()
        .copied()
        .filter(|place| mentions[*place].end <= one.start && mentions[*place].start >= last)
        .collect();
    let linked = behind.first().is_some_and(|place| {
        let between = &tokens[one.end..mentions[*place].start];
        between.len() <= 5 && between.iter().all(|token| has(LINKS, &token.word))
    });
    if linked || before.is_empty() && last == 0 {
        behind
    } else {
        before
    }
}

/// A level: of the skill right behind it or the list behind its colon, else of the one right before it.
fn levelled(
    tokens: &[Token],
    mentions: &[Mention],
    stated: &[Statement],
    at: usize,
    within: &[usize],
) -> Vec<usize> {
    let one = &stated[at];
    let next = stated[at + 1..]
        .iter()
        .find(|other| other.level)
        .map_or(tokens.len(), |other| other.start);
    // "expert in Java and Go", "Advanced: Java, Go"
    let linked = has(
        "in with of at knowledge understanding",
        &tokens[one.end - 1].word,
    );
    let colon = linked
        || tokens
            .get(one.end)
            .is_some_and(|token| has(": - of in with", &token.word));

    let behind = within
        .iter()
        .copied()
        .filter(|place| mentions[*place].start >= one.end && mentions[*place].end <= next);
    if colon {
        return behind.collect();
    }
    behind
        .filter(|place| mentions[*place].start == one.end)
        .collect()
}
