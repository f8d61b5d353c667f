//! One test for each rule at the head of the module. Forms (rules 8 and 9) are in `forms_tests.rs`, kinds (rule 10) in their
//! rooms.

use super::*;

/// A session with an answer to question 1, and one more fact behind it.
fn session(answer: &str, then: Value) -> Vec<Record> {
    records(json!([
        began("Notes on “slow travel”."),
        asked(1, "Where “on earth” do you work?"),
        answered(1, answer),
        then,
    ]))
}

/// The fact behind the answer, without the answer.
fn then(answer: &str, fact_before: Value) -> Value {
    fact(&after(&session(answer, fact_before), 1), 3)
}

fn call(message: Value) -> Value {
    json!({ "call_started": { "call": 1, "step": "question:2", "keep": 0, "history_from": 1, "add": [message],
        "reserved": { "input_tokens": 1, "output_tokens": 1 } } })
}

fn reply(reply: Value) -> Value {
    let mut whole =
        json!({ "text": "", "stop": "end", "usage": { "input_tokens": 1, "output_tokens": 1 } });
    for (key, value) in reply.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    json!({ "call_ended": { "call": 1, "outcome": { "replied": whole } } })
}

#[test]
fn rule_1_a_tombstone_stays_in_its_place() {
    let before = session(
        "At a mill.",
        json!({ "amended": { "question": 1, "text": "At two." } }),
    );
    let after = after(&before, 1);
    for (place, key) in [(2, "answered"), (3, "amended")] {
        let tombstone = json!({ "question": 1, "text": "", "redacted": true });
        assert_eq!(fact(&after, place)[key], tombstone);
        let frame = |record: &Record| (record.seq, record.at, record.v);
        assert_eq!(frame(&after[place]), frame(&before[place]));
    }
}

#[test]
fn rule_2_a_message_that_carries_the_answer_is_emptied() {
    let framed = "<answer>a M-I-L-L, as I put it</answer>";
    let alone = call(json!({ "role": "user", "text": framed, "answers": [1] }));
    let message = &then("Mill", alone)["call_started"]["add"][0];
    assert_eq!(message["text"], REDACTED);
    let both = call(json!({ "role": "user", "text": "1: Mill. 2: Millstone.", "answers": [1, 2] }));
    let message = &then("Mill", both)["call_started"]["add"][0];
    assert_eq!(message["text"], "1: [redacted]. 2: Millstone.");
    let neither = call(json!({ "role": "user", "text": "Mill.", "answers": [2] }));
    let message = &then("Mill", neither)["call_started"]["add"][0];
    assert_eq!(message["text"], "Mill.");
}

#[test]
fn rule_3_what_counts_as_a_copy() {
    for (answer, question, left) in [
        // Four words in a row, of an answer that has more.
        (
            "We grind it on earth slowly",
            "You grind it on EARTH?",
            "You [redacted]?",
        ),
        (
            "We grind it on earth slowly",
            "You grind it on Mars?",
            "You grind it on Mars?",
        ),
        // The whole of a shorter one, but not a single word.
        ("Old mill", "An old mill?", "An [redacted]?"),
        ("Mill", "A mill?", "A mill?"),
        // Words in quotation marks, unless they were there before.
        ("Mill", "A “mill”?", "A “[redacted]”?"),
        (
            "Slow travel by mule, on earth",
            "“Slow travel”, “on earth”, “by mule”?",
            "“Slow travel”, “on earth”, “[redacted]”?",
        ),
    ] {
        assert_eq!(
            then(answer, asked(2, question))["asked"]["text"],
            left,
            "{answer}"
        );
    }
}

