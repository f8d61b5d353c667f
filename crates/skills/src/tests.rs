//! How many steps a reading takes.

use colloquy_schema::{Attribute, SkillsAsk};

use crate::{LEXICON, Lexicon, reply, steps};

/// Pieces that would make a careless reader walk over the same text again and again.
const PIECES: [&str; 24] = [
    "Python ",
    "Go, ",
    "2019 - ",
    "3 years ",
    "(",
    "a",
    "1",
    "led a team of ",
    "designed ",
    "Java, Go\n",
    "- Java 2018–2021\n",
    "same as ",
    "not ",
    "www.",
    "a@",
    ".",
    "1,",
    "C+",
    "\t",
    "'",
    "in production never went ",
    "x:Java - 2018 to 2021\n",
    "started a b c d e in ",
    "wrote a a a a a ",
];

fn taken(lexicon: &Lexicon, piece: &str, resume: bool, bytes: usize) -> u64 {
    let ask = SkillsAsk {
        resume,
        text: piece.repeat(bytes / piece.len()),
        skill: if resume {
            String::new()
        } else {
            "Rust".to_owned()
        },
        attributes: Attribute::ALL.to_vec(),
        year: 2026,
        ..SkillsAsk::default()
    };
    steps::taken();
    assert!(!reply(lexicon, &ask).is_empty());
    steps::taken()
}

#[test]
fn steps_grow_with_the_text_and_no_faster() {
    let lexicon = Lexicon::read(LEXICON);
    for piece in PIECES {
        for resume in [true, false] {
            let (small, large) = (
                taken(&lexicon, piece, resume, 2_000),
                taken(&lexicon, piece, resume, 16_000),
            );
            // Eight times the text; a first sentence may be shorter than all that follow.
            assert!(
                large <= small * 10 + 1_000,
                "{piece:?} {resume}: {small} steps, then {large}"
            );
        }
    }
}

#[test]
fn a_megabyte_takes_a_bounded_number_of_steps() {
    let lexicon = Lexicon::read(LEXICON);
    let piece = "- Led a team of 5, 2018–2021: wrote Go, R and C in production (3 years) for 2 million users. ";
    let steps = taken(&lexicon, piece, true, 1 << 20);
    assert!((1_000_000..100_000_000).contains(&steps), "{steps} steps");
}

#[test]
fn a_year_since_which_something_is_not_used_is_no_beginning() {
    let lexicon = Lexicon::read(LEXICON);
    let read = |text: &str| {
        let ask = SkillsAsk {
            text: text.into(),
            skill: "WordPress".into(),
            attributes: Attribute::ALL.to_vec(),
            year: 2026,
            ..SkillsAsk::default()
        };
        reply(&lexicon, &ask)
    };
    for text in [
        "haven't touched WordPress since 2019 though",
        "I have not used it since 2019",
        "Never since 2019",
    ] {
        assert!(!read(text).contains("7 years"), "{}", read(text));
    }
    assert!(read("I have used WordPress since 2019").contains("7 years"));
    assert!(read("No, since 2019").contains("7 years"));
    let away = read("13ish, with a bit of a hole in 2015-16");
    assert!(!away.contains("\"duration\""), "{away}");
    // Two who work beside somebody are no size of the work.
    let juniors = read("alone for the first 8 months, then two juniors");
    assert!(!juniors.contains("\"two juniors\""), "{juniors}");
}
