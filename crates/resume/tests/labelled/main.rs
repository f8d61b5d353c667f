//! Precision and recall on labelled résumés. `cargo test -p colloquy-resume --test labelled -- --nocapture` prints them, with
//! everything that is missed or wrong in the tuned part.

mod cases;

use std::collections::BTreeMap;

use colloquy_resume::read;
use colloquy_schema::contract::{Unknown, validate};
use colloquy_schema::{DataType, tools::schema};
use serde_json::Value;

use cases::{Case, Fields, cases};

const YEAR: u32 = 2026;

const PARTS: [(&str, &str); 2] = [
    (
        "tuned",
        include_str!("../../../../tests/cases/resume/tuned.txt"),
    ),
    (
        "held-out",
        include_str!("../../../../tests/cases/resume/held-out.txt"),
    ),
];

/// What is reached, in percent rounded down: precision, then recall. Lower is a regression; raise it when the rules get better.
const FLOORS: [(&str, &str, u32, u32); 54] = [
    ("tuned", "education", 100, 100),
    ("tuned", "education.area", 100, 98),
    ("tuned", "education.endDate", 100, 100),
    ("tuned", "education.institution", 98, 98),
    ("tuned", "education.startDate", 100, 100),
    ("tuned", "education.studyType", 100, 98),
    ("tuned", "email", 100, 100),
    ("tuned", "label", 100, 100),
    ("tuned", "language", 100, 100),
    ("tuned", "language.fluency", 100, 100),
    ("tuned", "language.language", 100, 100),
    ("tuned", "location", 100, 100),
    ("tuned", "name", 100, 100),
    ("tuned", "phone", 100, 100),
    ("tuned", "profile", 100, 100),
    ("tuned", "profile.network", 100, 100),
    ("tuned", "profile.username", 100, 100),
    ("tuned", "resume", 100, 100),
    ("tuned", "summary", 100, 100),
    ("tuned", "url", 100, 100),
    ("tuned", "work", 100, 98),
    ("tuned", "work.endDate", 100, 98),
    ("tuned", "work.highlights", 100, 100),
    ("tuned", "work.location", 100, 97),
    ("tuned", "work.name", 100, 98),
    ("tuned", "work.position", 100, 98),
    ("tuned", "work.startDate", 100, 98),
    ("held-out", "education", 100, 100),
    ("held-out", "education.area", 80, 72),
    ("held-out", "education.endDate", 100, 100),
    ("held-out", "education.institution", 93, 93),
    ("held-out", "education.startDate", 100, 100),
    ("held-out", "education.studyType", 100, 80),
    ("held-out", "email", 100, 100),
    ("held-out", "label", 100, 83),
    ("held-out", "language", 100, 85),
    ("held-out", "language.fluency", 83, 71),
    ("held-out", "language.language", 100, 85),
    ("held-out", "location", 100, 100),
    ("held-out", "name", 100, 100),
    ("held-out", "phone", 100, 100),
    ("held-out", "profile", 100, 100),
    ("held-out", "profile.network", 100, 100),
    ("held-out", "profile.username", 100, 100),
    ("held-out", "resume", 100, 100),
    ("held-out", "summary", 100, 100),
    ("held-out", "url", 100, 100),
    ("held-out", "work", 100, 92),
    ("held-out", "work.endDate", 100, 93),
    ("held-out", "work.highlights", 100, 96),
    ("held-out", "work.location", 100, 85),
    ("held-out", "work.name", 95, 88),
    ("held-out", "work.position", 91, 84),
    ("held-out", "work.startDate", 100, 92),
];

const JOB: [&str; 6] = [
    "position",
    "name",
    "location",
    "startDate",
    "endDate",
    "highlights",
];
const STUDY: [&str; 5] = ["studyType", "area", "institution", "startDate", "endDate"];

#[derive(Clone, Copy, Default)]
struct Score {
    right: u32,
    wrong: u32,
    missed: u32,
}

fn percent(right: u32, other: u32) -> u32 {
    (100 * right).checked_div(right + other).unwrap_or(100)
}

/// What is counted of a case, and what was not right, in words.
#[derive(Default)]
struct Judge {
    scores: BTreeMap<String, Score>,
    faults: Vec<String>,
}

impl Judge {
    /// Compares one field. An empty alternative means that nothing is right too, and `*` that anything is.
    fn field(&mut self, name: &str, wanted: &[String], got: &str) {
        let score = self.scores.entry(name.into()).or_default();
        let same = |one: &String| one == "*" || plain(one) == plain(got);
        if wanted.iter().any(same) {
            score.right += u32::from(!got.is_empty());
            return;
        }
        let expected = wanted.iter().any(|one| !one.is_empty());
        score.wrong += u32::from(!got.is_empty());
        score.missed += u32::from(expected);
        self.faults.push(format!("{name}: {got:?} for {wanted:?}"));
    }

