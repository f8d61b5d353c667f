//! Faulty studies, each fault at its place, judged by the reader and by the published schema.

use serde_json::{Value, json};

/// A study that uses everything.
fn whole() -> Value {
    serde_json::from_str(include_str!("whole.json")).expect("JSON")
}

/// Where the whole study is changed (JSON Pointer), to what (null takes out), and the fault: path, rule, and who sees it: `both`, or the
/// `reader` alone where it is a rule across places. A case without a rule is sound.
type Case = (String, Value, String, String, String);

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("faults.json")).expect("cases")
}

fn change(study: &mut Value, pointer: &str, to: Value) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = study
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("{pointer}"));
    match parent {
        Value::Object(map) if to.is_null() => drop(map.remove(key)),
        Value::Object(map) => drop(map.insert(key.into(), to)),
        Value::Array(list) => list[key.parse::<usize>().expect("a place")] = to,
        _ => panic!("{pointer}"),
    }
}

#[test]
fn every_fault_is_at_its_place_and_the_schema_agrees() {
    let schema = jsonschema::validator_for(&colloquy_study::schema()).expect("a schema");
    assert_eq!(colloquy_study::read(&whole()).map(|_| ()), Ok(()));
    assert!(
        schema.is_valid(&whole()),
        "{:?}",
        schema
            .iter_errors(&whole())
            .map(|e| e.to_string())
            .collect::<Vec<_>>()
    );
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    for (pointer, to, path, rule, seen) in cases {
        let mut study = whole();
        change(&mut study, &pointer, to.clone());
        let label = format!("{pointer} = {to}");
        let read = colloquy_study::read(&study);
        // The one case that is sound: what is optional may be left out.
        let sound = rule.is_empty();
        assert_eq!(read.is_ok(), sound, "{label}: {read:?}");
        if let Err(faults) = read {
            let at = |fault: &colloquy_schema::Issue| fault.path == path && fault.rule == rule;
            assert!(faults.iter().any(at), "{label}: {faults:?}");
        }
        assert_eq!(
            schema.is_valid(&study),
            sound || seen == "reader",
            "{label}: the schema"
        );
    }
}

#[test]
fn all_faults_of_a_document_are_reported_at_once() {
    let study = json!({ "id": "A B", "language": 7, "goal": "", "topics": [{ "aks": "x" }, { "ask": "y", "depth": 9 }] });
    let faults = colloquy_study::read(&study).expect_err("faulty");
    let found: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| (fault.path.as_str(), fault.rule.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("id", "pattern"),
            ("language", "type"),
            ("title", "required"),
            ("goal", "pattern"),
            ("topics[0].ask", "required"),
            ("topics[0].aks", "unknown_key"),
            ("topics[1].depth", "range"),
        ]
    );
    let faults = colloquy_study::read_text("{ \"id\": }").expect_err("no JSON");
    assert_eq!(
        (faults[0].rule.as_str(), faults[0].path.as_str()),
        ("json", "")
    );
}

/// A few changes that a seed chooses: the reader ends, agrees with the schema on the shape, and reads what it accepts.
#[test]
fn the_reader_agrees_with_the_schema_on_anything() {
    let schema = jsonschema::validator_for(&colloquy_study::schema()).expect("a schema");
    let mut rng = colloquy_study::personas::Rng::new(7);
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(2.0),
        json!(2.5),
        json!(1e300),
        json!(""),
        json!(" "),
        json!("often"),
        json!("ß"),
        json!([]),
        json!({}),
        json!([[]]),
        json!({ "value": "often", "is": "never" }),
        json!(["a", "b"]),
        json!("2024-01-01"),
    ];
    let rules = [
        "order",
        "unique",
        "missing_slot",
        "unknown_value",
        "untyped",
        "operator",
        "unknown_slot",
        "unknown_id",
        "depth",
        "too_long",
        "format",
    ];
    for _ in 0..600 {
        let mut study = whole();
        for _ in 0..=rng.below(3) {
            let mut places = Vec::new();
            pointers(&study, String::new(), &mut places);
            let place = rng.pick(&places).clone();
            if !place.is_empty() {
                *study.pointer_mut(&place).expect("a place") = rng.pick(&odd).clone();
            }
        }
        let read = colloquy_study::read(&study);
        let valid = schema.is_valid(&study);
        match read {
            Ok(read) => {
                assert!(valid, "{study}");
                let guide = colloquy_study::compile(&read);
                assert!(colloquy_schema::Guide::read(&guide).is_ok(), "{study}");
            }
            // What the schema cannot see is of places that it cannot tell apart: those of rules, and values of a type.
            Err(faults) if valid => {
                let across = |fault: &colloquy_schema::Issue| {
                    let places = ["accept", "when", "words", "options"];
                    rules.contains(&fault.rule.as_str())
                        || places.iter().any(|place| fault.path.contains(place))
                        || fault.path == "stop.questions"
                        || fault.path.contains("labels")
                        || fault.path.ends_with("probes")
                };
                assert!(faults.iter().all(across), "{study}: {faults:?}");
            }
            Err(_) => {}
        }
    }
}

fn pointers(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| pointers(value, format!("{path}/{key}"), out)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(place, value)| pointers(value, format!("{path}/{place}"), out)),
        _ => {}
    }
    out.push(path);
}

/// `COLLOQUY_WRITE=1 cargo test -p colloquy-study` writes the published file anew.
#[test]
#[allow(clippy::disallowed_methods)]
fn the_published_schema_is_this_one() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../pkg/schemas/study.schema.json"
    );
    let text = serde_json::to_string_pretty(&colloquy_study::schema()).expect("JSON") + "\n";
    if std::env::var("COLLOQUY_WRITE").is_ok() {
        std::fs::write(path, &text).expect("it can be written");
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        text,
        "write it anew: COLLOQUY_WRITE=1"
    );
}

/// What a study compiles to is a guide by the published schema of guides as well.
#[test]
#[allow(clippy::disallowed_methods)]
fn a_compiled_study_is_a_guide() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../pkg/schemas/guide.schema.json"
    );
    let text = std::fs::read_to_string(path).expect("the schema of guides");
    let schema =
        jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a schema");
    let guide = colloquy_study::compiled(&whole()).expect("a sound study");
    let faults: Vec<String> = schema
        .iter_errors(&guide)
        .map(|error| error.to_string())
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
    let begin = |guide: &Value, locale: &str| {
        let setup = colloquy_schema::Setup {
            locale: locale.into(),
            prices: Some(colloquy_schema::Prices::default()),
            ..Default::default()
        };
        let session = "00000000-0000-4000-8000-000000000001".into();
        let begin = colloquy_core::Begin {
            session,
            guide: guide.clone(),
            setup,
            validator: None,
            notes: None,
        };
        colloquy_core::kinds::begin(begin, 0)
    };
    // The author's words in another language are used where there are some.
    let german = begin(&guide, "de").expect("it begins");
    assert_eq!(german.view().guide_title, "Wie Sie Räume buchen");
    // What only the kind reads is a fault of the guide, too.
    let mut faulty = guide.clone();
    faulty["strategy"]["plan"]["topics"] = json!([]);
    let refused = begin(&faulty, "en").err().expect("it is refused");
    assert_eq!(
        (refused.code(), refused.details()[0].path.as_str()),
        ("invalid_guide", "strategy.plan")
    );
    faulty = guide;
    faulty["locales"]["de"]["topics"]["topics"]["last"] = json!(null);
    let refused = begin(&faulty, "en").err().expect("it is refused");
    assert_eq!(refused.details()[0].path, "locales.de.topics");
}
