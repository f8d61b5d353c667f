//! The onboarding interview: phases with objectives, tools the model calls, forms by which the respondent has the last word. The
//! model plans freely among the tools of its phase; what a phase has reached, and when it is over, is decided here.

mod capabilities;
mod draw;
mod extract;
mod persist;
mod state;
mod view;
mod words;

pub use view::*;

use super::{Dispatch, Kind, NoKind, Plan, Reading, Reply, Section, Step, ToolUse, conversation};
use crate::forms::{self, AllForms, FormWords, Forms};
use crate::session::{Session, ToolState};
use crate::tools;
use colloquy_schema::{
    CloseReason, DataType, Fact, Guide, KindFact, ObjectiveAsk, ObjectiveState, OnboardingAsk,
    OnboardingFact, Phase, PhaseEnd, Purpose, QuestionKind, QuestionOrigin, Reaction, Record,
    Setup, Strategy, TOOL_CALLS, TOOL_ROUNDS, ToolCall, ToolRun, ToolSpec,
    tools::{CAPABILITIES, EXTRACT, PERSIST, TOOLS, VALIDATION, tool_spec},
};
use serde_json::{Map, Value};
use state::Onboarding;

/// The kind's name in a guide.
pub const NAME: &str = "onboarding";

/// Refusals in a row that end the interview.
const REFUSALS: usize = 3;

/// Makes the kind for one session.
pub fn make(guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Onboarding(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Onboarding::new(parameters))
}

impl Kind for Onboarding {
    fn name(&self) -> &'static str {
        NAME
    }

    /// A form is a turn of the conversation, too.
    fn max_questions(&self) -> u32 {
        let phases = self.parameters.phases.iter();
        phases.map(|phase| phase.max_turns + phase.max_forms).sum()
    }

    fn evolve(&mut self, record: &Record, before: &Session) {
        self.take(record, before);
    }

    fn plan(&self, session: &Session) -> Step {
        let last = session.exchanges.last();
        if last.is_some_and(|last| last.is_open()) {
            return Step::Respondent;
        }
        let Some((place, phase)) = current(self) else {
            let kinds = self.phases.iter().flat_map(|phase| &phase.objectives);
            let mut states = kinds.map(|kind| self.state(*kind));
            return Step::Close(if states.all(|state| state == ObjectiveState::Met) {
                CloseReason::Complete
            } else {
                CloseReason::Concluded
            });
        };
        if let Some(reason) = ended(self, session, place, phase) {
            return Step::Record(vec![over(self, phase, reason)]);
        }
        if refusals(session) >= REFUSALS {
            return Step::Close(CloseReason::Declined);
        }
        if session.asked() >= session.max_questions() {
            return Step::Close(CloseReason::QuestionLimit);
        }
        Step::Ask(Box::new(question(self, session, place, phase)))
    }

    fn absorb(&self, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
        absorb(self, session, plan, reading)
    }

    fn dispatch(&self, session: &Session, call: &ToolCall) -> Dispatch {
        dispatch(self, session, call)
    }

    fn tool_settled(&self, session: &Session, call: &ToolCall, result: Value) -> Vec<Fact> {
        let mut facts = Vec::new();
        let result = if call.name == EXTRACT {
            extract::accept(self, session, call, result, &mut facts)
        } else {
            result
        };
        let id = call.id.clone();
        facts.push(Fact::ToolEnded { id, result });
        facts
    }

    fn takes_host_tools(&self) -> bool {
        true
    }

    fn keeps_tool_calls(&self) -> bool {
        true
    }

    fn forms(&self) -> Option<&'static dyn Forms> {
        Some(&AllForms)
    }

    fn forms_left(&self, session: &Session) -> u32 {
        let Some((place, phase)) = current(self) else {
            return 0;
        };
        let left = phase.max_forms.saturating_sub(self.phases[place].forms);
        left.min(session.max_questions().saturating_sub(session.asked()))
    }

    fn form_words<'a>(&self, session: &'a Session) -> FormWords<'a> {
        words::of_forms(session)
    }

    fn judge_question(
        &self,
        session: &Session,
        text: &str,
    ) -> Option<(&'static str, &'static str)> {
        let message = "announces a form: call its tool, which shows it";
        words::announces(session, text).then_some(("announced_form", message))
    }

    fn preface<'a>(&self, session: &'a Session) -> &'a str {
        &session.wording.kind.onboarding.begin
    }

    /// What is missing is asked for, whatever an earlier session on the same material asked.
    fn looks_back(&self) -> bool {
        false
    }

    /// The model has read documents and forms, too; a theme is in the respondent's own words.
    fn quotes_themes(&self) -> bool {
        true
    }

    fn progress(&self, _session: &Session) -> Option<u32> {
        Some(draw::percent(self))
    }

    fn kept_by_form(&self, _session: &Session, call: &ToolCall, result: &Value) -> Option<Fact> {
        persist::by_approval(self, call, result).map(Fact::Persisted)
    }

    fn closing(&self, session: &Session, reason: CloseReason) -> Option<String> {
        let words = &session.wording.kind.onboarding;
        let words = match reason {
            CloseReason::Complete | CloseReason::Concluded => &words.closing_partial,
            CloseReason::AskedFor | CloseReason::Declined => &words.closing_early,
            _ => return None,
        };
        (!words.is_empty()).then(|| draw::closing(self, session, words))
    }

    fn view(&self, session: &Session) -> Section {
        Section::new(draw::summary(self, session))
    }

    fn details(&self, session: &Session) -> Section {
        Section::new(draw::details(self, session))
    }

    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        draw::outcome(self, session, out);
    }
}

