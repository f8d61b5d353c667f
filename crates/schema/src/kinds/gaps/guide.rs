//! The parameters and the words of a skills interview, and how a guide's are read.

use super::record::{AnalysisCaller, Attribute};
use crate::guide_fields::{LONG, SHORT, texts};
use crate::kinds::parameters::{Bound, Parameters};
use crate::{Fields, Issue};
use serde_json::Value;
use std::rc::Rc;

/// Rounds of tool calls a model may take before an answer is read for it.
pub const ANALYSIS_ROUNDS: u32 = 3;

/// Most parts a résumé is read in, each of at most [`RESUME_PART_BYTES`]; what is longer is read no further.
pub const RESUME_PARTS: u32 = 40;

/// Most bytes of a résumé that are read at once: the skills of a page and a half fit into one reply.
pub const RESUME_PART_BYTES: usize = 5_000;

/// Most lists of names of the same skill: three times what the built-in lexicon has.
const MOST_ALIASES: usize = 2_000;

/// Most names of one skill.
const MOST_NAMES: usize = 20;

/// Longest name of a skill, in characters.
const NAME_CHARS: usize = 80;

/// Longest sentence that is part of a question, in characters: a question is at most 2,000 characters long.
const SENTENCE: usize = 300;

/// Most wordings of one kind of first words.
const WORDINGS: usize = 20;

/// Parameters of the gaps strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Gaps {
    /// Hard limit on questions, 1 to 500, default 60.
    pub max_questions: u32,
    /// Completeness from which enough is known, 1 to 100 percent, default 60.
    pub complete: u32,
    /// Answers in a row without taking part that end the interview, 1 to 10, default 3.
    pub disengaged: u32,
    /// Questions about one gap, 1 to 10, default 3.
    pub probes: u32,
    /// Who has an answer read: the engine at once, which is the default, or a model by its tool, which is one more call for each answer.
    pub analysis_by: AnalysisCaller,
    /// Names of the same skill, the usual one first; at most 2,000 lists of 2 to 20 names.
    pub aliases: Rc<Vec<Vec<String>>>,
}

/// Words of a skills interview alone. `{x}` and `{y}` stand for names of skills.
#[derive(Clone, Debug, Default)]
pub struct GapWording {
    /// The six attributes, in the order of [`crate::Attribute::ALL`].
    pub attributes: Vec<AttributeWording>,
    /// Joins two names or clauses: `{x}`, `{y}`.
    pub and: String,
    /// Asks about a skill where no interviewer could: `{skill}`, and `{clauses}`, what is asked.
    pub plain: String,
    /// Asks for skills where none are known and no interviewer could.
    pub plain_skills: String,
    /// First words of a question after an answer that left nothing to ask about a skill: `{x}`. Several wordings.
    pub closed_one: Vec<String>,
    /// The same for several skills: `{x}` is the list.
    pub closed_many: Vec<String>,
    /// First words of a question about a skill that was not asked about yet: `{x}`.
    pub topic_new: Vec<String>,
    /// First words of a question that comes back to a skill: `{x}`.
    pub topic_back: Vec<String>,
    /// Closing words when enough is known.
    pub closing_complete: String,
    /// Closing words when the respondent has had enough.
    pub closing_disengaged: String,
    /// Closing words when there is nothing left to ask.
    pub closing_no_gaps: String,
    /// System prompt of a reading: rules and an example of the reply.
    pub analysis: String,
    /// Asks for the reading of a résumé, or of a part of it: `{part}`, `{parts}`, `{known}`, `{text}`.
    pub resume: String,
    /// Asks for the reading of an answer: `{question}`, `{asked}`, `{known}`, `{text}`.
    pub answer: String,
    /// Asks again after an unusable reading: `{issues}`.
    pub retry: String,
    /// Describes the tool `analyze_technical_skills` to the model.
    pub tool: String,
    /// Instructs the model to have the last answer read before it asks anything.
    pub read_first: String,
    /// State of the interview with every question: `{completeness}`, `{open}` (skills with gaps), `{known}` (what is known of
    /// the skill in question).
    pub state: String,
    /// What is to be asked: `{skill}`, `{asked}` (the attributes), `{lead}` (words that already stand before the question).
    pub target: String,
    /// Asks the model for the first question where no skill is known.
    pub skills: String,
    /// Asks it for one last question, what the respondent would add, before the interview ends because enough is known or nothing is left to
    /// ask; empty where none is asked. The built-in interviewer has its own words for it.
    pub last: String,
    /// Asks it to put the question in other words.
    pub explanation: String,
    /// Asks it for an example of an answer.
    pub example: String,
}

/// One attribute in words.
#[derive(Clone, Debug, Default)]
pub struct AttributeWording {
    /// Name, as the table of skills shows it.
    pub label: String,
    /// What is asked, as a clause without a question mark: `how long have you used it`.
    pub clause: String,
    /// What is meant by it, one sentence.
    pub explanation: String,
    /// What an answer can look like.
    pub example: String,
}

impl Gaps {
    pub(crate) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> Gaps {
        let mut gaps = Gaps {
            max_questions: 60,
            complete: 60,
            disengaged: 3,
            probes: 3,
            analysis_by: analysis_by(fields, issues),
            aliases: Rc::new(aliases(fields, issues)),
        };
        fields.ints_into(
            &mut [
                ("max_questions", 1, 500, &mut gaps.max_questions),
                ("complete", 1, 100, &mut gaps.complete),
                ("disengaged", 1, 10, &mut gaps.disengaged),
                ("probes", 1, 10, &mut gaps.probes),
            ],
            issues,
        );
        gaps
    }

