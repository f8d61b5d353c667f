//! A kind of interview that the engine does not know, made as its documentation says: it has state, a part of the view, a limit and an
//! outcome of its own, leads an interview with the built-in interviewer, and comes back from its records at any point.

use crate::behaviours;
use crate::world::{BEGIN, guide, scripted};
use colloquy_core::kinds::{Kind, Plan, Section, Step, conversation};
use colloquy_core::{Begin, Command, Effect, Event, Interview, Opening, Phase, Session};
use colloquy_schema::codec::Codec;
use colloquy_schema::{CloseReason, Fact, Guide, Question, QuestionKind, Record, Setup};
use serde_json::{Map, Value, json};

/// A look back in three columns: what went well, what did not, what to try. Each is asked about until it has two entries, or is
/// passed over; the outcome is the board.
#[derive(Debug, Default)]
struct Retro {
    /// Entries by column.
    board: [Vec<String>; 3],
    /// Columns that nothing more is asked about.
    closed: [bool; 3],
    /// Column of the open question.
    open: usize,
}

const COLUMNS: [&str; 3] = ["well", "badly", "try"];
/// Entries after which a column is full.
const FULL: usize = 2;

/// What a screen shows of it.
#[derive(Clone, Debug, Codec)]
struct RetroView {
    kind: &'static str,
    column: String,
    entries: u32,
}

/// What is read beside the view.
#[derive(Clone, Debug, Codec)]
struct RetroDetails {
    kind: &'static str,
    board: Vec<String>,
}

fn make(_guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    Box::new(Retro::default())
}

impl Retro {
    fn column(&self) -> Option<usize> {
        (0..COLUMNS.len()).find(|at| !self.closed[*at] && self.board[*at].len() < FULL)
    }

    fn entries(&self) -> impl Iterator<Item = String> + '_ {
        let column = |(at, entries): (usize, &Vec<String>)| {
            let named = move |entry: &String| format!("{}: {entry}", COLUMNS[at]);
            entries.iter().map(named).collect::<Vec<_>>()
        };
        self.board.iter().enumerate().flat_map(column)
    }
}

impl Kind for Retro {
    fn name(&self) -> &'static str {
        "retro"
    }

    fn max_questions(&self) -> u32 {
        9
    }

    fn plan(&self, session: &Session) -> Step {
        let kind = match session.exchanges.last() {
            Some(last) if last.is_open() => return Step::Respondent,
            _ if self.column().is_none() => return Step::Close(CloseReason::Complete),
            Some(_) if session.asked() >= session.max_questions() => {
                return Step::Close(CloseReason::QuestionLimit);
            }
            Some(_) => QuestionKind::Topic,
            None => QuestionKind::Initial,
        };
        let column = COLUMNS[self.column().unwrap_or_default()];
        let plan = conversation::question(session, kind);
        let instruction = [&plan.instruction, " Ask about what went ", column].concat();
        Step::Ask(Box::new(Plan {
            instruction,
            ..plan
        }))
    }

    fn evolve(&mut self, record: &Record, _before: &Session) {
        match &record.fact {
            Fact::Asked(Question { .. }) => self.open = self.column().unwrap_or_default(),
            Fact::Answered { text, .. } => self.board[self.open].push(text.clone()),
            Fact::Skipped { .. } => self.closed[self.open] = true,
            _ => {}
        }
    }

    fn progress(&self, _session: &Session) -> Option<u32> {
        let done = |at: usize| {
            if self.closed[at] {
                FULL
            } else {
                self.board[at].len().min(FULL)
            }
        };
        Some((0..3).map(done).sum::<usize>() as u32 * 100 / 6)
    }

    fn view(&self, _session: &Session) -> Section {
        Section::new(RetroView {
            kind: "retro",
            column: self.column().map_or("", |at| COLUMNS[at]).into(),
            entries: self.entries().count() as u32,
        })
    }

    fn details(&self, _session: &Session) -> Section {
        Section::new(RetroDetails {
            kind: "retro",
            board: self.entries().collect(),
        })
    }

    fn closing(&self, _session: &Session, reason: CloseReason) -> Option<String> {
        (reason == CloseReason::Complete).then(|| "The board is full. Thank you.".into())
    }

    fn outcome(&self, _session: &Session, out: &mut Map<String, Value>) {
        for (column, entries) in COLUMNS.iter().zip(&self.board) {
            out.insert((*column).into(), json!(entries));
        }
    }
}

/// The texts of a store.
#[derive(Default)]
struct Store(Vec<String>);