/// The phase that goes on, with its place.
fn current(state: &Onboarding) -> Option<(usize, &Phase)> {
    let place = state.current()?;
    Some((place, state.parameters.phases.get(place)?))
}

/// The fact that a phase is over, with what it did not reach.
fn over(state: &Onboarding, phase: &Phase, reason: PhaseEnd) -> Fact {
    let open = |kind: &DataType| state.state(*kind) != ObjectiveState::Met;
    let not_reached = phase.objectives.iter().copied().filter(open);
    Fact::Kind(KindFact::Onboarding(OnboardingFact::PhaseEnded {
        phase: phase.id.clone(),
        reason,
        not_reached: not_reached.collect(),
    }))
}

/// Why the phase is over, if it is.
fn ended(state: &Onboarding, session: &Session, place: usize, phase: &Phase) -> Option<PhaseEnd> {
    let so_far = &state.phases[place];
    let standing = |kind: &DataType| state.state(*kind);
    let open = |kind: &DataType| {
        !matches!(
            standing(kind),
            ObjectiveState::Met | ObjectiveState::Declined
        )
    };
    if phase
        .objectives
        .iter()
        .all(|kind| standing(kind) == ObjectiveState::Met)
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
            .any(|kind| kind.can_be_validated() && standing(kind) == ObjectiveState::Open)
    {
        Some(PhaseEnd::FormLimit)
    } else {
        None
    }
}

/// How many of the last questions in a row were refused.
fn refusals(session: &Session) -> usize {
    let last = session.exchanges.iter().rev();
    let refused = last.take_while(|exchange| exchange.reaction == Some(Reaction::Declined));
    refused.count()
}

fn question(state: &Onboarding, session: &Session, place: usize, phase: &Phase) -> Plan {
    let rounds = session.tools.rounds(session.asked());
    // The last answer of a phase can still be worked up, but nothing more is asked in it.
    let last = state.phases[place].turns >= phase.max_turns;
    let tool_use = if rounds >= TOOL_ROUNDS {
        ToolUse::Dropped
    } else if last {
        ToolUse::Required
    } else {
        ToolUse::Free
    };
    let tools = offered(state, session, phase);
    let callable = if tool_use == ToolUse::Dropped {
        &[]
    } else {
        tools.as_slice()
    };
    let purpose = Purpose::Onboarding(Box::new(asking(state, session, place, phase, callable)));
    let instruction = if callable.is_empty() {
        session.wording.kind.onboarding.ask_now.clone()
    } else {
        conversation::words(session, QuestionKind::Topic).into()
    };
    let ask = conversation::ask(session, QuestionKind::Topic, purpose);
    Plan {
        tools,
        tool_use,
        state: words::state(state, session, place, phase),
        instruction,
        ..conversation::planned(session, ask)
    }
}

/// The tools of a phase in their fixed order, the host's last.
fn offered(state: &Onboarding, session: &Session, phase: &Phase) -> Vec<ToolSpec> {
    let mut out = Vec::new();
    for (name, about) in TOOLS.iter().zip(&session.wording.kind.onboarding.tools) {
        if allowed(state, session, phase, name) {
            out.extend(tool_spec(name, about).map(|spec| shaped(spec, phase)));
        }
    }
    for tool in &session.setup.tools {
        if allowed(state, session, phase, &tool.name) {
            out.push(tools::host_spec(tool));
        }
    }
    out
}

