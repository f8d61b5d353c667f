//! The blocks of a Markdown text, as far as notes need them: headings, list items, block quotes, paragraphs.

/// One block with its inline Markdown, lines joined by `\n`.
#[derive(Debug, PartialEq)]
pub(super) struct Block {
    /// What it is.
    pub(super) kind: Kind,
    /// True when it is indented by two columns or more: it belongs to the list item above.
    pub(super) nested: bool,
    /// The inline Markdown of the block.
    pub(super) text: String,
}

/// Kinds of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// With its level, from 1.
    Heading(u8),
    /// Of a bulleted or numbered list, or a row of a table with its cells joined by ` — `.
    Item,
    /// A block quote; an empty line in it is an empty line here.
    Quote,
    /// Anything else.
    Paragraph,
}

/// Cuts a text into blocks. Comments, rules, link definitions and the head rows of tables are left out.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let text = without_comments(text);
    let mut out: Vec<Block> = Vec::new();
    // True while the last block can go on in the next line.
    let mut open = false;
    let mut fence = "";
    for line in text.lines() {
        let trimmed = line.trim_start();
        let nested = line.len() - trimmed.len() >= 2;
        let body = trimmed.trim_end();
        if !fence.is_empty() {
            if body.starts_with(fence) {
                (fence, open) = ("", false);
            } else {
                add(&mut out, &mut open, Kind::Paragraph, nested, body);
            }
        } else if body.is_empty() {
            open = false;
        } else if body.starts_with("```") || body.starts_with("~~~") {
            (fence, open) = (&body[..3], false);
        } else if is_rule(body) {
            let under = out
                .last_mut()
                .filter(|b| open && b.kind == Kind::Paragraph && !b.text.contains('\n'));
            if let Some(block) = under {
                block.kind = Kind::Heading(if body.starts_with('=') { 1 } else { 2 });
            }
            open = false;
        } else if let Some((level, heading)) = heading(body) {
            out.push(Block {
                kind: Kind::Heading(level),
                nested: false,
                text: heading.into(),
            });
            open = false;
        } else if let Some(quoted) = body.strip_prefix('>') {
            let quoted = quoted.trim_start_matches(['>', ' ']);
            if out.last().is_none_or(|b| b.kind != Kind::Quote) {
                open = false;
            }
            add(&mut out, &mut open, Kind::Quote, nested, quoted);
        } else if let Some(item) = after_list_mark(body) {
            open = false;
            add(&mut out, &mut open, Kind::Item, nested, item);
        } else if body.starts_with('|') {
            if is_separator_row(body) {
                // The row above names the columns.
                out.pop();
            } else {
                open = false;
                add(&mut out, &mut open, Kind::Item, nested, &row(body));
            }
            open = false;
        } else if !is_link_definition(body) {
            add(&mut out, &mut open, Kind::Paragraph, nested, body);
        }
    }
    out
}

/// Adds a line to the open block, or begins a new one. A paragraph's line goes on whatever block is open.
fn add(out: &mut Vec<Block>, open: &mut bool, kind: Kind, nested: bool, line: &str) {
    match out.last_mut() {
        Some(block) if *open && (block.kind == kind || kind == Kind::Paragraph) => {
            block.text.push('\n');
            block.text.push_str(line);
        }
        _ => out.push(Block {
            kind,
            nested,
            text: line.into(),
        }),
    }
    *open = true;
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        // A comment that nobody closed is text: better a stray mark than lost notes.
        let Some(length) = rest[start + 4..].find("-->") else {
            break;
        };
        out.push_str(&rest[..start]);
        rest = &rest[start + 4 + length + 3..];
    }
    out.push_str(rest);
    out
}

fn is_rule(body: &str) -> bool {
    let mark = body.as_bytes()[0];
    let same = body.bytes().all(|b| b == mark || b == b' ');
    let count = body.bytes().filter(|b| *b == mark).count();
    same && match mark {
        b'=' => count > 1,
        b'-' | b'*' | b'_' => count > 2,
        _ => false,
    }
}

fn heading(body: &str) -> Option<(u8, &str)> {
    let text = body.trim_start_matches('#');
    let level = body.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is_heading.then(|| (level as u8, text.trim().trim_end_matches('#').trim_end()))
}

/// Returns what follows a list mark (`-`, `*`, `+`, `•`, `1.`, `1)`) and the box of a task.
pub(super) fn after_list_mark(body: &str) -> Option<&str> {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        0 => body.strip_prefix(['-', '*', '+', '•'])?,
        // A year that ends a line of prose is no list mark.
        1..=3 => body[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim_start();
    let boxed = ["[ ] ", "[x] ", "[X] "]
        .iter()
        .find_map(|b| rest.strip_prefix(b));
    Some(boxed.unwrap_or(rest))
}

fn is_separator_row(body: &str) -> bool {
    body.contains('-') && body.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' '))
}

fn row(body: &str) -> String {
    let mut out = String::new();
    for cell in body
        .split('|')
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
    {
        if !out.is_empty() {
            out.push_str(" — ");
        }
        out.push_str(cell);
    }
    out
}

fn is_link_definition(body: &str) -> bool {
    body.starts_with('[')
        && body
            .split_once("]:")
            .is_some_and(|(_, url)| url.trim_start().starts_with(['h', '<', '/']))
}

#[cfg(test)]
mod tests {
    use super::{Kind, blocks};

    fn check(text: &str, expected: &[(Kind, bool, &str)]) {
        let found = blocks(text);
        let found: Vec<_> = found
            .iter()
            .map(|b| (b.kind, b.nested, b.text.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn tells_blocks_apart() {
        use Kind::*;
        check(
            "# A #\n\ntext\nmore\n\n> q\n>\n> w\n",
            &[
                (Heading(1), false, "A"),
                (Paragraph, false, "text\nmore"),
                (Quote, false, "q\n\nw"),
            ],
        );
        check(
            "- a\n  on\n  - b\n1. c\n2) [x] d\n",
            &[
                (Item, false, "a\non"),
                (Item, true, "b"),
                (Item, false, "c"),
                (Item, false, "d"),
            ],
        );
        check(
            "Title\n=====\nSub\n---\n***\n#no\n1986. Then\n12. end",
            &[
                (Heading(1), false, "Title"),
                (Heading(2), false, "Sub"),
                (Paragraph, false, "#no\n1986. Then"),
                (Item, false, "end"),
            ],
        );
        check(
            "a <!-- x\ny --> b\n<!-- open",
            &[(Paragraph, false, "a  b\n<!-- open")],
        );
        check(
            "```\n# code\n- x\n```\n",
            &[(Paragraph, false, "# code\n- x")],
        );
        check(
            "| Name | Meaning |\n|---|:--|\n| REM | dreams |\n",
            &[(Item, false, "REM — dreams")],
        );
        check(
            "[1]: https://a.b\n> one\nlazy\n",
            &[(Quote, false, "one\nlazy")],
        );
        check("", &[]);
    }
}
