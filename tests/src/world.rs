//! The world around an interview, faked: a clock that moves only when told to, a store in memory that fails when told to,
//! and a model that says what it is told to say. Everything is deterministic.

pub use crate::beginnings::*;
pub use crate::faults::Fault;
pub use crate::histories::assert_valid_histories;
use colloquy_archive::calls_of;
use colloquy_core::{
    Begin, Command, Effect, Event, Interview, Misuse, Opening, Phase, SaveError, Validate, View,
};
use colloquy_schema::{
    Call, CallError, CallErrorKind, Interviewer, Limits, Purpose, RawReply, Record, Setup, ToolCall,
};
use colloquy_skills::Lexicon;
use serde_json::{Value, json};
use std::rc::Rc;

thread_local! {
    static LEXICON: Lexicon = Lexicon::read(colloquy_skills::LEXICON);
}

/// When every world begins: 2026-01-01, in milliseconds since 1970.
pub const BEGIN: u64 = 1_767_225_600_000;

/// How sessions are opened: their notes are read.
pub fn opening() -> Opening {
    Opening {
        notes: Some(colloquy_notes::context),
        ..Opening::default()
    }
}

/// What the model does when it is asked.
#[derive(Clone, Debug)]
pub enum Act {
    /// Replies with this text, at once.
    Reply(String),
    /// Streams these pieces, then is done.
    Stream(Vec<String>),
    /// Fails.
    Fail(CallErrorKind, Option<u32>),
    /// Replies with what comes of the call.
    Think(fn(&Call) -> String),
    /// Replies with what comes of the call, calls of tools included.
    Agent(fn(&Call) -> RawReply),
    /// Says nothing more.
    Hang,
}

/// What comes of a tool that runs outside of the engine.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// This, at once.
    Gives(fn(&ToolCall) -> Value),
    /// Nothing: it hangs.
    Hangs,
}

/// How the store behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Storing {
    /// Everything is stored.
    Works,
    /// Every operation fails for this reason.
    Fails(SaveError),
    /// It never reports back, and stores nothing.
    Silent,
    /// It stores, and does not report that.
    Unheard,
}

/// A fake world with one interview in it.
pub struct World {
    /// The clock.
    pub now: u64,
    /// The interview.
    pub interview: Interview,
    /// Judges values of the guide's own contract.
    validator: Option<Rc<dyn Validate>>,
    /// What the store holds.
    pub stored: Vec<Record>,
    /// How the store behaves.
    pub storing: Storing,
    /// What the model does next; the last act is repeated. Empty: the scripted interviewer answers.
    pub acts: Vec<Act>,
    /// Every call that reached the model.
    pub calls: Vec<Call>,
    /// How many appends were made, and how many records each brought.
    pub appends: Vec<usize>,
    /// Effects performed so far.
    pub effects: usize,
    /// Something goes wrong right before this effect is performed, counted over the world's life: the page dies, unless
    /// `fault` says otherwise.
    pub crash_before: Option<usize>,
    /// What goes wrong.
    pub fault: Fault,
    /// How often it did.
    pub crashes: usize,
    /// True when it did where an append was to be made: what that was to bring is not stored.
    pub append_struck: bool,
    /// How often the respondent is still asked before a store that fails works again.
    pub mended_after: usize,
    /// Whether there is a network.
    pub online: bool,
    /// How often the session was reported complete.
    pub finished: usize,
    /// The last call that was cancelled.
    pub cancelled: Option<u32>,
    /// The running call, when the model hangs.
    pub hanging: Option<u32>,
    /// What comes of tools that run outside.
    pub tools: Run,
    /// Every call of such a tool, by its id; a second time when it was run again.
    pub runs: Vec<String>,
    /// Those that were stopped.
    pub stopped: Vec<String>,
}

impl World {
    /// Begins an interview and agrees to what it asks for.
    pub fn new(guide: Value, setup: Setup, acts: Vec<Act>) -> World {
        let mut world =
            World::before_consent(guide, setup, acts).expect("the guide and the setup are sound");
        world.event(Event::Consent);
        world
    }

    /// Begins an interview of a guide that carries a contract of its own, and agrees to what it asks for.
    pub fn with_validator(
        guide: Value,
        setup: Setup,
        acts: Vec<Act>,
        validator: Option<Rc<dyn Validate>>,
    ) -> World {
        let mut world =
            World::begin(guide, setup, acts, validator).expect("the guide and the setup are sound");
        world.event(Event::Consent);
        world
    }

    /// Begins an interview whose respondent has not agreed yet.
    pub fn before_consent(guide: Value, setup: Setup, acts: Vec<Act>) -> Result<World, Misuse> {
        World::begin(guide, setup, acts, None)
    }

