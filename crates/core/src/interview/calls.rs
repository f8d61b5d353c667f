//! Calls of the interviewer: started, streamed, judged, tried again, given up.

use super::Interview;
use crate::budget;
use crate::effect::Effect;
use crate::kind::conversation;
use crate::kind::outcome::{self, is_background, part_ended};
use crate::kind::{Plan, Reading, ShownText, Step, ToolUse};
use crate::prompt::render;
use crate::reply::{judge, schema_of};
use crate::wording::led_in;
use colloquy_jsonstream::{Event, Limits, Reader};
use colloquy_schema::contract::rules::first_question;
use colloquy_schema::{
    Call, CallError, CallOutcome, CallSettings, CallStarted, Contract, Fact, Interviewer, Message,
    QuestionOrigin, RawReply, ReplyJudged, ReplyMode, Usage, Verdict, json_size, too_deep,
};
use serde_json::Value;
use std::rc::Rc;

/// Wait before the second attempt, in milliseconds; it doubles with each further one.
const BACKOFF_MS: u64 = 1_000;
/// Longest wait a provider may ask for, in milliseconds: five minutes, after which the respondent should decide.
const LONGEST_WAIT_MS: u64 = 300_000;
/// Most text that is shown of a reply while it streams, in bytes: a question has 2,000 characters at most.
const LIVE_BYTES: usize = 8_000;
/// Most that is taken of a reply, in bytes: a guide asks for at most 8,000 tokens. A longer reply is of no use, and
/// it is stored, and sent back to the model with its calls.
const REPLY_BYTES: usize = 512 << 10;

/// How many times the room is given to later replies once one was all thought and no text.
const MORE_ROOM: u32 = 8;
/// Most tokens that are given of the engine's own accord; proxies grant no more by default.
const MOST_ROOM: u32 = 8_000;

/// The call that runs.
pub(super) struct Live {
    id: u32,
    call: u32,
    plan: Box<Plan>,
    /// The request, until the records it rests on are stored.
    withheld: Option<(u32, Effect)>,
    reader: Reader,
    /// True while the reader is at the text that is shown.
    in_shown: bool,
    /// The growing question.
    pub(super) text: String,
}

impl Live {
    /// What is shown of the growing text. A second question is not put, so it is not shown either.
    pub(super) fn shown(&self) -> String {
        let text = match (self.plan.shown, first_question(&self.text)) {
            (ShownText::Question(_), Some(end)) => &self.text[..end],
            _ => &self.text,
        };
        if self.plan.lead.is_empty() {
            return text.into();
        }
        led_in(&self.plan.lead, text)
    }
}

impl Interview {
    /// Goes on until the world is needed: the respondent, a model, time or the network.
    pub(super) fn advance(&mut self) {
        while self.has_work() && self.session.running_call().is_none() && self.tools_settled() {
            let plan = match self.next_step() {
                Step::Respondent => return,
                Step::Record(facts) => {
                    facts.into_iter().for_each(|fact| self.record(fact));
                    continue;
                }
                Step::Close(reason) => match conversation::last_word(&self.session, reason) {
                    Some(plan) => Box::new(plan),
                    None => {
                        self.close(reason);
                        continue;
                    }
                },
                Step::Ask(plan) => plan,
            };
            if self.session.attempts.replies_used_up() && !self.stands_in(&plan) {
                self.fall_back(&plan);
                continue;
            }
            if is_background(plan.contract) && self.session.attempts.given_up() {
                self.record(part_ended(plan.contract, None));
                continue;
            }
            let waits = self.retry_at().is_some_and(|at| at > self.now);
            if self.session.attempts.given_up() || waits || (self.needs_network() && !self.online) {
                return;
            }
            self.start_call(plan);
        }
    }

    /// The kind decides while questions are put; what follows from them is the same for all.
    fn next_step(&self) -> Step {
        match self.session.closed {
            None => self.session.kind.plan(&self.session),
            Some(_) => outcome::plan(&self.session),
        }
    }

