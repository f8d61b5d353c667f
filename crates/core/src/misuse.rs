//! A host's misuse: typed, with its remedy. Never caused by what a respondent, a file or a model wrote.

use colloquy_schema::Issue;

/// Something a host did that cannot be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct Misuse {
    code: MisuseCode,
    message: &'static str,
    details: Vec<Issue>,
}

/// The kinds of misuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisuseCode {
    /// The guide has faults; the details list them.
    InvalidGuide,
    /// The options have faults; the details list them.
    InvalidOptions,
    /// The method does nothing in this phase; `view.can` lists what does.
    NotNow,
    /// There is no exchange with that number.
    NoSuchQuestion,
    /// There is no finding with that text.
    NoSuchFinding,
    /// There is no skill of that name.
    NoSuchSkill,
    /// No form of that token waits: it was settled, refused or never opened.
    NoSuchForm,
    /// What a form was settled with has faults; the details list them, and the form still waits.
    InvalidForm,
    /// Another tab writes this session.
    ReadOnly,
    /// The records do not make a session.
    InvalidSession,
    /// A part of the program that this needs was not handed in.
    PartUnavailable,
    /// This version has no such format, contract or strategy.
    Unsupported,
}

impl MisuseCode {
    /// The code as JavaScript sees it.
    pub fn code(self) -> &'static str {
        match self {
            Self::InvalidGuide => "invalid_guide",
            Self::InvalidOptions => "invalid_options",
            Self::NotNow => "not_now",
            Self::NoSuchQuestion => "no_such_question",
            Self::NoSuchFinding => "no_such_finding",
            Self::NoSuchSkill => "no_such_skill",
            Self::NoSuchForm => "no_such_form",
            Self::InvalidForm => "invalid_form",
            Self::ReadOnly => "read_only",
            Self::InvalidSession => "invalid_session",
            Self::PartUnavailable => "part_unavailable",
            Self::Unsupported => "unsupported",
        }
    }
}

impl Misuse {
    /// Describes a misuse; `message` has the remedy.
    pub fn new(code: MisuseCode, message: &'static str) -> Misuse {
        Misuse {
            code,
            message,
            details: Vec::new(),
        }
    }

    /// Describes a misuse that is a list of faults in data the host handed in.
    pub fn with_details(code: MisuseCode, message: &'static str, details: Vec<Issue>) -> Misuse {
        Misuse {
            code,
            message,
            details,
        }
    }

    /// The kind, as JavaScript sees it.
    pub fn code(&self) -> &'static str {
        self.code.code()
    }

    /// What was wrong and what to do instead.
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// The faults one by one, where there are several.
    pub fn details(&self) -> &[Issue] {
        &self.details
    }
}
