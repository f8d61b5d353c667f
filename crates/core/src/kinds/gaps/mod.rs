//! The skills interview that asks only for what is missing: a résumé is read, then each answer is read and the most severe gap is
//! asked about, until enough is known, the respondent has had enough, or nothing is left to ask.
//!
//! The engine has each answer read, and then asks for a question: two calls of a model. A guide may leave the first to the model's own
//! tool, `analyze_technical_skills`; where it does not call that, the engine does all the same. The interviewer words the questions. Which
//! gap they are for, when it ends and what counts is decided here.

mod choose;
mod draw;
mod edit;
mod language;
mod names;
mod reading;
mod resume;
mod state;
mod view;
mod wishes;
mod words;

pub use view::*;

use super::{
    Dispatch, Kind, NoKind, Plan, Reading, Reply, Section, Step, ToolUse, conversation, material,
};
use crate::kind::embedded_schema;
use crate::misuse::Misuse;
use crate::session::{Session, ToolState};
use crate::wording::{after, cut};
use colloquy_findings::normal_form;
use colloquy_schema::{
    ANALYSIS_ROUNDS, AnalysisCaller, AnalysisDue, CloseReason, Contract, Fact, GapAsk, GapQuestion,
    GapsFact, Guide, Intent, Interviewer, KindFact, KindQuestion, Purpose, Question, QuestionKind,
    QuestionOrigin, QuestionReply, Reaction, Record, Setup, Strategy, ToolCall, ToolSpec, Topic,
    tools::ANALYSIS,
};
use serde_json::{Map, Value, json};
use state::{Gaps, exchange_of};

/// The kind's name in a guide.
pub const NAME: &str = "gaps";

/// Turns in a row without a call after which the model is not waited for any more.
const NOT_CALLED: u32 = 2;
/// How many questions are looked back for the same one: more than are put about one gap, and few enough that a long interview costs
/// no more than a short one.
const LOOKED_BACK: usize = 20;
/// Most of a résumé that goes into the prompt of a question, in bytes.
const RESUME_BYTES: usize = 6_000;

/// Makes the kind for one session.
pub fn make(guide: &Guide, setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Gaps(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Gaps::new(parameters, &setup.material))
}

