//! Renders an ask into messages. The system prompt is the same bytes for every call of one guide, locale, template and
//! reply mode; the exchanges follow in their order; what changes comes last, so that providers can cache the rest.

use crate::kind::{Apart, Plan, ToolUse};
use crate::session::Session;
use crate::wording::{cut, data, day, fill};
use colloquy_schema::{
    BYTES_PER_TOKEN, Contract, Guidelines, Message, Reaction, ReplyMode, Role, same_language,
};

/// Longest single answer in a prompt, in bytes; a longer one is cut in the middle for the prompt only, never where it is stored.
const ANSWER_BYTES: usize = 12_000;
/// What stands before the words of the page, for questions about the interview.
const PAGE: &str = "The page has shown the person this before the first question. It is for you to answer from, should they ask who reads their \
    answers, how long it takes or what becomes of them; do not bring it up yourself. You are the language model it speaks of.";
/// What follows the instructions when the guide has none in the respondent's language.
const LANGUAGE: &str = "\n\nThe person reads another language than that of these instructions. Write all that they read, questions and \
    summaries, in the language whose BCP 47 tag is \"{language}\", as its native speakers do, unless they ask for another one. Keys and fixed \
    values of JSON stay as they are, and quotations keep the words of the answer.";
/// Least that is shown of an answer whose exchange is left out, in bytes.
const LEFT_OUT_BYTES: usize = 300;
/// Longest refused reply that is shown back to the model, in bytes.
const REPLY_BYTES: usize = 4_000;
/// Most earlier questions that are listed so that they do not come again.
const ASKED_BEFORE: usize = 60;

/// The messages of one call.
pub(crate) struct Prompt {
    pub(crate) messages: Vec<Message>,
    /// Number of the first question whose exchange is in them.
    pub(crate) history_from: u32,
}

/// Renders the messages of a plan.
pub(crate) fn render(session: &Session, plan: &Plan, mode: ReplyMode) -> Prompt {
    if let Some(apart) = &plan.apart {
        return standing_apart(session, plan, apart);
    }
    let wording = &session.wording;
    let prompts = &wording.prompts;
    let system = wording
        .templates
        .get(&plan.ask.template)
        .map(|t| t.system.as_str())
        .unwrap_or_default();
    let rules = if mode == ReplyMode::Strict {
        &prompts.strict
    } else {
        &prompts.instructed
    };
    let mut system = [system, "\n\n", rules].concat();
    if !same_language(session.language(), session.asks_in()) {
        system.push_str(&fill(LANGUAGE, &[("language", session.language())]));
    }
    let mut messages = vec![message(Role::System, system)];
    messages.push(message(Role::User, opening(session)));

    let history_from = history_from(session);
    if history_from > 1 {
        let dropped = (history_from - 1).to_string();
        messages.push(message(
            Role::User,
            fill(&prompts.dropped, &[("count", &dropped)]),
        ));
        if plan.contract == Contract::Findings {
            messages.extend(left_out(session, history_from));
        }
    }
    // Calls that are kept stand behind the question after which they were made.
    let keeps_tools = session.kind.keeps_tool_calls();
    if keeps_tools {
        messages.append(&mut session.tools.messages(history_from - 1));
    }
    for (place, exchange) in session
        .exchanges
        .iter()
        .enumerate()
        .skip(history_from as usize - 1)
    {
        let question = &exchange.question;
        if question.form.is_some() && exchange.turn().is_none() {
            // The result of its tool has the reaction.
            messages.append(&mut session.tools.messages(question.number));
            continue;
        }
        if question.form.is_none() {
            messages.push(message(
                Role::Assistant,
                session.kind.as_replied(session, place, question),
            ));
        }
        let (text, answers) = match &exchange.reaction {
            Some(Reaction::Answered(text)) => (
                data("answer", &cut(text, ANSWER_BYTES)),
                vec![question.number],
            ),
            Some(Reaction::Declined) => (prompts.declined.clone(), Vec::new()),
            Some(Reaction::Skipped | Reaction::Filled) | None => {
                (prompts.skipped.clone(), Vec::new())
            }
        };
        messages.push(Message {
            answers,
            ..message(Role::User, text)
        });
        if keeps_tools {
            messages.append(&mut session.tools.messages(question.number));
        }
    }

    let asks = [plan.state.as_str(), &plan.instruction];
    let asks = asks.join("\n\n");
    let in_rounds = !keeps_tools && session.tools.rounds(0) > 0;
    if !plan.tools.is_empty() && in_rounds {
        // The turn goes on where the model called its tools: what it was asked then, its calls, and their results.
        messages.push(message(
            Role::User,
            session.kind.tool_request(session).into(),
        ));
        messages.append(&mut session.tools.messages(session.asked()));
    }
    if !(plan.tool_use == ToolUse::Required && in_rounds) {
        messages.push(message(Role::User, asks.trim().into()));
    }
    retry(session, plan, &mut messages);
    // A provider refuses an empty message; a model that replied with nothing leaves one.
    messages.retain(|message| {
        let tools = message.tool_calls.len() + message.tool_results.len() > 0;
        tools || !message.text.trim().is_empty()
    });
    Prompt {
        messages,
        history_from,
    }
}

