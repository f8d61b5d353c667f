//! The cue table, read from `data/cues.txt` into tries over word numbers.

use std::sync::OnceLock;

use crate::vocabulary::Vocabulary;

const SOURCE: &str = include_str!("../data/cues.txt");

/// The table without its comments, which would be a third of what is downloaded. Cut while compiling.
const TABLE: &str = match core::str::from_utf8(&CUT) {
    Ok(table) => table,
    Err(_) => panic!("lines are cut whole"),
};

const CUT: [u8; length_without_comments(SOURCE.as_bytes())] = without_comments(SOURCE.as_bytes());

const fn length_without_comments(source: &[u8]) -> usize {
    let (mut at, mut length, mut comment, mut line_start) = (0, 0, false, true);
    while at < source.len() {
        comment = if line_start {
            source[at] == b'#' || source[at] == b'\n'
        } else {
            comment
        };
        line_start = source[at] == b'\n';
        length += !comment as usize;
        at += 1;
    }
    length
}

const fn without_comments<const N: usize>(source: &[u8]) -> [u8; N] {
    let mut cut = [0; N];
    let (mut at, mut length, mut comment, mut line_start) = (0, 0, false, true);
    while at < source.len() {
        comment = if line_start {
            source[at] == b'#' || source[at] == b'\n'
        } else {
            comment
        };
        line_start = source[at] == b'\n';
        if !comment {
            cut[length] = source[at];
            length += 1;
        }
        at += 1;
    }
    cut
}

/// The parts a word can play around a cue, as bits.
pub(crate) mod class {
    /// May stand inside a cue.
    pub(crate) const ADVERB: u16 = 1;
    /// Denies what follows.
    pub(crate) const NEGATOR: u16 = 1 << 1;
    /// Thinking, feeling, knowing.
    pub(crate) const ATTITUDE: u16 = 1 << 2;
    /// Saying, telling.
    pub(crate) const REPORT: u16 = 1 << 3;
    /// Thinking of an earlier time.
    pub(crate) const PAST: u16 = 1 << 4;
    /// Makes a clause a condition, a comparison or an indirect question.
    pub(crate) const BLOCK: u16 = 1 << 5;
    /// Begins a new clause.
    pub(crate) const STOP: u16 = 1 << 6;
    /// Says how things always are.
    pub(crate) const HABIT: u16 = 1 << 7;
    /// The respondent.
    pub(crate) const SELF: u16 = 1 << 8;
    /// Stands between a subject and its verb.
    pub(crate) const HELPER: u16 = 1 << 9;
    /// Carries no topic.
    pub(crate) const FUNCTION: u16 = 1 << 10;

    /// Makes a clause a condition.
    pub(crate) const CONDITION: u16 = 1 << 11;
    /// Before "I", makes a question.
    pub(crate) const INVERT: u16 = 1 << 12;
    /// Reasons and certainties, which count only when denied ("no reason", "not sure").
    pub(crate) const GROUND: u16 = 1 << 13;
    /// A subject that is nobody ("this tells me I should").
    pub(crate) const THING: u16 = 1 << 14;
    /// Whom something is said to.
    pub(crate) const OBJECT: u16 = 1 << 15;

    pub(super) fn of(name: &str) -> u16 {
        match name {
            "adverb" => ADVERB,
            "negator" => NEGATOR,
            "attitude" => ATTITUDE,
            "report" => REPORT,
            "past" => PAST,
            "block" => BLOCK,
            "stop" => STOP,
            "habit" => HABIT,
            "self" => SELF,
            "helper" => HELPER,
            "condition" => CONDITION,
            "invert" => INVERT,
            "ground" => GROUND,
            "thing" => THING,
            "object" => OBJECT,
            _ => FUNCTION,
        }
    }
}

/// What a cue, or what follows one, makes of its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Insight,
    Action,
    /// An action unless the sentence speaks of a habit.
    Habit,
    /// An action where it opens the sentence.
    Start,
    None,
    Drop,
    Keep,
}

#[derive(Clone, Default)]
struct Node {
    /// Sorted by word number.
    edges: Vec<(u32, u32)>,
    verdict: Option<Verdict>,
}

/// Everything the table says. Read once per process.
pub(crate) struct Lexicon {
    pub(crate) words: Vocabulary,
    /// By word number.
    classes: Vec<u16>,
    /// By word number: what the word is taken apart into.
    splits: Vec<Option<(u32, u32)>>,
    nodes: Vec<Node>,
}

/// The root of the trie of cues.
pub(crate) const CUES: u32 = 0;
/// The root of the trie of what follows an action's cue.
pub(crate) const FOLLOWERS: u32 = 1;

