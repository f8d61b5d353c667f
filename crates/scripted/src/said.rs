//! What was said so far, as far as it may be spoken of: refused subjects, pain and talk about the talk are no part of it.

use crate::acts::{Act, Heard};
use crate::ask::Ask;
use crate::cues::is_one_of;
use crate::hearing::Hearing;
use crate::wishes::stem;
use colloquy_findings::{fold, is_function_word, normal_form, sentences};
use colloquy_schema::{Reaction, Turn};

/// Answers that are heard: the last ones. A longer interview than any guide that ships allows costs no more.
const HEARD: usize = 100;
/// Words of a refusal that name no subject.
const NO_SUBJECT: &str = "talk talking speak discuss answer rather prefer want comfortable private personal confidential question \
    please sorry said told tell going leave skip pass next comment ask asking anything something stop thing things here \
    really reason refuse decline allowed under signed about again never still just much more";

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
#[derive(Default)]
pub(crate) struct Closed {
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
        let mut words = form.split(' ').filter(|word| word.len() > 3);
        words.any(|word| self.stems.iter().any(|closed| closed == stem(word)))
            || !form.is_empty() && self.questions.contains(&[" ", form, " "].concat())
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
        for word in normal_form(refusal).split(' ') {
            let own = word.len() > 3 && !is_function_word(word) && !is_one_of(word, NO_SUBJECT);
            if own && !word.contains('\'') {
                self.stems.push(stem(word).to_string());
            }
        }
    }

    /// Leaves out the sentences that are about what is closed.
    fn leave_out(&self, text: &str) -> String {
        let mut out = String::new();
        for range in sentences(text) {
            let sentence = &text[range];
            let form = normal_form(sentence);
            let quoted = |quote: &String| {
                !quote.is_empty() && (form.contains(quote.as_str()) || quote.contains(&form))
            };
            let mut words = form.split(' ').filter(|word| word.len() > 3);
            let named = words.any(|word| self.stems.iter().any(|closed| closed == stem(word)));
            if !named && !self.quotes.iter().any(quoted) {
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
    let mut closed = Closed::default();
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
            hearing.hear(&turn.question, text)
        };
        // “No.” to a question that follows a refusal is one more.
        if refused_before
            && heard.has(Act::Empty)
            && is_one_of(&normal_form(text), "no nope nah nein non")
        {
            heard.insert(Act::Refusal);
        }
        refused_before = heard.has(Act::Refusal);
        if refused_before {
            closed.add(turn, &heard.doing(text, Act::Refusal));
        }
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
