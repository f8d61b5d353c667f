//! Reads what only a skills interview says.

use super::wording::{LONG, SHORT, texts};
use crate::guide::{AttributeWording, GapWording};
use crate::{Attribute, Fields, Issue};
use serde_json::Value;

/// Longest sentence that is part of a question, in characters: a question is at most 2,000 characters long.
const SENTENCE: usize = 300;
/// Most wordings of one kind of first words.
const WORDINGS: usize = 20;

pub(super) fn gap_wording(value: &Value, path: &str, issues: &mut Vec<Issue>) -> GapWording {
    let mut fields = Fields::open(value, path, issues);
    let mut words = GapWording::default();
    fields.texts_into(
        &mut [
            ("and", SENTENCE, &mut words.and),
            ("plain", SENTENCE, &mut words.plain),
            ("plain_skills", SENTENCE, &mut words.plain_skills),
            ("closing_complete", SHORT, &mut words.closing_complete),
            ("closing_disengaged", SHORT, &mut words.closing_disengaged),
            ("closing_no_gaps", SHORT, &mut words.closing_no_gaps),
            ("analysis", LONG, &mut words.analysis),
            ("resume", LONG, &mut words.resume),
            ("answer", LONG, &mut words.answer),
            ("retry", LONG, &mut words.retry),
            ("tool", LONG, &mut words.tool),
            ("read_first", LONG, &mut words.read_first),
            ("state", LONG, &mut words.state),
            ("target", LONG, &mut words.target),
            ("skills", LONG, &mut words.skills),
            ("explanation", LONG, &mut words.explanation),
            ("example", LONG, &mut words.example),
        ],
        issues,
    );
    for (key, slot) in [
        ("closed_one", &mut words.closed_one),
        ("closed_many", &mut words.closed_many),
        ("topic_new", &mut words.topic_new),
        ("topic_back", &mut words.topic_back),
    ] {
        let given = fields.required(key, issues);
        if given.is_some_and(|given| given.as_array().is_some_and(Vec::is_empty)) {
            let path = fields.path_of(key);
            let message = "must have at least one sentence";
            Issue::report(issues, &path, "length", message, given);
        }
        *slot = fields.texts(key, WORDINGS, SENTENCE, issues);
    }
    if let Some(value) = fields.required("attributes", issues) {
        words.attributes = attributes(value, &fields.path_of("attributes"), issues);
    }
    fields.refuse_unknown(issues);
    words
}

/// Reads the words of the six attributes, by their names.
fn attributes(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Vec<AttributeWording> {
    let mut fields = Fields::open(value, path, issues);
    let mut out = Vec::new();
    for attribute in Attribute::ALL {
        let mut words = AttributeWording::default();
        if let Some(value) = fields.required(attribute.name(), issues) {
            let list = &mut [
                ("label", 100, &mut words.label),
                ("clause", SENTENCE, &mut words.clause),
                ("explanation", SENTENCE, &mut words.explanation),
                ("example", SENTENCE, &mut words.example),
            ];
            texts(value, &fields.path_of(attribute.name()), list, issues);
        }
        out.push(words);
    }
    fields.refuse_unknown(issues);
    out
}
