//! A question for a file: handed in, skipped, refused, answered in words, replaced and removed, and what is kept of it.

use colloquy_archive::{Format, export_of, redact, session_file};
use colloquy_core::{Begin, Command, Event, FormKind, Interview, Misuse, Opening, kinds};
use colloquy_schema::{Record, Setup};
use colloquy_study::simulate::{builtin, serve};
use serde_json::{Value, json};

const URL: &str = "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345678";
const OTHER: &str = "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345679";

/// A study that asks for a plan, then for why where there is one, and for a word at the end.
fn study() -> Value {
    json!({
        "id": "plan", "language": "en", "title": "Plans", "goal": "Find out about plans.", "mode": "standardised",
        "topics": [
            { "id": "plan", "title": "the plan", "ask": "Could you hand in your plan?", "type": "file", "formats": ["md", "pdf"], "max_mb": 1 },
            { "id": "drawn", "ask": "Who drew the plan?", "type": "short", "when": { "value": "plan", "answered": true } },
            { "id": "word", "ask": "What is your word for it?", "type": "short" },
        ],
    })
}

/// A file as a page hands it in.
fn file(url: &str, name: &str, text: &str) -> Value {
    json!({
        "storageUrl": url, "name": name, "mimeType": "text/markdown", "size": text.len(),
        "status": "parsed", "text": text,
    })
}

fn begin() -> Interview {
    let begin = Begin {
        session: "00000000-0000-4000-8000-000000000001".into(),
        guide: colloquy_study::compiled(&study()).expect("a sound study"),
        setup: Setup::default(),
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).expect("it begins");
    hand(&mut interview, Event::Consent).expect("a consent");
    interview
}

/// Hands in an event, does what comes of it, and opens the session anew from its records.
fn hand(interview: &mut Interview, event: Event) -> Result<(), Misuse> {
    let mut interviewer = builtin("en");
    interview.find_by(colloquy_scripted::find_by_rules);
    interview.handle(0, event)?;
    serve(interview, 0, &mut interviewer)?;
    let opened = kinds::restore(interview.records().to_vec(), Opening::default(), 0);
    *interview = opened.expect("the records open");
    serve(interview, 0, &mut interviewer)
}

fn settle(interview: &mut Interview, value: Value) -> Result<(), Misuse> {
    let token = interview.view().form.expect("a form").token;
    hand(interview, Event::SettleForm { token, value })
}

fn replace(interview: &mut Interview, file: Value) -> Result<(), Misuse> {
    let edit = json!({ "question": 1, "value": file });
    hand(interview, Event::Edit(edit))
}

fn asked(interview: &Interview) -> Option<String> {
    let open = interview.session().open_question()?;
    Some(open.question.text.clone())
}

fn outcome(interview: &Interview) -> Value {
    interview.session().summary().outcome.expect("an outcome")
}

fn rule(result: Result<(), Misuse>) -> String {
    let fault = result.expect_err("it is refused");
    fault.details()[0].rule.clone()
}

#[test]
fn a_file_is_handed_in_by_the_form_for_files_with_its_text() {
    let mut interview = begin();
    let form = interview.view().form.expect("a form");
    let FormKind::Upload {
        accepts,
        max_bytes,
        multiple,
        question,
    } = form.kind
    else {
        panic!("{:?}", form.kind);
    };
    assert_eq!(accepts, ["pdf", "md"]);
    assert_eq!((max_bytes, multiple), (1 << 20, false));
    assert_eq!(question.as_deref(), Some("Could you hand in your plan?"));
    let handed = file(URL, "plan.md", "# The plan of the mill");
    settle(&mut interview, json!({ "files": [handed] })).expect("it fits");
    assert_eq!(asked(&interview).as_deref(), Some("Who drew the plan?"));
    assert_eq!(outcome(&interview)["values"]["plan"], handed);
    let exchange = &interview.session().exchanges[0];
    let filled = exchange.filled.as_ref().expect("it was filled in");
    assert_eq!(filled.items, ["plan.md"]);
    // A screen is drawn at every change, and has no use for the text.
    let view = serde_json::to_string(&colloquy_schema::codec::value(&interview.view()));
    assert!(view.is_ok_and(|view| view.contains("plan.md") && !view.contains("of the mill")));
}

#[test]
fn a_hostile_file_is_refused_and_the_form_still_waits() {
    let mut interview = begin();
    let mut faulty = |change: Value| {
        let mut one = file(URL, "plan.md", "# Plan");
        for (key, value) in change.as_object().expect("an object") {
            one[key] = value.clone();
        }
        rule(settle(&mut interview, json!({ "files": [one] })))
    };
    assert_eq!(faulty(json!({ "size": (1 << 20) + 1 })), "maximum");
    assert_eq!(faulty(json!({ "mimeType": "text/html" })), "enum");
    assert_eq!(
        faulty(json!({ "storageUrl": "file:///etc/passwd" })),
        "format"
    );
    let two = [file(URL, "a.md", "a"), file(OTHER, "b.md", "b")];
    assert_eq!(
        rule(settle(&mut interview, json!({ "files": two }))),
        "type"
    );
    assert_eq!(rule(settle(&mut interview, json!({ "files": [] }))), "type");
    let data = json!({ "data": { "value": "plan.md" } });
    assert_eq!(rule(settle(&mut interview, data)), "type");
    let long = file(URL, "a\u{202E}dm.exe\n.md", &"long ".repeat(200_000));
    settle(&mut interview, json!({ "files": [long] })).expect("its text is cut");
    let kept = &outcome(&interview)["values"]["plan"];
    assert_eq!(kept["text"].as_str().map(str::len), Some(40_000));
    assert_eq!(kept["status"], "partial");
    // The same file does not answer twice.
    let again = file(URL, "plan.md", "# Plan");
    assert_eq!(rule(replace(&mut interview, again)), "unique");
}

