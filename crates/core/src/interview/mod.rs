//! One interview: events go in, effects come out. After every [`Interview::handle`] drain [`Interview::poll_effect`],
//! then arm one timer for [`Interview::poll_timeout`].

mod calls;
mod draw;
mod respondent;
mod results;
mod saving;
mod tools;

use crate::effect::{ABANDONED_AFTER_MS, Effect, Status};
use crate::event::{Event, SaveError};
use crate::findings_view;
use crate::kind::Maker;
use crate::kind::outcome::{asks, holds_respondent};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::{ReadNotes, Session};
use crate::validate::Validate;
use crate::view::{FindingsView, Notice};
use calls::Live;
use colloquy_schema::{
    Began, CloseReason, Fact, Findings, Guide, Issue, RECORD_VERSION, Record, Setup, Turn, codec,
    hash_hex, too_deep,
};
pub use results::ResultView;
use saving::Saver;
use serde_json::Value;
use std::collections::VecDeque;
use std::rc::Rc;

/// Version of the engine, written into sessions and results.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an interview begins with.
#[derive(Clone, Debug)]
pub struct Begin {
    /// UUID of the session.
    pub session: String,
    /// The guide document; kept with the session.
    pub guide: Value,
    /// Everything else.
    pub setup: Setup,
    /// Judges values of the guide's own contract; needed by a guide that carries one.
    pub validator: Option<Rc<dyn Validate>>,
    /// Reads the notes of the material; needed where it is not empty.
    pub notes: Option<ReadNotes>,
}

/// How a stored session is opened.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// When the unsent draft was last changed, in milliseconds since 1970; a draft is a sign of life.
    pub draft_at: Option<u64>,
    /// True when another tab writes the session: nothing can be submitted here.
    pub read_only: bool,
    /// Judges values of the guide's own contract. Without it such a value is not asked for; everything else goes on.
    pub validator: Option<Rc<dyn Validate>>,
    /// Reads the notes of the material; needed where it is not empty.
    pub notes: Option<ReadNotes>,
}

/// One running interview. Deterministic: the same events at the same times give the same effects, on any machine.
pub struct Interview {
    session: Session,
    records: Vec<Record>,
    effects: VecDeque<Effect>,
    saver: Saver,
    live: Option<Box<Live>>,
    /// Tools that wait until the records they rest on are stored.
    withheld_tools: Vec<(u32, Effect)>,
    /// The interview's own time, which never goes back.
    now: u64,
    /// What the host's clock showed with the last event.
    host_clock: u64,
    /// How far the interview's time is ahead of the host's clock, in milliseconds: as far as that was ever turned back. Without it no
    /// wait would end before the clock is where it was.
    clock_skew: u64,
    online: bool,
    /// True while a session that was abandoned waits for the respondent to resume it.
    abandoned: bool,
    notice: Option<Notice>,
    findings: Option<FindingsView>,
    revision: u32,
    last_call_id: u32,
    ignored: u32,
}

impl Interview {
    /// Begins a new session. Where the guide asks for consent, nothing is stored or sent before [`Event::Consent`]. `maker` makes the
    /// kind that the guide asks for; [`kinds::begin`](crate::kinds::begin) finds it.
    ///
    /// # Errors
    /// `invalid_guide` with every fault of the guide, `invalid_options` when a limit cannot be kept, or notes cannot be read,
    /// `unsupported` when `maker` is that of another kind.
    pub fn begin(begin: Begin, maker: Maker, now: u64) -> Result<Interview, Misuse> {
        if begin.setup.limits.cost_usd.is_some() && begin.setup.prices.is_none() {
            return Err(Misuse::new(
                MisuseCode::InvalidOptions,
                "a limit on cost needs `prices` (USD per million tokens): give both or neither",
            ));
        }
        let setup = &begin.setup;
        let parameters = setup.tools.iter().map(|tool| &tool.parameters);
        if setup.metadata.values().chain(parameters).any(too_deep) {
            return Err(Misuse::new(
                MisuseCode::InvalidOptions,
                "`metadata` and the parameters of tools must be nested 100 deep at most",
            ));
        }
        let guide_hash = hash_hex(&codec::text(&begin.guide));
        let began = Began {
            session: begin.session,
            guide: begin.guide,
            guide_hash,
            engine: ENGINE_VERSION.into(),
            setup: begin.setup,
        };
        let record = Record {
            seq: 0,
            at: now,
            v: RECORD_VERSION,
            fact: Fact::Began(Box::new(began)),
        };
        let mut session = Session::open(&record, maker, begin.notes)?;
        if !session.setup.tools.is_empty() && !session.kind.takes_host_tools() {
            return Err(no_host_tools());
        }
        if session.guide.outcome.is_some() && begin.validator.is_none() {
            return Err(Misuse::new(
                MisuseCode::InvalidOptions,
                "the guide carries a contract of its own: give a validator compiled from its `outcome.schema`",
            ));
        }
        session.validator = begin.validator;
        if session.limits.cost_usd.is_some() && session.setup.prices.is_none() {
            return Err(Misuse::new(
                MisuseCode::InvalidOptions,
                "the guide limits the cost: give `prices` (USD per million tokens)",
            ));
        }
        let mut interview = Interview::new(session, vec![record], now);
        interview.settle();
        Ok(interview)
    }

