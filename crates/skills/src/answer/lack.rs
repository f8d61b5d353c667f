//! What an answer says that somebody has none of, and when something began.

use colloquy_schema::Attribute;

use super::Reader;
use crate::cues::one_line;
use crate::durations::begun;
use crate::found::Reading;
use crate::lacking::{lacking, privately};
use crate::names::{Mention, Tone};
use crate::readings::{Statement, in_order};
use crate::resume::quote;
use crate::tokens::{Token, has};

impl Reader<'_> {
    /// Takes in whose the skill is that a sentence says there is none of: one that it names, else what it is about. One that nobody asks
    /// about is not taken in by being denied.
    pub(super) fn lacks(&mut self, tokens: &[Token], named: &[Mention]) -> Option<usize> {
        // “Linux? Zero.” is about Linux, whatever was asked.
        let timed = self.ask.attributes.contains(&Attribute::Duration) || self.topic != self.asked;
        let (range, lacking) = match lacking(tokens, named, timed) {
            Some(range) => (range, true),
            None if timed && named.is_empty() => (privately(tokens)?, false),
            None => return None,
        };
        let sign = |one: &Token| !one.is_word && one.word != "-";
        let first = tokens[..range.start].iter().rposition(sign).unwrap_or(0);
        let last = tokens[range.end..].iter().position(sign);
        let last = last.map_or(tokens.len(), |at| range.end + at);
        let mut here = named
            .iter()
            .filter(|one| one.start >= first && one.end <= last);
        let (skill, denied) = match (here.next(), here.next()) {
            (None, _) => (self.topic, false),
            (Some(only), None) => (Some(only.skill), only.tone == Tone::Denied),
            _ => return None,
        };
        let skill = skill?;
        let mut known = self.ask.known.iter();
        let known =
            Some(skill) == self.asked || known.any(|one| one.skill == self.lexicon.usual(skill));
        if denied && !known {
            return None;
        }
        let words = &tokens[range.clone()];
        let text = one_line(&self.ask.text[words[0].start..words[words.len() - 1].end]);
        let bare = words.len() == 1 || has("zero no 0", &words[0].word);
        let value = match (lacking, bare) {
            (false, _) => text,
            (true, true) => "0 years".to_owned(),
            (true, false) => format!("none ({text})"),
        };
        let reading = Reading {
            attribute: Attribute::Duration,
            value,
            quote: quote(tokens),
            same_as: None,
        };
        self.lacks.push((skill, reading));
        lacking.then_some(skill)
    }

    /// Keeps what was said to be lacking, where the answer shows neither a time nor work that was done.
    pub(super) fn lacking(&mut self) {
        let mut lacks = core::mem::take(&mut self.lacks);
        // “I did a course. I can't say that I have used it.”
        lacks.sort_by_key(|(_, reading)| !reading.value.starts_with("none ("));
        for (skill, reading) in lacks {
            if !self.found.has(skill, Attribute::Depth) {
                self.found.name(skill, &reading.quote, 90);
                self.found.insert(skill, reading);
                self.signals.values |= Some(skill) == self.asked;
            }
        }
    }

    /// When somebody began, where that is how they say how long it is.
    pub(super) fn begins(&self, tokens: &[Token], stated: &mut Vec<Statement>) {
        let timed = |one: &Statement| one.attribute == Attribute::Duration;
        if !self.ask.attributes.contains(&Attribute::Duration) || stated.iter().any(timed) {
            return;
        }
        if let Some(range) = begun(tokens, self.ask.year) {
            let words = &self.ask.text[tokens[range.start].start..tokens[range.end - 1].end];
            stated.push(Statement {
                attribute: Attribute::Duration,
                start: range.start,
                end: range.end,
                value: one_line(words),
                level: false,
                months: None,
            });
            in_order(stated);
        }
    }

    /// True for a time that nobody asked for where one is known: it corrects that only where somebody speaks of themselves or of nothing
    /// else, and “a battery for a year” does not.
    pub(super) fn is_known_time(&self, tokens: &[Token], one: &Statement) -> bool {
        let mut known = self.ask.known.iter();
        let known = known
            .any(|one| one.skill == self.ask.skill && !one.unknown.contains(&Attribute::Duration));
        let own = tokens.iter().any(|one| has("i ive we weve", &one.word));
        known
            && !own
            && tokens.len() > one.end - one.start + 1
            && !self.ask.attributes.contains(&Attribute::Duration)
    }
}
