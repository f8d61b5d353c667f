//! The reader of replies: the bytes are a reply.

// The same that the crate's own tests hold their cases to.
#[allow(dead_code, clippy::all, reason = "each user has its own part of it")]
#[path = "../../../crates/jsonstream/tests/support/mod.rs"]
mod support;

use crate::input::sizes;
use colloquy_jsonstream::{Limits, Repairs, parse};
use support::{check_all, check_steps, normal, push_cut};

/// The same values and changes for any cut, each byte looked at a bounded number of times, and strict where it says so.
pub(crate) fn check(bytes: &[u8]) {
    let sizes = sizes(bytes);
    check_all(bytes, &sizes);
    let max_bytes = sizes.iter().sum::<usize>() * sizes[0];
    let tight = Limits {
        max_bytes,
        max_depth: sizes[1] % 8,
    };
    let (whole_changes, whole) = push_cut(bytes, &[usize::MAX], tight);
    let (changes, reply) = push_cut(bytes, &sizes, tight);
    assert_eq!(whole.candidates, reply.candidates);
    assert_eq!(normal(&whole_changes), normal(&changes));
    check_steps(bytes.len(), bytes.len(), &reply);
    assert!(reply.candidates.len() <= 40);
    for candidate in &reply.candidates {
        assert!(candidate.repairs.list.len() <= Repairs::KEPT);
        assert!(candidate.start <= candidate.end && candidate.end <= max_bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let strict = serde_json::from_str::<serde_json::Value>(text);
        assert_eq!(parse(text).is_some(), strict.is_ok(), "{text:?}");
    }
}
