//! What must hold for any bytes, one function for each place where hostile data comes in.
//!
//! `cargo xtask fuzz TARGET` searches for bytes that break one (coverage-guided, libFuzzer); `cargo test -p colloquy-fuzz`
//! replays the corpora. Both call the same functions, which panic where something does not hold.

mod course;
mod dialects;
mod documents;
mod edits;
mod events;
mod findings;
mod guides;
mod input;
mod model;
mod proxy;
mod reader;
mod session_import;
mod sessions;
mod study;

/// One place where hostile data comes in.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folder in `corpus`.
    pub name: &'static str,
    /// Panics where something does not hold for these bytes.
    pub check: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 11] = [
    Target {
        name: "reader",
        check: reader::check,
    },
    Target {
        name: "findings",
        check: findings::check,
    },
    Target {
        name: "dialects",
        check: dialects::check,
    },
    Target {
        name: "guides",
        check: guides::check,
    },
    Target {
        name: "session_import",
        check: session_import::check,
    },
    Target {
        name: "documents",
        check: documents::check,
    },
    Target {
        name: "events",
        check: events::check,
    },
    Target {
        name: "study",
        check: study::check,
    },
    Target {
        name: "proxy_heads",
        check: proxy::heads,
    },
    Target {
        name: "proxy_calls",
        check: proxy::calls_are_checked,
    },
    Target {
        name: "proxy_answers",
        check: proxy::answers,
    },
];

/// Finds a target by its name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}
