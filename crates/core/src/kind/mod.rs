//! What a kind of interview is: one trait, the steps that it plans, and what all kinds share. It knows no kind: those are rooms in
//! `kinds`, which names everything here anew for them.

pub mod conversation;
mod material;
pub mod outcome;
mod repetition;
mod section;
mod step;

pub use material::material;
pub use repetition::is_repetition;
pub use section::{NameOnly, Section, ViewSection};
pub use step::{Apart, Dispatch, Plan, Reading, Reply, ShownText, Step, ToolUse};

use crate::forms::{FormWords, Forms};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::Session;
use colloquy_schema::{
    CloseReason, Contract, Fact, Guide, Issue, Purpose, Question, Record, ReplyMode, Setup,
    ToolCall, contract,
};
use serde_json::{Map, Value};
use std::any::Any;
use std::fmt::Debug;

/// Reads a published schema into a value, for [`Kind::schema`]. The text is embedded where this stands, so that it lies with its kind in a
/// program that is loaded in parts. The space makes it another text than the one in the table of all contracts: equal ones become one, which
/// every part can reach.
macro_rules! embedded_schema {
    ($file:literal) => {
        colloquy_schema::contract::parse_schema(concat!(" ", include_str!($file)))
    };
}
pub(crate) use embedded_schema;

/// Makes a kind for one session, with the parameters of its guide.
pub type Maker = fn(&Guide, &Setup) -> Box<dyn Kind>;

/// Words from which an answer is substantive where a kind sets no number of its own.
const SUBSTANTIVE_WORDS: u32 = 10;

/// One kind of interview, with its parameters and its state. Everything in which kinds differ is behind this; the machine calls
/// it and knows no kind.
///
/// State is folded from records in [`Kind::evolve`] and lives here alone. Every other method is a pure function of that state and
/// of the session: nothing is kept between calls, so that replaying the records gives the same state on any machine.
pub trait Kind: Any + Debug {
    /// Name of the kind, as a guide's `strategy.kind` has it.
    fn name(&self) -> &'static str;

    /// False where the built-in interviewer is not asked once more before the end, so that everybody is asked the same: what cannot wait is
    /// answered where it is written.
    fn has_last_word(&self) -> bool {
        true
    }

    /// Hard limit on questions, forms included, that the guide's parameters set.
    fn max_questions(&self) -> u32;

    /// What is wrong with the guide besides what [`Guide::read`] reports: of a kind whose parameters and words are read in its own room.
    fn faults(&self) -> Vec<Issue> {
        Vec::new()
    }

    /// Decides what the session does next. Called only while questions are put, no call runs, and every tool call has its
    /// result or waits for this step.
    fn plan(&self, session: &Session) -> Step;

    /// Takes one more record in; `before` is the session as it was before that record. Total: a fact that does not fit the
    /// state changes nothing.
    fn evolve(&mut self, record: &Record, before: &Session) {
        let _ = (record, before);
    }

    /// True for a fact of the kind's own that ends a step: what is asked for next has all its attempts again.
    fn ends_step(&self, fact: &Fact) -> bool {
        let _ = fact;
        false
    }

    /// Turns what came of a plan into facts: at least one that ends the step, so that every step ends.
    fn absorb(&self, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
        conversation::absorb(session, plan, reading)
    }

    // Tools and forms

    /// Decides what is done about a tool call. A tool that is not the session's to offer is an error result, never an effect.
    fn dispatch(&self, session: &Session, call: &ToolCall) -> Dispatch {
        let _ = session;
        Dispatch::error(
            call,
            "tool_not_available",
            "This interview has no such tool.",
        )
    }

    /// Turns the result of a tool that the page ran into facts, the last of which ends the call.
    fn tool_settled(&self, session: &Session, call: &ToolCall, result: Value) -> Vec<Fact> {
        let _ = session;
        let id = call.id.clone();
        vec![Fact::ToolEnded { id, result }]
    }

    /// True when the host may bring tools of its own.
    fn takes_host_tools(&self) -> bool {
        false
    }

    /// True when questions are the guide's own words, so that a model goes on in the guide's language.
    fn asks_own_words(&self) -> bool {
        false
    }

    /// True when tool calls stay in the conversation behind the question after which they were made. Else they are forgotten
    /// with the next question.
    fn keeps_tool_calls(&self) -> bool {
        false
    }

