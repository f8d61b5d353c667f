//! Quotes with speaker and time, in the forms people write them.

use super::blocks::{Block, Kind};
use super::plain::plain;
use super::{ITEM_CHARS, ITEMS, NAME_CHARS, cut};
use colloquy_findings::letters::{is_alphabetic, is_alphanumeric, is_lower};
use colloquy_schema::Quote;

/// Marks that open a quote, with those that may close it.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('»', &['«']),
    ('「', &['」']),
    ('‘', &['’', '\'']),
    ('\'', &['\'', '’']),
];

/// Dashes that lead in the speaker, the longest first.
const DASHES: &[&str] = &["---", "--", "—", "–", "―", "-"];

/// Reads the quotes of a file.
///
/// Block quotes and list items are quotes; a paragraph is one when it is in quotation marks or names its speaker in
/// bold. Where a file has none of these, every paragraph counts.
pub(super) fn quotes(blocks: &[Block], out: &mut Vec<Quote>) {
    let before = out.len();
    for block in blocks {
        let quote = parse(&block.text);
        // "— Jane Doe (12:34)" below a quote, or "- Speaker: Jane" under it.
        if block.kind != Kind::Quote
            && (block.nested || block.kind == Kind::Paragraph)
            && out.len() > before
        {
            let above = out
                .last_mut()
                .filter(|q| q.speaker.is_empty() || q.time.is_empty());
            if above.is_some_and(|above| attribute_below(above, &block.text)) {
                continue;
            }
        }
        let is_quote = match block.kind {
            Kind::Quote => true,
            Kind::Item => !block.nested || quote.1,
            Kind::Paragraph | Kind::Heading(_) => quote.1,
        };
        if is_quote {
            push(quote.0, out);
        }
    }
    if out.len() == before {
        for block in blocks.iter().filter(|b| b.kind == Kind::Paragraph) {
            push(parse(&block.text).0, out);
        }
    }
}

fn push(mut quote: Quote, out: &mut Vec<Quote>) {
    if out.len() < ITEMS && quote.text.contains(is_alphanumeric) {
        cut(&mut quote.text, ITEM_CHARS);
        cut(&mut quote.speaker, NAME_CHARS);
        out.push(quote);
    }
}

/// Reads one quote; the flag is true where quotation marks or a speaker in bold mark it as one.
fn parse(raw: &str) -> (Quote, bool) {
    let mut quote = Quote::default();
    let raw = raw.trim();
    let text = plain(raw);
    let mut rest = text.as_str();
    lead_time(&mut rest, &mut quote);
    let speaker_leads = lead_speaker(&mut rest, raw, &mut quote);
    lead_time(&mut rest, &mut quote);
    if let Some((inner, tail)) = in_marks(rest) {
        quote.text = inner.trim().into();
        attribute(tail, &mut quote);
        return (quote, true);
    }
    // Without marks, the speaker stands in a line of its own, or behind the last dash.
    let own_line = raw
        .rfind('\n')
        .map(|at| plain(&raw[at..]))
        .filter(|line| DASHES.iter().any(|d| line.starts_with(d)));
    let tail_at = match own_line {
        Some(line) if rest.ends_with(&line) => Some(rest.len() - line.len()),
        _ => dash_before_name(rest),
    };
    if let Some(at) = tail_at {
        attribute(&rest[at..], &mut quote);
        rest = &rest[..at];
    } else if quote.time.is_empty() {
        // `words (12:34)`
        if let Some((at, time)) = bracketed_time(rest, true) {
            quote.time = time;
            rest = &rest[..at];
        }
    }
    quote.text = rest.trim().trim_end_matches(['—', '–', '―']).trim().into();
    (quote, speaker_leads)
}

/// Takes `[12:34]`, `(12:34)` or `12:34 –` off the front.
fn lead_time(rest: &mut &str, quote: &mut Quote) {
    let text = rest.trim_start();
    let inner = text.trim_start_matches(['[', '(']);
    let length = time_length(inner);
    if length == 0 || !quote.time.is_empty() {
        return;
    }
    let after = &inner[length..];
    let bracketed = inner.len() < text.len() && after.starts_with([']', ')']);
    let behind = after.trim_start_matches([']', ')', ' ', ':', '-', '—', '–']);
    if bracketed || (behind.len() < after.trim_start().len() && inner.len() == text.len()) {
        quote.time = inner[..length].into();
        *rest = behind;
    }
}

/// Takes `Jane Doe:` off the front when the name is in bold or quotation marks follow.
fn lead_speaker(rest: &mut &str, raw: &str, quote: &mut Quote) -> bool {
    let bold = raw
        .trim_start_matches(|c: char| !is_alphabetic(c) && c != '*' && c != '_')
        .starts_with(['*', '_']);
    let Some((name, words)) = rest.split_once(": ").or_else(|| {
        rest.split_once(":\u{201c}")
            .map(|(n, _)| (n, &rest[n.len() + 1..]))
    }) else {
        return false;
    };
    let (name, words) = (name.trim(), words.trim_start());
    let opens = MARKS.iter().any(|(open, _)| words.starts_with(*open));
    let starts_quoted = MARKS.iter().any(|(open, _)| name.starts_with(*open));
    if !(opens || bold) || starts_quoted || !is_name(name) {
        return false;
    }
    attribute(name, quote);
    *rest = words;
    true
}

