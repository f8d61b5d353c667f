//! The browser's hands: IndexedDB, timers, locks, and the exported classes. Decides nothing: what happens next in an
//! interview is the core's matter, and this crate only carries it out and reports back.
//!
//! What is exported here is the inside of the npm package; its TypeScript is the public face. Data crosses as JSON text:
//! the writer is there anyway for the records, and a generic bridge of values would cost more than everything else here.

// Half of these two is for JavaScript, which is there in a browser only.
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
mod bridge;
#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
mod driver;
#[cfg(target_arch = "wasm32")]
mod env;
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod files;
#[cfg(target_arch = "wasm32")]
mod handle;
#[cfg(target_arch = "wasm32")]
mod library;
#[cfg(target_arch = "wasm32")]
mod locks;
#[cfg(target_arch = "wasm32")]
mod material;
pub mod message;
#[cfg(target_arch = "wasm32")]
mod opened;
mod parts;
pub mod store;
#[cfg(all(target_arch = "wasm32", feature = "store-suite"))]
pub mod suite;
#[cfg(target_arch = "wasm32")]
mod supervised;

/// One for a program of a single thread, which grows the memory by itself.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(target_arch = "wasm32")]
pub use exports::*;
#[cfg(target_arch = "wasm32")]
pub use files::session_files;
#[cfg(target_arch = "wasm32")]
pub use handle::{Handle, create, open};
#[cfg(target_arch = "wasm32")]
pub use library::{Library, open_library};
#[cfg(target_arch = "wasm32")]
pub use material::read_material;
#[cfg(target_arch = "wasm32")]
pub use supervised::supervise;
