//! The longest interview a guide allows, and what it can cost: computed, so that a host knows before the first respondent.

use super::{
    ANALYSIS_ROUNDS, Guide, Limits, OUTCOME_TOKENS, Prices, REPLY_RETRIES, RESUME_PARTS,
    TOOL_ROUNDS, TOOL_TURN_BYTES,
};
use crate::Usage;

/// Bytes that a request adds around its texts (tags, state, lists of what was wrong), an upper bound per call.
const FRAME_BYTES: u64 = 4_000;

/// The worst case of one session.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Longest {
    /// Questions put to the respondent.
    pub questions: u32,
    /// Model replies asked for, retries after unusable replies included.
    pub replies: u32,
    /// Tokens sent, bounded by UTF-8 bytes.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub input_tokens: u64,
    /// Tokens received.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub output_tokens: u64,
    /// Cost in USD; absent without prices.
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
        // A recommendation takes three parts at most; the closing of a staged interview and a contract of the guide's own
        // take one reply more.
        let parts = match self.strategy {
            super::Strategy::Advice(_) => 3,
            super::Strategy::Staged(_) => 1,
            super::Strategy::Reflective(_) => 0,
            // After the last turn of a phase the tools have one more.
            super::Strategy::Onboarding(ref onboarding) => onboarding.phases.len() as u32,
            super::Strategy::Gaps(_) => RESUME_PARTS,
        } + u32::from(self.outcome.is_some())
            + u32::from(self.locales.iter().any(|(_, words)| words.asks_findings()));
        // A turn of a skills interview: rounds of tool calls, the reading, and the question before and after it.
        let (turn, rounds) = match self.strategy {
            super::Strategy::Gaps(_) => (3, ANALYSIS_ROUNDS),
            super::Strategy::Onboarding(_) => (1, TOOL_ROUNDS),
            _ => (1, 0),
        };
        let results = match self.strategy {
            super::Strategy::Onboarding(_) => TOOL_TURN_BYTES as u64,
            _ => 0,
        };
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
            + results
            + u64::from(self.model.history_tokens)
            + u64::from(self.model.material_tokens);
        let mut input_tokens = input * u64::from(replies);
        let attempts = u64::from(REPLY_RETRIES) + 1;
        let per_question = u64::from(self.model.max_tokens)
            * (attempts * u64::from(turn) + u64::from(rounds))
            + if turn > 1 {
                u64::from(OUTCOME_TOKENS) * attempts
            } else {
                0
            };
        let mut output_tokens = per_question * u64::from(questions)
            + u64::from(OUTCOME_TOKENS) * u64::from(parts) * attempts
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
            let cost = prices.cost(usage);
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
        system
            + asking
            + prompts.instructed.len().max(prompts.strict.len())
            + prompts.material.len()
            + prompts.guidelines.len()
            + prompts.digest.len()
            + prompts.asked_before.len()
            + prompts.dropped.len()
            + prompts.retry.len()
            + prompts.state.len()
            + self.stage_bytes()
            + self.gaps.bytes()
            + self.onboarding.bytes()
            + prompts.outcome.bytes().max(prompts.findings.bytes())
    }

    fn stage_bytes(&self) -> usize {
        let of = |stage: &super::StageWording| {
            let objectives: usize = stage.objectives.iter().map(|o| o.len() + 8).sum();
            stage.title.len() + stage.purpose.len() + objectives
        };
        // The current stage and the next one are named.
        let stages = 2 * self.stages.iter().map(of).max().unwrap_or(0);
        let prompts = &self.prompts.stages;
        let texts = [
            &prompts.state,
            &prompts.ready,
            &prompts.not_ready,
            &prompts.missing_completeness,
            &prompts.missing_depth,
            &prompts.missing_objectives,
            &prompts.missing_examples,
            &prompts.missing_follow_up,
            &prompts.engagement_high,
            &prompts.engagement_medium,
            &prompts.engagement_low,
        ];
        stages + texts.iter().map(|text| text.len()).sum::<usize>()
    }
}

impl super::GapWording {
    /// Upper bound of the bytes that these words add to one call.
    fn bytes(&self) -> usize {
        let texts = [
            &self.analysis,
            &self.resume,
            &self.answer,
            &self.retry,
            &self.tool,
            &self.read_first,
            &self.state,
            &self.target,
            &self.skills,
            &self.explanation,
            &self.example,
        ];
        let mut bytes: usize = texts.iter().map(|text| text.len()).sum();
        for words in &self.attributes {
            bytes += words.label.len()
                + words.clause.len()
                + words.explanation.len()
                + words.example.len();
        }
        bytes
    }
}

impl super::OnboardingWording {
    /// Upper bound of the bytes that these words add to one call.
    fn bytes(&self) -> usize {
        let of = |phase: &super::PhaseWording| {
            phase.title.len() + phase.purpose.len() + phase.instructions.len()
        };
        let phase = self.phases.iter().map(of).max().unwrap_or(0);
        let data = self
            .data
            .iter()
            .map(|data| data.label.len() + data.about.len());
        let tools = crate::tools::TOOLS
            .iter()
            .zip(&self.tools)
            .map(|(name, about)| {
                about.len() + crate::tools::parameters_text(name).map_or(0, str::len)
            });
        self.begin.len()
            + self.state.len()
            + self.ask_now.len()
            + phase
            + data.sum::<usize>()
            + tools.sum::<usize>()
    }
}

impl super::OutcomePrompts {
    fn bytes(&self) -> usize {
        let part = self.parts.iter().map(String::len).max().unwrap_or(0);
        self.whole.len().max(part) + self.retry.len()
    }
}
