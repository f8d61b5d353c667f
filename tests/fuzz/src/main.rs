//! The fuzzer: libFuzzer's own command line. `COLLOQUY_FUZZ_TARGET` names the target.

#![no_main]

use std::sync::LazyLock;

static CHECK: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("COLLOQUY_FUZZ_TARGET").unwrap_or_default();
    let target = colloquy_fuzz::target(&name);
    target
        .unwrap_or_else(|| panic!("COLLOQUY_FUZZ_TARGET names no target: {name:?}"))
        .check
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHECK(data));
