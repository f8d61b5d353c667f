//! The parameters and the words of an onboarding interview, and how a guide's are read. A phase that could never end well is
//! refused here.

use super::record::DataType;
use crate::guide_fields::{LONG, SHORT, at_least_one, texts, unique};
use crate::kinds::parameters::{Bound, Parameters};
use crate::tools::{self, PERSIST, TOOL_ROUNDS, TOOL_TURN_BYTES, TOOLS, VALIDATION};
use crate::{Fields, Issue, Item};
use serde_json::Value;
use std::rc::Rc;

/// Most phases of a guide.
const PHASES: usize = 10;

/// Most tools of a phase.
const PHASE_TOOLS: usize = 30;

/// Most bytes of the shapes of data that tools are described with.
const SHAPE_BYTES: usize = 6_000;

/// Parameters of the onboarding strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Onboarding {
    /// The phases in their order, 1 to 10.
    pub phases: Rc<Vec<Phase>>,
}

/// One phase; its title, purpose and instructions are wording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phase {
    /// Name, such as `core_facts`.
    pub id: String,
    /// What it is to bring together, 1 to 8 kinds of data, none of them twice in a guide.
    pub objectives: Vec<DataType>,
    /// Tools that may be called in it, built-in ones and the host's, at most 30.
    pub tools: Vec<String>,
    /// Hard limit on its questions, 1 to 50, default 12.
    pub max_turns: u32,
    /// Hard limit on its forms, 0 to 50, default 8.
    pub max_forms: u32,
}

/// Words of an onboarding interview alone.
#[derive(Clone, Debug, Default)]
pub struct OnboardingWording {
    /// The phases, in the order of the strategy's.
    pub phases: Vec<PhaseWording>,
    /// The eight kinds of data, in the order of [`crate::DataType::ALL`].
    pub data: Vec<DataWording>,
    /// What each built-in tool does and when to call it, for the model, in the order of [`crate::tools::TOOLS`].
    pub tools: Vec<String>,
    /// First message of every call: what the interview is and how the tools are used.
    pub begin: String,
    /// Where it stands, with every call: `{phase}`, `{purpose}`, `{instructions}`, `{objectives}`, `{files}`, `{kept}`,
    /// `{turns}` and `{forms}`, what is left of both.
    pub state: String,
    /// Asks for a question because the rounds of tool calls are used up.
    pub ask_now: String,
    /// Leads in an upload whose call has no words of its own.
    pub lead_upload: String,
    /// The same for approval; `{label}` names what is to be approved.
    pub lead_validation: String,
    /// The same for a contact card.
    pub lead_contact: String,
    /// Words by which a model announces a form, such as `the form below`; compared without regard to case.
    pub announces: Vec<String>,
    /// Put behind a question that announces a form which was not opened.
    pub no_form: String,
    /// Asks for what is open where no interviewer could: `{label}`.
    pub plain: String,
    /// Closing words when not everything was reached; `{labels}` lists what is missing.
    pub closing_partial: String,
    /// The same when the respondent ended it, or refused to answer. Empty in guides that have none: those close as they always did.
    pub closing_early: String,
}

/// One phase in words.
#[derive(Clone, Debug, Default)]
pub struct PhaseWording {
    /// Title, as the stepper shows it.
    pub title: String,
    /// What it is for, in one sentence, for the respondent.
    pub purpose: String,
    /// How to lead it, for the model.
    pub instructions: String,
}

/// One kind of data in words.
#[derive(Clone, Debug, Default)]
pub struct DataWording {
    /// Its name, as the respondent reads it, such as `your profile`.
    pub label: String,
    /// What it is and what goes into it, for the model.
    pub about: String,
}

impl Onboarding {
    pub(crate) fn read(
        fields: &mut Fields,
        strategy: &Value,
        issues: &mut Vec<Issue>,
    ) -> Onboarding {
        let phases = Rc::new(phases(fields, strategy, issues));
        Onboarding { phases }
    }

