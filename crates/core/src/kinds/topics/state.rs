//! Where an interview over topics stands: the fold of its facts.

use colloquy_schema::{ProbeKind, Stretch, TopicEnd, TopicRole, TopicsEnd, TopicsFact};
use serde_json::Value;
use std::collections::BTreeSet;

/// Everything that is folded.
#[derive(Debug, Default)]
pub(super) struct State {
    /// The topics in the plan's order.
    pub(super) topics: Vec<Standing>,
    /// What each question was put for, by its place.
    pub(super) puts: Vec<Option<PutFor>>,
    /// What the next question is put for.
    pending: Option<PutFor>,
    /// Numbers of the questions whose answers were read.
    pub(super) read: BTreeSet<u32>,
    /// How often the interviewer reacted to what an answer does.
    pub(super) says: u32,
    /// Most topics that were over at once.
    pub(super) most_over: usize,
    /// What stands before the question of the next topic.
    pub(super) lead: String,
    /// What of the answers may be quoted; absent until the interview is finished.
    pub(super) quotable: Option<Vec<Stretch>>,
    /// How the interview ends, and why.
    pub(super) over: Option<(TopicsEnd, String)>,
}

/// One topic and what became of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// What it came to; absent before.
    pub(super) ended: Option<TopicEnd>,
    /// Numbers of its questions.
    pub(super) questions: Vec<u32>,
    /// Kinds of the adaptive probes that were put.
    pub(super) kinds: Vec<ProbeKind>,
    /// Probes that were put.
    pub(super) probes: u32,
    /// What a typed question brought.
    pub(super) value: Option<Value>,
    /// Number of the question that it was noted of; set once it was.
    pub(super) valued_at: Option<u32>,
    /// What covers it of answers to other topics: number of the question, and words.
    pub(super) covered: Vec<(u32, String)>,
}

/// What a question is put for.
#[derive(Clone, Debug)]
pub(super) struct PutFor {
    pub(super) topic: usize,
    pub(super) role: TopicRole,
}

impl State {
    pub(super) fn new(topics: usize) -> State {
        State {
            topics: vec![Standing::default(); topics],
            ..State::default()
        }
    }

    /// A question was put.
    pub(super) fn asked(&mut self) {
        let number = self.puts.len() as u32 + 1;
        // The interview goes on.
        self.quotable = None;
        self.lead.clear();
        let put = self.pending.take();
        if let Some(put) = &put
            && let Some(topic) = self.topics.get_mut(put.topic)
        {
            topic.questions.push(number);
        }
        self.puts.push(put);
    }

    /// Folds one fact; `place` is that of the topic it names, and `ids` are those of all.
    pub(super) fn evolve(&mut self, fact: TopicsFact, place: Option<usize>, ids: &[String]) {
        match fact {
            TopicsFact::Read {
                question,
                covered,
                lead,
            } => {
                self.read.insert(question);
                self.lead = lead;
                for one in covered {
                    let place = ids.iter().position(|id| *id == one.topic);
                    if let Some(topic) = place.and_then(|place| self.topics.get_mut(place)) {
                        topic.covered.push((question, one.quote));
                    }
                }
            }
            TopicsFact::Quotable { stretches } => self.quotable = Some(stretches),
            TopicsFact::Over { end, because } => self.over = Some((end, because)),
            TopicsFact::Put { role, probe, .. } => {
                let Some(topic) = place else { return };
                // It did not apply, and does since a value was changed.
                if self.topics[topic].ended == Some(TopicEnd::NotApplicable) {
                    self.topics[topic].ended = None;
                }
                match role {
                    TopicRole::Probe => self.topics[topic].probes += 1,
                    TopicRole::Say => self.says += 1,
                    TopicRole::Ask | TopicRole::Check => {}
                }
                self.topics[topic].kinds.extend(probe);
                self.pending = Some(PutFor { topic, role });
            }
            TopicsFact::Valued {
                question, value, ..
            } => {
                let Some(topic) = place else { return };
                self.topics[topic].valued_at = Some(question);
                self.topics[topic].value = value;
            }
            TopicsFact::Ended { reason, .. } => {
                let Some(topic) = place else { return };
                self.topics[topic].ended = Some(reason);
                let over = self.topics.iter().filter(|topic| topic.ended.is_some());
                self.most_over = self.most_over.max(over.count());
            }
        }
    }

    /// A value was changed that was noted before.
    pub(super) fn changed(&mut self, place: usize, value: Option<Value>) {
        let topic = &mut self.topics[place];
        if topic.valued_at.is_some() {
            topic.value = value;
        }
    }

    /// What a question was put for, by its number.
    pub(super) fn put(&self, number: u32) -> Option<&PutFor> {
        self.puts.get((number as usize).checked_sub(1)?)?.as_ref()
    }
}
