//! What goes, what stays, and that no copy of four words is left anywhere.

mod rules;

use super::*;
use proptest::prelude::*;
use serde_json::json;

const SECRET: &str =
    "My boss, Mr. O\u{2019}Neil of Acme, told me I am \"not\" a leader.\nI quit in May.";

fn records(facts: Value) -> Vec<Record> {
    let facts = facts.as_array().cloned().unwrap_or_default().into_iter();
    facts
        .enumerate()
        .map(|(i, fact)| {
            Record::read(json!({ "seq": i, "at": i, "v": 1, "fact": fact }))
                .expect("a sound record")
        })
        .collect()
}

fn began(notes: &str) -> Value {
    json!({ "began": { "session": "s", "guide": {}, "guide_hash": "", "engine": "0", "setup": {
        "material": { "texts": [{ "name": "summary.md", "text": notes }] } } } })
}

fn asked(number: u32, text: &str) -> Value {
    json!({ "asked": { "number": number, "text": text, "kind": "topic", "follow_up_depth": 0 } })
}

fn answered(question: u32, text: &str) -> Value {
    json!({ "answered": { "question": question, "text": text } })
}

/// A session in which one answer has left its words everywhere.
fn spread() -> Vec<Record> {
    let reply = json!({ "follow_up": true, "question": "Mr. O'Neil of Acme, told me: why?\nI quit in May.\u{e9}" }).to_string();
    let reply = reply.replace('é', "\\u00e9");
    records(json!([
        began("Notes on leadership. I quit in May is a song."),
        asked(1, "Why did you quit?"),
        answered(1, SECRET),
        { "call_started": { "call": 1, "step": "question:2", "keep": 0, "history_from": 1, "reserved": { "input_tokens": 1, "output_tokens": 1 },
            "add": [
                { "role": "system", "text": "You interview." },
                { "role": "user", "text": format!("<answer>{SECRET}</answer>"), "answers": [1] },
                { "role": "user", "text": format!("1: {SECRET} 2: Nothing else."), "answers": [1, 2] },
            ] } },
        { "call_ended": { "call": 1, "outcome": { "replied": { "text": reply, "stop": "end", "usage": { "input_tokens": 1, "output_tokens": 1 },
            "tool_calls": [{ "id": "t", "name": "n", "arguments": { "deep": ["told me I am not a leader"] } }] } } } },
        { "reply_judged": { "call": 1, "verdict": "accepted", "issues": [
            { "path": "question", "rule": "length", "message": "short", "value": "of Acme, told me I" }] } },
        asked(2, "You say Acme told you so; “not a leader” – what did Mr. O’Neil of Acme mean?"),
        answered(2, "I quit in May, as I said."),
        { "amended": { "question": 1, "text": "Only this: he lied to me." } },
        asked(3, "And “leadership”, as in the notes? Or “lied”?"),
        { "closed": { "reason": "asked_for" } },
        { "findings_edited": { "strike": { "list": "insights", "text": "I quit in May." } } },
        { "findings_edited": { "strike": { "list": "insights", "text": "told me I am" } } },
        { "findings_edited": { "reword": { "list": "actions", "text": "he lied to me", "to": "He lied" } } },
        { "findings_edited": { "add": { "list": "actions", "text": "Ask what Mr. O'Neil of Acme meant" } } },
        { "findings_edited": { "add": { "list": "recommendations", "text": "Never ask Mr. O'Neil of Acme" } } },
        { "a_later_kind": { "copy": "O’NEIL OF ACME, TOLD everybody" } },
        { "finished": { "engine": "0", "findings": {
            "insights": [
                { "text": "he lied to me", "question": 1, "start": 11, "end": 24, "count": 0, "edited": false },
                { "text": "I quit in May, as I said.", "question": 2, "start": 0, "end": 25, "count": 0, "edited": false }],
            "actions": [{ "text": "Ask what Mr. O'Neil of Acme meant", "question": null, "start": 0, "end": 0, "count": 0, "edited": true }],
            "recommendations": [
                { "text": "told me I am not a leader", "question": 1, "start": 0, "end": 25, "count": 0, "edited": false },
                { "text": "Never ask Mr. O'Neil of Acme", "question": null, "start": 0, "end": 0, "count": 0, "edited": true }],
            "themes": [
                { "text": "quit in", "question": null, "start": 0, "end": 0, "count": 2, "edited": false },
                { "text": "boss mr", "question": null, "start": 0, "end": 0, "count": 2, "edited": false }] } } },
    ]))
}

