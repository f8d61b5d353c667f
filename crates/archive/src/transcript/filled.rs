//! What the respondent filled into a form, in words.

use super::Transcript;
use crate::fields::Fields;
use crate::lines::one_line;
use colloquy_core::{ExchangeView, FilledView};
use colloquy_schema::tools::{CONTACT, OPTION, UPLOAD, VALIDATION};
use std::borrow::Cow;

impl Transcript<'_> {
    /// The answer: what was typed, or what was filled into a form.
    pub(super) fn answer_text<'a>(&self, exchange: &'a ExchangeView) -> Cow<'a, str> {
        match &exchange.filled {
            Some(filled) if !exchange.redacted => self.filled(filled).into(),
            _ => exchange.answer.as_str().into(),
        }
    }

    /// One line of what was chosen, handed in or decided, one of what was changed, then the note.
    fn filled(&self, filled: &FilledView) -> String {
        // Names of files come from elsewhere: none turns or hides what stands beside it.
        let items: Vec<String> = filled.items.iter().map(|item| one_line(item)).collect();
        let items = items.join(", ");
        let mut out = match (filled.tool.as_str(), filled.status.as_str()) {
            (OPTION, _) if filled.items.is_empty() => self.label("form_chosen_none").into(),
            (OPTION, _) => self.fill("form_chosen", &[("items", &items)]),
            (UPLOAD, _) => self.fill("form_files", &[("items", &items)]),
            (CONTACT, _) => self.label("form_contact").into(),
            // A typed question: what it came to is what was chosen.
            ("question", _) => items,
            (VALIDATION, status) => {
                let label = filled
                    .data_type
                    .map_or("", |kind| self.kind.data_name(kind, self.wording));
                let key = match status {
                    "approved" => "form_approved",
                    "modified" => "form_modified",
                    _ => "form_rejected",
                };
                self.fill(key, &[("label", label)])
            }
            _ => self.label("filled").into(),
        };
        if let (Some(kind), false) = (filled.data_type, filled.items.is_empty()) {
            let fields = Fields::of(kind);
            let places = filled.items.iter().map(|item| fields.place(item));
            let places: Vec<String> = places.map(|place| one_line(&place)).collect();
            out.push('\n');
            out.push_str(&self.fill("form_changes", &[("items", &places.join(", "))]));
        }
        if !filled.notes.is_empty() {
            out.push('\n');
            out.push_str(&self.fill("form_notes", &[("notes", &filled.notes)]));
        }
        out
    }
}
