//! The part of IndexedDB that is used, declared by hand.
//!
//! The `idb` crate hides two things that are needed here: the durability of a transaction and the reason of an abort
//! (a full disk reports itself only there). It also brings a channel implementation, about 12 kB compressed.

use js_sys::{Function, Object, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object)]
    pub(super) type Factory;
    #[wasm_bindgen(method, catch)]
    pub(super) fn open(this: &Factory, name: &str, version: u32) -> Result<Request, JsValue>;

    /// An `IDBRequest` or an `IDBOpenDBRequest`.
    #[wasm_bindgen(extends = Object)]
    #[derive(Clone)]
    pub(super) type Request;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn result(this: &Request) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn error(this: &Request) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onsuccess(this: &Request, handler: &Function);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onerror(this: &Request, handler: &Function);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onupgradeneeded(this: &Request, handler: &Function);
    #[wasm_bindgen(method, getter, js_name = transaction)]
    pub(super) fn upgrade(this: &Request) -> Option<Transaction>;

    #[wasm_bindgen(extends = Object)]
    pub(super) type Event;
    #[wasm_bindgen(method, getter, js_name = type)]
    pub(super) fn kind(this: &Event) -> String;
    #[wasm_bindgen(method, getter, js_name = oldVersion)]
    pub(super) fn old_version(this: &Event) -> u32;

    #[wasm_bindgen(extends = Object)]
    #[derive(Clone)]
    pub(super) type Database;
    #[wasm_bindgen(method, catch)]
    pub(super) fn transaction(
        this: &Database,
        stores: &JsValue,
        mode: &str,
        options: &JsValue,
    ) -> Result<Transaction, JsValue>;
    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Database);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onversionchange(this: &Database, handler: &Function);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onclose(this: &Database, handler: &Function);
    #[wasm_bindgen(method, catch, js_name = createObjectStore)]
    pub(super) fn create_object_store(
        this: &Database,
        name: &str,
        options: &JsValue,
    ) -> Result<Source, JsValue>;

    #[wasm_bindgen(extends = Object)]
    #[derive(Clone, PartialEq)]
    pub(super) type Transaction;
    #[wasm_bindgen(method, catch, js_name = objectStore)]
    pub(super) fn object_store(this: &Transaction, name: &str) -> Result<Source, JsValue>;
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_oncomplete(this: &Transaction, handler: &Function);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onabort(this: &Transaction, handler: &Function);
    #[wasm_bindgen(method, getter, js_name = error)]
    pub(super) fn abort_reason(this: &Transaction) -> JsValue;
    #[wasm_bindgen(method, catch)]
    pub(super) fn abort(this: &Transaction) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn commit(this: &Transaction) -> Result<(), JsValue>;

    /// An `IDBObjectStore`.
    #[wasm_bindgen(extends = Object)]
    pub(super) type Source;
    #[wasm_bindgen(method, catch)]
    pub(super) fn get(this: &Source, key: &JsValue) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getAll)]
    pub(super) fn get_all(this: &Source, range: &JsValue) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn put(this: &Source, value: &JsValue) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = put)]
    pub(super) fn put_at(this: &Source, value: &JsValue, key: &JsValue)
    -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = add)]
    pub(super) fn add_at(this: &Source, value: &JsValue, key: &JsValue)
    -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn delete(this: &Source, range: &JsValue) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn clear(this: &Source) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = deleteIndex)]
    pub(super) fn delete_index(this: &Source, name: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = createIndex)]
    pub(super) fn create_index(
        this: &Source,
        name: &str,
        path: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = IDBKeyRange, catch)]
    pub(super) fn bound(lower: &JsValue, upper: &JsValue) -> Result<JsValue, JsValue>;
}

/// Waits for the first of two events; it never rejects, so that nobody has to listen to the end.
///
/// The handlers are the resolvers of a promise: no Rust is entered from an event, only from the microtask after it, in
/// which a transaction is still active.
pub(super) fn either(set: &mut dyn FnMut(&Function)) -> Promise {
    Promise::new(&mut |resolve, _| set(&resolve))
}