    fn begin(
        guide: Value,
        setup: Setup,
        acts: Vec<Act>,
        validator: Option<Rc<dyn Validate>>,
    ) -> Result<World, Misuse> {
        let begin = Begin {
            session: "00000000-0000-4000-8000-000000000001".into(),
            guide,
            setup,
            validator: validator.clone(),
            notes: Some(colloquy_notes::context),
        };
        Ok(World {
            validator,
            now: BEGIN,
            interview: colloquy_core::kinds::begin(begin, BEGIN)?,
            stored: Vec::new(),
            storing: Storing::Works,
            acts,
            calls: Vec::new(),
            appends: Vec::new(),
            effects: 0,
            crash_before: None,
            fault: Fault::Killed,
            crashes: 0,
            append_struck: false,
            mended_after: 0,
            online: true,
            finished: 0,
            cancelled: None,
            hanging: None,
            tools: Run::Gives(|_| json!({ "status": "ok" })),
            runs: Vec::new(),
            stopped: Vec::new(),
        })
    }

    /// Replies that count against the bound of `check_guide`. Where the built-in interviewer stands in for a model it is sent nothing, and
    /// costs nothing.
    pub fn replies(&self) -> u32 {
        let scripted = self.interview.session().interviewer == Interviewer::Scripted;
        let calls = calls_of(self.interview.records());
        let replied = calls
            .iter()
            .filter(|call| call.outcome == "replied" && (scripted || !call.messages.is_empty()));
        replied.count() as u32
    }

    /// The view as it stands.
    pub fn view(&self) -> View {
        self.interview.view()
    }

    /// Gives an event that must be accepted, then does everything that follows without time passing.
    pub fn event(&mut self, event: Event) {
        self.try_event(event)
            .unwrap_or_else(|misuse| panic!("refused: {} {}", misuse.code(), misuse.message()));
    }

    /// Gives an event.
    pub fn try_event(&mut self, event: Event) -> Result<(), Misuse> {
        self.interview.handle(self.now, event)?;
        self.drain();
        Ok(())
    }

    /// Sends an answer.
    pub fn answer(&mut self, text: &str) {
        self.event(Event::Answer { text: text.into() });
    }

    /// Presses a button.
    pub fn command(&mut self, command: Command) {
        self.event(Event::Command(command));
    }

    /// Lets time pass, with every tick that falls into it.
    pub fn wait(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some(at) = self.interview.poll_timeout().filter(|at| *at <= end) {
            self.now = at;
            self.event(Event::Tick);
        }
        self.now = end;
    }

    /// Lets time pass until the respondent is needed or nothing more happens by itself; at most an hour.
    pub fn settle(&mut self) {
        let end = self.now + 3_600_000;
        while matches!(self.view().phase, Phase::Asking | Phase::Retrying) {
            let Some(at) = self.interview.poll_timeout().filter(|at| *at <= end) else {
                return;
            };
            self.now = at;
            self.event(Event::Tick);
        }
    }

    /// Closes the page and opens it again: only what the store holds is left.
    pub fn reload(&mut self) {
        self.hanging = None;
        self.interview = self.reopened();
        self.drain();
    }

    /// What the store holds, opened for writing.
    pub(crate) fn reopened(&self) -> Interview {
        let opening = Opening {
            validator: self.validator.clone(),
            ..opening()
        };
        colloquy_core::kinds::restore(self.stored.clone(), opening, self.now).unwrap_or_else(
            |misuse| panic!("cannot be restored: {} {}", misuse.code(), misuse.message()),
        )
    }

    pub(crate) fn drain(&mut self) {
        while let Some(effect) = self.next_effect() {
            let struck = self.crash_before == Some(self.effects);
            self.effects += 1;
            if struck && (!self.stored.is_empty() || !self.fault.reopens()) {
                self.crashes += 1;
                self.append_struck = matches!(effect, Effect::Append { .. });
                self.strike(effect);
            } else {
                self.perform(effect);
            }
        }
    }

    fn next_effect(&mut self) -> Option<Effect> {
        if self.interview.wants_rules() {
            self.interview.find_by(colloquy_scripted::find_by_rules);
        }
        self.interview.poll_effect()
    }

