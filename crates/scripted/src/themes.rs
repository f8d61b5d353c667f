//! Concluding: what the answers were about, and the last question.

use crate::answer::best_echo;
use crate::choose::Source;
use crate::clean::{bounded, clean};
use crate::content::{Kind, Topic};
use crate::moves::{Mind, SUBSTANTIVE_WORDS};
use crate::nouns::{is_determiner, is_english, noun_phrases};
use crate::pattern::Slots;
use crate::wishes::stem;
use colloquy_findings::{PhraseOptions, is_function_word, normal_form, phrases, word_count};

impl Mind<'_> {
    /// The last question: takes up one or two themes of the answers.
    pub(crate) fn conclusion(&self) -> String {
        let (lead, needed) = self.lead();
        let chooser = self.chooser(if needed { lead } else { "" }, needed);
        let themes = self.themes();
        let mut two = Vec::new();
        let mut one = Vec::new();
        for (at, x) in themes.iter().enumerate() {
            one.push(Source::names(
                Slots::of(x.clone()),
                60 * at as u32,
                &["end.one"],
            ));
            for (by, y) in themes.iter().enumerate().skip(at + 1) {
                two.push(Source::names(
                    Slots::two(x.clone(), y.clone()),
                    60 * (at + by) as u32,
                    &["end.two"],
                ));
            }
        }
        let plain = [Source::names(self.titled(), 0, &["end.plain"])];
        let tiers: [&[Source]; 3] = [&two, &one, &plain];
        tiers
            .into_iter()
            .find_map(|tier| chooser.choose(tier, false))
            .unwrap_or_else(|| self.topic())
    }

    /// What the answers were about: phrases that came back, parts of the notes that were spoken of, things that were named.
    fn themes(&self) -> Vec<String> {
        let texts: Vec<&str> = self
            .answers()
            .map(|(_, answer)| bounded(answer, 20_000))
            .collect();
        let mut out: Vec<String> = Vec::new();
        let mut add = |text: String| {
            let form = normal_form(&text);
            let shares = |other: &String| {
                let other = normal_form(other);
                form.split(' ').any(|word| {
                    !is_function_word(word)
                        && other.split(' ').any(|known| stem(known) == stem(word))
                })
            };
            if !form.is_empty()
                && word_count(&text) <= 6
                && out.len() < 4
                && !self.wishes.forbids(&form)
                && !out.iter().any(shares)
            {
                out.push(text);
            }
        };
        let english = texts.first().is_some_and(|text| is_english(text));
        for phrase in phrases(
            &texts,
            PhraseOptions {
                limit: 4,
                ..PhraseOptions::THEMES
            },
        ) {
            // “run a small”: an article inside says that words were counted and no thing was named.
            if english && !phrase.text.split(' ').any(is_determiner) {
                add(clean(&phrase.text));
            }
        }
        let substantive = || {
            self.answers()
                .filter(|(_, answer)| word_count(answer) >= SUBSTANTIVE_WORDS)
        };
        let mut named: Vec<(usize, &Topic)> = Vec::new();
        for (turn, answer) in substantive() {
            let asked = [" ", &normal_form(&turn.question), " "].concat();
            let topic = self.topics.iter().find(|topic| {
                matches!(topic.kind, Kind::Concept | Kind::Item) && asked.contains(&topic.key)
            });
            named.extend(topic.map(|topic| (word_count(answer), topic)));
        }
        if let Some((_, topic)) = named.iter().max_by_key(|(count, _)| *count) {
            add(topic.text.clone());
        }
        noun_phrases(&texts.join("\n"))
            .into_iter()
            .take(3)
            .for_each(&mut add);
        named
            .into_iter()
            .for_each(|(_, topic)| add(topic.text.clone()));
        for (turn, answer) in substantive() {
            if let Some(echo) = best_echo(answer, &normal_form(&turn.question), &self.wishes) {
                add(echo.text);
            }
        }
        out
    }
}
