//! The plan of an interview over topics, and its words in one language.

use super::condition::Condition;
use super::typed::Typed;
use crate::Issue;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is asked, in which order, and within which bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicPlan {
    /// Hash of the study that the guide was compiled from.
    pub study: String,
    /// Whether everybody is put the same questions.
    #[serde(default)]
    pub mode: TopicMode,
    /// Refusals in a row that end the interview, 1 to 20.
    pub refusals: u32,
    /// Minutes after which only must-asks are put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// Values that the host hands in, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Typed>,
    /// When it holds after the screening, the quota is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_when: Option<Condition>,
    /// How the owner wants results; the host's matter where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliver: Option<Deliver>,
    /// The topics in their order, screening questions first.
    pub topics: Vec<PlannedTopic>,
}

/// How results are delivered. The engine sends nothing: it states it in the outcome of an interview with one of these ends, and the
/// host does it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deliver {
    /// Formats, by the names of exports.
    pub formats: Vec<String>,
    /// Address that they go to; the host's own where it is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// Ends whose interviews are delivered.
    pub ends: Vec<TopicsEnd>,
}

/// Whether probes differ between respondents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicMode {
    /// The interviewer reads each answer, and words the probes.
    #[default]
    Adaptive,
    /// The same questions and probes for everybody, without a model.
    Standardised,
}

/// One topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedTopic {
    /// Name, unique among topics and handed-in values.
    pub id: String,
    /// What its answer is.
    pub answer: Typed,
    /// True when it must be asked, or refused.
    #[serde(default)]
    pub must: bool,
    /// Probes after its question.
    #[serde(default)]
    pub probes: Probes,
    /// How far adaptive probes go: 1 describes and clarifies, 2 asks for a case as well, 3 for reasons as well.
    #[serde(default = "deepest")]
    pub depth: u8,
    /// When it is asked; always where this is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// What its value must satisfy, where it is a screening question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept: Option<Condition>,
}

fn deepest() -> u8 {
    3
}

/// Probes of a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Probes {
    /// None.
    #[default]
    None,
    /// So many sentences of the owner's, in their order.
    Fixed(u32),
    /// At most so many, as the answers need them.
    Adaptive(u32),
}

impl Probes {
    /// The most probes that are put.
    pub fn most(self) -> u32 {
        match self {
            Probes::None => 0,
            Probes::Fixed(count) | Probes::Adaptive(count) => count,
        }
    }
}

/// What a probe does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProbeKind {
    /// Asks for more of what was told.
    Descriptive,
    /// Asks what words mean.
    Clarifying,
    /// Asks for a case of the respondent's own.
    Idiographic,
    /// Asks for reasons.
    Explanatory,
}

impl ProbeKind {
    /// All kinds, those of the least depth first.
    pub const ALL: [ProbeKind; 4] = [
        ProbeKind::Descriptive,
        ProbeKind::Clarifying,
        ProbeKind::Idiographic,
        ProbeKind::Explanatory,
    ];

    /// Stable name.
    pub fn name(self) -> &'static str {
        match self {
            ProbeKind::Descriptive => "descriptive",
            ProbeKind::Clarifying => "clarifying",
            ProbeKind::Idiographic => "idiographic",
            ProbeKind::Explanatory => "explanatory",
        }
    }

    /// The use of the sentences for it in a bank.
    pub fn bank_use(self) -> &'static str {
        match self {
            ProbeKind::Descriptive => "probe.descriptive",
            ProbeKind::Clarifying => "probe.clarifying",
            ProbeKind::Idiographic => "probe.idiographic",
            ProbeKind::Explanatory => "probe.explanatory",
        }
    }

    /// The kinds that a topic of a depth has.
    pub fn of_depth(depth: u8) -> &'static [ProbeKind] {
        &Self::ALL[..usize::from(depth.clamp(1, 3)) + 1]
    }
}