fn after(records: &[Record], question: u32) -> Vec<Record> {
    let mut out = records.to_vec();
    for changed in redact(records, question) {
        let place = changed.seq as usize;
        out[place] = changed;
    }
    out
}

fn fact(records: &[Record], place: usize) -> Value {
    serde_json::to_value(&records[place]).expect("JSON")["fact"].take()
}

#[test]
fn every_copy_goes_and_a_tombstone_stays() {
    let before = spread();
    let after = after(&before, 1);
    assert_eq!(
        fact(&after, 2),
        json!({ "answered": { "question": 1, "text": "", "redacted": true } })
    );
    assert_eq!(
        fact(&after, 8),
        json!({ "amended": { "question": 1, "text": "", "redacted": true } })
    );
    let messages = &fact(&after, 3)["call_started"]["add"];
    assert_eq!(messages[0]["text"], "You interview.");
    assert_eq!(messages[1]["text"], "[redacted]");
    assert_eq!(messages[2]["text"], "1: [redacted]. 2: Nothing else.");
    let reply = &fact(&after, 4)["call_ended"]["outcome"]["replied"];
    assert_eq!(
        reply["text"],
        r#"{"follow_up":true,"question":"[redacted]: why?\n[redacted].\u00e9"}"#
    );
    assert_eq!(reply["tool_calls"][0]["arguments"]["deep"][0], "[redacted]");
    assert_eq!(
        fact(&after, 5)["reply_judged"]["issues"][0]["value"],
        "[redacted]"
    );
    assert_eq!(
        fact(&after, 6)["asked"]["text"],
        "You say Acme told you so; “[redacted]” – what did [redacted] mean?"
    );
    assert_eq!(
        after[7], before[7],
        "another answer is the respondent's other words"
    );
    assert_eq!(
        fact(&after, 9)["asked"]["text"],
        "And “leadership”, as in the notes? Or “[redacted]”?"
    );
    assert_eq!(
        after[11], before[11],
        "the sentence stands in another answer too"
    );
    assert_eq!(
        fact(&after, 12)["findings_edited"]["strike"]["text"],
        "[redacted]"
    );
    let reworded = &fact(&after, 13)["findings_edited"]["reword"];
    assert_eq!(
        (&reworded["text"], &reworded["to"]),
        (&json!("[redacted]"), &json!("[redacted]"))
    );
    assert_eq!(
        fact(&after, 14)["findings_edited"]["add"]["text"],
        "Ask what [redacted] meant"
    );
    assert_eq!(
        fact(&after, 15)["findings_edited"]["add"]["text"],
        "Never ask [redacted]"
    );
    assert_eq!(
        fact(&after, 16)["a_later_kind"]["copy"],
        "[redacted] everybody"
    );
    let findings = &fact(&after, 17)["finished"]["findings"];
    let texts = |list: &str| {
        findings[list]
            .as_array()
            .expect("a list")
            .iter()
            .map(|f| f["text"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts("insights"), ["I quit in May, as I said."]);
    assert_eq!(texts("actions"), ["Ask what [redacted] meant"]);
    assert_eq!(texts("recommendations"), ["Never ask [redacted]"]);
    assert_eq!(texts("themes"), ["quit in"]);
}

#[test]
fn only_changed_records_come_back_with_their_place() {
    let before = spread();
    let changed = redact(&before, 1);
    let places: Vec<u32> = changed.iter().map(|record| record.seq).collect();
    assert_eq!(places, [2, 3, 4, 5, 6, 8, 9, 12, 13, 14, 15, 16, 17]);
    assert!(
        changed
            .iter()
            .all(|record| record.at == u64::from(record.seq) && record.v == 1)
    );
}

#[test]
fn a_second_time_and_an_unanswered_question_change_nothing() {
    let done = after(&spread(), 1);
    assert_eq!(redact(&done, 1), []);
    assert_eq!(redact(&done, 3), []);
    assert_eq!(redact(&[], 1), []);
}

#[test]
fn short_answers_go_whole_and_other_words_stay() {
    let one = records(json!([
        began(""),
        asked(1, "Who?"),
        answered(1, "Novartis"),
        asked(2, "Novartis, or “Novartis”?")
    ]));
    assert_eq!(
        fact(&after(&one, 1), 3)["asked"]["text"],
        "Novartis, or “[redacted]”?"
    );
    let two = records(json!([
        began(""),
        asked(1, "Who?"),
        answered(1, "Jane Doe."),
        asked(2, "Is jane   doe kind? Is Jane?")
    ]));
    assert_eq!(
        fact(&after(&two, 1), 3)["asked"]["text"],
        "Is [redacted] kind? Is Jane?"
    );
    let none = records(json!([
        began(""),
        asked(1, "?"),
        answered(1, "🙂🙂"),
        asked(2, "What does 🙂🙂 mean?")
    ]));
    assert_eq!(
        fact(&after(&none, 1), 3)["asked"]["text"],
        "What does [redacted] mean?"
    );
    let carried = json!({ "call_started": { "call": 1, "step": "q", "keep": 0, "history_from": 1, "reserved": { "input_tokens": 1, "output_tokens": 1 },
        "add": [{ "role": "user", "text": "1: Novartis 2: x", "answers": [1, 2] }] } });
    let one = records(json!([
        began(""),
        asked(1, "Who?"),
        answered(1, "Novartis"),
        carried
    ]));
    assert_eq!(
        fact(&after(&one, 1), 3)["call_started"]["add"][0]["text"],
        "1: [redacted] 2: x"
    );
}

#[test]
fn scripts_without_spaces_are_read_sign_by_sign() {
    let session = records(json!([
        began(""),
        asked(1, "?"),
        answered(1, "私は東京の会社を辞めた"),
        asked(2, "なぜ東京の会社を選んだ？")
    ]));
    assert_eq!(
        fact(&after(&session, 1), 3)["asked"]["text"],
        "なぜ[redacted]選んだ？"
    );
}

/// Words of a text by a plainer rule than the one under test.
fn plain_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

proptest! {
    #[test]
    fn no_four_words_in_a_row_are_left(
        answer in "[a-e]{1,2}([ ,.\n]{1,2}[a-e]{1,2}){0,12}",
        later in "[a-e]{1,2}([ ,.\n\"]{1,2}[a-e]{1,2}){0,30}",
    ) {
        let quoted = json!({ "question": later }).to_string();
        let session = records(json!([
            began(""), asked(1, "?"), answered(1, &answer), asked(2, &later),
            { "call_ended": { "call": 1, "outcome": { "replied": { "text": quoted, "stop": "end", "usage": { "input_tokens": 1, "output_tokens": 1 } } } } },
        ]));
        let after = after(&session, 1);
        let words = plain_words(&answer);
        let length = words.len().min(4);
        let shown = fact(&after, 3)["asked"]["text"].as_str().unwrap_or_default().to_string();
        let reply = fact(&after, 4)["call_ended"]["outcome"]["replied"]["text"].as_str().unwrap_or_default().to_string();
        let reply: Value = serde_json::from_str(&reply).expect("a copy inside one string leaves the JSON whole");
        for text in [&shown, reply["question"].as_str().unwrap_or_default()] {
            for part in text.split(REDACTED) {
                let left = plain_words(part);
                let copied = length > 1 && left.windows(length).any(|run| words.windows(length).any(|w| w == run));
                prop_assert!(!copied, "{text}");
            }
        }
        // A tombstone that comes back for every text shows nothing: without a shared run nothing changes.
        if !plain_words(&later).windows(2).any(|run| words.windows(2).any(|w| w == run)) && !later.contains('"') {
            prop_assert_eq!(&shown, &later);
        }
    }

    #[test]
    fn any_text_is_redacted_without_a_panic(answer in any::<String>(), later in any::<String>(), escaped in "(\\\\(u[0-9a-f]{0,4}|.)|[a-z ]){0,40}") {
        let session = records(json!([began(&later), asked(1, "?"), answered(1, &answer), asked(2, &later), { "other": { "text": escaped } }]));
        let after = after(&session, 1);
        prop_assert_eq!(&fact(&after, 2)["answered"]["text"], "");
        prop_assert_eq!(redact(&after, 1), vec![]);
    }
}
