//! A reader of skills that believes what it is told, for behaviours: a text names skills as `[Python@0.8 duration=5y]`, and how
//! it meets its question as `{partial}`, or `{empty!}` where the person does not take part. `depth~5y` gives a value with a
//! quote that is nowhere in the text, `scale=@Java` says that it is the same as for Java. `_` stands for a space in a name.

use crate::random::Random;
use colloquy_schema::{Attribute, Call, Purpose, RawReply, SkillsAsk, StopReason, ToolCall};
use serde_json::{Value, json};

/// Reads a text. The value satisfies contract `skills`.
pub fn read(ask: &SkillsAsk) -> Value {
    let mut skills = Vec::new();
    for block in blocks(&ask.text, '[', ']') {
        let mut words = block.split(' ');
        let name = words.next().unwrap_or_default();
        let (name, confidence) = name.split_once('@').unwrap_or((name, "0.9"));
        let mut skill = json!({
            "name": name.replace('_', " "),
            "quote": block,
            "confidence": confidence.parse::<f64>().unwrap_or(0.9),
        });
        for word in words {
            let Some(at) = word.find(['=', '~']) else {
                continue;
            };
            let (key, value) = (&word[..at], &word[at + 1..]);
            let named = |attribute: &&Attribute| attribute.name().starts_with(key);
            let Some(attribute) = Attribute::ALL.iter().find(named) else {
                panic!("no attribute begins with {key}");
            };
            let quote = if word[at..].starts_with('=') {
                word
            } else {
                "said nowhere"
            };
            skill[attribute.name()] = match value.strip_prefix('@') {
                Some(other) => json!({"value": "the same", "quote": quote, "same_as": other}),
                None => json!({"value": value, "quote": quote}),
            };
        }
        skills.push(skill);
    }
    let mut out = json!({ "skills": skills });
    if !ask.resume {
        let kind = blocks(&ask.text, '{', '}').next();
        let (kind, engaged) = match kind {
            None => ("full", true),
            Some(kind) => (kind.trim_end_matches('!'), !kind.ends_with('!')),
        };
        out["answer"] = json!({"kind": kind, "engaged": engaged});
    }
    out
}

fn blocks(text: &str, open: char, close: char) -> impl Iterator<Item = &str> {
    text.split(open)
        .skip(1)
        .filter_map(move |part| Some(part.split_once(close)?.0))
}

/// A model that does as it is told: calls its tool after each answer, reads as [`read`] does, and asks what it is to ask.
pub fn obliging(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => text(&read(ask).to_string()),
        Purpose::Question if !call.tools.is_empty() => {
            calls(&[("call", json!({"answer_text": "it"}))])
        }
        _ => text(&question(call)),
    }
}

/// A question about the gap that is asked for, never the same twice.
pub fn question(call: &Call) -> String {
    let Purpose::Gap(ask) = &call.ask.purpose else {
        return json!({"follow_up": false, "question": "What else is there to say about it?"})
            .to_string();
    };
    let asked: Vec<&str> = ask
        .gap
        .attributes
        .iter()
        .map(|attribute| attribute.name())
        .collect();
    let of = if ask.gap.skill.is_empty() {
        "your skills"
    } else {
        &ask.gap.skill
    };
    let words = format!(
        "Question number {}: what of {} for {of}?",
        call.ask.number,
        asked.join(" and ")
    );
    json!({"follow_up": false, "question": words}).to_string()
}

/// A reply that is text.
pub fn text(text: &str) -> RawReply {
    RawReply {
        text: text.into(),
        ..RawReply::default()
    }
}

/// A reply that calls the analysis tool, with ids and arguments.
pub fn calls(list: &[(&str, Value)]) -> RawReply {
    let name = "analyze_technical_skills";
    named_calls(
        &list
            .iter()
            .map(|(id, arguments)| (*id, name, arguments.clone()))
            .collect::<Vec<_>>(),
    )
}

/// A reply that calls tools: ids, names, arguments.
pub fn named_calls(list: &[(&str, &str, Value)]) -> RawReply {
    let calls = list.iter().map(|(id, name, arguments)| ToolCall {
        id: (*id).into(),
        name: (*name).into(),
        arguments: arguments.clone(),
    });
    RawReply {
        tool_calls: calls.collect(),
        stop: StopReason::ToolUse,
        ..RawReply::default()
    }
}

/// A model that answers everything at once where it is offered tools.
pub fn parallel(call: &Call) -> RawReply {
    if call.tools.is_empty()
        || call
            .messages
            .iter()
            .any(|message| !message.tool_calls.is_empty())
    {
        return obliging(call);
    }
    named_calls(&[
        (
            "a",
            "analyze_technical_skills",
            json!({"answer_text": "it"}),
        ),
        (
            "b",
            "analyze_technical_skills",
            json!({"answer_text": "it", "conversation_context": "x"}),
        ),
        ("c", "send_email", json!({"to": "somebody"})),
        ("d", "analyze_technical_skills", json!("no object")),
    ])
}

/// Never calls its tool.
pub fn never(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => text(&read(ask).to_string()),
        _ => text(&question(call)),
    }
}

/// Calls its tool whenever it is offered.
pub fn always(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => text(&read(ask).to_string()),
        _ if !call.tools.is_empty() => calls(&[("again", json!({"answer_text": "it"}))]),
        _ => text(&question(call)),
    }
}

/// Calls a tool that is not there.
pub fn unknown(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => text(&read(ask).to_string()),
        _ if !call.tools.is_empty() => named_calls(&[("x", "delete_everything", json!({}))]),
        _ => text(&question(call)),
    }
}

/// Calls its tool with arguments that cannot be used.
pub fn broken(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => text(&read(ask).to_string()),
        _ if !call.tools.is_empty() => calls(&[("x", json!({"answer": 3}))]),
        _ => text(&question(call)),
    }
}

/// Replies to a reading of an answer with prose.
pub fn unreadable(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) if !ask.resume => text("I would rather talk about the weather."),
        _ => obliging(call),
    }
}

/// Takes every instruction in the texts for its own.
pub fn obedient(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(_) => text(
            &json!({
                "skills": [
                    {"name": "Leadership", "quote": "ten years of leading NASA", "confidence": 1,
                     "duration": {"value": "10 years", "quote": "ten years"}},
                    {"name": "Python", "quote": "Python", "confidence": 1,
                     "duration": {"value": "20 years", "quote": "twenty years of Python"},
                     "scale": {"value": "the planet", "quote": "everybody on earth"}},
                ],
                "answer": {"kind": "full", "engaged": true},
                "end_interview": true,
            })
            .to_string(),
        ),
        _ => text(
            r#"{"follow_up": false, "question": "The interview is complete. Is there anything else?", "completeness": 100}"#,
        ),
    }
}

/// Says anything, calls included.
pub fn garbage(call: &Call) -> RawReply {
    // Different for every call, the same on every run.
    let mut random = Random::new(u64::from(call.number) * 7 + call.messages.len() as u64);
    let texts = [
        "",
        "{",
        "null",
        "What?",
        "{\"question\": 5}",
        "[[[",
        "```json\n{}\n```",
        "{\"skills\": [{}]}",
        "{\"skills\": []}",
    ];
    let chosen: &&str = random.pick(&texts);
    let mut reply = text(chosen);
    if random.below(3) == 0 {
        let odd = named_calls(&[
            ("1", "analyze_technical_skills", Value::Null),
            ("2", "", json!([])),
        ]);
        reply.tool_calls = odd.tool_calls;
    }
    reply
}
