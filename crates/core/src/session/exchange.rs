//! One question with how it was met.

use colloquy_findings::word_count;
use colloquy_schema::{Question, Reaction, Turn};

/// One question with how it was met.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The question.
    pub question: Question,
    /// When it was put, in milliseconds since 1970.
    pub asked_at: u64,
    /// How it was met; absent while it is open.
    pub reaction: Option<Reaction>,
    /// True when the answer was changed later.
    pub amended: bool,
    /// True when the respondent had the answer removed.
    pub redacted: bool,
    /// Words of the answer.
    pub words: u32,
    /// From the question to the answer, time away left out, in milliseconds.
    pub thinking_ms: u64,
    away_when_asked: u64,
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
            away_when_asked: away_ms,
        }
    }

    pub(super) fn answer(&mut self, text: &str, redacted: bool, at: u64, away_ms: u64) {
        self.put(text, redacted);
        let away = away_ms.saturating_sub(self.away_when_asked);
        self.thinking_ms = at.saturating_sub(self.asked_at).saturating_sub(away);
    }

    pub(super) fn amend(&mut self, text: &str, redacted: bool) {
        self.put(text, redacted);
        self.amended = true;
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

    /// True until the respondent meets it.
    pub fn is_open(&self) -> bool {
        self.reaction.is_none()
    }

    /// The answer, or nothing.
    pub fn answer_text(&self) -> &str {
        match &self.reaction {
            Some(Reaction::Answered(text)) => text,
            _ => "",
        }
    }

    /// The exchange as an interviewer is told of it; nothing while it is open.
    pub(crate) fn turn(&self) -> Option<Turn> {
        Some(Turn {
            number: self.question.number,
            question: self.question.text.clone(),
            kind: self.question.kind,
            follow_up_depth: self.question.follow_up_depth,
            staged: self.question.staged.clone(),
            reaction: self.reaction.clone()?,
        })
    }
}