/// The answers of the exchanges that are left out, each with its number: findings are about all of them. They are shortened to what the
/// history may have once more.
fn left_out(session: &Session, history_from: u32) -> impl Iterator<Item = Message> {
    let dropped = (history_from - 1) as usize;
    let most = (history_bytes(session) / dropped).clamp(LEFT_OUT_BYTES, ANSWER_BYTES);
    let exchanges = session.exchanges.iter().take(dropped);
    let answered = exchanges.filter(|exchange| !exchange.answer_text().is_empty());
    answered.map(move |exchange| {
        let number = exchange.question.number;
        let answer = data("answer", &cut(exchange.answer_text(), most));
        Message {
            answers: vec![number],
            ..message(Role::User, [&number.to_string(), ".\n", &answer].concat())
        }
    })
}

/// The messages of a call that stands outside of the conversation.
fn standing_apart(session: &Session, plan: &Plan, apart: &Apart) -> Prompt {
    let asking = Message {
        answers: apart.answers.clone(),
        ..message(Role::User, plan.instruction.clone())
    };
    let mut messages = vec![message(Role::System, apart.system.clone()), asking];
    retry(session, plan, &mut messages);
    messages.retain(|message| !message.text.trim().is_empty());
    Prompt {
        messages,
        history_from: session.history_from,
    }
}

/// Shows an unusable reply back, with what was wrong with it.
fn retry(session: &Session, plan: &Plan, messages: &mut Vec<Message>) {
    if session.attempts.replies > 0 {
        let lines: Vec<String> = session
            .attempts
            .issues
            .iter()
            .map(|issue| issue.line())
            .collect();
        let retry = (plan.retry)(&session.wording);
        messages.push(message(
            Role::Assistant,
            cut(&session.attempts.last_reply, REPLY_BYTES),
        ));
        messages.push(message(
            Role::User,
            fill(retry, &[("issues", &lines.join("\n"))]),
        ));
    }
}

/// First user message: material, guidelines and what earlier sessions on the subject brought.
fn opening(session: &Session) -> String {
    let prompts = &session.wording.prompts;
    let mut out = String::new();
    let preface = session.kind.preface(session);
    if !preface.is_empty() {
        out.push_str(preface);
        out.push_str("\n\n");
    }
    let mut part = |lead: &str, tag: &str, body: String| {
        if !body.is_empty() {
            out.push_str(lead);
            out.push('\n');
            out.push_str(&data(tag, &body));
            out.push_str("\n\n");
        }
    };
    part(PAGE, "page", page(session));
    let budget = session.guide.model.material_tokens as usize;
    let about = session.kind.material(session, budget);
    part(&prompts.material, "material", about);
    part(
        &prompts.guidelines,
        "guidelines",
        guidelines(&session.setup.guidelines),
    );
    let mut digest = String::new();
    for entry in &session.setup.digest {
        for line in ["Q: ", &entry.question, "\nA: ", &entry.answer, "\n"] {
            digest.push_str(line);
        }
    }
    part(&prompts.digest, "earlier_sessions", digest);
    let before: Vec<&str> = session
        .setup
        .asked_before
        .iter()
        .rev()
        .take(ASKED_BEFORE)
        .map(String::as_str)
        .collect();
    part(
        &prompts.asked_before,
        "earlier_questions",
        before.join("\n"),
    );
    out.truncate(out.trim_end().len());
    out
}

/// What the page states about the interview, and the day it began.
fn page(session: &Session) -> String {
    let wording = &session.wording;
    let consent = wording.consent.iter();
    let stated = consent.flat_map(|consent| [&consent.recipients, &consent.kept]);
    let mut parts: Vec<&str> = vec![&wording.welcome];
    parts.extend(stated.map(String::as_str));
    let date = ["The interview began on ", &day(session.started_at), "."].concat();
    parts.push(&date);
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn guidelines(guidelines: &Guidelines) -> String {
    let mut out = String::new();
    let mut line = |label: &str, text: &str| {
        for part in [label, text, "\n"] {
            out.push_str(part);
        }
    };
    if let Some(tone) = &guidelines.tone {
        line("Tone: ", tone);
    }
    guidelines
        .focus
        .iter()
        .for_each(|focus| line("Focus: ", focus));
    guidelines
        .avoid
        .iter()
        .for_each(|avoid| line("Avoid: ", avoid));
    out
}

fn history_bytes(session: &Session) -> usize {
    session.guide.model.history_tokens as usize * BYTES_PER_TOKEN as usize
}

/// Past the budget the older half of the exchanges is dropped at once, so that the cost of a turn stays flat and caches
/// hold between drops.
fn history_from(session: &Session) -> u32 {
    let budget = history_bytes(session);
    let size = |from: u32| -> usize {
        let exchanges = session.exchanges.iter().skip(from as usize - 1);
        let texts: usize = exchanges
            .map(|e| e.question.text.len() + e.answer_text().len().min(ANSWER_BYTES) + 80)
            .sum();
        texts + session.tools.bytes(from - 1)
    };
    let mut from = session.history_from;
    while size(from) > budget && from < session.asked() {
        from += (session.asked() - from).div_ceil(2).max(1);
    }
    from
}

fn message(role: Role, text: String) -> Message {
    Message::new(role, text)
}
