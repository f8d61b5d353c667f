//! How values and futures cross to JavaScript and back: plain data as JSON text, waiting as promises.

use crate::error::{Code, Error};
use colloquy_schema::codec::{self, Encode};
use serde_json::Value;

#[cfg(target_arch = "wasm32")]
pub(crate) use waiting::{promise, spawn};

/// Writes plain data as JSON text.
pub(crate) fn json(value: &dyn Encode) -> String {
    codec::text(value)
}

/// Writes a value as JSON text. Not by `Display`, which brings two serializers and the tables of `Debug` with it.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    colloquy_jsonstream::write(value, &mut out);
    out
}

/// Reads an argument that crossed as JSON text.
pub(crate) fn argument(text: &str) -> Result<Value, Error> {
    let wrong =
        "an argument is not valid JSON: hand in plain data without cycles, nested 100 deep at most";
    colloquy_jsonstream::parse(text).ok_or_else(|| Error::new(Code::InvalidOptions, wrong))
}

#[cfg(target_arch = "wasm32")]
mod waiting {
    use crate::error::Error;
    use js_sys::Promise;
    use std::pin::Pin;
    use wasm_bindgen::JsValue;
    use wasm_bindgen_futures::{future_to_promise, spawn_local};

    /// Makes a promise of something that owns all it needs.
    ///
    /// Boxed here, and one bridge for all: made once per kind of future it would be a tenth of the whole download.
    pub(crate) fn promise(work: impl Future<Output = Result<JsValue, Error>> + 'static) -> Promise {
        settle(Box::pin(work))
    }

    fn settle(work: Pin<Box<dyn Future<Output = Result<JsValue, Error>>>>) -> Promise {
        future_to_promise(async move { work.await.map_err(JsValue::from) })
    }

    /// Runs something that nobody waits for; one bridge for all, as above.
    pub(crate) fn spawn(work: impl Future<Output = ()> + 'static) {
        let work: Pin<Box<dyn Future<Output = ()>>> = Box::pin(work);
        spawn_local(work);
    }
}
