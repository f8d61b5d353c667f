//! Web Locks: one tab holds `colloquy:<session>` while it writes that session.
//!
//! A refused lock is another tab. A missing lock API is an old browser: there the epoch of the row alone keeps two
//! writers apart, and nobody knows what is open elsewhere.

use crate::{env, supervised};
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// What the names of our locks begin with.
const PREFIX: &str = "colloquy:";

thread_local! {
    /// Which sessions this page has open for writing, whatever the browser knows of locks, and whom to notify that one was
    /// taken over. Two holders for a moment, while one takes over from the other.
    static HERE: RefCell<Vec<Holder>> = const { RefCell::new(Vec::new()) };
    static LAST: Cell<u32> = const { Cell::new(0) };
}

type Lost = Rc<dyn Fn()>;

struct Holder {
    session: String,
    id: u32,
    lost: Lost,
}

/// The right to write one session, given back when dropped.
pub(crate) struct Lock {
    id: u32,
    /// Ends the promise that keeps the lock; absent in a browser without locks.
    release: Option<Function>,
    _granted: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
}

impl Lock {
    fn new(
        session: &str,
        lost: Lost,
        release: Option<Function>,
        granted: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
    ) -> Lock {
        let id = LAST.get() + 1;
        LAST.set(id);
        HERE.with_borrow_mut(|here| {
            here.push(Holder {
                session: session.into(),
                id,
                lost,
            })
        });
        Lock {
            id,
            release,
            _granted: granted,
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        HERE.with_borrow_mut(|here| here.retain(|holder| holder.id != self.id));
        if let Some(release) = &self.release {
            // A promise's resolver throws nothing.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Asks for the lock of a session; `None` when another tab, or another handle in this one, has it.
///
/// `steal` takes it from whoever has it. `lost` is called, once at most, when somebody else does so later.
pub(crate) async fn acquire(session: &str, steal: bool, lost: impl Fn() + 'static) -> Option<Lock> {
    let lost: Lost = Rc::new(lost);
    let robbed = holders(session);
    if !robbed.is_empty() && !steal {
        return None;
    }
    let Some(locks) = env::navigator("locks") else {
        robbed.iter().for_each(|lost| lost());
        return Some(Lock::new(session, lost, None, None));
    };
    let options = Object::new();
    let option = if steal { "steal" } else { "ifAvailable" };
    // A fresh plain object refuses no property.
    let _ = Reflect::set(&options, &option.into(), &true.into());

    // Settled with the lock or null as soon as the browser has decided.
    let mut decide = None;
    let decided = Promise::new(&mut |resolve, _| decide = Some(resolve));
    let decide = decide?;
    let release: Rc<RefCell<Option<Function>>> = Rc::default();
    let to_release = release.clone();
    let refused = decide.clone();
    let got = Rc::new(Cell::new(false));
    let had = got.clone();
    let robbed = lost.clone();
    let granted = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |lock: JsValue| {
        let held = Promise::new(&mut |resolve, _| *to_release.borrow_mut() = Some(resolve));
        got.set(!lock.is_null());
        let _ = decide.call1(&JsValue::UNDEFINED, &lock);
        // The browser keeps the lock until this promise settles; null was never a lock.
        if lock.is_null() {
            return JsValue::UNDEFINED;
        }
        // A crash gives the lock back too: nobody would be left to do it.
        supervised::over()
            .map_or(held.clone(), |over| {
                Promise::race(&Array::of2(&held, &over))
            })
            .into()
    });
    let name = [PREFIX, session].concat();
    let request = env::call(
        &locks,
        "request",
        &[name.into(), options.into(), granted.as_ref().clone()],
    );
    // Not cast: zone.js (Angular) has put another class in the place of the one that the browser's promises are of.
    let request = Promise::resolve(&request?);
    // Rejected when the lock is stolen, and at once where locks are not allowed, as in a frame with an opaque origin.
    crate::bridge::spawn(async move {
        if JsFuture::from(request).await.is_err() {
            let _ = refused.call1(&JsValue::UNDEFINED, &JsValue::FALSE);
            if had.get() {
                robbed();
            }
        }
    });
    let lock = JsFuture::from(decided).await.ok()?;
    if lock.is_null() {
        return None;
    }
    let release = release.borrow_mut().take();
    Some(Lock::new(session, lost, release, Some(granted)))
}

fn holders(session: &str) -> Vec<Lost> {
    HERE.with_borrow(|here| {
        here.iter()
            .filter(|holder| holder.session == session)
            .map(|holder| holder.lost.clone())
            .collect()
    })
}

/// Names the sessions that are open in this page, and those open in any tab as far as the browser reports it.
pub(crate) async fn open_sessions() -> (Vec<String>, Vec<String>) {
    let here: Vec<String> =
        HERE.with_borrow(|here| here.iter().map(|holder| holder.session.clone()).collect());
    let mut anywhere = here.clone();
    let answer = env::ask(env::navigator("locks"), "query").await;
    let held = answer.and_then(|answer| env::property(&answer, "held"));
    for lock in held
        .map(|held| Array::from(&held))
        .iter()
        .flat_map(Array::iter)
    {
        let name = env::property(&lock, "name").and_then(|name| name.as_string());
        if let Some(session) = name.as_deref().and_then(|name| name.strip_prefix(PREFIX)) {
            anywhere.push(session.into());
        }
    }
    (here, anywhere)
}
