//! Tells every list, in this page and in other tabs, that something changed. It carries no state: whoever hears it reads.

use crate::env;
use js_sys::{Array, Function, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Name of the channel.
const NAME: &str = "colloquy";

type Listener = Rc<dyn Fn()>;

#[derive(Default)]
struct Hub {
    listeners: Vec<(u32, Listener)>,
    next: u32,
    channel: Option<Channel>,
}

struct Channel {
    object: JsValue,
    _heard: Closure<dyn FnMut()>,
}

thread_local! {
    static HUB: RefCell<Hub> = RefCell::default();
}

/// A listener, taken off when dropped. The channel is open while there is one: in Node it would keep the process alive.
pub(crate) struct Listening(u32);

impl Drop for Listening {
    fn drop(&mut self) {
        let channel = HUB.with_borrow_mut(|hub| {
            hub.listeners.retain(|(id, _)| *id != self.0);
            if hub.listeners.is_empty() {
                hub.channel.take()
            } else {
                None
            }
        });
        if let Some(channel) = channel {
            env::call(&channel.object, "close", &[]);
            // Its closure may be what is running.
            env::later(move || drop(channel));
        }
    }
}

/// Calls `listener` from a microtask or an event whenever something changed, in this page or elsewhere.
pub(crate) fn listen(listener: impl Fn() + 'static) -> Listening {
    HUB.with_borrow_mut(|hub| {
        if hub.channel.is_none() {
            hub.channel = open();
        }
        hub.next += 1;
        let id = hub.next;
        hub.listeners.push((id, Rc::new(listener)));
        Listening(id)
    })
}

/// Says that something changed.
pub(crate) fn changed() {
    let post = |object: &JsValue| drop(env::call(object, "postMessage", &["changed".into()]));
    let open = HUB.with_borrow(|hub| hub.channel.as_ref().map(|channel| channel.object.clone()));
    match open {
        Some(object) => post(&object),
        // Nobody listens here, but a list in another tab may.
        None => {
            if let Some(object) = construct() {
                post(&object);
                env::call(&object, "close", &[]);
            }
        }
    }
    env::later(tell);
}

fn tell() {
    let listeners: Vec<Listener> = HUB.with_borrow(|hub| {
        hub.listeners
            .iter()
            .map(|(_, listener)| listener.clone())
            .collect()
    });
    for listener in listeners {
        listener();
    }
}

fn open() -> Option<Channel> {
    let object = construct()?;
    let heard = Closure::<dyn FnMut()>::new(tell);
    // The browser's own objects take a handler.
    let _ = Reflect::set(&object, &"onmessage".into(), heard.as_ref());
    // Only Node has this: nobody's interview should keep a process alive.
    env::call(&object, "unref", &[]);
    Some(Channel {
        object,
        _heard: heard,
    })
}

fn construct() -> Option<JsValue> {
    let class: Function = env::global("BroadcastChannel")?.dyn_into().ok()?;
    Reflect::construct(&class, &Array::of1(&NAME.into())).ok()
}
