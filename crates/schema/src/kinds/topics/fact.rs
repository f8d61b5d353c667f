//! What happens in an interview over topics alone.

use super::TopicsRecord;
use super::plan::{ProbeKind, TopicsEnd};
use crate::kinds::KindFact;
use crate::{Fact, Issue};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TopicsFact {
    /// The next question is for this topic.
    Put {
        /// Id of the topic.
        topic: String,
        /// What it does there.
        role: TopicRole,
        /// What the probe does, where it is an adaptive one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        probe: Option<ProbeKind>,
    },
    /// An answer was read for what it covers.
    Read {
        /// Number of the question.
        question: u32,
        /// What it covers.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        covered: Vec<Covered>,
        /// What stands before the next question, where the answer calls for a word: a refusal is acknowledged. Empty otherwise.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        lead: String,
    },
    /// What a typed question brought.
    Valued {
        /// Id of the topic.
        topic: String,
        /// Number of the question.
        question: u32,
        /// The value; absent where it was refused, skipped, or answered in words that are none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
    },
    /// What of the answers may be quoted, once the interview is finished: every other sentence refuses, asks back, complains, or was
    /// told in pain. Absent from records of versions that quoted every answer.
    Quotable {
        /// The stretches, by question, then by place.
        stretches: Vec<Stretch>,
    },
    /// A topic is over.
    Ended {
        /// Id of the topic.
        topic: String,
        /// What it came to.
        reason: TopicEnd,
    },
    /// Nothing more is asked.
    Over {
        /// How it ends.
        end: TopicsEnd,
        /// Which rule stopped it, or the screening question that did.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        because: String,
    },
}

/// An open topic that an answer covers, with the words that show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covered {
    /// Id of the topic.
    pub topic: String,
    /// The answer's own words.
    pub quote: String,
}

/// A part of an answer, by its place: it holds no words, so that nothing is left of an answer that is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// Number of the question.
    pub question: u32,
    /// First byte.
    pub start: u32,
    /// Last byte, exclusive.
    pub end: u32,
}

/// What a question does for its topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicRole {
    /// Puts the owner's question.
    Ask,
    /// Puts it as a check: an earlier answer covers it.
    Check,
    /// Probes.
    Probe,
    /// Meets what an answer does, such as a question back or distress.
    Say,
}

/// What a topic came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicEnd {
    /// The question was answered.
    Answered,
    /// It was refused, by itself or with the rest of the interview.
    Refused,
    /// The question was skipped.
    Skipped,
    /// Its condition does not hold.
    NotApplicable,
    /// The interview was over before.
    NotReached,
}

impl TopicEnd {
    /// Stable name.
    pub fn name(self) -> &'static str {
        match self {
            TopicEnd::Answered => "answered",
            TopicEnd::Refused => "refused",
            TopicEnd::Skipped => "skipped",
            TopicEnd::NotApplicable => "not_applicable",
            TopicEnd::NotReached => "not_reached",
        }
    }
}

impl TopicsFact {
    /// The fact as it is recorded.
    pub fn recorded(&self) -> Fact {
        let value = serde_json::to_value(self).unwrap_or_default();
        Fact::Kind(KindFact::Topics(TopicsRecord::Topics(value)))
    }

    /// Reads a recorded fact; none for a fact of another kind, and for one of a later version.
    pub fn of(fact: &Fact) -> Option<TopicsFact> {
        let Fact::Kind(KindFact::Topics(TopicsRecord::Topics(value))) = fact else {
            return None;
        };
        serde_json::from_value(value.clone()).ok()
    }

    /// Reads a recorded fact of this kind, or returns that it is none.
    ///
    /// # Errors
    /// The fault, where the value is no fact of this version.
    pub fn check(fact: &Fact) -> Result<(), Issue> {
        let ours = matches!(fact, Fact::Kind(KindFact::Topics(_)));
        if ours && TopicsFact::of(fact).is_none() {
            return Err(Issue::new(
                "topics",
                "type",
                "must be a fact of an interview over topics",
                None,
            ));
        }
        Ok(())
    }
}
