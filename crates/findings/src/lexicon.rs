//! The cue table of a language, read from `data` into tries over word numbers.

use crate::vocabulary::Vocabulary;
use crate::{chars, class};

/// What a cue, or what follows one, makes of its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Insight,
    /// Half an insight: two of them make one.
    Hint,
    /// An insight where the one who speaks is the subject, said or left out.
    Own,
    /// An insight where it opens the sentence.
    Said,
    /// An insight where a word that turns against it follows.
    Turn,
    /// A rule of thumb where it opens the sentence.
    Rule,
    /// Nobody's finding: talk about the talk.
    Veto,
    Action,
    /// An action unless the sentence speaks of a habit.
    Habit,
    /// An action where the one who speaks is the subject and left out.
    Start,
    /// An action where something is to be done or a time is named.
    Need,
    /// An action where a time is named.
    Dated,
    /// Advice to others.
    Advice,
    /// Advice to others where it opens the sentence.
    Bid,
    None,
    Drop,
    Keep,
}

/// What cues say, and their names in the table in the same order.
static VERDICTS: [Verdict; 15] = [
    Verdict::Insight,
    Verdict::Hint,
    Verdict::Own,
    Verdict::Said,
    Verdict::Turn,
    Verdict::Rule,
    Verdict::Veto,
    Verdict::Action,
    Verdict::Habit,
    Verdict::Start,
    Verdict::Need,
    Verdict::Dated,
    Verdict::Advice,
    Verdict::Bid,
    Verdict::None,
];
const VERDICT_NAMES: &str =
    "insight hint own said turn rule veto action habit start need dated advice bid none";

/// A step in the tries of cues. The words that can follow a node hang on it as a list: the table has a few hundred nodes, and
/// lists of plain numbers need less code than maps.
#[derive(Clone, Copy)]
struct Node {
    word: u32,
    /// The first word that can follow, 0 for none.
    child: u32,
    /// The next word that can stand in the place of this one, 0 for none.
    sibling: u32,
    verdict: Option<Verdict>,
}

/// What the table has for one word.
#[derive(Clone, Copy, Default)]
struct Facts {
    classes: u32,
    /// What the word is taken apart into.
    split: Option<(u32, u32)>,
    /// The node of the cues that begin with it, 0 for none.
    cue: u32,
    /// The node of what may follow a cue and begins with it, 0 for none.
    follower: u32,
}

/// What is known of a numbered word.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// What it is taken apart into, words of the table both, or [`NONE`]. Eight bytes for all of it: with ten thousand words more of
    /// what is known stays near the processor.
    pub(crate) parts: (u16, u16),
    pub(crate) classes: u32,
}

impl Known {
    /// No theme starts or ends with it.
    pub(crate) fn is_function(&self) -> bool {
        self.classes & class::EMPTY != 0
    }
}

/// Stands for no parts. The table has a few hundred words.
pub(crate) const NONE: (u16, u16) = (u16::MAX, u16::MAX);

/// A number that no word has: unknown words carry no cue.
pub(crate) const UNKNOWN: u32 = u32::MAX;

const SUFFIXES: [(&str, &str); 6] = [
    ("n't", "not"),
    ("'ll", "will"),
    ("'ve", "have"),
    ("'re", "are"),
    ("'m", "am"),
    ("'d", "'d"),
];

/// The whole table. Read once per process.
pub(crate) struct Lexicon {
    pub(crate) words: Vocabulary,
    /// By word number.
    facts: Vec<Facts>,
    nodes: Vec<Node>,
    /// The numbers of what stands in cues for any word and for one in "-ing".
    wild: [u32; 2],
    /// What a reader knows of the words, by word number.
    pub(crate) known: Vec<Known>,
    /// English: words are known by their endings, and contractions by what stands behind the apostrophe.
    pub(crate) english: bool,
    /// In other languages, classes by the endings of words, each with its endings parted by spaces.
    endings: Vec<(u32, &'static str)>,
    /// What stands before an apostrophe and is a word of its own.
    pub(crate) elisions: &'static str,
    /// Endings of what folds into the word without one.
    pub(crate) plurals: &'static str,
}

/// The root of the trie of cues.
pub(crate) const CUES: u32 = 0;
/// The root of the trie of what follows an action's cue.
pub(crate) const FOLLOWERS: u32 = 1;

impl Lexicon {
    /// Returns the classes of a word, none for a word the table does not have.
    pub(crate) fn classes(&self, word: u32) -> u32 {
        self.facts(word).map_or(0, |facts| facts.classes)
    }

