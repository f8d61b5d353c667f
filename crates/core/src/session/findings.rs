//! What rules find in the answers of a session.

use super::Session;
use colloquy_schema::{Fact, Findings, Reaction, Turn};
use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

/// Finds insights, actions, recommendations to others and themes in the answers of an interview, by rules. The number of an answer is the place of its turn; where
/// it starts and ends are bytes of that answer. The locale is that of the questions that the built-in interviewer asks.
///
/// It is handed in: finding by rules is a part of the program that nobody needs before the first answer, and so are the words of a
/// language, which it may hold.
pub type FindByRules = Rc<dyn Fn(&[Turn], &str) -> Findings>;

/// The rules, once they are there, and what they found.
#[derive(Default)]
pub(super) struct Rules {
    find: Option<FindByRules>,
    found: OnceCell<Findings>,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("are_there", &self.find.is_some())
            .field("found", &self.found)
            .finish()
    }
}

impl Rules {
    /// Has the answers looked through again after a fact that may have changed them.
    pub(super) fn forget(&mut self, fact: &Fact) {
        if !matches!(fact, Fact::FindingsEdited(_) | Fact::Finished { .. }) {
            self.found.take();
        }
    }
}

impl Session {
    /// Hands in what finds by rules. A session without it has the findings of a model, those that the respondent added, and frozen ones.
    pub fn find_by(&mut self, find: FindByRules) {
        self.rules = Rules {
            find: Some(find),
            ..Rules::default()
        };
    }

    /// True when there are answers to find in, and no rules were handed in.
    pub(crate) fn lacks_rules(&self) -> bool {
        let answered = |turn: &Turn| matches!(turn.reaction, Reaction::Answered(_));
        self.rules.find.is_none() && self.totals.turns.iter().any(answered)
    }

    /// What the rules find in the answers; nothing where none were handed in.
    pub fn found(&self) -> Option<&Findings> {
        self.rules.find.as_ref()?;
        Some(self.found_by_rules())
    }

    /// What the rules find in the answers, looked for once.
    pub(crate) fn found_by_rules(&self) -> &Findings {
        self.rules.found.get_or_init(|| match &self.rules.find {
            Some(find) => find(&self.totals.turns, self.asks_in()),
            None => Findings::default(),
        })
    }
}
