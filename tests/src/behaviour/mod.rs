//! Behaviours by topic.

pub mod advice;
pub mod before;
pub mod crash_matrix;
pub mod ending;
pub mod failing_models;
pub mod findings;
pub mod gaps_agent;
pub mod gaps_built_in;
pub mod gaps_corrections;
pub mod gaps_respondents;
pub mod gaps_results;
pub mod gaps_rules;
pub mod gaps_turns;
pub mod hostile;
pub mod injection;
pub mod limits;
pub mod odd_models;
pub mod onboarding_agent;
pub mod onboarding_built_in;
pub mod onboarding_forms;
pub mod onboarding_removal;
pub mod onboarding_shapes;
pub mod own_kind;
pub mod persistence;
pub mod prompts;
pub mod reflective;
pub mod respondent;
pub mod session_file;
pub mod staged;
pub mod staged_objectives;

/// Behaviours of one file.
pub type Tests = &'static [(&'static str, fn())];

/// Every file of behaviours.
pub const FILES: &[(&str, Tests)] = &[
    ("advice", advice::ALL),
    ("before", before::ALL),
    ("crash_matrix", crash_matrix::ALL),
    ("ending", ending::ALL),
    ("failing_models", failing_models::ALL),
    ("findings", findings::ALL),
    ("gaps_agent", gaps_agent::ALL),
    ("gaps_built_in", gaps_built_in::ALL),
    ("gaps_corrections", gaps_corrections::ALL),
    ("gaps_respondents", gaps_respondents::ALL),
    ("gaps_results", gaps_results::ALL),
    ("gaps_rules", gaps_rules::ALL),
    ("gaps_turns", gaps_turns::ALL),
    ("hostile", hostile::ALL),
    ("injection", injection::ALL),
    ("limits", limits::ALL),
    ("onboarding_agent", onboarding_agent::ALL),
    ("onboarding_built_in", onboarding_built_in::ALL),
    ("onboarding_forms", onboarding_forms::ALL),
    ("onboarding_removal", onboarding_removal::ALL),
    ("onboarding_shapes", onboarding_shapes::ALL),
    ("own_kind", own_kind::ALL),
    ("persistence", persistence::ALL),
    ("prompts", prompts::ALL),
    ("reflective", reflective::ALL),
    ("respondent", respondent::ALL),
    ("session_file", session_file::ALL),
    ("staged", staged::ALL),
];
