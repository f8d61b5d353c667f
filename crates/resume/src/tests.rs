//! How many steps a reading takes.

use crate::{read, steps};

/// Pieces that would make a careless reader walk over the same text again and again.
const PIECES: [&str; 46] = [
    "(",
    "[",
    "](",
    "@",
    "a@",
    "a@b",
    "+",
    "0",
    "0 ",
    "(0)",
    "1/",
    "2019",
    "2019 ",
    "2019-",
    "2019 – 2020 ",
    "– ",
    "since ",
    "\t",
    ",",
    "a,",
    "A. ",
    "|",
    "·",
    " at ",
    "x.",
    "https://",
    "Ä",
    "•",
    "# ",
    "Experience\n",
    "Education\n",
    "2019 - 2020\n",
    "A\n",
    "A B\n",
    "5 years 2 months\n",
    "English, ",
    "English\n",
    "Name:\n",
    "Name\n",
    "P ",
    "'",
    "- a\n",
    "Dear ",
    "BSc ",
    "of ",
    "in ",
];

fn taken(piece: &str, bytes: usize) -> u64 {
    let start = "Anna Meier\nanna@meier.example\nExperience\n2019 - 2020 Developer, Acme\n";
    steps::taken();
    let _ = read(&[start, &piece.repeat(bytes / piece.len())].concat(), 2026);
    steps::taken()
}

#[test]
fn steps_grow_with_the_text_and_no_faster() {
    for piece in PIECES {
        let (small, large) = (taken(piece, 2_000), taken(piece, 16_000));
        // Eight times the text.
        assert!(
            large <= small * 10 + 20_000,
            "{piece:?}: {small} steps, then {large}"
        );
    }
}

#[test]
fn a_text_without_end_takes_a_bounded_number_of_steps() {
    for piece in [
        "2019 - 2020 Developer at Acme, Kiel\n",
        "a b ",
        "English (native)\n",
    ] {
        let (most, more) = (taken(piece, 300_000), taken(piece, 3_000_000));
        assert_eq!(most, more, "{piece:?}");
        assert!(
            (1_000..20_000_000).contains(&most),
            "{piece:?}: {most} steps"
        );
    }
}
