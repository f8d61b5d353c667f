//! The skills interview that asks only for what is missing (seed 003): a résumé is read, then each answer is read and the
//! most severe gap is asked about, until enough is known, the respondent has had enough, or nothing is left to ask.
//!
//! A model has answers read by its tool, `analyze_technical_skills`; where it does not call that, the engine does. The
//! interviewer words the questions. Which gap they are for, when it ends and what counts is decided here.

mod choose;
mod evidence;
mod names;
mod reading;
mod words;

pub(crate) use names::same_skill;

use super::{Dispatch, Plan, Step, ToolUse, conversation, tool_error};
use crate::reply::{Reading, Reply};
use crate::session::{Session, ToolState};
use colloquy_schema::{
    ANALYSIS_ROUNDS, AnalysisDue, CloseReason, Contract, Fact, GapAsk, GapQuestion, Gaps, Intent,
    Interviewer, Purpose, Question, QuestionKind, QuestionOrigin, Reaction, ToolCall, ToolSpec,
};
use serde_json::{Value, json};

/// The tool by which a model has an answer read.
pub(super) const ANALYSIS: &str = "analyze_technical_skills";
/// Turns in a row without a call after which the model is not waited for any more.
const NOT_CALLED: u32 = 2;

pub(super) fn plan(session: &Session, gaps: &Gaps) -> Step {
    let skills = &session.skills;
    if skills.parts_read < skills.parts.len() as u32 {
        return Step::Ask(Box::new(reading::of_resume(session)));
    }
    if let Some(last) = session.exchanges.last() {
        let number = last.question.number;
        if last.is_open() {
            return Step::Respondent;
        }
        if skills.read < number && matches!(last.reaction, Some(Reaction::Answered(_))) {
            return unread(session, number);
        }
    }
    // Each decision is a record of its own, with its reason.
    if let Some(fact) = choose::ended(session) {
        return Step::Record(vec![fact]);
    }
    if let Some(reason) = stop(session, gaps) {
        return Step::Close(reason);
    }
    match choose::next(session) {
        None => Step::Close(CloseReason::NoGaps),
        Some(_) if session.asked() >= session.max_questions() => {
            Step::Close(CloseReason::QuestionLimit)
        }
        Some(gap) => Step::Ask(Box::new(question(session, gap))),
    }
}

/// What is done about an answer that nobody has read yet.
fn unread(session: &Session, number: u32) -> Step {
    let skills = &session.skills;
    let due = skills.due == number || session.interviewer == Interviewer::Scripted;
    let called = session.tools.open().next().is_some();
    if due || called {
        return Step::Ask(Box::new(reading::of_answer(session)));
    }
    let reason = if session.tools.rounds(0) >= ANALYSIS_ROUNDS {
        AnalysisDue::RoundsUsedUp
    } else if skills.not_called >= NOT_CALLED {
        AnalysisDue::NotCalled
    } else {
        return Step::Ask(Box::new(have_it_read(session)));
    };
    let question = number;
    Step::Record(vec![Fact::AnalysisDue { question, reason }])
}

/// Why no further question is asked, in the order of the seed; the first question is always put.
fn stop(session: &Session, gaps: &Gaps) -> Option<CloseReason> {
    let skills = &session.skills;
    if session.asked() == 0 {
        None
    } else if skills.low >= gaps.disengaged {
        Some(CloseReason::Disengaged)
    } else if skills.completeness() >= gaps.complete {
        Some(CloseReason::Complete)
    } else {
        None
    }
}

/// Asks the model to call its tool: whatever it says instead is not put to the respondent.
fn have_it_read(session: &Session) -> Plan {
    Plan {
        step: conversation::step(session),
        contract: Contract::Question,
        settings: conversation::settings(session),
        tools: tools(session),
        tool_use: ToolUse::Required,
        state: String::new(),
        instruction: session.wording.gaps.read_first.clone(),
        ask: conversation::ask(session, QuestionKind::Topic, Purpose::Question),
    }
}

