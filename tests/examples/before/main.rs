//! Makes the cases of `tests/cases/before`: sessions of every kind in every state, and everything that this version of the
//! engine makes of them. Run once a format is about to change, into a folder of its own:
//! `cargo run -p colloquy-tests --example before -- tests/cases/before`.

mod models;
mod scenes;
mod stage;

use colloquy_schema::Record;
use colloquy_tests::before::{engine, take};
use serde_json::{Value, json};
use std::io::Write;

/// A session as it stands at some moment.
struct Scene {
    name: String,
    records: Vec<Record>,
    now: u64,
    draft: Option<&'static str>,
    files: Vec<engine::File>,
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args()
        .nth(1)
        .expect("name the folder that the cases go into");
    for kind in ["reflective", "staged", "advice", "gaps", "onboarding"] {
        let scenes = scenes::of(kind);
        let mut guides: Vec<Value> = Vec::new();
        let mut cases = Vec::new();
        for scene in &scenes {
            let mut case = take(&scene.records, scene.now, scene.draft, &scene.files);
            case.insert("name".into(), json!(scene.name));
            let first = serde_json::to_value(&scene.records[0]).expect("JSON");
            let guide = &first["fact"]["began"]["guide"];
            let document = guide.to_string();
            if guides
                .iter()
                .all(|seen| seen["document"] != document.as_str())
            {
                guides.push(json!({ "document": document, "longest": engine::longest(guide) }));
            }
            cases.push(case);
        }
        let built_in = scenes::document(kind);
        let value: Value = serde_json::from_str(built_in).expect("JSON");
        guides.push(json!({ "document": built_in, "longest": engine::longest(&value) }));
        let text = json!({ "guides": guides, "cases": cases }).to_string();
        let mut compressed = Vec::new();
        let mut writer = brotli::CompressorWriter::new(&mut compressed, 1 << 16, 11, 24);
        writer.write_all(text.as_bytes())?;
        drop(writer);
        std::fs::write(format!("{folder}/{kind}.json.br"), &compressed)?;
        println!(
            "{kind}: {} sessions, {} guides, {} bytes, {} compressed",
            cases.len(),
            guides.len(),
            text.len(),
            compressed.len()
        );
    }
    Ok(())
}
