//! What runs while the page is left. A page that the browser keeps for Back is frozen with its transactions still open, and
//! in WebKit nothing else can write until it is thrown away. So they are aborted, and done again if the page comes back.

use super::bindings::Transaction;
use crate::env;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;

/// How often a page that came back looks whether it did, in milliseconds; a frozen page's timers stand still.
const LOOK_MS: u32 = 50;

thread_local! {
    static AWAY: Cell<bool> = const { Cell::new(false) };
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static RUNNING: RefCell<Vec<Transaction>> = const { RefCell::new(Vec::new()) };
}

/// A transaction that is aborted when the page is left; dropped when it has ended.
pub(super) struct Running(Transaction);

impl Running {
    pub(super) fn new(transaction: &Transaction) -> Running {
        RUNNING.with_borrow_mut(|running| running.push(transaction.clone()));
        Running(transaction.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(|running| running.retain(|other| *other != self.0));
    }
}

/// True between the page's `pagehide` and its `pageshow`.
pub(super) fn away() -> bool {
    AWAY.get()
}

/// True where this may be the last that the page does: it is being left, or nobody sees it.
pub(super) fn last_chance() -> bool {
    let document = env::global("document").unwrap_or_default();
    away() || env::property(&document, "hidden").is_some_and(|hidden| hidden.is_truthy())
}

/// Waits until the page is back.
pub(super) async fn back() {
    while away() {
        env::sleep(LOOK_MS).await;
    }
}

/// Listens to the page, once; a worker and Node have no such events.
pub(super) fn watch() {
    if WATCHED.replace(true) {
        return;
    }
    let changed = Closure::<dyn FnMut(JsValue)>::new(|event: JsValue| {
        let is = |name, wanted: &JsValue| env::property(&event, name).as_ref() == Some(wanted);
        AWAY.set(is("type", &"pagehide".into()));
        if away() && is("persisted", &JsValue::TRUE) {
            for transaction in RUNNING.take() {
                // One that has just ended cannot be aborted, and need not be.
                let _ = transaction.abort();
            }
        }
    })
    .into_js_value();
    let global = js_sys::global().into();
    for name in ["pagehide", "pageshow"] {
        // Before the listener that saves the draft, which is to know that the page is going.
        let arguments = [name.into(), changed.clone(), true.into()];
        env::call(&global, "addEventListener", &arguments);
    }
}
