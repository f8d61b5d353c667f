//! The few things of the surrounding page or process that are not storage. There is no `window` here: Node runs this too.

use crate::bridge::spawn;
use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

pub(crate) use gloo::timers::callback::Timeout;

/// Reads a property, without what absence or a throwing getter would do.
pub(crate) fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into())
        .ok()
        .filter(|value| !value.is_undefined() && !value.is_null())
}

/// Reads a global by name, if it is there and may be read.
pub(crate) fn global(name: &str) -> Option<JsValue> {
    property(&js_sys::global(), name)
}

/// Reads a property of `navigator`, such as `locks` or `storage`.
pub(crate) fn navigator(name: &str) -> Option<JsValue> {
    property(&global("navigator")?, name)
}

/// Calls a method; `None` when it is not there or throws.
pub(crate) fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = property(object, method)?.dyn_into().ok()?;
    Reflect::apply(&function, object, &arguments.iter().collect::<Array>()).ok()
}

/// Calls a method that returns a promise and waits for it; `None` when it is not there, throws or rejects.
pub(crate) async fn ask(object: Option<JsValue>, method: &str) -> Option<JsValue> {
    // Not cast: zone.js (Angular) has put another class in the place of the one that the browser's promises are of.
    let promise = Promise::resolve(&call(&object?, method, &[])?);
    JsFuture::from(promise).await.ok()
}

/// The time in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// True unless the browser reports that there is no network.
pub(crate) fn online() -> bool {
    navigator("onLine")
        .and_then(|online| online.as_bool())
        .unwrap_or(true)
}

/// Sixteen random bytes.
fn random() -> [u8; 16] {
    let bytes = Uint8Array::new_with_length(16);
    let filled = global("crypto")
        .and_then(|crypto| call(&crypto, "getRandomValues", &[bytes.clone().into()]));
    if filled.is_none() {
        // No page has this; ids need not be secret, only different.
        for at in 0..16 {
            bytes.set_index(at, (js_sys::Math::random() * 256.0) as u8);
        }
    }
    let mut out = [0; 16];
    bytes.copy_to(&mut out);
    out
}

/// A random UUID, version 4. `crypto.randomUUID` exists in secure contexts only, random bytes everywhere.
pub(crate) fn uuid() -> String {
    let mut bytes = random();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut out = String::with_capacity(36);
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            out.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
    out
}

/// A random number of 53 bits: what survives JSON in any language.
pub(crate) fn seed() -> u64 {
    let bytes = random();
    bytes
        .iter()
        .take(8)
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        >> 11
}

/// Waits.
pub(crate) async fn sleep(ms: u32) {
    let mut timer = None;
    let over = Promise::new(&mut |resolve, _| {
        timer = Some(Timeout::new(ms, move || {
            drop(resolve.call0(&JsValue::UNDEFINED))
        }));
    });
    // A promise whose timer was dropped never settles, and is dropped with it.
    let _ = JsFuture::from(over).await;
    drop(timer);
}

/// Waits for a future, but not longer than `ms`.
pub(crate) async fn within<T>(ms: u32, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut late = pin!(sleep(ms));
    poll_fn(|context| {
        if let Poll::Ready(value) = future.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        late.as_mut().poll(context).map(|()| None)
    })
    .await
}

/// Runs something from a microtask, when nothing of ours is on the stack.
pub(crate) fn later(task: impl FnOnce() + 'static) {
    spawn(async move { task() });
}

/// True in a browser's page or worker. There a database that cannot be reached is a failure to report; elsewhere there is
/// none to expect.
pub(crate) fn is_page() -> bool {
    global("navigator").is_some() && global("location").is_some()
}
