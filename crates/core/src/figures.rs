//! Figures of a session, computed from its records and stored nowhere.

use crate::session::Session;
use colloquy_schema::codec::Codec;

/// Figures of a session, computed from its records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Figures {
    /// Questions put.
    pub questions: u32,
    /// Questions answered. One that was only answered with a question back, and put again in plain words, is not among them.
    pub answered: u32,
    /// Answers of ten words and more (the guide's `substantive_words`).
    pub substantive: u32,
    /// Words of all answers.
    pub words: u32,
    /// Words per answer, rounded to the nearest whole; 0 without answers.
    #[codec(rename = "averageWords")]
    pub average_words: u32,
    /// Time between question and answer, pauses left out, in milliseconds.
    #[codec(rename = "thinkingMs")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub thinking_ms: u64,
    /// Time from the first question to the last record, pauses left out, in milliseconds.
    #[codec(rename = "durationMs")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub duration_ms: u64,
    /// Share of the questions put that were answered, by words or by their form, in percent; those that were asked back about are
    /// counted where they were put again.
    #[codec(rename = "completionPercent")]
    pub completion_percent: u32,
    /// Tokens sent.
    #[codec(rename = "inputTokens")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub input_tokens: u64,
    /// Tokens received.
    #[codec(rename = "outputTokens")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub output_tokens: u64,
    /// Cost in USD; absent without prices.
    #[codec(rename = "costUsd")]
    pub cost_usd: Option<f64>,
}

/// Computes the figures of a session.
pub(crate) fn figures(session: &Session) -> Figures {
    let totals = session.totals.sums;
    let mut figures = Figures {
        questions: session.asked(),
        answered: totals.answered,
        substantive: totals.substantive,
        words: totals.words,
        thinking_ms: totals.thinking_ms,
        ..Figures::default()
    };
    let (answered, questions) = (figures.answered, figures.questions);
    figures.average_words = (figures.words + answered / 2)
        .checked_div(answered)
        .unwrap_or(0);
    figures.completion_percent = ((answered + totals.filled) * 100)
        .checked_div(questions - totals.asked_back)
        .unwrap_or(0);
    figures.duration_ms = session.duration_ms(session.updated_at);
    figures.input_tokens = u64::from(session.usage.input_tokens);
    figures.output_tokens = u64::from(session.usage.output_tokens);
    figures.cost_usd = session
        .setup
        .prices
        .map(|prices| prices.cost(session.usage));
    figures
}
