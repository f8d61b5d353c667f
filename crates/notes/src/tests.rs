//! Cases from `tests/cases/material`, bounds, and any input at all.

use super::*;
use colloquy_schema::NamedText;
use colloquy_schema::codec::Declarations;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn cases() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/material");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the cases are part of the repository") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        #[allow(clippy::disallowed_methods)]
        let text = std::fs::read_to_string(&path).expect("a readable case");
        out.push((
            path.display().to_string(),
            serde_json::from_str(&text).expect("a case is JSON"),
        ));
    }
    assert!(out.len() >= 5, "cases are missing");
    out
}

fn as_json(context: &Context) -> Value {
    let quotes: Vec<_> = context
        .quotes
        .iter()
        .map(|q| json!([q.text, q.speaker, q.time]))
        .collect();
    let concepts: Vec<_> = context
        .concepts
        .iter()
        .map(|c| json!([c.name, c.detail]))
        .collect();
    let additional: Map<_, _> = context
        .additional
        .iter()
        .map(|a| (a.label.clone(), json!(a.items)))
        .collect();
    json!({
        "title": context.title, "creator": context.creator, "source_url": context.source_url,
        "duration_minutes": context.duration_minutes, "summary": context.summary,
        "quotes": quotes, "concepts": concepts, "additional": additional,
    })
}

#[test]
fn reads_every_case_as_expected() {
    for (name, case) in cases() {
        let material: Material =
            serde_json::from_value(case["material"].clone()).expect("a material");
        assert_eq!(as_json(&context(&material)), case["expected"], "{name}");
        assert_eq!(subject_of(None, &material), case["subject"], "{name}");
        assert_eq!(subject_of(Some(" own key "), &material), "own key");
    }
}

#[test]
fn lines_above_notes_are_where_they_are_from() {
    let read = |text: &str| {
        let texts = vec![NamedText {
            name: "summary.md".into(),
            text: text.into(),
        }];
        let read = context(&Material {
            texts,
            ..Material::default()
        });
        (read.title, read.creator, read.source_url, read.summary)
    };
    let (title, creator, url, summary) = read(
        "# The night shift\n\n**Podcast:** Quiet Rooms, episode 12\nGuest: Ines Falk\nURL: https://rooms.example/12\n\nNights are long.\n",
    );
    assert_eq!(
        [title.as_str(), &creator, &url, &summary],
        [
            "The night shift",
            "Quiet Rooms, episode 12",
            "https://rooms.example/12",
            "Nights are long."
        ]
    );
    // What a conversation, a person's words or a bare source say is part of the notes.
    for text in [
        "Host: Welcome back.\nGuest: Thank you.",
        "Author: she writes at night.\nI liked that.",
        "Author: Ann\nAuthor: Ben",
        "Guest: Ines Falk",
    ] {
        let (_, creator, _, summary) = read(text);
        assert_eq!(
            (creator.as_str(), summary.replace('\n', " ")),
            ("", text.replace('\n', " "))
        );
    }
    assert_eq!(read("Source: my aunt\n\nShe knew.").3, "She knew.");
    assert_eq!(read("Name: Ines Falk\n\nNurse.").0, "");
    // What is listed beside notes is about other things than the notes.
    let text = |name: &str, text: &str| NamedText {
        name: name.into(),
        text: text.into(),
    };
    let read = context(&Material {
        texts: vec![
            text("summary.md", "Nights are long."),
            text("books-mentioned.md", "Title: Sleep\nAuthor: Ann Berg\n"),
        ],
        ..Material::default()
    });
    assert_eq!((read.title.as_str(), read.creator.as_str()), ("", ""));
    assert_eq!(read.additional.len(), 1);
}

#[test]
fn counts_what_a_material_holds() {
    let (_, case) = cases()
        .into_iter()
        .find(|(name, _)| name.ends_with("podcast.json"))
        .expect("the case");
    let material: Material = serde_json::from_value(case["material"].clone()).expect("a material");
    assert_eq!(
        serde_json::to_value(describe_material(&material)).expect("plain data"),
        json!({
            "title": "The Case for Sleep", "creator": "The Long Walk", "sourceUrl": "https://example.org/episodes/42#t=10",
            "durationMinutes": 72, "hasSummary": true, "quotes": 3, "concepts": 2,
            "additional": [
                { "label": "books", "items": 2 }, { "label": "tools", "items": 2 }, { "label": "open questions", "items": 2 },
            ],
        })
    );
}

fn of(name: &str, text: &str) -> Context {
    context(&Material {
        texts: vec![NamedText {
            name: name.into(),
            text: text.into(),
        }],
        ..Material::default()
    })
}

