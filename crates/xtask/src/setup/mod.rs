//! Gets what a command needs: Debian packages, npm packages, the wasm target, browsers.

pub(crate) mod apt;
pub(crate) mod browsers;
pub(crate) mod npm;
pub(crate) mod wasm;
