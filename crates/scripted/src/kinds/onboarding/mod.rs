//! Leads an onboarding interview through its phases with the same tools a model has. Nothing is remembered from one reply to
//! the next: what to do follows from the tool calls of the phase with their results, and from what was typed.

mod act;
mod approval;
mod corpus;
mod detail;
mod facts;
mod phase;
mod words;

use act::Act;
use approval::keep_approved;
use colloquy_schema::{Ask, DataType, ObjectiveState, Purpose, RawReply};
use phase::PhaseContext;

/// Returns the reply to an ask of an onboarding interview: a question, or one tool that is called in its place, never one that is
/// not offered. Empty for any other ask.
pub fn respond(ask: &Ask) -> RawReply {
    let Purpose::Onboarding(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    let phase = PhaseContext::new(ask, wanted);
    let act = phase.find_out().or_else(|| {
        let mut objectives = wanted.objectives.iter().enumerate();
        objectives.find_map(|(place, objective)| match objective.state {
            ObjectiveState::Approved => keep_approved(&phase, objective.data_type),
            ObjectiveState::Open => step(&phase, place, objective.data_type),
            _ => None,
        })
    });
    // The calls since the last question have the number of the one that comes next.
    let since = wanted.log.iter();
    let since = since.filter(|run| PhaseContext::number(run) == ask.number);
    act.unwrap_or_else(|| phase.rest())
        .reply(ask.number, since.count())
}

/// The next step towards an objective; nothing when its ways are used up.
fn step(phase: &PhaseContext, place: usize, kind: DataType) -> Option<Act> {
    match kind {
        DataType::ApplicantProfile | DataType::SkeletonTimeline => facts::step(phase, place, kind),
        DataType::Experience | DataType::Education | DataType::KnowledgeCard => {
            detail::step(phase, place, kind)
        }
        DataType::ArtifactRecord => facts::document(phase),
        DataType::WritingSample => corpus::sample(phase, place),
        DataType::CandidateDossier => corpus::dossier(phase),
    }
}
