//! Which parts of a line are somebody's words in quotation marks.

use crate::chars::{self, ascii, eight};

/// The quoted stretches of one line. Kept and refilled, so that a long answer allocates once.
#[derive(Default)]
pub(crate) struct Quotes {
    ranges: Vec<(usize, usize)>,
}

/// One kind of quotation mark while a line is read. Each kind is followed alone, so that a stray mark of one kind hides
/// nothing of another.
#[derive(Clone, Copy, Default)]
struct Open {
    at: Option<usize>,
}

const STRAIGHT: usize = 0;
const CURLY: usize = 1;
const LOW: usize = 2;
const SINGLE: usize = 3;
const GUILLEMETS: usize = 4;
const CORNERS: usize = 5;
const TAGS: usize = 6;

impl Quotes {
    /// Returns whether a byte of the line lies in a quotation.
    pub(crate) fn contain(&self, at: usize) -> bool {
        let next = self.ranges.partition_point(|(start, _)| *start <= at);
        next > 0 && at < self.ranges[next - 1].1
    }

    /// Forgets the last line.
    pub(crate) fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Reads the line `text[start..end]`.
    pub(crate) fn read(&mut self, text: &str, start: usize, end: usize) {
        let bytes = text.as_bytes();
        let mut open = [Open::default(); 7];
        let mut at = start;
        while at < end {
            if ascii::of(bytes[at]) & (ascii::QUOTE | ascii::OTHER) == 0 {
                at = eight::plain_end(&bytes[..end], at + 1);
                continue;
            }
            let Some(c) = chars::at(text, at) else { break };
            let after = at + c.len_utf8();
            // Most of a text that is not ASCII is letters.
            if chars::is_word(c) {
                at = after;
                continue;
            }
            // Places where a mark could open or close, judged by its neighbours on the line.
            let previous = if at > start {
                chars::before(text, at)
            } else {
                None
            };
            let next = if after < end {
                chars::at(text, after)
            } else {
                None
            };
            // The apostrophe of "don't" does neither.
            if matches!(c, '\'' | '’')
                && previous.is_some_and(chars::is_word)
                && next.is_some_and(chars::is_word)
            {
                at = after;
                continue;
            }
            let opens = previous
                .is_none_or(|p| p.is_whitespace() || chars::is_one_of("([{—–-:/*_>,\"“", p))
                && next.is_some_and(|n| !n.is_whitespace());
            let closes = previous.is_some_and(|p| !p.is_whitespace())
                && next.is_none_or(|n| !chars::is_word(n));
            match c {
                '"' if open[STRAIGHT].at.is_some() && (closes || !opens) => {
                    self.close(&mut open[STRAIGHT], after)
                }
                '"' if open[STRAIGHT].at.is_none() && opens => open[STRAIGHT].at = Some(at),
                '\'' | '‘'
                    if opens && open[SINGLE].at.is_none() && !is_elision(text, after, end) =>
                {
                    open[SINGLE].at = Some(at);
                }
                '\'' | '’' if closes && open[SINGLE].at.is_some() => {
                    self.close(&mut open[SINGLE], after)
                }
                '“' if open[LOW].at.is_some() => self.close(&mut open[LOW], after),
                '“' if open[CURLY].at.is_none() => open[CURLY].at = Some(at),
                '”' if open[CURLY].at.is_some() => self.close(&mut open[CURLY], after),
                '”' => self.close(&mut open[LOW], after),
                '„' => open[LOW].at = Some(at),
                '«' => open[GUILLEMETS].at = Some(at),
                '»' => self.close(&mut open[GUILLEMETS], after),
                '「' | '『' => open[CORNERS].at = Some(at),
                '」' | '』' => self.close(&mut open[CORNERS], after),
                '<' if is_tag(&bytes[after..end], b"q") => open[TAGS].at = Some(at),
                '<' if is_tag(&bytes[after..end], b"/q") => self.close(&mut open[TAGS], after),
                _ => {}
            }
            at = after;
        }
        // A quotation of several paragraphs closes in its last one only; a straight mark alone is an inch or a slip.
        if let Some(from) = open[CURLY].at {
            self.add(from, end);
        }
    }

    fn close(&mut self, open: &mut Open, end: usize) {
        if let Some(start) = open.at.take() {
            self.add(start, end);
        }
    }

    /// Adds a range that ends behind all others, and so swallows those that start inside it.
    fn add(&mut self, mut start: usize, end: usize) {
        while let Some((earlier, _)) = self.ranges.pop_if(|(_, until)| *until >= start) {
            start = start.min(earlier);
        }
        self.ranges.push((start, end));
    }
}

fn is_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.len() > name.len()
        && rest[..name.len()].eq_ignore_ascii_case(name)
        && matches!(rest[name.len()], b'>' | b' ')
}

/// Distinguishes the apostrophe of "'cause", "'til" and "'90s" from an opening mark.
fn is_elision(text: &str, at: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let mut after = at;
    while after < end && after < at + 8 && bytes[after].is_ascii_alphanumeric() {
        after += 1;
    }
    (after > at && bytes[at].is_ascii_digit())
        || chars::is_listed(
            "cause cos em til tis twas n bout round",
            chars::part(text, at, after),
        )
}
