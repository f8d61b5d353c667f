//! The program, as an owner calls it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const CHURN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../study/studies/churn.json");

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colloquy"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes())
        .expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_study_is_checked() {
    let sound = run(&["study", "check", CHURN], "");
    assert_eq!(sound.status.code(), Some(0), "{}", text(&sound.stdout));
    assert!(
        text(&sound.stdout).contains("no faults"),
        "{}",
        text(&sound.stdout)
    );
    let faulty = run(
        &["study", "check", "-"],
        r#"{ "id": "x", "language": "en", "title": "T", "goal": "G", "topics": [{ "aks": "Why?" }] }"#,
    );
    assert_eq!(faulty.status.code(), Some(1));
    assert!(
        text(&faulty.stdout)
            .contains("topics[0].aks: is not a known key [unknown_key], found \"Why?\""),
        "{}",
        text(&faulty.stdout)
    );
    assert_eq!(run(&["study", "chekc", CHURN], "").status.code(), Some(2));
    assert_eq!(
        run(&["study", "check", "/nowhere.json"], "").status.code(),
        Some(1)
    );
}

#[test]
fn a_study_is_compiled_to_the_same_bytes_each_time() {
    let (one, two) = (
        run(&["study", "compile", CHURN], ""),
        run(&["study", "compile", CHURN], ""),
    );
    assert_eq!(one.stdout, two.stdout);
    let guide: serde_json::Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(guide["strategy"]["kind"], "topics");
}

#[test]
#[allow(clippy::disallowed_methods)]
fn a_file_is_stood_for_by_its_name_in_the_terminal() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/plan.json");
    let study = r#"{ "id": "p", "language": "en", "title": "P", "goal": "Find out about plans.", "topics": [
        { "id": "plan", "ask": "Could you hand in your plan?", "type": "file", "formats": ["pdf", "md"] },
        { "id": "sketch", "ask": "Could you hand in a sketch?", "type": "file" }] }"#;
    std::fs::write(path, study).expect("it can be written");
    let tried = run(&["study", "try", path], "plan.exe\nplan.md\n/no\n");
    let out = text(&tried.stdout);
    assert_eq!(tried.status.code(), Some(0), "{out}{}", text(&tried.stderr));
    // What is of no kind that is taken is words, to which it is asked once more.
    for part in ["(a file: pdf, md;", "(pdf / md)", "\"name\": \"plan.md\""] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.contains("\"sketch\": null"), "{out}");
}

#[test]
fn an_interview_is_led_in_the_terminal() {
    let answers = "I had no use for it any more.\n/no\nIn spring.\n/skip\nThe price\nHalf of it.\n/no\nPaper.\n/no\n11\n7\nIt was dear.\n";
    let tried = run(&["study", "try", CHURN], answers);
    let out = text(&tried.stdout);
    assert_eq!(tried.status.code(), Some(0), "{out}{}", text(&tried.stderr));
    assert!(
        out.contains("1. What was going on when you decided to cancel?"),
        "{out}"
    );
    assert!(out.contains("What would have been a fair price"), "{out}");
    assert!(out.contains("\"reason\": \"price\""), "{out}");
    assert!(out.contains("\"kind\": \""), "{out}");
}

#[test]
fn interviews_are_simulated() {
    let all = run(
        &["study", "simulate", CHURN, "--runs", "20", "--seed", "3"],
        "",
    );
    let out = text(&all.stdout);
    assert!(
        out.contains("dead ends: 0") && out.contains("no question came twice"),
        "{out}"
    );
    assert!(out.contains("pasted_speech"), "{out}");
    let one = run(
        &[
            "study",
            "simulate",
            CHURN,
            "--runs",
            "4",
            "--persona",
            "terse",
            "--json",
        ],
        "",
    );
    let report: serde_json::Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(report["personas"]["terse"]["runs"], 4);
    assert_eq!(report["personas"]["all"]["must_asks"], 100.0);
    let unknown = run(&["study", "simulate", CHURN, "--persona", "poet"], "");
    assert!(
        text(&unknown.stderr).contains("no persona poet"),
        "{}",
        text(&unknown.stderr)
    );
}
