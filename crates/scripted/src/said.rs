//! What was said so far, as far as it may be spoken of: refused subjects, pain and talk about the talk are no part of it.

use crate::acts::{Act, Heard};
use crate::ask::Ask;
use crate::cues::is_one_of;
use crate::hearing::Hearing;
use crate::language::Words;
use colloquy_findings::{fold, normal_form, sentences};
use colloquy_schema::{Reaction, Turn};

/// Answers that are heard: the last ones. A longer interview than any guide that ships allows costs no more.
const HEARD: usize = 100;
/// An answer and what it does.
pub(crate) struct Said<'a> {
    /// The question with its reaction.
    pub(crate) turn: &'a Turn,
    /// The whole answer.
    pub(crate) text: &'a str,
    /// What it does.
    pub(crate) heard: Heard,
    /// What of it can be a subject: nothing of an answer that tells of pain, nothing that was refused, nothing in another language.
    pub(crate) telling: String,
}

/// What the respondent will not speak about.
pub(crate) struct Closed {
    lists: &'static Words,
    /// Words of other answers that a refused question took up.
    quotes: Vec<String>,
    /// Stems of what a refusal names.
    stems: Vec<String>,
    /// Refused questions in their normal form, between spaces.
    questions: String,
}

impl Closed {
    /// True when a phrase, in its normal form, is part of what is closed.
    pub(crate) fn holds(&self, form: &str) -> bool {
        self.names(form) || !form.is_empty() && self.questions.contains(&[" ", form, " "].concat())
    }

    /// True when a normal form has a word of what is closed.
    fn names(&self, form: &str) -> bool {
        if self.stems.is_empty() {
            return false;
        }
        let form = self.lists.plain(form);
        let mut words = form.split(' ').filter(|word| word.len() > 3);
        words.any(|word| {
            let stem = self.lists.stem(word);
            self.stems.iter().any(|closed| closed == stem)
        })
    }

    fn add(&mut self, turn: &Turn, refusal: &str) {
        let mut rest = turn.question.as_str();
        while let Some((_, tail)) = rest.split_once('“') {
            let (quote, after) = tail.split_once('”').unwrap_or((tail, ""));
            self.quotes.push(normal_form(quote.trim_end_matches('…')));
            rest = after;
        }
        self.questions
            .push_str(&[" ", &normal_form(&turn.question), " \n"].concat());
        self.add_words(refusal);
    }

    /// Closes what words name.
    fn add_words(&mut self, refusal: &str) {
        let lists = self.lists;
        for word in lists.form(refusal).split(' ') {
            let bare = lists.plain(word);
            let own = bare.len() > 3
                && !lists.is_function_word(word)
                && !is_one_of(&bare, lists.no_subject);
            if own && !bare.contains('\'') {
                self.stems.push(lists.stem(&bare).to_string());
            }
        }
    }

    /// Leaves out the sentences that are about what is closed.
    fn leave_out(&self, text: &str) -> String {
        let mut out = String::new();
        let closes_nothing = self.stems.is_empty() && self.quotes.is_empty();
        for range in sentences(text) {
            let sentence = &text[range];
            let is_closed = || {
                let form = normal_form(sentence);
                let quoted = |quote: &String| {
                    !quote.is_empty() && (form.contains(quote.as_str()) || quote.contains(&form))
                };
                self.names(&form) || self.quotes.iter().any(quoted)
            };
            if closes_nothing || !is_closed() {
                out.push_str(if out.is_empty() { "" } else { " " });
                out.push_str(sentence);
            }
        }
        out
    }
}

/// True when an answer is in another language than the interview.
pub(crate) fn is_foreign(locale: &str, heard: &Heard) -> bool {
    let locale = fold(locale);
    let own = locale.split(['-', '_']).next().unwrap_or_default();
    let own = if own.is_empty() { "en" } else { own };
    heard.language.is_some_and(|language| language != own)
}

/// Hears every answer of an ask, oldest first, and finds what is closed.
pub(crate) fn said<'a>(ask: &'a Ask) -> (Vec<Said<'a>>, Closed) {
    said_in(&ask.history, &ask.locale, ask.hearing)
}

/// The same of an interview's turns and its locale.
pub(crate) fn said_in<'a>(
    turns: &'a [Turn],
    locale: &str,
    hearing: &Hearing,
) -> (Vec<Said<'a>>, Closed) {
    let (_, lists) = hearing.words(locale);
    let mut closed = Closed {
        lists,
        quotes: Vec::new(),
        stems: Vec::new(),
        questions: String::new(),
    };
    let mut all: Vec<Said> = Vec::new();
    let first = turns.len().saturating_sub(HEARD);
    let mut refused_before = false;
    for (at, turn) in turns.iter().enumerate() {
        let Reaction::Answered(text) = &turn.reaction else {
            refused_before = turn.reaction == Reaction::Declined;
            if refused_before {
                closed.add(turn, "");
            }
            continue;
        };
        let mut heard = if at < first {
            Heard::default()
        } else {
            hearing.hear(locale, &turn.question, text)
        };
        // “No.” to a question that follows a refusal is one more.
        if refused_before && heard.has(Act::Empty) && is_one_of(&lists.plain(text), lists.refusing)
        {
            heard.insert(Act::Refusal);
        }
        refused_before = heard.has(Act::Refusal);
        if refused_before {
            closed.add(turn, &heard.doing(text, Act::Refusal));
        }
        closed.add_words(&heard.requests.confidences);
        let hidden =
            heard.has(Act::Crisis) || heard.has(Act::Distress) || is_foreign(locale, &heard);
        let telling = if hidden {
            String::new()
        } else if at < first {
            text.clone()
        } else {
            heard.telling(text)
        };
        all.push(Said {
            turn,
            text,
            heard,
            telling,
        });
    }
    for said in &mut all {
        if !said.telling.is_empty() {
            said.telling = closed.leave_out(&said.telling);
        }
    }
    (all, closed)
}
