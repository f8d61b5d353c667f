//! Concluding: what the answers were about, and the last question.

use crate::answer::best_echo;
use crate::choose::Source;
use crate::clean::{bounded, clean};
use crate::content::{Kind, Topic};
use crate::memory::padded;
use crate::nouns::{is_determiner, is_english, noun_phrases};
use crate::pattern::things;
use crate::questioner::{Questioner, SUBSTANTIVE_WORDS};
use crate::reactions::open_end;
use crate::wishes::stem;
use colloquy_findings::{PhraseOptions, is_function_word, normal_form, phrases, word_count};

/// Most themes that a conclusion is chosen from.
const THEMES: usize = 4;
/// Words of a theme: it is a name, not a statement.
const THEME_WORDS: usize = 6;

impl Questioner<'_> {
    /// The last question: takes up one or two themes of the answers.
    pub(crate) fn conclusion(&self) -> String {
        if let Some(question) = open_end(self.ask, &self.memory, &self.answers, self.salt) {
            return question;
        }
        let (lead, needed) = self.lead();
        let chooser = self.chooser(if needed { lead } else { "" }, needed);
        let themes = self.themes();
        let mut tiers = [const { Vec::new() }; 3];
        for (at, x) in themes.iter().enumerate() {
            for (by, y) in themes.iter().enumerate().skip(at + 1) {
                let cost = 60 * (at + by) as u32;
                tiers[0].push(Source::names(things(x, y), cost, "end.two"));
            }
            tiers[1].push(Source::names(things(x, ""), 60 * at as u32, "end.one"));
        }
        tiers[2].push(Source::names(self.titled(), 0, "end.plain"));
        for tier in &tiers {
            if let Some(question) = chooser.choose(tier, false) {
                return question;
            }
        }
        self.topic()
    }

    /// What the answers were about: phrases that came back, parts of the notes that were spoken of, things that were named.
    fn themes(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut texts = Vec::new();
        let mut named: Vec<&Topic> = Vec::new();
        let mut most = 0;
        for said in &self.answers {
            texts.push(bounded(&said.telling, 20_000));
            let count = word_count(&said.telling);
            let asked = padded(&said.turn.question);
            let is_named = |topic: &&Topic| {
                matches!(topic.kind, Kind::Concept | Kind::Item) && asked.contains(&topic.key)
            };
            if count >= SUBSTANTIVE_WORDS
                && let Some(topic) = self.topics.iter().find(is_named)
            {
                // The one with the longest answer comes first.
                let at = if count > most { 0 } else { named.len() };
                named.insert(at, topic);
                most = most.max(count);
            }
        }
        let all = texts.join("\n");
        if is_english(&all) {
            let options = PhraseOptions {
                limit: THEMES,
                ..PhraseOptions::THEMES
            };
            for phrase in phrases(&texts, options) {
                // “run a small”: an article inside says that words were counted and no thing was named.
                if !phrase.text.split(' ').any(is_determiner) {
                    self.add_theme(&mut out, clean(&phrase.text));
                }
            }
        }
        let mut rest = named.iter();
        rest.next()
            .into_iter()
            .for_each(|topic| self.add_theme(&mut out, topic.text.clone()));
        for phrase in noun_phrases(&all) {
            self.add_theme(&mut out, phrase);
        }
        rest.for_each(|topic| self.add_theme(&mut out, topic.text.clone()));
        for said in &self.answers {
            let asked = normal_form(&said.turn.question);
            let echo = best_echo(&said.telling, &asked, &self.wishes);
            if word_count(&said.telling) >= SUBSTANTIVE_WORDS
                && let Some(echo) = echo
            {
                self.add_theme(&mut out, echo.text);
            }
        }
        out
    }

    /// Adds a theme unless it is too long, left alone, or shares a word with another.
    fn add_theme(&self, out: &mut Vec<String>, text: String) {
        let form = normal_form(&text);
        for word in form.split(' ').filter(|word| !is_function_word(word)) {
            for other in out.iter() {
                if normal_form(other)
                    .split(' ')
                    .any(|known| stem(known) == stem(word))
                {
                    return;
                }
            }
        }
        let fits = !form.is_empty() && word_count(&text) <= THEME_WORDS && out.len() < THEMES;
        if fits && !self.wishes.forbids(&form) {
            out.push(text);
        }
    }
}
