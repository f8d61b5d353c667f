//! The state of a session: the fold of its records, and nothing else.

mod attempts;
mod exchange;
mod met;
mod onboarding;
mod sent;
mod skills;
mod stages;
mod tools;

pub(crate) use attempts::Attempts;
pub use exchange::Exchange;
pub(crate) use met::Met;
pub(crate) use onboarding::{Onboarding, approvable, data_type};
pub(crate) use sent::Sent;
pub(crate) use skills::{Gap, Skill, Skills, Source};
pub(crate) use stages::{Stages, engagement};
pub(crate) use tools::{Tool, ToolState, Tools, Waiting};

use crate::effect::{Head, Status};
use crate::material::context;
use crate::misuse::{Misuse, MisuseCode};
use crate::validate::Validate;
use colloquy_schema::{
    Began, CallOutcome, CallStarted, Capabilities, CloseReason, Context, Fact, FindingsEdit,
    FindingsView, GapQuestion, Guide, Interviewer, Limits, Named, Reaction, Record, ResumedFrom,
    Setup, StagedQuestion, Strategy, ToolCall, Usage, Wording,
};
use serde_json::Value;
use std::cell::OnceCell;
use std::rc::Rc;

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
    /// Who asks now.
    pub interviewer: Interviewer,
    /// Status by the records alone.
    pub status: Status,
    /// False while the guide asks for a consent that was not given.
    pub consented: bool,
    /// Every question that was put, with how it was met.
    pub exchanges: Vec<Exchange>,
    /// What they come to.
    pub(crate) met: Met,
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
    /// Tool calls of the last reply.
    pub(crate) tools: Tools,
    /// Where a staged interview stands; without stages in any other.
    pub(crate) stages: Stages,
    /// Where an onboarding interview stands; without phases in any other.
    pub(crate) onboarding: Onboarding,
    /// What this browser can do, as far as the page has said; no record, as it may go on in another browser.
    pub(crate) capabilities: Capabilities,
    /// Skills and gaps of a skills interview; empty in any other.
    pub(crate) skills: Skills,
    /// Parts of a sequential reply so far, by name; a part that failed for good has no value.
    pub(crate) parts: Named<Option<Value>>,
    /// What the respondent said to the action on offer.
    pub action: Option<bool>,
    /// Why no further question is asked.
    pub closed: Option<CloseReason>,
    /// The interviewer's own closing words, or empty.
    pub closing: String,
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
    /// True when the last word on the network is that it is away.
    pub network_away: bool,
    /// How many records there are.
    pub records: u32,
}

/// One call as the session remembers it.
#[derive(Clone, Copy, Debug)]
pub struct CallLog {
    /// Place of the record that started it.
    pub started: u32,
    /// Place of the record that ended it; absent while it runs.
    pub ended: Option<u32>,
    /// Upper bound of what it can cost.
    pub reserved: Usage,
}

fn invalid(why: &'static str) -> Misuse {
    Misuse::new(MisuseCode::InvalidSession, why)
}

