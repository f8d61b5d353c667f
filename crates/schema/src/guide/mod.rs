//! The definition of an interview: a JSON document with strategy, limits, model settings and all wording by locale.

mod longest;
mod read;
mod wording;

use crate::codec::Codec;
pub use longest::Longest;
pub use wording::{Bank, BankUse, Consent, OutcomePrompts, Prompts, TemplateWording, Wording};

use crate::kinds::Strategy;
use crate::{Issue, Named};
use serde_json::Value;
use std::rc::Rc;

/// Value of a guide's `schema` key that this version reads.
pub const GUIDE_SCHEMA: &str = "colloquy.guide/1";
/// Most bytes of a guide as JSON, 512 kB: all wording of a guide in one locale is about 20 kB, and the whole guide is kept with each
/// session.
pub const GUIDE_BYTES: usize = 512 * 1024;
/// Retries after a reply without a usable value, per step.
pub const REPLY_RETRIES: u32 = 3;
/// Most tokens of a reply that brings an outcome, a recommendation or findings.
pub const OUTCOME_TOKENS: u32 = 1_500;
/// Most tokens of a reply that reads a text, such as a part of a résumé or an answer: each value comes with the words that show it. A dense
/// page of 2.2 kB with 47 skills takes about 3,100.
pub const READING_TOKENS: u32 = 8_000;
/// Bytes of a history that count as one token: four, as Latin scripts come to. Others come to less a byte, so that they are cut sooner.
pub const BYTES_PER_TOKEN: u32 = 4;
/// Attempts of one call against a failing model API, the first included.
pub const CALL_ATTEMPTS: u32 = 4;

/// A guide that was read and found whole.
#[derive(Clone, Debug)]
pub struct Guide {
    /// Name within a page, such as `reflective`: lower-case letters, digits and hyphens.
    pub id: String,
    /// The guide's own version.
    pub version: String,
    /// Kind of the interview, with its parameters.
    pub strategy: Strategy,
    /// Ways of asking with their temperature, the default first.
    pub templates: Rc<Vec<Template>>,
    /// The guide's own contract, a JSON Schema: its value is asked for when the questions are over.
    pub outcome: Option<Rc<Value>>,
    /// Limits of a session.
    pub limits: Limits,
    /// Settings of the model.
    pub model: ModelSettings,
    /// Wording by BCP 47 tag.
    pub locales: Named<Rc<Wording>>,
}

/// One way of asking.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Name, such as `analytical`.
    pub id: String,
    /// Sampling temperature, 0 to 2.
    pub temperature: f64,
}

/// Limits of one session. Absent means that there is no such limit.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Limits {
    /// Questions asked, 1 to 500.
    #[codec(skip_empty)]
    pub questions: Option<u32>,
    /// Tokens in and out together.
    #[codec(skip_empty)]
    pub tokens: Option<u32>,
    /// Cost in USD; needs prices.
    #[codec(skip_empty)]
    pub cost_usd: Option<f64>,
    /// Length of one answer in characters, 1 to 1,000,000; 50,000 by default.
    #[codec(skip_empty)]
    pub answer_chars: Option<u32>,
    /// Time from the first question, pauses left out, in minutes.
    #[codec(skip_empty)]
    pub duration_minutes: Option<u32>,
}

/// Longest answer where neither guide nor host sets a limit, in characters.
pub const ANSWER_CHARS: u32 = 50_000;

impl Limits {
    /// Returns the tighter of two sets of limits, limit by limit.
    pub fn tighter(&self, other: &Limits) -> Limits {
        fn least<T: PartialOrd + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(if b < a { b } else { a }),
                (a, b) => a.or(b),
            }
        }
        Limits {
            questions: least(self.questions, other.questions),
            tokens: least(self.tokens, other.tokens),
            cost_usd: least(self.cost_usd, other.cost_usd),
            answer_chars: least(self.answer_chars, other.answer_chars),
            duration_minutes: least(self.duration_minutes, other.duration_minutes),
        }
    }
}

