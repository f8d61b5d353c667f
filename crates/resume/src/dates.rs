//! When: "2019 – 2023", "03/2019 - heute", "Mar 2019 to present", "since 2020".

use colloquy_findings::fold;
use colloquy_findings::letters::is_alphanumeric;

use crate::lines::has;
use crate::months::month;
use crate::steps::step;
use crate::text::Text;

/// The first year that is taken for one.
const FIRST: u32 = 1940;
const NOW: &str = "present now today current currently date heute jetzt ongoing actualidad presente actual hoy aujourd aujourdhui \
    aktuell laufend gegenwart présent dato oggi nu";
const SINCE: &str = "since seit depuis desde";
const LINKS: &str = "- – — ‐ ‑ − → to until till bis through a à au hasta al";
const FILLING: &str = "early late mid about around ca the beginning end of start anfang ende mitte expected anticipated voraussichtlich dem le in de el circa";
const UNITS: &str = "year years yr yrs month months mo mos jahr jahre monat monate año años mes meses an ans mois and und y et less than \
    a weniger als";

/// A year, perhaps with its month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    pub(crate) year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// Returns it as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    pub(crate) fn text(self) -> String {
        let mut out = self.year.to_string();
        for part in [self.month, self.day] {
            if part == 0 {
                break;
            }
            out.push('-');
            if part < 10 {
                out.push('0');
            }
            out.push_str(&part.to_string());
        }
        out
    }

    /// Returns whether it is before another one, as far as both are known.
    pub(crate) fn is_before(self, other: Date) -> bool {
        self.year < other.year
            || self.year == other.year
                && self.month > 0
                && other.month > 0
                && self.month < other.month
    }
}

/// A stretch of time in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Span {
    /// Where the stretch of time begins in the line, in bytes.
    pub(crate) from: usize,
    /// Behind the last byte of the stretch.
    pub(crate) to: usize,
    pub(crate) start: Option<Date>,
    pub(crate) end: Option<Date>,
    /// True for a stretch of time without an end, such as "since 2019".
    pub(crate) open: bool,
}

impl Span {
    /// True for one date that neither begins nor ends anything.
    pub(crate) fn is_single(&self) -> bool {
        !self.open && self.start.is_none()
    }
}

struct Token {
    from: usize,
    to: usize,
    word: String,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut in_word = false;
    for (from, c) in text.char_indices() {
        let to = from + c.len_utf8();
        let is_word = is_alphanumeric(c);
        match found.last_mut() {
            Some(last) if is_word && in_word => last.to = to,
            _ if !c.is_whitespace() => found.push(Token {
                from,
                to,
                word: String::new(),
            }),
            _ => {}
        }
        in_word = is_word;
    }
    for token in &mut found {
        token.word = fold(text.get(token.from..token.to).unwrap_or_default());
    }
    found
}

/// Finds the first stretch of time in a line; where there is none the first date, which is its end.
pub(crate) fn span(text: &str, year: u32) -> Option<Span> {
    let tokens = tokens(text);
    let reader = Reader {
        text,
        tokens: &tokens,
        last: year + 10,
    };
    (0..tokens.len())
        .find_map(|at| reader.range(at))
        .or_else(|| (0..tokens.len()).find_map(|at| reader.single(at)))
}