    /// Records what came of a plan.
    fn absorb(&mut self, plan: &Plan, reading: Reading) {
        let stands_in = matches!(reading, Reading::Value(_))
            && self.session.interviewer != Interviewer::Scripted
            && !self.needs_network();
        let facts = match self.session.closed {
            None => self.session.kind.absorb(&self.session, plan, reading),
            Some(_) => outcome::absorb(plan, reading),
        };
        for mut fact in facts {
            if let Fact::Asked(question) = &mut fact
                && stands_in
            {
                question.origin = QuestionOrigin::BuiltIn;
            }
            self.record(fact);
        }
    }

    /// True while a model is asked. Where it gave nothing of use, the built-in interviewer stands in for one question.
    fn needs_network(&self) -> bool {
        self.session.interviewer != Interviewer::Scripted
            && !self.session.attempts.replies_used_up()
    }

    /// True where a new question of the built-in interviewer's is better than what a model replied. A question that works is put as it is,
    /// however it came.
    fn stands_in(&self, plan: &Plan) -> bool {
        let attempts = &self.session.attempts;
        self.session.interviewer != Interviewer::Scripted
            && matches!(plan.shown, ShownText::Question(_))
            && plan.tools.is_empty()
            && !attempts.stood_in()
            && self.last_as_prose(plan).is_none()
    }

    /// How a model is called: with the room that the host gives each reply, and more of it once a reply came to nothing for want of room.
    fn settings(&self, plan: &Plan) -> CallSettings {
        let mut settings = plan.settings.clone();
        if let Interviewer::Model {
            max_tokens, effort, ..
        } = &self.session.interviewer
        {
            let room = settings.max_tokens.max(max_tokens.unwrap_or_default());
            settings.max_tokens = if self.session.starved {
                room.saturating_mul(MORE_ROOM).min(MOST_ROOM.max(room))
            } else {
                room
            };
            settings.effort.clone_from(effort);
        }
        settings
    }

    /// When the next attempt is due, in milliseconds since 1970, while attempts are left.
    pub(super) fn retry_at(&self) -> Option<u64> {
        let attempts = &self.session.attempts;
        let error = attempts
            .last_error
            .as_ref()
            .filter(|_| !attempts.given_up())?;
        let wait = BACKOFF_MS << attempts.failures.saturating_sub(1).min(10);
        // Up to a quarter is added, different for each session, so that a recovering provider is not hit by all at once.
        let jitter = (self.session.setup.seed ^ u64::from(attempts.failures))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            >> 32;
        let wait = wait + wait * (jitter % 256) / 1024;
        let asked_for = error
            .retry_after_ms
            .map_or(0, u64::from)
            .min(LONGEST_WAIT_MS);
        Some(attempts.failed_at + wait.max(asked_for))
    }

    fn start_call(&mut self, plan: Box<Plan>) {
        let by_model = self.needs_network();
        let interviewer = if by_model {
            self.session.interviewer.clone()
        } else {
            Interviewer::Scripted
        };
        let mode = match &interviewer {
            Interviewer::Scripted => ReplyMode::Strict,
            Interviewer::Model { reply_mode, .. } => *reply_mode,
        };
        let settings = self.settings(&plan);
        let schema = (mode == ReplyMode::Strict && by_model)
            .then(|| Rc::new(schema_of(&self.session, plan.contract)));
        // The scripted interviewer reads the ask and is sent nothing, so nothing is rendered or reserved for it.
        let (messages, history_from) = if by_model {
            let prompt = render(&self.session, &plan, mode);
            (prompt.messages, prompt.history_from)
        } else {
            (Vec::new(), self.session.history_from)
        };
        let reserved = if by_model {
            budget::upper_bound(&messages, schema.as_deref(), &plan.tools, &settings)
        } else {
            Usage::default()
        };
        if let Some(reason) = budget::limit_reached(&self.session, self.now, reserved) {
            return match self.session.closed {
                None => self.close(reason),
                // The questions are over: what the limit keeps from being asked is reported as missing.
                Some(_) => self.record(part_ended(plan.contract, None)),
            };
        }
        let number = self.session.calls.len() as u32 + 1;
        let (after, before) = self.session.sent.closest(&plan.step);
        let keep = shared_prefix(before, &messages);
        self.record(Fact::CallStarted(CallStarted {
            call: number,
            step: plan.step.clone(),
            after,
            keep: keep as u32,
            add: messages[keep..].to_vec(),
            history_from,
            reserved,
        }));
        self.last_call_id += 1;
        let call = Call {
            number,
            contract: plan.contract,
            reply_mode: mode,
            settings,
            schema,
            tools: plan.tools.clone(),
            messages,
            ask: plan.ask.clone(),
        };
        let ask = Effect::AskModel {
            id: self.last_call_id,
            interviewer,
            call: Box::new(call),
        };
        self.live = Some(Box::new(Live {
            id: self.last_call_id,
            call: number,
            plan,
            withheld: Some((self.session.records, ask)),
            reader: Reader::new(Limits::default()),
            in_shown: false,
            text: String::new(),
        }));
    }

