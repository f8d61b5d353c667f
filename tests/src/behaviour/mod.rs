//! Behaviours by topic.

pub mod advice;
pub mod ending;
pub mod failing_models;
pub mod findings;
pub mod limits;
pub mod persistence;
pub mod prompts;
pub mod reflective;
pub mod respondent;
pub mod session_file;
pub mod staged;

/// Behaviours of one file.
pub type Tests = &'static [(&'static str, fn())];

/// Every file of behaviours.
pub const FILES: &[(&str, Tests)] = &[
    ("advice", advice::ALL),
    ("ending", ending::ALL),
    ("failing_models", failing_models::ALL),
    ("findings", findings::ALL),
    ("limits", limits::ALL),
    ("persistence", persistence::ALL),
    ("prompts", prompts::ALL),
    ("reflective", reflective::ALL),
    ("respondent", respondent::ALL),
    ("session_file", session_file::ALL),
    ("staged", staged::ALL),
];