impl Kind for Gaps {
    fn name(&self) -> &'static str {
        NAME
    }

    fn max_questions(&self) -> u32 {
        self.parameters.max_questions
    }

    fn schema(&self, contract: Contract) -> Option<Value> {
        (contract == Contract::Skills)
            .then(|| embedded_schema!("../../../../../pkg/schemas/contracts/skills.json"))
    }

    fn evolve(&mut self, record: &Record, before: &Session) {
        self.take(&record.fact, before);
        if let Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read))) = &record.fact
            && let Some(exchange) = read.question.and_then(|number| exchange_of(before, number))
        {
            for skill in wishes::refused(self, exchange.answer_text()) {
                self.decline(&skill);
            }
        }
    }

    fn ends_step(&self, fact: &Fact) -> bool {
        matches!(fact, Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(_))))
    }

    fn plan(&self, session: &Session) -> Step {
        if self.parts_read < self.parts.len() as u32 {
            return Step::Ask(Box::new(reading::of_resume(self, session)));
        }
        if let Some(last) = session.exchanges.last() {
            let number = last.question.number;
            if last.is_open() {
                return Step::Respondent;
            }
            if self.read < number && matches!(last.reaction, Some(Reaction::Answered(_))) {
                return unread(self, session, number);
            }
        }
        // Each decision is a record of its own, with its reason.
        if let Some(fact) = choose::ended(self) {
            return Step::Record(vec![fact]);
        }
        let stop = stop(self, session);
        if stop == Some(CloseReason::Disengaged) {
            return Step::Close(CloseReason::Disengaged);
        }
        let next = choose::next(self, session).filter(|_| stop.is_none());
        let last = || choose::last(self, session);
        match next.or_else(last) {
            None => Step::Close(stop.unwrap_or(CloseReason::NoGaps)),
            Some(_) if session.asked() >= session.max_questions() => {
                Step::Close(CloseReason::QuestionLimit)
            }
            Some(gap) => Step::Ask(Box::new(question(self, session, gap))),
        }
    }

    fn absorb(&self, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
        absorb(self, session, plan, reading)
    }

    fn dispatch(&self, session: &Session, call: &ToolCall) -> Dispatch {
        if call.name == ANALYSIS {
            return dispatch(self, session, call);
        }
        let message = "This interview has no such tool.";
        Dispatch::error(call, "tool_not_available", message)
    }

    fn tool_request<'a>(&self, session: &'a Session) -> &'a str {
        &session.wording.kind.gaps.read_first
    }

    /// What was read before the cut is worth more than nothing; the last skill is not whole.
    fn mend_cut(&self, contract: Contract, value: &mut Value) -> Option<String> {
        if contract != Contract::Skills || !value.is_object() {
            return None;
        }
        let skills = value["skills"].as_array_mut()?;
        skills.pop();
        let last = skills.last().and_then(|skill| skill["name"].as_str());
        Some(last.unwrap_or_default().into())
    }

    fn join_cut(&self, contract: Contract, mut before: Value, value: &mut Value) {
        if contract == Contract::Skills
            && let Some(skills) = value["skills"].as_array_mut()
            && let Some(first) = before["skills"].as_array_mut()
        {
            first.append(skills);
            *skills = std::mem::take(first);
        }
    }

    /// The same is asked about one skill after the other, and the engine's own words may come first: only the same question to its
    /// end is a repetition.
    fn is_repetition(&self, session: &Session, text: &str) -> bool {
        let text = normal_form(text);
        let before = |other: &str| normal_form(other).ends_with(&text);
        let mut here = session.exchanges.iter().rev().take(LOOKED_BACK);
        here.any(|exchange| before(&exchange.question.text))
    }

    /// The engine's own first words are nothing that a model said: it would say them again.
    fn as_replied(&self, session: &Session, place: usize, question: &Question) -> String {
        let gap = question.of_kind.gap.as_ref();
        let lead = gap.map(|gap| words::lead_of(session, gap, place as u32, &question.text));
        let text = lead.and_then(|lead| question.text.strip_prefix(&lead));
        conversation::as_replied(&Question {
            text: text.unwrap_or(&question.text).trim_start().into(),
            ..question.clone()
        })
    }

    /// A résumé is read apart; to word a question its beginning is enough.
    fn material(&self, session: &Session, budget: usize) -> String {
        if self.resume.is_empty() {
            material(session, budget)
        } else {
            cut(&self.resume, budget.min(RESUME_BYTES))
        }
    }

    /// What is missing is asked for, whatever an earlier session on the same résumé asked.
    fn looks_back(&self) -> bool {
        false
    }

    fn progress(&self, _session: &Session) -> Option<u32> {
        Some(u32::from(self.progress).min(99))
    }

    fn closing(&self, session: &Session, reason: CloseReason) -> Option<String> {
        let words = &session.wording.kind.gaps;
        let words = match reason {
            CloseReason::Complete => &words.closing_complete,
            CloseReason::Disengaged => &words.closing_disengaged,
            CloseReason::NoGaps => &words.closing_no_gaps,
            _ => return None,
        };
        Some(words.clone())
    }

    fn view(&self, session: &Session) -> Section {
        Section::new(draw::summary(self, session))
    }

    fn details(&self, session: &Session) -> Section {
        Section::new(GapsDetails {
            kind: NAME,
            skills: draw::skills(self, session),
        })
    }

    fn can_edit(&self) -> bool {
        true
    }

    fn edit(&self, _session: &Session, edit: Value) -> Result<Vec<Fact>, Misuse> {
        edit::corrected(self, edit).map(|fact| vec![fact])
    }

    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        draw::outcome(self, session, out);
    }
}

/// What is done about an answer that nobody has read yet.
fn unread(gaps: &Gaps, session: &Session, number: u32) -> Step {
    let due = gaps.due == number
        || gaps.parameters.analysis_by == AnalysisCaller::Engine
        || session.interviewer == Interviewer::Scripted;
    let called = session.tools.open().next().is_some();
    if due || called {
        return Step::Ask(Box::new(reading::of_answer(gaps, session)));
    }
    let reason = if session.tools.rounds(0) >= ANALYSIS_ROUNDS {
        AnalysisDue::RoundsUsedUp
    } else if gaps.not_called >= NOT_CALLED {
        AnalysisDue::NotCalled
    } else {
        return Step::Ask(Box::new(ask_to_read(gaps, session)));
    };
    let question = number;
    Step::Record(vec![Fact::Kind(KindFact::Gaps(GapsFact::AnalysisDue {
        question,
        reason,
    }))])
}

/// Why no further question is asked, the first reason that holds; the first question is always put.
fn stop(gaps: &Gaps, session: &Session) -> Option<CloseReason> {
    if session.asked() == 0 {
        None
    } else if gaps.low >= gaps.parameters.disengaged {
        Some(CloseReason::Disengaged)
    } else if gaps.completeness() >= gaps.parameters.complete {
        Some(CloseReason::Complete)
    } else {
        None
    }
}

/// Asks the model to call its tool: a text in its place is not put to the respondent.
fn ask_to_read(gaps: &Gaps, session: &Session) -> Plan {
    Plan {
        tools: tools(gaps, session),
        tool_use: ToolUse::Required,
        state: String::new(),
        instruction: session.wording.kind.gaps.read_first.clone(),
        ..conversation::question(session, QuestionKind::Topic)
    }
}

