//! Picks one question out of all that could be asked: the cheapest that is fit, fresh and within the rules.

use crate::ask::Ask;
use crate::clean::cut_statement;
use crate::content::{Kind, Topic};
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::{LABEL, Slots, WHO, X, fill, things};
use crate::wishes::Wishes;
use colloquy_findings::{normal_form, word_count};

/// Fewest and most words of a question, its lead-in included.
pub(crate) const WORDS: (usize, usize) = (10, 30);
/// Fewest words a statement is cut to: less is no statement.
const LEAST_CUT: usize = 5;

/// Something that sentences can be filled with, and the uses of the bank that fit it. A use without a name has no sentences.
#[derive(Clone, Copy)]
pub(crate) struct Source<'s> {
    pub(crate) slots: Slots<'s>,
    /// Names are quoted whole or not at all; statements may be cut.
    whole: bool,
    /// How little it is wanted.
    cost: u32,
    /// The use whose sentences are questions.
    direct: &'s str,
    /// The use whose sentences lead up to a question.
    intro: &'static str,
    /// The use with the questions that fit behind those.
    about: &'static str,
}

impl<'s> Source<'s> {
    /// Makes the source of a topic, with the uses that go with its kind.
    pub(crate) fn of(topic: &'s Topic, cost: u32) -> Self {
        let (direct, intro, about) = match topic.kind {
            Kind::Concept => ("concept", "", ""),
            Kind::Quote => ("quote", "quote.intro", "about"),
            Kind::Point => ("", "point.intro", "about"),
            Kind::Item => ("item", "", ""),
            Kind::Focus => ("focus", "", ""),
            Kind::Earlier => ("said", "", ""),
            Kind::Echo => ("echo", "echo.intro", "dig"),
        };
        let mut slots = things(&topic.text, "");
        slots[WHO] = &topic.who;
        slots[LABEL] = &topic.label;
        let whole = matches!(topic.kind, Kind::Concept | Kind::Item | Kind::Focus);
        Source {
            slots,
            whole,
            cost,
            direct,
            intro,
            about,
        }
    }

    /// Makes a source of slots that are all names.
    pub(crate) fn names(slots: Slots<'s>, cost: u32, direct: &'s str) -> Self {
        Source {
            slots,
            whole: true,
            cost,
            direct,
            intro: "",
            about: "",
        }
    }

    /// The same with other questions, each behind a sentence that leads up to it.
    pub(crate) fn about(self, about: &'static str, cost: u32) -> Self {
        Source {
            direct: "",
            about,
            cost,
            ..self
        }
    }
}

/// Sentences of the bank for a use, those of the template first.
pub(crate) fn sentences<'a>(ask: &'a Ask, name: &str) -> Vec<&'a str> {
    ask.bank.sentences(name, &ask.template).collect()
}

/// A sentence of the bank and how worn it is.
#[derive(Default)]
struct Line<'a> {
    text: &'a str,
    hash: u64,
    here: u32,
    cost: u32,
}

/// One way of asking.
struct Candidate<'a> {
    cost: u32,
    source: usize,
    intro: &'a str,
    ask: &'a str,
}

