//! What comes before the first answer: all that the built-in interviewer needs until then. Whatever else it is made of can be loaded
//! while the respondent writes.

use crate::ask::Ask;
use crate::choose::{Chooser, Source};
use crate::clean::{clean, cut};
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::{Slots, TITLE, things};
use crate::wishes::Wishes;
use colloquy_findings::{normal_form, word_count};

/// Most words of a title that is named.
const TITLE_WORDS: usize = 12;

/// Words from which a title is named without what explains it.
const LONG_TITLE: usize = 7;

/// A title as people name it: without what is in brackets behind it, and, where it is long, without what explains it behind a colon.
fn headline(title: &str) -> &str {
    let title = title.trim();
    let title = match title.rfind(" (").filter(|_| title.ends_with(')')) {
        Some(at) => title[..at].trim_end(),
        None => title,
    };
    if word_count(title) < LONG_TITLE {
        return title;
    }
    let explains = [": ", " – ", " — ", ", a ", ", an "];
    let at = explains.iter().filter_map(|sign| title.find(sign)).min();
    at.map_or(title, |at| &title[..at])
}

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
        let title = cut(&clean(headline(&ask.context.title)), TITLE_WORDS)
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

#[cfg(test)]
mod tests {
    use super::headline;

    #[test]
    fn a_long_title_is_named_without_what_explains_it() {
        for (title, named) in [
            ("The Garden After (podcast episode)", "The Garden After"),
            (
                "The Lonely Scroll: a podcast episode about why teenagers stopped hanging out",
                "The Lonely Scroll",
            ),
            (
                "The Lamplighter's Daughter, a novel by Moira Kessock",
                "The Lamplighter's Daughter",
            ),
            (
                "The Wrong Note: Six Auditions",
                "The Wrong Note: Six Auditions",
            ),
            ("Late releases in our team", "Late releases in our team"),
            ("(untitled)", "(untitled)"),
        ] {
            assert_eq!(headline(title), named);
        }
    }
}
