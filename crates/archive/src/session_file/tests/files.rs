//! Files inside of session files.

use super::*;

const ID: &str = "0b9f7c1e-5a10-4c0e-9d58-2b1e6a7f0c11";

/// The sample with a form that brought files of these ids.
fn named(ids: &[&str]) -> Vec<Record> {
    let mut records = sample();
    let text = ids.iter().map(|id| ["colloquy-file:", id].concat());
    records[5].fact = Fact::Answered {
        question: 1,
        text: text.collect::<Vec<_>>().join(" and "),
        redacted: false,
    };
    records
}

fn file(id: &str, size: u64, base64: &str) -> File {
    File {
        id: id.into(),
        name: "R\u{e9}sum\u{e9} \"2\".pdf".into(),
        mime_type: "application/pdf".into(),
        size,
        base64: base64.into(),
    }
}

fn other_id(n: usize) -> String {
    format!("0b9f7c1e-5a10-4c0e-9d58-{n:012x}")
}

#[test]
fn a_round_trip_keeps_every_byte_of_files_too() {
    let last = other_id(1);
    let files = vec![file(ID, 4, "AAECAw=="), file(&last, 0, "")];
    let records = named(&[ID, &last]);
    let text = write_whole(&records, Some("draft"), &files);
    let read = read(&text).expect("what was written is read");
    assert_eq!(read.files, files);
    assert_eq!(
        write_whole(&read.records, read.draft.as_deref(), &read.files),
        text
    );
    // And so where the page has the bytes.
    let apart: Value = {
        let mut file: Value = serde_json::from_str(&text).expect("JSON");
        for entry in file["files"].as_array_mut().expect("files") {
            entry.as_object_mut().expect("a file").remove("base64");
        }
        file
    };
    let read = read_apart(&apart.to_string()).expect("the rest is read");
    let described: Vec<(&str, u64)> = read.files.iter().map(|f| (f.id.as_str(), f.size)).collect();
    assert_eq!(described, vec![(ID, 4), (last.as_str(), 0)]);
    assert_eq!(
        super::read(&apart.to_string()).expect_err("no bytes")[0].path,
        "files[0].base64"
    );
}

#[test]
fn files_satisfy_the_published_schema_and_faults_do_not() {
    let text = write_whole(&named(&[ID]), None, &[file(ID, 4, "AAECAw==")]);
    let mut whole: Value = serde_json::from_str(&text).expect("JSON");
    let schema = schema();
    assert!(schema.is_valid(&whole));
    for (key, value) in [
        ("id", json!("x")),
        ("name", json!("n".repeat(201))),
        ("mimeType", json!(1)),
        ("size", json!(-1)),
        ("size", json!(FILE_BYTES + 1)),
        ("base64", json!("A A=")),
        ("base64", Value::Null),
    ] {
        let before = whole["files"][0][key].clone();
        whole["files"][0][key] = value;
        assert!(!schema.is_valid(&whole), "{key}");
        assert!(read(&whole.to_string()).is_err(), "{key}");
        whole["files"][0][key] = before;
    }
}

#[test]
fn files_that_no_page_keeps_are_refused_with_their_path() {
    let text = write_whole(&named(&[ID]), None, &[file(ID, 4, "AAECAw==")]);
    for (key, value, rule) in [
        ("id", json!("../../etc"), "format"),
        ("id", json!(ID.to_uppercase()), "format"),
        ("id", json!(other_id(1)), "known"),
        ("name", json!(null), "type"),
        ("name", json!("n".repeat(201)), "type"),
        ("mimeType", json!(["a"]), "type"),
        ("size", json!(1.5), "range"),
        ("size", json!(FILE_BYTES + 1), "range"),
        ("size", json!(3), "base64"),
        ("size", json!(5), "base64"),
        ("base64", json!(""), "base64"),
        ("base64", json!("AAECAw"), "base64"),
        ("base64", json!("AAEC Aw="), "base64"),
        ("base64", json!("AAECA==="), "base64"),
        ("base64", json!("AAECAx=="), "base64"),
        ("base64", json!("AAEC_w=="), "base64"),
        ("base64", json!("\u{fc}AECAw="), "base64"),
        ("base64", json!([0, 1]), "base64"),
    ] {
        let mut whole: Value = serde_json::from_str(&text).expect("JSON");
        whole["files"][0][key] = value.clone();
        let issue = read(&whole.to_string()).expect_err(key).remove(0);
        let at = if rule == "base64" { "base64" } else { key };
        assert_eq!(
            (issue.path, issue.rule),
            (["files[0].", at].concat(), rule.into()),
            "{key} {value}"
        );
    }
    for (files, path, rule) in [
        (json!([7]), "files[0]", "type"),
        (json!({ "0": {} }), "files", "type"),
        (json!(vec![json!({}); 101]), "files", "length"),
    ] {
        let mut whole: Value = serde_json::from_str(&text).expect("JSON");
        whole["files"] = files;
        let issue = read(&whole.to_string()).expect_err(path).remove(0);
        assert_eq!((issue.path.as_str(), issue.rule.as_str()), (path, rule));
    }
    let mut twice: Value = serde_json::from_str(&text).expect("JSON");
    let again = twice["files"][0].clone();
    twice["files"].as_array_mut().expect("files").push(again);
    assert_eq!(
        read(&twice.to_string()).expect_err("twice")[0].path,
        "files[1].id"
    );
    // No record names it: nothing is brought in under cover of a session.
    let alone = write_whole(&sample(), None, &[file(ID, 4, "AAECAw==")]);
    assert_eq!(read(&alone).expect_err("not named")[0].rule, "known");
}

#[test]
fn files_that_are_too_much_together_are_refused() {
    let ids: Vec<String> = (0..11).map(other_id).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let described = |count: usize| {
        let files: Vec<File> = ids[..count]
            .iter()
            .map(|id| file(id, FILE_BYTES, ""))
            .collect();
        read_apart(&write_whole(&named(&ids), None, &files))
    };
    assert_eq!(described(10).expect("200 MiB").files.len(), 10);
    let issue = described(11).expect_err("220 MiB").remove(0);
    assert_eq!(
        (issue.path.as_str(), issue.rule.as_str()),
        ("files[10].size", "range")
    );
}