    /// Reads the `onboarding` of a locale.
    pub(crate) fn read_wording(
        &self,
        fields: &mut Fields,
        issues: &mut Vec<Issue>,
    ) -> OnboardingWording {
        let value = fields.required("onboarding", issues);
        let path = fields.path_of("onboarding");
        let words = value.map(|value| onboarding_wording(value, &path, &self.phases, issues));
        words.unwrap_or_default()
    }
}

impl Parameters for Onboarding {
    fn max_questions(&self) -> u32 {
        // A form is a turn of the conversation, too.
        let turns = self
            .phases
            .iter()
            .map(|phase| phase.max_turns + phase.max_forms);
        turns.sum()
    }

    fn bound(&self) -> Bound {
        // After the last turn of a phase the tools have one more.
        Bound {
            extra_replies: self.phases.len() as u32,
            rounds: TOOL_ROUNDS,
            result_bytes: TOOL_TURN_BYTES as u32,
            ..Bound::default()
        }
    }
}

fn phases(fields: &mut Fields, strategy: &Value, issues: &mut Vec<Issue>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = Vec::new();
    for item in fields.items("phases", PHASES, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let mut phase = Phase {
            id: fields.text("id", 1, 64, issues),
            max_turns: 12,
            max_forms: 8,
            tools: fields.texts("tools", PHASE_TOOLS, 64, issues),
            ..Phase::default()
        };
        fields.ints_into(
            &mut [
                ("max_turns", 1, 50, &mut phase.max_turns),
                ("max_forms", 0, 50, &mut phase.max_forms),
            ],
            issues,
        );
        let names = fields.texts("objectives", DataType::ALL.len(), 64, issues);
        fields.refuse_unknown(issues);
        unique(
            phases.iter().any(|other| other.id == phase.id),
            &fields,
            &item,
            issues,
        );
        let path = fields.path_of("objectives");
        if names.is_empty() && item.value.is_object() {
            let message = "must have at least one objective";
            Issue::report(
                issues,
                &path,
                "length",
                message,
                item.value.get("objectives"),
            );
        }
        for (place, name) in names.iter().enumerate() {
            let at = [&path, "[", &place.to_string(), "]"].concat();
            let value = Value::from(name.as_str());
            let Some(objective) = DataType::ALL.iter().find(|kind| kind.name() == name) else {
                let message = "must be a kind of data, such as applicant_profile";
                Issue::report(issues, &at, "enum", message, Some(&value));
                continue;
            };
            let taken = |phase: &Phase| phase.objectives.contains(objective);
            if taken(&phase) || phases.iter().any(taken) {
                Issue::report(issues, &at, "unique", "is an objective twice", Some(&value));
                continue;
            }
            lacks_tool(&phase, *objective, &at, &value, issues);
            phase.objectives.push(*objective);
        }
        if !phase.id.is_empty() {
            phases.push(phase);
        }
    }
    at_least_one(strategy, "phases", "phase", issues);
    phases
}

/// Reports an objective that its phase has no tool, or no form, for: the phase could only run into its limits.
fn lacks_tool(
    phase: &Phase,
    objective: DataType,
    at: &str,
    value: &Value,
    issues: &mut Vec<Issue>,
) {
    let needs = [
        (objective.can_be_validated(), VALIDATION),
        (objective.can_be_persisted(), PERSIST),
    ];
    for (needed, tool) in needs {
        if needed && !phase.tools.iter().any(|has| has == tool) {
            let message = ["cannot be met: the tools of its phase lack ", tool].concat();
            Issue::report(issues, at, "reachable", &message, Some(value));
        }
    }
    if objective.can_be_validated() && (phase.max_forms as usize) <= phase.objectives.len() {
        let message = "cannot be met: max_forms of its phase leaves no form for it";
        Issue::report(issues, at, "reachable", message, Some(value));
    }
}

