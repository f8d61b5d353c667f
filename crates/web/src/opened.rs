//! Which stores this page has: one database and one memory, shared by every interview and every library, and those of the host.

use crate::error::{Code, Error};
use crate::store::{Idb, Op, Running, Store};
use crate::{env, parts};
use colloquy_core::SaveError;
use std::rc::Rc;

/// Name of the database. It is shared by every page of an origin.
const NAME: &str = "colloquy";

/// What the names of the host's stores begin with.
const HOST: &str = "host:";

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
        Some(name) if name.starts_with(HOST) => Ok(Store::Host {
            name: name.into(),
            run: host,
        }),
        Some(_) => Err(Error::new(
            Code::InvalidOptions,
            "`storage` must be \"indexeddb\", \"memory\" or a store of yours",
        )),
    }
}

/// Has a store of the host's carry out an operation; what speaks with it is loaded with the first.
fn host(name: Rc<str>, op: Op<'_>) -> Running<'_> {
    Box::pin(async move {
        let Ok(stored) = parts::stored().await else {
            return Err(SaveError::Lost);
        };
        (stored.host)(name, op).await
    })
}
