//! The languages of a session: of the guide's words, of its prompts and bank, and of the questions.

use super::Session;
use colloquy_schema::{Interviewer, is_language_tag, same_language};

impl Session {
    /// Tag of the language of the guide's prompts and bank, in which the built-in interviewer asks.
    pub fn asks_in(&self) -> &str {
        match self.wording.asks_in.as_str() {
            "" => &self.locale,
            tag => tag,
        }
    }

    /// Tag of the language in which questions are put: a model asks in that of the guide's wording, or in the requested one where the guide has
    /// no wording in it.
    pub fn language(&self) -> &str {
        if self.interviewer == Interviewer::Scripted || self.kind.asks_own_words() {
            return self.asks_in();
        }
        let wanted = self.setup.locale.as_str();
        if is_language_tag(wanted) && !same_language(wanted, &self.locale) {
            wanted
        } else {
            &self.locale
        }
    }
}
