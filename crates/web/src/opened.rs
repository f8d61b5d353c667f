//! Which stores this page has: one database and one memory, shared by every interview and every library.

use crate::env;
use crate::error::{Code, Error};
use crate::store::{Idb, Store};
use std::rc::Rc;

/// Name of the database. It is shared by every page of an origin.
const NAME: &str = "colloquy";

thread_local! {
    static MEMORY: Store = Store::memory();
    static DATABASE: Store = Store::Idb(Rc::new(Idb::new(NAME)));
}

/// Finds the store a host asked for; without a wish it is the database where there is one.
pub(crate) fn store(wish: Option<&str>) -> Result<Store, Error> {
    let database = || DATABASE.with(Clone::clone);
    match wish {
        Some("memory") => Ok(MEMORY.with(Clone::clone)),
        None if env::is_page() => Ok(database()),
        None => Ok(MEMORY.with(Clone::clone)),
        Some("indexeddb") if env::is_page() => Ok(database()),
        Some("indexeddb") => Err(Error::new(
            Code::StorageUnavailable,
            "there is no IndexedDB here: use `storage: \"memory\"`, the default outside of browsers",
        )),
        Some(_) => Err(Error::new(
            Code::InvalidOptions,
            "`storage` must be \"indexeddb\" or \"memory\"",
        )),
    }
}
