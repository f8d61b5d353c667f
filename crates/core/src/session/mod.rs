//! The state of a session: the fold of its records, and nothing else.

mod attempts;
mod calls;
mod exchange;
mod findings;
mod language;
mod notes;
mod sent;
mod tools;
mod totals;

pub(crate) use attempts::Attempts;
pub use exchange::Exchange;
pub use findings::FindByRules;
pub use notes::{ReadNotes, looks_back};
pub use sent::CallLog;
pub(crate) use sent::Sent;
pub(crate) use tools::{Tool, ToolState, Tools, Waiting};
pub(crate) use totals::ExchangeTotals;

use crate::effect::{Head, Status};
use crate::kind::{Kind, Maker, NoKind};
use crate::misuse::{Misuse, MisuseCode};
use crate::validate::Validate;
use colloquy_schema::{
    Began, Capabilities, CloseReason, Context, Fact, FileRef, FindingsEdit, FindingsView, Guide,
    Interviewer, Limits, Named, Record, ResumedFrom, Setup, ToolCall, Usage, Wording,
};
use serde_json::Value;
use std::cell::OnceCell;
use std::rc::Rc;

/// Questions of a session that use up none: more would let an interview of five go on for ever.
const ASIDES: usize = 3;

/// What has happened in a session so far.
#[derive(Debug)]
pub struct Session {
    /// UUID.
    pub id: String,
    /// The pinned guide.
    pub guide: Rc<Guide>,
    /// Judges values of the contract that the guide carries, where it carries one and the host brought a validator.
    pub(crate) validator: Option<Rc<dyn Validate>>,
    /// Its wording in the session's language.
    pub wording: Rc<Wording>,
    /// Tag of that wording.
    pub locale: String,
    /// What host and respondent set at the beginning.
    pub setup: Rc<Setup>,
    /// What was read out of the material.
    pub context: Rc<Context>,
    /// Version of the engine that began it.
    pub engine: String,
    /// The tighter of the guide's and the host's limits.
    pub limits: Limits,
    /// The interviewer that asks now.
    pub interviewer: Interviewer,
    /// Status by the records alone.
    pub status: Status,
    /// False while the guide asks for a consent that was not given.
    pub consented: bool,
    /// The kind of interview, with everything that is folded for it alone.
    pub(crate) kind: Box<dyn Kind>,
    /// Hard limit on questions: the tightest of kind, guide and host.
    max_questions: u32,
    /// Every question that was put, with the respondent's reaction.
    pub exchanges: Vec<Exchange>,
    /// Totals of the exchanges.
    pub(crate) totals: ExchangeTotals,
    /// What questions of earlier sessions are compared by, once they were.
    pub(crate) asked_before: OnceCell<Vec<Vec<u64>>>,
    /// Calls so far: place of their record, and what became of them.
    pub calls: Vec<CallLog>,
    /// Messages of the last calls, from which the next one's difference is taken.
    pub(crate) sent: Sent,
    /// Number of the first question whose exchange still goes into prompts.
    pub history_from: u32,
    /// Attempts at the current step.
    pub(crate) attempts: Attempts,
    /// True after a reply that came to nothing for want of room: later ones get more.
    pub(crate) starved: bool,
    /// Tool calls of the last reply.
    pub(crate) tools: Tools,
    /// Files that the respondent handed in, oldest first.
    pub(crate) files: Rc<Vec<FileRef>>,
    /// What this browser can do, as far as the page has reported it; no record, as it may go on in another browser.
    pub(crate) capabilities: Capabilities,
    /// Parts of a sequential reply so far, by name; a part that failed for good has no value.
    pub(crate) parts: Named<Option<Value>>,
    /// Why no further question is asked.
    pub closed: Option<CloseReason>,
    /// The interviewer's own closing words, or empty.
    pub closing: String,
    /// What rules find in the answers.
    rules: findings::Rules,
    /// The respondent's edits of the findings.
    pub edits: Vec<FindingsEdit>,
    /// The frozen findings of a complete session.
    pub finished: Option<FindingsView>,
    /// Tokens spent; calls without a report count with their upper bound.
    pub usage: Usage,
    /// Time of the first record.
    pub started_at: u64,
    /// Time of the last record.
    pub updated_at: u64,
    /// Time spent paused or away, in milliseconds.
    pub away_ms: u64,
    /// True when the network was last reported away.
    pub network_away: bool,
    /// Number of records.
    pub records: u32,
}

