//! The onboarding interview (seed 004): phases with objectives, tools the model calls, forms by which the respondent has the
//! last word. The model plans freely among the tools of its phase; what a phase has reached, and when it is over, is
//! decided here.

mod capabilities;
mod extract;
mod form;
mod persist;
mod words;

pub(crate) use form::{form, lead, settle};
pub(crate) use words::{announces, label};

use super::{Dispatch, Plan, Step, ToolUse, conversation, tool_error};
use crate::reply::{Reading, Reply};
use crate::session::{Session, ToolState};
use colloquy_schema::{
    CloseReason, Contract, DataType, Fact, ObjectiveAsk, ObjectiveState, OnboardingAsk, Phase,
    PhaseEnd, Purpose, Question, QuestionKind, QuestionOrigin, Strategy, TOOL_CALLS, TOOL_ROUNDS,
    ToolCall, ToolRun, ToolSpec,
    tools::{
        ANALYSIS, CAPABILITIES, CONTACT, EXTRACT, OPTION, PERSIST, TOOLS, UPLOAD, VALIDATION,
        read_arguments, tool_spec,
    },
};
use serde_json::Value;

/// Refusals in a row that end the interview (SPEC, staged).
const REFUSALS: usize = 3;

pub(super) fn plan(session: &Session) -> Step {
    let last = session.exchanges.last();
    if last.is_some_and(|last| last.is_open()) {
        return Step::Respondent;
    }
    let Some((place, phase)) = current(session) else {
        let kinds = session
            .onboarding
            .phases
            .iter()
            .flat_map(|phase| &phase.objectives);
        let mut states = kinds.map(|kind| session.onboarding.state(*kind));
        return Step::Close(if states.all(|state| state == ObjectiveState::Met) {
            CloseReason::Complete
        } else {
            CloseReason::Concluded
        });
    };
    if let Some(reason) = ended(session, place, phase) {
        return Step::Record(vec![over(session, phase, reason)]);
    }
    if refusals(session) >= REFUSALS {
        return Step::Close(CloseReason::Declined);
    }
    if session.asked() >= session.max_questions() {
        return Step::Close(CloseReason::QuestionLimit);
    }
    Step::Ask(Box::new(question(session, place, phase)))
}

/// The fact that a phase is over, with what it did not reach.
fn over(session: &Session, phase: &Phase, reason: PhaseEnd) -> Fact {
    let open = |kind: &DataType| session.onboarding.state(*kind) != ObjectiveState::Met;
    let not_reached = phase.objectives.iter().copied().filter(open);
    Fact::PhaseEnded {
        phase: phase.id.clone(),
        reason,
        not_reached: not_reached.collect(),
    }
}

/// The phase that goes on, with its place.
fn current(session: &Session) -> Option<(usize, &Phase)> {
    let Strategy::Onboarding(onboarding) = &session.guide.strategy else {
        return None;
    };
    let place = session.onboarding.current()?;
    Some((place, onboarding.phases.get(place)?))
}

/// Why the phase is over, if it is.
fn ended(session: &Session, place: usize, phase: &Phase) -> Option<PhaseEnd> {
    let so_far = &session.onboarding.phases[place];
    let state = |kind: &DataType| session.onboarding.state(*kind);
    let open =
        |kind: &DataType| !matches!(state(kind), ObjectiveState::Met | ObjectiveState::Declined);
    if phase
        .objectives
        .iter()
        .all(|kind| state(kind) == ObjectiveState::Met)
    {
        Some(PhaseEnd::Met)
    } else if !phase.objectives.iter().any(open) {
        Some(PhaseEnd::Declined)
    } else if so_far.turns >= phase.max_turns
        && session.tools.rounds(session.asked()) >= TOOL_ROUNDS
    {
        Some(PhaseEnd::TurnLimit)
    } else if so_far.forms >= phase.max_forms
        && phase
            .objectives
            .iter()
            .any(|kind| kind.can_be_validated() && state(kind) == ObjectiveState::Open)
    {
        Some(PhaseEnd::FormLimit)
    } else {
        None
    }
}