    /// Sends the withheld request once the records it rests on are stored, or known to be lost.
    pub(super) fn release_call(&mut self) {
        let Some(live) = &mut self.live else { return };
        if live
            .withheld
            .as_ref()
            .is_some_and(|(records, _)| self.saver.may_act_on(*records))
            && let Some((_, ask)) = live.withheld.take()
        {
            self.effects.push_back(ask);
        }
    }

    /// A call without an end in the records was cut off when the page closed: it is ended, and the step is offered again.
    pub(super) fn interrupted_call(&mut self) {
        if self.live.is_none()
            && self.has_work()
            && let Some(call) = self.session.running_call()
        {
            self.record(Fact::CallEnded {
                call,
                outcome: CallOutcome::Interrupted {},
            });
        }
    }

    pub(super) fn model_chunk(&mut self, id: u32, text: &str) {
        let Some(live) = self.live.as_mut().filter(|live| live.id == id) else {
            self.ignored += 1;
            return;
        };
        // A text in place of a call is not put to the respondent.
        let wanted = live.plan.tool_use != ToolUse::Required;
        let Some(shown) = live.plan.shown.key().filter(|_| wanted) else {
            return;
        };
        let live = &mut **live;
        for event in live.reader.follow(text) {
            match event {
                Event::Attempt(_) | Event::Withdrawn => live.text.clear(),
                Event::Key { depth, key } => live.in_shown = depth == 0 && key == shown,
                Event::Root | Event::Index { .. } => live.in_shown = false,
                Event::Append { text, .. } if live.in_shown && live.text.len() < LIVE_BYTES => {
                    live.text.push_str(text);
                }
                _ => {}
            }
        }
    }

    pub(super) fn model_done(&mut self, id: u32, mut reply: RawReply) {
        let Some(live) = self.end_live(id) else {
            return;
        };
        bound(&mut reply);
        if reply.is_starved() {
            // It is no reply to be judged: the next attempt has more room, or there is none to give.
            let outcome = CallOutcome::Replied(reply);
            return self.record(Fact::CallEnded {
                call: live.call,
                outcome,
            });
        }
        if conversation::is_last_word(&live.plan) {
            return self.read_last(&live, reply);
        }
        if live.plan.tool_use == ToolUse::Dropped {
            reply.tool_calls.clear();
        } else if !reply.tool_calls.is_empty() {
            let outcome = CallOutcome::Replied(reply);
            return self.record(Fact::CallEnded {
                call: live.call,
                outcome,
            });
        }
        if live.plan.tool_use == ToolUse::Required {
            // No call came: the text in its place is not put as a question.
            let call = live.call;
            let outcome = CallOutcome::Replied(reply);
            self.record(Fact::CallEnded { call, outcome });
            return self.absorb(&live.plan, Reading::Nothing);
        }
        let judged = judge(&self.session, &live.plan, &reply);
        self.record(Fact::CallEnded {
            call: live.call,
            outcome: CallOutcome::Replied(reply),
        });
        // Once any of a question has been shown, only a reply without a usable one is asked for again.
        let last = self.session.attempts.replies_used_up();
        let ask_again = judged.breach && live.text.is_empty() && !last;
        let value = judged.value.filter(|_| !ask_again);
        // A model that writes a fit question and no JSON would do so three times more, while nothing is shown. Only where its reply
        // carries more than the question it is asked once more.
        let alone = live.plan.contract == Contract::Question;
        let enough = alone || self.session.attempts.replies > 1;
        let prose = judged.prose.filter(|_| value.is_none() && enough && !last);
        let verdict = match &value {
            Some(_) => Verdict::Accepted,
            None if last || prose.is_some() => Verdict::FellBack,
            None => Verdict::AskedAgain,
        };
        self.record(Fact::ReplyJudged(ReplyJudged {
            call: live.call,
            verdict,
            repairs: judged.repairs,
            issues: judged.issues,
        }));
        if let Some(value) = value {
            self.absorb(&live.plan, Reading::Value(value));
        } else if let Some(prose) = prose {
            self.absorb(&live.plan, Reading::Prose(prose));
        }
    }

