//! What answers do, heard once each, and what is said to it. It can be loaded after the first question.

use crate::acts::Heard;
use crate::hash::hash;
use crate::language::{ENGLISH, Language, Words};
use crate::requests::hear_all;
use colloquy_findings::Limits;
use colloquy_schema::{Ask, Findings, Reaction};
use std::cell::RefCell;

/// Answers that are remembered. A longer interview than any guide that ships allows costs no more.
const REMEMBERED: usize = 120;

/// Draws findings from texts by the tables of a language.
type Extract = fn(&Words, &[&str], Option<Limits>) -> Findings;

/// Returns what the answers of an ask show, as the JSON text of a reply.
type Find = fn(&Ask, &Hearing) -> String;

/// A language with its lists.
type Known = (&'static Language, &'static Words);

/// Hears answers. The default one is deaf: it is all that the first question needs. The crate's example leads an interview with one that
/// hears.
#[derive(Default)]
pub struct Hearing {
    /// Reached by these alone, so that a program can load what they are when there is something to hear.
    hear: Option<fn(&'static Language, &str, &str) -> Heard>,
    found: Option<Find>,
    extract: Option<Extract>,
    /// English first, where it is not deaf.
    languages: Vec<Known>,
    /// Reactions in other languages, to what can hurt.
    more: &'static str,
    /// By a hash of question and answer: an answer is heard once, and not with every turn.
    heard: RefCell<Vec<(u64, Heard)>>,
}

impl std::fmt::Debug for Hearing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let languages = self.languages.iter().map(|(language, _)| language.tag);
        f.debug_list().entries(languages).finish()
    }
}

impl Hearing {
    /// One that hears English and more languages, and finds by a function.
    pub(crate) fn finding_by(found: Find, languages: &[&'static Language]) -> Hearing {
        let mut known: Vec<Known> = vec![(&ENGLISH, ENGLISH.words())];
        for language in languages {
            known.push((language, language.words()));
        }
        Hearing {
            hear: Some(hear_all),
            found: Some(found),
            extract: Some(Words::extract),
            languages: known,
            more: include_str!("../data/reactions/more.txt"),
            heard: RefCell::default(),
        }
    }

    /// True when an ask has an answer that must be heard.
    pub fn is_needed(ask: &Ask) -> bool {
        ask.history
            .iter()
            .any(|turn| matches!(turn.reaction, Reaction::Answered(_)))
    }

    /// The language of an interview, as far as it is known here. None for the deaf one.
    fn language(&self, locale: &str) -> Option<Known> {
        let tag = locale.split(['-', '_']).next().unwrap_or_default();
        let mut all = self.languages.iter();
        let own = all.find(|(language, _)| language.tag.eq_ignore_ascii_case(tag));
        own.or(self.languages.first()).copied()
    }

    /// The tag and the lists of an interview's language.
    pub(crate) fn words(&self, locale: &str) -> (&'static str, &'static Words) {
        match self.language(locale) {
            Some((language, words)) => (language.tag, words),
            None => ("en", Words::none()),
        }
    }

    /// What is said in a language: the lines of each text, the language that it is in, or none where its heads name that.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Option<&'static str>, &'static str)> {
        let more = (!self.more.is_empty()).then_some((None, self.more));
        let own = |(language, _): &Known| (Some(language.tag), language.reactions);
        more.into_iter().chain(self.languages.iter().map(own))
    }

    /// Returns what the answers show, as the JSON text of a model's reply. The deaf one is asked where there are no answers.
    pub(crate) fn found(&self, ask: &Ask) -> String {
        match self.found {
            Some(found) => found(ask, self),
            None => r#"{"insights":[],"actions":[],"themes":[]}"#.into(),
        }
    }

    /// Draws findings from texts. The deaf one finds none.
    pub(crate) fn extract(&self, words: &Words, texts: &[&str], limits: Limits) -> Findings {
        self.extract.map_or_else(Findings::default, |extract| {
            extract(words, texts, Some(limits))
        })
    }

    /// Hears what an answer to a question does in an interview of a locale. The question may be empty.
    pub(crate) fn hear(&self, locale: &str, question: &str, answer: &str) -> Heard {
        let Some((hear, (language, _))) = self.hear.zip(self.language(locale)) else {
            return Heard::default();
        };
        let key = hash(hash(hash(1, language.tag), question), answer);
        let mut known = self.heard.borrow_mut();
        if let Some((_, heard)) = known.iter().find(|(of, _)| *of == key) {
            return heard.clone();
        }
        let heard = hear(language, question, answer);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.push((key, heard.clone()));
        heard
    }
}