fn invalid(why: &'static str) -> Misuse {
    Misuse::new(MisuseCode::InvalidSession, why)
}

impl Session {
    /// Opens a session from its first record, with the kind of its guide.
    pub(crate) fn open(
        record: &Record,
        maker: Maker,
        notes: Option<ReadNotes>,
    ) -> Result<Session, Misuse> {
        let session = Session::opened(record, maker, notes)?;
        if session.kind.name().is_empty() {
            return Err(Misuse::new(
                MisuseCode::Unsupported,
                "the guide asks for another kind of interview than was loaded",
            ));
        }
        Ok(session)
    }

    /// The same where only questions and answers are read: without a kind, and without the notes, on which no answer depends.
    pub(crate) fn without_kind(record: &Record) -> Result<Session, Misuse> {
        Session::opened(
            record,
            |_, _| Box::new(NoKind),
            Some(|_| Context::default()),
        )
    }

    fn opened(record: &Record, maker: Maker, notes: Option<ReadNotes>) -> Result<Session, Misuse> {
        let Fact::Began(began) = &record.fact else {
            return Err(invalid("the first record of a session must be `began`"));
        };
        let Began {
            session,
            guide,
            engine,
            setup,
            ..
        } = began.as_ref();
        let invalid_guide = |issues| {
            Misuse::with_details(
                MisuseCode::InvalidGuide,
                "mend the guide: every fault is listed with its path, rule and value",
                issues,
            )
        };
        let guide = Guide::read(guide).map_err(invalid_guide)?;
        let mut setup = setup.clone();
        let context = notes::read(&setup.material, notes)?;
        let kind = maker(&guide, &setup);
        match kind.faults() {
            faults if faults.is_empty() => {}
            faults => return Err(invalid_guide(faults)),
        }
        if !kind.looks_back() || !looks_back(&setup) {
            setup.digest.clear();
            setup.asked_before.clear();
        }
        let (locale, wording) = guide.wording(&setup.locale);
        let (locale, wording) = (locale.to_string(), wording.clone());
        let limits = guide.limits.tighter(&setup.limits);
        let most = limits.questions.unwrap_or(u32::MAX);
        Ok(Session {
            id: session.clone(),
            max_questions: most.min(kind.max_questions()),
            totals: ExchangeTotals::new(kind.substantive_words()),
            kind,
            limits,
            consented: wording.consent.is_none(),
            files: Rc::default(),
            capabilities: Capabilities::default(),
            asked_before: OnceCell::new(),
            validator: None,
            guide: Rc::new(guide),
            wording,
            locale,
            context: Rc::new(context),
            engine: engine.clone(),
            interviewer: setup.interviewer.clone(),
            setup: Rc::new(setup),
            status: Status::Active,
            exchanges: Vec::new(),
            calls: Vec::new(),
            sent: Sent::default(),
            history_from: 1,
            attempts: Attempts::default(),
            starved: false,
            tools: Tools::default(),
            parts: Named::default(),
            closed: None,
            closing: String::new(),
            rules: findings::Rules::default(),
            edits: Vec::new(),
            finished: None,
            usage: Usage::default(),
            started_at: record.at,
            updated_at: record.at,
            away_ms: 0,
            network_away: false,
            records: 1,
        })
    }

    /// Folds all records of a session. `maker` makes the kind of its guide; `notes` is needed where its material is not empty.
    ///
    /// # Errors
    /// `invalid_session` when the records do not make a session, `invalid_guide` when its pinned guide cannot be read,
    /// `invalid_options` when there are notes and nothing to read them with, `unsupported` when `maker` is that of another kind.
    pub fn of(
        records: &[Record],
        maker: Maker,
        notes: Option<ReadNotes>,
    ) -> Result<Session, Misuse> {
        let Some((first, rest)) = records.split_first() else {
            return Err(invalid("there are no records of this session"));
        };
        let mut session = Session::open(first, maker, notes)?;
        for record in rest {
            if record.seq != session.records {
                return Err(invalid("the records of this session have a gap"));
            }
            // Answers name their question by this number: two of one number would share an answer.
            if matches!(&record.fact, Fact::Asked(question) if question.number != session.asked() + 1)
            {
                return Err(invalid(
                    "the questions of this session must be numbered from 1 on",
                ));
            }
            session.evolve(record);
        }
        Ok(session)
    }

