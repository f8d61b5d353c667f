//! What the respondent does.

use super::Interview;
use crate::command::{self, Typed};
use crate::effect::{Effect, Status};
use crate::event::{Command, Event};
use crate::findings_view;
use crate::kind::outcome::{self, holds_respondent, is_background, offers_action, part_ended};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::Exchange;
use crate::view::Notice;
use colloquy_schema::{ANSWER_CHARS, CloseReason, Contract, Fact, FindingsEdit};
use serde_json::Value;

/// Most edits of one session's findings.
const EDITS: usize = 1_000;
/// Longest finding, in characters.
const FINDING_CHARS: usize = 2_000;

fn not_now(message: &'static str) -> Misuse {
    Misuse::new(MisuseCode::NotNow, message)
}

impl Interview {
    pub(super) fn respondent(&mut self, event: Event) -> Result<(), Misuse> {
        match event {
            Event::Consent if self.session.consented => Ok(()),
            Event::Consent => {
                self.record(Fact::Consented {});
                Ok(())
            }
            _ if !self.session.consented => Err(not_now(
                "the respondent has not agreed yet: call consent() first",
            )),
            Event::Answer { text } => self.answer(&text),
            Event::Amend { question, text } => self.amend(question, &text),
            Event::Command(command) => self.command(command),
            Event::SettleForm { token, value } => self.settle_form(&token, &value),
            Event::RefuseForm { token, reason } => self.refuse_form(&token, reason),
            Event::EditFindings(edit) => self.edit_findings(edit),
            Event::Edit(edit) => self.edit(edit),
            Event::ChangeInterviewer(to) => {
                self.require(
                    self.keeps_respondent(),
                    "the interviewer can be changed only while questions are put",
                )?;
                self.cancel_call();
                self.cancel_tools();
                self.record(Fact::InterviewerChanged { to });
                Ok(())
            }
            // Everything else is not the respondent's and was handled before.
            _ => Ok(()),
        }
    }

    fn require(&self, condition: bool, message: &'static str) -> Result<(), Misuse> {
        if condition {
            Ok(())
        } else {
            Err(not_now(message))
        }
    }

    fn open_number(&self) -> Result<u32, Misuse> {
        let open = self.session.open_question().filter(|_| self.has_work());
        open.map(|exchange| exchange.question.number)
            .ok_or_else(|| not_now("no question is open: wait until view.can.answer is true"))
    }

    fn answer(&mut self, text: &str) -> Result<(), Misuse> {
        match command::read(text) {
            Typed::Empty => Ok(()),
            Typed::Command(command) => self.command(command),
            Typed::Help => {
                self.notice = Some(Notice {
                    code: "help",
                    value: String::new(),
                });
                Ok(())
            }
            Typed::Unknown(word) => {
                self.notice = Some(Notice {
                    code: "unknown_command",
                    value: word.chars().take(40).collect(),
                });
                Ok(())
            }
            Typed::Answer(text) => {
                let question = self.open_number()?;
                if self.fits(text) {
                    self.record(Fact::Answered {
                        question,
                        text: text.into(),
                        redacted: false,
                    });
                    // What is typed in place of a form refuses it, and what waits behind it.
                    self.cancel_tools();
                }
                Ok(())
            }
        }
    }

    /// Reports when an answer is too long; it stays in the respondent's hands.
    fn fits(&mut self, text: &str) -> bool {
        let limit = self.answer_chars() as usize;
        let fits = text.chars().count() <= limit;
        if !fits {
            self.notice = Some(Notice {
                code: "answer_too_long",
                value: limit.to_string(),
            });
        }
        fits
    }

    pub(super) fn answer_chars(&self) -> u32 {
        self.session.limits.answer_chars.unwrap_or(ANSWER_CHARS)
    }

    fn amend(&mut self, question: u32, text: &str) -> Result<(), Misuse> {
        self.require(
            self.session.status == Status::Active && !self.abandoned,
            "an answer can be changed while the session is active",
        )?;
        let exchange = self
            .session
            .exchanges
            .get((question as usize).wrapping_sub(1));
        let exchange = exchange.filter(|exchange| exchange.takes_answer());
        let Some(before) = exchange.map(Exchange::answer_text) else {
            return Err(Misuse::new(
                MisuseCode::NoSuchQuestion,
                "there is no question of that number that was answered or passed over",
            ));
        };
        let text = text.trim();
        let changed = !text.is_empty() && text != before;
        if changed && self.fits(text) {
            self.record(Fact::Amended {
                question,
                text: text.into(),
                redacted: false,
            });
        }
        Ok(())
    }

