//! What is read of an interview besides its view: calls, result, transcript.

use super::Interview;
use super::draw::exchange_view;
use crate::effect::Head;
use crate::figures::figures;
use crate::misuse::Misuse;
use crate::session::Session;
use crate::transcript::{Format, Transcript};
use crate::view::*;
use colloquy_schema::{CallOutcome, Fact, Message, Record};
use serde_json::Value;

/// One call as the respondent can look it up: what was sent, and what came back.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
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
    /// Tokens sent, as the provider counted them; 0 while it has not replied.
    pub input_tokens: u32,
    /// Tokens received, as the provider counted them; 0 while it has not replied.
    pub output_tokens: u32,
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
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub outcome: Option<Value>,
    /// Structured Markdown.
    pub transcript: String,
}

impl Interview {
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
            transcript: self.export(Format::Structured),
            ..self.summary()
        }
    }

    /// Returns the result without its transcript, which [`export_of`] writes elsewhere.
    pub fn summary(&self) -> ResultView {
        ResultView {
            session: self.head(),
            figures: figures(&self.session),
            findings: crate::findings_view::draw(&self.session),
            outcome: super::outcome::outcome(&self.session),
            transcript: String::new(),
        }
    }

    /// Writes the transcript in a format.
    pub fn export(&self, format: Format) -> String {
        export(&self.session, format)
    }
}

/// Writes the transcript of a session in a format, from its records alone.
///
/// # Errors
/// When the records make no session.
pub fn export_of(records: &[Record], format: Format) -> Result<String, Misuse> {
    let session = Session::of(records)?;
    Ok(export(&session, format))
}

fn export(session: &Session, format: Format) -> String {
    let exchanges: Vec<ExchangeView> = session.exchanges.iter().map(exchange_view).collect();
    let findings = crate::findings_view::draw(session);
    let outcome = super::outcome::outcome(session);
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
        outcome: outcome.as_ref(),
        attributes: &session.wording.gaps.attributes,
        data: &session.wording.onboarding.data,
        figures: &figures(session),
        labels: &session.wording.transcript,
    };
    transcript.write(format)
}

/// Reads every call out of a session's records. Messages are stored once: a call keeps the beginning of the one before.
pub fn calls_of(records: &[Record]) -> Vec<CallView> {
    let mut calls: Vec<CallView> = Vec::new();
    for record in records {
        match &record.fact {
            Fact::CallStarted(started) => {
                let before = match started.after {
                    Some(after) => calls.get((after as usize).wrapping_sub(1)),
                    None => calls.last(),
                };
                let before = before
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
                    input_tokens: 0,
                    output_tokens: 0,
                });
            }
            Fact::CallEnded { call, outcome } => {
                let Some(view) = calls.get_mut((*call as usize).wrapping_sub(1)) else {
                    continue;
                };
                view.outcome = match outcome {
                    CallOutcome::Replied(reply) => {
                        view.reply = Some(reply.text.clone());
                        view.input_tokens = reply.usage.input_tokens;
                        view.output_tokens = reply.usage.output_tokens;
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