    pub(crate) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Append { id, records, head } => {
                self.appends.push(records.len());
                match self.storing {
                    Storing::Silent => {}
                    Storing::Fails(reason) => self.tell(Event::SaveFailed { id, reason }),
                    Storing::Works | Storing::Unheard => {
                        for record in records {
                            match self.stored.get(record.seq as usize) {
                                Some(there) => assert_eq!(
                                    *there, record,
                                    "a stored record is never changed by an append"
                                ),
                                None => {
                                    assert_eq!(
                                        record.seq as usize,
                                        self.stored.len(),
                                        "records are stored without a gap"
                                    );
                                    // What is stored is text: what does not survive that is not a fact.
                                    let text =
                                        serde_json::to_string(&record).expect("a record is JSON");
                                    let value =
                                        serde_json::from_str(&text).expect("a record is JSON");
                                    self.stored
                                        .push(Record::read(value).expect("a record is read back"));
                                }
                            }
                        }
                        assert_eq!(
                            head.records as usize,
                            self.stored.len(),
                            "the head counts what is stored"
                        );
                        if self.storing == Storing::Works {
                            self.tell(Event::Saved { id });
                        }
                    }
                }
            }
            Effect::AskModel {
                id,
                call,
                interviewer,
            } => self.ask(id, *call, interviewer == Interviewer::Scripted),
            Effect::CancelModel { id } => {
                self.cancelled = Some(id);
                self.hanging = None;
            }
            Effect::RunTool { call } => {
                self.runs.push(call.id.clone());
                if let Run::Gives(result) = self.tools {
                    let (id, result) = (call.id.clone(), result(&call));
                    self.tell(Event::ToolSettled { id, result });
                }
            }
            Effect::CancelTool { id } => self.stopped.push(id),
            Effect::Finished => self.finished += 1,
        }
    }

    fn ask(&mut self, id: u32, call: Call, scripted: bool) {
        let act = match (self.acts.len(), scripted) {
            (0, _) | (_, true) => Act::Agent(built_in),
            _ if !self.online => Act::Fail(CallErrorKind::Network, None),
            (1, _) => self.acts[0].clone(),
            _ => self.acts.remove(0),
        };
        let act = match act {
            Act::Think(think) => Act::Reply(think(&call)),
            Act::Agent(agent) => {
                let reply = agent(&call);
                self.calls.push(call);
                return self.tell(Event::ModelDone { id, reply });
            }
            act => act,
        };
        self.calls.push(call);
        match act {
            Act::Reply(text) => self.tell(Event::ModelDone {
                id,
                reply: RawReply {
                    text,
                    ..RawReply::default()
                },
            }),
            Act::Stream(pieces) => {
                let text = pieces.concat();
                pieces
                    .into_iter()
                    .for_each(|text| self.tell(Event::ModelChunk { id, text }));
                self.tell(Event::ModelDone {
                    id,
                    reply: RawReply {
                        text,
                        ..RawReply::default()
                    },
                });
            }
            Act::Fail(kind, retry_after_ms) => {
                self.tell(Event::ModelFailed {
                    id,
                    error: CallError {
                        kind,
                        retry_after_ms,
                        message: String::new(),
                    },
                });
            }
            Act::Think(_) | Act::Agent(_) => {}
            Act::Hang => self.hanging = Some(id),
        }
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.interview
            .handle(self.now, event)
            .expect("completions are never refused");
    }

    /// Takes the interview to its end, answering each question with what `respond` says to it, and finishes it.
    /// Presses "try again" where the model was given up. Returns how many times the respondent was asked.
    pub fn run(&mut self, mut respond: impl FnMut(&View) -> Event) -> usize {
        let mut turns = 0;
        loop {
            self.settle();
            let view = self.view();
            match view.phase {
                Phase::Answering => {
                    turns += 1;
                    assert!(turns <= 1_000, "the interview does not end");
                    self.mend();
                    self.now += 20_000;
                    self.event(respond(&view));
                }
                Phase::GivenUp => self.command(Command::Retry),
                Phase::Consent => self.event(Event::Consent),
                Phase::Paused => self.command(Command::Resume),
                Phase::Proposal => self.command(Command::Accept),
                Phase::Review => self.command(Command::Finish),
                Phase::Finished => return turns,
                Phase::Offline if !self.online => self.network(true),
                Phase::Asking | Phase::Retrying | Phase::Offline => {
                    panic!("it hangs in {:?}", view.phase)
                }
            }
        }
    }
}

/// What answers on this device: rules read texts for skills, everything else comes from the guide's bank.
fn built_in(call: &Call) -> RawReply {
    match &call.ask.purpose {
        Purpose::Skills(ask) => RawReply {
            text: LEXICON.with(|lexicon| colloquy_skills::reply(lexicon, ask)),
            ..RawReply::default()
        },
        _ => colloquy_scripted::respond(&call.ask, &colloquy_scripted::Hearing::new()),
    }
}

/// An answer of twelve words that names the question, so that runs can be compared.
pub fn substantive(view: &View) -> Event {
    let number = view.question.as_ref().map_or(0, |question| question.number);
    Event::Answer {
        text: format!("My answer number {number} is long enough to be worth a follow-up question."),
    }
}

/// Questions and answers of an interview, for comparing runs.
pub fn transcript(world: &World) -> Vec<(String, String)> {
    let exchanges = world.interview.session().exchanges.iter();
    exchanges
        .map(|exchange| {
            (
                exchange.question.text.clone(),
                exchange.answer_text().to_string(),
            )
        })
        .collect()
}

/// Limits with one change.
pub fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}