impl Session {
    /// Opens a session from its first record.
    pub(crate) fn open(record: &Record) -> Result<Session, Misuse> {
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
        let guide = Guide::read(guide).map_err(|issues| {
            Misuse::with_details(
                MisuseCode::InvalidGuide,
                "mend the guide: every fault is listed with its path, rule and value",
                issues,
            )
        })?;
        let mut setup = setup.clone();
        if matches!(guide.strategy, Strategy::Gaps(_) | Strategy::Onboarding(_)) {
            // What is missing is asked for, whatever an earlier session on the same résumé asked.
            setup.digest.clear();
            setup.asked_before.clear();
        }
        let (locale, wording) = guide.wording(&setup.locale);
        let (locale, wording) = (locale.to_string(), wording.clone());
        Ok(Session {
            id: session.clone(),
            limits: guide.limits.tighter(&setup.limits),
            consented: wording.consent.is_none(),
            stages: match &guide.strategy {
                Strategy::Staged(staged) => Stages::new(&staged.stages),
                _ => Stages::default(),
            },
            skills: match &guide.strategy {
                Strategy::Gaps(gaps) => Skills::new(gaps, &setup.material),
                _ => Skills::default(),
            },
            onboarding: match &guide.strategy {
                Strategy::Onboarding(onboarding) => Onboarding::new(onboarding),
                _ => Onboarding::default(),
            },
            capabilities: Capabilities::default(),
            met: Met::new(&guide),
            asked_before: OnceCell::new(),
            validator: None,
            guide: Rc::new(guide),
            wording,
            locale,
            context: Rc::new(context(&setup.material)),
            engine: engine.clone(),
            interviewer: setup.interviewer.clone(),
            setup: Rc::new(setup),
            status: Status::Active,
            exchanges: Vec::new(),
            calls: Vec::new(),
            sent: Sent::default(),
            history_from: 1,
            attempts: Attempts::default(),
            tools: Tools::default(),
            parts: Named::default(),
            action: None,
            closed: None,
            closing: String::new(),
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

    /// Folds all records of a session.
    pub(crate) fn of(records: &[Record]) -> Result<Session, Misuse> {
        let Some((first, rest)) = records.split_first() else {
            return Err(invalid("there are no records of this session"));
        };
        let mut session = Session::open(first)?;
        for record in rest {
            if record.seq != session.records {
                return Err(invalid("the records of this session have a gap"));
            }
            // Answers name their question by this number: two of one number would share what was said.
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
        let before = std::mem::replace(&mut self.updated_at, record.at);
        match &record.fact {
            Fact::Began(_) | Fact::Unknown(_) => {}
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
                self.tools.change(id, ToolState::Waiting(waiting));
            }
            Fact::ToolEnded { id, result } => self.tool_ended(id, result, record.at),
            Fact::Persisted(artifact) => self.onboarding.persisted(artifact, record.at),
            Fact::PhaseEnded { reason, .. } => {
                let next = self.asked() + 1;
                self.onboarding.phase_ended(*reason, next);
            }
            Fact::SkillsRead(read) => {
                self.attempts = Attempts::default();
                let asked = read.question.and_then(|question| self.gap_of(question));
                self.skills.read(read, asked.as_ref());
            }
            Fact::AnalysisDue { question, reason } => self.skills.due(*question, *reason),
            Fact::GapEnded { skill, reason } => self.skills.ended(skill, *reason),
            Fact::SkillsEdited(edit) => self.skills.edited(edit),
            Fact::PartEnded { part, value } => {
                self.attempts = Attempts::default();
                self.parts.set(part, value.clone());
            }
            Fact::Consented {} => self.consented = true,
            Fact::CallStarted(call) => self.call_started(call, record.seq),
            Fact::CallEnded { call, outcome } => self.call_ended(*call, outcome, record.seq),
            Fact::Asked(question) => {
                self.attempts = Attempts::default();
                if self.onboarding.phases.is_empty() {
                    self.tools.clear();
                }
                self.stages.asked(question.staged.as_ref());
                self.skills.asked(question.gap.as_ref());
                self.onboarding
                    .asked(question.number, question.form.is_some());
                self.exchanges
                    .push(Exchange::new(question.clone(), record.at, self.away_ms));
            }
            Fact::Answered {
                question,
                text,
                redacted,
            } => {
                let away = self.away_ms;
                self.meet(*question, &mut |exchange| {
                    exchange.answer(text, *redacted, record.at, away)
                });
            }
            Fact::Skipped { question } => {
                self.meet(*question, &mut Exchange::skip);
                self.passed(*question, false);
            }
            Fact::Declined { question } => {
                self.meet(*question, &mut Exchange::decline);
                self.passed(*question, true);
            }
            Fact::Amended {
                question,
                text,
                redacted,
            } => self.meet(*question, &mut |exchange| exchange.amend(text, *redacted)),
            Fact::Paused {} => self.status = Status::Paused,
            Fact::Resumed { .. } => {
                self.away_ms += record.at.saturating_sub(before);
                self.status = Status::Active;
                self.attempts.reset_failures();
            }
            Fact::Network { online } => self.network_away = !online,
            Fact::InterviewerChanged { to } => {
                self.interviewer = to.clone();
                self.attempts = Attempts::default();
            }
            Fact::Closed { reason, text } => {
                self.attempts = Attempts::default();
                self.tools.clear();
                self.closed = Some(*reason);
                self.closing = text.clone();
            }
            Fact::ActionSettled { accepted } => self.action = Some(*accepted),
            Fact::Tracked(tracked) => self.stages.tracked(tracked),
            Fact::StageEnded { reason, .. } => self.stages.ended(*reason),
            Fact::FindingsEdited(edit) => self.edits.push(edit.clone()),
            Fact::Finished { findings, .. } => {
                self.finished = Some(findings.clone());
                self.status = Status::Completed;
            }
        }
        self.records = record.seq + 1;
    }

    fn call_started(&mut self, call: &CallStarted, seq: u32) {
        self.sent.started(call);
        self.history_from = call.history_from;
        self.attempts.start(&call.step);
        self.calls.push(CallLog {
            started: seq,
            ended: None,
            reserved: call.reserved,
        });
    }

    fn call_ended(&mut self, call: u32, outcome: &CallOutcome, seq: u32) {
        let Some(log) = self
            .calls
            .get_mut((call as usize).wrapping_sub(1))
            .filter(|log| log.ended.is_none())
        else {
            return;
        };
        log.ended = Some(seq);
        let scripted = self.interviewer == Interviewer::Scripted;
        let spent = match outcome {
            _ if scripted => Usage::default(),
            CallOutcome::Replied(reply) if reply.usage != Usage::default() => reply.usage,
            // Without a report the upper bound counts: a limit must hold even against a silent provider.
            CallOutcome::Replied(_) | CallOutcome::Cancelled {} | CallOutcome::Interrupted {} => {
                log.reserved
            }
            CallOutcome::Failed(_) => Usage::default(),
        };
        self.usage.input_tokens = self.usage.input_tokens.saturating_add(spent.input_tokens);
        self.usage.output_tokens = self.usage.output_tokens.saturating_add(spent.output_tokens);
        if let CallOutcome::Replied(reply) = outcome {
            let asked = self.asked();
            self.tools.called(reply, asked);
        }
        self.attempts.end(outcome, scripted, self.updated_at);
    }

    fn meet(&mut self, question: u32, change: &mut dyn FnMut(&mut Exchange)) {
        if let Some(exchange) = self.exchanges.get_mut((question as usize).wrapping_sub(1)) {
            self.met.change(exchange, change);
        }
    }

    fn tool_ended(&mut self, id: &str, result: &Value, at: u64) {
        if let Some(tool) = self.tools.open().find(|tool| tool.call.id == id) {
            self.onboarding.tool_ended(&tool.call, result);
            let away = self.away_ms;
            let mut open = self.exchanges.iter_mut().rev();
            let form = open.find(|exchange| {
                exchange.is_open() && exchange.question.form.as_deref() == Some(id)
            });
            if let Some(exchange) = form {
                let fill =
                    &mut |exchange: &mut Exchange| exchange.fill(&tool.call, result, at, away);
                self.met.change(exchange, fill);
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

    fn gap_of(&self, question: u32) -> Option<GapQuestion> {
        let exchange = self.exchanges.get((question as usize).wrapping_sub(1))?;
        exchange.question.gap.clone()
    }

    fn passed(&mut self, question: u32, declined: bool) {
        let asked = self.gap_of(question);
        self.skills.passed(question, asked.as_ref(), declined);
        if declined {
            let form = self.form_of(question);
            self.onboarding.declined(form.as_ref());
        }
    }

    /// The question that waits for the respondent.
    pub fn open_question(&self) -> Option<&Exchange> {
        self.exchanges
            .last()
            .filter(|exchange| exchange.is_open() && self.closed.is_none())
    }

    /// Where the last question was put, in a staged interview.
    pub(crate) fn last_staged(&self) -> Option<&StagedQuestion> {
        self.exchanges.last()?.question.staged.as_ref()
    }

    /// The last question of the current stage, when it was answered: going deeper is possible.
    pub(crate) fn last_answered(&self) -> Option<&StagedQuestion> {
        let here = self.stages.now().is_some_and(|stage| stage.asked > 0);
        let last = self.exchanges.last().filter(|_| here)?;
        let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
        self.last_staged().filter(|_| answered)
    }

    /// Number of the call that runs, if one does.
    pub(crate) fn running_call(&self) -> Option<u32> {
        let running = self.calls.last().filter(|log| log.ended.is_none());
        running.map(|_| self.calls.len() as u32)
    }

    /// Hard limit on questions: the tightest of strategy, guide and host.
    pub fn max_questions(&self) -> u32 {
        self.limits
            .questions
            .unwrap_or(u32::MAX)
            .min(self.guide.max_questions())
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
            last_question: self
                .exchanges
                .last()
                .map(|e| e.question.text.clone())
                .unwrap_or_default(),
            records: self.records,
        }
    }

    /// Says what a session that is resumed comes back from.
    pub(crate) fn resumed_from(&self) -> ResumedFrom {
        if self.status == Status::Paused {
            ResumedFrom::Paused
        } else {
            ResumedFrom::Abandoned
        }
    }
}