/// How many of the last questions in a row were refused.
fn refusals(session: &Session) -> usize {
    let last = session.exchanges.iter().rev();
    let refused =
        last.take_while(|exchange| exchange.reaction == Some(colloquy_schema::Reaction::Declined));
    refused.count()
}

fn question(session: &Session, place: usize, phase: &Phase) -> Plan {
    let rounds = session.tools.rounds(session.asked());
    // The last answer of a phase can still be worked up, but nothing more is asked in it.
    let last = session.onboarding.phases[place].turns >= phase.max_turns;
    let tool_use = if rounds >= TOOL_ROUNDS {
        ToolUse::Dropped
    } else if last {
        ToolUse::Required
    } else {
        ToolUse::Free
    };
    let tools = offered(session, phase);
    let callable = if tool_use == ToolUse::Dropped {
        &[]
    } else {
        tools.as_slice()
    };
    let purpose = Purpose::Onboarding(Box::new(asking(session, place, phase, callable)));
    let instruction = if callable.is_empty() {
        session.wording.onboarding.ask_now.clone()
    } else {
        conversation::words(session, QuestionKind::Topic).into()
    };
    Plan {
        step: conversation::step(session),
        contract: Contract::Question,
        settings: conversation::settings(session),
        tools,
        tool_use,
        state: words::state(session, place, phase),
        instruction,
        ask: conversation::ask(session, QuestionKind::Topic, purpose),
    }
}

/// The tools of a phase in their fixed order, the host's last.
fn offered(session: &Session, phase: &Phase) -> Vec<ToolSpec> {
    let mut out = Vec::new();
    for (name, about) in TOOLS.iter().zip(&session.wording.onboarding.tools) {
        if allowed(session, phase, name) {
            out.extend(tool_spec(name, about));
        }
    }
    for tool in &session.setup.tools {
        if allowed(session, phase, &tool.name) {
            out.push(ToolSpec {
                name: tool.name.clone(),
                description: tool.description.clone(),
                parameters: tool.parameters.clone(),
            });
        }
    }
    out
}

/// True when a tool may be called in a phase. What there is can be asked for anywhere, and a tool of the host that the guide
/// names nowhere may be called everywhere.
fn allowed(session: &Session, phase: &Phase, tool: &str) -> bool {
    if tool == CAPABILITIES || phase.tools.iter().any(|has| has == tool) {
        return true;
    }
    let of_host = session.setup.tools.iter().any(|own| own.name == tool);
    of_host && phases_with(session, tool).next().is_none()
}

/// Ids of the phases that name a tool.
fn phases_with<'a>(session: &'a Session, tool: &'a str) -> impl Iterator<Item = &'a str> {
    let phases = match &session.guide.strategy {
        Strategy::Onboarding(onboarding) => onboarding.phases.as_slice(),
        _ => &[],
    };
    let with = phases
        .iter()
        .filter(move |phase| phase.tools.iter().any(|has| has == tool));
    with.map(|phase| phase.id.as_str())
}

fn asking(session: &Session, place: usize, phase: &Phase, tools: &[ToolSpec]) -> OnboardingAsk {
    let onboarding = &session.onboarding;
    let so_far = &onboarding.phases[place];
    let objectives = phase.objectives.iter().map(|kind| ObjectiveAsk {
        data_type: *kind,
        label: words::label(session, *kind).into(),
        state: onboarding.state(*kind),
    });
    let log = session
        .tools
        .placed()
        .filter_map(|(after, tool)| match &tool.state {
            ToolState::Ended(result) if after + 1 >= so_far.first_question => Some(ToolRun {
                tool: tool.call.name.clone(),
                arguments: tool.call.arguments.clone(),
                result: result.clone(),
                after,
            }),
            _ => None,
        });
    OnboardingAsk {
        phase: phase.id.clone(),
        last: place + 1 == onboarding.phases.len(),
        objectives: objectives.collect(),
        tools: tools.iter().map(|tool| tool.name.clone()).collect(),
        turns_left: phase.max_turns.saturating_sub(so_far.turns),
        forms_left: phase.max_forms.saturating_sub(so_far.forms),
        first_question: so_far.first_question,
        log: log.collect(),
        files: onboarding.files.clone(),
        artifacts: onboarding
            .kept
            .iter()
            .map(|kept| kept.artifact.clone())
            .collect(),
        approved: onboarding.approved.clone(),
    }
}