/// What a choice is made with.
pub(crate) struct Chooser<'a> {
    pub(crate) ask: &'a Ask<'a>,
    pub(crate) memory: &'a Memory<'a>,
    pub(crate) wishes: &'a Wishes,
    /// Put before the question: empty for nothing.
    pub(crate) lead: &'a str,
    /// The lead-in matters more than the whole of a quoted statement.
    pub(crate) lead_needed: bool,
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
        let mut second_best = None;
        let mut tries_after = 0;
        // The cheapest first, until one fits: nearly always the first or the second, so nothing is sorted.
        while let Some(at) = (0..candidates.len()).min_by_key(|at| candidates[*at].cost) {
            let candidate = candidates.swap_remove(at);
            let source = &sources[candidate.source];
            match self.render(source, &candidate) {
                Some((question, false)) => return Some(question),
                // A statement that had to be cut waits for a sentence that leaves it whole.
                Some((question, true)) if second_best.is_none() => second_best = Some(question),
                _ => {}
            }
            tries_after += usize::from(second_best.is_some());
            if tries_after > 16 {
                break;
            }
        }
        second_best
    }

    fn candidates(&self, sources: &[Source], worn: bool) -> Vec<Candidate<'a>> {
        let mut known: Vec<(&str, Vec<Line>)> = Vec::new();
        let mut out = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            let salt = hash(self.salt, source.slots[X]);
            let bare = [Line::default()];
            for (intro, name) in [("", source.direct), (source.intro, source.about)] {
                for name in [intro, name] {
                    if !known.iter().any(|(known, _)| *known == name) {
                        known.push((name, self.lines(name)));
                    }
                }
                let of = |name: &str| known.iter().find(|(known, _)| *known == name);
                let (Some((_, intros)), Some((_, lines))) = (of(intro), of(name)) else {
                    continue;
                };
                let intros = if intro.is_empty() { &bare[..] } else { intros };
                for intro in intros {
                    for line in lines {
                        if line.here > 0 && !worn {
                            continue;
                        }
                        let tie = salt ^ line.hash ^ intro.hash.rotate_left(17);
                        let tie = (tie.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32 % 48;
                        let cost = source.cost + line.cost + 400 * line.here + tie;
                        let cost = cost + 40 * intro.here.min(4) + intro.cost / 8;
                        out.push(Candidate {
                            cost,
                            source: at,
                            intro: intro.text,
                            ask: line.text,
                        });
                    }
                }
            }
        }
        out
    }

    fn lines(&self, name: &str) -> Vec<Line<'a>> {
        let mut lines = Vec::new();
        for text in sentences(self.ask, name) {
            let here = self.memory.uses_here(text);
            let cost = 30 * self.memory.uses_earlier(text).min(5);
            lines.push(Line {
                text,
                hash: hash(0, text),
                here,
                cost,
            });
        }
        lines
    }

    /// Fills a candidate within the limits; says whether something had to be cut.
    fn render(&self, source: &Source, candidate: &Candidate) -> Option<(String, bool)> {
        let sentence = if candidate.intro.is_empty() {
            candidate.ask.to_string()
        } else {
            [candidate.intro, " ", candidate.ask].concat()
        };
        let mut x = source.slots[X];
        let led = if self.lead_needed {
            word_count(self.lead)
        } else {
            0
        };
        // With nothing but a mark for `{x}` the rest of the sentence can be counted.
        let mut slots = source.slots;
        if !x.is_empty() {
            slots[X] = "-";
        }
        let frame = fill(&sentence, &slots)?;
        let room = WORDS.1.checked_sub(led + word_count(&frame))?;
        let mut short = String::new();
        if sentence.contains("{x}") && word_count(x) > room {
            if source.whole || room < LEAST_CUT {
                return None;
            }
            short = cut_statement(x, room)?;
        }
        let shortened = !short.is_empty();
        if shortened {
            x = &short;
        }
        slots = source.slots;
        slots[X] = x;
        let body = fill(&sentence, &slots)?;
        let mut question = body.clone();
        if !self.lead.is_empty() && word_count(self.lead) + word_count(&body) <= WORDS.1 {
            question = [self.lead, " ", &body].concat();
        }
        let spaced = question.split_whitespace().count();
        let fits = word_count(&question) <= WORDS.1
            && spaced <= WORDS.1
            && spaced >= WORDS.0
            && word_count(&question) >= WORDS.0;
        let one_question = question.matches('?').count() == 1 && question.ends_with('?');
        let allowed = !self.wishes.has_avoid() || !self.wishes.forbids(&normal_form(&body));
        (fits && one_question && allowed && self.memory.is_fresh(&body))
            .then_some((question, shortened))
    }
}
