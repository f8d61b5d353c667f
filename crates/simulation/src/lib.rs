//! Interviews of a study that personas answer, as a module that a page loads when it simulates some: an engine and an interviewer of its own
//! are inside. What it does is `colloquy_study::simulate::Simulation`; here are its methods as JavaScript calls them.
//!
//! It is a crate of its own, as the compiler can write one module a crate.

#[cfg(target_arch = "wasm32")]
mod wasm;
