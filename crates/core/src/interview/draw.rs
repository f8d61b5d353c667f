//! Draws the view, and what is read besides it.

use super::Interview;
use super::{onboarding, outcome, skills};
use crate::effect::Status;
use crate::figures::figures;
use crate::session::Exchange;
use crate::strategy::{holds_respondent, offers_action};
use crate::transcript::label;
use crate::view::*;
use crate::wording::fill;
use colloquy_schema::{CALL_ATTEMPTS, CallErrorKind, CloseReason, Interviewer, Reaction, Strategy};

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
            stages: outcome::stages(session),
            skills: skills::summary(session),
            onboarding: onboarding::summary(session),
            form: self.form(),
            proposal: outcome::proposal(session),
            parts: outcome::parts(session),
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
        let going = self.going();
        let offered = going && offers_action(session);
        let open = self.active() && session.open_question().is_some();
        Can {
            answer: open,
            skip: open,
            pause: self.engaged(),
            resume: session.status == Status::Paused || self.abandoned,
            finish: going && !offered,
            cancel: self.can_cancel(),
            retry: self.can_retry(),
            amend: going
                && session
                    .exchanges
                    .iter()
                    .any(|e| matches!(e.reaction, Some(Reaction::Answered(_)))),
            edit_findings: going && session.closed.is_some(),
            edit_skills: self.can_edit_skills(),
            accept: offered,
            use_scripted: self.engaged() && session.interviewer != Interviewer::Scripted,
        }
    }

    /// Every question met is a step; what is over is over, so it never goes backwards.
    fn progress(&self) -> Progress {
        let max = self.session.max_questions().max(1);
        let met = self.session.met.totals.over;
        let percent = if self.session.closed.is_some() {
            100
        } else if !self.session.stages.progress.is_empty() {
            outcome::percent(&self.session.stages)
        } else if matches!(self.session.guide.strategy, Strategy::Gaps(_)) {
            u32::from(self.session.skills.progress).min(99)
        } else if matches!(self.session.guide.strategy, Strategy::Onboarding(_)) {
            onboarding::percent(&self.session)
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
        let retry_at = self
            .retry_at()
            .filter(|_| phase == Phase::Retrying)
            .map(|at| at.saturating_sub(self.ahead));
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
        let limit = match self.session.closed {
            None => return String::new(),
            Some(CloseReason::Complete | CloseReason::Concluded)
                if matches!(self.session.guide.strategy, Strategy::Onboarding(_)) =>
            {
                return onboarding::closing(&self.session);
            }
            Some(CloseReason::Concluded | CloseReason::AskedFor | CloseReason::Declined) => {
                return wording.closing.clone();
            }
            Some(CloseReason::Complete) => return wording.gaps.closing_complete.clone(),
            Some(CloseReason::Disengaged) => return wording.gaps.closing_disengaged.clone(),
            Some(CloseReason::NoGaps) => return wording.gaps.closing_no_gaps.clone(),
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
        staged: question.staged.clone(),
        gap: question.gap.clone(),
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
