//! The kinds of interview, one room each, and the one table of them.
//!
//! The machine ([`Interview`], [`Session`]) knows no kind. It holds a `Box<dyn` [`Kind`]`>`, and calls it where kinds differ: what
//! happens next, what is made of a reply, which tools there are, what is shown. A kind's parameters, its state and its part of the view
//! are in its own room and nowhere else, so that a program has the code of those kinds that it names: [`find`] names all of them, and a
//! program that loads kinds in parts calls the `make` of one room from inside of its part.
//!
//! # Adding a kind
//! The simplest kind is its plan. This one puts three questions and never follows up; everything else is what all kinds share:
//! ```
//! use colloquy_core::kinds::{Kind, Step, conversation};
//! use colloquy_core::{Begin, Effect, Event, Interview, Session};
//! use colloquy_schema::{CloseReason, Guide, QuestionKind, RawReply, Setup};
//!
//! #[derive(Debug)]
//! struct Three;
//!
//! fn make(_guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
//!     Box::new(Three)
//! }
//!
//! impl Kind for Three {
//!     fn name(&self) -> &'static str {
//!         "three"
//!     }
//!
//!     fn max_questions(&self) -> u32 {
//!         3
//!     }
//!
//!     fn plan(&self, session: &Session) -> Step {
//!         let kind = match session.exchanges.last() {
//!             None => QuestionKind::Initial,
//!             Some(last) if last.is_open() => return Step::Respondent,
//!             Some(_) if session.asked() == session.max_questions() => {
//!                 return Step::Close(CloseReason::Concluded);
//!             }
//!             Some(_) => QuestionKind::Topic,
//!         };
//!         Step::Ask(Box::new(conversation::question(session, kind)))
//!     }
//! }
//!
//! // It leads an interview as soon as its maker is handed in.
//! let guide = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides/reflective.json"));
//! let begin = Begin {
//!     session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
//!     guide: serde_json::from_str(guide).unwrap(),
//!     setup: Setup { locale: "en".into(), ..Setup::default() },
//!     validator: None,
//!     notes: None,
//! };
//! let mut interview = Interview::begin(begin, make, 0).unwrap();
//! interview.handle(0, Event::Consent).unwrap();
//! let mut questions = ["What came first?", "Who else was there?", "How did it end?"].iter();
//! while interview.view().closed.is_none() {
//!     while let Some(effect) = interview.poll_effect() {
//!         match effect {
//!             Effect::Append { id, .. } => interview.handle(0, Event::Saved { id }).unwrap(),
//!             Effect::AskModel { id, .. } => {
//!                 // The last answer is handed over, too, and needs no reply.
//!                 let question = questions.next().unwrap_or(&"");
//!                 let text = format!(r#"{{"follow_up": false, "question": "{question}"}}"#);
//!                 let reply = RawReply { text, ..RawReply::default() };
//!                 interview.handle(0, Event::ModelDone { id, reply }).unwrap();
//!             }
//!             _ => {}
//!         }
//!     }
//!     if interview.view().closed.is_none() {
//!         let text = "That is a long story, and a good one.".into();
//!         interview.handle(0, Event::Answer { text }).unwrap();
//!     }
//! }
//! assert_eq!(interview.view().exchanges, 3);
//! assert_eq!(serde_json::to_string(&interview.view().kind).unwrap(), r#"{"kind":"three"}"#);
//! ```
//!
//! To ship it:
//! 1. A room here, `kinds/<kind>/`, with `NAME` and `make`. Facts of its own are folded in [`Kind::evolve`]; what it shows is a struct in
//!    its `view.rs`, whose first field is `kind`, returned by [`Kind::view`] as a [`Section`].
//! 2. A room in `colloquy-schema`, `kinds/<kind>`: its parameters in a guide, the facts it records, what it asks an interviewer for.
//! 3. Rooms in `colloquy-scripted` and `colloquy-archive`, where the built-in interviewer asks, or a transcript shows, something of its own.
//!
//! Outside of its rooms it touches one file of this crate, this one: a `mod`, a line in [`find`], and the unions that TypeScript reads.
//! `colloquy-schema` has one table like this, in its `kinds/mod.rs`; a contract of the kind's own is in its `contract/mod.rs` as well.
//!
//! A kind that the engine in the browser does not load is behind a feature of these crates, as `topics` is: what a first visit
//! loads does not grow with it.

pub mod advice;
pub mod gaps;
pub mod onboarding;
pub mod reflective;
pub mod staged;
#[cfg(feature = "topics")]
pub mod topics;

pub(crate) use crate::kind::NoKind;
pub use crate::kind::{
    Apart, Dispatch, Kind, Maker, NameOnly, Plan, Reading, Reply, Section, ShownText, Step,
    ToolUse, ViewSection, conversation, is_repetition, material, outcome,
};

use crate::interview::{Begin, Interview, Opening};
use crate::misuse::Misuse;
use crate::session::{ReadNotes, Session};
use colloquy_schema::{Fact, Record};
use serde_json::Value;

/// Finds a kind by its name: the one table of them.
pub fn find(name: &str) -> Option<Maker> {
    Some(match name {
        reflective::NAME => reflective::make,
        staged::NAME => staged::make,
        advice::NAME => advice::make,
        gaps::NAME => gaps::make,
        onboarding::NAME => onboarding::make,
        #[cfg(feature = "topics")]
        topics::NAME => topics::make,
        _ => return None,
    })
}

