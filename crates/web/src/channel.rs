//! Tells every list, in this page and in other tabs, that something changed. It carries no state but whether sessions were
//! deleted: whoever hears it reads.

use crate::env;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::BroadcastChannel;

/// Name of the channel.
const NAME: &str = "colloquy";

/// Called with whether sessions were deleted.
type Listener = Rc<dyn Fn(bool)>;

#[derive(Default)]
struct Hub {
    listeners: Vec<(u32, Listener)>,
    next: u32,
    channel: Option<Channel>,
}

struct Channel {
    object: BroadcastChannel,
    _on_message: Closure<dyn FnMut(JsValue)>,
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
            channel.object.close();
            // Its closure may be what is running.
            env::later(move || drop(channel));
        }
    }
}

/// Calls `listener` from a microtask or an event whenever something changed, in this page or elsewhere, with whether sessions
/// were deleted.
pub(crate) fn listen(listener: impl Fn(bool) + 'static) -> Listening {
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
    post(false);
}

/// Says that sessions were deleted.
pub(crate) fn deleted() {
    post(true);
}

fn post(deleted: bool) {
    // A channel that was closed meanwhile has nobody to tell.
    let send = |object: &BroadcastChannel| drop(object.post_message(&deleted.into()));
    let open = HUB.with_borrow(|hub| hub.channel.as_ref().map(|channel| channel.object.clone()));
    match open {
        Some(object) => send(&object),
        // Nobody listens here, but a list in another tab may.
        None => {
            if let Some(object) = construct() {
                send(&object);
                object.close();
            }
        }
    }
    env::later(move || tell(deleted));
}

fn tell(deleted: bool) {
    let listeners: Vec<Listener> = HUB.with_borrow(|hub| {
        hub.listeners
            .iter()
            .map(|(_, listener)| listener.clone())
            .collect()
    });
    for listener in listeners {
        listener(deleted);
    }
}

fn open() -> Option<Channel> {
    let object = construct()?;
    let on_message = Closure::<dyn FnMut(JsValue)>::new(|event: JsValue| {
        // A page of an earlier version sends a text.
        tell(env::property(&event, "data").and_then(|data| data.as_bool()) == Some(true));
    });
    object.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // Only Node has this: nobody's interview should keep a process alive.
    env::call(&object, "unref", &[]);
    Some(Channel {
        object,
        _on_message: on_message,
    })
}

fn construct() -> Option<BroadcastChannel> {
    // Where there is none, naming the class would throw.
    env::global("BroadcastChannel")?;
    BroadcastChannel::new(NAME).ok()
}
