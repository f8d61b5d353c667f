//! A staged interview: an expert is led through stages, each with objectives and a depth to reach.

use super::parameters::{Bound, Parameters};
use crate::codec::Codec;
use crate::guide_fields::{LONG, SHORT, at_least_one, texts, unique};
use crate::{Fields, Issue};
use serde_json::Value;
use std::rc::Rc;

/// Parameters of the staged strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The stages in their order, 1 to 20.
    pub stages: Rc<Vec<Stage>>,
    /// Refusals in a row that end the interview, 1 to 10, default 3.
    pub refusals: u32,
}

/// One stage; its title, purpose and objectives are wording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Name, such as `failure_modes`.
    pub id: String,
    /// How long it is meant to take, shortest and longest, in minutes: shown, never enforced.
    pub minutes: (u32, u32),
    /// Least number of concrete examples, 0 to 20, before it can end as ready.
    pub examples: u32,
    /// Depth that a question must have reached before it can end as ready, 1 to 4, default 3.
    pub depth: u8,
    /// Hard limit on its questions, 1 to 50: no stage can hang.
    pub max_questions: u32,
}

/// One stage in words.
#[derive(Clone, Debug, Default)]
pub struct StageWording {
    /// Title, as the stepper shows it.
    pub title: String,
    /// What it is for, in one sentence.
    pub purpose: String,
    /// What has to be asked about, 1 to 10, as instructions to the interviewer.
    pub objectives: Vec<String>,
}

/// Prompts about the state of a staged interview.
#[derive(Clone, Debug, Default)]
pub struct StagePrompts {
    /// With every call: `{stage}`, `{title}`, `{purpose}`, `{objectives}` (a numbered list, those that are done marked), `{depth}`,
    /// `{completeness}`, `{examples}`, `{examples_needed}`, `{questions_left}`, `{follow_up}`.
    pub state: String,
    /// When the next stage may be proposed: `{next}`, `{next_title}`, `{next_purpose}`, `{next_objective}`.
    pub ready: String,
    /// When not, with what is missing: `{missing}`.
    pub not_ready: String,
    /// Names what can be missing: completeness below 80.
    pub missing_completeness: String,
    /// The stage's depth was not reached.
    pub missing_depth: String,
    /// Not every objective was asked about or told.
    pub missing_objectives: String,
    /// Too few examples.
    pub missing_examples: String,
    /// Items that need a follow-up are left.
    pub missing_follow_up: String,
    /// How to ask somebody who writes much.
    pub engagement_high: String,
    /// How to ask at the usual pace.
    pub engagement_medium: String,
    /// How to ask somebody who writes little.
    pub engagement_low: String,
}

/// Where a question belongs in a staged interview.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StagedQuestion {
    /// Id of the stage.
    pub stage: String,
    /// Place of the objective it was put for, from 0, in the stage's list.
    pub objective: u8,
    /// How deep it goes into its topic, 1 to 4.
    pub depth: u8,
}

/// What an accepted envelope reports of its stage. Examples never decrease, and completeness never does within a stage.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Tracked {
    /// Id of the stage it was about.
    pub stage: String,
    /// 0 to 100.
    pub completeness: u8,
    /// The model's own view of how much the respondent writes; the engine counts words.
    pub engagement: Engagement,
    /// Concrete examples collected in the whole interview.
    pub examples: u32,
    /// What was new and valuable in the last answer.
    #[codec(skip_empty)]
    pub insights: Vec<String>,
    /// Major items that need a follow-up.
    #[codec(skip_empty)]
    pub follow_up: Vec<String>,
    /// Places of the objectives that the last answer told about without being asked, from 0.
    #[codec(skip_empty)]
    pub told: Vec<u8>,
    /// True when the model found the stage ready to end.
    #[codec(skip_empty)]
    pub ready: bool,
}

impl Tracked {
    /// What stands where nothing was tracked.
    pub fn none(stage: &str) -> Tracked {
        Tracked {
            stage: stage.into(),
            completeness: 0,
            engagement: Engagement::default(),
            examples: 0,
            insights: Vec::new(),
            follow_up: Vec::new(),
            told: Vec::new(),
            ready: false,
        }
    }
}