/// Where an interview stands by the account of its kind.
#[cfg(feature = "types")]
#[derive(ts_rs::TS)]
#[ts(untagged)]
pub enum KindView {
    /// A reflective interview.
    Reflective(#[ts(type = "{ kind: \"reflective\" }")] NameOnly),
    /// A staged interview.
    Staged(staged::StagedView),
    /// An advice interview.
    Advice(advice::AdviceView),
    /// A skills interview.
    Gaps(gaps::GapsView),
    /// An onboarding interview.
    Onboarding(onboarding::OnboardingView),
    /// An interview over topics.
    #[cfg(feature = "topics")]
    Topics(topics::TopicsView),
}

/// What is read of an interview beside its view, by its kind.
#[cfg(feature = "types")]
#[derive(ts_rs::TS)]
#[ts(untagged)]
pub enum KindDetails {
    /// A kind that has nothing besides.
    None(#[ts(type = "{ kind: \"reflective\" | \"staged\" | \"advice\" | \"topics\" }")] NameOnly),
    /// The table of skills.
    Gaps(gaps::GapsDetails),
    /// What was kept, and the files.
    Onboarding(onboarding::OnboardingDetails),
}

/// The name of the kind that a guide document asks for; empty where it names none.
pub fn name_of_guide(guide: &Value) -> &str {
    guide["strategy"]["kind"].as_str().unwrap_or_default()
}

/// The name of a stored session's kind, before anything else is read of it.
pub fn name_of(records: &[Record]) -> &str {
    match records.first().map(|record| &record.fact) {
        Some(Fact::Began(began)) => name_of_guide(&began.guide),
        _ => "",
    }
}

/// Begins an interview of any kind; for programs that have all of them.
///
/// # Errors
/// As [`Interview::begin`].
pub fn begin(begin: Begin, now: u64) -> Result<Interview, Misuse> {
    let maker = maker(name_of_guide(&begin.guide));
    Interview::begin(begin, maker, now)
}

/// Opens a stored session of any kind; for programs that have all of them.
///
/// # Errors
/// As [`Interview::restore`].
pub fn restore(records: Vec<Record>, opening: Opening, now: u64) -> Result<Interview, Misuse> {
    let maker = maker(name_of(&records));
    Interview::restore(records, opening, maker, now)
}

/// Folds the records of a session of any kind; for programs that have all of them.
///
/// # Errors
/// As [`Session::of`].
pub fn session(records: &[Record], notes: Option<ReadNotes>) -> Result<Session, Misuse> {
    Session::of(records, maker(name_of(records)), notes)
}

/// A guide of an unknown kind is refused before its kind is made, so that any maker will do for it.
fn maker(name: &str) -> Maker {
    find(name).unwrap_or(|_, _| Box::new(NoKind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::{Guide, Setup};
    use serde_json::json;

    const GUIDES: [&str; 5] = [
        include_str!("../../../../pkg/guides/reflective.json"),
        include_str!("../../../../pkg/guides/staged.json"),
        include_str!("../../../../pkg/guides/advice.json"),
        include_str!("../../../../pkg/guides/gaps.json"),
        include_str!("../../../../pkg/guides/onboarding.json"),
    ];

    fn beginning(guide: &Value) -> Begin {
        Begin {
            session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
            guide: guide.clone(),
            setup: Setup {
                locale: "en".into(),
                ..Setup::default()
            },
            validator: None,
            notes: None,
        }
    }

    #[test]
    fn every_kind_is_found_by_the_name_in_its_guide_and_in_its_records() {
        for guide in GUIDES {
            let guide: Value = serde_json::from_str(guide).expect("a guide is JSON");
            let name = name_of_guide(&guide);
            let read = Guide::read(&guide).expect("a sound guide");
            let kind = find(name).expect(name)(&read, &Setup::default());
            assert_eq!(kind.name(), name);
            assert_eq!(kind.max_questions(), read.max_questions(), "{name}");
            let interview = begin(beginning(&guide), 0).expect("it begins");
            assert_eq!(name_of(interview.records()), name);
            for section in [interview.view().kind, interview.details()] {
                let section = serde_json::to_value(section).expect("JSON");
                assert_eq!(section["kind"], name);
            }
        }
    }

    #[test]
    fn a_maker_of_another_kind_is_refused() {
        for (place, guide) in GUIDES.iter().enumerate() {
            let guide: Value = serde_json::from_str(guide).expect("a guide is JSON");
            let makers = [
                reflective::make,
                staged::make,
                advice::make,
                gaps::make,
                onboarding::make,
            ];
            for (other, maker) in makers.into_iter().enumerate() {
                let begun = Interview::begin(beginning(&guide), maker, 0);
                let code = begun.err().map(|misuse| misuse.code());
                assert_eq!(code, (place != other).then_some("unsupported"));
            }
        }
    }

    #[test]
    fn a_guide_of_an_unknown_kind_is_refused_with_its_fault() {
        let mut guide: Value = serde_json::from_str(GUIDES[0]).expect("a guide is JSON");
        guide["strategy"]["kind"] = json!("séance");
        let refused = begin(beginning(&guide), 0).err().expect("it is refused");
        assert_eq!(refused.code(), "invalid_guide");
        assert!(
            refused
                .details()
                .iter()
                .any(|issue| issue.path == "strategy.kind")
        );
        assert_eq!(name_of(&[]), "");
    }

    #[test]
    fn tools_of_the_host_are_for_kinds_that_call_tools() {
        for guide in GUIDES {
            let guide: Value = serde_json::from_str(guide).expect("a guide is JSON");
            let mut with_tool = beginning(&guide);
            with_tool.setup.tools.push(colloquy_schema::HostTool {
                name: "look_up".into(),
                parameters: json!({ "type": "object" }),
                ..Default::default()
            });
            let code = begin(with_tool, 0).err().map(|misuse| misuse.code());
            let calls_tools = name_of_guide(&guide) == onboarding::NAME;
            assert_eq!(code, (!calls_tools).then_some("invalid_options"));
        }
    }
}