/// What the host pays, in USD per million tokens. The engine knows no price by heart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Prices {
    /// Per million input tokens.
    pub input: f64,
    /// Per million output tokens.
    pub output: f64,
    /// Per million input tokens that the provider had cached; `input` where it is absent, so that the cost is too high and never too low.
    #[codec(skip_empty, rename = "cachedInput")]
    #[cfg_attr(feature = "types", ts(rename = "cachedInput", optional))]
    pub cached_input: Option<f64>,
    /// Per million input tokens that the provider writes into its cache, where that is charged; `input` where it is absent.
    #[codec(skip_empty, rename = "cacheWrite")]
    #[cfg_attr(feature = "types", ts(rename = "cacheWrite", optional))]
    pub cache_write: Option<f64>,
}

impl Prices {
    /// Cost of calls in USD. Tokens that were read from a cache, and those that were written into it, are part of all that were sent.
    pub fn cost(&self, usage: crate::Usage) -> f64 {
        let read = usage.cached_tokens.min(usage.input_tokens);
        let written = usage.written_tokens.min(usage.input_tokens - read);
        let parts = [
            (usage.input_tokens - read - written, self.input),
            (read, self.cached_input.unwrap_or(self.input)),
            (written, self.cache_write.unwrap_or(self.input)),
            (usage.output_tokens, self.output),
        ];
        parts
            .into_iter()
            .map(|(tokens, price)| f64::from(tokens) * price)
            .sum::<f64>()
            / 1e6
    }

    /// The most that calls can cost in USD, whatever a cache does.
    pub fn most(&self, usage: crate::Usage) -> f64 {
        let input = self
            .cache_write
            .map_or(self.input, |write| write.max(self.input));
        let dearest = Prices {
            input,
            output: self.output,
            ..Prices::default()
        };
        dearest.cost(usage)
    }
}

/// How a model is run for conversation calls.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSettings {
    /// Most tokens of a reply, 50 to 8,000, default 500.
    pub max_tokens: u32,
    /// 0 to 1, absent by default.
    pub top_p: Option<f64>,
    /// Budget of the exchanges in a prompt, in tokens bounded by UTF-8 bytes; 1,000 to 1,000,000, default 24,000.
    pub history_tokens: u32,
    /// Budget of the material in a prompt, in tokens bounded by UTF-8 bytes; 1,000 to 1,000,000, default 32,000.
    pub material_tokens: u32,
}

impl Guide {
    /// Reads a guide and checks it whole.
    ///
    /// # Errors
    /// Every fault with its path, rule and value; a guide with a fault is never used in part. Of one that is larger than
    /// [`GUIDE_BYTES`] that alone is reported.
    pub fn read(value: &Value) -> Result<Guide, Vec<Issue>> {
        read::guide(value)
    }

    /// Returns the wording for a BCP 47 tag: the same tag, else the same language, else English, else the guide's first locale.
    pub fn wording(&self, locale: &str) -> (&str, &Rc<Wording>) {
        // 3 for the same tag, 2 for the same language, 1 for English, 0 for the rest: the first of the best.
        let fit = |tag: &str| match language(tag) {
            _ if tag.eq_ignore_ascii_case(locale) => 3,
            own if own.eq_ignore_ascii_case(language(locale)) => 2,
            own if own.eq_ignore_ascii_case("en") => 1,
            _ => 0,
        };
        let mut best: Option<&(String, Rc<Wording>)> = None;
        for entry in self.locales.iter() {
            if best.is_none_or(|best| fit(&entry.0) > fit(&best.0)) {
                best = Some(entry);
            }
        }
        let (tag, wording) = best.expect("a guide that was read has a locale");
        (tag, wording)
    }

    /// Returns the hard limit on questions that the strategy itself sets.
    pub fn max_questions(&self) -> u32 {
        self.strategy.max_questions()
    }
}

fn language(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

/// Returns whether two tags are of one language.
///
/// ```
/// use colloquy_schema::same_language;
/// assert!(same_language("de", "de-AT"));
/// assert!(!same_language("de", "da"));
/// ```
pub fn same_language(one: &str, other: &str) -> bool {
    language(one).eq_ignore_ascii_case(language(other))
}

/// Returns whether a text has the shape of a BCP 47 language tag, in letters and digits.
///
/// ```
/// use colloquy_schema::is_language_tag;
/// assert!(is_language_tag("yue-Hant-HK"));
/// assert!(!is_language_tag("en_GB") && !is_language_tag("English, please"));
/// ```
pub fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let primary = parts.next().unwrap_or_default();
    (2..=3).contains(&primary.len())
        && primary.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}
