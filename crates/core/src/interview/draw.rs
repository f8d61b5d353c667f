//! Draws the view, and what is read besides it.

use super::Interview;
use crate::effect::{Head, Status};
use crate::figures::figures;
use crate::prompt::fill;
use crate::session::Exchange;
use crate::transcript::{Format, Transcript, label};
use crate::view::*;
use colloquy_schema::{
    CALL_ATTEMPTS, CallErrorKind, CallOutcome, CloseReason, Fact, Message, Reaction, Record,
};

/// One call as the respondent can look it up: what was sent, and what came back.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CallView {
    /// Counted from 1.
    pub call: u32,
    /// What it was for.
    pub step: String,
    /// When it started, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub at: u64,
    /// Everything that left the device. Empty for the scripted interviewer, which is sent nothing.
    pub messages: Vec<Message>,
    /// The whole raw reply.
    pub reply: Option<String>,
    /// `running`, `replied`, `failed`, `cancelled` or `interrupted`.
    pub outcome: &'static str,
}

/// What an interview hands back.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ResultView {
    /// The session's row.
    pub session: Head,
    /// Figures of the session.
    pub figures: Figures,
    /// The findings as they stand; frozen once the session is complete.
    pub findings: FindingsView,
    /// Structured outcome of guides that have one; null for a reflective interview.
    pub outcome: Option<()>,
    /// Structured Markdown.
    pub transcript: String,
}

impl Interview {
    /// Draws what the screen needs now.
    pub fn view(&self) -> View {
        let session = &self.session;
        let phase = self.phase();
        let consent = session
            .wording
            .consent
            .as_ref()
            .filter(|_| !session.consented);
        View {
            revision: self.revision,
            session: session.id.clone(),
            guide: session.guide.id.clone(),
            guide_title: session.wording.title.clone(),
            title: session.context.title.clone(),
            creator: session.context.creator.clone(),
            template: session.template().id.clone(),
            locale: session.locale.clone(),
            status: if self.abandoned {
                Status::Abandoned
            } else {
                session.status
            },
            phase,
            welcome: session.wording.welcome.clone(),
            consent: consent.map(|c| ConsentView {
                asked: c.asked.clone(),
                recipients: c.recipients.clone(),
                kept: c.kept.clone(),
            }),
            interviewer: session.interviewer.clone(),
            progress: self.progress(),
            question: session.open_question().map(question),
            live: self
                .live
                .as_ref()
                .map(|live| live.text.clone())
                .filter(|text| !text.is_empty()),
            exchanges: self.over() as u32,
            can: self.can(),
            saving: self.saver.draw(session.records, !session.consented),
            problem: self.problem(phase),
            notice: self.notice.clone(),
            findings: self.findings.clone(),
            closed: session.closed,
            closing: self.closing(),
            answer_chars: self.answer_chars(),
            figures: figures(session),
        }
    }

    fn phase(&self) -> Phase {
        let session = &self.session;
        if !session.consented {
            return Phase::Consent;
        }
        if session.status == Status::Completed {
            return Phase::Finished;
        }
        if session.status == Status::Paused || self.abandoned {
            return Phase::Paused;
        }
        if session.closed.is_some() {
            return Phase::Review;
        }
        if session.open_question().is_some() {
            return Phase::Answering;
        }
        if session.running_call().is_some() {
            return Phase::Asking;
        }
        if session.attempts.given_up() {
            return Phase::GivenUp;
        }
        if !self.online && session.interviewer != colloquy_schema::Interviewer::Scripted {
            return Phase::Offline;
        }
        if self.retry_at().is_some() {
            Phase::Retrying
        } else {
            Phase::Asking
        }
    }

    fn can(&self) -> Can {
        if self.saver.read_only() {
            return Can::default();
        }
        let session = &self.session;
        let going = session.consented && session.status == Status::Active && !self.abandoned;
        let open = self.active() && session.open_question().is_some();
        Can {
            answer: open,
            skip: open,
            pause: self.active(),
            resume: session.status == Status::Paused || self.abandoned,
            finish: going,
            cancel: self.can_cancel(),
            retry: self.can_retry(),
            amend: going
                && session
                    .exchanges
                    .iter()
                    .any(|e| matches!(e.reaction, Some(Reaction::Answered(_)))),
            edit_findings: going && session.closed.is_some(),
        }
    }

    /// Every question met is a step; what is over is over, so it never goes backwards.
    fn progress(&self) -> Progress {
        let max = self.session.max_questions().max(1);
        let met = self
            .session
            .exchanges
            .iter()
            .filter(|exchange| !exchange.is_open())
            .count() as u32;
        let percent = if self.session.closed.is_some() {
            100
        } else {
            (met * 100 / max).min(100)
        };
        Progress {
            asked: self.session.asked(),
            max,
            percent,
        }
    }

    fn problem(&self, phase: Phase) -> Option<Problem> {
        let attempts = &self.session.attempts;
        let kind: Option<CallErrorKind> = attempts.error_kind();
        let code = match phase {
            Phase::GivenUp if attempts.stopped => "CANCELLED",
            Phase::GivenUp => "API_RETRY_FAILED",
            Phase::Retrying | Phase::Asking if kind.is_some() => "API_ERROR",
            _ => return None,
        };
        let retry_at = self.retry_at().filter(|_| phase == Phase::Retrying);
        Some(Problem {
            code,
            kind,
            attempt: attempts.failures,
            attempts: CALL_ATTEMPTS,
            retry_at,
        })
    }