    fn split(&self, word: u32) -> Option<(u32, u32)> {
        self.facts(word)?.split
    }

    fn facts(&self, word: u32) -> Option<&Facts> {
        self.facts.get(word as usize)
    }

    /// Goes on from a node by a word.
    pub(crate) fn step(&self, node: u32, word: u32) -> Option<u32> {
        // Most words of an answer are none of the table's.
        let facts = self.facts(word)?;
        let mut next = match node {
            CUES => facts.cue,
            FOLLOWERS => facts.follower,
            _ => self.nodes[node as usize].child,
        };
        while next != 0 {
            let found = self.nodes[next as usize];
            if found.word == word {
                return Some(next);
            }
            next = found.sibling;
        }
        None
    }

    /// Goes on from a node by a word, by any word in "-ing" where it is one, and by any word; 0 where nothing follows.
    pub(crate) fn steps(&self, node: u32, word: u32, ing: bool) -> [u32; 3] {
        if node <= FOLLOWERS {
            return [self.step(node, word).unwrap_or(0), 0, 0];
        }
        let mut steps = [0; 3];
        let mut next = self.nodes[node as usize].child;
        while next != 0 {
            let child = self.nodes[next as usize];
            if child.word == word {
                steps[0] = next;
            } else if child.word == self.wild[1] {
                steps[2] = next;
            } else if ing && child.word == self.wild[0] {
                steps[1] = next;
            }
            next = child.sibling;
        }
        steps
    }

    pub(crate) fn verdict(&self, node: u32) -> Option<Verdict> {
        self.nodes[node as usize].verdict
    }

