//! A megabyte of the worst costs a bounded number of looks at each byte.

// Each test file uses its own part of it.
#[allow(dead_code)]
mod support;

use colloquy_jsonstream::{Limits, Reader, Repairs, read};
use support::{check_steps, push_cut};

const SIZE: usize = 1 << 20;

/// Pieces that, repeated, make a reader start, fail, nest, wait or mend as often as possible.
const UNITS: &[&str] = &[
    "[",
    "{",
    "]",
    "}",
    "`",
    "```",
    "``` ",
    "````\n```\n",
    "\"",
    "'",
    "\\",
    "\\\"",
    ",",
    ":",
    "/",
    "/*",
    "//\n",
    "#",
    "-",
    "0",
    "1 ",
    "[1 ",
    "t",
    "true",
    "tru ",
    "\n",
    "\u{0}",
    "\u{feff}",
    "é",
    "\u{a0}",
    "{\"",
    "{'",
    "{a",
    "{a:",
    "{a:1,",
    "{\"a\":",
    "{\"a\":[",
    "{\"a\":{\"b\":1}",
    "{\"a\":1,",
    "[{",
    "[{}",
    "[{},",
    "[]",
    "[],",
    "{}",
    "{\"a\":1}",
    "{a:1}",
    "[1,",
    "[\"",
    "[\"]",
    "['",
    "{\"a\":\"",
    "{\"a\":\"\"",
    "{\"a\":\"x\" y",
    "[[[[[[[[[[1 2 x",
    "{\"k\":'",
    "{/*",
    "{/* ",
    "{//",
    "{#",
    "[`",
    "```json\n{",
    "```json\n{\"a\":",
    "```json\n[\"",
    "{\"a\":\"\\ud800",
    "\\u",
    "{\"\\u12",
    "[\"a\" {\"b\":",
    "{a:{\"b\":1},'",
    "{a:'{\"b\":1}",
    "[[1 2] x",
];

#[test]
fn each_byte_is_looked_at_a_bounded_number_of_times() {
    for unit in UNITS {
        for opening in ["", "{\"a\":", "[", "{a:'", "```json\n", "{'", "[1 "] {
            let text = opening.to_owned() + &unit.repeat(SIZE / 16 / unit.len());
            check_steps(text.len(), 1, &read(&text, Limits::default()));
        }
    }
}

#[test]
fn a_full_megabyte_in_small_pieces_costs_no_more() {
    for unit in [
        "[",
        "{",
        "`",
        "\"",
        "{\"a\":",
        "[\"]",
        "{a:1}",
        "{a:'{\"b\":1}",
        "\\",
    ] {
        let text = unit.repeat(SIZE / unit.len());
        let (_, reply) = push_cut(text.as_bytes(), &[7, 16, 4], Limits::default());
        check_steps(text.len(), text.len() / 4, &reply);
        assert!(reply.candidates.len() <= 40);
        assert!(
            reply
                .candidates
                .iter()
                .all(|c| c.repairs.list.len() <= Repairs::KEPT)
        );
    }
}

#[test]
fn a_clean_reply_is_looked_at_once() {
    let text = format!(
        r#"{{"response":"{}","depth":2}}"#,
        "So it goes. ".repeat(4000)
    );
    let mut reader = Reader::new(Limits::default());
    for piece in text.as_bytes().chunks(8) {
        reader.push_bytes(piece);
    }
    let pushes = text.len().div_ceil(8) as u64;
    let steps = reader.finish().steps;
    assert!(
        steps <= text.len() as u64 + pushes + 64,
        "{steps} steps for {} bytes",
        text.len()
    );
}

#[test]
fn changes_below_a_long_key_do_not_copy_it() {
    let key = "k".repeat(100_000);
    let text = format!("{{\"{key}\":[{}1]}}", "0,".repeat(50_000));
    let (changes, reply) = push_cut(text.as_bytes(), &[usize::MAX], Limits::default());
    // Copied per change, this would be 5 GB.
    assert_eq!(changes.len(), 50_001);
    assert!(reply.candidates[0].strict);
}
