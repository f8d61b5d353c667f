//! Limits, checked before a call is made: what could be spent is bounded by UTF-8 bytes, as no tokeniser gives more
//! tokens than bytes.

use crate::session::Session;
use colloquy_schema::{CallSettings, CloseReason, Interviewer, Message, ToolSpec, Usage, codec};
use serde_json::Value;

/// Tokens a provider may add per message around its text.
const TOKENS_PER_MESSAGE: usize = 8;

/// Upper bound of what a call can cost in tokens.
pub(crate) fn upper_bound(
    messages: &[Message],
    schema: Option<&Value>,
    tools: &[ToolSpec],
    settings: &CallSettings,
) -> Usage {
    let schema = schema.map_or(0, |schema| codec::text(schema).len());
    let bytes: usize = messages
        .iter()
        .map(|message| message_bytes(message) + TOKENS_PER_MESSAGE)
        .sum();
    let tools: usize = tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + codec::text(&tool.parameters).len())
        .sum();
    let bytes = bytes + schema + tools;
    Usage {
        input_tokens: u32::try_from(bytes).unwrap_or(u32::MAX),
        output_tokens: settings.max_tokens,
        ..Usage::default()
    }
}

fn message_bytes(message: &Message) -> usize {
    let mut bytes = message.text.len();
    for call in &message.tool_calls {
        bytes += call.name.len() + codec::text(&call.arguments).len();
    }
    for result in &message.tool_results {
        bytes += codec::text(&result.result).len();
    }
    bytes
        + message
            .opaque
            .iter()
            .map(|block| codec::text(block).len())
            .sum::<usize>()
}

/// Returns which limit a further call would pass, if any.
pub(crate) fn limit_reached(session: &Session, now: u64, next: Usage) -> Option<CloseReason> {
    let limits = &session.limits;
    if let Some(minutes) = limits.duration_minutes
        && session.duration_ms(now) >= u64::from(minutes) * 60_000
    {
        return Some(CloseReason::DurationLimit);
    }
    if session.interviewer == Interviewer::Scripted {
        return None;
    }
    let spent = session.usage.plus(next);
    let tokens = spent.input_tokens.saturating_add(spent.output_tokens);
    if limits.tokens.is_some_and(|limit| tokens > limit) {
        return Some(CloseReason::TokenLimit);
    }
    // What is spent has its price; the next call may find nothing cached.
    let prices = session.setup.prices;
    let cost = prices.map(|prices| prices.cost(session.usage) + prices.most(next));
    if limits
        .cost_usd
        .zip(cost)
        .is_some_and(|(limit, cost)| cost > limit)
    {
        return Some(CloseReason::CostLimit);
    }
    None
}
