//! What a sentence shows of the six attributes, before it is known of which skill.

use core::ops::Range;

use colloquy_schema::Attribute;

use crate::cues::{Cues, Hit, one_line};
use crate::durations::durations;
use crate::names::Mention;
use crate::scale::amounts;
use crate::tokens::{Gap, Token, has};

/// A value that a sentence has, with its place in the sentence's tokens.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) attribute: Attribute,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) value: String,
    /// A level such as `expert`, which belongs to its neighbours only.
    pub(crate) level: bool,
    /// First and last month of what is given by dates.
    pub(crate) months: Option<(u32, u32)>,
}

/// Words behind `in production` that make it the making of goods.
const GOODS: &str = "line lines planning management control hall plant plants engineering manager halls floor scheduling costs";

/// Reads a sentence. What was asked for is recognised in words that mean nothing elsewhere, such as a bare `alone`.
pub(crate) fn statements(
    cues: &Cues,
    text: &str,
    tokens: &[Token],
    asked: &[Attribute],
    year: u32,
) -> Vec<Statement> {
    let words = |range: Range<usize>| match (tokens.get(range.start), tokens.get(range.end - 1)) {
        (Some(first), Some(last)) => one_line(text.get(first.start..last.end).unwrap_or_default()),
        _ => String::new(),
    };
    let mut found: Vec<Statement> = Vec::new();
    for one in durations(tokens, year) {
        let value = [words(one.start..one.end).as_str(), &one.reckoned]
            .join(" ")
            .trim()
            .to_owned();
        found.push(Statement {
            attribute: Attribute::Duration,
            start: one.start,
            end: one.end,
            value,
            level: false,
            months: one.months,
        });
    }
    let mut hits = cues.find(tokens);
    hits.retain(|hit| match hit.section.strip_prefix("asked ") {
        Some(name) => asked.iter().any(|one| {
            one.name() == name
                || *one == Attribute::ProductionVsPrototype
                    && matches!(name, "production" | "prototype")
        }),
        None => hit.section != "both" || asked.contains(&Attribute::ProductionVsPrototype),
    });
    hits.retain(|hit| {
        let goods = hit.section == "production"
            && tokens
                .get(hit.end)
                .is_some_and(|next| has(GOODS, &next.word));
        let level = hit.section == "level" && !stands_alone(tokens, hit);
        !goods && !level
    });
    use_in_production(&hits, &mut found);
    for hit in &hits {
        let (attribute, level) = match hit.section.trim_start_matches("asked ") {
            "autonomy" => (Attribute::Autonomy, false),
            "constraints" => (Attribute::Constraints, false),
            "depth" => (Attribute::Depth, false),
            "level" | "level of" => (Attribute::Depth, true),
            _ => continue,
        };
        let mut end = hit.end;
        // "expert in": the word alone is enough.
        while level && end > hit.start + 1 && has("in with of at", &tokens[end - 1].word) {
            end -= 1;
        }
        push(
            &mut found,
            attribute,
            hit.start..hit.end,
            words(hit.start..end),
            level,
        );
    }
    let taken = |range: &Range<usize>, found: &[Statement]| {
        found.iter().any(|one| {
            let counts = matches!(
                one.attribute,
                Attribute::Duration | Attribute::Autonomy | Attribute::Constraints
            );
            counts && one.start < range.end && range.start < one.end
        })
    };
    let wanted = asked.contains(&Attribute::Scale);
    for (start, end) in amounts(tokens, wanted) {
        let range = start..end;
        if !taken(&range, &found) {
            push(
                &mut found,
                Attribute::Scale,
                range.clone(),
                words(range),
                false,
            );
        }
    }
    for hit in hits.iter().filter(|hit| hit.section == "asked scale") {
        push(
            &mut found,
            Attribute::Scale,
            hit.start..hit.end,
            words(hit.start..hit.end),
            false,
        );
    }
    in_order(&mut found);
    found
}

/// What the name of a regulation is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Regulation {
    /// A skill: it stands in a list of skills.
    Skill,
    /// A constraint: constraints were asked for.
    Constraint,
    /// One or the other, by the words around it.
    Either,
}

