//! Reads a résumé from the standard input and prints what was read: `cargo run -p colloquy-resume --example read < resume.txt`.

use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let reading = colloquy_resume::read(&text, 2026);
    println!("resume: {} ({})", reading.resume, reading.confidence);
    for data in [reading.profile, reading.timeline].into_iter().flatten() {
        println!("{data:#}");
    }
    Ok(())
}
