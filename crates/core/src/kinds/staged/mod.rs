//! The expert interview in stages. The model proposes, the engine decides: exactly one stage forward, when the reply says ready
//! and every rule is satisfied, or when the stage's questions are used up.

mod absorb;
mod draw;
mod envelope;
mod standing;
mod state;
mod view;

pub use view::*;

use super::{Kind, NoKind, Plan, Reading, Section, ShownText, Step, conversation};
use crate::kind::embedded_schema;
use crate::session::Session;
use crate::wording::fill;
use colloquy_schema::{
    CloseReason, Contract, Fact, Guide, Issue, Purpose, Question, QuestionKind, Record, Setup,
    Staged as Parameters, Strategy, Tracked,
};
use serde_json::{Map, Value};
use standing::{at_limit, may_end, refusals, stage_ask, state};
use state::Stages;

/// The kind's name in a guide.
pub const NAME: &str = "staged";

/// Greatest depth of a question.
const DEEPEST: u8 = 4;

#[derive(Debug)]
struct Staged {
    parameters: Parameters,
    state: Stages,
}

/// Makes the kind for one session.
pub fn make(guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Staged(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Staged {
        parameters: parameters.clone(),
        state: Stages::new(&parameters.stages),
    })
}

impl Kind for Staged {
    fn name(&self) -> &'static str {
        NAME
    }

    fn max_questions(&self) -> u32 {
        let stages = self.parameters.stages.iter();
        stages.map(|stage| stage.max_questions).sum()
    }

    fn evolve(&mut self, record: &Record, _before: &Session) {
        self.state.evolve(&record.fact);
    }

    fn plan(&self, session: &Session) -> Step {
        match session.exchanges.last() {
            Some(last) if last.is_open() => return Step::Respondent,
            _ if refusals(session) >= self.parameters.refusals => {
                return Step::Close(CloseReason::Declined);
            }
            _ => {}
        }
        let Some(last_question) = at_limit(self) else {
            return Step::Close(CloseReason::Concluded);
        };
        let last_stage = self.state.current + 1 == self.parameters.stages.len();
        let closing = last_question && last_stage;
        if session.asked() >= session.max_questions() && !closing {
            return Step::Close(CloseReason::QuestionLimit);
        }
        Step::Ask(Box::new(question(self, session)))
    }

    fn absorb(&self, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
        absorb::absorb(self, session, plan, reading)
    }

    fn schema(&self, contract: Contract) -> Option<Value> {
        if contract != Contract::Envelope {
            return None;
        }
        let mut schema = embedded_schema!("../../../../../pkg/schemas/contracts/envelope.json");
        if let Some(names) = schema.pointer_mut("/properties/interview_stage/enum") {
            let stages = self.parameters.stages.iter();
            *names = stages.map(|stage| Value::from(stage.id.as_str())).collect();
        }
        Some(schema)
    }

    /// An envelope is of use when its question is: what is wrong besides is replaced by the engine's own account.
    fn judge_reply(
        &self,
        session: &Session,
        _contract: Contract,
        value: &Value,
        issues: &mut Vec<Issue>,
    ) -> bool {
        envelope::breaches(self, session, &envelope::read(value), issues);
        true
    }

    fn as_replied(&self, _session: &Session, place: usize, question: &Question) -> String {
        let Some(staged) = &question.of_kind.staged else {
            return conversation::as_replied(question);
        };
        let reported = self.state.reported.get(place).and_then(Option::as_ref);
        let none = Tracked::none(&staged.stage);
        envelope::written(&question.text, staged, reported.unwrap_or(&none))
    }

    fn progress(&self, _session: &Session) -> Option<u32> {
        Some(draw::percent(&self.state))
    }

    fn view(&self, session: &Session) -> Section {
        Section::new(draw::view(self, session))
    }

    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        draw::outcome(self, session, out);
    }
}

fn question(kind: &Staged, session: &Session) -> Plan {
    let stage = stage_ask(kind, session);
    let last_stage = stage.current + 1 == stage.stages.len();
    let limit = at_limit(kind) == Some(true);
    let wanted = if session.asked() == 0 {
        QuestionKind::Initial
    } else if last_stage && (limit || may_end(&stage)) {
        QuestionKind::Conclusion
    } else if limit {
        QuestionKind::Topic
    } else if (1..DEEPEST).contains(&stage.depth) {
        QuestionKind::FollowUp
    } else {
        QuestionKind::Topic
    };
    let objective = stage.wording.get(stage.current).and_then(|wording| {
        let place = stage
            .objective
            .map_or(wording.objectives.len().checked_sub(1)?, usize::from);
        wording.objectives.get(place)
    });
    // Where the stage may be left, its state says what to do: a second instruction would contradict it.
    let instruction = if !last_stage && (limit || may_end(&stage)) {
        String::new()
    } else {
        fill(
            conversation::words(session, wanted),
            &[("objective", objective.map_or("", String::as_str))],
        )
    };
    let state = state(session, &stage);
    let ask = conversation::ask(session, wanted, Purpose::Stage(Box::new(stage)));
    Plan {
        contract: Contract::Envelope,
        shown: ShownText::Question("response"),
        state,
        instruction,
        ..conversation::planned(session, ask)
    }
}
