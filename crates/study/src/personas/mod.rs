//! Respondents by rules and a seed: no model, no network, the same on every machine.

mod lines;
mod rng;

pub use rng::Rng;

use colloquy_findings::{is_function_word, normal_form};
use colloquy_schema::{Typed, mime_of};
use serde_json::{Value, json};

/// A way of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Persona {
    /// Two or three words.
    Terse,
    /// Long answers with cases and reasons.
    Talkative,
    /// Speaks of something else.
    Digressing,
    /// Refuses every other question, in words or by the button.
    Refusing,
    /// Asks what is meant before answering.
    AskingBack,
    /// Attacks the interview.
    Hostile,
    /// Tells what later questions ask for.
    AnsweringAhead,
    /// Says the opposite of what was said.
    Contradicting,
    /// Writes another language.
    OtherLanguage,
    /// Pastes speech without full stops.
    PastedSpeech,
}

/// All personas, in a fixed order.
pub const PERSONAS: [Persona; 10] = [
    Persona::Terse,
    Persona::Talkative,
    Persona::Digressing,
    Persona::Refusing,
    Persona::AskingBack,
    Persona::Hostile,
    Persona::AnsweringAhead,
    Persona::Contradicting,
    Persona::OtherLanguage,
    Persona::PastedSpeech,
];

/// What is put to a respondent.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The question.
    pub question: &'a str,
    /// What the answer is.
    pub answer: &'a Typed,
    /// Questions that are still to come.
    pub later: &'a [String],
    /// True when it follows up an answer.
    pub probes: bool,
}

/// What a respondent does.
#[derive(Clone, Debug, PartialEq)]
pub enum Reacts {
    /// Answers in words.
    Says(String),
    /// Fills in the form.
    Fills(Value),
    /// Passes over.
    Skips,
    /// Would rather not say.
    Declines,
}

/// One respondent.
#[derive(Clone, Debug)]
pub struct Respondent {
    persona: Persona,
    rng: Rng,
    /// Whether the last question was answered with a question.
    asked_back: bool,
}

impl Persona {
    /// Stable name.
    pub fn name(self) -> &'static str {
        match self {
            Persona::Terse => "terse",
            Persona::Talkative => "talkative",
            Persona::Digressing => "digressing",
            Persona::Refusing => "refusing",
            Persona::AskingBack => "asking_back",
            Persona::Hostile => "hostile",
            Persona::AnsweringAhead => "answering_ahead",
            Persona::Contradicting => "contradicting",
            Persona::OtherLanguage => "other_language",
            Persona::PastedSpeech => "pasted_speech",
        }
    }

    /// Finds a persona by its name.
    pub fn named(name: &str) -> Option<Persona> {
        PERSONAS.into_iter().find(|persona| persona.name() == name)
    }
}

impl Respondent {
    /// Makes a respondent. The same persona and seed do the same.
    pub fn new(persona: Persona, seed: u64) -> Respondent {
        Respondent {
            persona,
            rng: Rng::new(seed ^ ((persona as u64) << 56)),
            asked_back: false,
        }
    }

    /// How long it takes to answer, in milliseconds: by the words of the answer.
    pub fn takes(reacts: &Reacts) -> u64 {
        match reacts {
            Reacts::Says(text) => 3_000 + 700 * text.split_whitespace().count() as u64,
            _ => 4_000,
        }
    }

    /// Reacts to a question.
    pub fn react(&mut self, asked: &Asked<'_>) -> Reacts {
        let refuses = match self.persona {
            Persona::Refusing => self.rng.one_in(2),
            Persona::Hostile => self.rng.one_in(5),
            _ => self.rng.one_in(60),
        };
        if refuses {
            return match self.rng.below(3) {
                0 if self.persona == Persona::Refusing && !asked.answer.has_value() => {
                    Reacts::Says(self.rng.pick(&lines::REFUSALS).to_string())
                }
                1 => Reacts::Skips,
                _ => Reacts::Declines,
            };
        }
        if asked.answer.has_value() {
            let value = self.value(asked.answer);
            // Some type what they could choose.
            let types = matches!(asked.answer, Typed::Scale { .. } | Typed::Number { .. })
                && self.rng.one_in(6);
            return if types {
                Reacts::Says(value.to_string())
            } else {
                Reacts::Fills(value)
            };
        }
        Reacts::Says(self.answer(asked))
    }

    /// The number of a question whose value is changed: one in three times, any of those that were filled in.
    pub(crate) fn looks_back(&mut self, filled: &[u32]) -> Option<u32> {
        (!filled.is_empty() && self.rng.one_in(3)).then(|| *self.rng.pick(filled))
    }

