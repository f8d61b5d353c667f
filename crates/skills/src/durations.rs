//! How long: "3 years", "since 2019", "Jan 2019 – Mar 2022".

use core::ops::Range;

use crate::numbers::number;
use crate::tokens::{Gap, Token, has};

/// A stretch of time that stands in a text.
#[derive(Clone, Debug)]
pub(crate) struct Duration {
    /// First token.
    pub(crate) start: usize,
    /// Behind its last token.
    pub(crate) end: usize,
    /// What is added to the words themselves, such as `(7 years)`; empty for most.
    pub(crate) reckoned: String,
    /// First and last month, counted from the year 0, for what is given by dates.
    pub(crate) months: Option<(u32, u32)>,
}

const UNITS: &str = "years year yrs yr y months month mos mo weeks week jahre jahren jahr monate monaten años año anos meses mes \
    ans an année années mois decade decades سنة سنوات سنين عام أعوام عاما شهر أشهر شهور شهرا 年 年間";
const NOW: &str = "present now today current currently date heute jetzt ongoing actualidad presente aujourdhui aktuell";
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
/// Months whose first three letters are others in German.
const OTHER_MONTHS: [(&str, u32); 5] =
    [("mär", 3), ("mrz", 3), ("mai", 5), ("okt", 10), ("dez", 12)];
/// What makes a stretch of time something else: before it, and behind it.
const NOT_BEFORE: &str = "every within per in after took takes take each age aged next under before by another first lasted";
const NOT_BEHIND: &str = "old ago plan warranty contract degree roadmap program programme term later course diploma \
    apprenticeship before earlier bachelor master study lease";

/// What somebody was away from, and how many words before a stretch of time it is looked for: “a hole in 2015-16”.
const AWAY: &str = "hole gap break pause off without unemployed leave sabbatical lücke pause ohne hueco pausa sin trou coupure";
const AWAY_WORDS: usize = 3;

/// Words that deny what they stand before, and how many words behind them a year is one in which something ended.
const NOT: &str = "not havent hasnt hadnt didnt dont wasnt never nicht nie nichts kein keine no nunca nada pas jamais rien";
const NEGATED: usize = 6;

/// Finds the stretches of time in a sentence, in order.
pub(crate) fn durations(tokens: &[Token], year: u32) -> Vec<Duration> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let one = since(tokens, at, year)
            .or_else(|| range(tokens, at, year))
            .or_else(|| amount(tokens, at));
        match one {
            Some(one) => {
                at = one.end.max(at + 1);
                found.push(one);
            }
            None => at += 1,
        }
    }
    found
}

/// Finds when somebody began, or a length without a number, in an answer to how long it is: “in January 2024”, “2021”, “months: about
/// eight”, “years”. Only where no stretch of time stands there.
pub(crate) fn begun(tokens: &[Token], year: u32) -> Option<Range<usize>> {
    const IN: &str = "in from back around about early late mid spring summer autumn winter said was its since of im en seit desde depuis";
    const ENDED: &str = "left ended stopped quit until till last bis hasta jusque";
    const ROUGHLY: &str = "i id would think guess about around roughly maybe perhaps some say rather more just only like so well ungefähr etwa unos environ";
    let opens = |at: usize| at == 0 || !tokens[at - 1].is_word || has(IN, &tokens[at - 1].word);
    for at in 0..tokens.len() {
        let Some(date) = date(tokens, at).filter(|date| date.year <= year && opens(at)) else {
            continue;
        };
        let mut before = tokens[..at].iter().rev().take(NEGATED);
        if !before.any(|one| [NOT, ENDED, AWAY].iter().any(|list| has(list, &one.word))) {
            let own = at > 0 && has("in since seit desde depuis", &tokens[at - 1].word);
            return Some(at - usize::from(own)..date.end);
        }
    }
    for at in (0..tokens.len()).filter(|at| has(UNITS, &tokens[*at].word)) {
        let mut end = at + 1;
        while tokens
            .get(end)
            .is_some_and(|one| !one.is_word || has(ROUGHLY, &one.word))
        {
            end += 1;
        }
        if let Some(number) = number(tokens, end).filter(|number| number.rest.is_empty()) {
            return Some(at..number.end);
        }
        let start = tokens[..at].iter().rposition(|one| !one.is_word);
        let mut words = tokens[start.map_or(0, |at| at + 1)..at].iter();
        let closed = tokens.get(at + 1).is_none_or(|one| !one.is_word);
        if closed && words.all(|one| has(ROUGHLY, &one.word)) {
            return Some(at..at + 1);
        }
    }
    None
}

