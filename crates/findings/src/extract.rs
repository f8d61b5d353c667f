//! Puts the parts together: texts in, findings out.

use colloquy_schema::{Finding, Findings, Theme};

use crate::class;
use crate::clauses;
use crate::cues::{Clause, Shown};
use crate::lexicon::Lexicon;
use crate::phrases::{Collector, PhraseOptions};
use crate::reader::{Reader, Token};
use crate::sentences::Scan;
use crate::tables::{ENGLISH, Tables, opened};
use crate::themes::{self, Singles};
use crate::vocabulary::Vocabulary;
use crate::words::{Words, fold_words};

/// The shortest sentence that is an insight, in Unicode code points. See requirements.md#findings-length.
pub const MIN_INSIGHT_CHARACTERS: usize = 20;

/// The shortest sentence that is an action item, in Unicode code points. See requirements.md#findings-length.
pub const MIN_ACTION_CHARACTERS: usize = 15;

/// How many findings of each kind are kept: the strongest ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Insights, 5 by default, as many as a result page shows.
    pub insights: usize,
    /// Action items, 10 by default.
    pub actions: usize,
    /// Recommendations to others, 5 by default. With 0 the texts are not searched for them, which takes half of the time.
    pub recommendations: usize,
    /// Themes, 8 by default.
    pub themes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            insights: 5,
            actions: 10,
            recommendations: 5,
            themes: 8,
        }
    }
}

/// Draws insights, action items, recommendations to others and themes from answers.
///
/// `answer` in a finding is the index into `texts`, and its `text` is exactly `texts[answer][start..end]`, in bytes. A finding is a
/// sentence, or a clause of one where a stretch without full stops is longer than some 300 bytes. It can be an insight and an
/// action; advice to others is a recommendation, see [`recommendations`], unless it is one of these already. Of
/// those with the same [`normal_form`](crate::normal_form) the first is kept, in each list for itself. Limits keep the
/// strongest, in the order of the texts; without limits everything is returned. Never fails.
#[must_use]
pub fn extract(texts: &[&str], limits: Option<Limits>) -> Findings {
    extract_in(&ENGLISH, texts, limits)
}

/// The same by the tables of a language.
#[must_use]
pub fn extract_in(tables: &'static Tables, texts: &[&str], limits: Option<Limits>) -> Findings {
    let limits = limits.unwrap_or(Limits {
        insights: usize::MAX,
        actions: usize::MAX,
        recommendations: usize::MAX,
        themes: usize::MAX,
    });
    let mut insights = List::new(MIN_INSIGHT_CHARACTERS);
    let mut actions = List::new(MIN_ACTION_CHARACTERS);
    let (insights, actions) = (&mut insights, &mut actions);
    let lists = &mut [&mut *insights, &mut *actions];
    let themes = read(tables.lexicon(), texts, limits.themes, lists, |shown| {
        [shown.insight, shown.action]
    });
    let mut advice = List::new(MIN_ACTION_CHARACTERS);
    if limits.recommendations > 0 {
        advice.read_advice(tables, texts);
        // What somebody saw or means to do is that first.
        advice.leave_out(&insights.kept);
        advice.leave_out(&actions.kept);
    }
    Findings {
        recommendations: advice.strongest(texts, limits.recommendations),
        insights: insights.strongest(texts, limits.insights),
        actions: actions.strongest(texts, limits.actions),
        themes,
        quotable: Vec::new(),
    }
}

/// Draws from answers what others are advised to do: "People should respect their time more."
///
/// Advice is what others should, must or need to do, what is called important, best or worth doing, what the speaker would
/// recommend, and bids ("Set a goal", "If you travel, book early"). What the respondent means to do is none, and so is what others
/// are only said to advise. The places are those of [`extract`], and the strongest `limit` are kept. One sentence can be an insight as
/// well; of such a one [`extract`] makes an insight alone. Reads the texts by themselves, with a table of its own that is read once.
/// Never fails.
///
/// ```
/// let texts = ["Before you sign anything, ask for the old invoices. I will ask for mine."];
/// let advice = colloquy_findings::recommendations(&texts, None);
/// assert_eq!(advice.len(), 1);
/// assert_eq!(advice[0].text, "Before you sign anything, ask for the old invoices.");
/// ```
#[must_use]
pub fn recommendations(texts: &[&str], limit: Option<usize>) -> Vec<Finding> {
    recommendations_in(&ENGLISH, texts, limit)
}

/// The same by the tables of a language.
#[must_use]
pub fn recommendations_in(
    tables: &'static Tables,
    texts: &[&str],
    limit: Option<usize>,
) -> Vec<Finding> {
    let mut list = List::new(MIN_ACTION_CHARACTERS);
    list.read_advice(tables, texts);
    list.strongest(texts, limit.unwrap_or(usize::MAX))
}