    /// Reads the tables of a language.
    pub(crate) fn read(tables: &[&'static str], english: bool) -> Lexicon {
        let root = Node {
            word: 0,
            child: 0,
            sibling: 0,
            verdict: None,
        };
        let mut lexicon = Lexicon {
            words: Vocabulary::default(),
            facts: Vec::new(),
            nodes: vec![root; 2],
            wild: [0; 2],
            known: Vec::new(),
            english,
            endings: Vec::new(),
            elisions: "",
            plurals: "",
        };
        lexicon.wild = ["*ing", "*"].map(|word| lexicon.number(word) as u32);
        let mut sets: Vec<(&str, &str)> = Vec::new();
        let mut tables = tables.iter();
        let mut lines = "";
        loop {
            if lines.is_empty() {
                let Some(next) = tables.next() else { break };
                lines = next;
                continue;
            }
            let mut rest = cut(&mut lines, b'\n');
            let (root, verdict) = match cut(&mut rest, b' ') {
                "set" => {
                    sets.push((cut(&mut rest, b' '), rest));
                    continue;
                }
                "is" => {
                    let class = class::of(cut(&mut rest, b' '));
                    while !rest.is_empty() {
                        let word = lexicon.number(cut(&mut rest, b' '));
                        lexicon.facts[word].classes |= class;
                    }
                    continue;
                }
                "ends" => {
                    lexicon
                        .endings
                        .push((class::of(cut(&mut rest, b' ')), rest));
                    continue;
                }
                "elide" => {
                    lexicon.elisions = rest;
                    continue;
                }
                "plural" => {
                    lexicon.plurals = rest;
                    continue;
                }
                "split" => {
                    let word = lexicon.number(cut(&mut rest, b' '));
                    let first = lexicon.number(cut(&mut rest, b' '));
                    let second = lexicon.number(rest);
                    lexicon.facts[word].split = Some((first as u32, second as u32));
                    continue;
                }
                name => {
                    let verdict = chars::place(VERDICT_NAMES, name);
                    match verdict.and_then(|at| VERDICTS.get(at)) {
                        Some(verdict) => (CUES, *verdict),
                        None if name == "drop" => (FOLLOWERS, Verdict::Drop),
                        None => (FOLLOWERS, Verdict::Keep),
                    }
                }
            };
            lexicon.add(root, verdict, rest, &sets);
        }
        for number in 0..lexicon.words.len() {
            let mut known = lexicon.learn(number as u32, b"");
            known.classes |= lexicon.by_ending(lexicon.words.word(number as u32));
            lexicon.known.push(known);
        }
        lexicon
    }

    /// Finds out what is known of a word: its number, and its folded text where the table does not have it or may not.
    #[inline(never)]
    pub(crate) fn learn(&self, number: u32, text: &[u8]) -> Known {
        let is_function = |number| self.classes(number) & class::FUNCTION != 0;
        let mut parts = self.split(number);
        if self.english && parts.is_none() && text.contains(&b'\'') {
            let suffix = SUFFIXES
                .iter()
                .find(|(suffix, _)| text.len() > suffix.len() && text.ends_with(suffix.as_bytes()));
            let (stem, second) = match suffix {
                Some((suffix, second)) => (&text[..text.len() - suffix.len()], *second),
                None => (text.strip_suffix(b"'s").unwrap_or(b""), "'s"),
            };
            // Both parts are the table's or the contraction is of no use: nothing is added for it.
            parts = self
                .words
                .find(stem)
                .zip(self.words.find(second.as_bytes()));
        }
        let function = match parts {
            Some((first, second)) => is_function(first) && is_function(second),
            None => {
                let text = core::str::from_utf8(text).unwrap_or("");
                is_function(number) || !text.is_empty() && !text.chars().any(chars::is_alphabetic)
            }
        };
        let mut classes = self.classes(number);
        if self.english && text.len() >= 5 && text.ends_with(b"ly") {
            classes |= class::ADVERB;
        }
        classes |= self.by_ending(text);
        if function {
            classes |= class::EMPTY;
        }
        Known {
            parts: parts.map_or(NONE, |(first, second)| (first as u16, second as u16)),
            classes,
        }
    }

    /// Tells what a word is by its last letters.
    fn by_ending(&self, word: &[u8]) -> u32 {
        if self.english {
            return class::by_ending(word);
        }
        let ends = |ending: &str| {
            let longer = !ending.is_empty() && word.len() > ending.len() + 1;
            longer && word.ends_with(ending.as_bytes())
        };
        let all = self.endings.iter();
        all.filter(|(_, endings)| endings.split(' ').any(ends))
            .fold(0, |classes, (class, _)| classes | class)
    }

    fn number(&mut self, word: &str) -> usize {
        // The table has a few hundred words, far from where a vocabulary is full.
        let number = self.words.number(word.as_bytes()).unwrap_or(0) as usize;
        if number >= self.facts.len() {
            self.facts.push(Facts::default());
        }
        number
    }

    /// Adds all the word sequences that the rest of a cue stands for, behind a node.
    fn add(&mut self, node: u32, verdict: Verdict, mut cue: &str, sets: &[(&str, &str)]) {
        if cue.is_empty() {
            self.nodes[node as usize].verdict = Some(verdict);
            return;
        }
        let mut element = cut(&mut cue, b' ');
        if element.as_bytes().last() == Some(&b'?') {
            element = chars::part(element, 0, element.len() - 1);
            self.add(node, verdict, cue, sets);
        }
        while !element.is_empty() {
            let word = cut(&mut element, b'|');
            let set = sets.iter().find(|set| {
                word.as_bytes().first() == Some(&b'$') && word.as_bytes()[1..] == *set.0.as_bytes()
            });
            let mut words = set.map_or(word, |set| set.1);
            while !words.is_empty() {
                let word = self.number(cut(&mut words, b' '));
                let child = self.child(node, word);
                self.add(child, verdict, cue, sets);
            }
        }
    }

    fn child(&mut self, node: u32, word: usize) -> u32 {
        if let Some(child) = self.step(node, word as u32) {
            return child;
        }
        let child = self.nodes.len() as u32;
        let first = match node {
            CUES => &mut self.facts[word].cue,
            FOLLOWERS => &mut self.facts[word].follower,
            _ => &mut self.nodes[node as usize].child,
        };
        let sibling = core::mem::replace(first, child);
        self.nodes.push(Node {
            word: word as u32,
            child: 0,
            sibling,
            verdict: None,
        });
        child
    }
}

/// Recognises a keyword that names what a cue shows.
#[cfg(test)]
pub(crate) fn is_verdict(name: &str) -> bool {
    chars::is_listed(VERDICT_NAMES, name)
}

/// Takes what stands before the next separator off a text; separators in a row count once.
#[inline(never)]
fn cut<'a>(text: &mut &'a str, separator: u8) -> &'a str {
    let bytes = text.as_bytes();
    let length = bytes
        .iter()
        .position(|b| *b == separator)
        .unwrap_or(bytes.len());
    let mut rest = length;
    while bytes.get(rest) == Some(&separator) {
        rest += 1;
    }
    let first = chars::part(text, 0, length);
    *text = chars::part(text, rest, bytes.len());
    first
}
