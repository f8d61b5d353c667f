//! Key concepts with their detail, and the items of every other file.

use super::blocks::{Block, Kind};
use super::plain::plain;
use super::{ITEM_CHARS, ITEMS, NAME_CHARS, cut};
use colloquy_findings::letters::is_alphanumeric;
use colloquy_schema::Concept;

/// Last words of headings that name a group and no concept of their own.
const GROUPS: &[&str] = &[
    "concepts",
    "concept",
    "ideas",
    "takeaways",
    "terms",
    "topics",
    "points",
    "insights",
    "themes",
    "lessons",
    "principles",
    "frameworks",
    "overview",
    "summary",
    "glossary",
    "konzepte",
    "begriffe",
];

/// Most words of a name that a colon or dash sets off without being in bold.
const NAME_WORDS: usize = 6;

/// Reads the key concepts of a file: headings with the text below, list items with a name in bold, plain list items.
pub(super) fn concepts(blocks: &[Block], out: &mut Vec<Concept>) {
    let before = out.len();
    // True while the last concept is a heading's, so that what follows is its detail.
    let mut under_heading = false;
    for (i, block) in blocks.iter().enumerate() {
        let text = plain(&block.text);
        match block.kind {
            Kind::Heading(level) => {
                let title =
                    level == 1 && i == 0 && blocks[1..].iter().any(|b| b.kind != Kind::Paragraph);
                under_heading = !title && !is_group(&text) && !names_items(&blocks[i + 1..]);
                if under_heading {
                    push(without_number(&text), "", out);
                }
            }
            Kind::Item if block.nested || (under_heading && bold_name(&block.text).is_none()) => {
                detail(&text, before, out)
            }
            Kind::Item => {
                under_heading = false;
                item(block, &text, out);
            }
            Kind::Paragraph | Kind::Quote if under_heading || block.nested => {
                detail(&text, before, out)
            }
            Kind::Paragraph if bold_name(&block.text).is_some() => item(block, &text, out),
            Kind::Paragraph | Kind::Quote => {}
        }
    }
    if out.len() == before {
        for block in blocks.iter().filter(|b| b.kind == Kind::Paragraph) {
            for line in block.text.lines() {
                item(
                    &Block {
                        kind: Kind::Item,
                        nested: false,
                        text: line.into(),
                    },
                    &plain(line),
                    out,
                );
            }
        }
    }
}

/// True when the first list item below a heading has a name in bold: the heading only groups such items.
fn names_items(below: &[Block]) -> bool {
    let section = below
        .iter()
        .take_while(|b| !matches!(b.kind, Kind::Heading(_)));
    section
        .into_iter()
        .find(|b| b.kind == Kind::Item)
        .is_some_and(|b| bold_name(&b.text).is_some())
}

fn is_group(heading: &str) -> bool {
    let last = heading
        .trim_end_matches([':', '.', ' '])
        .rsplit(' ')
        .next()
        .unwrap_or_default();
    GROUPS.iter().any(|group| last.eq_ignore_ascii_case(group))
}

fn without_number(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')', ':']) {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => heading,
    }
}

/// Splits raw Markdown that begins with a name in bold: the name, and what follows.
fn bold_name(raw: &str) -> Option<(&str, &str)> {
    let mark = ["**", "__"]
        .into_iter()
        .find(|mark| raw.starts_with(mark))?;
    let (name, rest) = raw[2..].split_once(mark)?;
    (!name.trim().is_empty() && name.len() < 4 * NAME_CHARS).then_some((name, rest))
}

fn item(block: &Block, text: &str, out: &mut Vec<Concept>) {
    if let Some((name, rest)) = bold_name(&block.text) {
        let rest = plain(rest);
        return push(
            plain(name).trim_end_matches([':', '.']),
            rest.trim_start_matches([':', '-', '—', '–', ' ']),
            out,
        );
    }
    let split = [": ", " — ", " – ", " - "]
        .iter()
        .filter_map(|s| text.find(s).map(|at| (at, at + s.len())))
        .min();
    match split {
        Some((at, then)) if text[..at].split_whitespace().count() <= NAME_WORDS => {
            push(&text[..at], &text[then..], out)
        }
        _ => push(text, "", out),
    }
}

fn push(name: &str, detail: &str, out: &mut Vec<Concept>) {
    let name = name.trim();
    if out.len() < ITEMS && name.contains(is_alphanumeric) {
        let mut concept = Concept {
            name: name.into(),
            detail: detail.trim().into(),
        };
        cut(&mut concept.name, NAME_CHARS);
        cut(&mut concept.detail, ITEM_CHARS);
        out.push(concept);
    }
}

