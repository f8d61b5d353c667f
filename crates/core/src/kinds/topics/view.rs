//! What a screen shows of an interview over topics.

use colloquy_schema::codec::Codec;
use serde_json::Value;

/// Where an interview over topics stands.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TopicsView {
    /// Name of the kind, `topics`.
    #[cfg_attr(feature = "types", ts(type = "\"topics\""))]
    pub kind: &'static str,
    /// Topics that are asked of everybody or apply to this respondent, in their order.
    pub topics: Vec<TopicView>,
    /// Values that were given, as the forms by which they are changed: while `view.can.edit` holds, by
    /// [`Event::Edit`](crate::Event::Edit) with `{ question, value }`.
    pub values: Vec<TopicValue>,
    /// How it ended: `complete`, `screened_out`, `quota_full` or `stopped`; empty before.
    #[cfg_attr(
        feature = "types",
        ts(type = "\"\" | \"complete\" | \"screened_out\" | \"quota_full\" | \"stopped\"")
    )]
    pub end: &'static str,
    /// Where to go on to when it has ended; empty for nowhere.
    pub redirect: String,
}

/// The value of a typed question.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TopicValue {
    /// Number of the question.
    pub question: u32,
    /// JSON Schema of its form, as in `view.form`.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub schema: Value,
    /// What it is filled with.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub data: Value,
}

/// One topic.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TopicView {
    /// Id.
    pub id: String,
    /// Title; may be empty.
    pub title: String,
    /// True when it must be asked, or refused.
    pub must: bool,
    /// `ahead`, `current`, or what it came to: `answered`, `refused`, `skipped`, `not_applicable`, `not_reached`.
    #[cfg_attr(
        feature = "types",
        ts(
            type = "\"ahead\" | \"current\" | \"answered\" | \"refused\" | \"skipped\" | \"not_applicable\" | \"not_reached\""
        )
    )]
    pub state: String,
    /// Questions that were put for it.
    pub questions: u32,
    /// True when an answer to another topic covers it.
    pub covered: bool,
}