/// Tools that go with a question: none once the turn's rounds are used up, or where the engine has the answer read.
fn tools(session: &Session) -> Vec<ToolSpec> {
    let rounds = session.tools.rounds(0);
    let due = session.skills.due == session.asked() && session.asked() > 0;
    if session.interviewer == Interviewer::Scripted || rounds >= ANALYSIS_ROUNDS || due {
        return Vec::new();
    }
    vec![ToolSpec {
        name: ANALYSIS.into(),
        description: session.wording.gaps.tool.clone(),
        parameters: json!({
            "type": "object",
            "properties": {
                "answer_text": { "type": "string", "description": "The respondent's last answer, word for word." },
                "conversation_context": { "type": "string", "description": "What the answer refers to." },
            },
            "required": ["answer_text"],
        }),
    }]
}

fn question(session: &Session, gap: GapQuestion) -> Plan {
    let wording = &session.wording.gaps;
    let kind = choose::kind(session, &gap);
    let of = |text: fn(&colloquy_schema::AttributeWording) -> &String| {
        let words = gap.attributes.iter();
        words
            .filter_map(|attribute| wording.attributes.get(*attribute as usize))
            .map(|words| text(words).clone())
            .collect::<Vec<_>>()
    };
    let ask = GapAsk {
        clauses: of(|words| &words.clause),
        explanations: of(|words| &words.explanation),
        examples: of(|words| &words.example),
        gap,
    };
    // In a turn with tool calls the model has them in its history, and a provider asks for their tools then.
    let tools = if session.tools.rounds(0) > 0 {
        tools(session)
    } else {
        Vec::new()
    };
    Plan {
        step: conversation::step(session),
        contract: Contract::Question,
        settings: conversation::settings(session),
        tool_use: if tools.is_empty() {
            ToolUse::Dropped
        } else {
            ToolUse::Free
        },
        tools,
        state: words::state(session, &ask.gap),
        instruction: words::instruction(session, kind, &ask.gap),
        ask: conversation::ask(session, kind, Purpose::Gap(Box::new(ask))),
    }
}

/// Turns what came of a planned question into the question that is put: the engine's own first words, then the reply.
pub(super) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    if let Purpose::Skills(ask) = &plan.ask.purpose {
        return reading::absorb(session, ask, reading);
    }
    if plan.tool_use == ToolUse::Required {
        return vec![Fact::AnalysisDue {
            question: session.asked(),
            reason: AnalysisDue::NotCalled,
        }];
    }
    let Purpose::Gap(ask) = &plan.ask.purpose else {
        return Vec::new();
    };
    let (text, origin) = match reading {
        Reading::Value(Reply::Question(reply)) => (reply.question, QuestionOrigin::Reply),
        Reading::Prose(text) => (text, QuestionOrigin::Prose),
        _ => (words::plain(session, ask), QuestionOrigin::Again),
    };
    let gap = ask.gap.clone();
    let lead = words::lead(session, &gap);
    let gap_text = if lead.is_empty() {
        text
    } else {
        [&lead, " ", &text].concat()
    };
    let goes_on = gap.intent != Intent::Question;
    let last = session.exchanges.last().filter(|_| goes_on);
    vec![Fact::Asked(Question {
        number: plan.ask.number,
        text: gap_text,
        kind: plan.ask.kind,
        follow_up_depth: last.map_or(0, |last| (last.question.follow_up_depth + 1).min(3)),
        follow_up_to: last.map(|last| last.question.number),
        origin,
        staged: None,
        gap: Some(gap),
        form: None,
    })]
}

/// Decides how a tool call is met: the first sound one has the answer read, which is a step of its own.
pub(super) fn dispatch(session: &Session, call: &ToolCall) -> Dispatch {
    let text = call.arguments["answer_text"].as_str().unwrap_or_default();
    if text.trim().is_empty() {
        let message = "answer_text must be the respondent's answer, a text.";
        return Dispatch::Result(tool_error(ANALYSIS, "invalid_parameters", message));
    }
    let last = session.exchanges.last();
    if last.is_none_or(|last| session.skills.read >= last.question.number) {
        let message = "The last answer has been read already: ask the next question.";
        return Dispatch::Result(json!({ "status": "ok", "message": message }));
    }
    Dispatch::Step
}

/// The calls that are settled by the reading that just ended.
fn settled(session: &Session, result: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    for tool in session
        .tools
        .open()
        .filter(|tool| tool.state == ToolState::Called)
    {
        let id = tool.call.id.clone();
        let result = result.clone();
        facts.push(Fact::ToolEnded { id, result });
    }
    facts
}