    /// A value that fits a type.
    pub(crate) fn value(&mut self, typed: &Typed) -> Value {
        let rng = &mut self.rng;
        match typed {
            Typed::Open => Value::Null,
            Typed::Single { options } => json!(options[rng.below(options.len() as u64) as usize]),
            Typed::Multiple {
                options,
                least,
                most,
            } => {
                let count = u64::from(*least) + rng.below(u64::from(most - least) + 1);
                let mut left: Vec<&String> = options.iter().collect();
                while left.len() as u64 > count {
                    left.remove(rng.below(left.len() as u64) as usize);
                }
                json!(left)
            }
            Typed::Ranking { options } => {
                let mut left: Vec<&String> = options.iter().collect();
                let mut out = Vec::new();
                while !left.is_empty() {
                    out.push(left.remove(rng.below(left.len() as u64) as usize));
                }
                json!(out)
            }
            Typed::Scale { from, to } => json!(from + rng.below((to - from + 1) as u64) as i64),
            Typed::Number { min, max, .. } => {
                let low = min.unwrap_or(0.0).ceil();
                let high = max.unwrap_or(low + 100.0).floor().max(low);
                let number = low + rng.below(((high - low) as u64).min(1_000) + 1) as f64;
                let number = number
                    .min(max.unwrap_or(f64::MAX))
                    .max(min.unwrap_or(f64::MIN));
                json!(number)
            }
            Typed::Date { earliest, latest } => {
                let day = earliest.as_ref().or(latest.as_ref());
                day.map_or_else(
                    || {
                        json!(format!(
                            "2024-{:02}-{:02}",
                            1 + rng.below(12),
                            1 + rng.below(28)
                        ))
                    },
                    |day| json!(day),
                )
            }
            Typed::YesNo => json!(rng.one_in(2)),
            Typed::Short { max_chars } => {
                let line = *rng.pick(&lines::SHORT);
                let cut: String = line.chars().take(*max_chars as usize).collect();
                json!(cut.trim())
            }
            Typed::File { formats, max_bytes } => {
                let text = *rng.pick(&lines::STORIES);
                let format = rng.pick(formats).as_str();
                json!({
                    "storageUrl": format!("colloquy-file:00000000-0000-4000-8000-{:012x}", rng.below(1 << 48)),
                    "name": format!("notes.{format}"),
                    "mimeType": mime_of(format),
                    "size": 1 + rng.below(u64::from(*max_bytes)),
                    "status": "parsed",
                    "text": text.replace("{x}", "that"),
                })
            }
        }
    }

    fn answer(&mut self, asked: &Asked<'_>) -> String {
        let subject = subject(asked.question);
        let back = std::mem::take(&mut self.asked_back);
        match self.persona {
            Persona::Terse => self.rng.pick(&lines::TERSE).to_string(),
            Persona::Digressing => self.of(&lines::DIGRESSIONS, &subject, 3),
            Persona::AskingBack if !back && self.rng.one_in(2) => {
                self.asked_back = true;
                self.rng.pick(&lines::BACK).to_string()
            }
            Persona::Hostile if self.rng.one_in(2) => self.rng.pick(&lines::HOSTILE).to_string(),
            Persona::AnsweringAhead => {
                let mut out = self.of(&lines::STORIES, &subject, 2);
                if !asked.later.is_empty() {
                    let place = self.rng.below(asked.later.len() as u64) as usize;
                    let later = subject_words(&asked.later[place], 4).join(" ");
                    let frame = *self.rng.pick(&lines::AHEAD);
                    out.push(' ');
                    out.push_str(&frame.replace("{x}", &later));
                }
                out
            }
            Persona::Contradicting => {
                let first = self.of(&lines::STORIES, &subject, 1);
                format!("{first} {}", self.rng.pick(&lines::CONTRADICTIONS))
            }
            Persona::OtherLanguage => self.of(&lines::GERMAN, &subject, 2),
            Persona::PastedSpeech => {
                let story = self.of(&lines::STORIES, &subject, 5);
                let speech = story.to_lowercase().replace(['.', ','], "");
                speech.replace(" and ", " um and then ")
            }
            Persona::Talkative => self.of(&lines::STORIES, &subject, 6),
            _ => self.of(&lines::STORIES, &subject, 2),
        }
    }

    /// Some sentences of a list, on a subject, none twice.
    fn of(&mut self, lines: &[&'static str], subject: &str, count: usize) -> String {
        let mut left: Vec<&str> = lines.to_vec();
        let mut out: Vec<String> = Vec::new();
        while out.len() < count && !left.is_empty() {
            let line = left.remove(self.rng.below(left.len() as u64) as usize);
            out.push(line.replace("{x}", subject));
        }
        out.join(" ")
    }
}

/// What a question is about, in its own words.
fn subject(question: &str) -> String {
    let words = subject_words(question, 2);
    if words.is_empty() {
        "that".into()
    } else {
        words.join(" ")
    }
}

fn subject_words(question: &str, most: usize) -> Vec<String> {
    let form = normal_form(question);
    let mut words: Vec<&str> = form
        .split(' ')
        .filter(|word| word.len() > 3 && !is_function_word(word))
        .collect();
    words.dedup();
    let from = words.len().saturating_sub(most);
    words[from..].iter().map(|word| word.to_string()).collect()
}
