//! One question with the respondent's reaction.

use crate::forms::FilledView;
use colloquy_findings::word_count;
use colloquy_schema::{Question, Reaction, Turn};
use serde_json::Value;
use std::cell::OnceCell;

/// The question marks of the languages that interviews are in.
const ASKING: [char; 3] = ['?', '؟', '？'];

/// One question with the respondent's reaction.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The question.
    pub question: Question,
    /// When it was put, in milliseconds since 1970.
    pub asked_at: u64,
    /// The reaction; absent while the question is open.
    pub reaction: Option<Reaction>,
    /// True when the answer was changed later.
    pub amended: bool,
    /// True when the respondent had the answer removed.
    pub redacted: bool,
    /// Words of the answer.
    pub words: u32,
    /// From the question to the answer, time away left out, in milliseconds.
    pub thinking_ms: u64,
    /// How the form of the question was settled.
    pub filled: Option<FilledView>,
    /// True once the next question stayed with this one, as an [aside](Question::is_aside).
    pub(super) explained: bool,
    away_when_asked: u64,
    /// What the question is compared by, once it was: see [`Exchange::compared_by`].
    compared_by: OnceCell<Vec<u64>>,
}

impl Exchange {
    pub(super) fn new(question: Question, at: u64, away_ms: u64) -> Exchange {
        Exchange {
            question,
            asked_at: at,
            reaction: None,
            amended: false,
            redacted: false,
            words: 0,
            thinking_ms: 0,
            filled: None,
            explained: false,
            away_when_asked: away_ms,
            compared_by: OnceCell::new(),
        }
    }

    /// True for an answer that was nothing but a question, to which the interviewer answered: it is no answer to what was asked.
    pub(crate) fn only_asks_back(&self) -> bool {
        let Some(Reaction::Answered(text)) = &self.reaction else {
            return false;
        };
        let text = text.trim();
        let asked = text.trim_end_matches(ASKING);
        let ends_sentence = |c: char| matches!(c, '.' | '!' | '…' | '\n');
        self.explained && asked.len() < text.len() && !asked.contains(ends_sentence)
    }

    /// What is made of the question's text to compare others with it. It is kept, as every reply is compared with every question
    /// and a question never changes.
    pub(crate) fn compared_by(&self, make: fn(&str) -> Vec<u64>) -> &[u64] {
        self.compared_by.get_or_init(|| make(&self.question.text))
    }

    pub(super) fn answer(&mut self, text: &str, redacted: bool, at: u64, away_ms: u64) {
        self.put(text, redacted);
        self.thought(at, away_ms);
    }

    fn thought(&mut self, at: u64, away_ms: u64) {
        let away = away_ms.saturating_sub(self.away_when_asked);
        self.thinking_ms = at.saturating_sub(self.asked_at).saturating_sub(away);
    }

    /// Notes that its form was settled, or refused.
    pub(super) fn fill(
        &mut self,
        filled: Option<FilledView>,
        result: &Value,
        at: u64,
        away_ms: u64,
    ) {
        let status = result["status"].as_str().unwrap_or_default();
        if status == "error" {
            return self.skip();
        }
        self.thought(at, away_ms);
        self.reaction = Some(Reaction::Filled);
        self.redacted = status == "redacted";
        self.filled = filled;
    }

    pub(super) fn amend(&mut self, text: &str, redacted: bool) {
        // What had been passed over is answered after all: nothing was changed.
        self.amended |= !matches!(
            self.reaction,
            Some(Reaction::Skipped | Reaction::Declined) | None
        );
        self.filled = None;
        self.put(text, redacted);
    }

    fn put(&mut self, text: &str, redacted: bool) {
        self.words = word_count(text) as u32;
        self.reaction = Some(Reaction::Answered(text.into()));
        self.redacted = redacted;
    }

    pub(super) fn skip(&mut self) {
        self.reaction = Some(Reaction::Skipped);
    }

    pub(super) fn decline(&mut self) {
        self.reaction = Some(Reaction::Declined);
    }

    /// True until the respondent reacts.
    pub fn is_open(&self) -> bool {
        self.reaction.is_none()
    }

    /// True when an answer to it can be written later, or changed: it was answered in words, or passed over. A form is filled in once,
    /// and a skill of which the respondent would not speak is a closed topic.
    pub(crate) fn takes_answer(&self) -> bool {
        match self.reaction {
            Some(Reaction::Answered(_)) => true,
            Some(Reaction::Skipped) => self.question.form.is_none(),
            Some(Reaction::Declined) => {
                self.question.form.is_none() && self.question.of_kind.gap.is_none()
            }
            _ => false,
        }
    }

    /// The answer, or nothing.
    pub fn answer_text(&self) -> &str {
        match &self.reaction {
            Some(Reaction::Answered(text)) => text,
            _ => "",
        }
    }

    /// The exchange as an interviewer reads it; nothing while it is open, and for a form that was settled: the result of its tool
    /// has it.
    pub(crate) fn turn(&self) -> Option<Turn> {
        if self.question.form.is_some() && self.answer_text().is_empty() {
            return None;
        }
        Some(Turn {
            number: self.question.number,
            question: self.question.text.clone(),
            kind: self.question.kind,
            follow_up_depth: self.question.follow_up_depth,
            of_kind: self.question.of_kind.clone(),
            reaction: self.reaction.clone()?,
        })
    }
}
