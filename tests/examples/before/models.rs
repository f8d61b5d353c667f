//! Models that lead the sessions: sound replies with everything around them that providers send.

use colloquy_schema::{Call, Contract, RawReply, StopReason, Usage};
use colloquy_tests::behaviour::staged::honest;
use colloquy_tests::onboarding::{diligent, question};
use colloquy_tests::reader;
use serde_json::{Value, json};

/// Adds what comes with a reply: figures, blocks of the provider's own, a fence around the JSON now and then.
fn dressed(call: &Call, mut reply: RawReply) -> RawReply {
    let number = call.number;
    reply.usage = Usage {
        input_tokens: 900 + 37 * number,
        output_tokens: 40 + number,
        cached_tokens: if number > 1 { 512 } else { 0 },
        ..Usage::default()
    };
    if number % 3 == 1 {
        reply.opaque = vec![
            json!({ "type": "thinking", "thinking": format!("Call {number}: what is left?"), "signature": "c2lnbmVk" }),
        ];
    }
    if number % 4 == 2 && reply.tool_calls.is_empty() {
        reply.text = format!("```json\n{}\n```", reply.text);
    }
    reply
}

fn says(call: &Call, text: String) -> RawReply {
    dressed(
        call,
        RawReply {
            text,
            ..RawReply::default()
        },
    )
}

/// Findings with the words of the first answer as their place.
fn findings(call: &Call) -> String {
    let words = call
        .ask
        .history
        .iter()
        .find_map(|turn| match &turn.reaction {
            colloquy_schema::Reaction::Answered(text) => Some((
                turn.number,
                text.split_whitespace()
                    .take(4)
                    .collect::<Vec<_>>()
                    .join(" "),
            )),
            _ => None,
        });
    let (question, quote) = words.unwrap_or((1, String::new()));
    json!({
        "insights": [{ "text": "Rest wants planning", "question": question, "quote": quote }],
        "actions": [],
        "themes": [{ "text": "places of rest", "count": 2 }],
    })
    .to_string()
}

fn puts(call: &Call) -> Value {
    let number = call.ask.number;
    json!({ "follow_up": number % 3 == 2, "question": format!("What {}of it stays with you in week {number}?", "really ".repeat(number as usize % 5)) })
}

/// Leads a reflective interview.
pub(crate) fn reflective(call: &Call) -> RawReply {
    let text = match call.contract {
        Contract::Findings => findings(call),
        Contract::Question => puts(call).to_string(),
        _ => {
            json!({ "mood": "calm", "score": 7, "words": ["rest", "Ruhe", "休息"], "ratio": 0.25 })
                .to_string()
        }
    };
    says(call, text)
}

/// Leads a staged interview by envelopes.
pub(crate) fn staged(call: &Call) -> RawReply {
    match call.contract {
        Contract::Findings => says(call, findings(call)),
        _ => says(call, honest(call)),
    }
}

/// Leads to advice, whole or in parts.
pub(crate) fn advice(call: &Call) -> RawReply {
    let recommendation = "I think you need to hire a Database Administrator for this.";
    let actor = json!({
        "title": "Database Administrator",
        "reason": "Nobody in the team can read a query plan, and releases wait for it.",
        "skills": ["PostgreSQL", "Query plans", "Index design"],
        "prompt": "You are an experienced database administrator who measures before changing anything.",
        "model": "reasoning",
    });
    let value = match call.contract {
        Contract::Advice => {
            json!({ "recommendation": recommendation, "action": { "type": "create_actor", "actor": actor } })
        }
        Contract::AdvicePart1 => {
            json!({ "recommendation": recommendation, "action": "create_actor" })
        }
        Contract::AdvicePart2 => {
            json!({ "title": actor["title"], "reason": actor["reason"], "skills": actor["skills"] })
        }
        Contract::AdvicePart3 => json!({ "prompt": actor["prompt"], "model": actor["model"] }),
        _ => puts(call),
    };
    says(call, value.to_string())
}

/// Leads a skills interview: has each answer read by its tool.
pub(crate) fn gaps(call: &Call) -> RawReply {
    dressed(call, reader::obliging(call))
}

/// Leads a skills interview and never calls its tool: the engine does.
pub(crate) fn gaps_silent(call: &Call) -> RawReply {
    dressed(call, reader::never(call))
}

/// Leads an onboarding interview, by objectives.
pub(crate) fn onboarding(call: &Call) -> RawReply {
    dressed(call, diligent(call))
}

/// What a model of an onboarding interview calls first.
fn first(call: &Call, list: &[(&str, Value)]) -> RawReply {
    let mut reply = match call.number {
        1 => colloquy_tests::onboarding::calls(call, list),
        2 => question(call),
        _ => diligent(call),
    };
    if call.number == 1 {
        reply.stop = StopReason::ToolUse;
        reply.text = "I would like to ask for this first.".into();
    }
    dressed(call, reply)
}

/// Begins with a choice.
pub(crate) fn with_options(call: &Call) -> RawReply {
    let options = json!([{ "id": "a", "label": "A résumé" }, { "id": "b", "label": "By hand", "description": "Type it." }]);
    first(
        call,
        &[(
            "get_user_option",
            json!({ "prompt": "How do we begin?", "options": options, "multiple": true }),
        )],
    )
}

/// Begins with files and a card, one form behind the other.
pub(crate) fn with_upload(call: &Call) -> RawReply {
    first(
        call,
        &[
            (
                "get_user_upload",
                json!({ "acceptedFormats": ["pdf", "txt"], "multiple": true, "prompt": "Your files, please." }),
            ),
            ("get_macos_contact_card", json!({})),
        ],
    )
}

/// Begins with data that lacks something.
pub(crate) fn with_validation(call: &Call) -> RawReply {
    let data = json!({ "basics": { "email": "a@b", "label": "Müllerin" } });
    first(
        call,
        &[(
            "submit_for_validation",
            json!({ "dataType": "applicant_profile", "data": data, "message": "Is this you?" }),
        )],
    )
}

/// Begins with a tool of the host, and one that there is not.
pub(crate) fn with_host(call: &Call) -> RawReply {
    first(
        call,
        &[
            (
                "lookup",
                json!({ "city": "Ulm", "deep": [[[1, 2.5, null, true]]] }),
            ),
            ("no_such_tool", json!({})),
        ],
    )
}