    /// What a model was asked when it made the calls of this turn, where calls do not stay in the conversation.
    fn tool_request<'a>(&self, session: &'a Session) -> &'a str {
        let _ = session;
        ""
    }

    /// The forms that the respondent may be asked by; a kind without any has none of their code.
    fn forms(&self) -> Option<&'static dyn Forms> {
        None
    }

    /// How many forms may still be shown.
    fn forms_left(&self, session: &Session) -> u32 {
        session.max_questions().saturating_sub(session.asked())
    }

    /// The guide's words for forms.
    fn form_words<'a>(&self, session: &'a Session) -> FormWords<'a> {
        let _ = session;
        FormWords::default()
    }

    // Replies

    /// JSON Schema, in this session, of a contract that interviews of this kind alone ask for.
    fn schema(&self, contract: Contract) -> Option<Value> {
        let _ = contract;
        None
    }

    /// Takes out of a reply that was cut off what is not whole. Returns the name of the last thing that is, after which the next reply goes
    /// on; nothing where the rest is of no use.
    fn mend_cut(&self, contract: Contract, value: &mut Value) -> Option<String> {
        let _ = (contract, value);
        None
    }

    /// Puts what a reply had before it was cut off before the reply that goes on after it.
    fn join_cut(&self, contract: Contract, before: Value, value: &mut Value) {
        let _ = (contract, before, value);
    }

    /// What is wrong with the text of a question besides the rules that hold for all: a rule and a message. The reply is asked
    /// for again while nothing of it was shown.
    fn judge_question(
        &self,
        session: &Session,
        text: &str,
    ) -> Option<(&'static str, &'static str)> {
        let _ = (session, text);
        None
    }

    /// Rules across the fields of a reply by a contract of the kind's own that has a question in it. True when it can be used,
    /// in spite of what `issues` has.
    fn judge_reply(
        &self,
        session: &Session,
        contract: Contract,
        value: &Value,
        issues: &mut Vec<Issue>,
    ) -> bool {
        let _ = (session, contract, value);
        !contract::faults(issues)
    }

    /// True when a question was put before.
    fn is_repetition(&self, session: &Session, text: &str) -> bool {
        repetition::is_repetition(session, text)
    }

    // Prompts

    /// Words in front of everything else that a model reads of the session.
    fn preface<'a>(&self, session: &'a Session) -> &'a str {
        let _ = session;
        ""
    }

    /// The material as a model reads it, in at most about `budget` bytes.
    fn material(&self, session: &Session, budget: usize) -> String {
        material::material(session, budget)
    }

    /// A question as the reply that a model put it with, in the form that is asked for, so that it goes on in that; `place` counts from 0.
    fn as_replied(&self, session: &Session, place: usize, question: &Question) -> String {
        let _ = (session, place);
        conversation::as_replied(question)
    }

    /// True when earlier sessions on the same subject matter: their questions are not put again.
    fn looks_back(&self) -> bool {
        true
    }

    /// What the respondent keeps by filling in a form, once its result is there: a fact, or nothing where another step keeps it.
    fn kept_by_form(&self, session: &Session, call: &ToolCall, result: &Value) -> Option<Fact> {
        let _ = (session, call, result);
        None
    }

    // What follows from the questions

    /// The contract whose value is to be asked for next, once the questions are over. `mode` is absent for the built-in
    /// interviewer.
    fn next_outcome(&self, session: &Session, mode: Option<ReplyMode>) -> Option<Contract> {
        outcome::of_guide(session, mode)
    }

    /// Plans the call for a contract that [`Kind::next_outcome`] names.
    fn outcome_plan(&self, session: &Session, contract: Contract) -> Plan {
        outcome::asking(session, contract, Purpose::Outcome)
    }

    /// How far an outcome is that is asked for in parts, while `next` is asked for: parts that are there, and parts there will be.
    fn outcome_parts(&self, next: Contract) -> (u32, u32) {
        let _ = next;
        (0, 1)
    }

    /// True while an action waits for the respondent to accept or decline it, once the questions are over.
    fn offers_action(&self, session: &Session) -> bool {
        let _ = session;
        false
    }

    /// What the kind records when the session is finished, while the findings are drawn: see [`Session::found`].
    fn finishing(&self, session: &Session) -> Option<Fact> {
        let _ = session;
        None
    }

    /// Writes the structured outcome; nothing for a kind that has none.
    fn outcome(&self, session: &Session, out: &mut Map<String, Value>) {
        let _ = (session, out);
    }

    /// True when a theme that a model finds must be in the respondent's own words: it has read more than those.
    fn quotes_themes(&self) -> bool {
        false
    }

    // What is shown

    /// How far the questions are, in percent, never decreasing; absent where that is a matter of how many were put.
    fn progress(&self, session: &Session) -> Option<u32> {
        let _ = session;
        None
    }

    /// Words from which an answer counts as substantive.
    fn substantive_words(&self) -> u32 {
        SUBSTANTIVE_WORDS
    }

    /// Closing words for a reason that the kind has words of its own for.
    fn closing(&self, session: &Session, reason: CloseReason) -> Option<String> {
        let _ = (session, reason);
        None
    }

    /// Draws the kind's part of the view.
    fn view(&self, session: &Session) -> Section {
        let _ = session;
        Section::new(NameOnly { kind: self.name() })
    }

    /// Draws what is read beside the view, because it is long and changes rarely.
    fn details(&self, session: &Session) -> Section {
        let _ = session;
        Section::new(NameOnly { kind: self.name() })
    }

    /// True when the respondent can correct what the interview has noted.
    fn can_edit(&self) -> bool {
        false
    }

    /// Turns a correction into facts, which are recorded together.
    ///
    /// # Errors
    /// `invalid_options` for what is no correction, and whatever keeps it from being made.
    fn edit(&self, session: &Session, edit: Value) -> Result<Vec<Fact>, Misuse> {
        let _ = (session, edit);
        Err(Misuse::new(
            MisuseCode::NotNow,
            "this kind of interview notes nothing to correct",
        ))
    }
}

/// Stands in for a kind where nothing is decided: while a session's own takes a record in, and where only questions and answers
/// are read.
#[derive(Debug)]
pub(crate) struct NoKind;

impl Kind for NoKind {
    fn name(&self) -> &'static str {
        ""
    }

    fn max_questions(&self) -> u32 {
        0
    }

    fn plan(&self, _session: &Session) -> Step {
        Step::Respondent
    }
}
