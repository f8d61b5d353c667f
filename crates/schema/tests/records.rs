//! Holds the format of stored records: every kind of fact, with what may be absent both there and not, is read and written
//! back to the same bytes. A session that was stored once must open for ever.

use colloquy_schema::{
    Fact, GapsFact, Guidelines, Interviewer, KindFact, Limits, Material, OnboardingFact, Record,
    Setup, StagedFact, codec,
};
use serde_json::{Value, json};

const FACTS: &str = include_str!("records.jsonl");

fn framed(fact: &str) -> String {
    [
        "{\"seq\":7,\"at\":1700000000000,\"v\":1,\"fact\":",
        fact,
        "}",
    ]
    .concat()
}

fn read(text: &str) -> Record {
    let value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Record::read(value).unwrap_or_else(|issue| panic!("{text}: {issue:?}"))
}

#[test]
fn every_kind_of_fact_is_written_back_to_the_same_bytes() {
    for fact in FACTS.lines() {
        let text = framed(fact);
        let record = read(&text);
        assert_eq!(serde_json::to_string(&record).unwrap(), text);
        let unknown = matches!(record.fact, Fact::Unknown(_));
        assert_eq!(
            unknown,
            fact.starts_with("{\"of_a") || fact.starts_with("{\"bare"),
            "{fact}"
        );
        // The same as a value, as hosts and redaction see it.
        let value = serde_json::from_str::<Value>(&text).unwrap();
        assert_eq!(serde_json::to_value(&record).unwrap(), value);
        assert_eq!(codec::value(&record), value);
        // And as a text without serde, which is how it is stored.
        assert_eq!(codec::text(&record), text);
    }
}

#[test]
fn a_text_is_read_in_one_pass_as_it_is_the_long_way() {
    for fact in FACTS.lines() {
        let text = framed(fact);
        let Some(record) = Record::read_text(&text) else {
            // Kinds that nobody knows, escaped code units and fractions are for the long way.
            let rare = ["of_a", "bare", "\\u", "0.", "1.", "5."];
            assert!(rare.iter().any(|word| fact.contains(word)), "{fact}");
            continue;
        };
        assert_eq!(record, read(&text));
    }
}

#[test]
fn no_broken_text_is_read_in_one_pass() {
    let mut read_anyway = 0;
    for fact in FACTS.lines() {
        let text = framed(fact);
        for (at, _) in text.char_indices() {
            let (before, rest) = text.split_at(at);
            let after = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            for other in ["", "\"", "{", "}", "]", ",", "0", "null", "\\"] {
                for changed in [
                    [before, other, after].concat(),
                    [before, other, rest].concat(),
                ] {
                    let Some(record) = Record::read_text(&changed) else {
                        continue;
                    };
                    read_anyway += 1;
                    assert_eq!(record, read(&changed), "{changed}");
                }
            }
            assert_eq!(Record::read_text(before), None, "{before}");
        }
    }
    // Another letter in a text is no fault.
    assert!(read_anyway > 1000);
}

#[test]
fn the_list_above_has_every_kind() {
    // A match without a wildcard: a new kind of fact does not compile until a line of it is asked for here.
    let number = |fact: &Fact| match fact {
        Fact::Began(_) => 0,
        Fact::Consented {} => 1,
        Fact::CallStarted(_) => 2,
        Fact::CallEnded { .. } => 3,
        Fact::ReplyJudged(_) => 4,
        Fact::Asked(_) => 5,
        Fact::Answered { .. } => 6,
        Fact::Skipped { .. } => 7,
        Fact::Declined { .. } => 8,
        Fact::Amended { .. } => 9,
        Fact::Paused {} => 10,
        Fact::Resumed { .. } => 11,
        Fact::Stopped {} => 12,
        Fact::Retried {} => 13,
        Fact::Network { .. } => 14,
        Fact::InterviewerChanged { .. } => 15,
        Fact::ToolStarted { .. } => 16,
        Fact::ToolWaiting { .. } => 17,
        Fact::ToolEnded { .. } => 18,
        Fact::PartEnded { .. } => 19,
        Fact::Closed { .. } => 20,
        Fact::FindingsEdited(_) => 21,
        Fact::Finished { .. } => 22,
        Fact::Kind(KindFact::Staged(StagedFact::Tracked(_))) => 23,
        Fact::Kind(KindFact::Staged(StagedFact::StageEnded { .. })) => 24,
        Fact::ActionSettled { .. } => 25,
        Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(_))) => 26,
        Fact::Kind(KindFact::Gaps(GapsFact::AnalysisDue { .. })) => 27,
        Fact::Kind(KindFact::Gaps(GapsFact::GapEnded { .. })) => 28,
        Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(_))) => 29,
        Fact::Persisted(_) => 30,
        Fact::Kind(KindFact::Onboarding(OnboardingFact::PhaseEnded { .. })) => 31,
        Fact::Kind(KindFact::Topics(_)) => 32,
        Fact::Unknown(_) => 33,
    };
    let mut seen = [false; 34];
    for fact in FACTS.lines() {
        seen[number(&read(&framed(fact)).fact)] = true;
    }
    assert_eq!(seen, [true; 34]);
}

