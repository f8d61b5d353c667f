//! Our own bugs. A panic ends this module; JavaScript is told, so that it can begin again with a fresh one.

use js_sys::Function;
use std::panic;
use wasm_bindgen::prelude::*;

/// Has `told` called, without arguments, when this module panics; it must only take note. The message goes to the console.
#[wasm_bindgen]
pub fn supervise(told: Function) {
    panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        // A panic while telling of a panic helps nobody.
        let _ = told.call0(&JsValue::UNDEFINED);
    }));
}
