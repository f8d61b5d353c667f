//! What an answer says that the respondent did, does or likes, in the words that a question has for it: “I gave it the crust” is “give it
//! the crust”, so that somebody can be asked how they came to do so.
//!
//! English alone: elsewhere a clause has to be inflected to stand in another sentence. Only verbs that are listed count, as nobody is asked
//! what made them forget.

use crate::clean::{bounded, point};
use crate::cues::{is_one_of, says};
use crate::handle::{bare, breaks};
use crate::language::{Words, has_form};
use colloquy_findings::sentences;

/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Sentences of an answer, from its end, that are searched: what stands last is what the next question is about.
const LAST: usize = 3;
/// Most words behind the verb: more takes the question over.
const REST: usize = 9;
/// Words behind the subject in which a reason belongs to what it does.
const NEAR: usize = 16;
/// Words from which what stands behind a verb may be cut before the last of several phrases.
const LEAST: usize = 3;
/// Most characters of a word.
const WORD_CHARS: usize = 24;
/// Words in which somebody else and what they say begin.
const SPEAKER: usize = 4;
/// Words for times.
const SPANS: &str = "week weekend month year day night morning evening afternoon noon midnight spring summer autumn winter time monday \
    tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays \
    january february march april may june july august september october november december one two three four five six seven \
    eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty \
    half";

/// Something that the respondent did, does or likes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    /// The use with the questions for it.
    pub(crate) name: &'static str,
    /// What stands in them.
    pub(crate) text: String,
}

/// The last thing that an answer says the respondent did, does or likes. None where the reason stands beside it.
pub(crate) fn deed(lists: &Words, telling: &str) -> Option<Deed> {
    let text = bounded(telling, ANSWER_BYTES);
    if lists.deeds.is_empty() {
        return None;
    }
    let all: Vec<&str> = sentences(text).map(|range| &text[range]).collect();
    all.iter().rev().take(LAST).find_map(|sentence| {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let closed = |word: &&str| is_one_of(&bare(word), lists.delicate);
        let quoted = |word: &&str| word.starts_with('\'') || word.ends_with('\'');
        let quotes = sentence.contains(['“', '"', '‘', '?']);
        if quotes || words.iter().any(quoted) || words.iter().any(closed) {
            return None;
        }
        let at = (0..words.len()).rev();
        let has_reason = |at: usize| {
            let near: Vec<&str> = words[at..].iter().take(NEAR).copied().collect();
            says(&lists.padded(&near.join(" ")), lists.reason)
        };
        at.filter(|at| begins(lists, &words, *at) && !has_reason(*at))
            .find_map(|at| clause(lists, &words[at + 1..]))
            .or_else(|| left_out(lists, &words).filter(|_| !has_reason(0)))
    })
}

/// True where the respondent is the subject at a place, in a clause that depends on none before it: “so I left” and “when it rained I
/// left” have a reason, and “the letters I write myself” begin no clause.
fn begins(lists: &Words, words: &[&str], at: usize) -> bool {
    const SUPPOSES: &str =
        "if when whenever because since as while until unless before after although though";
    const DEPENDS: &str = "that so who which what how why where whether than to";
    const OPENS: &str = "and but then now today yesterday once still here there";
    const JOINS: &str = "and but so then";
    if !is_one_of(&bare(words[at]), lists.own) {
        return false;
    }
    let opens = at == 0 || {
        let before = bare(words[at - 1]);
        let open = is_one_of(&before, OPENS) || is_one_of(&before, SPANS);
        breaks(words[at - 1]) || open || is_date(&before)
    };
    let start = |end: usize| {
        words[..end]
            .iter()
            .rposition(|word| breaks(word))
            .map_or(0, |at| at + 1)
    };
    let from = start(at);
    let any = |words: &[&str], list: &str| words.iter().any(|word| is_one_of(&bare(word), list));
    let here = &words[from..at];
    // “When it rains, I leave it open”: what stands before the comma may be what it depends on.
    let before = &words[start(from.saturating_sub(1))..from];
    let mut opening = before.iter().map(|word| bare(word));
    let first = opening.find(|word| !is_one_of(word, JOINS));
    let supposed = first.is_some_and(|word| is_one_of(&word, SUPPOSES));
    opens && !supposed && !any(here, SUPPOSES) && !any(here, DEPENDS)
}

