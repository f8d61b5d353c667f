//! What may be said: the shared vocabulary of guides, records, calls and findings. Knows no order of events.

mod findings;

pub use findings::{Finding, FindingKind, Findings, Theme};
