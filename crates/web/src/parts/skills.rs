//! Texts read for skills by rules: what the scripted interviewer of a skills interview leaves to this part.

use crate::bridge::argument;
use crate::error::Error;
use colloquy_schema::codec;
use colloquy_skills::{Lexicon, reply};
use std::cell::RefCell;

thread_local! {
    /// The lexicon that was read last, beside its text: a résumé in parts and every answer ask with the same one.
    static KEPT: RefCell<(String, Lexicon)> = RefCell::default();
}

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) read: fn(&str, &str) -> Result<String, Error>,
}

pub(crate) static TABLE: Table = Table { read };

/// Reads a text for skills: JSON text of a value of contract `skills`.
///
/// # Errors
/// `invalid_options` for an ask that is none, with the place; any text is a lexicon.
fn read(lexicon: &str, ask: &str) -> Result<String, Error> {
    let ask = codec::read(argument(ask)?).map_err(|fault| Error::argument(&fault))?;
    KEPT.with_borrow_mut(|(text, kept)| {
        if text != lexicon {
            *kept = Lexicon::read(lexicon);
            *text = lexicon.into();
        }
        Ok(reply(kept, &ask))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::{Contract, contract};
    use serde_json::{Value, json};

    fn skills(lexicon: &str, ask: &Value) -> Vec<String> {
        let text = read(lexicon, &ask.to_string()).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(contract::check(Contract::Skills, &value), []);
        let names = value["skills"].as_array().unwrap().iter();
        names
            .map(|skill| skill["name"].as_str().unwrap().into())
            .collect()
    }

    fn resume(text: &str) -> Value {
        json!({ "resume": true, "text": text, "question": "", "skill": "", "attributes": [], "known": [], "year": 2026 })
    }

    #[test]
    fn a_text_is_read_by_the_lexicon_that_comes_with_it() {
        let ask = resume("Wrote Python for five years and Zebedeescript for two.");
        assert_eq!(skills("Python", &ask), ["Python"]);
        // Another lexicon takes the place of the one that was kept.
        assert_eq!(
            skills("Python\nZebedeescript", &ask),
            ["Python", "Zebedeescript"]
        );
        assert_eq!(skills("Zebedeescript", &ask), ["Zebedeescript"]);
    }

    #[test]
    fn an_answer_says_how_it_meets_its_question() {
        let ask = json!({
            "resume": false, "text": "3 years", "question": "How long have you used Python?", "skill": "Python",
            "attributes": ["duration"], "known": [{ "skill": "Python", "unknown": ["duration"] }], "year": 2026,
        });
        let value: Value =
            serde_json::from_str(&read("Python", &ask.to_string()).unwrap()).unwrap();
        assert_eq!(value["answer"]["engaged"], true, "{value}");
        assert_eq!(value["skills"][0]["duration"]["quote"], "3 years");
    }

    #[test]
    fn what_is_no_ask_is_refused_with_its_place() {
        assert_eq!(read("Python", "{").unwrap_err().code, "invalid_options");
        let mut ask = resume("Python");
        ask["attributes"] = json!(["height"]);
        let fault = read("Python", &ask.to_string()).unwrap_err();
        assert_eq!(fault.code, "invalid_options");
        assert!(fault.message.contains("attributes"), "{}", fault.message);
    }
}