/// Splits `"words" tail`; the tail must not go on as prose.
fn in_marks(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next()?;
    let (_, closers) = MARKS.iter().find(|(mark, _)| *mark == open)?;
    let start = open.len_utf8();
    let end = text.rfind(*closers).filter(|end| *end > start)?;
    let closer = text[end..].chars().next()?;
    let tail = &text[end + closer.len_utf8()..];
    // ‘tis the season, or “sleep” is a word: what goes on is no quote in marks.
    let goes_on = tail.trim_start().starts_with(is_lower) || tail.starts_with(is_alphanumeric);
    (!goes_on).then_some((&text[start..end], tail))
}

/// Finds the last dash with a name, a time, or both behind it.
fn dash_before_name(text: &str) -> Option<usize> {
    // Only the end can be an attribution; looking no further keeps this linear.
    let from = text
        .char_indices()
        .rev()
        .nth(NAME_CHARS)
        .map_or(0, |(at, _)| at);
    let dash = DASHES
        .iter()
        .filter_map(|dash| text[from..].rfind(&[" ", dash, " "].concat()[..]))
        .max();
    let glued = text[from..].rfind(" —").max(text[from..].rfind(" ―"));
    let at = from + dash.max(glued)?;
    let tail = text[at..].trim_start_matches([' ', '-', '—', '–', '―']);
    (is_name(tail) || time_length(tail.trim_start_matches(['[', '('])) > 0).then_some(at)
}

/// True for what can be a speaker: a few words, the first with a capital or from a script without capitals.
fn is_name(text: &str) -> bool {
    let first = text.trim_start_matches(['(', '[', '@']).chars().next();
    let capital = first.is_some_and(|c| is_alphabetic(c) && !is_lower(c));
    let words = text
        .split_whitespace()
        .filter(|word| time_length(word.trim_start_matches(['(', '['])) == 0)
        .count();
    capital
        && words <= 8
        && text.chars().count() <= NAME_CHARS
        && !text.contains(['!', '?', '“', '”', '"'])
}

/// Reads an attribution that stands below its quote. True when the block was nothing else.
fn attribute_below(above: &mut Quote, raw: &str) -> bool {
    let text = plain(raw);
    let bare = text.trim_start_matches(['-', '—', '–', '―', ' ']);
    let dashed = bare.len() < text.len();
    let label = bare
        .split_once(':')
        .map(|(label, value)| (label.to_ascii_lowercase(), value));
    match label {
        Some((label, value))
            if matches!(label.trim(), "speaker" | "by" | "said by" | "who" | "from")
                && is_name(value.trim()) =>
        {
            attribute(value, above);
            true
        }
        Some((label, value))
            if matches!(label.trim(), "time" | "timestamp" | "at")
                && time_anywhere(value).is_some() =>
        {
            attribute(value, above);
            true
        }
        _ if (dashed || above.speaker.is_empty() && raw.starts_with(['*', '_', '(', '[']))
            && is_short_credit(bare) =>
        {
            attribute(bare, above);
            true
        }
        _ => false,
    }
}

fn is_short_credit(text: &str) -> bool {
    let alone = text.trim_matches(['(', '[', ']', ')', ' ']);
    (is_name(text) && !text.ends_with(['.', ':', '…']))
        || (time_length(alone) > 0 && time_length(alone) == alone.len())
}

/// Reads speaker and time out of `— Jane Doe (12:34)`, `Jane, 12:34`, `[00:12:34]`.
fn attribute(tail: &str, quote: &mut Quote) {
    let trim: &[char] = &[' ', '-', '—', '–', '―', ',', ':', ';', '|', '·', '@', '~'];
    let mut name = tail.trim_matches(trim).to_string();
    let found = bracketed_time(&name, false).map(|(at, time)| (at, time, true));
    let found = found.or_else(|| time_anywhere(&name).map(|(at, time)| (at, time, false)));
    if let Some((at, time, bracketed)) = found {
        let end = name[at..]
            .find(&time[..])
            .map_or(at, |n| at + n + time.len());
        let end = end
            + if bracketed {
                name[end..].chars().next().map_or(0, char::len_utf8)
            } else {
                0
            };
        let before = name[..at].trim_end().trim_end_matches("at").to_string();
        // What follows a time is a note on it, unless nothing stands before.
        name = if before.trim_matches(trim).is_empty() {
            name[end..].to_string()
        } else {
            before
        };
        if quote.time.is_empty() {
            quote.time = time;
        }
    }
    let name = name.trim_matches(trim).trim_end_matches(['(', '[']).trim();
    let name = if name.starts_with(['(', '[']) {
        name.trim_matches(['(', '[', ')', ']'])
    } else {
        name
    };
    if quote.speaker.is_empty() && is_name(name) {
        quote.speaker = name.into();
    }
}

