//! Sessions and guides from before: they open, read the same in every way, and go on as they would have.

use crate::before::{KINDS, engine, read, record_lines, take};
use crate::behaviours;
use serde_json::Value;
use std::collections::BTreeSet;

/// Labels of transcripts: as they were, and as they are. The screens say the same.
const REWORDED: [(&str, &str); 1] = [("Action items", "Next steps")];

/// Calls a function with each case and its name.
fn each(with: impl FnMut(&str, &Value)) {
    each_of(&KINDS, with);
}

fn each_of(kinds: &[(&str, &[u8])], mut with: impl FnMut(&str, &Value)) {
    for (kind, file) in kinds {
        let file = read(file);
        let cases = file["cases"].as_array().expect("cases");
        assert!(cases.len() >= 8, "{kind}: {} cases", cases.len());
        for case in cases {
            with(
                &format!("{kind}, {}", case["name"].as_str().expect("a name")),
                case,
            );
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Where two texts begin to differ, with what stands around.
fn difference(place: &str, expected: &str, found: &str) -> Option<String> {
    let same = expected
        .bytes()
        .zip(found.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    if expected.len() == found.len() && same == expected.len() {
        return None;
    }
    let around = |text: &str| {
        String::from_utf8_lossy(
            &text.as_bytes()[same.saturating_sub(60).min(text.len())..text.len().min(same + 80)],
        )
        .into_owned()
    };
    Some(format!(
        "{place}, byte {same}:\n  before: {}\n  now:    {}",
        around(expected),
        around(found)
    ))
}

behaviours! {
    fn records_are_read_and_written_back_to_the_same_bytes() {
        let mut kinds = BTreeSet::new();
        each(|name, case| {
            for line in record_lines(text(&case["session"])) {
                let (fast, slow) = engine::record(line);
                assert_eq!(serde_json::to_string(&slow).expect("JSON"), line, "{name}");
                if let Some(fast) = fast {
                    assert_eq!(fast, slow, "{name}: both ways read the same");
                }
                let fact = serde_json::from_str::<Value>(line).expect("JSON");
                let fact = fact["fact"].as_object().and_then(|fact| fact.keys().next().cloned());
                kinds.extend(fact);
            }
        });
        assert!(kinds.len() >= 33, "every kind of fact is among them: {kinds:?}");
    }

    fn session_files_are_read_and_written_back_to_the_same_bytes() {
        each(|name, case| {
            let (records, draft, files) = engine::read(text(&case["session"]));
            let again = engine::write(&records, draft.as_deref(), &files);
            assert_eq!(difference(name, text(&case["session"]), &again), None);
        });
    }

    fn all_that_is_made_of_reflective_sessions_is_as_it_was() {
        as_it_was("reflective");
    }

    fn all_that_is_made_of_staged_sessions_is_as_it_was() {
        as_it_was("staged");
    }

    fn all_that_is_made_of_advice_sessions_is_as_it_was() {
        as_it_was("advice");
    }

    fn all_that_is_made_of_skills_sessions_is_as_it_was() {
        as_it_was("gaps");
    }

    fn all_that_is_made_of_onboarding_sessions_is_as_it_was() {
        as_it_was("onboarding");
    }

    fn guides_are_accepted_and_allow_what_they_allowed() {
        for (kind, file) in KINDS {
            let file = read(file);
            let guides = file["guides"].as_array().expect("guides");
            assert!(!guides.is_empty(), "{kind}");
            for guide in guides {
                let document = serde_json::from_str(text(&guide["document"])).expect("JSON");
                let now = engine::longest(&document);
                for bound in ["questions", "replies"] {
                    assert_eq!(now[bound], guide["longest"][bound], "{kind}, {bound}");
                }
            }
        }
    }
}

/// Makes again all that is made of the sessions of a kind, and compares.
fn as_it_was(kind: &str) {
    let kinds: Vec<_> = KINDS
        .into_iter()
        .filter(|(name, _)| *name == kind)
        .collect();
    assert_eq!(kinds.len(), 1);
    let mut changed = Vec::new();
    each_of(&kinds, |name, case| {
        let (records, draft, files) = engine::read(text(&case["session"]));
        let now = case["now"].as_u64().expect("a time");
        let mut taken = Value::Object(take(&records, now, draft.as_deref(), &files));
        taken["result"] = without_added(text(&taken["result"])).into();
        taken["view"] = without_language(&taken["view"]);
        let taken = settled(taken);
        let case = settled(renamed(case));
        let keys: BTreeSet<&String> = [&taken, &case]
            .into_iter()
            .filter_map(Value::as_object)
            .flat_map(|keys| keys.keys())
            .collect();
        for key in keys.into_iter().filter(|key| *key != "name") {
            compare(
                &format!("{name}, {key}"),
                &case[key],
                &taken[key],
                &mut changed,
            );
        }
    });
    let first = changed[..changed.len().min(12)].join("\n");
    assert!(
        changed.is_empty(),
        "{} differences, of them:\n{first}",
        changed.len()
    );
}

/// A result without what its session's row has since: how far the questions are, and how long they took.
fn without_added(result: &str) -> String {
    let row = result.find("\"maxQuestions\":").expect("a row");
    let from = row + result[row..].find(",\"percent\":").expect("a share");
    let to = from
        + result[from..]
            .find(",\"lastQuestion\":")
            .expect("a question");
    [&result[..from], &result[to..]].concat()
}

/// A view without the language of the questions, which is that of the guide's words in all of these.
fn without_language(view: &Value) -> Value {
    let mut view = view.clone();
    let language = view
        .as_object_mut()
        .and_then(|view| view.remove("language"));
    assert_eq!(language.as_ref(), view.get("locale"));
    view
}

/// Puts the words of today where a label of transcripts was reworded since: what a respondent wrote stays, its heading may get better.
fn renamed(case: &Value) -> Value {
    let mut case = case.clone();
    let reword = |text: &mut Value| {
        if let Value::String(text) = text {
            for (before, now) in REWORDED {
                *text = text.replace(before, now);
            }
        }
    };
    reword(&mut case["result"]);
    leave_out_empty(&mut case["result"], "\\n", "\"}");
    let exports = case["exports"].as_object_mut();
    exports.into_iter().flatten().for_each(|(_, text)| {
        reword(text);
        leave_out_empty(text, "\n", "");
    });
    case
}

/// Leaves out of a transcript the lists in which nothing was found, which had a heading once. `line` is how a line ends in it, and `end`
/// what follows the whole.
fn leave_out_empty(text: &mut Value, line: &str, end: &str) {
    let Value::String(text) = text else { return };
    for list in ["Insights", "Next steps", "Themes"] {
        let html = format!(
            "<section>\n<h2 dir=\"auto\">{list}</h2>\n<p class=\"n\" dir=\"auto\">None found.</p>\n</section>\n"
        );
        let markdown = format!("## {list}{line}{line}*None found.*{line}");
        *text = text
            .replace(&html, "")
            .replace(&[&markdown, line].concat(), "");
        if let Some(rest) = text.strip_suffix(&[line, &markdown, end].concat()) {
            *text = [rest, end].concat();
        }
    }
}

/// Leaves out what no version is held to: the findings of a session that is not finished are those of the rules of today until they are
/// frozen, and an open interview goes on with the questions of today. Its end stays, and that it comes to one.
fn settled(mut taken: Value) -> Value {
    if taken["view"]["phase"] == "finished" {
        return taken;
    }
    let without = |text: &Value, keys: &[&str]| {
        let mut value: Value = serde_json::from_str(text.as_str().unwrap_or("null")).expect("JSON");
        if let Some(value) = value.as_object_mut() {
            keys.iter().for_each(|key| drop(value.remove(*key)));
        }
        value
    };
    taken["result"] = without(&taken["result"], &["findings", "transcript"]);
    taken["exports"]["json"] = without(&taken["exports"]["json"], &["findings"]);
    taken["goes_on"] = taken["goes_on"]
        .as_array()
        .and_then(|steps| steps.last())
        .cloned()
        .into();
    for format in ["markdown", "narrative", "html"] {
        taken["exports"][format] = Value::Null;
    }
    taken["view"]["findings"] = Value::Null;
    // What a respondent can do about it grows: an early end is taken back, what was passed over is answered after all.
    for can in ["resume", "amend"] {
        taken["view"]["can"][can] = Value::Null;
    }
    // It goes up with what finds by rules, which is handed in after a session was opened.
    taken["view"]["revision"] = Value::Null;
    taken["digest"] = Value::Null;
    taken
}

/// Compares what is made of a session, piece by piece.
fn compare(place: &str, expected: &Value, found: &Value, changed: &mut Vec<String>) {
    match (expected, found) {
        (Value::String(expected), Value::String(found)) => {
            changed.extend(difference(place, expected, found))
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (key, value) in a {
                compare(&format!("{place}.{key}"), value, &b[key], changed);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{place}[{at}]"), a, b, changed);
            }
        }
        (expected, found) if expected == found => {}
        (expected, found) => {
            changed.extend(difference(place, &expected.to_string(), &found.to_string()))
        }
    }
}
