//! Reads the published schemas, which are part of the program: no faults, no floats, no escapes but `\"` and `\\`.
//!
//! serde's reader would weigh more in the browser than the walker does, and what reads hostile text is in another crate.

use serde_json::{Map, Value};

/// Reads JSON of our own. What is not JSON reads as something else; a test holds all published files against serde's reader.
pub(crate) fn parse(text: &str) -> Value {
    let mut rest = text;
    value(&mut rest)
}

/// Takes the next character that is no white space, comma or colon: in JSON without faults these mean nothing.
fn next(rest: &mut &str) -> char {
    *rest = rest.trim_start_matches([' ', '\n', '\r', ',', ':']);
    let c = rest.chars().next().unwrap_or(']');
    *rest = rest.get(c.len_utf8()..).unwrap_or("");
    c
}

fn value(rest: &mut &str) -> Value {
    match next(rest) {
        '{' => {
            let mut map = Map::new();
            while next(rest) == '"' {
                let key = string(rest);
                map.insert(key, value(rest));
            }
            Value::Object(map)
        }
        '[' => {
            let mut items = Vec::new();
            loop {
                let before = *rest;
                if next(rest) == ']' {
                    return Value::Array(items);
                }
                *rest = before;
                items.push(value(rest));
            }
        }
        '"' => Value::String(string(rest)),
        first => {
            let end = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            *rest = after;
            match first {
                't' => Value::Bool(true),
                'f' => Value::Bool(false),
                'n' => Value::Null,
                digit => {
                    let digits = word
                        .bytes()
                        .fold(u64::from(digit) - 48, |n, b| n * 10 + u64::from(b) - 48);
                    Value::from(digits)
                }
            }
        }
    }
}

fn string(rest: &mut &str) -> String {
    let mut out = String::new();
    while let Some(end) = rest.find(['"', '\\']) {
        out.push_str(&rest[..end]);
        let escape = rest.as_bytes()[end] == b'\\';
        *rest = &rest[end + 1..];
        if !escape {
            break;
        }
        out.push(next(rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{BUILT_IN, schema_text};

    #[test]
    fn every_published_schema_reads_as_serde_reads_it() {
        for contract in BUILT_IN {
            let text = schema_text(contract).unwrap();
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text), expected, "{}", contract.name());
        }
    }
}