    /// Opens a stored session. An active one goes on at once; a paused or abandoned one waits for `resume`. `maker` makes the kind
    /// that its guide asks for; [`kinds::restore`](crate::kinds::restore) finds it.
    ///
    /// # Errors
    /// Those of [`Session::of`].
    pub fn restore(
        records: Vec<Record>,
        opening: Opening,
        maker: Maker,
        now: u64,
    ) -> Result<Interview, Misuse> {
        let mut session = Session::of(&records, maker, opening.notes)?;
        session.validator = opening.validator;
        let last_sign = session.updated_at.max(opening.draft_at.unwrap_or(0));
        let mut interview = Interview::new(session, records, now);
        let absent = interview.now.saturating_sub(last_sign) >= ABANDONED_AFTER_MS;
        interview.abandoned =
            absent && interview.session.status == Status::Active && !interview.session.network_away;
        interview.saver = Saver::restored(interview.session.records, opening.read_only);
        if !opening.read_only {
            interview.interrupted_tools();
        }
        interview.settle();
        Ok(interview)
    }

    fn new(session: Session, records: Vec<Record>, now: u64) -> Interview {
        let clock_skew = session.updated_at.saturating_sub(now);
        Interview {
            now: now.saturating_add(clock_skew),
            host_clock: now,
            clock_skew,
            session,
            records,
            effects: VecDeque::new(),
            saver: Saver::default(),
            live: None,
            withheld_tools: Vec::new(),
            online: true,
            abandoned: false,
            notice: None,
            findings: None,
            revision: 0,
            last_call_id: 0,
            ignored: 0,
        }
    }

    /// Takes an event in. Where the clock was turned back, the interview's time goes on from the last time seen.
    ///
    /// # Errors
    /// A host's misuse, such as an answer while no question is open (`not_now`). Nothing has changed then. Late and
    /// unknown completions are never an error: they are ignored and counted.
    pub fn handle(&mut self, now: u64, event: Event) -> Result<(), Misuse> {
        let turned_back = self.host_clock.saturating_sub(now);
        self.clock_skew = self.clock_skew.saturating_add(turned_back);
        self.host_clock = now;
        self.now = now.saturating_add(self.clock_skew);
        match event {
            Event::ModelChunk { id, text } => self.model_chunk(id, &text),
            Event::ModelDone { id, reply } => self.model_done(id, reply),
            Event::ModelFailed { id, error } => self.model_failed(id, error),
            Event::ToolSettled { id, result } => self.tool_settled(&id, result),
            Event::Capabilities(capabilities) => self.session.capabilities = capabilities,
            Event::Saved { id } => self.saver.saved(id),
            Event::SaveFailed { id, reason } => self.saver.failed(id, reason),
            Event::StoreReturned => self.saver.store_returned(),
            Event::Network { online } => self.network(online),
            Event::Tick => self.saver.tick(self.now),
            respondent => {
                if self.saver.read_only() {
                    return Err(Misuse::new(
                        MisuseCode::ReadOnly,
                        "another tab writes this session: take it over first",
                    ));
                }
                self.notice = None;
                self.respondent(respondent)?;
            }
        }
        self.settle();
        Ok(())
    }

