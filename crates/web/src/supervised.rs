//! Our own bugs. A panic ends this module; JavaScript is notified, so that it can begin again with a fresh one.
//!
//! A build whose panics abort at once has no hook: there a trap shows to its caller, or by what it left borrowed.

use js_sys::{Function, Promise};
use std::cell::RefCell;
use std::panic;
use wasm_bindgen::prelude::*;

thread_local! {
    static OVER: RefCell<Option<Promise>> = const { RefCell::new(None) };
    static STORES: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Has `notify` called, without arguments, when this module panics; it must only take note. The message goes to the console.
///
/// `over` is settled by JavaScript once this module is not to be used any more: what the browser holds for it ends then. `stores`
/// carries out what the stores of the host are asked.
#[wasm_bindgen]
pub fn supervise(notify: Function, over: Promise, stores: Function) {
    OVER.set(Some(over));
    STORES.set(Some(stores));
    panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        // A panic while a panic is reported helps nobody.
        let _ = notify.call0(&JsValue::UNDEFINED);
    }));
}

/// Gives the promise that settles when this module is over.
pub(crate) fn over() -> Option<Promise> {
    OVER.with_borrow(Clone::clone)
}

/// Gives what carries out operations of the host's stores.
pub(crate) fn stores() -> Option<Function> {
    STORES.with_borrow(Clone::clone)
}
