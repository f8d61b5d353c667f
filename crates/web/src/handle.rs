//! One interview as JavaScript holds it. Every method is synchronous and borrows shared; one that waits returns a promise
//! of a future that owns what it needs.

use crate::bridge::{argument, json, promise};
use crate::driver::{Driver, Pace, Setting};
use crate::error::{Code, Error};
use crate::message::{Input, Reading};
use crate::store::{Listed, Query, Store, changes};
use crate::{channel, driver, env, opened, parts};
use colloquy_core::{Begin, Event, Interview, Options, kinds};
use colloquy_schema::{Interviewer, Setup};
use js_sys::{Array, Function, Promise};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Most earlier sessions on a subject that are looked through for questions already put, newest first.
const EARLIER_SESSIONS: usize = 100;

/// Longest time for looking back, in milliseconds: a store that hangs must not keep an interview from beginning.
const LOOK_BACK_MS: u32 = 3_000;

/// A running interview.
#[wasm_bindgen]
pub struct Handle(Rc<Driver>);

/// What a host sets beside the interview itself.
struct World {
    store: Store,
    pace: Pace,
    read_only: bool,
}

fn world(options: &Value) -> Result<World, Error> {
    let text = |key: &str| options.get(key).and_then(Value::as_str);
    let pace = match text("pace") {
        Some("natural") => Pace::Natural,
        None | Some("instant") => Pace::Instant,
        Some(_) => {
            return Err(Error::new(
                Code::InvalidOptions,
                "`pace` must be \"natural\" or \"instant\"",
            ));
        }
    };
    let read_only = options
        .get("readOnly")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    Ok(World {
        store: opened::store(text("storage"))?,
        pace,
        read_only,
    })
}

/// Begins an interview; the promise gives a [`Handle`]. `check` judges by the guide's own schema, where it has one.
#[wasm_bindgen]
pub fn create(options: &str, wake: Function, models: Function, check: Option<Function>) -> Promise {
    let options = argument(options);
    promise(begin(options, wake, models, check))
}

/// Opens a stored session; the promise gives a [`Handle`]. `judges` is asked for such a function, where it is needed.
#[wasm_bindgen]
pub fn open(
    session: String,
    options: &str,
    wake: Function,
    models: Function,
    judges: Function,
) -> Promise {
    let options = argument(options);
    promise(async move {
        let World {
            store,
            pace,
            read_only,
        } = world(&options?)?;
        let setting = Setting {
            session,
            store,
            pace,
            wake,
            models,
        };
        let open = parts::stored().await?.open;
        let driver = open(setting, read_only, judges).await?;
        Ok(Handle(driver).into())
    })
}

/// The stable key of what an interview is about.
async fn subject(setup: &Setup) -> Result<String, Error> {
    let given = setup.subject.trim();
    if !given.is_empty() {
        return Ok(given.into());
    }
    Ok((parts::notes().await?.subject)(&setup.material))
}

async fn begin(
    options: Result<Value, Error>,
    wake: Function,
    models: Function,
    check: Option<Function>,
) -> Result<JsValue, Error> {
    let options = options?;
    let World { store, pace, .. } = world(&options)?;
    let Options { guide, mut setup } = Options::read(&options)?;
    drop(options);
    setup.seed = env::seed();
    let maker = parts::kind(kinds::name_of_guide(&guide)).await?;
    let notes = parts::notes_of(&setup.material).await?;
    setup.subject = subject(&setup).await?;
    look_back(&store, &mut setup).await?;
    let session = env::uuid();
    let validator = driver::validator(&guide["outcome"]["schema"], check).await?;
    let interview = Interview::begin(
        Begin {
            session: session.clone(),
            guide,
            setup,
            validator: validator.clone(),
            notes,
        },
        maker,
        env::now(),
    )?;
    let setting = Setting {
        session,
        store,
        pace,
        wake,
        models,
    };
    let driver = Driver::begin(setting, validator, interview).await;
    Ok(Handle(driver).into())
}

/// Lists earlier sessions on the same subject, newest first.
async fn earlier(store: &Store, setup: &Setup) -> Result<Vec<Listed>, Error> {
    if !colloquy_core::looks_back(setup) {
        return Ok(Vec::new());
    }
    let query = Query {
        subject: Some(setup.subject.clone()),
        guide: None,
    };
    let mut sessions = store.list(&query).await?;
    sessions.truncate(EARLIER_SESSIONS);
    Ok(sessions)
}