    /// Takes one more fact in. Total: a fact that does not fit the state changes nothing.
    pub(crate) fn evolve(&mut self, record: &Record) {
        // The kind first: it reads the session as it was before the record.
        let mut kind: Box<dyn Kind> = std::mem::replace(&mut self.kind, Box::new(NoKind));
        kind.evolve(record, self);
        if kind.ends_step(&record.fact) {
            self.attempts = Attempts::default();
        }
        self.kind = kind;
        let before = std::mem::replace(&mut self.updated_at, record.at);
        match &record.fact {
            Fact::ReplyJudged(judged) => self.attempts.judged(&judged.issues),
            Fact::Stopped {} => self.attempts.stopped = true,
            Fact::Retried {} => self.attempts.reset_failures(),
            Fact::ToolStarted { id } => self.tools.change(id, ToolState::Running(record.at)),
            Fact::ToolWaiting {
                id, token, form, ..
            } => {
                let waiting = Waiting {
                    token: token.clone(),
                    form: form.clone(),
                };
                self.tools.own(id, &waiting, self.exchanges.len() as u32);
                self.tools.change(id, ToolState::Waiting(waiting));
            }
            Fact::ToolEnded { id, result } => self.tool_ended(id, result, record.at),
            Fact::PartEnded { part, value } => {
                self.attempts = Attempts::default();
                self.parts.set(part, value.clone());
            }
            Fact::Consented {} => self.consented = true,
            Fact::CallStarted(call) => self.call_started(call, record.seq),
            Fact::CallEnded { call, outcome } => self.call_ended(*call, outcome, record.seq),
            Fact::Asked(question) => {
                self.attempts = Attempts::default();
                if !self.kind.keeps_tool_calls() {
                    self.tools.clear();
                }
                // What the interviewer said to a question back or to what hurts takes no question away.
                let most = self.limits.questions.unwrap_or(u32::MAX);
                if let Some(before) = question.follow_up_to.filter(|_| question.is_aside()) {
                    self.react(before, &mut |exchange| exchange.explained = true);
                }
                if question.is_aside() && self.has_asides() && self.max_questions < most {
                    self.max_questions += 1;
                }
                self.exchanges
                    .push(Exchange::new(question.clone(), record.at, self.away_ms));
            }
            Fact::Answered {
                question,
                text,
                redacted,
            } => {
                let away = self.away_ms;
                self.react(*question, &mut |exchange| {
                    exchange.answer(text, *redacted, record.at, away)
                });
            }
            Fact::Skipped { question } => self.react(*question, &mut Exchange::skip),
            Fact::Declined { question } => self.react(*question, &mut Exchange::decline),
            Fact::Amended {
                question,
                text,
                redacted,
            } => self.react(*question, &mut |exchange| exchange.amend(text, *redacted)),
            Fact::Paused {} => self.status = Status::Paused,
            Fact::Resumed { from } => {
                if *from == ResumedFrom::EarlyEnd {
                    self.closed = None;
                    self.closing.clear();
                    // What was found so far is looked for anew when the questions are over.
                    self.parts = Named::default();
                }
                self.away_ms += record.at.saturating_sub(before);
                self.status = Status::Active;
                self.attempts.reset_failures();
            }
            Fact::Network { online } => self.network_away = !online,
            Fact::InterviewerChanged { to } => {
                self.interviewer = to.clone();
                self.starved = false;
                self.attempts = Attempts::default();
            }
            Fact::Closed { reason, text } => {
                self.attempts = Attempts::default();
                self.tools.clear();
                self.closed = Some(*reason);
                self.closing = text.clone();
            }
            Fact::FindingsEdited(edit) => self.edits.push(edit.clone()),
            Fact::Finished { findings, .. } => {
                self.finished = Some(findings.clone());
                self.status = Status::Completed;
            }
            // The others are a kind's own.
            _ => {}
        }
        self.records = record.seq + 1;
        self.rules.forget(&record.fact);
    }

    /// Changes an exchange, and what all of them come to.
    fn react(&mut self, question: u32, change: &mut dyn FnMut(&mut Exchange)) {
        if let Some(exchange) = self.exchanges.get_mut((question as usize).wrapping_sub(1)) {
            self.totals.change(exchange, change);
        }
    }