impl Lexicon {
    pub(crate) fn get() -> &'static Lexicon {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| Lexicon::read(TABLE))
    }

    /// Returns the classes of a word, none for a word the table does not have.
    pub(crate) fn classes(&self, word: u32) -> u16 {
        self.classes.get(word as usize).copied().unwrap_or(0)
    }

    pub(crate) fn split(&self, word: u32) -> Option<(u32, u32)> {
        self.splits.get(word as usize).copied().flatten()
    }

    pub(crate) fn step(&self, node: u32, word: u32) -> Option<u32> {
        let edges = &self.nodes[node as usize].edges;
        let found = edges.binary_search_by_key(&word, |edge| edge.0).ok()?;
        Some(edges[found].1)
    }

    pub(crate) fn verdict(&self, node: u32) -> Option<Verdict> {
        self.nodes[node as usize].verdict
    }

    fn read(table: &'static str) -> Lexicon {
        let mut lexicon = Lexicon {
            words: Vocabulary::default(),
            classes: Vec::new(),
            splits: Vec::new(),
            nodes: vec![Node::default(); 2],
        };
        let mut sets: Vec<(&str, &str)> = Vec::new();
        for line in table.lines() {
            let Some((keyword, rest)) = line.split_once(' ') else {
                continue;
            };
            let rest = rest.trim();
            let (root, verdict) = match keyword {
                "set" => {
                    sets.extend(rest.split_once(' '));
                    continue;
                }
                "is" => {
                    let (name, words) = rest.split_once(' ').unwrap_or((rest, ""));
                    let bit = class::of(name);
                    for word in words.split_ascii_whitespace() {
                        let number = lexicon.number(word);
                        lexicon.classes[number as usize] |= bit;
                    }
                    continue;
                }
                "split" => {
                    let mut words = rest
                        .split_ascii_whitespace()
                        .map(|word| lexicon.number(word));
                    if let (Some(word), Some(first), Some(second)) =
                        (words.next(), words.next(), words.next())
                    {
                        lexicon.splits[word as usize] = Some((first, second));
                    }
                    continue;
                }
                "insight" => (CUES, Verdict::Insight),
                "action" => (CUES, Verdict::Action),
                "habit" => (CUES, Verdict::Habit),
                "start" => (CUES, Verdict::Start),
                "none" => (CUES, Verdict::None),
                "drop" => (FOLLOWERS, Verdict::Drop),
                "keep" => (FOLLOWERS, Verdict::Keep),
                _ => continue,
            };
            lexicon.add(root, verdict, rest, &sets);
        }
        lexicon
    }

    fn number(&mut self, word: &str) -> u32 {
        // The table has a few hundred words, far from where a vocabulary is full.
        let number = self.words.number(word).unwrap_or(0);
        self.classes.resize(self.words.len(), 0);
        self.splits.resize(self.words.len(), None);
        number
    }

    /// Adds all the word sequences that a cue stands for.
    fn add(&mut self, root: u32, verdict: Verdict, cue: &str, sets: &[(&str, &str)]) {
        let mut ends = vec![root];
        for element in cue.split_ascii_whitespace() {
            let (element, optional) = match element.strip_suffix('?') {
                Some(element) => (element, true),
                None => (element, false),
            };
            let mut words: Vec<&str> = Vec::new();
            for word in element.split('|') {
                match word.strip_prefix('$') {
                    Some(name) => {
                        let set = sets
                            .iter()
                            .find(|set| set.0 == name)
                            .map_or("", |set| set.1);
                        words.extend(set.split_ascii_whitespace());
                    }
                    None => words.push(word),
                }
            }
            let mut next = Vec::new();
            for word in words {
                let number = self.number(word);
                for &node in &ends {
                    next.push(self.child(node, number));
                }
            }
            if optional {
                next.append(&mut ends);
            }
            ends = next;
        }
        for node in ends {
            self.nodes[node as usize].verdict = Some(verdict);
        }
    }

    fn child(&mut self, node: u32, word: u32) -> u32 {
        let child = self.nodes.len() as u32;
        let edges = &mut self.nodes[node as usize].edges;
        match edges.binary_search_by_key(&word, |edge| edge.0) {
            Ok(found) => edges[found].1,
            Err(place) => {
                edges.insert(place, (word, child));
                self.nodes.push(Node::default());
                child
            }
        }
    }
}

/// Tells whether a word carries no topic of its own: articles, pronouns, prepositions, auxiliaries, and the verbs and
/// fillers of speaking about oneself ("think", "really", "lot"). English only; case and the kind of apostrophe do not
/// matter, and a contraction is one when its parts are.
#[must_use]
pub fn is_function_word(word: &str) -> bool {
    let lexicon = Lexicon::get();
    let mut reader = crate::reader::Reader::new(lexicon);
    reader
        .number(word)
        .is_some_and(|number| reader.is_function(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_understood() {
        let classes = [
            "adverb",
            "negator",
            "attitude",
            "report",
            "past",
            "block",
            "stop",
            "habit",
            "self",
            "helper",
            "function",
            "condition",
            "invert",
            "ground",
            "thing",
            "object",
        ];
        for line in TABLE
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some(
                    "set" | "split" | "insight" | "action" | "habit" | "start" | "none" | "drop"
                    | "keep",
                ) => {}
                Some("is") => assert!(
                    words.next().is_some_and(|name| classes.contains(&name)),
                    "{line}"
                ),
                _ => panic!("{line}"),
            }
            for name in line
                .split(['|', ' '])
                .filter_map(|word| word.strip_prefix('$'))
            {
                let name = name.trim_end_matches('?');
                assert!(
                    TABLE
                        .lines()
                        .any(|line| line.starts_with(&format!("set {name} "))),
                    "{line}: no set {name}"
                );
            }
            assert!(!line.contains('’') && line.to_lowercase() == line, "{line}");
        }
    }

    #[test]
    fn function_words_are_known_in_any_dress() {
        for word in [
            "the", "The", "don't", "DON’T", "I'm", "I’ll", "that's", "really", "dont",
        ] {
            assert!(is_function_word(word), "{word}");
        }
        for word in ["bridge", "learning", "debt", "x", "", "teacher's"] {
            assert!(!is_function_word(word), "{word}");
        }
    }
}