fn detail(text: &str, before: usize, out: &mut [Concept]) {
    if let Some(concept) = out[before..].last_mut() {
        // Past the bound nothing is added, so that a long list stays linear.
        if concept.detail.len() < ITEM_CHARS && !text.is_empty() {
            join(&mut concept.detail, text);
            cut(&mut concept.detail, ITEM_CHARS);
        }
    }
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push_str(if text.ends_with(['.', '!', '?', ':', ';', '…', '。']) {
            " "
        } else {
            "; "
        });
    }
    text.push_str(more);
}

/// Reads the items of any other file: list items, paragraphs, and headings with the paragraph below them.
pub(super) fn items(blocks: &[Block], out: &mut Vec<String>) {
    let mut heading: Option<String> = None;
    for block in blocks {
        let text = plain(&block.text);
        match block.kind {
            Kind::Heading(level) => {
                add(heading.take(), out);
                heading = (level > 1 && !is_group(&text)).then(|| without_number(&text).into());
            }
            // The heading of a list groups it.
            Kind::Item if !block.nested || out.is_empty() => {
                heading = None;
                add(Some(text), out);
            }
            _ => match (heading.take(), out.last_mut()) {
                (None, Some(last)) if block.nested => {
                    if last.len() < ITEM_CHARS {
                        join(last, &text);
                        cut(last, ITEM_CHARS);
                    }
                }
                (None, _) => add(Some(text), out),
                (Some(mut heading), _) => {
                    heading.push_str(": ");
                    heading.push_str(&text);
                    add(Some(heading), out);
                }
            },
        }
    }
    add(heading, out);
}

fn add(item: Option<String>, out: &mut Vec<String>) {
    if let Some(mut item) = item.filter(|item| out.len() < ITEMS && item.contains(is_alphanumeric))
    {
        cut(&mut item, ITEM_CHARS);
        out.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::blocks;
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let mut found = Vec::new();
        concepts(&blocks(text), &mut found);
        let found: Vec<_> = found
            .iter()
            .map(|c| (c.name.as_str(), c.detail.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_headings_with_the_text_below() {
        check(
            "# Key Concepts\n\n## 1. Sleep pressure\n\nIt builds up.\n\nAll day.\n\n## REM\n- dreams\n- memory\n",
            &[
                ("Sleep pressure", "It builds up. All day."),
                ("REM", "dreams; memory"),
            ],
        );
    }

    #[test]
    fn reads_lists_of_named_items() {
        check(
            "# Key Concepts\n- **Sleep pressure**: it builds up\n  - all day\n- **REM:** dreams\n- **Naps** — short\n",
            &[
                ("Sleep pressure", "it builds up; all day"),
                ("REM", "dreams"),
                ("Naps", "short"),
            ],
        );
        check(
            "## About sleep\n- **REM**: dreams\n\n## About days\n- **Light** - wakes\n",
            &[("REM", "dreams"), ("Light", "wakes")],
        );
        check(
            "## Core ideas\n- Sleep pressure\n- REM: dreams\n- A long sentence that says many things: and more\n",
            &[
                ("Sleep pressure", ""),
                ("REM", "dreams"),
                ("A long sentence that says many things: and more", ""),
            ],
        );
        check(
            "**REM** is for dreams.\n\nSo they say.\n\n**Naps**\nshort\n",
            &[("REM", "is for dreams."), ("Naps", "short")],
        );
        check(
            "| Concept | Meaning |\n|---|---|\n| REM | dreams |\n",
            &[("REM", "dreams")],
        );
        check(
            "Sleep pressure\nREM: dreams\n",
            &[("Sleep pressure", ""), ("REM", "dreams")],
        );
        check(
            "# Sleep pressure\nIt builds up.\n",
            &[("Sleep pressure", "It builds up.")],
        );
    }

    fn check_items(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        items(&blocks(text), &mut found);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_items_of_other_files() {
        check_items(
            "# Books\n- *Why We Sleep* by Walker\n  - a classic\n- [Deep Work](https://a.b)\n",
            &["Why We Sleep by Walker; a classic", "Deep Work"],
        );
        check_items(
            "## Why We Sleep\nby Walker\n\n## Deep Work\n",
            &["Why We Sleep: by Walker", "Deep Work"],
        );
        check_items("One.\n\nTwo.\n\n> Three.\n", &["One.", "Two.", "Three."]);
        check_items("## Fiction\n- Dune\n", &["Dune"]);
    }
}