    fn tool_ended(&mut self, id: &str, result: &Value, at: u64) {
        if let Some(tool) = self.tools.open().find(|tool| tool.call.id == id) {
            let forms = self.kind.forms();
            let files = forms.map(|forms| forms.files(&tool.call, result));
            if let Some(files) = files.filter(|files| !files.is_empty()) {
                Rc::make_mut(&mut self.files).extend(files);
            }
            let away = self.away_ms;
            let mut open = self.exchanges.iter_mut().rev();
            let form = open.find(|exchange| {
                exchange.is_open() && exchange.question.form.as_deref() == Some(id)
            });
            if let Some(exchange) = form {
                let filled = forms.map(|forms| forms.filled(&tool.call, result));
                let fill = &mut |exchange: &mut Exchange| {
                    exchange.fill(filled.clone(), result, at, away);
                };
                self.totals.change(exchange, fill);
            }
        }
        self.tools.change(id, ToolState::Ended(result.clone()));
    }

    /// The form that the open question leads in.
    pub(crate) fn shown_form(&self) -> Option<(&ToolCall, &Waiting)> {
        let id = self.open_question()?.question.form.as_deref()?;
        self.tools.waiting_for(id)
    }

    /// The tool call whose form a question leads in.
    pub(crate) fn form_of(&self, question: u32) -> Option<ToolCall> {
        let exchange = self.exchanges.get((question as usize).wrapping_sub(1))?;
        let id = exchange.question.form.as_ref()?;
        let mut tools = self.tools.iter().filter(|tool| tool.call.id == *id);
        Some(tools.next_back()?.call.clone())
    }

    /// The question that waits for the respondent.
    pub fn open_question(&self) -> Option<&Exchange> {
        self.exchanges
            .last()
            .filter(|exchange| exchange.is_open() && self.closed.is_none())
    }

    /// Number of the call that runs, if one does.
    pub(crate) fn running_call(&self) -> Option<u32> {
        let running = self.calls.last().filter(|log| log.ended.is_none());
        running.map(|_| self.calls.len() as u32)
    }

    /// Hard limit on questions: the tightest of kind, guide and host.
    pub fn max_questions(&self) -> u32 {
        self.max_questions
    }

    /// The kind of interview.
    pub fn kind(&self) -> &dyn Kind {
        self.kind.as_ref()
    }

    /// True as long as a question may be an aside, which uses up none.
    pub fn has_asides(&self) -> bool {
        let asides = self.exchanges.iter().filter(|one| one.question.is_aside());
        asides.count() < ASIDES
    }

    /// Questions put so far.
    pub fn asked(&self) -> u32 {
        self.exchanges.len() as u32
    }

    /// Template of the session: the one that was set, else the guide's first.
    pub fn template(&self) -> &colloquy_schema::Template {
        let templates = &self.guide.templates;
        templates
            .iter()
            .find(|t| t.id == self.setup.template)
            .unwrap_or(&templates[0])
    }

    /// Time from the first question to `now`, time away left out, in milliseconds.
    pub(crate) fn duration_ms(&self, now: u64) -> u64 {
        self.exchanges.first().map_or(0, |first| {
            now.saturating_sub(first.asked_at)
                .saturating_sub(self.away_ms)
        })
    }

    /// Every reaction to a question is a step, unless the kind counts in another way; it never goes backwards.
    pub(crate) fn percent(&self) -> u32 {
        let counted = || (self.totals.sums.over * 100 / self.max_questions().max(1)).min(100);
        match self.closed {
            Some(_) => 100,
            None => self.kind.progress(self).unwrap_or_else(counted),
        }
    }

    /// Draws the row that lists show.
    pub fn head(&self) -> Head {
        Head {
            session: self.id.clone(),
            guide: self.guide.id.clone(),
            guide_version: self.guide.version.clone(),
            guide_title: self.wording.title.clone(),
            subject: self.setup.subject.clone(),
            title: self.context.title.clone(),
            template: self.template().id.clone(),
            status: self.status,
            reviewing: self.closed.is_some() && self.finished.is_none(),
            offline: self.network_away,
            started_at: self.started_at,
            updated_at: self.updated_at,
            questions: self.asked(),
            max_questions: self.max_questions(),
            percent: self.percent(),
            duration_ms: self.duration_ms(self.updated_at),
            last_question: self
                .exchanges
                .last()
                .map(|e| e.question.text.clone())
                .unwrap_or_default(),
            records: self.records,
        }
    }

    /// What a session that is resumed comes back from; `absent` where nobody gave a sign for long.
    pub(crate) fn resumed_from(&self, absent: bool) -> ResumedFrom {
        if self.status == Status::Paused {
            ResumedFrom::Paused
        } else if !absent {
            ResumedFrom::EarlyEnd
        } else {
            ResumedFrom::Abandoned
        }
    }
}