#[test]
fn a_missing_value_of_a_setup_reads_as_its_default() {
    let began = |setup: &str| {
        framed(&["{\"began\":{\"session\":\"\",\"guide\":{},\"guide_hash\":\"\",\"engine\":\"\",\"setup\":", setup, "}}"].concat())
    };
    let Fact::Began(began) = read(&began("{}")).fact else {
        panic!("not began")
    };
    assert_eq!(began.setup, Setup::default());
    let Fact::Asked(question) = read(&framed("{\"asked\":{\"number\":1,\"text\":\"\",\"kind\":\"topic\",\"follow_up_depth\":0,\"later\":1}}")).fact else {
        panic!("not asked")
    };
    assert_eq!(
        (question.follow_up_to, question.origin),
        (None, Default::default())
    );
}

#[test]
fn what_is_malformed_is_refused_with_its_place() {
    let mut tried = 0;
    for fact in FACTS.lines() {
        let value: Value = serde_json::from_str(fact).unwrap();
        let (kind, fields) = value.as_object().unwrap().iter().next().unwrap();
        for key in fields
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys())
        {
            let mut broken = value.clone();
            // No field of a known fact takes an array of a bool, and a free value takes anything.
            broken[kind][key] = json!([[true]]);
            let read = Record::read(json!({ "seq": 0, "at": 0, "v": 1, "fact": broken }));
            let free = ["guide", "result", "value", "x"].contains(&key.as_str())
                || [("tool_waiting", "form"), ("persisted", "data")]
                    .contains(&(kind.as_str(), key.as_str()));
            assert_eq!(read.is_ok(), free, "{kind}.{key}");
            if let Err(issue) = read {
                assert_eq!(
                    (issue.path.as_str(), issue.rule.as_str()),
                    ("fact", "record")
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 80, "{tried}");
    for broken in [
        "{}",
        "[]",
        "7",
        "{\"paused\":{},\"stopped\":{}}",
        "{\"closed\":{\"reason\":\"later\"}}",
        "{\"skipped\":{}}",
        "{\"skipped\":{\"question\":-1}}",
        "{\"skipped\":{\"question\":4294967296}}",
        "{\"skipped\":{\"question\":1.5}}",
        "{\"skipped\":7}",
        "{\"paused\":7}",
        "{\"call_ended\":{\"call\":1,\"outcome\":{\"later\":{}}}}",
        "{\"asked\":{\"number\":1,\"text\":\"\",\"kind\":\"topic\",\"follow_up_depth\":256}}",
    ] {
        let value = serde_json::from_str(&framed(broken)).unwrap();
        assert!(Record::read(value).is_err(), "{broken}");
    }
    for frame in [
        "{\"at\":0,\"v\":1,\"fact\":{\"paused\":{}}}",
        "{\"seq\":0,\"v\":1,\"fact\":{\"paused\":{}}}",
        "{\"seq\":0,\"at\":0,\"fact\":{\"paused\":{}}}",
        "{\"seq\":0,\"at\":0,\"v\":1}",
        "7",
    ] {
        assert!(
            Record::read(serde_json::from_str(frame).unwrap()).is_err(),
            "{frame}"
        );
    }
}

#[test]
fn parts_that_hosts_hand_in_are_read_alone() {
    let interviewer: Interviewer = serde_json::from_value(json!("scripted")).unwrap();
    assert_eq!(interviewer, Interviewer::Scripted);
    assert!(serde_json::from_value::<Interviewer>(json!("model")).is_err());
    assert_eq!(
        serde_json::from_value::<Material>(json!({})).unwrap(),
        Material::default()
    );
    assert_eq!(
        serde_json::from_value::<Guidelines>(json!({ "focus": ["x"] }))
            .unwrap()
            .focus,
        ["x"]
    );
    assert_eq!(
        serde_json::from_value::<Limits>(json!({ "cost_usd": 1 }))
            .unwrap()
            .cost_usd,
        Some(1.0)
    );
}