/// Turns what came of a planned question into the question that is put.
pub(super) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    if plan.tool_use == ToolUse::Required {
        let phase = current(session).map(|(_, phase)| phase);
        return phase.map_or(Vec::new(), |phase| {
            vec![over(session, phase, PhaseEnd::TurnLimit)]
        });
    }
    let (text, origin) = match reading {
        Reading::Value(Reply::Question(reply)) => (reply.question, QuestionOrigin::Reply),
        Reading::Prose(text) => (text, QuestionOrigin::Prose),
        _ => (words::plain(session), QuestionOrigin::Again),
    };
    let text = if announces(session, &text) {
        // Nobody may wait for a form that never comes.
        [&text, " ", &session.wording.onboarding.no_form].concat()
    } else {
        text
    };
    vec![Fact::Asked(Question {
        number: plan.ask.number,
        text,
        kind: plan.ask.kind,
        follow_up_depth: 0,
        follow_up_to: None,
        origin,
        staged: None,
        gap: None,
        form: None,
    })]
}

/// Decides how a tool call is met. What is not sound or not allowed is an error result with what to do instead.
pub(super) fn dispatch(session: &Session, call: &ToolCall) -> Dispatch {
    let tool = call.name.as_str();
    let error = |reason: &str, message: &str| Dispatch::Result(tool_error(tool, reason, message));
    let Some((_, phase)) = current(session) else {
        return error("tool_not_available", "The interview is over.");
    };
    let of_host = session.setup.tools.iter().any(|own| own.name == tool);
    if !of_host && !TOOLS.contains(&tool) {
        return error("tool_not_available", "There is no such tool.");
    }
    if !allowed(session, phase, tool) {
        let places: Vec<&str> = phases_with(session, tool).collect();
        let message = match places.as_slice() {
            [] => "No phase of this interview has this tool.".to_string(),
            places => ["This tool is available in: ", &places.join(", "), "."].concat(),
        };
        return error("tool_not_available", &message);
    }
    if session.tools.place(call) >= TOOL_CALLS {
        let message = "Too many calls at once: make the rest in the next reply.";
        return error("execution_failed", message);
    }
    if of_host {
        return Dispatch::Run;
    }
    let (arguments, issues) = read_arguments(tool, &call.arguments);
    if !issues.is_empty() {
        let lines: Vec<String> = issues.iter().map(|issue| issue.line()).collect();
        return error("invalid_parameters", &lines.join("\n"));
    }
    match tool {
        OPTION | UPLOAD | VALIDATION | CONTACT if forms_left(session) == 0 => error(
            "tool_not_available",
            "There is no form left: work with what there is.",
        ),
        CAPABILITIES => Dispatch::Result(capabilities::describe(session)),
        PERSIST => persist::keep(session, &arguments),
        // By the rules of this device: nothing more is sent anywhere for it.
        ANALYSIS => Dispatch::Run,
        EXTRACT => match session
            .onboarding
            .file(arguments["file_url"].as_str().unwrap_or_default())
        {
            Some(_) => Dispatch::Run,
            None => error(
                "invalid_parameters",
                "file_url: no file of this session; use the storageUrl that get_user_upload gave",
            ),
        },
        _ => match form::unsound(tool, &arguments) {
            Some(message) => error("invalid_parameters", &message),
            None => Dispatch::Form,
        },
    }
}

/// How many forms may still be shown in the phase that goes on.
pub(crate) fn forms_left(session: &Session) -> u32 {
    let Some((place, phase)) = current(session) else {
        return 0;
    };
    let left = phase
        .max_forms
        .saturating_sub(session.onboarding.phases[place].forms);
    left.min(session.max_questions().saturating_sub(session.asked()))
}

/// Turns the result of a tool that ran outside into facts: its result, and what is kept because of it.
pub(super) fn settled(session: &Session, call: &ToolCall, result: Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    let result = if call.name == EXTRACT {
        extract::accept(session, call, result, &mut facts)
    } else {
        result
    };
    facts.push(Fact::ToolEnded {
        id: call.id.clone(),
        result,
    });
    facts
}
