//! Picks one question out of all that could be asked: the cheapest that is fit, fresh and within the rules.

use crate::clean::cut_statement;
use crate::content::{Kind, Topic};
use crate::memory::{Memory, hash};
use crate::pattern::Slots;
use crate::wishes::Wishes;
use colloquy_findings::{normal_form, word_count};
use colloquy_schema::Ask;

/// Fewest and most words of a question, its lead-in included (issue 2, item 6).
pub(crate) const WORDS: (usize, usize) = (10, 30);
/// Fewest words a statement is cut to: less is no statement.
const LEAST_CUT: usize = 5;

/// Something that sentences can be filled with, and the uses of the bank that fit it.
pub(crate) struct Source {
    pub(crate) slots: Slots,
    /// Names are quoted whole or not at all; statements may be cut.
    pub(crate) whole: bool,
    /// How little it is wanted.
    pub(crate) cost: u32,
    /// Uses whose sentences are questions.
    pub(crate) direct: &'static [&'static str],
    /// A use whose sentences lead up to a question, and the use with the questions that fit.
    pub(crate) framed: Option<(&'static str, &'static str)>,
}

impl Source {
    /// Makes the source of a topic, with the uses that go with its kind.
    pub(crate) fn of(topic: &Topic, title: &str, cost: u32) -> Source {
        let (direct, framed): (&[&str], _) = match topic.kind {
            Kind::Concept => (&["concept"], None),
            Kind::Quote => (&["quote"], Some(("quote.intro", "about"))),
            Kind::Point => (&[], Some(("point.intro", "about"))),
            Kind::Item => (&["item"], None),
            Kind::Focus => (&["focus"], None),
            Kind::Said => (&["said"], None),
            Kind::Echo => (&["echo"], Some(("echo.intro", "dig"))),
        };
        let slots = Slots {
            x: topic.text.clone(),
            who: topic.who.clone(),
            label: topic.label.clone(),
            title: title.to_string(),
            ..Slots::default()
        };
        Source {
            slots,
            whole: matches!(topic.kind, Kind::Concept | Kind::Item | Kind::Focus),
            cost,
            direct,
            framed,
        }
    }

    /// Makes a source of slots that are all names.
    pub(crate) fn names(slots: Slots, cost: u32, direct: &'static [&'static str]) -> Source {
        Source {
            slots,
            whole: true,
            cost,
            direct,
            framed: None,
        }
    }
}

/// A sentence of the bank and how worn it is.
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
    pub(crate) ask: &'a Ask,
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

    fn candidates<'s>(&'s self, sources: &[Source], worn: bool) -> Vec<Candidate<'s>> {
        let mut lines: Vec<(&str, Vec<Line>)> = Vec::new();
        for source in sources {
            for name in source.direct.iter().chain(
                source
                    .framed
                    .iter()
                    .flat_map(|(intro, about)| [intro, about]),
            ) {
                if !lines.iter().any(|(known, _)| known == name) {
                    lines.push((name, self.lines(name)));
                }
            }
        }
        let of = |name: &str| {
            lines
                .iter()
                .find(|(known, _)| *known == name)
                .map_or(&[][..], |(_, lines)| lines)
        };
        let mut out = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            let salt = hash(self.salt, &source.slots.x);
            let mut add = |intro: &'s str, intro_cost: u32, intro_hash: u64, line: &Line<'s>| {
                if worn || line.here == 0 {
                    let tie = ((salt ^ line.hash ^ intro_hash.rotate_left(17))
                        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                        >> 40) as u32
                        % 48;
                    let cost = source.cost + intro_cost + line.cost + line.here * 400 + tie;
                    out.push(Candidate {
                        cost,
                        source: at,
                        intro,
                        ask: line.text,
                    });
                }
            };
            for name in source.direct {
                of(name).iter().for_each(|line| add("", 0, 0, line));
            }
            if let Some((intro, about)) = source.framed {
                for intro in of(intro) {
                    of(about).iter().for_each(|line| {
                        add(
                            intro.text,
                            40 * intro.here.min(4) + intro.cost / 8,
                            intro.hash,
                            line,
                        )
                    });
                }
            }
        }
        out
    }

    fn lines(&self, name: &str) -> Vec<Line<'a>> {
        let line = |text: &'a str| Line {
            text,
            hash: hash(0, text),
            here: self.memory.uses_here(text) as u32,
            cost: 30 * self.memory.uses_earlier(text).min(5) as u32,
        };
        self.ask
            .bank
            .sentences(name, &self.ask.template)
            .map(line)
            .collect()
    }

    /// Fills a candidate within the limits; says whether something had to be cut.
    fn render(&self, source: &Source, candidate: &Candidate) -> Option<(String, bool)> {
        let sentence = if candidate.intro.is_empty() {
            candidate.ask.to_string()
        } else {
            [candidate.intro, " ", candidate.ask].concat()
        };
        let (mut slots, mut shortened) = (source.slots.clone(), false);
        let led = if self.lead_needed {
            word_count(self.lead)
        } else {
            0
        };
        // With one word in each slot the rest of the sentence can be counted.
        let one = |text: &str| {
            if text.is_empty() {
                String::new()
            } else {
                "x".to_string()
            }
        };
        let frame = Slots {
            x: one(&slots.x),
            y: one(&slots.y),
            ..slots.clone()
        }
        .fill(&sentence)?;
        let (has_x, has_y) = (sentence.contains("{x}"), sentence.contains("{y}"));
        let room = (WORDS.1 + usize::from(has_x) + usize::from(has_y))
            .checked_sub(led + word_count(&frame))?;
        let mut fit = |text: &mut String, room: usize, whole: bool| -> Option<()> {
            if word_count(text) > room {
                if whole || room < LEAST_CUT {
                    return None;
                }
                *text = cut_statement(text, room)?;
                shortened = true;
            }
            Some(())
        };
        let for_y = if has_y {
            word_count(&slots.y)
                .min(room / 2)
                .max(room.saturating_sub(word_count(&slots.x)))
        } else {
            0
        };
        if has_x {
            fit(&mut slots.x, room - for_y.min(room), source.whole)?;
        }
        if has_y {
            fit(&mut slots.y, for_y, candidate.intro.is_empty())?;
        }
        let body = slots.fill(&sentence)?;
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