/// A number of months in words: `3 years`, `1 year`, `8 months`.
pub(crate) fn spelled(months: u32) -> String {
    let (count, unit) = if months >= 12 {
        (months / 12, "year")
    } else {
        (months.max(1), "month")
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

fn since(tokens: &[Token], at: usize, year: u32) -> Option<Duration> {
    const EARLY: &str = "early late mid about around the beginning end of start year spring summer autumn fall winter";
    let word = &tokens.get(at)?.word;
    let mut from = at + 1;
    if has("started began start begann", word) {
        // "I started using it in 2018"
        let within = tokens
            .get(from..)?
            .iter()
            .take(5)
            .take_while(|one| one.is_word);
        from += 1 + within
            .clone()
            .position(|one| has("in around back", &one.word))?;
    } else if !has("since seit desde depuis", word) {
        return None;
    }
    // "I haven't touched it since 2019" tells when it ended.
    let before = tokens[..at]
        .iter()
        .rev()
        .take(NEGATED)
        .take_while(|one| one.is_word);
    if before.clone().any(|one| has(NOT, &one.word)) {
        return None;
    }
    while tokens
        .get(from)
        .is_some_and(|one| has(EARLY, &one.word) || one.word == "in")
    {
        from += 1;
    }
    let date = date(tokens, from)?;
    if date.year > year {
        return None;
    }
    let months = (year - date.year).max(1) * 12;
    Some(Duration {
        start: at,
        end: date.end,
        reckoned: format!("({})", spelled(months)),
        months: Some((date.month(0), date.month(0) + months - 1)),
    })
}

struct Date {
    year: u32,
    /// 1 to 12.
    month: Option<u32>,
    end: usize,
}

impl Date {
    fn month(&self, other: u32) -> u32 {
        self.year * 12 + self.month.map_or(other, |month| month - 1)
    }
}

/// "2019", "Jan 2019", "03/2019", "03.2019", "2019-03", "01.03.2019".
fn date(tokens: &[Token], at: usize) -> Option<Date> {
    let token = tokens.get(at).filter(|one| one.is_word)?;
    let next = |step: usize| tokens.get(at + step).map_or("", |one| one.word.as_str());
    if let Some(month) = month(&token.word) {
        let dot = usize::from(next(1) == "." || next(1) == ",");
        let year = year_of(next(1 + dot))?;
        return Some(Date {
            year,
            month: Some(month),
            end: at + 2 + dot,
        });
    }
    if let Some(year) = year_of(&token.word) {
        let joined = tokens.get(at + 1).is_some_and(|one| one.gap == Gap::None);
        let month = two_digits(next(2))
            .filter(|month| (1..=12).contains(month) && joined && matches!(next(1), "-" | "/"));
        let end = if month.is_some() { at + 3 } else { at + 1 };
        return Some(Date { year, month, end });
    }
    if let Some((rest, year)) = token.word.rsplit_once('.') {
        let month = rest.rsplit('.').next().and_then(two_digits)?;
        return Some(Date {
            year: year_of(year)?,
            month: Some(month).filter(|month| (1..=12).contains(month)),
            end: at + 1,
        });
    }
    let month = two_digits(&token.word).filter(|month| (1..=12).contains(month))?;
    let year = year_of(next(2)).filter(|_| matches!(next(1), "/" | "-"))?;
    Some(Date {
        year,
        month: Some(month),
        end: at + 3,
    })
}

fn two_digits(word: &str) -> Option<u32> {
    (word.len() <= 2).then(|| word.parse().ok())?
}

fn year_of(word: &str) -> Option<u32> {
    let year: u32 = (word.len() == 4).then(|| word.parse().ok())??;
    (1950..2100).contains(&year).then_some(year)
}

fn month(word: &str) -> Option<u32> {
    if let Some(rest) = ["spring", "summer", "autumn", "fall", "winter"]
        .iter()
        .position(|season| *season == word)
    {
        return Some([3, 6, 9, 9, 12][rest]);
    }
    if word.chars().count() > 9 || word.starts_with("mark") || word.starts_with("mana") {
        return None;
    }
    let head: String = word.chars().take(3).collect();
    if let Some((_, month)) = OTHER_MONTHS.iter().find(|(name, _)| *name == head) {
        return Some(*month);
    }
    let at = MONTHS.iter().position(|name| *name == head)?;
    u32::try_from(at + 1).ok()
}

/// "2018–2021", "from 2018 to 2021", "03/2018 - present".
fn range(tokens: &[Token], at: usize, year: u32) -> Option<Duration> {
    let from = date(tokens, at)?;
    let link = tokens.get(from.end)?.word.as_str();
    if !has("- to until till bis through and a à hasta", link) {
        return None;
    }
    let mut before = tokens[..at].iter().rev().take(AWAY_WORDS);
    if before.any(|one| has(AWAY, &one.word)) {
        return None;
    }
    let between = at
        .checked_sub(1)
        .is_some_and(|at| tokens[at].word == "between");
    if link == "and" && !between {
        return None;
    }
    let next = tokens.get(from.end + 1)?;
    let (months, end) = if has(NOW, &next.word) {
        (year.checked_sub(from.year)?.max(1) * 12, from.end + 2)
    } else {
        let to = date(tokens, from.end + 1).or_else(|| {
            // "2018–21"
            let short =
                two_digits(&next.word).filter(|_| next.gap == Gap::None && next.word.len() == 2)?;
            Some(Date {
                year: from.year / 100 * 100 + short,
                month: None,
                end: from.end + 2,
            })
        })?;
        if to.year < from.year || to.year > year {
            return None;
        }
        let months = match (from.month, to.month) {
            (Some(_), Some(_)) => to.month(0).checked_sub(from.month(0))? + 1,
            _ => (to.year - from.year).max(1) * 12,
        };
        (months, to.end)
    };
    Some(Duration {
        start: at,
        end,
        reckoned: format!("({})", spelled(months)),
        months: Some((from.month(0), from.month(0) + months - 1)),
    })
}

/// "3 years", "18 months", "a year and a half", "half a year", "over a decade".
fn amount(tokens: &[Token], at: usize) -> Option<Duration> {
    let word = |at: usize| {
        tokens
            .get(at)
            .filter(|one| one.is_word)
            .map_or("", |one| one.word.as_str())
    };
    let before = at.checked_sub(1).map_or("", word);
    let mut end;
    let mut singular = false;
    if word(at) == "half" && matches!(word(at + 1), "a" | "an") && has(UNITS, word(at + 2)) {
        end = at + 3;
    } else if has("a an one un ein une einem", word(at)) && has(UNITS, word(at + 1)) {
        end = at + 2;
        // "2 million orders a year" speaks of a rate, "twice a year" of a rhythm.
        let meant =
            word(end) == "and" && word(end + 1) == "a" || word(at) != "a" && word(at) != "an";
        let hedged = has(
            "for about over than almost nearly just only roughly around maybe a with",
            before,
        ) || at == 0;
        if !meant && !hedged && !word(at + 1).starts_with("decade") {
            return None;
        }
    } else {
        let number = number(tokens, at)?;
        end = number.end;
        if !number.rest.is_empty() {
            if !has(UNITS, &number.rest) || number.rest == "an" {
                return None;
            }
        } else {
            if word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half" {
                end += 3;
            }
            if has(
                "full solid good long work working calendar whole odd",
                word(end),
            ) {
                end += 1;
            }
            let unit = word(end);
            if !has(UNITS, unit)
                || unit == "an"
                || tokens
                    .get(end)
                    .is_some_and(|one| one.gap == Gap::Line && !one.small)
            {
                return None;
            }
            singular = has("year month week", unit) && number.value > 1.0;
            end += 1;
        }
        if number.value > 60.0 && !word(end - 1).starts_with("mo") {
            return None;
        }
    }
    if word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half" {
        end += 3;
    }
    // "2 years and 3 months"
    let and = usize::from(has("and y und", word(end)));
    if let Some(more) = number(tokens, end + and)
        && more.rest.is_empty()
        && word(more.end).starts_with("month")
    {
        end = more.end + 1;
    }
    let behind = word(end);
    let past = matches!(before, "last" | "past");
    if !past && has(NOT_BEFORE, before) || has(NOT_BEHIND, behind) {
        return None;
    }
    // "a 5 year plan"; but "5 year experience" is meant.
    if singular && !matches!(behind, "experience" | "exp" | "of" | "in" | "with" | "") {
        return None;
    }
    Some(Duration {
        start: at,
        end,
        reckoned: String::new(),
        months: None,
    })
}
