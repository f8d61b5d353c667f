//! Advice: a short conversation about a team's difficulty, or one that was handed in, then a recommendation with an action that
//! the respondent accepts or declines.

mod recommendation;
mod view;

pub use view::*;

use super::{Kind, NoKind, Plan, Section, ShownText, Step, conversation, outcome};
use crate::kind::embedded_schema;
use crate::session::Session;
use crate::wording::{data, fill};
use colloquy_schema::{
    Advice as Parameters, AdviceAsk, CloseReason, Contract, Fact, Guide, Purpose, QuestionKind,
    Reaction, Record, ReplyMode, Setup, Strategy,
};
use recommendation::{PARTS, next, recommendation};
use serde_json::{Map, Value};

/// The kind's name in a guide.
pub const NAME: &str = "advice";

/// Deepest follow-up of the conversation: a second one in a row leaves no room for what else there is to know.
const DEEPEST: u8 = 2;

#[derive(Debug)]
struct Advice {
    parameters: Parameters,
    /// What the respondent decided about the action on offer.
    accepted: Option<bool>,
}

/// Makes the kind for one session.
pub fn make(guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Advice(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Advice {
        parameters: parameters.clone(),
        accepted: None,
    })
}

/// JSON Schema of a contract of advice; none of another.
fn schema(contract: Contract) -> Option<Value> {
    Some(match contract {
        Contract::Advice => {
            embedded_schema!("../../../../../pkg/schemas/contracts/advice.json")
        }
        Contract::AdvicePart1 => {
            embedded_schema!("../../../../../pkg/schemas/contracts/advice-part-1.json")
        }
        Contract::AdvicePart2 => {
            embedded_schema!("../../../../../pkg/schemas/contracts/advice-part-2.json")
        }
        Contract::AdvicePart3 => {
            embedded_schema!("../../../../../pkg/schemas/contracts/advice-part-3.json")
        }
        _ => return None,
    })
}

impl Kind for Advice {
    fn name(&self) -> &'static str {
        NAME
    }

    fn max_questions(&self) -> u32 {
        self.parameters.max_questions
    }

    fn schema(&self, contract: Contract) -> Option<Value> {
        schema(contract)
    }

    fn evolve(&mut self, record: &Record, _before: &Session) {
        if let Fact::ActionSettled { accepted } = record.fact {
            self.accepted = Some(accepted);
        }
    }

    fn plan(&self, session: &Session) -> Step {
        let (asked, max) = (session.asked(), session.max_questions());
        let kind = match session.exchanges.last() {
            // A conversation that was handed in has the answers already; a title is no more than the first of them.
            None if session.context.has_texts() => return Step::Close(CloseReason::Concluded),
            None => QuestionKind::Initial,
            Some(last) if last.is_open() => return Step::Respondent,
            Some(_) if asked >= max => return Step::Close(CloseReason::Concluded),
            Some(_) if asked + 1 == max => QuestionKind::Conclusion,
            Some(last) => {
                let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
                if answered && last.question.follow_up_depth < DEEPEST {
                    QuestionKind::FollowUp
                } else {
                    QuestionKind::Topic
                }
            }
        };
        Step::Ask(Box::new(conversation::question(session, kind)))
    }

    fn next_outcome(&self, session: &Session, mode: Option<ReplyMode>) -> Option<Contract> {
        next(session, mode == Some(ReplyMode::Sequential))
    }

    fn outcome_plan(&self, session: &Session, contract: Contract) -> Plan {
        let place = PARTS.iter().position(|part| *part == contract);
        let mut parts = Vec::new();
        for part in PARTS {
            if let Some(Some(value)) = session.parts.get(part.name()) {
                parts.push(value.clone());
            }
        }
        let instruction = place.map(|at| {
            let mut lines = String::new();
            for value in &parts {
                lines.push_str(&colloquy_schema::codec::text(value));
                lines.push('\n');
            }
            let prompts = &session.wording.prompts.outcome;
            let words = prompts.parts.get(at).map_or("", String::as_str);
            fill(words, &[("so_far", &data("so_far", &lines))])
        });
        let part = place.map_or(0, |at| at as u8 + 1);
        let purpose = Purpose::Advice(Box::new(AdviceAsk { part, parts }));
        let mut plan = outcome::asking(session, contract, purpose);
        if matches!(contract, Contract::Advice | Contract::AdvicePart1) {
            plan.shown = ShownText::Other("recommendation");
        }
        if let Some(instruction) = instruction {
            plan.instruction = instruction;
        }
        plan
    }

    fn outcome_parts(&self, next: Contract) -> (u32, u32) {
        match PARTS.iter().position(|part| *part == next) {
            Some(place) => (place as u32, PARTS.len() as u32),
            None => (0, 1),
        }
    }

    fn offers_action(&self, session: &Session) -> bool {
        self.accepted.is_none()
            && recommendation(session).is_some_and(|offer| offer.action.is_some())
    }

    fn view(&self, session: &Session) -> Section {
        Section::new(AdviceView {
            kind: NAME,
            proposal: proposal(session, self.accepted),
        })
    }

    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        let found = recommendation(session).unwrap_or_default();
        let missing = found.missing.iter();
        let missing = missing.map(|contract| contract.name().into()).collect();
        out.insert("recommendation".into(), found.text.into());
        out.insert("action".into(), found.action.into());
        out.insert("accepted".into(), self.accepted.into());
        out.insert("partial".into(), found.partial.into());
        out.insert("missing".into(), Value::Array(missing));
    }
}

/// Draws the recommendation, once all of it was asked for. `accepted` is what the respondent decided about its action.
fn proposal(session: &Session, accepted: Option<bool>) -> Option<ProposalView> {
    let recommendation = recommendation(session).filter(|_| session.closed.is_some())?;
    let actor = recommendation
        .action
        .as_ref()
        .map(|action| actor(&action["actor"]));
    let status = match (&actor, accepted) {
        (None, _) => ProposalStatus::None,
        (Some(_), None) => ProposalStatus::Offered,
        (Some(_), Some(true)) => ProposalStatus::Accepted,
        (Some(_), Some(false)) => ProposalStatus::Declined,
    };
    let missing = recommendation.missing.iter();
    Some(ProposalView {
        recommendation: recommendation.text,
        actor,
        status,
        missing: missing.map(|contract| contract.name().into()).collect(),
    })
}

fn actor(value: &Value) -> ActorView {
    let text = |key: &str| value[key].as_str().unwrap_or_default().into();
    let skills = value["skills"].as_array().into_iter().flatten();
    ActorView {
        title: text("title"),
        reason: text("reason"),
        skills: skills.filter_map(Value::as_str).map(String::from).collect(),
        prompt: text("prompt"),
        model: text("model"),
    }
}
