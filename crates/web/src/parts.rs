//! The parts of the program that are loaded when they are needed, and the seams where that happens.
//!
//! This is one program. The build cuts it at the functions marked `wasm_split` below: whatever only such a function reaches
//! lies in a file of its own, and a call of the function waits until that file is there. Each gives out a table of functions,
//! so that what is behind a seam is named nowhere else, and the rest of the crate calls it as it calls anything. Which parts
//! become files, and which are so small that they stay with the rest, the build decides (`xtask/src/dist/parts`).
//!
//! A part that cannot be loaded is an error with the code `part_unavailable`, and can be tried again.

// The macro declares functions of other files, which is unsafe in itself. Nothing else in this crate is.
#![allow(unsafe_code)]
// What calls these tables is there in a browser only; natively they are there to be tested.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]

pub(crate) mod archive;
pub(crate) mod contracts;
mod deltas;
pub(crate) mod dialects;
pub(crate) mod failures;
pub(crate) mod findings;
pub(crate) mod guides;
#[cfg(target_arch = "wasm32")]
pub(crate) mod hearing;
mod instructions;
pub(crate) mod notes;
pub(crate) mod reader;
pub(crate) mod resume;
pub(crate) mod skills;
#[cfg(target_arch = "wasm32")]
pub(crate) mod stored;

#[cfg(target_arch = "wasm32")]
pub(crate) use seams::*;

#[cfg(target_arch = "wasm32")]
mod seams {
    use crate::error::Error;
    use colloquy_core::ReadNotes;
    use colloquy_core::kinds::{self, Maker};
    use colloquy_schema::{Ask, Fact, Material, RawReply, Record};
    use colloquy_scripted::{
        FRENCH, GERMAN, Hearing, Language, Open, Opening, SPANISH, open_advice, open_onboarding,
        open_question,
    };
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Makes a seam: an asynchronous function that waits for its part and gives what the part gives out.
    ///
    /// The store's suite of tests is one file, without seams.
    macro_rules! seam {
        ($(#[$doc:meta])* $name:ident -> $given:ty { $value:expr }) => {
            $(#[$doc])*
            #[cfg(not(feature = "store-suite"))]
            #[wasm_split_helpers::wasm_split($name, fallible)]
            pub(crate) fn $name() -> Result<&'static $given, Error> {
                Ok($value)
            }

            $(#[$doc])*
            #[cfg(feature = "store-suite")]
            #[expect(clippy::unused_async, reason = "as it is where there are seams")]
            pub(crate) async fn $name() -> Result<&'static $given, Error> {
                Ok($value)
            }
        };
    }

    seam! {
        /// The first question of the built-in interviewer.
        opening -> Open { &(open_question as Open) }
    }
    seam! {
        /// Its recommendation on a conversation that was handed in, before which it asks nothing.
        opening_advice -> Open { &(open_advice as Open) }
    }
    seam! {
        /// What it calls and offers before anything is handed in.
        opening_onboarding -> Open { &(open_onboarding as Open) }
    }
    seam! {
        /// The built-in interviewer.
        scripted -> fn(&Ask, &Hearing) -> RawReply { &(colloquy_scripted::respond as fn(&Ask, &Hearing) -> RawReply) }
    }
    seam! {
        /// What the built-in interviewer hears and finds in answers: needed from the first of them on.
        hearing -> super::hearing::Table { &super::hearing::TABLE }
    }
    seam! {
        /// What the built-in interviewer knows of German.
        words_de -> Language { &GERMAN }
    }
    seam! {
        /// What it knows of Spanish.
        words_es -> Language { &SPANISH }
    }
    seam! {
        /// What it knows of French.
        words_fr -> Language { &FRENCH }
    }
    seam! {
        /// The ways in which model APIs are spoken.
        dialects -> super::dialects::Table { &super::dialects::TABLE }
    }
    seam! {
        /// Calls of models that failed.
        failures -> super::failures::Table { &super::failures::TABLE }
    }
    seam! {
        /// What is made of a session's records.
        archive -> super::archive::Table { &super::archive::TABLE }
    }
    seam! {
        /// Judging without a session: guides, replies, values, JSON that still comes in.
        contracts -> super::contracts::Table { &super::contracts::TABLE }
    }
    seam! {
        /// Schemas rewritten for providers.
        schemas -> super::contracts::SchemaTable { &super::contracts::SCHEMA_TABLE }
    }
    seam! {
        /// Findings of texts without a session.
        findings -> super::findings::Table { &super::findings::TABLE }
    }
    seam! {
        /// Reading the notes of a material.
        notes -> super::notes::Table { &super::notes::TABLE }
    }
    seam! {
        /// Texts read for skills by rules.
        skills -> super::skills::Table { &super::skills::TABLE }
    }
    seam! {
        /// Résumés read by rules.
        resume -> super::resume::Table { &super::resume::TABLE }
    }

    seam! {
        /// Sessions that are in the store.
        stored -> super::stored::Table { &super::stored::TABLE }
    }

    seam! {
        /// Interviews that reflect on something.
        reflective -> Maker { &(kinds::reflective::make as Maker) }
    }
    seam! {
        /// Interviews in stages.
        staged -> Maker { &(kinds::staged::make as Maker) }
    }
    seam! {
        /// Interviews that end in a recommendation.
        advice -> Maker { &(kinds::advice::make as Maker) }
    }
    seam! {
        /// Interviews about what a résumé leaves open.
        gaps -> Maker { &(kinds::gaps::make as Maker) }
    }
    seam! {
        /// Interviews that gather what is needed to begin.
        onboarding -> Maker { &(kinds::onboarding::make as Maker) }
    }
    seam! {
        /// Interviews over an owner's topics.
        topics -> Maker { &(kinds::topics::make as Maker) }
    }

    /// Gives what opens an interview.
    pub(crate) async fn opener(opening: Opening) -> Result<Open, Error> {
        Ok(*match opening {
            Opening::Question => self::opening().await,
            Opening::Advice => opening_advice().await,
            Opening::Onboarding => opening_onboarding().await,
        }?)
    }

    /// Gives what the built-in interviewer knows of the language of a locale; English comes with what hears, and so does what is heard in
    /// every other language. `pkg/src/parts.ts` knows the same tags.
    pub(crate) async fn words(locale: &str) -> Result<Option<&'static Language>, Error> {
        let tag = locale.split(['-', '_']).next().unwrap_or_default();
        Ok(Some(match tag.to_ascii_lowercase().as_str() {
            "de" => words_de().await?,
            "es" => words_es().await?,
            "fr" => words_fr().await?,
            _ => return Ok(None),
        }))
    }