impl Store {
    /// Does what the interview asks for until it waits.
    fn run(&mut self, interview: &mut Interview) {
        while let Some(effect) = interview.poll_effect() {
            match effect {
                Effect::Append { id, records, .. } => {
                    let texts = records
                        .iter()
                        .map(|record| serde_json::to_string(record).expect("JSON"));
                    self.0.extend(texts);
                    interview
                        .handle(BEGIN, Event::Saved { id })
                        .expect("it is heard");
                }
                Effect::AskModel { id, call, .. } => {
                    let reply =
                        colloquy_scripted::respond(&call.ask, &colloquy_scripted::Hearing::new());
                    interview
                        .handle(BEGIN, Event::ModelDone { id, reply })
                        .expect("it is heard");
                }
                _ => {}
            }
        }
        if interview.wants_rules() {
            interview.find_by(colloquy_scripted::find_by_rules);
        }
    }

    fn reopened(&self) -> Interview {
        let records = colloquy_core::read_records(&self.0).expect("records");
        Interview::restore(records, Opening::default(), make, BEGIN).expect("it opens")
    }
}

fn begun() -> (Interview, Store) {
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide: guide(),
        setup: Setup {
            material: Default::default(),
            ..scripted()
        },
        validator: None,
        notes: None,
    };
    let mut interview = Interview::begin(begin, make, BEGIN).expect("it begins");
    let mut store = Store::default();
    interview
        .handle(BEGIN, Event::Consent)
        .expect("it is asked for");
    store.run(&mut interview);
    (interview, store)
}

/// What the page does at each question: the third column is passed over.
fn respond(interview: &Interview) -> Event {
    match section(interview)["column"].as_str() {
        Some("try") => Event::Command(Command::Skip),
        column => Event::Answer {
            text: format!(
                "That the releases went {} number {}.",
                column.unwrap_or_default(),
                interview.view().progress.asked
            ),
        },
    }
}

fn section(interview: &Interview) -> Value {
    serde_json::to_value(interview.view().kind).expect("JSON")
}

fn finished(interview: &mut Interview, store: &mut Store) -> Value {
    while interview.view().phase == Phase::Answering {
        let event = respond(interview);
        interview.handle(BEGIN, event).expect("it is asked for");
        store.run(interview);
    }
    assert_eq!(interview.view().phase, Phase::Review);
    interview
        .handle(BEGIN, Event::Command(Command::Finish))
        .expect("the review ends");
    store.run(interview);
    interview.session().summary().outcome.expect("an outcome")
}

behaviours! {
    fn a_kind_from_elsewhere_leads_an_interview_to_its_own_outcome() {
        let (mut interview, mut store) = begun();
        assert_eq!(section(&interview), json!({ "kind": "retro", "column": "well", "entries": 0 }));
        let outcome = finished(&mut interview, &mut store);
        assert_eq!(outcome["well"].as_array().map(Vec::len), Some(2), "{outcome}");
        assert_eq!(outcome["badly"][1], "That the releases went badly number 4.");
        assert_eq!(outcome["try"], json!([]));
        let view = interview.view();
        assert_eq!((view.closed, view.closing.as_str()), (Some(CloseReason::Complete), "The board is full. Thank you."));
        assert_eq!((view.progress.percent, view.progress.asked), (100, 5));
        let details = serde_json::to_value(interview.details()).expect("JSON");
        assert_eq!(details["board"].as_array().map(Vec::len), Some(4), "{details}");
    }

    fn a_kind_from_elsewhere_comes_back_from_its_records_at_every_question() {
        let (mut whole, mut all) = begun();
        let expected = finished(&mut whole, &mut all);
        let (mut interview, mut store) = begun();
        while interview.view().phase == Phase::Answering {
            let before = (section(&interview), interview.view().question.map(|question| question.text));
            interview = store.reopened();
            store.run(&mut interview);
            assert_eq!((section(&interview), interview.view().question.map(|question| question.text)), before);
            let event = respond(&interview);
            interview.handle(BEGIN, event).expect("it is asked for");
            store.run(&mut interview);
        }
        assert_eq!(finished(&mut interview, &mut store), expected);
        assert_eq!(store.0, all.0, "the same records");
    }

    fn a_kind_from_elsewhere_is_exported_and_imported_with_its_records() {
        let (mut interview, mut store) = begun();
        finished(&mut interview, &mut store);
        let file = colloquy_archive::session_file::write(interview.records(), None);
        let read = colloquy_archive::session_file::read(&file).expect("it is read back");
        assert_eq!(read.records, interview.records());
        assert!(file.contains("went badly number 4"));
    }

    fn a_kind_from_elsewhere_keeps_to_its_own_limit() {
        let (mut interview, mut store) = begun();
        // An empty column is asked about for ever, were it not for the limit.
        while interview.view().phase == Phase::Answering {
            interview.handle(BEGIN, Event::Command(Command::Decline)).expect("it is asked for");
            store.run(&mut interview);
        }
        assert!(interview.view().progress.asked <= 9);
        assert!(interview.view().closed.is_some());
    }
}
