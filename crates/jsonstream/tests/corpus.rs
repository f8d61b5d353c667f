//! Replays what was found worth keeping: every file must hold all properties in any pieces.

// Reading test data is what a test may do and the crate may not.
#![allow(clippy::disallowed_methods)]

#[allow(dead_code)]
mod support;

use colloquy_jsonstream::{Limits, read};

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fuzz/corpus/reader"
    );
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus folder is part of the repository")
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_file_of_the_corpus_holds_in_any_pieces() {
    let files = corpus();
    assert!(files.len() >= 24, "{} files", files.len());
    for (_, bytes) in &files {
        for sizes in [&[2][..], &[3], &[7, 1, 4], &[16], &[64]] {
            support::check_all(bytes, sizes);
        }
    }
}

#[test]
fn every_file_holds_cut_off_at_every_byte() {
    for (name, bytes) in corpus() {
        // Those that a fuzzer chose are cut already; a few places of each are enough.
        let step = if name.contains('.') {
            1
        } else {
            bytes.len() / 8 + 1
        };
        for end in (0..bytes.len()).step_by(step) {
            support::check_all(&bytes[..end], &[5]);
        }
    }
}

/// The best value's `response` for the files that have a reply in them.
#[test]
fn the_reply_in_a_file_is_found() {
    let expected = [
        ("brace-in-prose.txt", "Why?"),
        ("double-braces.txt", "Template left in."),
        ("envelope-javascript.txt", "So?"),
        ("envelope-python.txt", "What's next?"),
        (
            "envelope-raw-newlines.txt",
            "First line.\nSecond line.\r\n\r\n\t- a point",
        ),
        ("fence-closed-early.md", "So?"),
        ("fence-in-string.md", "Run ```cargo test``` and tell me"),
        ("python-code.md", "ok"),
        ("thinking-first.txt", "What else?"),
        ("two-objects.txt", "First?"),
    ];
    let files = corpus();
    for (name, response) in expected {
        let (_, bytes) = files.iter().find(|(file, _)| file == name).expect(name);
        let reply = read(std::str::from_utf8(bytes).unwrap(), Limits::default());
        let found = reply
            .candidates
            .iter()
            .find_map(|c| c.value.get("response"));
        assert_eq!(found.and_then(|r| r.as_str()), Some(response), "{name}");
    }
}
