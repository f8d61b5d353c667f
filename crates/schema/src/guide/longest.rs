//! The longest interview a guide allows, and what it can cost: computed, so that a host knows before the first respondent.

use super::{
    BYTES_PER_TOKEN, Guide, Limits, OUTCOME_TOKENS, Prices, READING_TOKENS, REPLY_RETRIES,
};
use crate::Usage;
use crate::codec::Codec;

/// Bytes that a request adds around its texts (tags, state, lists of what was wrong), an upper bound per call.
const FRAME_BYTES: u64 = 4_000;

/// The worst case of one session.
#[derive(Clone, Copy, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Longest {
    /// Questions put to the respondent.
    pub questions: u32,
    /// Model replies asked for, retries after unusable replies included.
    pub replies: u32,
    /// Tokens sent, bounded by UTF-8 bytes.
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

impl Guide {
    /// Computes the longest possible interview under this guide and a host's limits.
    ///
    /// Whatever the model replies, an interview under this guide puts at most `questions` questions and asks for at most
    /// `replies` replies. Failed attempts against a model API are not counted: they bring no reply.
    pub fn longest(&self, host: &Limits, prices: Option<Prices>) -> Longest {
        let limits = self.limits.tighter(host);
        let questions = limits
            .questions
            .unwrap_or(u32::MAX)
            .min(self.max_questions());
        let bound = self.strategy.bound();
        // A contract of the guide's own and findings take one reply each.
        let parts = bound.extra_replies
            + u32::from(self.outcome.is_some())
            + u32::from(self.locales.iter().any(|(_, words)| words.asks_findings()));
        let (turn, rounds) = (1 + bound.turn_replies, bound.rounds);
        let replies =
            (questions * turn + parts) * (REPLY_RETRIES + 1) + (questions + parts) * rounds;
        let words = self
            .locales
            .iter()
            .map(|(_, wording)| wording.prompt_bytes())
            .max()
            .unwrap_or(0) as u64;
        let input = words
            + FRAME_BYTES
            + u64::from(bound.result_bytes)
            + u64::from(self.model.history_tokens) * u64::from(BYTES_PER_TOKEN)
            + u64::from(self.model.material_tokens);
        let mut input_tokens = input * u64::from(replies);
        let attempts = u64::from(REPLY_RETRIES) + 1;
        let per_question = u64::from(self.model.max_tokens)
            * (attempts * u64::from(turn) + u64::from(rounds))
            + if bound.reads_answers {
                u64::from(READING_TOKENS) * attempts
            } else {
                0
            };
        let long_reply = if bound.reads_answers {
            READING_TOKENS
        } else {
            OUTCOME_TOKENS
        };
        let mut output_tokens = per_question * u64::from(questions)
            + u64::from(long_reply) * u64::from(parts) * attempts
            + u64::from(self.model.max_tokens) * u64::from(parts * rounds);
        if let Some(tokens) = limits.tokens {
            input_tokens = input_tokens.min(u64::from(tokens));
            output_tokens = output_tokens.min(u64::from(tokens));
        }
        let cost_usd = prices.map(|prices| {
            let usage = Usage {
                input_tokens: clamp(input_tokens),
                output_tokens: clamp(output_tokens),
                ..Usage::default()
            };
            let cost = prices.most(usage);
            limits
                .cost_usd
                .map_or(cost, |limit| if cost < limit { cost } else { limit })
        });
        Longest {
            questions,
            replies,
            input_tokens,
            output_tokens,
            cost_usd,
        }
    }
}

fn clamp(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

impl super::Wording {
    /// True when a model is asked for findings once the questions are over.
    pub fn asks_findings(&self) -> bool {
        !self.prompts.findings.whole.is_empty()
    }

    /// Upper bound of the bytes that this wording adds to one call.
    fn prompt_bytes(&self) -> usize {
        let (mut system, mut asking) = (0, 0);
        for (_, template) in self.templates.iter() {
            system = system.max(template.system.len());
            for text in [
                &template.initial,
                &template.topic,
                &template.follow_up,
                &template.conclusion,
            ] {
                asking = asking.max(text.len());
            }
        }
        let prompts = &self.prompts;
        let consent = self.consent.iter();
        let stated = consent.map(|words| words.recipients.len() + words.kept.len());
        self.welcome.len()
            + stated.sum::<usize>()
            + system
            + asking
            + prompts.instructed.len().max(prompts.strict.len())
            + prompts.material.len()
            + prompts.guidelines.len()
            + prompts.digest.len()
            + prompts.asked_before.len()
            + prompts.dropped.len()
            + prompts.retry.len()
            + prompts.state.len()
            + self.kind.bytes()
            + prompts.outcome.bytes().max(prompts.findings.bytes())
    }
}

impl super::OutcomePrompts {
    fn bytes(&self) -> usize {
        let part = self.parts.iter().map(String::len).max().unwrap_or(0);
        self.whole.len().max(part) + self.retry.len()
    }
}