    /// Gives what makes a kind of interview. One of an unknown kind is refused before its kind is made, so any maker will do for it.
    pub(crate) async fn kind(name: &str) -> Result<Maker, Error> {
        Ok(*match name {
            kinds::staged::NAME => staged().await,
            kinds::advice::NAME => advice().await,
            kinds::gaps::NAME => gaps().await,
            kinds::onboarding::NAME => onboarding().await,
            kinds::topics::NAME => topics().await,
            _ => reflective().await,
        }?)
    }

    /// The same for stored records.
    pub(crate) async fn kind_in(records: &[Record]) -> Result<Maker, Error> {
        kind(kinds::name_of(records)).await
    }

    /// Gives what reads the notes of a material; for one without notes nothing has to be loaded.
    pub(crate) async fn notes_of(material: &Material) -> Result<Option<ReadNotes>, Error> {
        if *material == Material::default() {
            return Ok(None);
        }
        Ok(Some(notes().await?.context))
    }

    /// The same for stored records.
    pub(crate) async fn notes_in(records: &[Record]) -> Result<Option<ReadNotes>, Error> {
        match records.first().map(|record| &record.fact) {
            Some(Fact::Began(began)) => notes_of(&began.setup.material).await,
            _ => Ok(None),
        }
    }

    /// Gives a part that is there already, for what JavaScript calls without waiting: the package asks for the part before.
    pub(crate) fn here<T>(part: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let mut part = pin!(part);
        let mut context = Context::from_waker(Waker::noop());
        // Linking calls back before it returns, which the second look finds.
        for _ in 0..2 {
            if let Poll::Ready(given) = part.as_mut().poll(&mut context) {
                return given;
            }
        }
        Err(Error::not_loaded())
    }
}