/// Adds the shapes of the data that a phase is to bring to a tool that is called with data.
fn shaped(mut spec: ToolSpec, phase: &Phase) -> ToolSpec {
    let objectives = phase.objectives.iter().copied();
    let kinds: Vec<DataType> = match spec.name.as_str() {
        VALIDATION => objectives.filter(|kind| kind.can_be_validated()).collect(),
        PERSIST => objectives.filter(|kind| kind.can_be_persisted()).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() {
        let shapes = forms::described(kinds.into_iter());
        spec.parameters["properties"]["data"]["description"] = shapes.into();
    }
    spec
}

/// True when a tool may be called in a phase. What there is can be asked for anywhere, and a tool of the host that the guide
/// names nowhere may be called everywhere.
fn allowed(state: &Onboarding, session: &Session, phase: &Phase, tool: &str) -> bool {
    if tool == CAPABILITIES || phase.tools.iter().any(|has| has == tool) {
        return true;
    }
    let of_host = tools::of_host(&session.setup, tool).is_some();
    of_host && phases_with(state, tool).next().is_none()
}

/// Ids of the phases that name a tool.
fn phases_with<'a>(state: &'a Onboarding, tool: &'a str) -> impl Iterator<Item = &'a str> {
    let phases = &state.parameters.phases;
    let with = phases
        .iter()
        .filter(move |phase| phase.tools.iter().any(|has| has == tool));
    with.map(|phase| phase.id.as_str())
}

fn asking(
    onboarding: &Onboarding,
    session: &Session,
    place: usize,
    phase: &Phase,
    tools: &[ToolSpec],
) -> OnboardingAsk {
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
        files: session.files.clone(),
        artifacts: onboarding
            .kept
            .iter()
            .map(|kept| kept.artifact.clone())
            .collect(),
        approved: onboarding.approved.clone(),
    }
}

/// Turns what came of a planned question into the question that is put.
fn absorb(state: &Onboarding, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    if plan.tool_use == ToolUse::Required {
        let phase = current(state).map(|(_, phase)| phase);
        return phase.map_or(Vec::new(), |phase| {
            vec![over(state, phase, PhaseEnd::TurnLimit)]
        });
    }
    let (text, origin) = match reading {
        Reading::Value(Reply::Question(reply)) => (reply.question, QuestionOrigin::Reply),
        Reading::Prose(text) => (text, QuestionOrigin::Prose),
        _ => (words::plain(state, session), QuestionOrigin::Again),
    };
    let text = if words::announces(session, &text) {
        // Nobody may wait for a form that never comes.
        [&text, " ", &session.wording.kind.onboarding.no_form].concat()
    } else {
        text
    };
    vec![Fact::Asked(conversation::put(plan, text, origin))]
}

/// Decides what is done about a tool call. What is not sound or not allowed is an error result with what to do instead.
fn dispatch(state: &Onboarding, session: &Session, call: &ToolCall) -> Dispatch {
    let tool = call.name.as_str();
    let error = |reason: &str, message: &str| Dispatch::error(call, reason, message);
    let Some((_, phase)) = current(state) else {
        return error("tool_not_available", "The interview is over.");
    };
    let of_host = tools::of_host(&session.setup, tool).is_some();
    if !of_host && !TOOLS.contains(&tool) {
        return error("tool_not_available", "There is no such tool.");
    }
    if !allowed(state, session, phase, tool) {
        let places: Vec<&str> = phases_with(state, tool).collect();
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
    if forms::is_form(tool) {
        return forms::dispatch(session, call);
    }
    let arguments = match tools::arguments(call) {
        Ok(arguments) => arguments,
        Err(error) => return Dispatch::Result(error),
    };
    match tool {
        CAPABILITIES => Dispatch::Result(capabilities::describe(state, session)),
        PERSIST => persist::keep(state, session, &arguments),
        EXTRACT => {
            let url = arguments["file_url"].as_str().unwrap_or_default();
            if forms::file(session, url).is_some() {
                return Dispatch::Run;
            }
            let message =
                "file_url: no file of this session; use the storageUrl that get_user_upload gave";
            error("invalid_parameters", message)
        }
        // `analyze_technical_skills` reads by the rules of this device: nothing more is sent anywhere for it.
        _ => Dispatch::Run,
    }
}