/// Finds a time in brackets; `at_end` when nothing may follow. Returns the place of the bracket.
fn bracketed_time(text: &str, at_end: bool) -> Option<(usize, String)> {
    for (at, _) in text.match_indices(['[', '(']) {
        let inner = text[at + 1..].trim_start_matches(['@', '~', ' ']);
        let length = time_length(inner);
        let rest = &inner[length..];
        if length > 0
            && rest.starts_with([']', ')'])
            && (!at_end || rest[1..].trim_matches(['.', ' ']).is_empty())
        {
            return Some((at, inner[..length].into()));
        }
    }
    None
}

fn time_anywhere(text: &str) -> Option<(usize, String)> {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c.is_ascii_digit() && !is_alphanumeric(before) && before != ':' {
            let length = time_length(&text[at..]);
            if length > 0 {
                return Some((at, text[at..at + length].into()));
            }
        }
        before = c;
    }
    None
}

/// Length of the time (`1:23`, `12:34`, `01:12:34`, up to `999:59`) at the front of a text, or 0.
fn time_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from.min(bytes.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut end = digits(0);
    if end == 0 || end > 3 {
        return 0;
    }
    let mut parts = 1;
    while parts < 3
        && bytes.get(end) == Some(&b':')
        && digits(end + 1) == 2
        && bytes[end + 1] < b'6'
    {
        end += 3;
        parts += 1;
    }
    let goes_on = bytes
        .get(end)
        .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b':' && digits(end + 1) > 0);
    if parts < 2 || goes_on { 0 } else { end }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::blocks;
    use super::*;

    fn check(text: &str, expected: &[(&str, &str, &str)]) {
        let mut found = Vec::new();
        quotes(&blocks(text), &mut found);
        let found: Vec<_> = found
            .iter()
            .map(|q| (q.text.as_str(), q.speaker.as_str(), q.time.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_block_quotes() {
        check(
            "> Sleep is a *skill*.\n> — Jane Doe (12:34)\n",
            &[("Sleep is a skill.", "Jane Doe", "12:34")],
        );
        check(
            "> \"Sleep is a skill.\"\n>\n> -- **Jane Doe**, 1:12:34\n",
            &[("Sleep is a skill.", "Jane Doe", "1:12:34")],
        );
        check(
            "> Sleep is a skill.\n\n— Jane Doe [12:34]\n",
            &[("Sleep is a skill.", "Jane Doe", "12:34")],
        );
        check(
            "> “Sleep at 10:30 helps.”\n\n*Jane Doe, 12:34*\n",
            &[("Sleep at 10:30 helps.", "Jane Doe", "12:34")],
        );
        check("> Sleep is a skill.\n", &[("Sleep is a skill.", "", "")]);
    }

    #[test]
    fn reads_list_items() {
        check(
            "- \"Sleep is a skill\" - Jane, 12:34\n",
            &[("Sleep is a skill", "Jane", "12:34")],
        );
        check(
            "1. “Sleep” is a word — Jane\n2. Naps help (3:05)\n",
            &[("“Sleep” is a word", "Jane", ""), ("Naps help", "", "3:05")],
        );
        check(
            "* [00:12] **Jane**: Sleep is a skill\n",
            &[("Sleep is a skill", "Jane", "00:12")],
        );
        check(
            "- \"Sleep is a skill\"\n  - Speaker: Jane Doe\n  - Timestamp: 00:12:34\n  - Context: she laughed\n",
            &[("Sleep is a skill", "Jane Doe", "00:12:34")],
        );
        check(
            "- Ten years - no sleep\n",
            &[("Ten years - no sleep", "", "")],
        );
    }

    #[test]
    fn reads_paragraphs_that_quote() {
        check(
            "Here are the best quotes.\n\n**Jane**: \"Sleep is a skill.\" [00:12:34]\n",
            &[("Sleep is a skill.", "Jane", "00:12:34")],
        );
        check(
            "**Jane Doe (12:34):** Sleep is a skill.\n",
            &[("Sleep is a skill.", "Jane Doe", "12:34")],
        );
        check(
            "Jane: “Sleep „deep“ is a skill.”\n",
            &[("Sleep „deep“ is a skill.", "Jane", "")],
        );
        check(
            "## \"Sleep is a skill.\"\nJane Doe said it first.\n",
            &[("Sleep is a skill.", "", "")],
        );
        check(
            "Sleep is a skill.\n\nNaps help.\n",
            &[("Sleep is a skill.", "", ""), ("Naps help.", "", "")],
        );
    }

    #[test]
    fn takes_nothing_from_words_that_only_look_alike() {
        check(
            "- Remember: sleep matters\n",
            &[("Remember: sleep matters", "", "")],
        );
        check("> 'Tis the season\n", &[("'Tis the season", "", "")]);
        check(
            "> The score was 3:10:99 then\n",
            &[("The score was 3:10:99 then", "", "")],
        );
        check("> — \n", &[]);
        check("# Quotes\n", &[]);
    }
}