/// Reason for which a stage ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum StageEnd {
    /// The model found it ready and every rule was satisfied.
    Ready,
    /// Its limit on questions was reached.
    QuestionLimit,
}

/// How much the respondent writes, by the words of the last answers: over 200 high, 50 to 200 medium, under 50 low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Engagement {
    /// More than 200 words an answer.
    High,
    /// 50 to 200 words, and before the first answer.
    #[default]
    Medium,
    /// Less than 50 words.
    Low,
}

/// Where a staged interview stands, by the engine's own account.
#[derive(Clone, Debug)]
pub struct StageAsk {
    /// All stages in their order.
    pub stages: Rc<Vec<Stage>>,
    /// Titles, purposes and objectives of all stages in the session's language, in the same order.
    pub wording: Rc<Vec<StageWording>>,
    /// Place of the current stage.
    pub current: usize,
    /// Questions put in the current stage.
    pub asked_in_stage: u32,
    /// Places of the objectives that were asked about, or told without being asked.
    pub done: Vec<u8>,
    /// Place of the objective that the next question on a new topic is for: the first one that is not done; none when all are.
    pub objective: Option<u8>,
    /// Depth of the last question in the stage, 1 to 4; 0 before the first.
    pub depth: u8,
    /// Greatest depth reached in the stage, 0 to 4.
    pub deepest: u8,
    /// Completeness of the stage as last reported, 0 to 100, never decreasing within the stage.
    pub completeness: u8,
    /// Examples collected in the whole interview.
    pub examples: u32,
    /// Of these, how many were collected before the stage.
    pub examples_before: u32,
    /// Major items that still need a follow-up.
    pub follow_up: Vec<String>,
    /// What keeps the stage from ending, as stable codes: `completeness`, `depth`, `objectives`, `examples`, `follow_up`.
    pub missing: Vec<&'static str>,
    /// How much the respondent writes.
    pub engagement: Engagement,
}

/// One thing that happened in a staged interview alone.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum StagedFact {
    /// What an accepted envelope reports of the stage, as far as the engine goes along with it.
    Tracked(Tracked),
    /// A stage is over; the next question belongs to the next one.
    StageEnded {
        /// Id of the stage.
        stage: String,
        /// Reason for which the stage ended.
        reason: StageEnd,
    },
}

impl Staged {
    pub(super) fn read(fields: &mut Fields, strategy: &Value, issues: &mut Vec<Issue>) -> Staged {
        let mut refusals = 3;
        fields.ints_into(&mut [("refusals", 1, 10, &mut refusals)], issues);
        let stages = Rc::new(stages(fields, strategy, issues));
        Staged { stages, refusals }
    }

    /// Reads the `stages` of a locale.
    pub(super) fn read_wording(
        &self,
        fields: &mut Fields,
        issues: &mut Vec<Issue>,
    ) -> Vec<StageWording> {
        let value = fields.required("stages", issues);
        let path = fields.path_of("stages");
        let stages = value.map(|value| stage_wording(value, &path, &self.stages, issues));
        stages.unwrap_or_default()
    }
}

impl Parameters for Staged {
    fn max_questions(&self) -> u32 {
        self.stages.iter().map(|stage| stage.max_questions).sum()
    }

    fn bound(&self) -> Bound {
        // The closing words.
        Bound {
            extra_replies: 1,
            ..Bound::default()
        }
    }
}

fn stages(fields: &mut Fields, strategy: &Value, issues: &mut Vec<Issue>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for item in fields.items("stages", 20, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let mut stage = Stage {
            id: fields.text("id", 1, 64, issues),
            max_questions: 6,
            ..Stage::default()
        };
        let (mut least, mut most, mut depth) = (5, 5, 3);
        fields.ints_into(
            &mut [
                ("minutes_least", 1, 240, &mut least),
                ("minutes_most", 1, 240, &mut most),
                ("examples", 0, 20, &mut stage.examples),
                ("depth", 1, 4, &mut depth),
                ("max_questions", 1, 50, &mut stage.max_questions),
            ],
            issues,
        );
        stage.depth = depth as u8;
        stage.minutes = (least.min(most), most.max(least));
        fields.refuse_unknown(issues);
        unique(
            stages.iter().any(|other| other.id == stage.id),
            &fields,
            &item,
            issues,
        );
        if !stage.id.is_empty() {
            stages.push(stage);
        }
    }
    at_least_one(strategy, "stages", "stage", issues);
    stages
}

