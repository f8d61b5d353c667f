//! What an interviewer is asked about an answer.

use super::plan::ProbeKind;

/// Where a topic stands after an answer.
#[derive(Clone, Debug, Default)]
pub struct TopicsAsk {
    /// Id of the topic.
    pub topic: String,
    /// Its title; may be empty.
    pub title: String,
    /// What to listen for.
    pub listen_for: Vec<String>,
    /// Questions of this topic with their answers, oldest first; a typed answer in words.
    pub turns: Vec<(String, String)>,
    /// How many probes may still be put for it; 0 where only what is covered is wanted.
    pub probes_left: u32,
    /// Kinds of probe that it has.
    pub kinds: Vec<ProbeKind>,
    /// Kinds of probe that were put for it.
    pub put: Vec<ProbeKind>,
    /// How often the interviewer may still meet what an answer does.
    pub says_left: u32,
    /// Topics that are still to come.
    pub open: Vec<OpenTopic>,
}

/// A topic that is still to come.
#[derive(Clone, Debug, Default)]
pub struct OpenTopic {
    /// Id.
    pub id: String,
    /// Title; may be empty.
    pub title: String,
    /// The question that the topic is asked by.
    pub ask: String,
    /// What to listen for.
    pub listen_for: Vec<String>,
}