    fn command(&mut self, command: Command) -> Result<(), Misuse> {
        match command {
            Command::Skip => {
                let question = self.open_number()?;
                self.record(Fact::Skipped { question });
                self.cancel_tools();
            }
            Command::Accept => self.settle_action(true)?,
            Command::Decline if offers_action(&self.session) => self.settle_action(false)?,
            Command::Decline => {
                let question = self.open_number()?;
                self.record(Fact::Declined { question });
                self.cancel_tools();
            }
            Command::Pause => {
                self.require(
                    self.keeps_respondent(),
                    "only an active interview can be paused",
                )?;
                self.cancel_call();
                self.record(Fact::Paused {});
            }
            Command::Resume => {
                self.require(
                    self.can_resume(),
                    "only an interview that was paused, abandoned or ended early can be resumed",
                )?;
                self.cancel_call();
                let absent = std::mem::take(&mut self.abandoned);
                let from = self.session.resumed_from(absent);
                self.record(Fact::Resumed { from });
            }
            Command::Finish => return self.finish(),
            Command::Cancel => {
                self.require(
                    self.can_cancel(),
                    "nothing is running that could be cancelled",
                )?;
                if self.session.tools.running().next().is_some() {
                    self.cancel_running_tools();
                    return Ok(());
                }
                self.cancel_call();
                self.record(Fact::Stopped {});
            }
            Command::Retry => {
                self.require(self.can_retry(), "nothing was given up or cancelled")?;
                self.record(Fact::Retried {});
            }
        }
        Ok(())
    }

    fn settle_action(&mut self, accepted: bool) -> Result<(), Misuse> {
        self.require(
            self.is_running() && offers_action(&self.session),
            "no action is on offer: wait until view.can.accept is true",
        )?;
        self.record(Fact::ActionSettled { accepted });
        Ok(())
    }

    /// True while there is something to come back to: a pause, an absence, or questions that the respondent ended before they were over.
    /// That end cannot be taken back once something was made of it that they were shown, such as a recommendation.
    pub(super) fn can_resume(&self) -> bool {
        let session = &self.session;
        session.status == Status::Paused
            || self.abandoned
            || self.is_running()
                && session.closed == Some(CloseReason::AskedFor)
                && !holds_respondent(session)
                && session
                    .parts
                    .iter()
                    .all(|(part, _)| part == Contract::Findings.name())
                && (session.asked() < session.max_questions()
                    || session.exchanges.last().is_some_and(Exchange::is_open))
    }

    pub(super) fn can_cancel(&self) -> bool {
        let waits = self.session.open_question().is_none() && self.retry_at().is_some();
        let runs = self.session.tools.running().next().is_some();
        self.keeps_respondent() && (self.session.running_call().is_some() || waits || runs)
    }

    pub(super) fn can_retry(&self) -> bool {
        self.keeps_respondent()
            && self.session.open_question().is_none()
            && self.session.attempts.given_up()
    }

    fn finish(&mut self) -> Result<(), Misuse> {
        self.require(
            self.session.status == Status::Active && !self.abandoned,
            "only an active interview can be finished: resume it first",
        )?;
        self.require(
            !offers_action(&self.session),
            "an action is on offer: accept or decline it first",
        )?;
        if self.session.closed.is_none() {
            self.cancel_call();
            self.close(CloseReason::AskedFor);
            return Ok(());
        }
        if self.session.lacks_rules() {
            return Err(Misuse::new(
                MisuseCode::PartUnavailable,
                "what finds by rules is not there yet: hand it in with `find_by` first",
            ));
        }
        let next = outcome::next(&self.session);
        if let Some(contract) = next {
            // With what there is: what was still asked for is missing.
            self.cancel_call();
            self.record(part_ended(contract, None));
        }
        if next.is_none_or(is_background) {
            let findings = findings_view::draw(&self.session);
            if let Some(fact) = self.session.kind.finishing(&self.session) {
                self.record(fact);
            }
            self.record(Fact::Finished {
                findings,
                engine: super::ENGINE_VERSION.into(),
            });
            self.effects.push_back(Effect::Finished);
        }
        Ok(())
    }

    pub(super) fn can_edit(&self) -> bool {
        self.is_running() && self.session.kind.can_edit()
    }

    fn edit(&mut self, edit: Value) -> Result<(), Misuse> {
        self.require(
            self.can_edit(),
            "nothing can be corrected now: wait until view.can.edit is true",
        )?;
        for fact in self.session.kind.edit(&self.session, edit)? {
            self.record(fact);
        }
        Ok(())
    }

    fn edit_findings(&mut self, edit: FindingsEdit) -> Result<(), Misuse> {
        let open =
            self.session.closed.is_some() && self.session.finished.is_none() && !self.abandoned;
        self.require(
            open && self.session.status == Status::Active,
            "findings can be edited in the review, before finishing",
        )?;
        self.require(
            self.session.edits.len() < EDITS,
            "there are too many edits already",
        )?;
        let (new, existing) = match &edit {
            FindingsEdit::Add { text, .. } => (Some(text), None),
            FindingsEdit::Reword { list, text, to } => (Some(to), Some((list, text))),
            FindingsEdit::Strike { list, text } => (None, Some((list, text))),
        };
        if let Some(text) = new {
            let chars = text.trim().chars().count();
            self.require(
                (1..=FINDING_CHARS).contains(&chars),
                "a finding has 1 to 2000 characters",
            )?;
        }
        if let Some((list, text)) = existing
            && !findings_view::contains(&self.session, *list, text)
        {
            return Err(Misuse::new(
                MisuseCode::NoSuchFinding,
                "there is no finding with that text: name it as view.findings shows it",
            ));
        }
        self.record(Fact::FindingsEdited(edit));
        Ok(())
    }
}