#[test]
fn a_file_can_be_skipped_refused_and_spoken_of_instead() {
    for (command, state) in [(Command::Skip, "skipped"), (Command::Decline, "refused")] {
        let mut interview = begin();
        hand(&mut interview, Event::Command(command)).expect("it is passed over");
        assert_eq!(
            asked(&interview).as_deref(),
            Some("What is your word for it?")
        );
        let outcome = outcome(&interview);
        assert_eq!(outcome["topics"][0]["state"], state);
        assert_eq!(outcome["values"]["plan"], Value::Null);
    }
    let mut interview = begin();
    let text = String::from("I have none, it burnt in 1962.");
    hand(&mut interview, Event::Answer { text }).expect("it is answered");
    // Words are no file: it is put once more, with what is taken, and then no more.
    let again = asked(&interview);
    assert_eq!(
        again.as_deref(),
        Some("Could you hand in your plan? (pdf / md)")
    );
    let text = String::from("As I wrote, there is none.");
    hand(&mut interview, Event::Answer { text }).expect("it is answered");
    assert_eq!(
        asked(&interview).as_deref(),
        Some("What is your word for it?")
    );
    assert_eq!(outcome(&interview)["values"]["plan"], Value::Null);
}

#[test]
fn another_file_takes_its_place() {
    let mut interview = begin();
    let handed = file(URL, "plan.md", "# The plan of the mill");
    settle(&mut interview, json!({ "files": [handed] })).expect("it fits");
    let wrong = json!({ "name": "plan.md" });
    assert_eq!(rule(replace(&mut interview, wrong)), "type");
    let other = file(OTHER, "drawing.md", "# The drawing of the weir");
    replace(&mut interview, other.clone()).expect("it fits");
    assert_eq!(outcome(&interview)["values"]["plan"], other);
    let exchange = &interview.session().exchanges[0];
    assert!(exchange.amended);
    assert_eq!(exchange.answer_text(), "drawing.md");
    settle(&mut interview, json!({ "data": { "value": "me" } })).expect("it fits");
    settle(&mut interview, json!({ "data": { "value": "map" } })).expect("it fits");
    // In the review as well.
    let third = file(&URL.replace("12345678", "1234567a"), "third.md", "# Third");
    replace(&mut interview, third.clone()).expect("it fits");
    hand(&mut interview, Event::Command(Command::Finish)).expect("it is finished");
    assert_eq!(outcome(&interview)["values"]["plan"], third);
    assert_eq!(outcome(&interview)["end"]["kind"], "complete");
    // A name is no quotation.
    assert_eq!(outcome(&interview)["topics"][0]["quotes"], json!([]));
    let markdown = export_of(interview.records(), Format::Structured).expect("a transcript");
    assert!(markdown.contains("the plan: third.md"), "{markdown}");
    assert!(!markdown.contains("# Third"), "{markdown}");
    // It opens from wherever a page was closed.
    for count in 1..=interview.records().len() {
        let some = interview.records()[..count].to_vec();
        assert!(
            kinds::restore(some, Opening::default(), 0).is_ok(),
            "{count}"
        );
    }
    let written = session_file::write(interview.records(), None);
    let read = session_file::read(&written).expect("a sound file");
    assert_eq!(read.records, interview.records());
}

#[test]
fn a_removed_file_is_nowhere_any_more() {
    let mut interview = begin();
    let handed = file(URL, "plan.md", "# The plan of the mill");
    settle(&mut interview, json!({ "files": [handed] })).expect("it fits");
    for replaced in [false, true] {
        if replaced {
            let other = file(OTHER, "drawing.md", "# The drawing of the weir");
            replace(&mut interview, other).expect("it fits");
        }
        let mut records: Vec<Record> = interview.records().to_vec();
        for changed in redact(&records.clone(), 1) {
            let place = changed.seq as usize;
            records[place] = changed;
        }
        let text = serde_json::to_string(&records).expect("JSON");
        for gone in [
            URL,
            OTHER,
            "plan.md",
            "drawing.md",
            "of the mill",
            "of the weir",
        ] {
            assert!(!text.contains(gone), "{gone}: {text}");
        }
        let session = kinds::session(&records, None).expect("the records open");
        assert!(session.exchanges[0].redacted);
        let outcome = session.summary().outcome.expect("an outcome");
        assert_eq!(outcome["values"].get("plan"), None);
    }
}
