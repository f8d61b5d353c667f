//! What a screen shows of a staged interview: its stages with their coverage.

use crate::view::StageState;
use colloquy_schema::StageEnd;
use colloquy_schema::codec::Codec;

/// Where a staged interview stands.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StagedView {
    /// Name of the kind, `staged`.
    #[cfg_attr(feature = "types", ts(type = "\"staged\""))]
    pub kind: &'static str,
    /// The stages in their order.
    pub stages: Vec<StageView>,
}

/// One stage of a staged interview.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct StageView {
    /// Id, such as `failure_modes`.
    pub id: String,
    /// Title in the session's language.
    pub title: String,
    /// Purpose of the stage.
    pub purpose: String,
    /// Shortest time the stage is meant to take, in minutes.
    #[codec(rename = "minutesLeast")]
    pub minutes_least: u32,
    /// Longest time the stage is meant to take, in minutes.
    #[codec(rename = "minutesMost")]
    pub minutes_most: u32,
    /// Whether the stage is still to come, current or over.
    pub state: StageState,
    /// 0 to 100, as the interviewer sees it; never decreasing.
    pub completeness: u8,
    /// The band that completeness falls into.
    pub band: Band,
    /// Questions put in this stage.
    pub questions: u32,
    /// Examples collected in this stage.
    pub examples: u32,
    /// Examples the stage needs.
    #[codec(rename = "examplesNeeded")]
    pub examples_needed: u32,
    /// Why the stage ended; absent before.
    pub ended: Option<StageEnd>,
}

/// How complete a stage is, in five bands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Band {
    /// 0 to 25 %.
    #[default]
    Starting,
    /// 26 to 50 %.
    Developing,
    /// 51 to 75 %.
    Substantial,
    /// 76 to 89 %.
    NearlyComplete,
    /// 90 to 100 %.
    Complete,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::DECLARED;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<StagedView>("StagedView");
        DECLARED.assert_fields::<StageView>("StageView");
        DECLARED.assert_names("Band", Band::ALL.iter().map(|band| band.name()));
    }
}
