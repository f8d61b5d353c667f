//! The connection to the database: opened when first needed, given up when the browser asks for it, opened again.

use super::bindings::{Database, Event, Factory, Request, either};
use super::fault::{self, Failure};
use super::migrations;
use crate::env;
use colloquy_core::SaveError;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// One open connection with the handlers that end it.
pub(super) struct Connection {
    pub(super) database: Database,
    _on_end: Closure<dyn FnMut()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Handlers first: `close` must find no closure that is being dropped.
        self.database
            .set_onversionchange(JsValue::NULL.unchecked_ref());
        self.database.set_onclose(JsValue::NULL.unchecked_ref());
        self.database.close();
    }
}

/// Where the connection is while it is there. Several operations share it.
pub(super) type Slot = Rc<RefCell<Option<Rc<Connection>>>>;

/// Opens a database at a version, running the migrations it needs, and puts the connection into the slot.
pub(super) async fn open(name: &str, version: u32, slot: &Slot) -> Result<Rc<Connection>, Failure> {
    if let Some(there) = slot.borrow().clone() {
        return Ok(there);
    }
    // Reading the property itself throws in a sandboxed frame.
    let factory = env::global("indexedDB").ok_or(Failure::For(SaveError::Refused))?;
    let request = factory
        .unchecked_into::<Factory>()
        .open(name, version)
        .map_err(|e| fault::refusal(&e))?;
    let upgrading = request.clone();
    let upgrade = Closure::once(move |event: Event| {
        let (Ok(database), Some(transaction)) = (upgrading.result(), upgrading.upgrade()) else {
            return;
        };
        // What throws here aborts the upgrade; the old database stays as it was.
        let _ = migrations::run(
            database.unchecked_ref(),
            &transaction,
            event.old_version(),
            version,
        );
    });
    request.set_onupgradeneeded(upgrade.as_ref().unchecked_ref());
    let database: Database = settle(&request)
        .await
        .map_err(|e| fault::refusal(&e))?
        .unchecked_into();
    let of_slot = slot.clone();
    let on_end = Closure::<dyn FnMut()>::new(move || {
        // A newer page wants the database, or the browser took it away: let go at once, or that page would wait.
        let gone = of_slot.borrow_mut().take();
        if let Some(gone) = gone {
            gone.database.close();
            // Not dropped here: this is a call of its own closure.
            env::later(move || drop(gone));
        }
    });
    database.set_onversionchange(on_end.as_ref().unchecked_ref());
    database.set_onclose(on_end.as_ref().unchecked_ref());
    let connection = Rc::new(Connection {
        database,
        _on_end: on_end,
    });
    *slot.borrow_mut() = Some(connection.clone());
    Ok(connection)
}

/// Waits for a request and returns its result, or its error.
pub(super) async fn settle(request: &Request) -> Result<JsValue, JsValue> {
    let event = either(&mut |resolve| {
        request.set_onsuccess(resolve);
        request.set_onerror(resolve);
    });
    let event: Event = wasm_bindgen_futures::JsFuture::from(event)
        .await?
        .unchecked_into();
    if event.kind() == "success" {
        request.result()
    } else {
        Err(request.error()?)
    }
}