    fn closing(&self) -> String {
        let wording = &self.session.wording;
        let limit = match self.session.closed {
            None => return String::new(),
            Some(CloseReason::Concluded | CloseReason::AskedFor) => return wording.closing.clone(),
            Some(CloseReason::QuestionLimit) => "limit_questions",
            Some(CloseReason::TokenLimit) => "limit_tokens",
            Some(CloseReason::CostLimit) => "limit_cost",
            Some(CloseReason::DurationLimit) => "limit_duration",
        };
        let name = label(&wording.transcript, limit);
        fill(&wording.closing_limit, &[("limit", name)])
    }

    /// How many exchanges are over: all but an open question that still waits.
    fn over(&self) -> usize {
        self.session.exchanges.len() - usize::from(self.session.open_question().is_some())
    }

    /// Returns the exchanges that are over, from `from` (0-based) up to, not including, `to`.
    pub fn exchanges(&self, from: usize, to: usize) -> Vec<ExchangeView> {
        let to = to.min(self.over());
        self.session
            .exchanges
            .get(from.min(to)..to)
            .into_iter()
            .flatten()
            .map(exchange_view)
            .collect()
    }

    /// Returns every call with what was sent and what came back.
    pub fn calls(&self) -> Vec<CallView> {
        calls_of(&self.records)
    }

    /// Draws the row that lists show.
    pub fn head(&self) -> Head {
        self.session.head()
    }

    /// Returns the result as it stands.
    pub fn result(&self) -> ResultView {
        ResultView {
            session: self.head(),
            figures: figures(&self.session),
            findings: crate::findings_view::draw(&self.session),
            outcome: None,
            transcript: self.export(Format::Structured),
        }
    }

    /// Writes the transcript in a format.
    pub fn export(&self, format: Format) -> String {
        let session = &self.session;
        let exchanges: Vec<ExchangeView> = session.exchanges.iter().map(exchange_view).collect();
        let findings = crate::findings_view::draw(session);
        let transcript = Transcript {
            session: &session.id,
            guide: &session.guide.id,
            guide_title: &session.wording.title,
            title: &session.context.title,
            creator: &session.context.creator,
            source_url: &session.context.source_url,
            template: &session.template().id,
            locale: &session.locale,
            started_at: session.started_at,
            ended_at: session.finished.as_ref().map(|_| session.updated_at),
            status: session.status,
            closed: session.closed,
            interviewer: &session.interviewer,
            engine: &session.engine,
            exchanges: &exchanges,
            findings: &findings,
            figures: &figures(session),
            labels: &session.wording.transcript,
        };
        transcript.write(format)
    }
}

fn question(exchange: &Exchange) -> QuestionView {
    let question = &exchange.question;
    QuestionView {
        number: question.number,
        text: question.text.clone(),
        kind: question.kind,
        follow_up_depth: question.follow_up_depth,
        origin: question.origin,
        asked_at: exchange.asked_at,
    }
}

fn exchange_view(exchange: &Exchange) -> ExchangeView {
    ExchangeView {
        question: question(exchange),
        reaction: match exchange.reaction {
            Some(Reaction::Answered(_)) => ReactionKind::Answered,
            Some(Reaction::Skipped) => ReactionKind::Skipped,
            Some(Reaction::Declined) => ReactionKind::Declined,
            None => ReactionKind::Open,
        },
        answer: exchange.answer_text().into(),
        amended: exchange.amended,
        redacted: exchange.redacted,
        words: exchange.words,
        thinking_ms: u32::try_from(exchange.thinking_ms).unwrap_or(u32::MAX),
    }
}

/// Reads every call out of a session's records. Messages are stored once: a call keeps the beginning of the one before.
pub fn calls_of(records: &[Record]) -> Vec<CallView> {
    let mut calls: Vec<CallView> = Vec::new();
    for record in records {
        match &record.fact {
            Fact::CallStarted(started) => {
                let before = calls
                    .last()
                    .map(|call| call.messages.as_slice())
                    .unwrap_or_default();
                let mut messages = before[..before.len().min(started.keep as usize)].to_vec();
                messages.extend(started.add.iter().cloned());
                let step = started.step.clone();
                calls.push(CallView {
                    call: started.call,
                    step,
                    at: record.at,
                    messages,
                    reply: None,
                    outcome: "running",
                });
            }
            Fact::CallEnded { call, outcome } => {
                let Some(view) = calls.get_mut((*call as usize).wrapping_sub(1)) else {
                    continue;
                };
                view.outcome = match outcome {
                    CallOutcome::Replied(reply) => {
                        view.reply = Some(reply.text.clone());
                        "replied"
                    }
                    CallOutcome::Failed(_) => "failed",
                    CallOutcome::Cancelled {} => "cancelled",
                    CallOutcome::Interrupted {} => "interrupted",
                };
            }
            _ => {}
        }
    }
    calls
}
