//! One interview as JavaScript holds it. Every method is synchronous and borrows shared; one that waits returns a promise
//! of a future that owns what it needs.

use crate::driver::{Driver, Pace, Setting};
use crate::error::{Code, Error};
use crate::files::changes;
use crate::pure::argument;
use crate::store::{Query, Store};
use crate::{channel, driver, env, opened};
use colloquy_core::{
    Begin, Command, DIGEST_SESSIONS, Event, Interview, Options, Status, digest_of, questions_of,
};
use colloquy_schema::{Interviewer, Setup};
use js_sys::{Array, Function, Promise};
use serde::Serialize;
use serde_json::Value;
use std::pin::Pin;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// Most earlier sessions on a subject that are looked through for questions already put, newest first.
const EARLIER_SESSIONS: usize = 100;

/// Longest time for looking back, in milliseconds: a store that hangs must not keep an interview from beginning.
const LOOK_BACK_MS: u32 = 3_000;

/// A running interview.
#[wasm_bindgen]
pub struct Handle(Rc<Driver>);

/// Writes plain data as JSON text.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Makes a promise of something that owns all it needs.
///
/// Boxed here, and one bridge for all: made once per kind of future it would be a tenth of the whole download.
pub(crate) fn promise(work: impl Future<Output = Result<JsValue, Error>> + 'static) -> Promise {
    settle(Box::pin(work))
}

fn settle(work: Pin<Box<dyn Future<Output = Result<JsValue, Error>>>>) -> Promise {
    future_to_promise(async move { work.await.map_err(JsValue::from) })
}

/// Runs something by the way; one bridge for all, as above.
pub(crate) fn spawn(work: impl Future<Output = ()> + 'static) {
    let work: Pin<Box<dyn Future<Output = ()>>> = Box::pin(work);
    wasm_bindgen_futures::spawn_local(work);
}

/// What a host says beside the interview itself.
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
        Driver::open(
            Setting {
                session,
                store,
                pace,
                wake,
                models,
            },
            read_only,
            &judges,
        )
        .await
        .map(|driver| Handle(driver).into())
    })
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
    // A store that fails here fails again with the first record, and the view says so then.
    let _ = env::within(LOOK_BACK_MS, look_back(&store, &mut setup)).await;
    let session = env::uuid();
    let validator = driver::validator(check);
    let interview = Interview::begin(
        Begin {
            session: session.clone(),
            guide,
            setup,
            validator: validator.clone(),
        },
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

/// Reads what is told of forms and tools.
fn about_tools(what: &str, text: &str) -> Result<Event, Error> {
    let mut told = argument(text)?;
    let wrong = || {
        Error::new(
            Code::InvalidOptions,
            "a form is told with `token` and `value` or `reason`, a tool with `id` and `result`",
        )
    };
    if what == "capabilities" {
        let read = colloquy_schema::codec::read(told);
        return Ok(Event::Capabilities(read.map_err(|_| wrong())?));
    }
    let text = |key: &str| told[key].as_str().unwrap_or_default().to_string();
    Ok(match what {
        "settleForm" => Event::SettleForm {
            token: text("token"),
            value: told["value"].take(),
        },
        "refuseForm" => Event::RefuseForm {
            token: text("token"),
            reason: colloquy_schema::codec::read(told["reason"].take()).map_err(|_| wrong())?,
        },
        _ => Event::ToolSettled {
            id: text("id"),
            result: told["result"].take(),
        },
    })
}

/// Gathers what earlier sessions on the same subject asked and came to.
async fn look_back(store: &Store, setup: &mut Setup) -> Result<(), Error> {
    if setup.subject.is_empty() {
        return Ok(());
    }
    let query = Query {
        subject: Some(setup.subject.clone()),
        guide: None,
    };
    let mut digests = 0;
    for listed in store.list(&query).await?.into_iter().take(EARLIER_SESSIONS) {
        let Some(contents) = store.read(&listed.row.session).await? else {
            continue;
        };
        // One unreadable session must not keep a new one from beginning.
        let Ok(records) = colloquy_core::read_records(&contents.records) else {
            continue;
        };
        setup.asked_before.extend(questions_of(&records));
        if listed.row.status == Status::Completed && digests < DIGEST_SESSIONS {
            digests += 1;
            setup.digest.extend(digest_of(&records));
        }
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

    /// Reads what `what` names as JSON text, except for `draft`, which is the text itself.
    pub fn read(&self, what: &str) -> String {
        match what {
            "view" => json(&self.0.view()),
            "result" => json(&self.0.interview().summary()),
            "skills" => json(&self.0.interview().skills()),
            "artifacts" => json(&self.0.interview().artifacts()),
            "diagnostics" => json(&self.0.diagnostics()),
            "formDraft" => self.0.form_draft(),
            _ => self.0.draft(),
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

    /// Tells the interview what the respondent did, or what a model said to the call `question`; `text` and `question` are
    /// read where they mean something.
    pub fn tell(&self, what: &str, text: String, question: u32) -> Result<(), JsValue> {
        let event = match what {
            "answer" => return Ok(self.0.answer(text)?),
            "draft" => {
                self.0.set_draft(&text);
                return Ok(());
            }
            "formDraft" => return Ok(self.0.set_form_draft(text)?),
            "model" => {
                let event = colloquy_schema::codec::read(argument(&text)?);
                let wrong = "what a model says is {text}, {done} or {failed}";
                let event = event.map_err(|_| Error::new(Code::InvalidOptions, wrong))?;
                self.0.model_said(question, event);
                return Ok(());
            }
            // Each is told as one object: what it is for, and what came of it.
            "settleForm" | "refuseForm" | "toolSettled" | "capabilities" => {
                about_tools(what, &text)?
            }
            "useScripted" => Event::ChangeInterviewer(Interviewer::Scripted),
            "consent" => Event::Consent,
            "amend" => Event::Amend { question, text },
            "editFindings" => {
                let edit = colloquy_schema::codec::read(argument(&text)?);
                let wrong = "an edit is {strike: {list, text}}, {add: {list, text}} or {reword: {list, text, to}}";
                Event::EditFindings(edit.map_err(|_| Error::new(Code::InvalidOptions, wrong))?)
            }
            "editSkills" => {
                let edit = colloquy_schema::codec::read(argument(&text)?);
                let wrong = "an edit is {strike: {skill}}, {add: {skill}}, {rename: {skill, to}} or {set: {skill, attribute, value}}";
                Event::EditSkills(edit.map_err(|_| Error::new(Code::InvalidOptions, wrong))?)
            }
            "skip" => Event::Command(Command::Skip),
            "decline" => Event::Command(Command::Decline),
            "accept" => Event::Command(Command::Accept),
            "pause" => Event::Command(Command::Pause),
            "resume" => Event::Command(Command::Resume),
            "finish" => Event::Command(Command::Finish),
            "cancel" => Event::Command(Command::Cancel),
            _ => Event::Command(Command::Retry),
        };
        Ok(self.0.event(event)?)
    }

    /// Takes the session over from the tab that writes it, or puts records in the place of its own, as many: the same ones
    /// without an answer, and `files` says what goes with it.
    pub fn change(&self, records: Option<Vec<String>>, files: Option<Array>) -> Promise {
        let driver = self.0.clone();
        promise(async move {
            match records {
                Some(records) => driver.rewrite(records, changes(files)).await?,
                None => driver.take_over().await?,
            }
            channel::changed();
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Saves what is unsaved and lets the session go.
    pub fn dispose(&self) {
        self.0.dispose();
    }
}
