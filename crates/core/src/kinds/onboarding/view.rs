//! What a screen shows of an onboarding interview: its phases, the tool that runs, what was kept.

use crate::view::StageState;
use colloquy_schema::codec::Codec;
use colloquy_schema::{Artifact, DataType, FileRef, ObjectiveState, PhaseEnd};

/// Where an onboarding interview stands.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OnboardingView {
    /// Name of the kind, `onboarding`.
    #[cfg_attr(feature = "types", ts(type = "\"onboarding\""))]
    pub kind: &'static str,
    /// Goes up with every change of what `details` returns.
    pub revision: u32,
    /// The phases in their order.
    pub phases: Vec<PhaseView>,
    /// How many things were kept; `details` lists them.
    pub artifacts: u32,
    /// Number of files.
    pub files: u32,
    /// The tool that runs outside of the engine.
    pub running: Option<RunningView>,
}

/// One phase of the interview.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PhaseView {
    /// Id, such as `core_facts`.
    pub id: String,
    /// Title in the session's language.
    pub title: String,
    /// Purpose of the phase.
    pub purpose: String,
    /// Whether the phase is still to come, current or over.
    pub state: StageState,
    /// Data that the phase is to bring together.
    pub objectives: Vec<ObjectiveView>,
    /// Why the phase ended; absent before.
    pub ended: Option<PhaseEnd>,
}

/// One objective of a phase.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct ObjectiveView {
    /// Kind of data that is wanted.
    #[codec(rename = "dataType")]
    pub data_type: DataType,
    /// Its name in the session's language.
    pub label: String,
    /// State of the objective.
    pub state: ObjectiveState,
}

/// A tool that runs outside of the engine.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RunningView {
    /// Name of the running tool.
    pub tool: String,
    /// Name of the file that is read, or empty.
    pub file: String,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub since: u64,
}

/// Everything that was kept, and the files.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OnboardingDetails {
    /// Name of the kind, `onboarding`.
    #[cfg_attr(feature = "types", ts(type = "\"onboarding\""))]
    pub kind: &'static str,
    /// What was kept, in the order in which it was first kept.
    pub artifacts: Vec<ArtifactView>,
    /// The files, oldest first.
    pub files: Vec<FileRef>,
}

/// One thing that was kept.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ArtifactView {
    /// The last version.
    pub artifact: Artifact,
    /// Its name in the session's language.
    pub label: String,
    /// When that version was kept, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub at: u64,
    /// The earlier versions, oldest first.
    pub earlier: Vec<Artifact>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::DECLARED;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<OnboardingView>("OnboardingView");
        DECLARED.assert_fields::<PhaseView>("PhaseView");
        DECLARED.assert_fields::<ObjectiveView>("ObjectiveView");
        DECLARED.assert_fields::<RunningView>("RunningView");
        DECLARED.assert_fields::<OnboardingDetails>("OnboardingDetails");
        DECLARED.assert_fields::<ArtifactView>("ArtifactView");
    }
}
