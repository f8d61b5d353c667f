//! What crosses a border: behaviours of the pure crates together, driven through one fake [`world::World`].
//!
//! Every behaviour is an ordinary test natively, and is listed in [`all`] so that the same functions run on wasm32.
//!
//! Why not `wasm-bindgen-test`: it runs all tests of a module in one instance. A test that panics there leaves its borrows and its
//! stack behind, and the next one, which is right, fails with "RefCell already borrowed" (tried with 0.3.80). Here each behaviour
//! has an instance of its own, and only what is wrong fails. One start of its runner for each would bind the module 219 times, at
//! seconds each. The runner itself is a program that cannot be fetched built: as a library, which version 0.2.130 also is, it
//! brings 185 crates and 140 s of processor time into every first build. The 43 lines of `crates/xtask/js/wasm-tests.mjs` and the
//! list below are what it would replace.

pub mod before;
pub mod beginnings;
pub mod behaviour;
pub mod faults;
pub mod histories;
pub mod onboarding;
pub mod pieces;
pub mod random;
pub mod reader;
pub mod sections;
pub mod world;

/// Declares behaviours: each a test natively, all of them listed in `ALL` for other machines.
#[macro_export]
macro_rules! behaviours {
    ($($(#[$meta:meta])* fn $name:ident() $body:block)*) => {
        $($(#[$meta])* #[doc = "A behaviour; its name says which."] #[cfg_attr(all(test, not(target_arch = "wasm32")), test)] pub fn $name() $body)*
        /// Every behaviour of this file by name.
        pub const ALL: &[(&str, fn())] = &[$((stringify!($name), $name)),*];
    };
}

/// Every behaviour with the file it stands in.
pub fn all() -> Vec<(&'static str, &'static str, fn())> {
    behaviour::FILES
        .iter()
        .flat_map(|(file, tests)| tests.iter().map(|(name, test)| (*file, *name, *test)))
        .collect()
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// How many behaviours there are.
    #[wasm_bindgen]
    pub fn test_count() -> u32 {
        super::all().len() as u32
    }

    /// Name of a behaviour.
    #[wasm_bindgen]
    pub fn test_name(index: u32) -> String {
        super::all()
            .get(index as usize)
            .map(|(file, name, _)| [file, "::", name].concat())
            .unwrap_or_default()
    }

    /// Runs a behaviour; traps when it fails, after its message went to the console.
    #[wasm_bindgen]
    pub fn run_test(index: u32) {
        console_error_panic_hook::set_once();
        if let Some((_, _, test)) = super::all().get(index as usize) {
            test();
        }
    }
}
