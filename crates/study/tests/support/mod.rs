//! Random studies, and interviewers of every kind.

use colloquy_schema::{Call, Purpose, RawReply};
use colloquy_study::personas::Rng;
use colloquy_study::simulate::builtin;
use serde_json::{Value, json};

/// A sound study, made of a seed.
pub(crate) fn study(seed: u64) -> Value {
    let mut rng = Rng::new(seed);
    let mut typed: Vec<(String, &str)> = vec![("segment".into(), "yes_no")];
    let mut topics = Vec::new();
    let count = 1 + rng.below(8);
    let mut needed = 0;
    let mut screening = Vec::new();
    if rng.one_in(3) {
        screening.push(json!({ "id": "fits", "ask": "Does this concern you at all?", "type": "yes_no", "accept": [true] }));
        typed.push(("fits".into(), "yes_no"));
        needed += 1;
    }
    let things = [
        "breakfast",
        "the train",
        "your garden",
        "the old printer",
        "Sundays",
        "letters",
        "the stairs",
        "rain",
    ];
    for place in 0..count {
        let thing = things[place as usize];
        let mut topic = json!({ "id": format!("t{place}"), "ask": format!("What comes to your mind about {thing}?"), "title": thing });
        if rng.one_in(3) {
            topic["must"] = true.into();
            needed += 1;
        }
        if rng.one_in(3) {
            topic["listen_for"] = json!([format!("trouble with {thing}")]);
        }
        match rng.below(4) {
            0 => topic["probes"] = json!(rng.below(4)),
            1 => topic["probes"] = json!([format!("What else belongs to {thing}?"), "Why?"]),
            2 => topic["probes"] = json!("none"),
            _ => {}
        }
        topic["depth"] = json!(1 + rng.below(3));
        if !rng.one_in(3) {
            let (name, kind) = rng.pick(&typed).clone();
            let test = match kind {
                "yes_no" => json!({ "value": name, "is": rng.one_in(2) }),
                "single" => json!({ "value": name, "any_of": ["red", "blue"] }),
                "scale" => json!({ "value": name, "at_least": rng.below(10) }),
                "number" => json!({ "value": name, "at_most": rng.below(100) }),
                "file" => json!({ "value": name, "answered": rng.one_in(2) }),
                _ => json!({ "value": name, "includes": "red" }),
            };
            match rng.below(4) {
                0 => topic["when"] = json!({ "not": test }),
                1 => topic["when"] = json!({ "any": [test, { "value": name, "answered": false }] }),
                2 => topic["when"] = test,
                _ => {}
            }
        }
        let id = format!("t{place}");
        match rng.below(10) {
            0 => topic["type"] = "yes_no".into(),
            1 => {
                topic["type"] = "single".into();
                topic["options"] = json!(["Red", "Green", "Blue"]);
            }
            2 => {
                topic["type"] = "multiple".into();
                topic["options"] = json!(["Red", "Green", "Blue"]);
            }
            3 => {
                topic["type"] = "scale".into();
                topic["from"] = 0.into();
                topic["to"] = 10.into();
            }
            4 => {
                topic["type"] = "number".into();
                topic["min"] = 0.into();
                topic["max"] = 100.into();
            }
            5 => {
                topic["type"] = "file".into();
                topic["formats"] = json!(["txt", "pdf"]);
            }
            _ => {}
        }
        if let Some(kind) = topic["type"].as_str() {
            let kind = ["yes_no", "single", "multiple", "scale", "number", "file"]
                .into_iter()
                .find(|one| *one == kind);
            typed.push((id, kind.unwrap_or("yes_no")));
        }
        topics.push(topic);
    }
    let mut study = json!({
        "id": "random", "language": "en", "title": "Random", "goal": "Find out what people think of things.",
        "values": [{ "name": "segment", "type": "yes_no" }], "screening": screening, "topics": topics,
    });
    if rng.one_in(3) {
        study["mode"] = "standardised".into();
    }
    if rng.one_in(3) {
        study["stop"] = json!({ "questions": (needed + rng.below(6)).max(1) });
    } else if rng.one_in(3) {
        study["stop"] = json!({ "minutes": 1 + rng.below(4), "refusals": 1 + rng.below(4) });
    } else if rng.one_in(2) {
        study["stop"] = match rng.below(2) {
            0 => json!({ "tokens": 10_000 }),
            _ => json!({ "cost_usd": 0.02 }),
        };
    }
    study
}

/// An interviewer.
pub(crate) type Interviewer = Box<dyn FnMut(&Call) -> RawReply>;

/// How many kinds of interviewer there are.
pub(crate) const INTERVIEWERS: u64 = 6;

/// The built-in one, and models that reply with garbage, that always and never have enough, that lie about what is covered, and one
/// that asks what the study asks itself.
pub(crate) fn interviewer(kind: u64, seed: u64) -> Interviewer {
    // The same call is answered the same, so that an interview that is reloaded can be held against one that is not.
    let by = move |call: &Call| Rng::new(seed ^ (call.ask.history.len() as u64) << 32);
    let text = |text: String| RawReply {
        text,
        ..RawReply::default()
    };
    match kind {
        0 => Box::new(builtin("en")),
        1 => Box::new(move |call| {
            let garbage = [
                "",
                "{",
                "I am sorry, I cannot help with that.",
                "{\"covered\": 7}",
                "[]",
                "What do you think? And why?",
                "{\"enough\": \"yes\"}",
            ];
            text(by(call).pick(&garbage).to_string())
        }),
        2 => Box::new(move |_| text(json!({ "covered": [], "enough": true }).to_string())),
        3 => Box::new(move |call| {
            let question = [
                "How did that begin for you?",
                "Which part of it was the hardest one?",
                "Who was there when it happened?",
            ];
            let question = by(call).pick(&question).to_string();
            text(json!({ "covered": [], "enough": false, "kind": "explanatory", "question": question }).to_string())
        }),
        4 => Box::new(move |call| {
            let Purpose::Topics(ask) = &call.ask.purpose else {
                return RawReply::default();
            };
            let mut rng = by(call);
            let said = ask.turns.last().map_or("", |(_, answer)| answer.as_str());
            let quote = if rng.one_in(2) {
                "words that nobody ever said here".to_string()
            } else {
                said.into()
            };
            let covered: Vec<Value> = ask
                .open
                .iter()
                .map(|open| json!({ "topic": open.id, "quote": quote }))
                .collect();
            text(json!({ "covered": covered, "enough": rng.one_in(2), "say": "Thank you for that, it is noted." }).to_string())
        }),
        _ => Box::new(move |call| {
            let Purpose::Topics(ask) = &call.ask.purpose else {
                return RawReply::default();
            };
            let question = ask
                .open
                .first()
                .map_or("What comes to your mind about breakfast?", |open| {
                    open.ask.as_str()
                });
            text(json!({ "covered": [], "enough": false, "kind": "idiographic", "question": question }).to_string())
        }),
    }
}
