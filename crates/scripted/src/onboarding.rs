//! Leads an onboarding interview through its phases with the same tools a model has.

use colloquy_schema::{Ask, OnboardingAsk, RawReply};

/// Returns what is said, or the tools that are called in its place.
pub(crate) fn respond(_ask: &Ask, _wanted: &OnboardingAsk) -> RawReply {
    RawReply::default()
}
