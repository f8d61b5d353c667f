//! A file as the value of a typed question: what is known of it, and the text that was read of it.

use super::value::ValueFault;
use crate::codec;
use crate::tools::FileRef;
use serde_json::Value;

/// Longest text of a file in a value, in bytes, as of any document that was read; the file keeps all of it.
const TEXT_BYTES: usize = 40_000;
/// How a file was read, as a document has it.
const STATES: [&str; 4] = ["parsed", "partial", "unparsable", "failed"];

/// Judges a file, and returns it as it is kept: `storageUrl`, `name`, `mimeType` and `size`, then `status` and `text` where it was read.
pub(super) fn kept(value: &Value, formats: &[String], most: u32) -> Result<Value, ValueFault> {
    let known = FileRef::judged(value, formats, most)?;
    let mut out = codec::value(&known);
    let status = value["status"].as_str();
    if let Some(status) = status.filter(|status| STATES.contains(status)) {
        out["status"] = status.into();
        // Marks that nobody sees could hide what stands beside them.
        let readable = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let text = value["text"].as_str().unwrap_or_default();
        let mut text: String = text.chars().filter(readable).collect();
        if text.len() > TEXT_BYTES {
            let end = (0..=TEXT_BYTES).rev().find(|at| text.is_char_boundary(*at));
            text.truncate(end.unwrap_or(0));
            out["status"] = "partial".into();
        }
        out["text"] = text.into();
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn file(change: Value) -> Value {
        let mut file = json!({
            "storageUrl": "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345678",
            "name": "plan.md", "mimeType": "text/markdown", "size": 7,
        });
        let changes = change.as_object().expect("an object");
        for (key, value) in changes {
            file[key] = value.clone();
        }
        file
    }

    fn judged(file: &Value) -> Result<Value, &'static str> {
        kept(file, &["md".into(), "pdf".into()], 10).map_err(|(rule, _)| rule)
    }

    #[test]
    fn a_file_is_kept_with_what_is_known_of_it_and_nothing_else() {
        assert_eq!(judged(&file(json!({}))), Ok(file(json!({}))));
        let read = json!({ "status": "parsed", "text": "# Plan\n" });
        assert_eq!(judged(&file(read.clone())), Ok(file(read)));
        let more = file(json!({ "text": "not read", "html": "<b>" }));
        assert_eq!(judged(&more), Ok(file(json!({}))));
        let named = judged(&file(json!({ "name": "a\n\u{7}b.md" }))).expect("a file");
        assert_eq!(named["name"], "ab.md");
    }

    #[test]
    fn what_is_no_file_that_was_asked_for_is_refused() {
        for (change, rule) in [
            (
                json!({ "storageUrl": "https://example.org/a.md" }),
                "format",
            ),
            (
                json!({ "storageUrl": "colloquy-file:../../etc/passwd" }),
                "format",
            ),
            (json!({ "mimeType": "text/html" }), "enum"),
            (json!({ "mimeType": "text/plain" }), "enum"),
            (json!({ "size": 11 }), "maximum"),
            (json!({ "size": -1 }), "type"),
            (json!({ "name": null }), "type"),
        ] {
            assert_eq!(judged(&file(change.clone())), Err(rule), "{change}");
        }
        for other in [json!(null), json!("a.md"), json!([file(json!({}))])] {
            assert_eq!(judged(&other), Err("type"), "{other}");
        }
    }

    #[test]
    fn a_text_is_bounded_and_has_no_marks_that_nobody_sees() {
        let long = "ß\u{0}".repeat(30_000);
        let kept = judged(&file(json!({ "status": "parsed", "text": long }))).expect("a file");
        assert_eq!(kept["status"], "partial");
        assert_eq!(kept["text"], "ß".repeat(20_000));
        let odd = judged(&file(json!({ "status": "failed", "text": 7 }))).expect("a file");
        assert_eq!(
            (&odd["status"], &odd["text"]),
            (&json!("failed"), &json!(""))
        );
    }
}
