//! What the package hands over of a study: its faults, or all that it needs of it.

use crate::{Longest, compile, lint, longest, read, read_text};
use colloquy_schema::{Issue, codec, hash_hex};
use serde_json::{Value, json};

/// Reads a study document and compiles it.
///
/// # Errors
/// Those of [`read`](crate::read).
pub fn compiled(study: &Value) -> Result<Value, Vec<Issue>> {
    read(study).map(|study| compile(&study))
}

/// Reads a study from JSON text for a program in another language: JSON text of `{faults}`, or of `{faults, guide, hashes, warnings, longest}`
/// where there are none. Any text is judged; one that is not valid JSON has a fault of that.
pub fn reading(text: &str) -> String {
    let study = match read_text(text) {
        Err(faults) => return ["{\"faults\":", &codec::text(&faults), "}"].concat(),
        Ok(study) => study,
    };
    let guide = compile(&study);
    let written = codec::text(&guide);
    let hashes = json!({
        "study": guide["strategy"]["plan"]["study"],
        "guide": hash_hex(&written),
    });
    let warnings = lint(&study).into_iter();
    let warnings = warnings
        .map(|lint| json!({ "code": lint.code, "path": lint.path, "message": lint.message }));
    let Longest {
        questions, minutes, ..
    } = longest(&study, None);
    let longest = json!({ "questions": questions, "minutes": minutes });
    [
        "{\"faults\":[],\"guide\":",
        &written,
        ",\"hashes\":",
        &codec::text(&hashes),
        ",\"warnings\":",
        &codec::text(&Value::from_iter(warnings)),
        ",\"longest\":",
        &codec::text(&longest),
        "}",
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::{Guide, Strategy};

    fn parsed(text: &str) -> Value {
        serde_json::from_str(&reading(text)).unwrap()
    }

    #[test]
    fn a_study_with_faults_has_them_all_and_no_guide() {
        let found = parsed(
            r#"{"id": "a", "language": "en", "title": "A", "goal": "B", "topics": [{"ask": "C?", "type": "scale", "from": 0, "too": 5}]}"#,
        );
        let faults: Vec<_> = found["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fault| (&fault["path"], &fault["rule"]))
            .collect();
        assert_eq!(
            json!(faults),
            json!([
                ["topics[0].to", "required"],
                ["topics[0].too", "unknown_key"]
            ])
        );
        assert!(found["guide"].is_null());
        assert_eq!(parsed("{")["faults"][0]["rule"], "json");
    }

    #[test]
    fn a_sound_study_gives_a_guide_and_the_hashes_that_a_session_keeps() {
        let found = parsed(include_str!("../studies/churn.json"));
        assert_eq!(found["faults"], json!([]));
        assert!(found["longest"]["questions"].as_u64().unwrap() > 5);
        let guide = Guide::read(&found["guide"]).unwrap();
        assert!(matches!(guide.strategy, Strategy::Topics(_)));
        let hash = hash_hex(&codec::text(&found["guide"]));
        assert_eq!(found["hashes"]["guide"], hash.as_str());
        assert_eq!(
            found["hashes"]["study"],
            found["guide"]["strategy"]["plan"]["study"]
        );
    }
}