    /// Reads the `gaps` of a locale.
    pub(crate) fn read_wording(&self, fields: &mut Fields, issues: &mut Vec<Issue>) -> GapWording {
        let value = fields.required("gaps", issues);
        let path = fields.path_of("gaps");
        let words = value.map(|value| gap_wording(value, &path, issues));
        words.unwrap_or_default()
    }
}

impl Parameters for Gaps {
    fn max_questions(&self) -> u32 {
        self.max_questions
    }

    fn bound(&self) -> Bound {
        // In a turn the answer is read, and the question is asked for before and after that.
        Bound {
            extra_replies: RESUME_PARTS,
            turn_replies: 2,
            rounds: ANALYSIS_ROUNDS,
            reads_answers: true,
            ..Bound::default()
        }
    }
}

fn analysis_by(fields: &mut Fields, issues: &mut Vec<Issue>) -> AnalysisCaller {
    let key = "analysis_by";
    let Some(name) = fields.text_opt(key, 1, 64, issues) else {
        return AnalysisCaller::default();
    };
    let mut callers = AnalysisCaller::ALL.iter().copied();
    callers
        .find(|caller| caller.name() == name)
        .unwrap_or_else(|| {
            let path = fields.path_of(key);
            let message = "must be engine or model";
            Issue::report(issues, &path, "enum", message, Some(&name.into()));
            AnalysisCaller::default()
        })
}

/// Reads the names of the same skill.
fn aliases(fields: &mut Fields, issues: &mut Vec<Issue>) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for item in fields.items("aliases", MOST_ALIASES, issues) {
        let list = item.value.as_array();
        let Some(list) = list.filter(|list| (2..=MOST_NAMES).contains(&list.len())) else {
            let rule = if list.is_some() { "length" } else { "type" };
            let message = "must be a list of 2 to 20 names";
            Issue::report(issues, &item.path, rule, message, Some(item.value));
            continue;
        };
        let mut names = Vec::new();
        for value in list {
            let name = value.as_str().unwrap_or_default();
            if name.trim().is_empty() || name.chars().count() > NAME_CHARS {
                let path = [&item.path, "[", &names.len().to_string(), "]"].concat();
                let message = "must be a text of 1 to 80 characters";
                Issue::report(issues, &path, "length", message, Some(value));
            }
            names.push(name.trim().into());
        }
        out.push(names);
    }
    out
}

fn gap_wording(value: &Value, path: &str, issues: &mut Vec<Issue>) -> GapWording {
    let mut fields = Fields::open(value, path, issues);
    let mut words = GapWording::default();
    fields.texts_into(
        &mut [
            ("and", SENTENCE, &mut words.and),
            ("plain", SENTENCE, &mut words.plain),
            ("plain_skills", SENTENCE, &mut words.plain_skills),
            ("closing_complete", SHORT, &mut words.closing_complete),
            ("closing_disengaged", SHORT, &mut words.closing_disengaged),
            ("closing_no_gaps", SHORT, &mut words.closing_no_gaps),
            ("analysis", LONG, &mut words.analysis),
            ("resume", LONG, &mut words.resume),
            ("answer", LONG, &mut words.answer),
            ("retry", LONG, &mut words.retry),
            ("tool", LONG, &mut words.tool),
            ("read_first", LONG, &mut words.read_first),
            ("state", LONG, &mut words.state),
            ("target", LONG, &mut words.target),
            ("skills", LONG, &mut words.skills),
            ("explanation", LONG, &mut words.explanation),
            ("example", LONG, &mut words.example),
        ],
        issues,
    );
    words.last = fields.text_opt("last", 1, LONG, issues).unwrap_or_default();
    for (key, slot) in [
        ("closed_one", &mut words.closed_one),
        ("closed_many", &mut words.closed_many),
        ("topic_new", &mut words.topic_new),
        ("topic_back", &mut words.topic_back),
    ] {
        let given = fields.required(key, issues);
        if given.is_some_and(|given| given.as_array().is_some_and(Vec::is_empty)) {
            let path = fields.path_of(key);
            let message = "must have at least one sentence";
            Issue::report(issues, &path, "length", message, given);
        }
        *slot = fields.texts(key, WORDINGS, SENTENCE, issues);
    }
    if let Some(value) = fields.required("attributes", issues) {
        words.attributes = attributes(value, &fields.path_of("attributes"), issues);
    }
    fields.refuse_unknown(issues);
    words
}

/// Reads the words of the six attributes, by their names.
fn attributes(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Vec<AttributeWording> {
    let mut fields = Fields::open(value, path, issues);
    let mut out = Vec::new();
    for attribute in Attribute::ALL {
        let mut words = AttributeWording::default();
        if let Some(value) = fields.required(attribute.name(), issues) {
            let list = &mut [
                ("label", 100, &mut words.label),
                ("clause", SENTENCE, &mut words.clause),
                ("explanation", SENTENCE, &mut words.explanation),
                ("example", SENTENCE, &mut words.example),
            ];
            texts(value, &fields.path_of(attribute.name()), list, issues);
        }
        out.push(words);
    }
    fields.refuse_unknown(issues);
    out
}

impl GapWording {
    /// Upper bound of the bytes that these words add to one call.
    pub(crate) fn bytes(&self) -> usize {
        let texts = [
            &self.analysis,
            &self.resume,
            &self.answer,
            &self.retry,
            &self.tool,
            &self.read_first,
            &self.state,
            &self.target,
            &self.skills,
            &self.last,
            &self.explanation,
            &self.example,
        ];
        let mut bytes: usize = texts.iter().map(|text| text.len()).sum();
        for words in &self.attributes {
            bytes += words.label.len()
                + words.clause.len()
                + words.explanation.len()
                + words.example.len();
        }
        bytes
    }
}
