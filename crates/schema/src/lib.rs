//! What may be said: the shared vocabulary of guides, materials, calls, records and findings, and the rules on each of
//! them alone. Knows no order of events.

mod bounds;
mod call;
pub mod codec;
pub mod contract;
mod fields;
mod findings;
mod format;
mod guide;
mod issue;
mod material;
mod named;
mod onboarding;
mod record;
mod skills;
mod strict;
pub mod tools;

pub use bounds::{json_size, too_deep};
pub use call::*;
pub use fields::{Fields, Item};
pub use findings::{Finding, FindingView, Findings, FindingsView, Theme};
pub use guide::*;
pub use issue::Issue;
pub use material::*;
pub use named::Named;
pub use onboarding::*;
pub use record::*;
pub use skills::*;
