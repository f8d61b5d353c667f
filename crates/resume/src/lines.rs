//! A text as lines: what marks a bullet or a heading is taken off and noted, so that one rule reads what was typed, written
//! in Markdown or flattened out of a word processor's table.

use colloquy_findings::letters::{is_alphanumeric, is_lower};
use colloquy_findings::{fold, fold_char};

use crate::steps::step;
use crate::text::Text;

/// The most bytes of a text that are read. Résumés are far shorter.
pub(crate) const MAX_BYTES: usize = 100_000;
/// The most lines that are read.
const MAX_LINES: usize = 4_000;
/// The most characters of a line that are read.
const MAX_LINE: usize = 2_000;

/// One line with something in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Without bullet and marks. Tabs and wide gaps are tabs.
    pub(crate) text: String,
    /// In lower case.
    pub(crate) folded: String,
    /// It began with a bullet.
    pub(crate) bullet: bool,
    /// An empty line came before it.
    pub(crate) parted: bool,
    /// Markdown's level of heading; 0 for none.
    pub(crate) level: usize,
}

impl Line {
    /// True when it begins with a small letter.
    pub(crate) fn is_small(&self) -> bool {
        self.text.chars().next().is_some_and(is_lower)
    }

    /// True when it reads as a sentence and not as a heading.
    pub(crate) fn is_sentence(&self) -> bool {
        let count = self.text.spaced().count();
        count > 16 || count > 4 && self.text.ends_with(['.', '!', '?', ';'])
    }
}

/// Cuts a text at a number of bytes, at the end of a character.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Parts a text into lines, leaves empty ones out.
pub(crate) fn lines(text: &str) -> Vec<Line> {
    let mut found = Vec::new();
    let mut parted = false;
    let ends = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    for raw in text.split(ends) {
        let line = line(raw);
        if line.text.is_empty() {
            parted = true;
            continue;
        }
        found.push(Line { parted, ..line });
        parted = false;
        if found.len() == MAX_LINES {
            break;
        }
    }
    found
}

fn line(raw: &str) -> Line {
    let clean = clean(raw);
    let mut rest = clean.trim();
    let mut level = 0;
    while let Some(next) = rest.strip_prefix('#') {
        (rest, level) = (next, level + 1);
    }
    if level > 0 && !rest.starts_with(' ') {
        (rest, level) = (clean.trim(), 0);
    }
    let mut bullet = false;
    // A bullet stands apart from its text, but for the signs that are nothing else.
    while let Some(c) = rest.chars().next() {
        let next = rest.get(c.len_utf8()..).unwrap_or_default();
        let apart = next.starts_with([' ', '\t']);
        let sign = matches!(
            c,
            '•' | '▪' | '◦' | '●' | '■' | '►' | '▸' | '✓' | '➢' | '‣' | '\u{f0b7}' | '\u{f0a7}'
        );
        if !(sign || apart && matches!(c, '-' | '–' | '—' | '*' | '·' | 'o' | '+' | '>')) {
            break;
        }
        bullet = true;
        rest = next.trim_start();
    }
    let text = unspread(&unmarked(rest.trim()));
    let text =
        text.trim_matches(|c: char| !is_alphanumeric(c) && !"()[]+<>{}\"'!?.-–—".contains(c));
    Line {
        folded: fold(text),
        text: text.into(),
        bullet,
        parted: false,
        level,
    }
}

/// Makes tabs and wide gaps one tab, other white space one space, and leaves control characters out.
fn clean(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len().min(MAX_LINE));
    let (mut spaces, mut tab) = (0, false);
    for c in raw.chars().take(MAX_LINE) {
        step();
        if c == '\t' || c.is_whitespace() {
            tab |= c == '\t';
            spaces += 1;
            continue;
        }
        if c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
        {
            continue;
        }
        if tab || spaces > 1 {
            out.push('\t');
        } else if spaces == 1 {
            out.push(' ');
        }
        (spaces, tab) = (0, false);
        out.push(c);
    }
    out
}

/// Takes Markdown's emphasis off, and leaves of a link its address.
fn unmarked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("](") {
        let (before, behind) = rest.split_at(open);
        let (Some(bracket), Some(close)) = (before.rfind('['), behind.find(')')) else {
            break;
        };
        out.push_str(before.get(..bracket).unwrap_or_default());
        out.push_str(behind.get(2..close).unwrap_or_default());
        rest = behind.get(close + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.retain(|c| !matches!(c, '*' | '`'));
    out
}

/// Joins `P R O F I L E`.
fn unspread(text: &str) -> String {
    let single = |word: &str| word.chars().count() == 1;
    let mut words = text.spaced();
    if text.len() > 6 && words.clone().count() > 3 && words.all(single) {
        return text.spaced().collect();
    }
    text.into()
}

/// Parts a line at its columns: tabs, bars, middle dots and bullets.
pub(crate) fn cells(text: &str) -> Vec<&str> {
    text.cut_at("\t|│·•∙◆")
        .map(|cell| trim(cell.strip("/")))
        .filter(|cell| !cell.is_empty())
        .collect()
}

/// Takes separators off both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '-' | '–' | '—' | '•' | '·')
    })
}

/// Parts a text in lower case into words: letters and digits, with the signs inside that words have.
#[inline(never)]
pub(crate) fn words(folded: &str) -> std::vec::IntoIter<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    let ends = |c: char| !is_alphanumeric(c) && !".-'’+#&".has_any(c.encode_utf8(&mut [0; 4]));
    for (at, c) in folded.char_indices().chain([(folded.len(), ' ')]) {
        if ends(c) {
            let word = folded.get(from..at).unwrap_or_default().strip(".-'’+#");
            if !word.is_empty() {
                found.push(word);
            }
            from = at + c.len_utf8();
        }
    }
    found.into_iter()
}

/// Returns whether a list with spaces has a word.
#[inline(never)]
pub(crate) fn has(list: &str, word: &str) -> bool {
    step();
    let (list, word) = (list.as_bytes(), word.as_bytes());
    list.split(|byte| *byte == b' ').any(|one| one == word)
}

/// Returns a text in small letters without accents, so that a name is found in an address: `Krüger` as `kruger`.
pub(crate) fn plain(text: &str) -> String {
    const FROM: &str = "äàáâãåāăąçćčďđèéêëēęěğìíîïīłñńňòóôõöøōőřśšşșťțţùúûüūůűýÿžźż";
    const TO: &str = "aaaaaaaaacccddeeeeeeegiiiiilnnnoooooooorsssstttuuuuuuuyyzzz";
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = fold_char(c);
        if c == 'ß' {
            out.push_str("ss");
        } else if let Some(at) = FROM.chars().position(|known| known == c) {
            out.extend(TO.chars().nth(at));
        } else if is_alphanumeric(c) {
            out.push(c);
        }
    }
    // German addresses write the dots of a vowel as an e.
    out.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}
