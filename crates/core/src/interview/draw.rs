//! Draws the view, and what is read besides it.

use super::Interview;
use crate::effect::Status;
use crate::figures::figures;
use crate::forms::FormView;
use crate::kind::Section;
use crate::kind::outcome::{self, holds_respondent, offers_action};
use crate::session::Exchange;
use crate::view::*;
use crate::wording::{fill, limit_name};
use colloquy_schema::{CALL_ATTEMPTS, CallErrorKind, CloseReason, Interviewer, Reaction};

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
            language: session.language().into(),
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
            progress: Progress {
                asked: session.asked(),
                max: session.max_questions().max(1),
                percent: session.percent(),
            },
            question: session.open_question().map(question),
            live: self
                .live
                .as_ref()
                .map(|live| live.shown())
                .filter(|text| !text.is_empty()),
            exchanges: self.over() as u32,
            kind: session.kind.view(session),
            form: self.form(),
            parts: self.parts(),
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
        if offers_action(session) {
            return Phase::Proposal;
        }
        if !holds_respondent(session) {
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
        if !self.online && session.interviewer != Interviewer::Scripted {
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
        let running = self.is_running();
        let offered = running && offers_action(session);
        let open = self.has_work() && session.open_question().is_some();
        Can {
            answer: open,
            skip: open,
            pause: self.keeps_respondent(),
            resume: self.can_resume(),
            finish: running && !offered,
            cancel: self.can_cancel(),
            retry: self.can_retry(),
            amend: running && session.exchanges.iter().any(Exchange::takes_answer),
            edit_findings: running && session.closed.is_some(),
            edit: self.can_edit(),
            accept: offered,
            use_scripted: self.keeps_respondent() && session.interviewer != Interviewer::Scripted,
        }
    }

    fn problem(&self, phase: Phase) -> Option<Problem> {
        let attempts = &self.session.attempts;
        let kind: Option<CallErrorKind> = attempts.error_kind();
        let code = match phase {
            Phase::GivenUp if attempts.stopped => "CANCELLED",
            // Nothing but loading itself takes the built-in interviewer to the network.
            Phase::GivenUp | Phase::Retrying | Phase::Asking
                if kind == Some(CallErrorKind::Network)
                    && self.session.interviewer == Interviewer::Scripted =>
            {
                "PART_UNAVAILABLE"
            }
            Phase::GivenUp => "API_RETRY_FAILED",
            Phase::Retrying | Phase::Asking if kind.is_some() => "API_ERROR",
            _ => return None,
        };
        let retry_at = self
            .retry_at()
            .filter(|_| phase == Phase::Retrying)
            .map(|at| at.saturating_sub(self.clock_skew));
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
        if !self.session.closing.is_empty() {
            return self.session.closing.clone();
        }
        let Some(reason) = self.session.closed else {
            return String::new();
        };
        if let Some(words) = self.session.kind.closing(&self.session, reason) {
            return words;
        }
        let limit = match reason {
            CloseReason::QuestionLimit => "limit_questions",
            CloseReason::TokenLimit => "limit_tokens",
            CloseReason::CostLimit => "limit_cost",
            CloseReason::DurationLimit => "limit_duration",
            _ => return wording.closing.clone(),
        };
        let name = limit_name(&wording.transcript, limit);
        fill(&wording.closing_limit, &[("limit", name)])
    }

    /// How many exchanges are over: all but an open question that still waits.
    fn over(&self) -> usize {
        self.session.exchanges.len() - usize::from(self.session.open_question().is_some())
    }

    /// Returns what is read beside the view; what that is depends on the kind of interview.
    pub fn details(&self) -> Section {
        self.session.kind.details(&self.session)
    }

    /// How far an outcome is that is asked for in parts, or as a whole.
    fn parts(&self) -> Option<PartsView> {
        let next = outcome::next(&self.session)?;
        if outcome::is_background(next) {
            return None;
        }
        let (done, of) = self.session.kind.outcome_parts(next);
        Some(PartsView { done, of })
    }

    /// The token of the form that waits, while the session is paused too; what was changed in it is kept for as long.
    pub fn waiting_form(&self) -> Option<&str> {
        let (_, waiting) = self.session.shown_form()?;
        Some(&waiting.token)
    }

    /// The form that waits for the respondent.
    fn form(&self) -> Option<FormView> {
        let session = &self.session;
        let (call, waiting) = session.shown_form().filter(|_| self.has_work())?;
        let forms = session.kind.forms()?;
        Some(FormView {
            token: waiting.token.clone(),
            tool: call.name.clone(),
            kind: forms.shown(session, call, waiting.form.as_ref()),
            behind: session.tools.open().count() as u32 - 1,
        })
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
        of_kind: question.of_kind.clone(),
        form: question.form.is_some(),
    }
}

pub(super) fn exchange_view(exchange: &Exchange) -> ExchangeView {
    ExchangeView {
        question: question(exchange),
        reaction: match exchange.reaction {
            Some(Reaction::Answered(_)) => ReactionKind::Answered,
            Some(Reaction::Skipped) => ReactionKind::Skipped,
            Some(Reaction::Declined) => ReactionKind::Declined,
            Some(Reaction::Filled) => ReactionKind::Filled,
            None => ReactionKind::Open,
        },
        answer: exchange.answer_text().into(),
        amended: exchange.amended,
        redacted: exchange.redacted,
        words: exchange.words,
        thinking_ms: u32::try_from(exchange.thinking_ms).unwrap_or(u32::MAX),
        filled: exchange.filled.clone(),
    }
}