/// Gathers what they asked and came to. A store that fails here fails again with the first record, and the view reports it then.
async fn look_back(store: &Store, setup: &mut Setup) -> Result<(), Error> {
    let sessions = env::within(LOOK_BACK_MS, earlier(store, setup)).await;
    let Some(Ok(sessions)) =
        sessions.filter(|list| list.as_ref().is_ok_and(|list| !list.is_empty()))
    else {
        return Ok(());
    };
    let look_back = parts::stored().await?.look_back;
    if let Some(Ok(found)) = env::within(LOOK_BACK_MS, look_back(store.clone(), sessions)).await {
        setup.asked_before.extend(found.asked);
        setup.digest.extend(found.digest);
    }
    Ok(())
}

#[wasm_bindgen]
impl Handle {
    /// Goes up with every change of the view.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> u32 {
        self.0.revision()
    }

    /// Reads something as JSON text, the unsent text as it is. `reading` is the name of a [`Reading`].
    pub fn read(&self, reading: &str) -> String {
        let named = |one: &&Reading| one.name() == reading;
        match Reading::ALL.iter().find(named) {
            Some(Reading::View) => json(&self.0.view()),
            Some(Reading::Result) => json(&self.0.interview().summary()),
            Some(Reading::Details) => json(&self.0.interview().details()),
            Some(Reading::Diagnostics) => json(&self.0.diagnostics()),
            Some(Reading::Draft) => self.0.draft(),
            Some(Reading::FormDraft) => self.0.form_draft(),
            None => String::new(),
        }
    }

    /// Reads finished exchanges as JSON text.
    pub fn exchanges(&self, from: usize, to: usize) -> String {
        json(&self.0.interview().exchanges(from, to))
    }

    /// Gives the texts of all records: JavaScript keeps them in case this module crashes.
    pub fn journal(&self) -> Array {
        self.0.journal()
    }

    /// Sends a [`Input`], as JSON text.
    pub fn send(&self, message: &str) -> Result<(), JsValue> {
        let message = colloquy_schema::codec::read(argument(message)?);
        Ok(self.take(message.map_err(|fault: String| Error::argument(&fault))?)?)
    }

    /// Takes the session over from the tab that writes it.
    #[wasm_bindgen(js_name = takeOver)]
    pub fn take_over(&self) -> Promise {
        let driver = self.0.clone();
        promise(async move {
            (parts::stored().await?.take_over)(driver).await?;
            channel::changed();
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Puts records in the place of the session's own, as many: the same ones without an answer. `files` are changed with them.
    pub fn redact(&self, records: Vec<String>, files: Array) -> Promise {
        let driver = self.0.clone();
        promise(async move {
            let rewrite = parts::stored().await?.rewrite;
            rewrite(driver, records, changes(Some(files))).await?;
            channel::changed();
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Loads what finds by rules, which the result of a session that is not complete shows, and gives that result as JSON text. It still
    /// does where the session is let go meanwhile.
    #[wasm_bindgen(js_name = loadRules)]
    pub fn load_rules(&self) -> Promise {
        let driver = self.0.clone();
        promise(async move {
            driver.load_rules().await?;
            Ok(json(&driver.interview().summary()).into())
        })
    }

    /// Saves what is unsaved and lets the session go.
    pub fn dispose(&self) {
        self.0.dispose();
    }
}

impl Handle {
    fn take(&self, message: Input) -> Result<(), Error> {
        let event = match message {
            Input::Answer { text } => return self.0.answer(text),
            Input::Draft { text } => {
                self.0.set_draft(&text);
                return Ok(());
            }
            Input::FormDraft { token, value } => {
                self.0.set_form_draft(&token, &value);
                return Ok(());
            }
            Input::Model { call, event } => {
                self.0.model_event(call, event);
                return Ok(());
            }
            Input::Consent => Event::Consent,
            Input::Amend { question, text } => Event::Amend { question, text },
            Input::SettleForm { token, value } => Event::SettleForm { token, value },
            Input::RefuseForm { token, reason } => Event::RefuseForm { token, reason },
            Input::EditFindings(edit) => Event::EditFindings(edit),
            Input::Edit(edit) => Event::Edit(edit),
            Input::Command(command) => Event::Command(command),
            Input::UseScripted => Event::ChangeInterviewer(Interviewer::Scripted),
            Input::ToolSettled { id, result } => Event::ToolSettled { id, result },
            Input::Capabilities(found) => Event::Capabilities(found),
        };
        self.0.event(event)
    }
}
