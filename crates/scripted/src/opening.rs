//! What comes before the first answer: all that the built-in interviewer needs until then. Whatever else it is made of can be loaded
//! while the respondent writes.

use crate::ask::Ask;
use crate::choose::{Chooser, Source};
use crate::clean::{clean, cut};
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::{Slots, TITLE, things};
use crate::wishes::Wishes;
use colloquy_findings::normal_form;

/// Most words of a title that is named.
const TITLE_WORDS: usize = 12;

/// What every question is made with.
pub(crate) struct Frame<'a> {
    pub(crate) ask: &'a Ask<'a>,
    pub(crate) memory: Memory<'a>,
    pub(crate) wishes: Wishes,
    /// Title of the content, or empty.
    pub(crate) title: String,
    /// Breaks ties; differs between sessions, questions and attempts.
    pub(crate) salt: u64,
}

impl<'a> Frame<'a> {
    /// Takes an ask in, without its answers.
    pub(crate) fn new(ask: &'a Ask, refused: Option<&str>) -> Self {
        let wishes = Wishes::new(&ask.guidelines);
        // A title that had to be cut would be a riddle.
        let title = cut(&clean(&ask.context.title), TITLE_WORDS)
            .filter(|title| !title.ends_with('…') && !wishes.forbids(&normal_form(title)))
            .unwrap_or_default();
        let mut salt = hash(ask.seed ^ (u64::from(ask.number) << 32), &ask.template);
        for issue in &ask.issues {
            salt = hash(salt, &issue.message);
        }
        let memory = Memory::new(ask, refused);
        Frame {
            ask,
            memory,
            wishes,
            title,
            salt,
        }
    }

    pub(crate) fn chooser<'c>(&'c self, lead: &'c str) -> Chooser<'c> {
        Chooser {
            ask: self.ask,
            memory: &self.memory,
            wishes: &self.wishes,
            lead,
            salt: self.salt,
        }
    }

    /// Slots with the title of the content alone.
    pub(crate) fn titled(&self) -> Slots<'_> {
        let mut slots = things("", "");
        slots[TITLE] = &self.title;
        slots
    }

    /// The first question: about the content as a whole, by its title, or by what of it is looked for.
    pub(crate) fn initial(&self) -> Option<String> {
        let mut sources = Vec::new();
        if self.ask.context.is_empty() {
            sources.push(Source::plain(0, "empty"));
        } else {
            sources.push(Source::names(self.titled(), 0, "open.title"));
            sources.push(Source::plain(200, "open"));
        }
        self.chooser("").choose(&sources, false)
    }
}
