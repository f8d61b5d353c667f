//! Prints what is read of a file: `cargo run -p colloquy-skills --example read -- FILE [SKILL ATTRIBUTES]`.
//!
//! Without a skill the file is a résumé. With one it is an answer to a question about that skill; attributes are parted by
//! commas. Durations up to now are reckoned with the year 2026.

use colloquy_schema::{Attribute, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, reply};

#[expect(
    clippy::disallowed_methods,
    reason = "the crate reads no file; this program around it does"
)]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("a file, please");
        return;
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return;
        }
    };
    let skill = arguments.next();
    let asked = arguments.next().unwrap_or_default();
    let attributes = Attribute::ALL
        .iter()
        .copied()
        .filter(|one| asked.split(',').any(|name| name == one.name()))
        .collect();
    let ask = SkillsAsk {
        resume: skill.is_none(),
        text,
        skill: skill.unwrap_or_default(),
        attributes,
        year: 2026,
        ..SkillsAsk::default()
    };
    let reply_text = reply(&Lexicon::read(LEXICON), &ask);
    match serde_json::from_str::<serde_json::Value>(&reply_text) {
        Ok(value) => println!("{value:#}"),
        Err(error) => eprintln!("{error}: {reply_text}"),
    }
}