/// Tools that go with a question: none once the turn's rounds are used up, or where the engine has the answer read.
fn tools(gaps: &Gaps, session: &Session) -> Vec<ToolSpec> {
    let rounds = session.tools.rounds(0);
    let due = gaps.due == session.asked() && session.asked() > 0;
    if session.interviewer == Interviewer::Scripted || rounds >= ANALYSIS_ROUNDS || due {
        return Vec::new();
    }
    vec![ToolSpec {
        name: ANALYSIS.into(),
        description: session.wording.kind.gaps.tool.clone(),
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

fn question(gaps: &Gaps, session: &Session, gap: GapQuestion) -> Plan {
    let wording = &session.wording.kind.gaps;
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
        tools(gaps, session)
    } else {
        Vec::new()
    };
    let lead = words::early_lead(gaps, session, &ask.gap);
    let state = words::state(gaps, session, &ask.gap);
    let instruction = words::instruction(gaps, session, kind, &ask.gap);
    let ask = conversation::ask(session, kind, Purpose::Gap(Box::new(ask)));
    Plan {
        tool_use: if tools.is_empty() {
            ToolUse::Dropped
        } else {
            ToolUse::Free
        },
        tools,
        lead,
        state,
        instruction,
        ..conversation::planned(session, ask)
    }
}

/// Turns what came of a planned question into the question that is put: the engine's own first words, then the reply.
fn absorb(gaps: &Gaps, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    if let Purpose::Skills(ask) = &plan.ask.purpose {
        return reading::absorb(gaps, session, ask, reading);
    }
    if plan.tool_use == ToolUse::Required {
        return vec![Fact::Kind(KindFact::Gaps(GapsFact::AnalysisDue {
            question: session.asked(),
            reason: AnalysisDue::NotCalled,
        }))];
    }
    let Purpose::Gap(ask) = &plan.ask.purpose else {
        return Vec::new();
    };
    let mut gap = ask.gap.clone();
    let (text, origin) = match reading {
        Reading::Value(Reply::Question(reply)) => {
            if let Some(last) = reacts(gaps, session, &gap, &reply) {
                gap = last;
            }
            (reply.question, QuestionOrigin::Reply)
        }
        Reading::Prose(text) => (text, QuestionOrigin::Prose),
        _ => (words::plain(session, ask), QuestionOrigin::Again),
    };
    let lead = if plan.lead.is_empty() {
        words::lead(gaps, session, &gap, &text)
    } else {
        plan.lead.clone()
    };
    let gap_text = match after(&lead, &text) {
        "" => text,
        rest if lead.is_empty() => rest.into(),
        rest => [&lead, " ", rest].concat(),
    };
    let goes_on = gap.intent != Intent::Question;
    let last = session.exchanges.last().filter(|_| goes_on);
    vec![Fact::Asked(Question {
        follow_up_depth: last.map_or(0, |last| (last.question.follow_up_depth + 1).min(3)),
        follow_up_to: last.map(|last| last.question.number),
        of_kind: KindQuestion {
            gap: Some(gap),
            ..KindQuestion::default()
        },
        ..conversation::put(plan, gap_text, origin)
    })]
}

/// Returns the gap of a reply that reacts to what the answer does instead of asking what was wanted: the last question's, of which
/// nothing is asked, so that no other skill is announced before it and no answer to it counts for one.
///
/// The built-in interviewer shows this by `follow_up`, which is then not what the intent calls for. A model shows it where the answer
/// brought nothing and the reply goes on about it, without the new skill's name.
fn reacts(
    gaps: &Gaps,
    session: &Session,
    gap: &GapQuestion,
    reply: &QuestionReply,
) -> Option<GapQuestion> {
    let last = session.exchanges.last()?.question.of_kind.gap.as_ref()?;
    // Nobody is kept by reactions alone: behind one, what is put counts as the last question.
    if gap.asks_for_more() && last.attributes.is_empty() && !last.skill.is_empty() {
        return None;
    }
    let reacts = if session.interviewer == Interviewer::Scripted {
        reply.follow_up != (gap.intent != Intent::Question)
    } else {
        let other = last.skill != gap.skill && !reply.question.contains(&gap.skill);
        gaps.brought_nothing() && other && reply.follow_up
    };
    reacts.then(|| GapQuestion {
        attributes: Vec::new(),
        intent: Intent::FollowUp,
        topic: Topic::Same,
        closed: Vec::new(),
        ..last.clone()
    })
}

/// Decides what is done about a call of the tool: the first sound one has the answer read, which is a step of its own.
fn dispatch(gaps: &Gaps, session: &Session, call: &ToolCall) -> Dispatch {
    let text = call.arguments["answer_text"].as_str().unwrap_or_default();
    if text.trim().is_empty() {
        let message = "answer_text must be the respondent's answer, a text.";
        return Dispatch::error(call, "invalid_parameters", message);
    }
    let last = session.exchanges.last();
    if last.is_none_or(|last| gaps.read >= last.question.number) {
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
