//! Puts the parts together: texts in, findings out.

use colloquy_schema::{Finding, Findings, Theme};

use crate::cues::{Clause, Shown};
use crate::lexicon::Lexicon;
use crate::phrases::{Collector, PhraseOptions};
use crate::reader::Reader;
use crate::sentences::Scan;
use crate::vocabulary::Vocabulary;
use crate::words::{Words, fold_words};

/// The shortest sentence that is an insight, in Unicode code points. See requirements.md#findings-length.
pub const MIN_INSIGHT_CHARACTERS: usize = 20;

/// The shortest sentence that is an action item, in Unicode code points. See requirements.md#findings-length.
pub const MIN_ACTION_CHARACTERS: usize = 15;

/// How many findings of each kind are kept: the first ones of insights and actions, the most frequent themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Insights, 5 by default, as many as a result page shows.
    pub insights: usize,
    /// Action items, 10 by default.
    pub actions: usize,
    /// Themes, 8 by default.
    pub themes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            insights: 5,
            actions: 10,
            themes: 8,
        }
    }
}

/// Draws insights, action items and themes from answers.
///
/// `answer` in a finding is the index into `texts`, and its `text` is exactly `texts[answer][start..end]`, in bytes. A sentence
/// can be in both lists. Of sentences with the same [`normal_form`](crate::normal_form) the first is kept, in each list for
/// itself. Without limits everything is returned. Never fails.
#[must_use]
pub fn extract(texts: &[&str], limits: Option<Limits>) -> Findings {
    let lexicon = Lexicon::get();
    let limits = limits.unwrap_or(Limits {
        insights: usize::MAX,
        actions: usize::MAX,
        themes: usize::MAX,
    });
    let mut reader = Reader::new(lexicon);
    let mut collector = Collector::new(PhraseOptions::THEMES);
    let mut insights = List::new(limits.insights, MIN_INSIGHT_CHARACTERS);
    let mut actions = List::new(limits.actions, MIN_ACTION_CHARACTERS);
    let mut tokens = Vec::new();
    for (answer, text) in texts.iter().enumerate() {
        let mut scan = Scan::new(text);
        while let Some(sentence) = scan.next() {
            // A quotation in Markdown is somebody else's, for themes as well.
            if sentence.quotation {
                continue;
            }
            tokens.clear();
            collector.begin_sentence();
            let mut words = Words::within(text, sentence.start, sentence.end);
            while let Some((word, number, function)) = reader.next(text, &mut words, &mut tokens) {
                collector.push(number, function, answer, &word);
            }
            if sentence.question {
                continue;
            }
            let shown = Clause {
                lexicon,
                tokens: &tokens,
                quotes: &scan.quotes,
            }
            .judge();
            if shown != Shown::default() {
                let (start, end) = (sentence.start, sentence.end);
                let finding = || Finding {
                    text: text[start..end].to_owned(),
                    answer,
                    start,
                    end,
                };
                insights.add(shown.insight, finding);
                actions.add(shown.action, finding);
            }
        }
    }
    let mut themes = Vec::new();
    for phrase in collector.finish(texts, limits.themes) {
        themes.push(Theme {
            text: phrase.text,
            count: phrase.count,
        });
    }
    Findings {
        insights: insights.kept,
        actions: actions.kept,
        themes,
    }
}

/// One list of findings on its way.
struct List {
    limit: usize,
    shortest: usize,
    /// The normal forms so far.
    seen: Vocabulary,
    /// The last of them.
    form: Vec<u8>,
    kept: Vec<Finding>,
}

impl List {
    fn new(limit: usize, shortest: usize) -> Self {
        List {
            limit,
            shortest,
            seen: Vocabulary::default(),
            form: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn add(&mut self, shown: bool, finding: impl FnOnce() -> Finding) {
        if !shown || self.kept.len() >= self.limit {
            return;
        }
        let finding = finding();
        // Every code point has one byte that does not continue another.
        let characters = finding
            .text
            .bytes()
            .filter(|byte| byte & 0xC0 != 0x80)
            .count();
        if characters < self.shortest {
            return;
        }
        let before = self.seen.len();
        self.form.clear();
        fold_words(&finding.text, &mut self.form);
        let number = self.seen.number(&self.form);
        // A form that finds no room is kept: rather a duplicate than a loss.
        if number.is_none_or(|number| number as usize >= before) {
            self.kept.push(finding);
        }
    }
}
