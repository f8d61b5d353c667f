//! Has one target look at one file, without the fuzzer: `cargo run -p colloquy-fuzz --example one -- TARGET FILE…`.

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let target =
        colloquy_fuzz::target(&name).unwrap_or_else(|| panic!("no target is called {name:?}"));
    for file in args {
        let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        (target.check)(&bytes);
        println!("{file}: holds");
    }
}
