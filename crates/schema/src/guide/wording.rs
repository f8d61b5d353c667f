//! The words of a guide in one language.

use crate::Named;
use std::rc::Rc;

/// Everything a guide says in one language.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// Name of the interview, as the library shows it.
    pub title: String,
    /// What it is, in one or two sentences.
    pub description: String,
    /// What is asked before anything is stored or sent; absent when the guide needs no consent.
    pub consent: Option<Consent>,
    /// Shown above the first question.
    pub welcome: String,
    /// Shown when the interview has ended.
    pub closing: String,
    /// Shown when a limit ended it; `{limit}` names the limit.
    pub closing_limit: String,
    /// Puts the last question again when no usable reply came; `{question}` is that question.
    pub again: String,
    /// Opens the interview when no usable reply came to the very first call.
    pub again_first: String,
    /// Concludes the interview when no usable reply came to the last call.
    pub again_last: String,
    /// Wording of each template, by its id.
    pub templates: Named<TemplateWording>,
    /// Stages of a staged interview, in the order of the strategy's; empty for any other.
    pub stages: Rc<Vec<StageWording>>,
    /// What only a skills interview says; empty in any other.
    pub gaps: Rc<GapWording>,
    /// What only an onboarding interview says; empty in any other.
    pub onboarding: Rc<OnboardingWording>,
    /// What a model is told besides the template.
    pub prompts: Prompts,
    /// Sentences for the scripted interviewer.
    pub bank: Rc<Bank>,
    /// Labels of transcripts, by name.
    pub transcript: Named<String>,
}

/// What a respondent agrees to before the interview begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consent {
    /// What is asked.
    pub asked: String,
    /// Who gets the answers.
    pub recipients: String,
    /// How long they are kept, and where.
    pub kept: String,
}

/// One way of asking, in words.
#[derive(Clone, Debug, Default)]
pub struct TemplateWording {
    /// Name, as the start page shows it.
    pub name: String,
    /// What it is like, in one sentence.
    pub description: String,
    /// System prompt: the same bytes for every call.
    pub system: String,
    /// Asks the model for the first question.
    pub initial: String,
    /// Asks it for a question on another part of the material.
    pub topic: String,
    /// Asks it for a follow-up, or for another topic where a follow-up would add nothing.
    pub follow_up: String,
    /// Asks it for the concluding question.
    pub conclusion: String,
}

/// What a model is told besides the template.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    /// Rules and an example of the reply, the end of the system prompt in instructed mode.
    pub instructed: String,
    /// The end of the system prompt in strict mode, where the provider enforces the schema.
    pub strict: String,
    /// Leads in the material.
    pub material: String,
    /// Leads in the host's and the respondent's guidelines.
    pub guidelines: String,
    /// Leads in the digest of earlier sessions.
    pub digest: String,
    /// Leads in the questions that must not come again.
    pub asked_before: String,
    /// Stands in for exchanges that outgrew the budget; `{count}` says how many.
    pub dropped: String,
    /// Asks again after an unusable reply; `{issues}` is the list of what was wrong.
    pub retry: String,
    /// State of the interview with every call; `{number}`, `{max}` and `{remaining}`.
    pub state: String,
    /// Stands for a skipped question.
    pub skipped: String,
    /// Stands for a refused question.
    pub declined: String,
    /// What only a staged interview says.
    pub stages: StagePrompts,
    /// What is said where an outcome is asked for: by the advice strategy, and by guides with a contract of their own.
    pub outcome: OutcomePrompts,
    /// What is said when a model is asked for insights, actions and themes; empty in guides that leave these to the rules.
    pub findings: OutcomePrompts,
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

/// What only an onboarding interview says.
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

/// What only a skills interview says. `{x}` and `{y}` stand for names of skills.
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
    /// What the tool `analyze_technical_skills` is for, as the model is told.
    pub tool: String,
    /// Tells the model to have the last answer read before it asks anything.
    pub read_first: String,
    /// State of the interview with every question: `{completeness}`, `{open}` (skills with gaps), `{known}` (what is known of
    /// the skill in question).
    pub state: String,
    /// What is to be asked: `{skill}`, `{asked}` (the attributes), `{lead}` (words that already stand before the question).
    pub target: String,
    /// Asks the model for the first question where no skill is known.
    pub skills: String,
    /// Asks it to say in other words what was asked.
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

/// What a model is told of the state of a staged interview.
#[derive(Clone, Debug, Default)]
pub struct StagePrompts {
    /// With every call: `{stage}`, `{title}`, `{purpose}`, `{objectives}` (a list, those asked about marked), `{depth}`,
    /// `{completeness}`, `{examples}`, `{examples_needed}`, `{questions_left}`, `{follow_up}`.
    pub state: String,
    /// When the next stage may be proposed: `{next}`, `{next_title}`, `{next_purpose}`, `{next_objective}`.
    pub ready: String,
    /// When not, with what is missing: `{missing}`.
    pub not_ready: String,
    /// Names what can be missing: completeness below 80.
    pub missing_completeness: String,
    /// Depth 3 was not reached.
    pub missing_depth: String,
    /// Not every objective was asked about.
    pub missing_objectives: String,
    /// Too few examples.
    pub missing_examples: String,
    /// Items that need a follow-up are left.
    pub missing_follow_up: String,
    /// How to ask somebody who says much.
    pub engagement_high: String,
    /// How to ask at the usual pace.
    pub engagement_medium: String,
    /// How to ask somebody who says little.
    pub engagement_low: String,
}

/// What a model is told when an outcome is asked for: each with the rules and an example, as models echo a bare schema.
#[derive(Clone, Debug, Default)]
pub struct OutcomePrompts {
    /// Asks for the whole.
    pub whole: String,
    /// Asks for the parts of a recommendation, one after the other; `{so_far}` is what the parts before said. Empty for guides
    /// with a contract of their own.
    pub parts: Vec<String>,
    /// Asks again after an unusable reply; `{issues}` is the list of what was wrong.
    pub retry: String,
}

/// Sentences with slots such as `{concept}`, by use and template. What uses there are is the scripted interviewer's matter.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    /// Every use and template with its sentences.
    pub uses: Vec<BankUse>,
}

/// The sentences of one use and template.
#[derive(Clone, Debug, Default)]
pub struct BankUse {
    /// What they are for.
    pub name: String,
    /// Id of the template, or `any`.
    pub template: String,
    /// The sentences.
    pub sentences: Vec<String>,
}

impl Bank {
    /// Returns the sentences for a use: those of the template first, then those of any template.
    pub fn sentences<'a>(&'a self, for_use: &str, template: &str) -> impl Iterator<Item = &'a str> {
        let of = |id: &str| {
            let found = self
                .uses
                .iter()
                .find(|entry| entry.name == for_use && entry.template == id);
            found.map_or(&[][..], |entry| &entry.sentences)
        };
        let both = of(template).iter().chain(of("any"));
        both.map(String::as_str)
    }
}
