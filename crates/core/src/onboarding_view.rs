//! What a screen shows of an onboarding interview: its phases, the form that waits, the tool that runs, what was kept.

use colloquy_schema::{Artifact, DataType, FileRef, Issue, ObjectiveState, PhaseEnd};
use serde_json::Value;

/// Where an onboarding interview stands.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OnboardingView {
    /// Goes up with every change of what `artifacts` returns.
    pub revision: u32,
    /// The phases in their order.
    pub phases: Vec<PhaseView>,
    /// How many things were kept; read them with `artifacts`.
    pub artifacts: u32,
    /// How many files there are.
    pub files: u32,
    /// The tool that runs outside of the engine.
    pub running: Option<RunningView>,
}

/// One phase.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PhaseView {
    /// Id, such as `core_facts`.
    pub id: String,
    /// Title in the session's language.
    pub title: String,
    /// What it is for.
    pub purpose: String,
    /// Whether it is ahead, current or over.
    pub state: crate::view::StageState,
    /// What it is to bring together.
    pub objectives: Vec<ObjectiveView>,
    /// Why it ended.
    pub ended: Option<PhaseEnd>,
}

/// One objective.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct ObjectiveView {
    /// Kind of data.
    pub data_type: DataType,
    /// Its name in the session's language.
    pub label: String,
    /// How it stands.
    pub state: ObjectiveState,
}

/// A tool that runs outside of the engine.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RunningView {
    /// Name of the tool.
    pub tool: String,
    /// Name of the file that is read, or empty.
    pub file: String,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub since: u64,
}

/// The form that waits for the respondent. Its lead is the open question's text.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FormView {
    /// Names it: for `settle` and `refuse`, once.
    pub token: String,
    /// Name of the tool that asks for it.
    pub tool: String,
    /// What is to be filled in.
    pub kind: FormKind,
    /// How many more forms wait behind it.
    pub behind: u32,
}

/// What is to be filled in.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum FormKind {
    /// A choice; settled by `{ selectedIds }`.
    Options {
        /// What there is to choose from, 2 to 6.
        options: Vec<OptionView>,
        /// True when several may be chosen.
        multiple: bool,
        /// False when none may be chosen.
        required: bool,
    },
    /// Files; settled by `{ files }`, each a `FileRef`.
    Upload {
        /// Kinds that are taken, such as `pdf`.
        accepts: Vec<String>,
        /// Largest file, in bytes.
        max_bytes: u32,
        /// True when several may come.
        multiple: bool,
    },
    /// Data to be approved; settled by `{ data, status?, userNotes? }`, where the status is `approved` unless it is `rejected`.
    Validation {
        /// What it is; its JSON Schema is published with the package.
        data_type: DataType,
        /// As the tool was called with it.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        data: Value,
        /// What keeps it from being approved as it is.
        issues: Vec<Issue>,
    },
    /// A contact card; settled by `{ data }`, an applicant profile.
    Contact {
        /// True where the system's address book can be asked.
        picker: bool,
    },
    /// A form of the host's; settled by `{ data }`.
    Host {
        /// Its heading.
        title: String,
        /// JSON Schema of its data.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        schema: Value,
        /// What it is filled with at first.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        data: Value,
    },
}

/// One choice.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OptionView {
    /// Names it.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// What it means; may be empty.
    pub description: String,
}

/// How a form was settled.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FilledView {
    /// Name of the tool that asked.
    pub tool: String,
    /// Kind of data that was to be approved.
    #[cfg_attr(feature = "types", ts(rename = "dataType"))]
    pub data_type: Option<DataType>,
    /// `ok`, `approved`, `modified`, `rejected`, or `error` where it was refused.
    pub status: String,
    /// What was chosen or handed in, or the names of the fields that were changed.
    pub items: Vec<String>,
    /// What the respondent noted.
    pub notes: String,
}

/// Everything that was kept, and the files.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ArtifactsView {
    /// What was kept, in the order in which it was first kept.
    pub artifacts: Vec<ArtifactView>,
    /// The files, oldest first.
    pub files: Vec<FileRef>,
}

/// One thing that was kept.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ArtifactView {
    /// Its last version.
    pub artifact: Artifact,
    /// Its name in the session's language.
    pub label: String,
    /// When that version was kept, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub at: u64,
    /// The earlier versions, oldest first.
    pub earlier: Vec<Artifact>,
}
