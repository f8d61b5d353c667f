//! Values judged by the schema that a guide carries: the module that knows any schema does it, by way of the package.

use crate::handle::json;
use colloquy_core::Validate;
use colloquy_schema::{Issue, codec};
use js_sys::{Function, Promise, Reflect};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A function of the package that takes a value and returns `{value, issues}`, both as JSON text. It calls nothing of this
/// module.
#[derive(Debug)]
struct Judge(Function);

impl Validate for Judge {
    fn check(&self, value: &Value) -> Vec<Issue> {
        self.read(value.clone()).1
    }

    fn read(&self, value: Value) -> (Value, Vec<Issue>) {
        let said = self.0.call1(&JsValue::UNDEFINED, &json(&value).into());
        let said = said
            .ok()
            .and_then(|text| text.as_string())
            .and_then(|text| colloquy_jsonstream::parse(&text));
        let judged = said.and_then(|mut said| {
            let issues = codec::read(said.get_mut("issues")?.take()).ok()?;
            Some((said.get_mut("value")?.take(), issues))
        });
        judged.unwrap_or_else(|| {
            // A value that nobody judged is none that satisfies the schema.
            let unjudged = Issue::new("", "unjudged", "could not be judged", None);
            (value, vec![unjudged])
        })
    }
}

/// Makes a validator of the package's function.
pub(crate) fn validator(check: Option<Function>) -> Option<Rc<dyn Validate>> {
    Some(Rc::new(Judge(check?)))
}

/// Asks the package for a validator of a schema; without one the session is opened all the same.
pub(super) async fn compiled(judges: &Function, schema: &Value) -> Option<Rc<dyn Validate>> {
    let promise = Reflect::apply(
        judges,
        &JsValue::UNDEFINED,
        &js_sys::Array::of1(&json(schema).into()),
    );
    let promise: Promise = promise.ok()?.dyn_into().ok()?;
    validator(JsFuture::from(promise).await.ok()?.dyn_into().ok())
}
