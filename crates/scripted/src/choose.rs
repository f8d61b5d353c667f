//! Picks one question out of all that could be asked: the cheapest that is fit, fresh and within the rules.

use crate::ask::Ask;
use crate::content::{Kind, Topic};
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::{LABEL, Slots, TITLE, WHO, X, fill, things};
use crate::wishes::Wishes;
use colloquy_findings::{normal_form, word_count};

/// Fewest and most words of a question, its lead-in included.
pub(crate) const WORDS: (usize, usize) = (3, 30);

/// How much less a sentence is wanted that does not name the content where it has a title, and one that names it again soon.
const UNNAMED: u32 = 60;
/// Questions after which the title can be named again: said more often it is recited.
const RECITED: usize = 3;

/// Something that sentences can be filled with, and the use of the bank that fits it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'s> {
    slots: Slots<'s>,
    /// How little it is wanted.
    cost: u32,
    /// The use whose sentences are questions.
    name: &'s str,
}

impl<'s> Source<'s> {
    /// Makes the source of a topic, with the use that goes with its kind.
    pub(crate) fn of(topic: &'s Topic, cost: u32) -> Self {
        let name = match topic.kind {
            Kind::Concept => "concept",
            Kind::Quote => "quote",
            Kind::Point => "point",
            Kind::Item => "item",
            Kind::Focus => "focus",
        };
        let mut slots = things(&topic.text, "");
        slots[WHO] = &topic.who;
        slots[LABEL] = &topic.label;
        Source { slots, cost, name }
    }

    /// Makes a source of slots.
    pub(crate) fn names(slots: Slots<'s>, cost: u32, name: &'s str) -> Self {
        Source { slots, cost, name }
    }

    /// Makes a source of sentences without slots.
    pub(crate) fn plain(cost: u32, name: &'s str) -> Self {
        Source::names(things("", ""), cost, name)
    }
}

/// One way of asking.
struct Candidate<'a> {
    cost: u32,
    source: usize,
    line: &'a str,
}

/// What a choice is made with.
pub(crate) struct Chooser<'a> {
    pub(crate) ask: &'a Ask<'a>,
    pub(crate) memory: &'a Memory<'a>,
    pub(crate) wishes: &'a Wishes,
    /// Put before the question: empty for nothing.
    pub(crate) lead: &'a str,
    /// Breaks ties; differs between sessions, questions and attempts.
    pub(crate) salt: u64,
}

impl<'a> Chooser<'a> {
    /// Chooses among sources, with sentences that this session used already where there are no others.
    pub(crate) fn choose_any(&self, sources: &[Source]) -> Option<String> {
        self.choose(sources, false)
            .or_else(|| self.choose(sources, true))
    }

    /// Chooses among sources; sentences that this session used already only when `worn` is set.
    pub(crate) fn choose(&self, sources: &[Source], worn: bool) -> Option<String> {
        let mut candidates = self.candidates(sources, worn);
        // The cheapest first, until one fits: nearly always the first or the second, so nothing is sorted.
        while let Some(at) = (0..candidates.len()).min_by_key(|at| candidates[*at].cost) {
            let candidate = candidates.swap_remove(at);
            let question = self.render(&sources[candidate.source], candidate.line);
            if question.is_some() {
                return question;
            }
        }
        None
    }

    fn candidates(&self, sources: &[Source], worn: bool) -> Vec<Candidate<'a>> {
        let mut known: Vec<(&str, Vec<(&'a str, u32)>)> = Vec::new();
        let mut out = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            let salt = hash(self.salt, source.slots[X]);
            if !known.iter().any(|(name, _)| *name == source.name) {
                known.push((source.name, self.lines(source.name, worn)));
            }
            let Some((_, lines)) = known.iter().find(|(name, _)| *name == source.name) else {
                continue;
            };
            let title = source.slots[TITLE];
            let mut recent = self.memory.here.questions.iter().rev().take(RECITED);
            let recited = !title.is_empty() && recent.any(|question| question.contains(title));
            for (line, cost) in lines {
                let tie = (salt ^ hash(0, line)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let tie = (tie >> 40) as u32 % 48;
                // A turn that says to what it turns is heard as one.
                let named = line.contains('{') != recited;
                let tie = tie
                    + if title.is_empty() || named {
                        0
                    } else {
                        UNNAMED
                    };
                out.push(Candidate {
                    cost: source.cost + cost + tie,
                    source: at,
                    line,
                });
            }
        }
        out
    }

    /// The sentences of a use with how worn they are.
    fn lines(&self, name: &str, worn: bool) -> Vec<(&'a str, u32)> {
        let mut lines = Vec::new();
        for text in self.ask.sentences(name) {
            let here = self.memory.uses_here(text);
            if here == 0 || worn {
                let earlier = 30 * self.memory.uses_earlier(text).min(5);
                lines.push((text, 400 * here + earlier));
            }
        }
        lines
    }

    /// Fills a sentence within the limits.
    fn render(&self, source: &Source, line: &str) -> Option<String> {
        let body = fill(line, &source.slots)?;
        let question = if self.lead.is_empty() {
            body.clone()
        } else {
            [self.lead, " ", &body].concat()
        };
        let counts = [word_count(&question), question.split_whitespace().count()];
        let fits = counts
            .iter()
            .all(|count| (WORDS.0..=WORDS.1).contains(count));
        let one_question = question.matches('?').count() == 1 && question.ends_with('?');
        let allowed = !self.wishes.has_avoid() || !self.wishes.forbids(&normal_form(&body));
        (fits && one_question && allowed && self.memory.is_fresh(&body)).then_some(question)
    }
}
