//! A model that says what the bytes say.

use crate::input::Input;
use colloquy_schema::{
    Call, CallErrorKind, ObjectiveState, Purpose, RawReply, StopReason, ToolCall, Usage,
    tools::TOOLS,
};
use colloquy_tests::onboarding::sample;
use colloquy_tests::pieces::PIECES;
use colloquy_tests::world::Act;
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    static BYTES: RefCell<(Vec<u8>, usize)> = const { RefCell::new((Vec::new(), 0)) };
}

/// Gives the bytes that [`says`] chooses by, from the first.
pub(crate) fn reads(bytes: &[u8]) {
    BYTES.with_borrow_mut(|kept| *kept = (bytes.to_vec(), 0));
}

/// Replies by the next bytes; they begin again when they are used up, with a counter in them, so that it does not only repeat itself.
pub(crate) fn says(call: &Call) -> RawReply {
    let piece = BYTES.with_borrow_mut(|(bytes, at)| {
        let from = *at % bytes.len().max(1);
        *at += 24;
        bytes[from..]
            .iter()
            .copied()
            .chain((*at / 24).to_le_bytes())
            .take(24)
            .collect::<Vec<u8>>()
    });
    reply(call, &mut Input::new(&piece))
}

/// How the next calls go, by the next bytes; the last is what every call behind them gets.
pub(crate) fn acts(input: &mut Input) -> Vec<Act> {
    let kinds = [
        CallErrorKind::Overloaded,
        CallErrorKind::RateLimited,
        CallErrorKind::Network,
        CallErrorKind::Timeout,
        CallErrorKind::Unauthorized,
        CallErrorKind::Invalid,
        CallErrorKind::Budget,
    ];
    let mut acts: Vec<Act> = (0..3)
        .map(|_| match input.below(8) {
            0 => Act::Fail(
                *input.pick(&kinds),
                [None, Some(0), Some(5_000), Some(u32::MAX)][input.below(4)],
            ),
            1 => Act::Stream(garbage(input).chars().map(String::from).collect()),
            2 => Act::Reply(garbage(input)),
            3 => Act::Hang,
            _ => Act::Agent(says),
        })
        .collect();
    acts.push(Act::Agent(says));
    acts
}

fn garbage(input: &mut Input) -> String {
    let pieces = input.below(10);
    (0..pieces).map(|_| *input.pick(&PIECES)).collect()
}

fn reply(call: &Call, input: &mut Input) -> RawReply {
    let mut reply = RawReply {
        text: match input.below(6) {
            0 => garbage(input),
            1 => json!({ "follow_up": true, "question": format!("What about number {} of it?", input.byte()) }).to_string(),
            2 => json!({ "follow_up": false, "question": "What stayed with you from it?" }).to_string(),
            3 => fitting(call, input).to_string(),
            4 => ["```json\n", &fitting(call, input).to_string(), "\n```"].concat(),
            _ => input.text(),
        },
        ..RawReply::default()
    };
    if input.below(3) == 1 {
        let calls = 1 + input.below(4);
        reply.tool_calls = (0..calls)
            .map(|place| tool_call(call, place, input))
            .collect();
        reply.stop = StopReason::ToolUse;
    }
    if input.below(12) == 1 {
        reply.stop = *input.pick(&[StopReason::MaxTokens, StopReason::Refusal, StopReason::End]);
    }
    if input.below(12) == 1 {
        reply.usage = Usage {
            input_tokens: u32::MAX,
            output_tokens: u32::MAX,
            ..Usage::default()
        };
    }
    if input.below(12) == 1 {
        reply.opaque = vec![json!({ "type": "thinking", "thinking": input.text() })];
    }
    reply
}

/// What was asked for, more or less.
fn fitting(call: &Call, input: &mut Input) -> Value {
    match &call.ask.purpose {
        Purpose::Skills(ask) => {
            let words: Vec<&str> = ask.text.split(' ').take(40).collect();
            let name = *input.pick(&words);
            let other = *input.pick(&words);
            json!({
                "skills": [{ "name": name, "quote": name, "confidence": 0.9, "duration": { "value": other, "quote": other } }],
                "answer": { "kind": "full", "engaged": input.below(3) > 0 },
            })
        }
        Purpose::Question | Purpose::Gap(_) | Purpose::Onboarding(_) => {
            json!({ "follow_up": input.below(2) == 1, "question": format!("What of matter {} comes first?", call.number) })
        }
        _ => json!({
            "interview_stage": "greeting", "response": format!("What was matter {} about?", call.number),
            "metadata": { "question_depth": input.below(4), "completeness": input.below(120), "engagement_level": "high" },
            "internal_tracking": { "stage_transition_ready": input.below(2) == 1 },
            "recommendation": "I think you need to hire a tester now.", "action": Value::Null,
        }),
    }
}

fn tool_call(call: &Call, place: usize, input: &mut Input) -> ToolCall {
    let offered: Vec<&str> = call.tools.iter().map(|tool| tool.name.as_str()).collect();
    let name = match input.below(8) {
        0 => "delete_everything",
        1 => *input.pick(&TOOLS),
        _ if offered.is_empty() => "",
        _ => *input.pick(&offered),
    };
    let mut arguments = arguments(call, input);
    if input.below(4) == 1 {
        crate::edits::edit(&mut arguments, input);
    }
    let id = match input.below(8) {
        0 => String::new(),
        1 => "same".into(),
        _ => format!("t{}-{place}", call.number),
    };
    ToolCall {
        id,
        name: name.into(),
        arguments,
    }
}

fn arguments(call: &Call, input: &mut Input) -> Value {
    let Purpose::Onboarding(ask) = &call.ask.purpose else {
        return json!({ "answer_text": "it", "conversation_context": "x" });
    };
    let Some(objective) = ask.objectives.get(input.below(ask.objectives.len().max(1))) else {
        return json!({});
    };
    let kind = objective.data_type;
    let approved = ask.approved.iter().rev().find(|(of, _)| *of == kind);
    let data = match (&objective.state, approved) {
        (ObjectiveState::Approved, Some((_, data))) => data.clone(),
        _ => sample(kind),
    };
    match input.below(5) {
        0 => {
            json!({ "prompt": "Which?", "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }] })
        }
        1 => json!({ "uploadType": "resume", "prompt": "A file, please." }),
        2 => {
            json!({ "file_url": "colloquy-file:00000000-0000-4000-8000-000000000001", "return_types": ["text"] })
        }
        _ => json!({ "dataType": kind.name(), "data": data }),
    }
}
