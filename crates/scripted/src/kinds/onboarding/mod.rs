//! Leads an onboarding interview through its phases with the same tools a model has. Nothing is remembered from one reply to
//! the next: what to do follows from the tool calls of the phase with their results, and from what was typed.

mod act;
mod approval;
mod corpus;
mod detail;
mod facts;
mod phase;
mod words;

use crate::acts::Act as Heard;
use crate::ask::Ask;
use crate::memory::Memory;
use crate::reactions::{Move, decide};
use crate::said::said;
use act::Act;
use approval::keep_approved;
use colloquy_schema::{DataType, ObjectiveState, Purpose, RawReply};
use phase::PhaseContext;

/// Returns the reply to an ask before which nothing was typed, chosen or handed in: it asks what the device can do, then offers the ways
/// to begin. None where the phase begins with something else.
pub(crate) fn open(ask: &Ask) -> Option<RawReply> {
    let Purpose::Onboarding(wanted) = &ask.purpose else {
        return None;
    };
    let phase = PhaseContext::new(ask, wanted);
    let act = phase.find_out().or_else(|| {
        let first = wanted.objectives.first()?;
        let is_open = first.state == ObjectiveState::Open;
        is_open.then(|| facts::begin(&phase, first.data_type))?
    });
    Some(act?.reply(ask.number, phase.called()))
}

/// Returns the reply to an ask of an onboarding interview: a question, or one tool that is called in its place, never one that is
/// not offered. Empty for any other ask.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Onboarding(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    let phase = PhaseContext::new(ask, wanted);
    let mut lead = String::new();
    match reaction(&phase) {
        Some(Move::Say(text)) => return Act::Say(text, false).reply(ask.number, 0),
        Some(Move::Turn(text) | Move::Stay(text) | Move::Return(text)) => lead = text,
        None => {}
    }
    let act = phase.find_out().or_else(|| {
        let mut objectives = wanted.objectives.iter().enumerate();
        objectives.find_map(|(place, objective)| match objective.state {
            ObjectiveState::Approved => keep_approved(&phase, objective.data_type),
            ObjectiveState::Open => step(&phase, place, objective.data_type),
            _ => None,
        })
    });
    let act = match act.unwrap_or_else(|| phase.rest()) {
        Act::Say(text, deeper) if !lead.is_empty() => {
            Act::Say([&lead, " ", &text].concat(), deeper)
        }
        act => act,
    };
    act.reply(ask.number, phase.called())
}

/// What the last words of the respondent call for before any form: they hurt, want to stop, ask who asks; or, where a question in
/// words is asked back, refused or complained of.
fn reaction(phase: &PhaseContext) -> Option<Move> {
    let ask = phase.ask;
    if phase.called() > 0 || phase.wanted.turns_left == 0 {
        return None;
    }
    let mut acts = vec![
        Heard::Crisis,
        Heard::Moment,
        Heard::Stop,
        Heard::Distress,
        Heard::Setting,
    ];
    if !ask.history.last().is_some_and(|turn| phase.is_form(turn)) {
        acts.extend([Heard::Refusal, Heard::AlreadySaid, Heard::Complaint]);
        let mut open = phase.wanted.objectives.iter();
        let open = open.find(|objective| objective.state == ObjectiveState::Open);
        // What a form or a text is for is said by the next question; what happened at work can be asked for more plainly.
        let told = [DataType::Experience, DataType::KnowledgeCard];
        if open.is_some_and(|objective| told.contains(&objective.data_type)) {
            acts.push(Heard::QuestionBack);
        }
    }
    let memory = Memory::new(ask, None);
    let (answers, _) = said(ask);
    decide(ask, &memory, &answers, ask.seed, &acts)
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