    /// Compares entries. Those that agree most are held against each other.
    fn entries(&mut self, kind: &str, names: &[&str], wanted: &[&Fields], got: &Value) {
        let mut open: Vec<&Value> = got.as_array().into_iter().flatten().collect();
        for fields in wanted {
            let agreement = |value: &Value| {
                let same = |(name, wanted): (&&str, &Vec<String>)| {
                    let text = text(value, name);
                    !text.is_empty() && wanted.iter().any(|one| plain(one) == plain(&text))
                };
                names
                    .iter()
                    .zip(fields.iter())
                    .filter(|pair| same((pair.0, pair.1)))
                    .count()
            };
            let best = (0..open.len()).max_by_key(|at| (agreement(open[*at]), open.len() - at));
            let value = match best.filter(|at| agreement(open[*at]) > 0) {
                Some(at) => open.remove(at).clone(),
                None => Value::Null,
            };
            self.field(
                kind,
                &["entry".into()],
                if value.is_null() { "" } else { "entry" },
            );
            for (name, wanted) in names.iter().zip(fields.iter()) {
                self.field(&format!("{kind}.{name}"), wanted, &text(&value, name));
            }
        }
        for value in open {
            self.field(kind, &[String::new()], &value.to_string());
            for name in names {
                let none = if *name == "highlights" { "*" } else { "" };
                self.field(
                    &format!("{kind}.{name}"),
                    &[none.into()],
                    &text(value, name),
                );
            }
        }
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// A field as text; of highlights their number.
fn text(value: &Value, name: &str) -> String {
    match &value[name] {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.len().to_string(),
        _ if name == "highlights" && value.is_object() => "0".into(),
        _ => String::new(),
    }
}

fn judge(case: &Case, judge: &mut Judge) {
    let reading = read(&case.text, YEAR);
    for (data, kind) in [
        (&reading.profile, DataType::ApplicantProfile),
        (&reading.timeline, DataType::SkeletonTimeline),
    ] {
        if let Some(data) = data {
            let faults = validate(&schema(kind.schema_text()), data, Unknown::Refused);
            assert_eq!(faults, [], "{}", case.title);
        }
    }
    let one = |key: &str| {
        case.of(key)
            .first()
            .and_then(|fields| fields.first())
            .cloned()
            .unwrap_or_else(|| vec![String::new()])
    };
    let kind = if reading.resume { "yes" } else { "no" };
    judge.field("resume", &one("resume"), kind);
    if one("resume") == ["*"] && !reading.resume {
        return;
    }
    let profile = reading.profile.unwrap_or_default();
    let basics = &profile["basics"];
    for key in ["name", "label", "email", "phone", "url"] {
        judge.field(key, &one(key), &text(basics, key));
    }
    judge.field(
        "location",
        &one("location"),
        &text(&basics["location"], "city"),
    );
    // A summary is right when it contains what is expected of it.
    let summary = text(basics, "summary");
    let wanted = one("summary");
    let right = wanted
        .iter()
        .find(|one| !one.is_empty() && plain(&summary).contains(&plain(one)));
    judge.field("summary", &wanted, right.unwrap_or(&summary));
    judge.entries(
        "profile",
        &["network", "username"],
        &case.of("profile"),
        &basics["profiles"],
    );
    judge.entries(
        "language",
        &["language", "fluency"],
        &case.of("language"),
        &profile["languages"],
    );
    let timeline = reading.timeline.unwrap_or_default();
    judge.entries("work", &JOB, &case.of("work"), &timeline["work"]);
    judge.entries(
        "education",
        &STUDY,
        &case.of("education"),
        &timeline["education"],
    );
}

#[test]
fn what_is_read_is_what_is_expected() {
    let mut low = Vec::new();
    for (part, file) in PARTS {
        let mut total = Judge::default();
        for case in cases(file) {
            judge(&case, &mut total);
            let faults = core::mem::take(&mut total.faults);
            if part == "tuned" {
                for fault in faults {
                    println!("{}: {fault}", case.title);
                }
            }
        }
        println!("\n{part}: precision, recall (how many)");
        for (name, score) in &total.scores {
            let (precision, recall) = (
                percent(score.right, score.wrong),
                percent(score.right, score.missed),
            );
            println!(
                "{name:24} {precision:3} % {recall:3} %  ({})",
                score.right + score.missed
            );
            let floor = FLOORS
                .iter()
                .find(|(one, field, _, _)| *one == part && field == name);
            if floor.is_none_or(|(_, _, least, most)| precision < *least || recall < *most) {
                low.push(format!("{part} {name}: {precision} %, {recall} %"));
            }
        }
        println!();
    }
    assert!(
        low.is_empty(),
        "below what was reached before:\n{}",
        low.join("\n")
    );
}