fn onboarding_wording(
    value: &Value,
    path: &str,
    phases: &[Phase],
    issues: &mut Vec<Issue>,
) -> OnboardingWording {
    let mut fields = Fields::open(value, path, issues);
    let mut words = OnboardingWording::default();
    fields.texts_into(
        &mut [
            ("begin", LONG, &mut words.begin),
            ("state", LONG, &mut words.state),
            ("ask_now", LONG, &mut words.ask_now),
            ("lead_upload", SHORT, &mut words.lead_upload),
            ("lead_validation", SHORT, &mut words.lead_validation),
            ("lead_contact", SHORT, &mut words.lead_contact),
            ("no_form", SHORT, &mut words.no_form),
            ("plain", SHORT, &mut words.plain),
            ("closing_partial", SHORT, &mut words.closing_partial),
        ],
        issues,
    );
    let early = fields.text_opt("closing_early", 1, SHORT, issues);
    words.closing_early = early.unwrap_or_default();
    words.announces = fields.texts("announces", 50, 100, issues);
    let ids: Vec<&str> = phases.iter().map(|phase| phase.id.as_str()).collect();
    let kinds: Vec<&str> = DataType::ALL.iter().map(|kind| kind.name()).collect();
    for (value, path) in parts(&mut fields, "phases", &ids, issues) {
        let mut phase = PhaseWording::default();
        let list = &mut [
            ("title", 100, &mut phase.title),
            ("purpose", SHORT, &mut phase.purpose),
            ("instructions", LONG, &mut phase.instructions),
        ];
        texts(value, &path, list, issues);
        words.phases.push(phase);
    }
    for (value, path) in parts(&mut fields, "data", &kinds, issues) {
        let mut data = DataWording::default();
        let list = &mut [
            ("label", 100, &mut data.label),
            ("about", SHORT, &mut data.about),
        ];
        texts(value, &path, list, issues);
        words.data.push(data);
    }
    for (value, path) in parts(&mut fields, "tools", &TOOLS, issues) {
        let text = value.as_str().filter(|text| text.chars().count() <= SHORT);
        if text.is_none() {
            let message = "must be a text of at most 2000 characters";
            Issue::report(issues, &path, "type", message, Some(value));
        }
        words.tools.push(text.unwrap_or_default().into());
    }
    fields.refuse_unknown(issues);
    words
}

/// Reads the entries of a required object that has these names and no others, in this order, each with its path.
fn parts<'a>(
    fields: &mut Fields<'a>,
    key: &'static str,
    names: &[&str],
    issues: &mut Vec<Issue>,
) -> Vec<(&'a Value, String)> {
    let entries = fields.entries(key, issues);
    // Where it is missing as a whole, or no object, that was reported once and is enough.
    if !fields.raw(key).is_some_and(Value::is_object) {
        return Vec::new();
    }
    let unknown = |item: &&Item| !names.is_empty() && !names.contains(&item.name);
    for item in entries.iter().filter(unknown) {
        Issue::report(issues, &item.path, "unknown_key", "is not known", None);
    }
    let mut out = Vec::new();
    for name in names {
        match entries.iter().find(|item| item.name == *name) {
            Some(item) => out.push((item.value, item.path.clone())),
            None => {
                let path = [&fields.path_of(key), ".", name].concat();
                Issue::report(issues, &path, "required", "is required", None);
            }
        }
    }
    out
}

impl OnboardingWording {
    /// Upper bound of the bytes that these words add to one call.
    pub(crate) fn bytes(&self) -> usize {
        let of = |phase: &PhaseWording| {
            phase.title.len() + phase.purpose.len() + phase.instructions.len()
        };
        let phase = self.phases.iter().map(of).max().unwrap_or(0);
        let data = self
            .data
            .iter()
            .map(|data| data.label.len() + data.about.len());
        let tools = TOOLS
            .iter()
            .zip(&self.tools)
            .map(|(name, about)| about.len() + tools::parameters_text(name).map_or(0, str::len));
        self.begin.len()
            + self.state.len()
            + self.ask_now.len()
            + phase
            + data.sum::<usize>()
            + tools.sum::<usize>()
            + SHAPE_BYTES
    }
}
