//! The study as a typed document.

use colloquy_schema::{Condition, TopicMode, TopicsEnd};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Value of a study's `schema` key that this version reads.
pub const STUDY_SCHEMA: &str = "colloquy.study/1";

/// An owner's interview.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Address of the schema, for editors; not read.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema_address: Option<String>,
    /// [`STUDY_SCHEMA`], where it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Name: lower-case letters, digits and hyphens.
    pub id: String,
    /// The owner's own version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// BCP 47 tag of the language that it is written in.
    pub language: String,
    /// Title, as the respondent reads it.
    pub title: String,
    /// What it is for; the interviewer reads it.
    pub goal: String,
    /// Who is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audience: Option<String>,
    /// What is to be found out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub research_questions: Vec<String>,
    /// Shown above the first question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    /// What the respondent agrees to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// Shown when every topic is over; the same as the words of the end `complete`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<String>,
    /// Values that the host hands in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<HandedIn>,
    /// Questions before everything else, each with what is acceptable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub screening: Vec<TopicText>,
    /// When it holds after the screening, the quota is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_when: Option<Condition>,
    /// The topics.
    pub topics: Vec<TopicText>,
    /// What is never asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_ask: Vec<String>,
    /// When it stops.
    #[serde(default)]
    pub stop: Stop,
    /// Whether everybody is put the same questions.
    #[serde(default)]
    pub mode: TopicMode,
    /// Words and address of each end.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ends: BTreeMap<String, End>,
    /// The author's words in other languages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, Translation>,
    /// Sentences of the engine that are replaced, by their name, in the study's language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
    /// How results are delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliver: Option<DeliverText>,
    /// How a model is run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Value>,
}

/// What the respondent agrees to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// What is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// Who reads the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipients: Option<String>,
    /// How long they are kept, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

/// A value that the host hands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedIn {
    /// Name, as conditions and addresses have it.
    pub name: String,
    /// `short`, `number`, `yes_no`, `date` or `single`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Options of a `single` one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionText>,
}

/// A topic or a screening question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicText {
    /// Name; by its place where it is left out, such as `topic-1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The question, as it is put.
    pub ask: String,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Why it is asked, for whoever reads the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The question as a check, with `{quote}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Type of the answer; `open` where it is left out.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// True when it must be asked, or refused.
    #[serde(default, skip_serializing_if = "is_false")]
    pub must: bool,
    /// Probes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probes: Option<ProbesText>,
    /// What to listen for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listen_for: Vec<String>,
    /// 1 to 3: how far probes go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// How long it is meant to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// When it is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// What the answer of a screening question must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept: Option<Accept>,
    /// Closing words where a screening question ends the interview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionText>,
    /// Fewest options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// Most options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// Lower end of a scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i64>,
    /// Upper end of a scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i64>,
    /// Labels of points of a scale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// True for whole numbers.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// First day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earliest: Option<String>,
    /// Last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<String>,
    /// Most characters of a short text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_chars: Option<u32>,
    /// Kinds of files that are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// Largest file, in MB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_mb: Option<u32>,
}

/// Probes as they are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProbesText {
    /// At most so many adaptive ones.
    Adaptive(u32),
    /// These sentences, in their order.
    Fixed(Vec<String>),
    /// `"none"`.
    None(String),
}

/// An option: its label alone, or with an id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionText {
    /// The label; the id is made of it.
    Label(String),
    /// Both.
    Named {
        /// Id.
        id: String,
        /// Label.
        label: String,
    },
}

/// What is acceptable: one of these values, or a test of the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Accept {
    /// One of these.
    Values(Vec<Value>),
    /// A range.
    Range {
        /// Least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<Value>,
        /// Greatest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<Value>,
    },
}

/// When an interview stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Minutes after which only must-asks are put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// Questions, probes included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<u32>,
    /// Refusals in a row; 3 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<u32>,
    /// Tokens of a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
    /// Cost of a model in USD; needs the host's prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

/// How results are delivered, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliverText {
    /// Formats; JSON where they are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// Address that they go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Ends whose interviews are delivered; complete and stopped ones where they are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<TopicsEnd>,
}

/// One end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Closing words; the engine's where they are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Address to go on to, with `{session}` and `{value.<name>}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
}

/// The author's words in another language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Welcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    /// Closing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<String>,
    /// Consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// Words of topics and screening questions, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub topics: BTreeMap<String, TopicTranslation>,
    /// Closing words of ends, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ends: BTreeMap<String, String>,
    /// What is never asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_ask: Vec<String>,
    /// Sentences of the engine that are replaced, by their name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

/// One topic in another language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicTranslation {
    /// The question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The question as a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Fixed probes, as many as in the first language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<String>,
    /// Labels of options or points of a scale, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Closing words of a screening question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl OptionText {
    /// Its id: the one that is given, else made of the label.
    pub fn id(&self) -> String {
        match self {
            OptionText::Named { id, .. } => id.clone(),
            OptionText::Label(label) => slug(label),
        }
    }

    /// The label of the option.
    pub fn label(&self) -> &str {
        match self {
            OptionText::Named { label, .. } | OptionText::Label(label) => label,
        }
    }
}

impl Study {
    /// Screening questions, then topics, each with its id.
    pub fn questions(&self) -> impl Iterator<Item = (String, &TopicText, bool)> {
        let named = |prefix: &'static str| {
            move |(place, topic): (usize, &TopicText)| {
                let id = topic.id.clone();
                id.unwrap_or_else(|| format!("{prefix}-{}", place + 1))
            }
        };
        let screening = self.screening.iter().enumerate();
        let screening = screening.map(move |one| (named("screening")(one), one.1, true));
        let topics = self.topics.iter().enumerate();
        screening.chain(topics.map(move |one| (named("topic")(one), one.1, false)))
    }
}

/// What is not said is not written: not every type of question has these keys.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Makes an id of a label: its letters and digits in lower case, the rest as `_`.
pub(crate) fn slug(label: &str) -> String {
    let mut out = String::new();
    for c in label.chars().flat_map(char::to_lowercase) {
        match c {
            c if c.is_alphanumeric() => out.push(c),
            _ if out.is_empty() || out.ends_with('_') => {}
            _ => out.push('_'),
        }
        if out.len() >= 60 {
            break;
        }
    }
    out.trim_end_matches('_').into()
}