/// Reads texts into lists, each by its strength of what a sentence shows, and returns the themes.
fn read<const N: usize>(
    lexicon: &'static Lexicon,
    texts: &[&str],
    themes: usize,
    lists: &mut [&mut List; N],
    strengths: impl Fn(Shown) -> [u8; N],
) -> Vec<Theme> {
    let mut reader = Reader::new(lexicon);
    let mut collector = Collector::new(PhraseOptions::THEMES);
    let mut singles = Singles::default();
    let mut tokens = Vec::new();
    for (answer, text) in texts.iter().enumerate() {
        // Behind the sentence before, where it is an insight into what was so earlier.
        let mut earlier = None;
        let taken_apart;
        let text = if lexicon.elisions.is_empty() {
            *text
        } else {
            taken_apart = opened(text, lexicon.elisions);
            taken_apart.as_str()
        };
        let mut scan = Scan::new(text);
        while let Some(sentence) = scan.next() {
            // A quotation in Markdown is somebody else's, for themes as well.
            if sentence.quotation {
                continue;
            }
            tokens.clear();
            collector.begin_sentence();
            let mut part = sentence.start;
            let mut words = Words::within(text, sentence.start, sentence.end);
            while let Some((word, number, function)) = reader.next(text, &mut words, &mut tokens) {
                if themes == 0 {
                    continue;
                }
                if word.start - part > clauses::MOST {
                    part = word.start;
                    collector.count_on();
                }
                collector.push(number, function, answer, &word);
                if !function && let Some(token) = tokens.last() {
                    singles.push(number, token, answer, &word);
                }
            }
            let before = earlier.take();
            if sentence.question {
                continue;
            }
            // "I used to think … Now I see …": half of it is the wrong half.
            let turned = before.is_some_and(|before| {
                N > 1
                    && is_now(&tokens)
                    && sentence.end - sentence.start <= clauses::MOST
                    && lists[0].prolong(answer, before, sentence.end)
            });
            let mut from = 0;
            while from < tokens.len() {
                let to = clauses::end(&tokens, from, sentence.end);
                let mut shown = Clause {
                    lexicon,
                    tokens: &tokens[from..to],
                    quotes: &scan.quotes,
                }
                .judge();
                if turned {
                    shown.insight = 0;
                }
                if shown != Shown::default() {
                    let start = if from == 0 {
                        sentence.start
                    } else {
                        tokens[from].start
                    };
                    let end = match tokens.get(to) {
                        Some(next) => start + clauses::trimmed(&text[start..next.start]),
                        None => sentence.end,
                    };
                    let speaks_of_earlier = tokens[from..to]
                        .iter()
                        .any(|token| token.classes & class::EARLIER != 0);
                    earlier = (shown.insight > 0 && speaks_of_earlier).then_some(end);
                    for (list, strength) in lists.iter_mut().zip(strengths(shown)) {
                        list.add(
                            text,
                            Place {
                                strength,
                                answer,
                                start,
                                end,
                            },
                        );
                    }
                }
                from = to;
            }
        }
    }
    if themes == 0 {
        return Vec::new();
    }
    themes::finish(&collector, singles, &reader, texts, themes)
}

/// Returns whether a sentence begins with what is so by now.
fn is_now(tokens: &[Token]) -> bool {
    let first = tokens
        .iter()
        .find(|token| token.classes & (class::BUT | class::STOP) == 0);
    first.is_some_and(|token| token.classes & class::NOW != 0)
}

/// A finding on its way.
#[derive(Clone, Copy)]
struct Place {
    /// 0 for no finding.
    strength: u8,
    answer: usize,
    start: usize,
    end: usize,
}

/// One list of findings on its way.
struct List {
    shortest: usize,
    /// The normal forms so far.
    seen: Vocabulary,
    /// The last of them.
    form: Vec<u8>,
    kept: Vec<Place>,
}

impl List {
    fn new(shortest: usize) -> Self {
        List {
            shortest,
            seen: Vocabulary::default(),
            form: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn add(&mut self, text: &str, place: Place) {
        let sentence = &text[place.start..place.end];
        // Every code point has one byte that does not continue another.
        let characters = || sentence.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
        if place.strength == 0 || characters() < self.shortest {
            return;
        }
        let before = self.seen.len();
        self.form.clear();
        fold_words(sentence, &mut self.form);
        let number = self.seen.number(&self.form);
        // A form that finds no room is kept: rather a duplicate than a loss.
        if number.is_none_or(|number| number as usize >= before) {
            self.kept.push(place);
        }
    }

    /// Lets the last one go on to a further place, where it is the one that ends there.
    fn prolong(&mut self, answer: usize, end: usize, to: usize) -> bool {
        let last = self.kept.last_mut();
        let last = last.filter(|place| (place.answer, place.end) == (answer, end));
        last.map(|place| place.end = to).is_some()
    }

    /// Adds what others are advised to do.
    fn read_advice(&mut self, tables: &'static Tables, texts: &[&str]) {
        read(tables.with_advice(), texts, 0, &mut [self], |shown| {
            [shown.advice]
        });
    }

    /// Drops what overlaps any of other places. Both are in the order of the texts.
    fn leave_out(&mut self, others: &[Place]) {
        let mut others = others.iter().peekable();
        self.kept.retain(|place| {
            let before = |other: &&Place| (other.answer, other.end) <= (place.answer, place.start);
            while others.next_if(before).is_some() {}
            others
                .peek()
                .is_none_or(|other| (place.answer, place.end) <= (other.answer, other.start))
        });
    }

    /// Returns the strongest, the first of those that are equal, in the order of the texts.
    fn strongest(&self, texts: &[&str], limit: usize) -> Vec<Finding> {
        let mut counts = [0_usize; 256];
        for place in &self.kept {
            counts[usize::from(place.strength)] += 1;
        }
        // All above the weakest strength are kept, and of it as many as have room.
        let (mut weakest, mut room) = (255, limit);
        while weakest > 0 && counts[weakest] <= room {
            room -= counts[weakest];
            weakest -= 1;
        }
        let mut findings = Vec::new();
        for place in &self.kept {
            let strength = usize::from(place.strength);
            let last = strength == weakest && room > 0;
            room -= usize::from(last);
            if last || strength > weakest {
                findings.push(Finding {
                    text: texts[place.answer][place.start..place.end].to_owned(),
                    answer: place.answer,
                    start: place.start,
                    end: place.end,
                });
            }
        }
        findings
    }
}