/// True for a word with a figure in it: an hour, a year.
fn is_date(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// What stands behind the respondent, where it is a deed or a liking.
fn clause(lists: &Words, words: &[&str]) -> Option<Deed> {
    const BETWEEN: &str = "then just always finally simply once also still often really";
    let between = |word: &&&str| is_one_of(&bare(word), BETWEEN);
    let skipped = words.iter().take_while(between).count();
    let (verb, behind) = words[skipped..].split_first()?;
    let behind = if breaks(verb) { &[] } else { behind };
    let (verb, rest) = (bare(verb), rest(lists, behind)?);
    let first = rest.first().map_or("", String::as_str);
    for (list, name) in [(lists.likes, "deed.like"), (lists.dislikes, "deed.dislike")] {
        if base(list, &verb).is_some() {
            let thing = is_one_of(first, lists.determiners) || has_form(first, "*ing");
            let text = rest.join(" ");
            return thing.then_some(Deed { name, text });
        }
    }
    let (base, past) = done(lists, &verb)?;
    // “I left” is whole, “I asked” is not.
    if rest.is_empty() && !is_one_of(base, lists.whole_deeds) {
        return None;
    }
    let name = if past { "deed.past" } else { "deed.now" };
    let text = [&[base.to_string()], &*rest].concat().join(" ");
    Some(Deed { name, text })
}

/// A deed whose subject is left out, as in notes: “Wrote to the boss.”
fn left_out(lists: &Words, words: &[&str]) -> Option<Deed> {
    let verb = bare(words.first()?);
    let (base, past) = done(lists, &verb)?;
    // “Put”, “ring” and “left” stand for other things there, and “taught me” is somebody else's deed.
    let theirs = words
        .get(1)
        .is_some_and(|word| is_one_of(&bare(word), "me us"));
    (past && base != verb && verb != "left" && !theirs).then(|| clause(lists, words))?
}

/// The words behind a verb up to where its clause ends, turned round: “my mother” is “your mother”. None where they cannot stand
/// elsewhere.
fn rest(lists: &Words, words: &[&str]) -> Option<Vec<String>> {
    const ENDS: &str = "i i'm i'd i've i'll we we're we've we'd he he's he'd she she's she'd they they're they'd that's there's there then again yesterday today tonight once twice always instead anyway too now yet already";
    const TIMES: &str = "last next this that at on in by around every each";
    const PHRASES: &str = "with for in on at from over under by into through about";
    const IS: &str = "is was has had will would can could";
    const ADDRESSED: &str = "you your yours yourself";
    let next = |at: usize| words.get(at).map_or(String::new(), |word| bare(word));
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let form = bare(word);
        let spans = |at: usize| is_one_of(&next(at), SPANS) || is_date(&next(at));
        let article = |at: usize| is_one_of(&next(at), "a an the");
        let dated = is_one_of(&form, TIMES) && (spans(at + 1) || article(at + 1) && spans(at + 2))
            || article(at) && is_one_of(&next(at + 1), "same next") && spans(at + 2)
            || article(at) && next(at + 2) == "while";
        // “Four hundred and twenty” is one number.
        let number = form == "and"
            && at
                .checked_sub(1)
                .is_some_and(|at| is_one_of(&next(at), "hundred thousand"));
        // “I tell them it is hard” has another clause in it.
        let clause = form == "it" && is_one_of(&next(at + 1), IS);
        let ends = [ENDS, lists.clause_ends, lists.complement];
        let ends = !number && ends.iter().any(|list| is_one_of(&form, list));
        if dated || clause || ends || form.is_empty() {
            break;
        }
        // Markup and addresses of pages stand in no question.
        let plain =
            |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '€' | '£' | '$' | '%');
        let kept = word.trim_matches(|c: char| !c.is_alphanumeric());
        let strange = !kept.chars().all(plain) || kept.chars().count() > WORD_CHARS;
        if is_one_of(&form, ADDRESSED) || word.starts_with('(') || strange {
            return None;
        }
        if out.len() == REST {
            // A phrase more or less: “teach at the stop for three mornings with a clipboard”.
            let phrase = out.iter().rposition(|word| is_one_of(word, PHRASES));
            out.truncate(phrase.filter(|at| *at >= LEAST)?);
            break;
        }
        let mut turns = lists.turns.split(' ').filter_map(|two| two.split_once('='));
        out.push(match turns.find(|(own, _)| *own == form) {
            Some((_, turned)) => turned.replace('_', " "),
            None => kept.into(),
        });
        if breaks(word) {
            break;
        }
    }
    let last = out.last().map_or(String::new(), |word| bare(word));
    // What “it” is stands too far away by then.
    let clear = |word: &String| {
        !is_one_of(word, lists.far) && !is_one_of(word, "you yours up down out off")
    };
    let lost = |two: &[String]| is_one_of(&two[0], PHRASES) && is_one_of(&two[1], lists.far);
    if !out.is_empty() && !out.iter().any(clear) || out.windows(2).any(lost) {
        return None;
    }
    (!is_one_of(&last, lists.dangling) && !last.ends_with("ly")).then_some(out)
}

