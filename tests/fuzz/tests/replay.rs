//! Replays what was found worth keeping: every file of every corpus must hold.

use colloquy_fuzz::TARGETS;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Files of a target's corpus, sorted.
fn corpus(name: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}

fn replay(name: &str) {
    let target = colloquy_fuzz::target(name).expect("a target of that name");
    let files = corpus(name);
    assert!(files.len() >= 10, "{name}: {} files", files.len());
    let mut broken = Vec::new();
    for file in &files {
        let bytes = std::fs::read(file).expect("a corpus file is read");
        // Each file is told of, and not only the first.
        if catch_unwind(AssertUnwindSafe(|| (target.check)(&bytes))).is_err() {
            broken.push(file.display().to_string());
        }
    }
    assert!(broken.is_empty(), "{name} does not hold for {broken:#?}");
}

macro_rules! replays {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name));
        })*

        #[test]
        fn every_target_is_replayed() {
            let names = TARGETS.map(|target| target.name);
            assert_eq!(names.to_vec(), [$(stringify!($name)),*]);
        }
    };
}

replays!(
    reader,
    findings,
    dialects,
    guides,
    session_import,
    documents,
    events,
    study,
    proxy_heads,
    proxy_calls,
    proxy_answers
);
