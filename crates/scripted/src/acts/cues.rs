//! The table of cues, and comparing a sentence with it.

use super::Act;
use super::words::Sentence;
use crate::cues::{is_one_of, parted};
use crate::language::{ENGLISH, LANGUAGES, Language, Words};
use std::sync::OnceLock;

/// What can hurt, in German, Spanish and French: heard in every interview.
const MORE: &str = include_str!("../../data/acts/more.txt");

/// A cue of the table.
struct Cue {
    /// The place of its table: sets have names in one table alone.
    of: usize,
    /// What it shows; none stands for all of them.
    act: Option<Act>,
    /// Of a phrase that only looks like a cue of the act it is 0.
    grade: u8,
    /// The phrase as it stands in the table.
    phrase: &'static str,
    /// Most words of a sentence that it takes, words that may stand between left out.
    reach: usize,
    /// Marks of the words of its rarest places, one of which stands where it does.
    needs: [u64; NEEDS],
}

/// Places of a cue whose words are looked for before it is compared.
const NEEDS: usize = 3;
/// Most words that are looked through; no cue takes as many.
const REACH: usize = 16;

/// One bit of 64 for a word.
fn mark(word: &str) -> u64 {
    let hash = word.bytes().fold(0_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    1 << (hash >> 26)
}

/// The cues that are heard in the interviews of a language, as they are searched.
struct CueTable {
    /// The lists of the language, and those of English, in which more is heard beside it.
    lists: [&'static Words; 2],
    /// Named in which of the tables, by which name, for which words.
    sets: Vec<(usize, &'static str, &'static str)>,
    cues: Vec<Cue>,
    /// Words that a cue can begin with, sorted, each with the place of the cue.
    first: Vec<(&'static str, u16)>,
}

/// An act that a cue shows in a sentence.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) act: Act,
    pub(super) grade: u8,
    /// Words from which to which it stands.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The phrase of the table.
    pub(super) phrase: &'static str,
}

/// The tables of the languages, each made when it is needed.
static TABLES: [OnceLock<CueTable>; LANGUAGES] = [const { OnceLock::new() }; LANGUAGES];

fn table(language: &'static Language) -> &'static CueTable {
    TABLES[language.place].get_or_init(|| {
        let mut table = CueTable {
            lists: [language.words(), ENGLISH.words()],
            sets: Vec::new(),
            cues: Vec::new(),
            first: Vec::new(),
        };
        let (mut act, mut grade) = (None, 0);
        let own = [language.acts, MORE, ENGLISH.acts];
        let tables = if language.is_english() {
            &own[..2]
        } else {
            &own[..]
        };
        for (at, line) in tables
            .iter()
            .enumerate()
            .flat_map(|(at, table)| table.lines().map(move |line| (at, line)))
        {
            // Beside another language English is heard for what decides, as the others are beside it.
            let counts = |act: Option<Act>| at < 2 || act.is_none_or(|act| act <= Act::Distress);
            if let Some(set) = line.strip_prefix("set ") {
                let set = set.split_once(' ');
                table.sets.extend(set.map(|(name, of)| (at, name, of)));
            } else if line == "not" {
                grade = 0;
            } else if line == "not all" {
                (act, grade) = (None, 0);
            } else if let Some((name, level)) = line.split_once(' ')
                && let (Some(named), Ok(level)) = (Act::named(name), level.parse())
            {
                // “Not A but B” puts nothing right where the language is at home: it is heard as in English.
                let at_home = at == 1 && named == Act::Correction && !language.is_english();
                (act, grade) = (Some(named), if at_home { 2 } else { level });
            } else if !line.is_empty() && !line.starts_with('#') && counts(act) {
                table.cues.push(Cue {
                    of: at,
                    act,
                    grade,
                    phrase: line,
                    reach: 0,
                    needs: [u64::MAX; NEEDS],
                });
            }
        }
        let mut first = Vec::new();
        for (at, cue) in table.cues.iter().enumerate() {
            for token in cue.phrase.split(' ') {
                if matches!(token, "^" | "^^" | ",") {
                    continue;
                }
                let (words, optional) = optional(token);
                each(&table.sets, cue.of, words, &mut |word| {
                    first.push((word, at as u16))
                });
                if !optional {
                    break;
                }
            }
        }
        first.sort_unstable();
        table.first = first;
        for cue in &mut table.cues {
            (cue.reach, cue.needs) = needs(&table.sets, cue);
        }
        table
    })
}

/// Parts the mark of what may be missing from the words of a place.
fn optional(token: &str) -> (&str, bool) {
    match token.strip_suffix('?') {
        Some(words) => (words, true),
        None => (token, false),
    }
}

/// Calls for each word that may stand in a place, names of sets resolved.
fn each(
    sets: &[(usize, &'static str, &'static str)],
    of: usize,
    words: &'static str,
    call: &mut dyn FnMut(&'static str),
) {
    for word in words.split('|') {
        match word.strip_prefix('$').filter(|name| !name.is_empty()) {
            Some(name) => {
                let set = sets.iter().find(|(at, set, _)| *at == of && *set == name);
                set.into_iter()
                    .flat_map(|(_, _, of)| of.split(' '))
                    .for_each(&mut *call);
            }
            None => call(word),
        }
    }
}

/// How many words a cue takes at most, and the marks of words that it cannot do without.
fn needs(sets: &[(usize, &'static str, &'static str)], cue: &Cue) -> (usize, [u64; NEEDS]) {
    let mut reach = 0;
    let mut needs = Vec::new();
    for token in cue.phrase.split(' ') {
        match token {
            "^" | "^^" | "$" | "$$" | "?" | "," => continue,
            ".." => reach += 3,
            _ => {
                reach += 1;
                let (words, optional) = optional(token);
                let (mut marks, mut any) = (0, optional);
                each(sets, cue.of, words, &mut |word| {
                    any |= matches!(word, "_" | "$" | "," | ":");
                    marks |= mark(word);
                });
                needs.push(if any { u64::MAX } else { marks });
            }
        }
    }
    // The first one is looked up.
    let mut rest = needs.split_off(1.min(needs.len()));
    rest.resize(rest.len().max(NEEDS), u64::MAX);
    rest.sort_by_key(|marks| marks.count_ones());
    (reach, std::array::from_fn(|at| rest[at]))
}

/// Marks of the words from a place on, by how many words are taken: words that may stand between are taken beside.
fn ahead(words: &[super::words::Word]) -> [u64; REACH + 1] {
    let mut marks = [0; REACH + 1];
    let (mut all, mut taken) = (0, 0);
    for word in words {
        if word.breaks || !word.may_stand_between {
            taken += 1;
        }
        if taken > REACH {
            break;
        }
        all |= mark(&word.text);
        marks[taken] = all;
    }
    // A cue may go on where the sentence has ended.
    for at in 1..=REACH {
        marks[at] |= marks[at - 1];
    }
    marks
}

/// Finds what the cues show in a sentence: grade and place of each.
pub(super) fn find(language: &'static Language, sentence: &Sentence) -> Vec<Found> {
    let table = table(language);
    let words = &sentence.words;
    let mut found: Vec<Found> = Vec::new();
    let mut barred: Vec<(usize, usize, Option<Act>)> = Vec::new();
    for (from, word) in words.iter().enumerate() {
        let start = table
            .first
            .partition_point(|(first, _)| *first < word.text.as_str());
        let mut marks = None;
        for (first, at) in &table.first[start..] {
            if *first != word.text {
                break;
            }
            let cue = &table.cues[usize::from(*at)];
            // Most cues that begin with a word lack another one.
            let marks = marks.get_or_insert_with(|| ahead(&words[from..]));
            let near = marks[cue.reach.min(REACH)];
            if cue.needs.iter().any(|need| near & need == 0) {
                continue;
            }
            let Some(to) = fits((table, cue.of), cue.phrase, sentence, from, from) else {
                continue;
            };
            match cue.act {
                act if cue.grade == 0 => barred.push((from, to, act)),
                Some(act) if !word.quoted && !reported(table, sentence, from, act) => {
                    found.push(Found {
                        act,
                        grade: cue.grade,
                        from,
                        to,
                        phrase: cue.phrase,
                    })
                }
                _ => {}
            }
        }
    }
    found.retain(|found| {
        let overlaps = |(from, to, act): &(usize, usize, Option<Act>)| {
            act.is_none_or(|act| act == found.act) && found.from < *to && *from < found.to
        };
        !barred.iter().any(overlaps)
    });
    found
}

/// True when words are what somebody else is told to have said.
fn reported(table: &CueTable, sentence: &Sentence, from: usize, act: Act) -> bool {
    let words = &sentence.words;
    // Who tells of a crisis or of pain tells it, whoever said it.
    if matches!(
        act,
        Act::Distress | Act::Complaint | Act::AlreadySaid | Act::Correction
    ) {
        return false;
    }
    let verb = (from.saturating_sub(3)..from)
        .rev()
        .find(|at| table.lists(&words[*at].text, |lists| lists.saying));
    verb.is_some_and(|verb| {
        let speaker = verb.checked_sub(1).map_or("", |at| words[at].text.as_str());
        !(speaker.is_empty() || table.lists(speaker, |lists| lists.speaker))
    })
}

impl CueTable {
    /// Tells whether a word is in a list of the language or in that of English.
    fn lists(&self, word: &str, list: impl Fn(&Words) -> &'static str) -> bool {
        self.lists.iter().any(|lists| is_one_of(word, list(lists)))
    }
}

/// Compares the rest of a phrase that began at a place with the words from another one on; returns where it ends.
fn fits(
    of: (&CueTable, usize),
    phrase: &str,
    sentence: &Sentence,
    from: usize,
    at: usize,
) -> Option<usize> {
    let table = of.0;
    let words = &sentence.words;
    let (token, rest) = parted(phrase, b' ');
    let go_on = |at: usize| {
        if rest.is_empty() {
            Some(at)
        } else {
            fits(of, rest, sentence, from, at)
        }
    };
    match token {
        "^" => return opens(table, sentence, at).then(|| go_on(at)).flatten(),
        "^^" => return (at == 0).then(|| go_on(at)).flatten(),
        "$" => return ends(table, sentence, at).then(|| go_on(at)).flatten(),
        "$$" => return (at == words.len()).then(|| go_on(at)).flatten(),
        "?" => return sentence.asks.then(|| go_on(at)).flatten(),
        "," => {
            let broken = words.get(at).is_some_and(|word| word.breaks);
            return broken.then(|| go_on(at)).flatten();
        }
        ".." => return (at..=(at + 3).min(words.len())).find_map(go_on),
        _ => {}
    }
    let (alternatives, may_miss) = optional(token);
    let mut next = None;
    if let Some(word) = words.get(at) {
        let is = |other: &str| match other.strip_prefix('$').filter(|name| !name.is_empty()) {
            Some(name) => table.sets.iter().any(|(at, set, words)| {
                *at == of.1 && *set == name && is_one_of(&word.text, words)
            }),
            None => other == "_" || other == word.text,
        };
        let (mut other, mut rest) = parted(alternatives, b'|');
        let mut found = is(other);
        while !found && !rest.is_empty() {
            (other, rest) = parted(rest, b'|');
            found = is(other);
        }
        if found {
            next = go_on(at + 1);
        }
    }
    let ending = || {
        alternatives
            .split('|')
            .any(|other| matches!(other, "$" | "," | ":"))
            && ends(table, sentence, at)
    };
    if next.is_none() && (may_miss || ending()) {
        next = go_on(at);
    }
    let skips = |word: &super::words::Word| !word.breaks && word.may_stand_between;
    if next.is_none() && at > from && words.get(at).is_some_and(skips) {
        next = fits(of, phrase, sentence, from, at + 1);
    }
    next
}

/// True where a clause begins.
fn opens(table: &CueTable, sentence: &Sentence, at: usize) -> bool {
    let words = &sentence.words;
    at == 0
        || words[at].breaks
        || at <= 2
            && words[..at]
                .iter()
                .all(|word| table.lists(&word.text, |lists| lists.before))
}

/// True where a clause ends.
fn ends(table: &CueTable, sentence: &Sentence, at: usize) -> bool {
    let after = sentence.words.get(at);
    after.is_none_or(|word| word.breaks || table.lists(&word.text, |lists| lists.after))
}
