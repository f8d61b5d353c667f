//! What the browser reports of the page around: the network, and that the page is about to be left.

use super::Driver;
use crate::env;
use colloquy_core::Event;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A change of the page around.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// The network may have come or gone.
    Network,
    /// The page may be gone without another word.
    Leaving,
}

/// Target, event and what is called.
type Listener = (JsValue, &'static str, Closure<dyn FnMut()>);

/// Event listeners, taken off when dropped.
pub(super) struct Watch {
    listeners: Vec<Listener>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        for (target, name, closure) in &self.listeners {
            env::call(
                target,
                "removeEventListener",
                &[(*name).into(), closure.as_ref().clone()],
            );
        }
    }
}

/// Listens to the page, where there is one; Node has no such events.
pub(super) fn watch(notify: impl Fn(Change) + 'static) -> Watch {
    let notify = Rc::new(notify);
    let global: JsValue = js_sys::global().into();
    let document = env::global("document").unwrap_or_default();
    let wanted = [
        (&global, "online", Change::Network),
        (&global, "offline", Change::Network),
        // Phones kill pages in the background: hiding is the last event that is sure to come.
        (&document, "visibilitychange", Change::Leaving),
        (&global, "pagehide", Change::Leaving),
    ];
    let listeners = wanted.into_iter().filter_map(|(target, name, change)| {
        let notify = notify.clone();
        let closure = Closure::<dyn FnMut()>::new(move || notify(change));
        env::call(
            target,
            "addEventListener",
            &[name.into(), closure.as_ref().clone()],
        )?;
        Some((target.clone(), name, closure))
    });
    Watch {
        listeners: listeners.collect(),
    }
}

impl Driver {
    pub(super) fn page_changed(self: &Rc<Self>, change: Change) {
        match change {
            Change::Network => drop(self.event(Event::Network {
                online: env::online(),
            })),
            Change::Leaving => self.flush_last_draft(),
        }
    }
}
