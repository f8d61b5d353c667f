//! Two habits of models that no reader of JSON can mend without knowing what was asked for: a quotation inside of the text that is shown,
//! with its quotes as they are, and the object wrapped into another one.

use serde_json::Value;

/// Returns a reply with the quotes inside of the text under `key` escaped; nothing where there are none, or where the text's end cannot be
/// told: a quote that ends the object, or before another key.
pub(crate) fn inner_quotes(reply: &str, key: &str) -> Option<String> {
    let name = ["\"", key, "\""].concat();
    let (_, after) = reply.split_once(&name)?;
    let after = after.trim_start().strip_prefix(':')?.trim_start();
    let text = after.strip_prefix('"')?;
    let start = reply.len() - text.len();
    let mut escaped = false;
    let mut inner = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped && ends(&text[at + 1..]) => {
                let mut out = String::from(&reply[..start]);
                let mut from = 0;
                for quote in &inner {
                    out.push_str(&text[from..*quote]);
                    out.push('\\');
                    from = *quote;
                }
                out.push_str(&text[from..]);
                return (!inner.is_empty()).then_some(out);
            }
            '"' if !escaped => inner.push(at),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// True for what stands behind the last quote of a text.
fn ends(rest: &str) -> bool {
    let rest = rest.trim_start();
    if let Some(behind) = rest.strip_prefix('}') {
        return !behind.contains('"');
    }
    let key = rest
        .strip_prefix(',')
        .and_then(|rest| rest.trim_start().strip_prefix('"'));
    let named = key.and_then(|key| key.split_once('"'));
    named.is_some_and(|(name, rest)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !name.is_empty() && name.chars().all(plain) && rest.trim_start().starts_with(':')
    })
}

/// Takes an object out of the only key of another, where the schema knows no such key.
pub(crate) fn unwrapped(schema: &Value, value: Value) -> Value {
    let Some(known) = schema["properties"].as_object() else {
        return value;
    };
    let mut keys = value.as_object().into_iter().flatten();
    let inner = match (keys.next(), keys.next()) {
        (Some((key, inner)), None) if inner.is_object() && !known.contains_key(key) => {
            Some(inner.clone())
        }
        _ => None,
    };
    inner.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mended(reply: &str) -> Option<Value> {
        let text = inner_quotes(reply, "question")?;
        serde_json::from_str(&text).ok()
    }

    #[test]
    fn quotes_inside_of_a_text_are_escaped_up_to_its_end() {
        let said = "You say \"it never stops\". What happened then?";
        let reply =
            r#"{"follow_up": true, "question": "You say "it never stops". What happened then?"}"#;
        let value = json!({ "follow_up": true, "question": said });
        assert_eq!(mended(reply), Some(value.clone()));
        let first =
            r#"{"question": "You say "it never stops". What happened then?", "follow_up": true}"#;
        assert_eq!(mended(first), Some(value.clone()));
        let partly = r#"{ "question" : "You say \"it never stops". What happened then?" , "follow_up": true }"#;
        assert_eq!(mended(partly), Some(value));
        let end = r#"{"question": "What is "a thread"?"}"#;
        assert_eq!(
            mended(end),
            Some(json!({ "question": "What is \"a thread\"?" }))
        );
    }

    #[test]
    fn what_has_no_fault_or_no_end_is_left_alone() {
        for reply in [
            r#"{"question": "What is \"a thread\"?"}"#,
            r#"{"question": "What is "a thread"?"#,
            r#"{"question": 7}"#,
            r#"{"answer": "What?"}"#,
            "\"question",
            "",
        ] {
            assert_eq!(mended(reply), None, "{reply}");
        }
    }

    #[test]
    fn an_object_is_taken_out_of_its_only_unknown_key() {
        let schema = json!({ "properties": { "question": {}, "object": {} } });
        let inner = json!({ "question": "What?" });
        assert_eq!(unwrapped(&schema, json!({ "reply": inner })), inner);
        for value in [
            json!({ "object": inner }),
            json!({ "a": inner, "b": 1 }),
            json!({ "a": [] }),
            json!([inner]),
        ] {
            assert_eq!(unwrapped(&schema, value.clone()), value);
        }
        let value = json!({ "reply": inner });
        assert_eq!(unwrapped(&json!({}), value.clone()), value);
    }
}