/// Reads title, purpose and objectives of every stage.
fn stage_wording(
    value: &Value,
    path: &str,
    stages: &[Stage],
    issues: &mut Vec<Issue>,
) -> Vec<StageWording> {
    let mut out = Vec::new();
    let empty = Value::Null;
    let Some(map) = value.as_object() else {
        Issue::report(issues, path, "type", "must be an object", Some(value));
        return out;
    };
    for key in map.keys() {
        if !stages.iter().any(|stage| stage.id == *key) {
            let message = "is no stage of the strategy";
            Issue::report(
                issues,
                &[path, ".", key].concat(),
                "unknown_key",
                message,
                None,
            );
        }
    }
    for stage in stages {
        let path = [path, ".", &stage.id].concat();
        let value = value.get(&stage.id).unwrap_or(&empty);
        let mut fields = Fields::open(value, &path, issues);
        let mut wording = StageWording::default();
        fields.texts_into(
            &mut [
                ("title", 100, &mut wording.title),
                ("purpose", SHORT, &mut wording.purpose),
            ],
            issues,
        );
        wording.objectives = fields.texts("objectives", 10, SHORT, issues);
        if wording.objectives.is_empty() && value.is_object() {
            let path = fields.path_of("objectives");
            let message = "must have at least one objective";
            Issue::report(issues, &path, "length", message, value.get("objectives"));
        }
        fields.refuse_unknown(issues);
        out.push(wording);
    }
    out
}

/// Reports where a locale has another number of objectives than the first: objectives differ by their place alone.
pub(super) fn compare_objectives(
    first: &[StageWording],
    other: &[StageWording],
    path: &str,
    issues: &mut Vec<Issue>,
) {
    let differs = |(a, b): (&StageWording, &StageWording)| a.objectives.len() != b.objectives.len();
    if other.iter().zip(first).any(differs) {
        let path = [path, ".stages"].concat();
        let message = "must have as many objectives of each stage as the first locale";
        Issue::report(issues, &path, "length", message, None);
    }
}

impl StagePrompts {
    /// Reads the `stages` of a locale's prompts.
    pub(super) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> StagePrompts {
        let mut stages = StagePrompts::default();
        let Some(value) = fields.required("stages", issues) else {
            return stages;
        };
        let list = &mut [
            ("state", LONG, &mut stages.state),
            ("ready", LONG, &mut stages.ready),
            ("not_ready", LONG, &mut stages.not_ready),
            (
                "missing_completeness",
                SHORT,
                &mut stages.missing_completeness,
            ),
            ("missing_depth", SHORT, &mut stages.missing_depth),
            ("missing_objectives", SHORT, &mut stages.missing_objectives),
            ("missing_examples", SHORT, &mut stages.missing_examples),
            ("missing_follow_up", SHORT, &mut stages.missing_follow_up),
            ("engagement_high", SHORT, &mut stages.engagement_high),
            ("engagement_medium", SHORT, &mut stages.engagement_medium),
            ("engagement_low", SHORT, &mut stages.engagement_low),
        ];
        texts(value, &fields.path_of("stages"), list, issues);
        stages
    }

    fn bytes(&self) -> usize {
        let texts = [
            &self.state,
            &self.ready,
            &self.not_ready,
            &self.missing_completeness,
            &self.missing_depth,
            &self.missing_objectives,
            &self.missing_examples,
            &self.missing_follow_up,
            &self.engagement_high,
            &self.engagement_medium,
            &self.engagement_low,
        ];
        texts.iter().map(|text| text.len()).sum()
    }
}

/// Upper bound of the bytes that the words of a staged interview add to one call.
pub(super) fn bytes(stages: &[StageWording], prompts: &StagePrompts) -> usize {
    let of = |stage: &StageWording| {
        let objectives: usize = stage.objectives.iter().map(|o| o.len() + 8).sum();
        stage.title.len() + stage.purpose.len() + objectives
    };
    // The current stage and the next one are named.
    2 * stages.iter().map(of).max().unwrap_or(0) + prompts.bytes()
}