    /// Goes on as far as it can without the world, then queues what is to be stored.
    fn settle(&mut self) {
        if !self.saver.read_only() {
            self.interrupted_call();
            self.advance();
        }
        self.draw_findings();
        if self.session.consented
            && let Some(append) = self.saver.append(&self.records, &self.session, self.now)
        {
            self.effects.push_back(append);
        }
        self.release_call();
        self.release_tools();
        self.revision += 1;
    }

    /// Draws what was found once the questions are over. Where rules are wanted and not there yet, nothing is shown in their place.
    fn draw_findings(&mut self) {
        let session = &self.session;
        if session.closed.is_none() {
            self.findings = None;
        } else if session.finished.is_some() || !session.lacks_rules() {
            self.findings = Some(findings_view::draw(session));
        }
    }

    /// Hands in what finds by rules, without which an interview cannot be completed.
    pub fn find_by(&mut self, find: impl Fn(&[Turn], &str) -> Findings + 'static) {
        self.session.find_by(Rc::new(find));
        self.draw_findings();
        self.revision += 1;
    }

    /// True when the findings are waited for: hand in what finds by rules.
    pub fn wants_rules(&self) -> bool {
        let session = &self.session;
        session.closed.is_some() && session.finished.is_none() && session.lacks_rules()
    }

    /// Returns the next thing to be done outside; drain it before the next [`Interview::handle`].
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Returns when [`Event::Tick`] is wanted by the host's clock, in milliseconds since 1970, if at all.
    pub fn poll_timeout(&self) -> Option<u64> {
        let retry = if self.has_work() && self.session.running_call().is_none() {
            self.retry_at()
        } else {
            None
        };
        [self.saver.deadline(), retry.filter(|at| *at > self.now)]
            .into_iter()
            .flatten()
            .min()
            .map(|at| at.saturating_sub(self.clock_skew))
    }

    /// Takes the writing over from another tab: what this tab knows must be the stored records, so reopen with
    /// [`Interview::restore`]. Returns whether that is needed.
    pub fn read_only(&self) -> bool {
        self.saver.read_only()
    }

    /// Makes this interview read-only: another tab has taken it over.
    pub fn taken_over(&mut self) {
        self.saver.lose(SaveError::TakenOver);
        self.revision += 1;
    }

    /// All records so far, stored or not.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The session as it stands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Goes up with every change; equal revisions mean equal views.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Completions that came too late or quoted an unknown id.
    pub fn ignored(&self) -> u32 {
        self.ignored
    }

    /// True while the session runs: agreed to, active, resumed.
    fn is_running(&self) -> bool {
        self.session.consented && self.session.status == Status::Active && !self.abandoned
    }

    /// True while it runs and something is still asked for, questions or what follows from them.
    fn has_work(&self) -> bool {
        self.is_running() && asks(&self.session)
    }

    /// True while it runs and the respondent is asked, or waits for what follows from the questions.
    fn keeps_respondent(&self) -> bool {
        self.is_running() && holds_respondent(&self.session)
    }

    /// Asks no further question; the guide's words close the interview.
    fn close(&mut self, reason: CloseReason) {
        self.cancel_tools();
        let text = String::new();
        self.record(Fact::Closed { reason, text });
    }

    /// Appends a fact and folds it in.
    fn record(&mut self, fact: Fact) {
        let record = Record {
            seq: self.session.records,
            at: self.now.max(self.session.updated_at),
            v: RECORD_VERSION,
            fact,
        };
        self.session.evolve(&record);
        self.records.push(record);
    }
}

/// The kind of interview calls no tools, so that those of the host would never run.
fn no_host_tools() -> Misuse {
    let message = "must be left out: this kind of interview calls no tools";
    Misuse::with_details(
        MisuseCode::InvalidOptions,
        "mend the options: every fault is listed with its path, rule and value",
        vec![Issue::new("tools", "unknown_key", message, None)],
    )
}

/// Checks a guide: every fault, or the longest interview it allows.
pub fn check_guide(
    guide: &Value,
    limits: &colloquy_schema::Limits,
    prices: Option<colloquy_schema::Prices>,
) -> Result<colloquy_schema::Longest, Vec<colloquy_schema::Issue>> {
    Guide::read(guide).map(|guide| guide.longest(limits, prices))
}
