//! Leads an onboarding interview through its phases with the same tools a model has. Nothing is remembered from one reply to
//! the next: what to do follows from the tool calls of the phase with their results, and from what was typed.

mod approval;
mod corpus;
mod facts;
mod here;
mod told;
mod words;

use colloquy_schema::{
    Ask, DataType, ObjectiveState, OnboardingAsk, QuestionReply, RawReply, StopReason, ToolCall,
    tools::PERSIST,
};
use here::Here;
use serde_json::{Map, Value};

/// What is done next.
enum Act {
    /// A tool is called.
    Call(&'static str, Value),
    /// Something is asked in words; true when it goes deeper into the last answer.
    Say(String, bool),
}

/// Returns what is said, or the tool that is called in its place: never one that is not offered, nor more than one at once.
pub(crate) fn respond(ask: &Ask, wanted: &OnboardingAsk) -> RawReply {
    let here = Here::new(ask, wanted);
    if let Some(act) = here.find_out() {
        return reply(&here, act);
    }
    let act = wanted
        .objectives
        .iter()
        .enumerate()
        .find_map(|(place, objective)| match objective.state {
            ObjectiveState::Approved => keep_approved(&here, objective.data_type),
            ObjectiveState::Open => step(&here, place, objective.data_type),
            _ => None,
        });
    reply(&here, act.unwrap_or_else(|| here.rest()))
}

fn reply(here: &Here, act: Act) -> RawReply {
    match act {
        Act::Call(tool, arguments) => {
            // The calls since the last question have the numbers before this one.
            let number = here.ask.number;
            let since = here.wanted.log.iter();
            let since = since.filter(|run| Here::number(run) == number);
            let id = [
                "call-",
                &number.to_string(),
                "-",
                &(since.count() + 1).to_string(),
            ];
            RawReply {
                tool_calls: vec![ToolCall {
                    id: id.concat(),
                    name: tool.into(),
                    arguments,
                }],
                stop: StopReason::ToolUse,
                ..RawReply::default()
            }
        }
        Act::Say(question, follow_up) => RawReply {
            // A struct of a flag and a text always serialises.
            text: serde_json::to_string(&QuestionReply {
                follow_up,
                question,
            })
            .unwrap_or_default(),
            ..RawReply::default()
        },
    }
}

/// The next step towards an objective; nothing when its ways are used up.
fn step(here: &Here, place: usize, kind: DataType) -> Option<Act> {
    match kind {
        DataType::ApplicantProfile | DataType::SkeletonTimeline => facts::step(here, place, kind),
        DataType::Experience | DataType::Education | DataType::KnowledgeCard => {
            told::step(here, place, kind)
        }
        DataType::ArtifactRecord => facts::document(here),
        DataType::WritingSample => corpus::sample(here, place),
        DataType::CandidateDossier => corpus::dossier(here),
    }
}

/// Keeps exactly what was approved.
fn keep_approved(here: &Here, kind: DataType) -> Option<Act> {
    let (_, data) = here
        .wanted
        .approved
        .iter()
        .rev()
        .find(|(of, _)| *of == kind)?;
    keep(here, kind, data.clone())
}

/// Keeps data, unless that was done or refused.
fn keep(here: &Here, kind: DataType, data: Value) -> Option<Act> {
    let mut tried = here.of_kind(PERSIST, kind);
    let over = tried.any(|run| run.result["status"] == "error" || run.arguments["data"] == data);
    (here.can(PERSIST) && !over).then(|| {
        Act::Call(
            PERSIST,
            object(&mut [("dataType", text(kind.name())), ("data", data)]),
        )
    })
}

/// An object with these fields. One function for all of them: written out at each place they weigh more than what they say.
#[inline(never)]
fn object(fields: &mut [(&str, Value)]) -> Value {
    let mut map = Map::new();
    // To collect them would sort them, and bring a sort along.
    for (key, value) in fields {
        map.insert((*key).into(), value.take());
    }
    Value::Object(map)
}

#[inline(never)]
fn text(text: &str) -> Value {
    Value::String(text.into())
}
