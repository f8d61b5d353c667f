//! Figures of a session, computed from its records and stored nowhere.

use crate::session::Session;
use crate::view::Figures;
use colloquy_schema::{Reaction, Strategy};

/// Words from which an answer is substantive where the guide does not say (SPEC, reflective).
const SUBSTANTIVE_WORDS: u32 = 10;

/// Computes the figures of a session.
pub(crate) fn figures(session: &Session) -> Figures {
    let substantive_words = match &session.guide.strategy {
        Strategy::Reflective(reflective) => reflective.substantive_words,
        _ => SUBSTANTIVE_WORDS,
    };
    let mut figures = Figures {
        questions: session.asked(),
        ..Figures::default()
    };
    let mut filled = 0;
    for exchange in &session.exchanges {
        filled += u32::from(exchange.reaction == Some(Reaction::Filled));
        if matches!(exchange.reaction, Some(Reaction::Answered(_))) {
            figures.answered += 1;
            figures.words += exchange.words;
            figures.thinking_ms += exchange.thinking_ms;
            figures.substantive += u32::from(exchange.words >= substantive_words);
        }
    }
    let (answered, questions) = (figures.answered, figures.questions);
    figures.average_words = (figures.words + answered / 2)
        .checked_div(answered)
        .unwrap_or(0);
    figures.completion_percent = ((answered + filled) * 100)
        .checked_div(questions)
        .unwrap_or(0);
    figures.duration_ms = crate::budget::duration_ms(session, session.updated_at);
    figures.input_tokens = u64::from(session.usage.input_tokens);
    figures.output_tokens = u64::from(session.usage.output_tokens);
    figures.cost_usd = session
        .setup
        .prices
        .map(|prices| prices.cost(session.usage));
    figures
}
