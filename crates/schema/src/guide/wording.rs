//! The words of a guide in one language.

use crate::Named;
use crate::kinds::KindWording;
use std::rc::Rc;

/// All words of a guide in one language.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// Tag of the language of the prompts and the bank; empty where it is that of the other words. A guide may have the words that a respondent
    /// reads in a language in which the built-in interviewer does not ask.
    pub asks_in: String,
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
    /// Words of this kind of interview alone.
    pub kind: KindWording,
    /// Prompts of a model besides the template.
    pub prompts: Prompts,
    /// Sentences for the scripted interviewer.
    pub bank: Rc<Bank>,
    /// Labels of transcripts, by name.
    pub transcript: Named<String>,
}

/// What a respondent agrees to before the interview begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consent {
    /// What the respondent is asked to agree to.
    pub asked: String,
    /// Recipients of the answers.
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

/// Prompts of a model besides the template.
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
    /// Stands in for exchanges that outgrew the budget; `{count}` is their number.
    pub dropped: String,
    /// Asks again after an unusable reply; `{issues}` is the list of what was wrong.
    pub retry: String,
    /// State of the interview with every call; `{number}`, `{max}` and `{remaining}`.
    pub state: String,
    /// Stands for a skipped question.
    pub skipped: String,
    /// Stands for a refused question.
    pub declined: String,
    /// Prompts for an outcome: the kind's own, or the one of a guide with a contract.
    pub outcome: OutcomePrompts,
    /// Prompts for insights, actions and themes; empty in guides that leave these to the rules.
    pub findings: OutcomePrompts,
}

/// Prompts for an outcome: each with the rules and an example, as models echo a bare schema.
#[derive(Clone, Debug, Default)]
pub struct OutcomePrompts {
    /// Asks for the whole.
    pub whole: String,
    /// Asks for the parts of a recommendation, one after the other; `{so_far}` is the parts before. Empty for guides
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
    /// Use that the sentences are for.
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
