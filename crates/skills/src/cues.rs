//! Runs of words that show an attribute, found in tokens. The runs are a table in `data/cues.txt`.

use std::collections::BTreeMap;

use crate::numbers::number;
use crate::steps::step;
use crate::tokens::{Gap, Token, has};

const TABLE: &str = include_str!("../data/cues.txt");

/// The most words of a clause that is quoted whole.
const MAX_CLAUSE: usize = 24;

/// The runs of all sections, by the word they begin with.
#[derive(Debug)]
pub(crate) struct Cues {
    firsts: BTreeMap<&'static str, Vec<Run>>,
}

#[derive(Clone, Debug)]
struct Run {
    section: &'static str,
    rest: &'static str,
    instead: &'static str,
}

/// A run that was found.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) section: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The value to give instead of the words; empty for the words themselves.
    pub(crate) instead: &'static str,
}

impl Cues {
    pub(crate) fn new() -> Cues {
        let mut firsts: BTreeMap<&str, Vec<Run>> = BTreeMap::new();
        let mut section = "";
        for line in TABLE.lines() {
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
                continue;
            }
            let (run, instead) = line.split_once(" = ").unwrap_or((line, ""));
            let run = run.trim();
            let (first, rest) = run.split_once(' ').unwrap_or((run, ""));
            if run.is_empty() || (line.starts_with('#') && section.is_empty()) {
                continue;
            }
            for first in first.split('|') {
                firsts.entry(first).or_default().push(Run {
                    section,
                    rest,
                    instead,
                });
            }
        }
        Cues { firsts }
    }

    /// Finds the longest run of each section at each place, none within a longer one of its section.
    pub(crate) fn find(&self, tokens: &[Token]) -> Vec<Hit> {
        let mut found: Vec<Hit> = Vec::new();
        for at in 0..tokens.len() {
            let counted = number(tokens, at).map(|number| number.end);
            let here = found.len();
            let word = tokens[at].word.as_str();
            let named = self
                .firsts
                .get(word)
                .into_iter()
                .flatten()
                .map(|run| (run, at + 1));
            let numbers = self.firsts.get("#").into_iter().flatten();
            let counted = counted
                .into_iter()
                .flat_map(|end| numbers.clone().map(move |run| (run, end)));
            for (run, next) in named.chain(counted) {
                let Some(end) = matches(run.rest, tokens, next) else {
                    continue;
                };
                match found[here..]
                    .iter_mut()
                    .find(|hit| hit.section == run.section)
                {
                    Some(hit) if hit.end >= end => {}
                    Some(hit) => (hit.end, hit.instead) = (end, run.instead),
                    None => {
                        let inside = found[..here]
                            .iter()
                            .rev()
                            .take(8)
                            .any(|hit| hit.section == run.section && hit.end > at);
                        if !inside {
                            found.push(Hit {
                                section: run.section,
                                start: at,
                                end,
                                instead: run.instead,
                            });
                        }
                    }
                }
            }
        }
        found
    }
}

/// Matches the rest of a run from a token on. Returns where it ends.
fn matches(run: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let mut at = at;
    for element in run.split_ascii_whitespace() {
        step();
        if element == "…" {
            return Some(clause_end(tokens, at));
        }
        let (element, optional) = match element.strip_suffix('?') {
            Some("") | None => (element, false),
            Some(element) => (element, true),
        };
        let token = tokens.get(at).filter(|one| {
            one.gap != Gap::Line || one.small || one.word.starts_with(|c: char| c.is_ascii_digit())
        });
        let next = match (element, token) {
            (_, None) => None,
            ("#", Some(_)) => number(tokens, at)
                .filter(|one| one.rest.is_empty())
                .map(|one| one.end),
            ("*", Some(token)) => token.is_word.then_some(at + 1),
            (_, Some(token)) => element
                .split('|')
                .any(|word| word == token.word)
                .then_some(at + 1),
        };
        match next {
            Some(next) => at = next,
            None if optional => {}
            None => return None,
        }
    }
    Some(at)
}

/// Where the clause ends in which a token stands: before a comma, a sign that parts, or after so many words.
pub(crate) fn clause_end(tokens: &[Token], at: usize) -> usize {
    let mut end = at;
    while let Some(token) = tokens.get(end) {
        let parts = !token.is_word
            && has(", ; . ! ? • | ( ) :", &token.word)
            && !(token.word == "."
                && token.gap == Gap::None
                && tokens
                    .get(end + 1)
                    .is_some_and(|next| next.gap == Gap::None && next.small));
        let dash = token.word == "-" && token.gap == Gap::Space;
        if parts
            || dash
            || end >= at + MAX_CLAUSE
            || matches!(token.gap, Gap::Wide)
            || (token.gap == Gap::Line && !token.small)
        {
            break;
        }
        end += 1;
    }
    end
}

/// Returns a stretch of text as one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