    /// Puts the reply that the last answer needs, or closes.
    fn read_last(&mut self, live: &Live, reply: RawReply) {
        let judged = judge(&self.session, &live.plan, &reply);
        let said = conversation::absorb_last_word(&self.session, &live.plan, judged.value);
        let (call, outcome) = (live.call, CallOutcome::Replied(reply));
        self.record(Fact::CallEnded { call, outcome });
        match (said, self.next_step()) {
            (Some(said), _) => self.record(said),
            (None, Step::Close(reason)) => self.close(reason),
            // The plan of a closing is one until something is answered.
            (None, _) => {}
        }
    }

    /// No retry is left: plain prose that works as one question is used as that, else the guide's own words stand in.
    fn fall_back(&mut self, plan: &Plan) {
        let prose = self.last_as_prose(plan);
        self.absorb(plan, prose.map_or(Reading::Nothing, Reading::Prose));
    }

    /// Returns the question that the last reply is, where it is plain prose that works as one.
    fn last_as_prose(&self, plan: &Plan) -> Option<String> {
        let reply = RawReply {
            text: self.session.attempts.last_reply.clone(),
            ..RawReply::default()
        };
        judge(&self.session, plan, &reply).prose
    }

    pub(super) fn model_failed(&mut self, id: u32, error: CallError) {
        let Some(live) = self.end_live(id) else {
            return;
        };
        self.record(Fact::CallEnded {
            call: live.call,
            outcome: CallOutcome::Failed(error),
        });
    }

    fn end_live(&mut self, id: u32) -> Option<Box<Live>> {
        if self.live.as_ref().is_some_and(|live| live.id == id) {
            return self.live.take();
        }
        self.ignored += 1;
        None
    }

    /// Ends the running call at the respondent's wish.
    pub(super) fn cancel_call(&mut self) {
        let Some(live) = self.live.take() else { return };
        if live.withheld.is_none() {
            self.effects.push_back(Effect::CancelModel { id: live.id });
        }
        self.record(Fact::CallEnded {
            call: live.call,
            outcome: CallOutcome::Cancelled {},
        });
    }

    pub(super) fn network(&mut self, online: bool) {
        self.online = online;
        let changed = self.session.network_away == online;
        if changed && self.needs_network() && self.has_work() && !self.saver.read_only() {
            self.record(Fact::Network { online });
        }
    }
}

/// Takes the calls out of a reply that is longer than any that was asked for, and cuts its text; takes out what is nested too
/// deep to be read back.
fn bound(reply: &mut RawReply) {
    // A call without arguments is refused with a reason, which the model reads; a block is only sent back.
    for called in &mut reply.tool_calls {
        if too_deep(&called.arguments) {
            called.arguments = Value::Null;
        }
    }
    reply.opaque.retain(|block| !too_deep(block));
    let calls = reply.tool_calls.iter();
    let calls = calls.map(|call| call.id.len() + call.name.len() + json_size(&call.arguments));
    let opaque = reply.opaque.iter().map(json_size);
    if reply.text.len() + calls.chain(opaque).sum::<usize>() > REPLY_BYTES {
        reply.tool_calls.clear();
        reply.opaque.clear();
        reply
            .text
            .truncate(reply.text.floor_char_boundary(REPLY_BYTES));
    }
}

fn shared_prefix(before: &[Message], now: &[Message]) -> usize {
    before.iter().zip(now).take_while(|(a, b)| a == b).count()
}