/// Distinguishes regulations that a person knows from those that work had to keep to: `HIPAA` is a skill in a list and alone, and a
/// constraint in "a service in Java under HIPAA". Returns the mentions that stay.
pub(crate) fn regulations(
    tokens: &[Token],
    named: Vec<Mention>,
    stated: &mut Vec<Statement>,
    taken: Regulation,
) -> Vec<Mention> {
    let several = named.len() > 1;
    let kept = |mention: &Mention, stated: &mut Vec<Statement>| {
        let of = |one: &Statement| {
            one.attribute == Attribute::Constraints
                && one.start == mention.start
                && one.end <= mention.end + 1
        };
        if !stated.iter().any(of) {
            return true;
        }
        let before = mention
            .start
            .checked_sub(1)
            .map_or("", |at| &tokens[at].word);
        let behind = tokens.get(mention.end).map_or("", |one| one.word.as_str());
        let keeps = before == "(" && behind == ")"
            || has("under with to per within meeting by", before)
            || has(
                "compliant compliance rules requirements regulations regulated conform",
                behind,
            );
        if taken == Regulation::Constraint || taken == Regulation::Either && several && keeps {
            return false;
        }
        stated.retain(|one| !of(one));
        true
    };
    named
        .into_iter()
        .filter(|mention| kept(mention, stated))
        .collect()
}

/// Puts the values of a sentence in their order; they are few, and mostly in order.
pub(crate) fn in_order(stated: &mut [Statement]) {
    for from in 1..stated.len() {
        for at in (1..=from).rev() {
            if stated[at - 1].start <= stated[at].start {
                break;
            }
            stated.swap(at - 1, at);
        }
    }
}

/// Takes in a value; several of one attribute that overlap are the first and longest.
fn push(
    found: &mut Vec<Statement>,
    attribute: Attribute,
    range: Range<usize>,
    value: String,
    level: bool,
) {
    let inside = |one: &Statement| {
        one.attribute == attribute && one.start < range.end && range.start < one.end
    };
    if let Some(have) = found.iter_mut().find(|one| inside(one)) {
        if range.len() > have.end - have.start {
            (have.start, have.end, have.value, have.level) = (range.start, range.end, value, level);
        }
        return;
    }
    found.push(Statement {
        attribute,
        start: range.start,
        end: range.end,
        value,
        level,
        months: None,
    });
}

/// Production, prototype, or both where a sentence speaks of both.
fn use_in_production(hits: &[Hit], found: &mut Vec<Statement>) {
    let of = |name: &'static str| {
        hits.iter()
            .filter(move |hit| hit.section.trim_start_matches("asked ") == name)
    };
    let prototype: Vec<&Hit> = of("prototype").collect();
    // "never went live" is no going live.
    let production: Vec<&Hit> = of("production")
        .filter(|hit| {
            !prototype
                .iter()
                .any(|other| other.start <= hit.start && hit.end <= other.end)
        })
        .collect();
    let all: Vec<&Hit> = of("both")
        .chain(production.iter().copied())
        .chain(prototype.iter().copied())
        .collect();
    let (Some(start), Some(end)) = (
        all.iter().map(|hit| hit.start).min(),
        all.iter().map(|hit| hit.end).max(),
    ) else {
        return;
    };
    let value = if of("both").next().is_some() || !production.is_empty() && !prototype.is_empty() {
        "both"
    } else if production.is_empty() {
        "prototype"
    } else {
        "production"
    };
    push(
        found,
        Attribute::ProductionVsPrototype,
        start..end,
        value.to_owned(),
        false,
    );
}

/// True for a level that is an item of its own: in brackets, in a column, between commas, or before a colon.
fn stands_alone(tokens: &[Token], hit: &Hit) -> bool {
    let before = hit.start.checked_sub(1).map(|at| &tokens[at]);
    let edge = |one: Option<&Token>, gap: Option<Gap>| {
        one.is_none_or(|one| {
            !one.is_word
                || one.word.starts_with(|c: char| c.is_ascii_digit())
                || has("years yrs year", &one.word)
        }) || matches!(gap, Some(Gap::Wide | Gap::Line))
    };
    let behind = tokens.get(hit.end);
    // "advanced Terraform"
    let before_name = behind.is_some_and(|one| one.is_word && !one.small && one.gap == Gap::Space);
    let column = before.is_some_and(|one| {
        one.word.starts_with(|c: char| c.is_ascii_digit()) || one.word == "years"
    });
    edge(before, tokens.get(hit.start).map(|one| one.gap))
        && (before_name || edge(behind, behind.map(|one| one.gap)))
        || column && behind.is_none()
}
