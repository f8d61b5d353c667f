//! Judges a whole reply against its contract: the first candidate that satisfies it wins, and what was wrong is said.

mod question_text;

pub(crate) use question_text::{is_repetition, question_marks};

use crate::session::Session;
use colloquy_jsonstream::{Limits, ReadReply, read};
use colloquy_schema::{Contract, Fields, Issue, QuestionReply, RawReply, StopReason};
use serde_json::Value;

/// Shortest and longest question, in characters: those of a response in seed 000.
const QUESTION_CHARS: (usize, usize) = (10, 2_000);

/// A value that satisfies its contract.
#[derive(Debug)]
pub(crate) enum Reply {
    /// [`Contract::Question`].
    Question(QuestionReply),
}

/// What a step came to, once its retries are over or not needed.
#[derive(Debug)]
pub(crate) enum Reading {
    /// A value that satisfies the contract.
    Value(Reply),
    /// No value, but plain prose that works as one question.
    Prose(String),
    /// Nothing usable.
    Nothing,
}

/// A reply with what is to be said of it.
pub(crate) struct Judged {
    /// The value, when a candidate satisfies the contract.
    pub(crate) value: Option<Reply>,
    /// Plain prose that would work as one question.
    pub(crate) prose: Option<String>,
    /// True when only something a respondent would not notice is wrong: such a reply is asked for again only while
    /// nothing of it was shown.
    pub(crate) breach: bool,
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<String>,
}

/// Reads and judges a reply.
pub(crate) fn judge(session: &Session, contract: Contract, raw: &RawReply) -> Judged {
    let mut judged = Judged {
        value: None,
        prose: None,
        breach: false,
        issues: Vec::new(),
        repairs: Vec::new(),
    };
    if raw.stop == StopReason::Refusal {
        judged.issues.push(Issue::new(
            "",
            "refusal",
            "the model refused; put one question within the rules",
            None,
        ));
        return judged;
    }
    let reply = read(&raw.text, Limits::default());
    for candidate in &reply.candidates {
        let mut issues = Vec::new();
        let value = match contract {
            Contract::Question => {
                question(session, &candidate.value, &mut issues).map(Reply::Question)
            }
        };
        if value.is_some() {
            judged.repairs = candidate
                .repairs
                .codes()
                .into_iter()
                .map(String::from)
                .collect();
            judged.breach = issues.iter().any(|issue| issue.rule == "one_question");
            judged.value = value;
            judged.issues = issues;
            return judged;
        }
        // The best reading's faults are the ones to mend.
        if judged.issues.is_empty() {
            judged.issues = issues;
        }
    }
    if reply.candidates.is_empty() {
        judged.issues.push(Issue::new(
            "",
            "json",
            "must be one JSON object and nothing else",
            None,
        ));
    }
    judged.prose = prose(session, &reply);
    judged
}

/// Reads a candidate as a question. Returns it when it can be put; what is wrong besides is reported all the same.
fn question(session: &Session, value: &Value, issues: &mut Vec<Issue>) -> Option<QuestionReply> {
    let mut fields = Fields::open(value, "", issues);
    let before = issues.len();
    let follow_up = fields
        .required("follow_up", issues)
        .map(|v| (v.as_bool(), v));
    if let Some((None, value)) = follow_up {
        issues.push(Issue::new(
            "follow_up",
            "type",
            "must be true or false",
            Some(value),
        ));
    }
    let text = fields.text("question", QUESTION_CHARS.0, QUESTION_CHARS.1, issues);
    if !text.is_empty() && is_repetition(session, &text) {
        issues.push(Issue::new(
            "question",
            "repeated",
            "was put before; ask something else",
            value.get("question"),
        ));
    }
    // Raw JSON, markup or a code fence is never shown to a respondent, even where it is a string in the right place.
    if text.starts_with(['{', '[', '<', '`']) || text.contains("\":") {
        issues.push(Issue::new(
            "question",
            "plain_text",
            "must be plain text",
            value.get("question"),
        ));
    }
    if issues.len() > before {
        return None;
    }
    fields.refuse_unknown(issues);
    if question_marks(&text) > 1 {
        issues.push(Issue::new(
            "question",
            "one_question",
            "must be one question, with one question mark",
            value.get("question"),
        ));
    }
    Some(QuestionReply {
        follow_up: follow_up.and_then(|(flag, _)| flag)?,
        question: text,
    })
}

/// Plain prose works as a question when it is one question of fitting length that was not put before, and nothing in it
/// began as JSON: raw JSON is never shown to a respondent.
fn prose(session: &Session, reply: &ReadReply) -> Option<String> {
    let text = reply.plain_prose()?.trim();
    let chars = text.chars().count();
    let fits = (QUESTION_CHARS.0..=QUESTION_CHARS.1).contains(&chars) && question_marks(text) == 1;
    let clean = !text.contains(['{', '}', '<', '`']) && !is_repetition(session, text);
    (fits && clean).then(|| text.to_string())
}
