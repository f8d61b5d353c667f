//! Values judged by the schema that a guide carries: the module that knows any schema does it, by way of the package.

use crate::bridge::json;
use crate::error::Error;
use crate::parts;
use colloquy_core::Validate;
use colloquy_schema::{Issue, codec};
use js_sys::{Function, Promise, Reflect};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Judges by one schema.
#[derive(Debug)]
struct Judge {
    schema: Value,
    restore: fn(&Value, Value) -> Value,
    /// A function of the package that takes a value and returns what is wrong with it, both as JSON text. It calls nothing of
    /// this module.
    check: Function,
}

impl Validate for Judge {
    fn check(&self, value: &Value) -> Vec<Issue> {
        self.read(value.clone()).1
    }

    fn read(&self, value: Value) -> (Value, Vec<Issue>) {
        // A provider that is held to a schema gives null for what is left out.
        let value = (self.restore)(&self.schema, value);
        let issues = self.check.call1(&JsValue::UNDEFINED, &json(&value).into());
        let issues = issues
            .ok()
            .and_then(|text| text.as_string())
            .and_then(|text| colloquy_jsonstream::parse(&text))
            .and_then(|issues| codec::read(issues).ok());
        // A value that nobody judged is none that satisfies the schema.
        let unjudged = || vec![Issue::new("", "unjudged", "could not be judged", None)];
        (value, issues.unwrap_or_else(unjudged))
    }
}

/// Makes a validator of the package's function and the schema that it judges by.
///
/// # Errors
/// When the part that puts values back cannot be loaded.
pub(crate) async fn validator(
    schema: &Value,
    check: Option<Function>,
) -> Result<Option<Rc<dyn Validate>>, Error> {
    let Some(check) = check else {
        return Ok(None);
    };
    Ok(Some(Rc::new(Judge {
        schema: schema.clone(),
        restore: parts::schemas().await?.restore,
        check,
    })))
}

/// Asks the package for a validator of a schema; without one the session is opened all the same.
pub(super) async fn compiled(judges: &Function, schema: &Value) -> Option<Rc<dyn Validate>> {
    let promise = Reflect::apply(
        judges,
        &JsValue::UNDEFINED,
        &js_sys::Array::of1(&json(schema).into()),
    );
    let promise = Promise::resolve(&promise.ok()?);
    let check = JsFuture::from(promise).await.ok()?.dyn_into().ok();
    validator(schema, check).await.ok()?
}