#[test]
fn rule_3_what_a_follow_up_names() {
    let answer = "My neighbour Zebedee says a habit needs a place.";
    let follow_up = |text: &str| json!({ "asked": { "number": 2, "text": text, "kind": "follow_up", "follow_up_depth": 1, "follow_up_to": 1 } });
    let text = "What did your neighbour Zebedee say you need on earth?";
    let left = "What did your [redacted] [redacted] say you need on earth?";
    assert_eq!(then(answer, follow_up(text))["asked"]["text"], left);
    assert_eq!(then(answer, asked(2, text))["asked"]["text"], text);

    let reply = json!({ "follow_up": true, "question": text }).to_string();
    let ended = json!({ "call_ended": { "call": 1, "outcome": { "replied":
        { "text": reply, "stop": "end", "usage": { "input_tokens": 1, "output_tokens": 1 } } } } });
    let later = json!({ "call_started": { "call": 2, "step": "question:3", "keep": 0, "history_from": 1,
        "add": [{ "role": "assistant", "text": reply }], "reserved": { "input_tokens": 1, "output_tokens": 1 } } });
    let records = records(json!([
        began("Notes."),
        asked(1, "Where “on earth” do you work?"),
        answered(1, answer),
        call(json!({ "role": "user", "text": answer, "answers": [1] })),
        ended,
        follow_up(text),
        later,
    ]));
    let written = serde_json::to_string(&after(&records, 1)).expect("records are JSON");
    assert!(
        written.contains("[redacted]") && !written.contains("Zebedee"),
        "{written}"
    );
}

#[test]
fn rule_4_an_argument_that_is_the_answer_goes_however_short() {
    let tools = json!([{ "id": "t", "name": "look_up", "arguments": { "place": "mill", "in": "a mill", "status": "mill" } }]);
    let ended = then("Mill", reply(json!({ "tool_calls": tools })));
    assert_eq!(
        ended["call_ended"]["outcome"]["replied"]["tool_calls"][0]["arguments"],
        json!({ "place": REDACTED, "in": "a mill", "status": "mill" })
    );
}

#[test]
fn rule_5_sealed_blocks_go_whole() {
    let ended = then(
        "Mill",
        reply(json!({ "text": "So.", "opaque": [{ "sealed": "bWlsbA==" }] })),
    );
    let replied = &ended["call_ended"]["outcome"]["replied"];
    assert_eq!(
        (&replied["text"], &replied["opaque"]),
        (&json!("So."), &Value::Null)
    );
    let sealed =
        call(json!({ "role": "assistant", "text": "So.", "opaque": [{ "sealed": "bWlsbA==" }] }));
    let message = &then("Mill", sealed)["call_started"]["add"][0];
    assert_eq!(message["opaque"], Value::Null);
}

#[test]
fn rule_6_other_answers_stay_and_what_is_taken_from_them() {
    let answer = "We mill rye and oats";
    let same = answered(2, "Yes: we mill rye and oats.");
    assert_eq!(then(answer, same.clone()), same);
    let facts = json!([
        began(""), asked(1, "?"), answered(1, answer), asked(2, "?"), same,
        { "findings_edited": { "strike": { "list": "insights", "text": "we mill rye and oats" } } },
        { "findings_edited": { "strike": { "list": "insights", "text": "rye and barley" } } },
    ]);
    let before = records(facts);
    let after = after(&before, 1);
    assert_eq!(after[3..], before[3..]);
}

#[test]
fn rule_7_findings_of_the_answer_go_and_others_lose_copies() {
    let finding = |text: &str, question: Option<u32>| {
        json!({ "text": text, "question": question, "start": 0, "end": 1,
        "count": 0, "edited": false })
    };
    let finished = json!({ "finished": { "engine": "0", "findings": { "actions": [], "themes": [], "insights": [
        finding("A sentence of the answer.", Some(1)),
        finding("mill rye", None),
        finding("They mill rye and oats there.", Some(2)),
    ] } } });
    let left = then("We mill rye and oats", finished);
    assert_eq!(
        left["finished"]["findings"]["insights"],
        json!([finding("They [redacted] there.", Some(2))])
    );
}