/// How an interview over topics ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicsEnd {
    /// Every topic is over.
    Complete,
    /// A screening question was not answered as the study needs it.
    ScreenedOut,
    /// There are enough respondents of this kind.
    QuotaFull,
    /// A stop rule, a limit or the respondent ended it.
    Stopped,
}

impl TopicsEnd {
    /// Stable name.
    pub fn name(self) -> &'static str {
        match self {
            TopicsEnd::Complete => "complete",
            TopicsEnd::ScreenedOut => "screened_out",
            TopicsEnd::QuotaFull => "quota_full",
            TopicsEnd::Stopped => "stopped",
        }
    }
}

/// Words of the plan in one language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicsWording {
    /// Words of every topic, by its id.
    pub topics: BTreeMap<String, TopicWording>,
    /// Words of every end.
    pub ends: BTreeMap<TopicsEnd, EndWording>,
    /// Asks a topic as a check, with `{quote}`, `{title}` and `{ask}`.
    pub check: String,
    /// The same where the topic has no title, with `{quote}` and `{ask}`.
    pub check_untitled: String,
    /// What “yes” and “no” are.
    pub yes_no: [String; 2],
    /// What no probe may touch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<String>,
    /// System prompt of the calls that read an answer.
    pub system: String,
    /// Asks a model to read an answer: `{topic}`, `{turns}`, `{left}`, `{kinds}`, `{open}`.
    pub turn: String,
}

/// One topic in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicWording {
    /// The question, as it is put.
    pub ask: String,
    /// Title; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The question as a check; empty for the engine's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub check: String,
    /// Fixed probes, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<String>,
    /// What to listen for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listen_for: Vec<String>,
    /// Labels of options or points of a scale, by their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Closing words where this screening question ends the interview.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// One end in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndWording {
    /// Closing words.
    pub words: String,
    /// Address to go on to, with `{session}` and `{value.<name>}` of handed-in values; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub redirect: String,
}

impl TopicPlan {
    /// Reads a plan out of a guide, or returns what is wrong with it.
    pub fn read(value: &Value) -> Result<TopicPlan, Issue> {
        let fault = |message: String| Issue::new("strategy.plan", "type", message, None);
        let plan: TopicPlan =
            serde_json::from_value(value.clone()).map_err(|error| fault(error.to_string()))?;
        let mut ids: Vec<&str> = plan.values.keys().map(String::as_str).collect();
        for topic in &plan.topics {
            if ids.contains(&topic.id.as_str()) {
                return Err(fault(["has ", &topic.id, " twice"].concat()));
            }
            ids.push(&topic.id);
        }
        if plan.topics.is_empty() || plan.refusals == 0 {
            return Err(fault(
                "must have topics, and 1 or more refusals that end the interview".into(),
            ));
        }
        Ok(plan)
    }

    /// The most questions that the plan comes to; `says` is how often the interviewer may react to what an answer does.
    pub fn longest(&self, says: u32) -> u32 {
        let topics = self.topics.iter();
        let questions: u32 = topics.map(|topic| 1 + topic.probes.most()).sum();
        questions
            + if self.mode == TopicMode::Adaptive {
                says
            } else {
                0
            }
    }
}

impl TopicsWording {
    /// Reads the words of a plan, or returns what is wrong with them.
    pub fn read(value: &Value, plan: &TopicPlan, path: &str) -> Result<TopicsWording, Issue> {
        let fault = |message: String| Issue::new(path, "type", message, None);
        let words: TopicsWording =
            serde_json::from_value(value.clone()).map_err(|error| fault(error.to_string()))?;
        for topic in &plan.topics {
            let Some(own) = words.topics.get(&topic.id) else {
                return Err(fault(["lacks the words of ", &topic.id].concat()));
            };
            if let Probes::Fixed(count) = topic.probes
                && own.probes.len() != count as usize
            {
                return Err(fault(["lacks probes of ", &topic.id].concat()));
            }
        }
        Ok(words)
    }
}

/// Words of the engine's that may stand before the next topic, in one interview.
pub const TOPICS_SAYS: u32 = 3;