/// The base form of the verb of a deed, and whether the verb is its past.
fn done<'l>(lists: &'l Words, verb: &str) -> Option<(&'l str, bool)> {
    let past = || base(lists.deeds_past, verb).filter(|(_, past)| *past);
    let now = || base(lists.deeds_now, verb).filter(|(_, past)| !past);
    base(lists.deeds, verb).or_else(past).or_else(now)
}

/// The base form of a verb in a list, and whether the verb is its past. A verb stands there with its past, `give=gave`, or alone where that
/// is regular.
fn base<'l>(list: &'l str, verb: &str) -> Option<(&'l str, bool)> {
    let mut entries = list.split(' ').filter(|entry| !entry.is_empty());
    entries.find_map(|entry| {
        let (base, past) = entry.split_once('=').unwrap_or((entry, ""));
        let regular = || {
            let stem = |ending: &str| verb.strip_suffix(ending);
            stem("ed").is_some_and(|stem| stem == base)
                || base.ends_with('e') && stem("d") == Some(base)
                || stem("ied").is_some_and(|stem| base.strip_suffix('y') == Some(stem))
        };
        let is_past = verb == past || past.is_empty() && regular();
        (is_past || verb == base).then_some((base, is_past))
    })
}

/// The use with the questions on what somebody else says of the respondent, where an answer ends with that: “My boss says I should charge
/// more.”
pub(crate) fn reported(lists: &Words, telling: &str) -> Option<&'static str> {
    let sentence = point(bounded(telling, ANSWER_BYTES));
    let forms: Vec<String> = sentence.split_whitespace().map(bare).collect();
    let own = |word: &str| is_one_of(word, "i i'm i've i'd i'll me my myself");
    let speaks = |list: &str| {
        forms
            .iter()
            .take(SPEAKER)
            .position(|word| is_one_of(word, list))
    };
    let (at, name) = match (speaks(lists.says_now), speaks(lists.says_past)) {
        (Some(at), _) => (at, "reported.now"),
        (None, Some(at)) => (at, "reported.past"),
        (None, None) => return None,
    };
    let others = at > 0 && !forms[..at].iter().any(|word| is_one_of(word, lists.own));
    let first = forms.first().is_some_and(|word| {
        is_one_of(
            word,
            "my our the his her he she they everybody everyone people",
        ) || at == 1 && sentence.starts_with(char::is_uppercase) && !lists.is_function_word(word)
    });
    let closed = forms.iter().any(|word| is_one_of(word, lists.delicate))
        || sentence.contains(['“', '"', '‘', '?'])
        // The answer goes on with what came of it.
        || forms.windows(2).any(|two| is_one_of(&two[0], "and so but then") && own(&two[1]));
    (others && first && !closed && forms[at + 1..].iter().any(|word| own(word))).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{ENGLISH, GERMAN};

    #[test]
    fn what_was_done_and_what_is_liked_can_stand_in_a_question() {
        for (answer, name, text) in [
            (
                "It comes at ten past two. I give it the crust.",
                "deed.now",
                "give it the crust",
            ),
            (
                "I called Murat, he has the kebab place.",
                "deed.past",
                "call Murat",
            ),
            ("Nobody came. I left at nine.", "deed.past", "leave"),
            (
                "I promised the midwife I'm done.",
                "deed.past",
                "promise the midwife",
            ),
            (
                "Everyone laughs, and I teach the others it is hard.",
                "deed.now",
                "teach the others",
            ),
            (
                "We carried my uncle's bench up again.",
                "deed.past",
                "carry your uncle's bench up",
            ),
            (
                "I keep the good knife under the towels before lunch.",
                "deed.now",
                "keep the good knife under the towels",
            ),
            (
                "I really love the first hour.",
                "deed.like",
                "the first hour",
            ),
            (
                "He who waits wins, and I keep a notebook for every figure.",
                "deed.now",
                "keep a notebook for every figure",
            ),
            (
                "I taught at the Moor Lane stop for three mornings with a clipboard and asked.",
                "deed.past",
                "teach at the Moor Lane stop for three mornings",
            ),
            ("I hate working alone.", "deed.dislike", "working alone"),
            ("I moved here last year.", "deed.past", "move here"),
            (
                "Wrote to the boss. It was late.",
                "deed.past",
                "write to the boss",
            ),
            (
                "We went back to the farm.",
                "deed.past",
                "go back to the farm",
            ),
            (
                "I run a laundry in Bari.",
                "deed.now",
                "run a laundry in Bari",
            ),
        ] {
            let expected = Some(Deed {
                name,
                text: text.into(),
            });
            assert_eq!(deed(ENGLISH.words(), answer), expected, "{answer}");
        }
        for answer in [
            "I called him because he had room.",
            "Sold the boat because it leaked.",
            "He was late, so I left.",
            "When it rains I leave the door open.",
            "I didn't call him.",
            "I forgot the keys.",
            "I asked.",
            "I live in it eight hours.",
            "I told her I would think.",
            "I wrote it down.",
            "I love to sing.",
            "I told you about the bench.",
            "I gave it to",
            "I built <b>the</b> fence.",
            "I bought https://example.org/x for the farm.",
            "I built the aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
            "The letters I write myself.",
            "We started at six.",
            "I go home.",
            "I ran out of flour.",
            "Left foot first.",
            "I asked him “why not” and left it.",
            "I wrote it down while she was dying.",
            "If I call them, they come.",
            "When it is late, I leave the door open.",
            "I put that old heavy brown wooden kitchen table our first one outside.",
        ] {
            assert_eq!(deed(ENGLISH.words(), answer), None, "{answer}");
        }
        assert_eq!(deed(GERMAN.words(), "Ich rief ihn an."), None);
    }

    #[test]
    fn what_others_say_of_the_respondent_is_reported() {
        for (answer, expected) in [
            (
                "My wife says I talk more about the fox.",
                Some("reported.now"),
            ),
            (
                "It was late. Murat said my soup was too thin.",
                Some("reported.past"),
            ),
            ("The plan says 412.", None),
            ("I say my prayers.", None),
            ("They say it rains.", None),
        ] {
            assert_eq!(reported(ENGLISH.words(), answer), expected, "{answer}");
        }
    }
}
