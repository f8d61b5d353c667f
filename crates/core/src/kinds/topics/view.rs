//! What a screen shows of an interview over topics.

use colloquy_schema::coded;

/// Where an interview over topics stands.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TopicsView {
    /// Name of the kind, `topics`.
    #[cfg_attr(feature = "types", ts(type = "\"topics\""))]
    pub kind: &'static str,
    /// Topics that are asked of everybody or apply to this respondent, in their order.
    pub topics: Vec<TopicView>,
    /// How it ended: `complete`, `screened_out`, `quota_full` or `stopped`; empty before.
    #[cfg_attr(
        feature = "types",
        ts(type = "\"\" | \"complete\" | \"screened_out\" | \"quota_full\" | \"stopped\"")
    )]
    pub end: &'static str,
    /// Where to go on to when it has ended; empty for nowhere.
    pub redirect: String,
}

/// One topic.
#[derive(Clone, Debug, Default)]
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

coded! {
    TopicsView { required kind, required topics, required end, required redirect }
    TopicView { required id, required title, required must, required state, required questions, required covered }
}
