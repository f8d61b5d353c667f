//! What an onboarding interview speaks of: phases with objectives, the data they bring together, and the forms by
//! which the respondent has the last word on it.

use crate::codec::Codec;
use crate::tools::{FileRef, ToolRun};
use serde_json::Value;
use std::rc::Rc;

/// A kind of data. Each has a published JSON Schema, see [`DataType::schema_text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum DataType {
    /// Who the person is and how to reach them.
    ApplicantProfile,
    /// Where the person worked and learned, and when.
    SkeletonTimeline,
    /// One position in detail.
    Experience,
    /// One course of study in detail.
    Education,
    /// One thing the person knows from experience.
    KnowledgeCard,
    /// Text of a document that was handed in.
    ArtifactRecord,
    /// A text that the person wrote.
    WritingSample,
    /// Everything that was brought together about a person.
    CandidateDossier,
}

impl DataType {
    /// True when the respondent can be shown it for approval (`submit_for_validation`).
    pub fn can_be_validated(self) -> bool {
        self <= DataType::KnowledgeCard
    }

    /// True when `persist_data` keeps it; anything else is kept by its approval.
    pub fn can_be_persisted(self) -> bool {
        !matches!(self, DataType::Experience | DataType::Education)
    }

    /// True when a session has one of it: data without an id changes the one that is there.
    pub fn is_single(self) -> bool {
        matches!(
            self,
            DataType::ApplicantProfile | DataType::SkeletonTimeline | DataType::CandidateDossier
        )
    }

    /// Returns its published JSON Schema as text.
    pub fn schema_text(self) -> &'static str {
        match self {
            DataType::ApplicantProfile => {
                include_str!("../../../../../pkg/schemas/data/applicant_profile.json")
            }
            DataType::SkeletonTimeline => {
                include_str!("../../../../../pkg/schemas/data/skeleton_timeline.json")
            }
            DataType::Experience => include_str!("../../../../../pkg/schemas/data/experience.json"),
            DataType::Education => include_str!("../../../../../pkg/schemas/data/education.json"),
            DataType::KnowledgeCard => {
                include_str!("../../../../../pkg/schemas/data/knowledge_card.json")
            }
            DataType::ArtifactRecord => {
                include_str!("../../../../../pkg/schemas/data/artifact_record.json")
            }
            DataType::WritingSample => {
                include_str!("../../../../../pkg/schemas/data/writing_sample.json")
            }
            DataType::CandidateDossier => {
                include_str!("../../../../../pkg/schemas/data/candidate_dossier.json")
            }
        }
    }
}

/// One version of what `persist_data` keeps. A later version of the same id takes its place; the earlier ones stay readable.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Artifact {
    /// Stable within the session, such as `knowledge_card-2`.
    pub id: String,
    /// Type of the data.
    #[codec(rename = "dataType")]
    pub data_type: DataType,
    /// Counted from 1.
    pub version: u32,
    /// Satisfies the schema of its type, without its id; an empty object where the respondent removed it.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub data: Value,
    /// True when the respondent approved exactly this, where it can be shown for approval.
    pub confirmed: bool,
}

/// Reason for which a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum PhaseEnd {
    /// Every objective was reached.
    Met,
    /// The respondent refused what was not reached.
    Declined,
    /// Its limit on turns was reached.
    TurnLimit,
    /// Its limit on forms was reached, and an objective needs one more.
    FormLimit,
}

/// State of an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ObjectiveState {
    /// Nothing yet.
    #[default]
    Open,
    /// The respondent approved its data; it is not kept yet.
    Approved,
    /// Its data was approved and kept, as far as it can be.
    Met,
    /// The respondent would rather not.
    Declined,
    /// The phase ended without it.
    NotReached,
}

/// Where an onboarding interview stands, for the scripted interviewer, which is sent nothing else.
#[derive(Clone, Debug, Default)]
pub struct OnboardingAsk {
    /// Id of the phase.
    pub phase: String,
    /// True for the last phase.
    pub last: bool,
    /// What it is to bring together, in the order of the guide.
    pub objectives: Vec<ObjectiveAsk>,
    /// Tools that may be called now: none once the rounds without the respondent are used up.
    pub tools: Vec<String>,
    /// Questions that the phase has left, this one included.
    pub turns_left: u32,
    /// Forms that the phase has left.
    pub forms_left: u32,
    /// Number of the first question of the phase: those before belong to earlier ones.
    pub first_question: u32,
    /// Tool calls of the phase with their results, oldest first.
    pub log: Vec<ToolRun>,
    /// Files of the session, oldest first.
    pub files: Rc<Vec<FileRef>>,
    /// Last version of everything that was kept, in the order in which it was first kept.
    pub artifacts: Vec<Artifact>,
    /// What the respondent approved last, of each type, with its data.
    pub approved: Vec<(DataType, Value)>,
}

/// One objective, as an ask has it.
#[derive(Clone, Debug)]
pub struct ObjectiveAsk {
    /// Type of the data that it is for.
    pub data_type: DataType,
    /// Its name in the session's language.
    pub label: String,
    /// State of the objective.
    pub state: ObjectiveState,
}

/// One thing that happened in an onboarding interview alone.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum OnboardingFact {
    /// A phase is over; the next question belongs to the next one.
    PhaseEnded {
        /// Id of the phase.
        phase: String,
        /// Reason for which the phase ended.
        reason: PhaseEnd,
        /// Objectives that were not reached.
        not_reached: Vec<DataType>,
    },
}