/// True for "5 years 2 months", which some profiles put under a company.
pub(crate) fn is_length(folded: &str) -> bool {
    let mut unit = false;
    let mut count = 0;
    for word in folded
        .split(|c: char| !is_alphanumeric(c))
        .filter(|word| !word.is_empty())
    {
        let number = word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
        if !number && !has(UNITS, word) {
            return false;
        }
        unit |= !number;
        count += 1;
    }
    unit && count > 1
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The last year that is taken for one.
    last: u32,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        step();
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    /// True when nothing lies between a token and the next.
    fn joined(&self, at: usize) -> bool {
        match (self.tokens.get(at), self.tokens.get(at + 1)) {
            (Some(one), Some(next)) => one.to == next.from,
            _ => false,
        }
    }

    fn made(
        &self,
        from: usize,
        to: usize,
        start: Option<Date>,
        end: Option<Date>,
        open: bool,
    ) -> Option<Span> {
        Some(Span {
            from: self.tokens.get(from)?.from,
            to: self.tokens.get(to.checked_sub(1)?)?.to,
            start,
            end,
            open,
        })
    }

    fn single(&self, at: usize) -> Option<Span> {
        let (date, end) = self.date(at, false)?;
        self.made(at, end, None, Some(date), false)
    }

    fn range(&self, at: usize) -> Option<Span> {
        let word = self.word(at);
        if has(SINCE, word) || at == 0 && word == "ab" {
            let (date, end) = self.date(self.filled(at + 1), false)?;
            // "since 2019 to present"
            let end = if has(LINKS, self.word(end)) && has(NOW, self.word(end + 1)) {
                end + 2
            } else {
                end
            };
            return self.made(at, end, Some(date), None, true);
        }
        if at == 0 && has("until till bis", word) {
            let (date, end) = self.date(self.filled(at + 1), false)?;
            return self.made(at, end, None, Some(date), false);
        }
        let prefixed = has("from von vom de du", word);
        let first = if prefixed { self.filled(at + 1) } else { at };
        // "March – June 2019"
        if let Some(month) = month(self.word(first))
            && has(LINKS, self.word(first + 1))
            && let Some((date, end)) = self.date(first + 2, false)
        {
            let start = Date {
                month,
                day: 0,
                ..date
            };
            return self.made(at, end, Some(start), Some(date), false);
        }
        let (start, link) = self.date(first, true)?;
        let sign = self.word(link);
        // "2018/2019" and "2018/19", written together.
        let slash = sign == "/" && start.month == 0 && self.joined(link);
        if !has(LINKS, sign) && !slash {
            return None;
        }
        // "2018 -" at the end of a line or of a column
        let sign_only = !sign.is_empty() && !sign.chars().all(is_alphanumeric);
        let mut next = self.filled(link + 1);
        // "2017 - to date"
        if sign_only && has("to bis until", self.word(next)) {
            next += 1;
        }
        if has(NOW, self.word(next)) {
            // "aujourd'hui", "to the present day"
            let rest = self.word(next + 1);
            let more = usize::from(has("day hui time", rest))
                + 2 * usize::from(matches!(rest, "'" | "’") && self.word(next + 2) == "hui");
            return self.made(at, next + 1 + more, Some(start), None, true);
        }
        if let Some((end, behind)) = self.date(next, true) {
            return self.made(at, behind, Some(start), Some(end), false);
        }
        // "2018–21"
        let short = self.word(next);
        if short.len() == 2
            && self.joined(link)
            && let Ok(short) = short.parse::<u32>()
        {
            let end = Date {
                year: start.year / 100 * 100 + short,
                month: 0,
                day: 0,
            };
            if end.year >= start.year && end.year <= self.last {
                return self.made(at, next + 1, Some(start), Some(end), false);
            }
        }
        let gap = match (self.tokens.get(link), self.tokens.get(link + 1)) {
            (Some(one), Some(next)) => {
                self.text
                    .get(one.to..next.from)
                    .is_some_and(|gap| gap.has_any("\t"))
                    || matches!(next.word.as_str(), ")" | "]")
            }
            _ => true,
        };
        if sign_only && sign != "/" && gap {
            return self.made(at, link + 1, Some(start), None, true);
        }
        None
    }

    fn filled(&self, mut at: usize) -> usize {
        for _ in 0..3 {
            at += usize::from(has(FILLING, self.word(at)));
        }
        at
    }

    fn year(&self, word: &str) -> Option<u32> {
        if word.len() != 4 {
            return None;
        }
        let year = word.parse().ok()?;
        (FIRST..=self.last).contains(&year).then_some(year)
    }

    /// Reads a date and returns where it ends. Months and years of two digits each are read only in a range.
    fn date(&self, at: usize, ranged: bool) -> Option<(Date, usize)> {
        let word = self.word(at);
        if let Some(month) = month(word) {
            let mut next = at + 1;
            for _ in 0..2 {
                next += usize::from(matches!(self.word(next), "." | "," | "de" | "/" | "-"));
            }
            if let Some(year) = self.year(self.word(next)) {
                return Some((
                    Date {
                        year,
                        month,
                        day: 0,
                    },
                    next + 1,
                ));
            }
            // "Jan '19"
            let quote = usize::from(matches!(self.word(next), "'" | "’" | "‘"));
            let short = self.word(next + quote);
            if quote == 1 && short.len() == 2 {
                let year = self.short(short)?;
                return Some((
                    Date {
                        year,
                        month,
                        day: 0,
                    },
                    next + 2,
                ));
            }
            return None;
        }
        // "'14 to '18"
        if ranged
            && matches!(word, "'" | "’" | "‘")
            && self.joined(at)
            && self.word(at + 1).len() == 2
        {
            let year = self.short(self.word(at + 1))?;
            return Some((
                Date {
                    year,
                    month: 0,
                    day: 0,
                },
                at + 2,
            ));
        }
        let number = two_digits(word).or_else(|| two_digits(word.strip_end("stndrh")));
        if let Some(year) = self.year(word) {
            let sign = self.word(at + 1);
            let parted = matches!(sign, "-" | "/" | "." | "‐" | "‑")
                && self.joined(at)
                && self.joined(at + 1);
            let month = two_digits(self.word(at + 2))
                .filter(|month| parted && self.word(at + 2).len() == 2 && (1..=12).contains(month));
            let Some(month) = month else {
                return Some((
                    Date {
                        year,
                        month: 0,
                        day: 0,
                    },
                    at + 1,
                ));
            };
            let day = two_digits(self.word(at + 4)).filter(|_| {
                self.word(at + 3) == sign && self.joined(at + 2) && self.joined(at + 3)
            });
            if let Some(day) = day.filter(|day| (1..=31).contains(day)) {
                return Some((Date { year, month, day }, at + 5));
            }
            // "2010-12" are two years rather than a month, when nothing points to a month.
            let linked = has(LINKS, self.word(at + 3));
            if month > year % 100 && year >= 2000 && !linked && sign != "." {
                return Some((
                    Date {
                        year,
                        month: 0,
                        day: 0,
                    },
                    at + 1,
                ));
            }
            return Some((
                Date {
                    year,
                    month,
                    day: 0,
                },
                at + 3,
            ));
        }
        let number = number?;
        // "1 March 2019", "1. März 2019"
        let behind = at + 1 + usize::from(self.word(at + 1) == ".");
        if let Some(month) = month(self.word(behind))
            && let Some((date, end)) = self.date(behind, false)
        {
            return Some((
                Date {
                    day: number.min(31),
                    month,
                    ..date
                },
                end,
            ));
        }
        let sign = self.word(at + 1);
        if !matches!(sign, "/" | "." | "-" | "‐" | "‑") || !self.joined(at) {
            return None;
        }
        let next = self.word(at + 2);
        if let Some(year) = self.year(next) {
            let month = if (1..=12).contains(&number) {
                number
            } else {
                0
            };
            return Some((
                Date {
                    year,
                    month,
                    day: 0,
                },
                at + 3,
            ));
        }
        let second = two_digits(next)?;
        if self.word(at + 3) == sign
            && let Some(year) = self.year(self.word(at + 4))
        {
            // The day comes first nearly everywhere; what cannot be a month is the day.
            let (day, month) = if second > 12 {
                (second, number)
            } else {
                (number, second)
            };
            let sound = (1..=12).contains(&month) && (1..=31).contains(&day);
            let date = if sound {
                Date { year, month, day }
            } else {
                Date {
                    year,
                    month: 0,
                    day: 0,
                }
            };
            return Some((date, at + 5));
        }
        if ranged && sign == "/" && word.len() == 2 && next.len() == 2 && (1..=12).contains(&number)
        {
            return Some((
                Date {
                    year: self.short(next)?,
                    month: number,
                    day: 0,
                },
                at + 3,
            ));
        }
        None
    }

    /// A year of two digits, in this century unless that is yet to come.
    fn short(&self, word: &str) -> Option<u32> {
        let year = 2000 + two_digits(word)?;
        Some(if year > self.last { year - 100 } else { year })
    }
}

fn two_digits(word: &str) -> Option<u32> {
    if matches!(word.len(), 1 | 2) {
        word.parse().ok()
    } else {
        None
    }
}
