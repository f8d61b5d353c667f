//! Cases from `tests/cases/transcript` in every format, and the published schema.

mod hostile;

use super::*;
use colloquy_core::{FilledView, QuestionView};
use colloquy_schema::{
    AttributeWording, DataWording, FindingView, GapWording, KindQuestion, KindWording, Named,
    OnboardingWording, QuestionKind, QuestionOrigin,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const FILES: &[(Format, &str)] = &[
    (Format::Structured, "structured.md"),
    (Format::Narrative, "narrative.md"),
    (Format::Qa, "qa.md"),
    (Format::Html, "page.html"),
    (Format::Csv, "exchanges.csv"),
    (Format::Table("skills-csv"), "skills.csv"),
    (Format::Json, "result.json"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[allow(clippy::disallowed_methods)]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a case has, owned, so that a transcript can borrow it.
struct Session {
    case: Value,
    interviewer: Interviewer,
    exchanges: Vec<ExchangeView>,
    findings: FindingsView,
    figures: Figures,
    wording: Wording,
    kind: &'static dyn Kind,
}

/// The kind of interview that a case is of, by what only that kind has.
fn kind(case: &Value) -> &'static dyn Kind {
    let [reflective, staged, advice, gaps, onboarding, topics] = kinds::ALL;
    match case {
        case if case["data"].is_array() => onboarding,
        case if case["attributes"].is_array() => gaps,
        case if case["outcome"]["recommendation"].is_string() => advice,
        case if case["outcome"]["stages"].is_array() => staged,
        case if case["outcome"]["topics"].is_array() => topics,
        _ => reflective,
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_default() as u32
}

impl Session {
    fn open(case: Value) -> Session {
        let exchanges: Vec<ExchangeView> = case["exchanges"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(1..)
            .map(exchange)
            .collect();
        let list = |key: &str| {
            case["findings"][key]
                .as_array()
                .into_iter()
                .flatten()
                .map(finding)
                .collect()
        };
        let findings = FindingsView {
            insights: list("insights"),
            actions: list("actions"),
            recommendations: list("recommendations"),
            themes: list("themes"),
        };
        let answered: Vec<_> = exchanges
            .iter()
            .filter(|e| e.reaction == ReactionKind::Answered)
            .collect();
        let filled = exchanges
            .iter()
            .filter(|e| e.reaction == ReactionKind::Filled);
        let words: u32 = answered.iter().map(|e| e.words).sum();
        let questions = exchanges.len() as u32;
        let figures = Figures {
            questions,
            answered: answered.len() as u32,
            substantive: answered.iter().filter(|e| e.words >= 10).count() as u32,
            words,
            average_words: words.checked_div(answered.len() as u32).unwrap_or_default(),
            thinking_ms: exchanges.iter().map(|e| u64::from(e.thinking_ms)).sum(),
            duration_ms: case["duration_ms"].as_u64().unwrap_or_default(),
            completion_percent: ((answered.len() + filled.count()) as u32 * 100)
                .checked_div(questions)
                .unwrap_or_default(),
            input_tokens: case["tokens"][0].as_u64().unwrap_or_default(),
            output_tokens: case["tokens"][1].as_u64().unwrap_or_default(),
            cost_usd: case["cost_usd"].as_f64(),
        };
        let interviewer = serde_json::from_value(case["interviewer"].clone()).unwrap_or_default();
        let mut labels = Named::default();
        for (name, text) in case["labels"].as_object().into_iter().flatten() {
            labels.set(name, text.as_str().expect("a text").into());
        }
        let attributes = case["attributes"].as_array().into_iter().flatten();
        let attributes = attributes.map(|label| AttributeWording {
            label: label.as_str().expect("a text").into(),
            ..AttributeWording::default()
        });
        let data = case["data"].as_array().into_iter().flatten();
        let data = data.map(|label| DataWording {
            label: label.as_str().expect("a text").into(),
            ..DataWording::default()
        });
        let gaps = GapWording {
            attributes: attributes.collect(),
            ..GapWording::default()
        };
        let onboarding = OnboardingWording {
            data: data.collect(),
            ..OnboardingWording::default()
        };
        let wording = Wording {
            title: "Reflect on what you heard".into(),
            kind: KindWording {
                gaps: gaps.into(),
                onboarding: onboarding.into(),
                ..KindWording::default()
            },
            transcript: labels,
            ..Wording::default()
        };
        Session {
            kind: kind(&case),
            case,
            interviewer,
            exchanges,
            findings,
            figures,
            wording,
        }
    }

    fn write(&self, format: Format) -> String {
        let text = |key: &str| self.case[key].as_str().unwrap_or_default();
        Transcript {
            session: "3a7f9c2e-1234-4678-9abc-def012345678",
            guide: "reflective",
            title: text("title"),
            creator: text("creator"),
            source_url: text("source_url"),
            template: "reflective",
            locale: if text("locale").is_empty() {
                "en"
            } else {
                text("locale")
            },
            started_at: 1_762_596_300_000,
            ended_at: self.case["ended_at"].as_u64(),
            status: if text("status") == "paused" {
                Status::Paused
            } else {
                Status::Completed
            },
            closed: serde_json::from_value(self.case["closed"].clone()).unwrap_or_default(),
            interviewer: &self.interviewer,
            engine: "0.1.0",
            exchanges: &self.exchanges,
            findings: &self.findings,
            outcome: self.case.get("outcome"),
            figures: &self.figures,
            kind: self.kind,
            wording: &self.wording,
        }
        .write(format)
    }
}

fn exchange((case, number_from_1): (&Value, u32)) -> ExchangeView {
    let answer = case["answer"].as_str().unwrap_or_default();
    let kind = case["kind"].clone();
    ExchangeView {
        question: QuestionView {
            number: number_from_1,
            text: case["question"].as_str().unwrap_or_default().into(),
            kind: serde_json::from_value(kind).unwrap_or(QuestionKind::Topic),
            follow_up_depth: number(&case["depth"]) as u8,
            origin: QuestionOrigin::Reply,
            asked_at: 1_762_596_300_000 + u64::from(number_from_1) * 60_000,
            of_kind: KindQuestion {
                gap: serde_json::from_value(case["gap"].clone()).ok(),
                ..KindQuestion::default()
            },
            form: case["form"] == true || case["filled"].is_object(),
        },
        reaction: match case["reaction"].as_str() {
            Some("skipped") => ReactionKind::Skipped,
            Some("declined") => ReactionKind::Declined,
            Some("open") => ReactionKind::Open,
            Some("filled") => ReactionKind::Filled,
            _ => ReactionKind::Answered,
        },
        answer: answer.into(),
        amended: case["amended"] == true,
        redacted: case["redacted"] == true,
        words: answer.split_whitespace().count() as u32,
        thinking_ms: number(&case["thinking_ms"]),
        filled: case["filled"].as_object().map(|_| filled(&case["filled"])),
    }
}

fn filled(case: &Value) -> FilledView {
    let text = |key: &str| case[key].as_str().unwrap_or_default().to_string();
    let items = case["items"].as_array().into_iter().flatten();
    FilledView {
        tool: text("tool"),
        data_type: serde_json::from_value(case["dataType"].clone()).ok(),
        status: text("status"),
        items: items
            .filter_map(|item| item.as_str().map(String::from))
            .collect(),
        notes: text("notes"),
    }
}

fn finding(case: &Value) -> FindingView {
    FindingView {
        text: case["text"].as_str().unwrap_or_default().into(),
        question: case["question"].as_u64().map(|n| n as u32),
        start: number(&case["start"]),
        end: number(&case["end"]),
        count: number(&case["count"]),
        edited: case["edited"] == true,
    }
}

/// Compares with the expected files; with `UPDATE_EXPECTED=1` it writes them, to be read before they are committed.
#[test]
fn writes_every_case_as_its_files_say() {
    #[allow(clippy::disallowed_methods)]
    let update = std::env::var("UPDATE_EXPECTED").is_ok();
    let mut cases = 0;
    for entry in std::fs::read_dir(root().join("tests/cases/transcript"))
        .expect("the cases are part of the repository")
    {
        let folder = entry.expect("a readable folder").path();
        if !folder.is_dir() {
            continue;
        }
        let session = Session::open(
            serde_json::from_str(&read(&folder.join("case.json"))).expect("a case is JSON"),
        );
        for (format, file) in FILES {
            let (written, path) = (session.write(*format), folder.join(file));
            if update {
                #[allow(clippy::disallowed_methods)]
                std::fs::write(&path, &written).expect("a writable folder");
            }
            assert_eq!(written, read(&path), "{}", path.display());
        }
        cases += 1;
    }
    assert!(cases >= 3, "cases are missing");
}

fn schema() -> jsonschema::Validator {
    let schema = serde_json::from_str(&read(&root().join("pkg/schemas/result.schema.json")))
        .expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a valid schema")
}

#[test]
fn the_schema_refuses_what_is_not_a_result() {
    let schema = schema();
    let good: Value = serde_json::from_str(&skills("x").write(Format::Json)).expect("JSON");
    assert!(schema.is_valid(&good));
    for (path, value) in [
        ("/schema", json!("colloquy.result/2")),
        ("/session/status", json!("done")),
        ("/session/interviewer", json!("somebody")),
        ("/exchanges/0/answer", json!(null)),
        ("/exchanges/0/question/followUpDepth", json!(4)),
        ("/figures/completionPercent", json!(101)),
        ("/findings/themes", json!({})),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).expect("a known path") = value;
        assert!(!schema.is_valid(&bad), "{path}");
    }
    let mut more = good;
    more["surprise"] = json!(1);
    assert!(!schema.is_valid(&more));
}

/// A skills interview where one text stands in every place that somebody else writes.
fn skills(text: &str) -> Session {
    sample(
        text,
        json!({ "attributes": [text, text, text, text, text, text] }),
    )
}

/// An onboarding interview of the same kind.
fn onboarding(text: &str) -> Session {
    sample(
        text,
        json!({ "data": [text, text, text, text, text, text, text, text] }),
    )
}

fn sample(text: &str, words: Value) -> Session {
    let gap = json!({ "skill": text, "attributes": ["duration", "depth"], "severity": 0.9, "probe": 1, "probes": 3,
        "intent": "question", "topic": "first", "closed": [text] });
    let filled = json!({ "tool": "submit_for_validation", "dataType": "experience", "status": "modified",
        "items": [text, "work.0.name"], "notes": text });
    let known =
        |value: &str| json!({ "value": value, "quote": text, "source": "answer", "question": 1 });
    let mut case = json!({
        "outcome": {
            "skills": [{ "skill": text, "quote": text, "source": "resume", "question": null, "confidence": 0.75, "ended": "resolved",
                "attributes": { "duration": known(text), "depth": known(text) } }],
            "completeness": 33, "known": 2, "of": 6, "refused": 1, "closed": "asked_for",
            "phases": [{ "title": text, "ended": "met", "objectives": [{ "label": text, "state": "met" }] }],
            "artifacts": [{ "id": text, "dataType": "knowledge_card", "version": 1, "label": text, "data": {
                "title": text, "skills": ["x".repeat(200), text], "evidence": [{ "quote": text, "source": text }], text: text } }],
            "files": [{ "name": text, "mimeType": text, "size": 1 }]
        },
        "title": text, "creator": text, "source_url": text, "locale": text, "closed": "asked_for",
        "interviewer": { "model": { "dialect": text, "name": text, "reply_mode": "strict" } },
        "tokens": [1, 2], "cost_usd": 0.25, "duration_ms": 1,
        "exchanges": [
            { "kind": "initial", "question": text, "answer": text, "gap": gap },
            { "kind": "follow_up", "question": text, "answer": text, "amended": true },
            { "kind": "topic", "question": text, "reaction": "skipped" },
            { "kind": "topic", "question": text, "reaction": "filled", "filled": filled },
            { "kind": "conclusion", "question": text, "redacted": true }
        ],
        "findings": { "insights": [{ "text": text }], "actions": [{ "text": text }], "themes": [{ "text": text }] },
        "labels": { "response": text, "none": text }
    });
    for (key, value) in words.as_object().into_iter().flatten() {
        case[key] = value.clone();
    }
    Session::open(case)
}

#[test]
fn knows_its_formats_by_name() {
    for (name, format) in [
        "markdown",
        "narrative",
        "qa",
        "html",
        "csv",
        "skills-csv",
        "json",
    ]
    .into_iter()
    .zip(FILES.iter().map(|(format, _)| *format))
    {
        assert_eq!(Format::parse(name), Some(format));
    }
    assert_eq!(Format::parse("session"), None);
    assert_eq!(Format::parse("Markdown"), None);
}
