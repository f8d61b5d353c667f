//! The interview over an owner's topics. The engine puts the owner's questions and holds order, conditions, budgets and ends; the
//! interviewer reads answers and words probes, and no more.
//!
//! The plan and the words are read here and nowhere else, so that the base of the engine has no code for them.

mod absorb;
mod draw;
mod form;
mod instruct;
mod plan;
mod quotes;
mod state;
mod view;
mod wording;

pub use form::in_words;
pub use view::*;
pub use wording::{is_double, leads, plain};

use super::{Kind, NoKind, Plan, Reading, Section, Step};
use crate::forms::Forms;
use crate::misuse::Misuse;
use crate::session::Session;
use colloquy_schema::{
    CloseReason, Contract, Fact, Guide, Issue, Record, Setup, Strategy, TopicEnd, TopicMode,
    TopicPlan, TopicsFact, TopicsWording,
};
use serde_json::{Map, Value};
use state::State;
use std::collections::BTreeMap;

/// The kind's name in a guide.
pub const NAME: &str = "topics";

/// Key of the setup's metadata that marks an interview of a persona.
pub const SIMULATED: &str = "simulated";

#[derive(Debug)]
struct Topics {
    max_questions: u32,
    plan: TopicPlan,
    words: TopicsWording,
    /// Values that the host handed in, as far as they are of their type.
    handed_in: BTreeMap<String, Value>,
    simulated: bool,
    faults: Vec<Issue>,
    state: State,
}

/// Makes the kind for one session.
pub fn make(guide: &Guide, setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Topics(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    let mut kind = Topics {
        max_questions: parameters.max_questions,
        plan: TopicPlan::default(),
        words: TopicsWording::default(),
        handed_in: BTreeMap::new(),
        simulated: setup.metadata.contains_key(SIMULATED),
        faults: Vec::new(),
        state: State::default(),
    };
    let read = TopicPlan::read(&parameters.plan).and_then(|plan| {
        // All locales are read, so that a fault does not wait for a respondent who speaks its language.
        for (tag, words) in guide.locales.iter() {
            let path = ["locales.", tag, ".topics"].concat();
            TopicsWording::read(&words.kind.topics, &plan, &path)?;
        }
        let (_, words) = guide.wording(&setup.locale);
        let words = TopicsWording::read(&words.kind.topics, &plan, "locales")?;
        Ok((plan, words))
    });
    match read {
        Err(fault) => kind.faults.push(fault),
        Ok((plan, words)) => {
            for (name, typed) in &plan.values {
                let given = setup.metadata.get(name);
                if let Some(Ok(value)) = given.map(|value| typed.value(value)) {
                    kind.handed_in.insert(name.clone(), value);
                }
            }
            kind.state = State::new(plan.topics.len());
            kind.plan = plan;
            kind.words = words;
        }
    }
    Box::new(kind)
}

impl Topics {
    /// The value of a typed topic, or one that was handed in.
    fn value(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.handed_in.get(name) {
            return Some(value.clone());
        }
        let place = self.place(name)?;
        self.state.topics[place].value.clone()
    }

    /// True for a topic that may still be put: it is not over, or it did not apply and does since a value was changed.
    fn is_open(&self, place: usize) -> bool {
        match self.state.topics[place].ended {
            None => true,
            Some(TopicEnd::NotApplicable) => self.applies(place),
            Some(_) => false,
        }
    }

    /// True where the condition of a topic holds, or it has none.
    fn applies(&self, place: usize) -> bool {
        let when = self.plan.topics[place].when.as_ref();
        when.is_none_or(|when| when.holds(&|name| self.value(name)))
    }

    /// Place of a topic, by its id.
    fn place(&self, id: &str) -> Option<usize> {
        self.plan.topics.iter().position(|topic| topic.id == id)
    }
}

impl Kind for Topics {
    fn name(&self) -> &'static str {
        NAME
    }

    fn has_last_word(&self) -> bool {
        self.plan.mode != TopicMode::Standardised
    }

    fn max_questions(&self) -> u32 {
        self.max_questions
    }

    fn faults(&self) -> Vec<Issue> {
        self.faults.clone()
    }

    fn plan(&self, session: &Session) -> Step {
        plan::plan(self, session)
    }

    fn evolve(&mut self, record: &Record, _before: &Session) {
        match &record.fact {
            Fact::Asked(_) => self.state.asked(),
            // The last words of a typed question say what its value is.
            Fact::Amended { question, text, .. } => {
                let place = self.state.put(*question).map(|put| put.topic);
                if let Some(place) = place
                    && self.state.topics[place].valued_at == Some(*question)
                {
                    let topic = &self.plan.topics[place];
                    let labels = &self.words.topics[&topic.id].labels;
                    let value = topic.answer.of_words(text, labels, &self.words.yes_no);
                    self.state.changed(place, value);
                }
            }
            fact => {
                if let Some(fact) = TopicsFact::of(fact) {
                    let place = match &fact {
                        TopicsFact::Put { topic, .. }
                        | TopicsFact::Valued { topic, .. }
                        | TopicsFact::Ended { topic, .. } => self.place(topic),
                        _ => None,
                    };
                    let places: Vec<String> = self
                        .plan
                        .topics
                        .iter()
                        .map(|topic| topic.id.clone())
                        .collect();
                    self.state.evolve(fact, place, &places);
                }
            }
        }
    }

    fn ends_step(&self, fact: &Fact) -> bool {
        matches!(TopicsFact::of(fact), Some(TopicsFact::Read { .. }))
    }

    fn absorb(&self, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
        absorb::absorb(self, session, plan, reading)
    }

    fn schema(&self, contract: Contract) -> Option<Value> {
        (contract == Contract::Envelope).then(|| instruct::schema(self))
    }

    fn asks_own_words(&self) -> bool {
        true
    }

    /// The forms of a turn stay: they are what typed questions are answered by.
    fn keeps_tool_calls(&self) -> bool {
        true
    }

    fn forms(&self) -> Option<&'static dyn Forms> {
        Some(&form::TopicForms)
    }

    fn looks_back(&self) -> bool {
        false
    }

    /// The value of a typed question.
    fn can_edit(&self) -> bool {
        true
    }

    fn edit(&self, session: &Session, edit: Value) -> Result<Vec<Fact>, Misuse> {
        form::change(self, session, &edit)
    }

    fn progress(&self, session: &Session) -> Option<u32> {
        Some(draw::percent(self, session))
    }

    fn closing(&self, session: &Session, _reason: CloseReason) -> Option<String> {
        draw::closing(self, session)
    }

    fn view(&self, session: &Session) -> Section {
        Section::new(draw::view(self, session))
    }

    fn finishing(&self, session: &Session) -> Option<Fact> {
        let stretches = quotes::found(session)?;
        Some(TopicsFact::Quotable { stretches }.recorded())
    }

    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        draw::outcome(self, session, out);
    }
}
