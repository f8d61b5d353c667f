//! Names of skills: read from text, looked up in tokens.

use std::collections::BTreeMap;

use colloquy_findings::fold;

use crate::steps::step;
use crate::tokens::{Gap, Token, has, tokens};

/// The most skills that are read; what is beyond them is left out.
pub const MAX_SKILLS: usize = 5_000;
/// The most names of one skill.
const MAX_NAMES: usize = 20;
/// The most characters of a name, as in a session.
const MAX_NAME: usize = 80;
/// The most words and signs of a name.
const MAX_TOKENS: usize = 8;

/// Skills with their names, read once and used for many texts.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// Usual names.
    skills: Vec<String>,
    /// Names in their normal form.
    names: BTreeMap<String, Name>,
    /// How many tokens the longest name has that begins with a word.
    firsts: BTreeMap<String, usize>,
}

/// How carefully a name is to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It names nothing else.
    Plain,
    /// Only as it is written in the lexicon, capital letters included.
    Exact,
    /// It is an ordinary word too, and counts in clear company only.
    Word,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) skill: usize,
    pub(crate) trust: Trust,
    /// As it is written in the lexicon.
    pub(crate) written: String,
}

impl Lexicon {
    /// Reads the lexicon's text; its format stands at the head of `data/lexicon.txt`.
    ///
    /// Any text is a lexicon: a line that cannot be used is passed over, and so is a name that another line has already. At most
    /// [`MAX_SKILLS`] skills are read.
    #[must_use]
    pub fn read(text: &str) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for names in lines(text) {
            lexicon.add(&names);
        }
        lexicon
    }

    /// How many skills it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// True when it has no skill.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    fn add(&mut self, names: &[&str]) {
        let skill = self.skills.len();
        for name in names {
            let (trust, written) = marked(name);
            let Some((key, first, count)) = key(written) else {
                continue;
            };
            if self.names.contains_key(&key) {
                continue;
            }
            if self.skills.len() == skill {
                self.skills.push(written.to_owned());
            }
            let longest = self.firsts.entry(first).or_default();
            *longest = count.max(*longest);
            let written = written.to_owned();
            self.names.insert(
                key,
                Name {
                    skill,
                    trust,
                    written,
                },
            );
        }
    }

    /// Returns what a name stands for, whole, in any case.
    pub(crate) fn named(&self, name: &str) -> Option<&Name> {
        let (key, _, _) = key(name)?;
        self.names.get(&key)
    }

    /// The usual name of a skill.
    pub(crate) fn usual(&self, skill: usize) -> &str {
        self.skills.get(skill).map_or("", String::as_str)
    }

    /// Gives a skill of the session its name there, and takes in one that is not in the lexicon.
    pub(crate) fn adopt(&mut self, name: &str) {
        match self.named(name).map(|found| found.skill) {
            Some(skill) => {
                if let Some(usual) = self.skills.get_mut(skill) {
                    name.clone_into(usual);
                }
            }
            None if self.skills.len() < 2 * MAX_SKILLS => self.add(&[name]),
            None => {}
        }
    }

    /// Finds the longest name that begins with a token. Returns it with the number of tokens it takes.
    pub(crate) fn longest(&self, tokens: &[Token]) -> Option<(&Name, usize)> {
        let first = tokens.first()?;
        let mut best = None;
        let mut key = String::new();
        if let Some(longest) = self.firsts.get(&first.word) {
            for (at, token) in tokens.iter().take(*longest).enumerate() {
                step();
                if at > 0 && !joins(&tokens[at - 1], token) {
                    break;
                }
                if at > 0 {
                    key.push(' ');
                }
                key.push_str(&token.word);
                if let Some(name) = self.names.get(&key) {
                    best = Some((name, at + 1));
                }
            }
        }
        best.or_else(|| self.versioned(first))
    }

    /// `Python3`, `HTML5`: a name with its version.
    fn versioned(&self, token: &Token) -> Option<(&Name, usize)> {
        let stem = token
            .word
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        if stem.len() < 3 || stem.len() == token.word.len() {
            return None;
        }
        let name = self.names.get(stem)?;
        (name.trust == Trust::Plain).then_some((name, 1))
    }
}

/// True when a token may follow another one inside a name.
fn joins(before: &Token, token: &Token) -> bool {
    match token.gap {
        Gap::None | Gap::Hyphen => true,
        // "CI / CD" is one name, "C ++" is none that anybody writes.
        Gap::Space => {
            (token.is_word && (before.is_word || has("/ & .", &before.word)))
                || matches!(token.word.as_str(), "/" | "&")
        }
        Gap::Wide => false,
        // A paragraph that was broken into lines goes on in small letters.
        Gap::Line => token.is_word && before.is_word && token.small,
    }
}

/// Returns the names of the lines that name a skill.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            line.split('|')
                .map(str::trim)
                .filter(|name| !name.is_empty() && name.chars().count() <= MAX_NAME)
                .take(MAX_NAMES)
                .collect::<Vec<_>>()
        })
        .filter(|names| !names.is_empty())
        .take(MAX_SKILLS)
}

fn marked(name: &str) -> (Trust, &str) {
    if let Some(rest) = name.strip_prefix('!') {
        (Trust::Word, rest)
    } else if let Some(rest) = name.strip_prefix('=') {
        (Trust::Exact, rest)
    } else {
        (Trust::Plain, name)
    }
}

/// Returns a name in its normal form with its first token and how many there are; none for one without a letter or digit.
fn key(name: &str) -> Option<(String, String, usize)> {
    let tokens = tokens(name);
    if tokens.is_empty() || tokens.len() > MAX_TOKENS || !tokens.iter().any(|one| one.is_word) {
        return None;
    }
    let first = tokens.first()?.word.clone();
    let words: Vec<&str> = tokens.iter().map(|one| one.word.as_str()).collect();
    Some((words.join(" "), first, tokens.len()))
}

/// Returns names of the same skill, the usual one first, without marks: only skills that have at least two names.
#[must_use]
pub fn alias_groups(text: &str) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    for names in lines(text) {
        let mut group: Vec<String> = Vec::new();
        for name in names {
            let (_, written) = marked(name);
            if !group.iter().any(|have| fold(have) == fold(written)) {
                group.push(written.to_owned());
            }
        }
        if group.len() > 1 {
            groups.push(group);
        }
    }
    groups
}
