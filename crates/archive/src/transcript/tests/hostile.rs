//! Answers that try to be structure.

use super::*;
use proptest::prelude::*;

/// Lines of a Markdown text that a reader would take for structure, by their mark.
fn structure(markdown: &str) -> Vec<&str> {
    let mark = |line: &str| {
        let marks = [
            "# ", "## ", "### ", "---", "***", "___", "===", "- [ ] ", "- ", "+ ", "* ", "> ",
            "```", "~~~", "|", "<", "    ", "\t", "1. ",
        ];
        marks.iter().find(|mark| line.starts_with(**mark)).copied()
    };
    let mut out: Vec<&str> = markdown.split(['\n', '\r']).filter_map(mark).collect();
    // How many lines an answer has is its own affair.
    out.dedup();
    out
}

/// Cells of a CSV text by RFC 4180, row by row.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = csv.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    rows
}

/// Texts of pieces that mean something to a format.
fn hostile() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "\n",
        "\r",
        "\r\n",
        "\u{2028}",
        "\u{85}",
        " ",
        "    ",
        "\t",
        "#",
        "# x",
        "---",
        "===",
        "- ",
        "+ ",
        "* ",
        "> ",
        "1. ",
        "1) ",
        "```",
        "~~~",
        "|",
        "<script>",
        "</p>",
        "<!--",
        "]]>",
        "&lt;",
        "&",
        "\"",
        "'",
        "\\",
        "[x](y)",
        "![",
        "https://a.b",
        "www.",
        "=1+1",
        "@a",
        "%%",
        "==",
        "$x$",
        "{question}",
        "{title}",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{feff}",
        "\0",
        "\u{1b}",
        "é",
        "😀",
        "word",
        "a_b_c",
        "**b**",
    ];
    let piece = prop_oneof![6 => prop::sample::select(PIECES).prop_map(String::from), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_becomes_structure(text in hostile()) {
        // An empty text leaves paragraphs out; then there is nothing to compare.
        let text = ["x", &text, "x"].concat();
        for (session, plain) in [(skills(&text), skills("x")), (onboarding(&text), onboarding("x"))] {
            for format in [Format::Structured, Format::Narrative, Format::Qa] {
                let (written, expected) = (session.write(format), plain.write(format));
                prop_assert_eq!(structure(&written), structure(&expected), "{}", written);
            }
            let tags = |html: &str| -> Vec<String> {
                let (_, body) = html.split_once("</style>").expect("a page has a style");
                body.split('<').skip(1).map(|tag| tag.split(['>', ' ']).next().unwrap_or_default().to_string()).collect()
            };
            let html = session.write(Format::Html);
            prop_assert_eq!(tags(&html), tags(&plain.write(Format::Html)));
            let rows = cells(&session.write(Format::Csv));
            prop_assert_eq!(rows.len(), 6);
            prop_assert!(rows.iter().all(|row| row.len() == 12));
            let result: Value = serde_json::from_str(&session.write(Format::Json)).expect("JSON");
            prop_assert_eq!(&result["exchanges"][0]["answer"], &json!(text));
        }
        let rows = cells(&skills(&text).write(Format::Table("skills-csv")));
        prop_assert_eq!(rows.len(), 8);
        prop_assert!(rows.iter().all(|row| row.len() == 7));
        prop_assert_eq!(cells(&onboarding(&text).write(Format::Table("skills-csv"))).len(), 1);
        // A row of a table has as many cells as its head, whatever stands in them.
        for format in [Format::Structured, Format::Narrative, Format::Qa] {
            let written = skills(&text).write(format);
            let cells = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            let table: Vec<usize> = written.lines().filter(|line| line.starts_with('|')).map(cells).collect();
            prop_assert_eq!(table, vec![9, 9, 9], "{}", written);
        }
    }

    #[test]
    fn any_text_gives_a_valid_result(text in hostile()) {
        let schema = schema();
        for session in [skills(&text), onboarding(&text)] {
            for (format, _) in FILES {
                session.write(*format);
            }
            let result: Value = serde_json::from_str(&session.write(Format::Json)).expect("JSON");
            prop_assert!(schema.is_valid(&result), "{:?}", schema.validate(&result).err().map(|e| e.to_string()));
        }
        let session = skills(&text);
        let safe = |cell: &str| !cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        prop_assert!(safe(&cells(&session.write(Format::Csv))[1][7]));
        let skills = cells(&session.write(Format::Table("skills-csv")));
        prop_assert!(skills.iter().flatten().all(|cell| safe(cell)));
    }
}