#[test]
fn subjects_differ_where_texts_do() {
    let named = |texts: &[&str]| {
        let texts = texts
            .iter()
            .map(|text| NamedText {
                name: "a.md".into(),
                text: (*text).into(),
            })
            .collect();
        subject_of(
            None,
            &Material {
                texts,
                ..Material::default()
            },
        )
    };
    assert_ne!(named(&["ab", "c"]), named(&["a", "bc"]));
    assert_eq!(named(&["ab", "c"]), named(&["ab", "c"]));
}

#[test]
fn everything_is_bounded() {
    let quote = ["- ", &"ä ".repeat(700), "\n"].concat().repeat(300);
    let found = of("quotes.md", &quote).quotes;
    assert_eq!(found.len(), ITEMS);
    assert!(
        found
            .iter()
            .all(|q| q.text.chars().count() <= ITEM_CHARS && q.text.ends_with('…'))
    );
    let found = of(
        "key-concepts.md",
        &["## ", &"n".repeat(500), "\n", &"- deep\n".repeat(400)]
            .concat()
            .repeat(250),
    )
    .concepts;
    assert_eq!(found.len(), ITEMS);
    assert!(found.iter().all(|c| c.name.chars().count() <= NAME_CHARS && c.detail.chars().count() <= ITEM_CHARS));
    let texts = (0..80)
        .map(|n| NamedText {
            name: ["part-", &n.to_string(), ".md"].concat(),
            text: "x".into(),
        })
        .collect();
    assert_eq!(
        context(&Material {
            texts,
            ..Material::default()
        })
        .additional
        .len(),
        TEXTS
    );
}

#[test]
fn reads_hostile_texts_in_time_in_proportion_to_their_length() {
    // Up to 200 kB each: quadratic time would show as minutes.
    for unit in [
        "> ",
        "- \"",
        "**",
        "- a\n  b\n",
        "## a\nb\n",
        "[[",
        "](",
        "<!--",
        "---\n",
        "a: b\n",
        "“",
        "- a — ",
        "(1:23",
        "|a",
        "- **a",
    ] {
        let text = unit.repeat(30_000);
        for name in [
            "summary.md",
            "quotes.md",
            "key-concepts.md",
            "other-mentioned.md",
            "metadata.md",
        ] {
            of(name, &text);
        }
    }
}

/// Pieces that Markdown, front matter and quotes are made of, so that random texts reach every branch.
fn markdown() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "\n",
        "\n\n",
        "---\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "## ",
        "**",
        "*",
        "_",
        "`",
        "```\n",
        "[",
        "]",
        "(",
        ")",
        "[[",
        "]]",
        "|",
        "<b>",
        "<!--",
        "-->",
        "&amp;",
        "&",
        "\\",
        "\"",
        "“",
        "”",
        "'",
        "’",
        "„",
        "—",
        " - ",
        "12:34",
        "[00:12:34]",
        ": ",
        "Jane Doe",
        "word ",
        "Ünïcode ",
        "日本語",
        "😀",
        "\u{202e}",
        "\u{feff}",
        "\r\n",
        "\t",
        "title: ",
        "duration: 1h",
        "===\n",
        "|---|\n",
        "\0",
        "Speaker: ",
    ];
    let piece = prop_oneof![4 => prop::sample::select(PIECES).prop_map(String::from), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn never_panics_and_never_shows_a_control(text in markdown(), other in markdown(), name in markdown()) {
        for named in ["summary.md", "quotes.md", "key-concepts.md", "x-mentioned.md", "metadata.md", "metadata.json", &name] {
            let texts = vec![
                NamedText { name: named.into(), text: text.clone() },
                NamedText { name: "other.md".into(), text: other.clone() },
            ];
            let material = Material { title: Some(other.clone()), texts, ..Material::default() };
            let shown = as_json(&context(&material)).to_string();
            let control = shown.contains(['\u{202e}', '\u{feff}', '\0']);
            prop_assert!(!control);
            describe_material(&material);
            prop_assert!(!subject_of(None, &material).is_empty());
        }
    }
}

#[test]
fn a_summary_is_written_as_typescript_is_given_it() {
    let declared = Declarations(include_str!("../../../pkg/types/generated.d.ts"));
    declared.assert_fields::<MaterialSummary>("MaterialSummary");
    declared.assert_fields::<PartSummary>("PartSummary");
}

#[test]
fn a_session_about_nothing_has_the_subject_of_an_empty_material() {
    assert_eq!(
        colloquy_schema::NO_SUBJECT,
        subject_of(None, &Material::default())
    );
}
