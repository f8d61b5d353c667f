//! What words come to as a value, where they are more than the value: “yep, twice”, “about 3 hours”, “growth, I guess”.
//!
//! Of a span (“3 or 4”, “between 6 and 7”) the lower end is taken: it is a number that stands there. A month is its first day. Two answers
//! in one are none: “yes and no”, “price or growth”.

mod tables;
#[cfg(test)]
mod tests;

use super::typed::Typed;
use super::value::is_date;
use serde_json::{Number, Value};
use std::collections::BTreeMap;
use tables::*;

fn has(list: &str, word: &str) -> bool {
    !word.is_empty() && list.contains(&[" ", word, " "].concat())
}

/// The words of a text in lower case; figures keep what stands inside of them, and marks are no words but `/` and dashes.
fn tokens(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let digit = |at: Option<usize>| {
            at.and_then(|at| chars.get(at))
                .is_some_and(char::is_ascii_digit)
        };
        let inside =
            matches!(c, '.' | ',' | ':') && digit(at.checked_sub(1)) && digit(Some(at + 1));
        if c.is_alphanumeric() || inside {
            if let Some(last) = out.last_mut() {
                last.push(*c);
            }
        } else {
            out.push(if matches!(c, '/' | '-' | '–' | '−') {
                c.to_string()
            } else {
                String::new()
            });
            out.push(String::new());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// True where words before this place deny what stands there.
fn denied(words: &[String], at: usize) -> bool {
    let mut before = words[..at].iter().rev();
    let first = before.find(|word| !has(BETWEEN, word));
    first.is_some_and(|word| has(DENYING, word))
}

impl Typed {
    /// Reads words as a value: “7”, an option's label, “yep, twice”, “about 7”; “3 or 4” is 3. None where they are none, or could be two.
    pub fn of_words(
        &self,
        text: &str,
        labels: &BTreeMap<String, String>,
        yes_no: &[String; 2],
    ) -> Option<Value> {
        self.of_exact_words(text, labels, yes_no)
            .or_else(|| read(self, text, labels, yes_no))
    }
}

/// Reads a value that has words beside it.
pub(super) fn read(
    typed: &Typed,
    text: &str,
    labels: &BTreeMap<String, String>,
    yes: &[String; 2],
) -> Option<Value> {
    let fits = |value: &Value| typed.value(value).is_ok();
    let value = match typed {
        Typed::Single { options } => option(text, options, labels)?.as_str().into(),
        Typed::Multiple { options, .. } | Typed::Ranking { options } => {
            let ids = listed(text).map(|part| option(part, options, labels));
            let ids: Option<Vec<&String>> = ids.collect();
            Value::from_iter(ids?.into_iter().map(String::as_str))
        }
        Typed::Scale { to, .. } => number(text, Some(*to), &fits)?,
        Typed::Number { .. } => number(text, None, &fits)?,
        Typed::Date { .. } => date(text)?.into(),
        Typed::YesNo => yes_no(text, yes)?.into(),
        _ => return None,
    };
    typed.value(&value).ok()
}

/// Reads “yes” or “no” at the beginning.
fn yes_no(text: &str, labels: &[String; 2]) -> Option<bool> {
    let words = tokens(text);
    let padded = [" ", &words.join(" "), " "].concat();
    if text.trim_end().ends_with(['?', '؟']) || OPEN.iter().any(|open| padded.contains(open)) {
        return None;
    }
    for (label, value) in labels.iter().zip([true, false]) {
        let label = tokens(label);
        // A label of one word is read with the others: “no idea” begins with it.
        if label.len() > 1 && words.starts_with(&label) {
            return Some(value);
        }
    }
    let first = words.first()?;
    let own = |label: &String| tokens(label).as_slice() == std::slice::from_ref(first);
    let marked = text
        .trim_start()
        .chars()
        .nth(first.chars().count())
        .is_none_or(|c| !c.is_whitespace());
    if has(NO, first) || own(&labels[1]) {
        let next = words.get(1).map_or("", String::as_str);
        let open = !marked && has(NO_ANSWER, next);
        let turns = words.iter().skip(1).take(3).any(|word| has(YES, word));
        return (!open && !turns).then_some(false);
    }
    if matches!(words.get(..2), Some([not, rest]) if not == "not" && has(" really yet at ", rest)) {
        return Some(false);
    }
    // “Si” is “if” and “yes”: it answers where it stands apart.
    let apart = first == "si" && (marked || words.len() == 1);
    let course = words.starts_with(&["of".into(), "course".into()]);
    if has(YES, first) || own(&labels[0]) || apart || course {
        let turns = words.iter().skip(1).take(2).any(|word| has(NO, word));
        return (!turns).then_some(true);
    }
    None
}

/// Most words of a sentence that is nothing but a number: “about thirty-eight”.
const BARE_WORDS: usize = 4;

/// A number in an answer, and the place of its word.
struct FoundNumber {
    at: usize,
    value: f64,
}

/// The number that a word stands for.
fn named(word: &str) -> Option<u32> {
    NUMBERS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
}

/// The tens at a place and the units behind them, where both are words: “thirty-eight”, “treinta y ocho”.
fn tens_and_units(words: &[String], at: usize) -> Option<(u32, usize)> {
    let tens = named(words.get(at)?).filter(|tens| *tens >= 20 && tens % 10 == 0)?;
    let joins = |word: &String| matches!(word.as_str(), "-" | "y" | "et");
    let behind = at
        + 1
        + words[at + 1..]
            .iter()
            .take_while(|word| joins(word))
            .count();
    let word = words.get(behind)?;
    let one = has(ONE, word).then_some(1);
    let units = named(word)
        .or(one)
        .filter(|units| (1..10).contains(units))?;
    Some((tens + units, behind))
}

/// A number of two words, or of one in German: “achtunddreißig”.
fn compound(words: &[String], at: usize) -> Option<f64> {
    let german = || {
        let (units, tens) = words[at].split_once("und")?;
        let units = if units == "ein" {
            Some(1)
        } else {
            named(units)
        };
        Some(named(tens).filter(|tens| *tens >= 20)? + units.filter(|units| *units < 10)?)
    };
    let two = tens_and_units(words, at).map(|(number, _)| number);
    two.or_else(german).map(f64::from)
}

/// True for the units of a number whose tens stand before them.
fn is_unit_behind_tens(words: &[String], at: usize) -> bool {
    let mut before = at.saturating_sub(2)..at;
    before.any(|tens| tens_and_units(words, tens).is_some_and(|(_, units)| units == at))
}

/// A year as it is spoken, and the place of its last word: “nineteen thirty-eight”, “neunzehnhundertachtunddreißig”.
fn spoken_year(words: &[String], at: usize) -> Option<(f64, usize)> {
    let word = words[at].as_str();
    for (hundreds, begins) in [(1800, "achtzehnhundert"), (1900, "neunzehnhundert")] {
        if let Some(rest) = word.strip_prefix(begins).filter(|rest| !rest.is_empty()) {
            let rest = [rest.to_string()];
            let years = compound(&rest, 0).or(named(&rest[0]).map(f64::from))?;
            return Some((f64::from(hundreds) + years, at));
        }
    }
    let hundreds = match word {
        "eighteen" => 1800,
        "nineteen" => 1900,
        _ => return None,
    };
    let next = at + 1;
    if let Some((years, last)) = tens_and_units(words, next) {
        return Some((f64::from(hundreds + years), last));
    }
    let years = named(words.get(next)?).filter(|years| (10..100).contains(years))?;
    Some((f64::from(hundreds + years), next))
}

fn numbers(words: &[String]) -> Vec<FoundNumber> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, word) in words.iter().enumerate() {
        if at < from {
            continue;
        }
        if let Some((value, last)) = spoken_year(words, at) {
            out.push(FoundNumber { at, value });
            from = last + 1;
            continue;
        }
        let figure = word.starts_with(|c: char| c.is_ascii_digit());
        let alone = || (words.len() == 1 && has(ONE, word)).then_some(1.0);
        let value = if let Some(compound) = compound(words, at) {
            Some(compound)
        } else if is_unit_behind_tens(words, at) {
            None
        } else if figure {
            // “7h” and “30min”, but no “3rd” and no time of day.
            let end = word.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
            let (digits, unit) = word.split_at(end.unwrap_or(word.len()));
            let known = has(
                " h hrs hr hours min mins minutes x k m kg km yrs yr y std st ",
                unit,
            ) && unit != "k";
            let value = digits.replace(',', ".").parse::<f64>().ok();
            value.filter(|_| unit.is_empty() || known)
        } else {
            named(word).map(f64::from).or_else(alone)
        };
        let Some(value) = value else { continue };
        let minus = at > 0
            && (matches!(words[at - 1].as_str(), "minus" | "menos" | "moins")
                || at == 1 && words[0] == "-");
        out.push(FoundNumber {
            at,
            value: if minus { -value } else { value },
        });
    }
    out
}

/// Reads the one number that there is, of a span the lower end. `fits` returns whether one can be the value; `most` is the upper end of a
/// scale, which “7 out of 10” names as well.
fn number(text: &str, most: Option<i64>, fits: &dyn Fn(&Value) -> bool) -> Option<Value> {
    if text.trim_end().ends_with(['?', '؟']) {
        return None;
    }
    // “Seventy-three. Seventy-four on the ninth of May.” begins with the answer.
    if let Some((first, rest)) = text.split_once(". ")
        && !rest.trim().is_empty()
        && (1..=BARE_WORDS).contains(&tokens(first).len())
        && let Some(value) = number(first, most, fits)
    {
        return Some(value);
    }
    let words = tokens(text);
    let mut said = numbers(&words);
    // “7/10” and “7 out of 10”.
    let mut at = 1;
    while at < said.len() {
        let between = &words[said[at - 1].at + 1..said[at].at];
        let of = between.last().is_some_and(|word| has(OUT_OF, word)) && between.len() <= 2;
        if of && most.is_some() {
            if most.map(|most| most as f64) != Some(said[at].value) {
                return None;
            }
            said.remove(at);
        } else {
            at += 1;
        }
    }
    let mut found: Vec<Value> = Vec::new();
    let mut last: Option<usize> = None;
    for one in &said {
        let spans = last.is_some_and(|last| {
            let between = &words[last + 1..one.at];
            between.len() == 1 && has(SPAN, &between[0])
        });
        last = Some(one.at);
        let value = as_value(one.value)?;
        if denied(&words, one.at) || !fits(&value) {
            continue;
        }
        let lower = found.last().and_then(Value::as_f64);
        if spans && lower.is_some_and(|lower| lower <= one.value) {
            continue;
        }
        if !found.contains(&value) {
            found.push(value);
        }
    }
    <[Value; 1]>::try_from(found).ok().map(|[value]| value)
}

fn as_value(number: f64) -> Option<Value> {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return Some((number as i64).into());
    }
    Number::from_f64(number).map(Value::Number)
}

/// Reads a day: written out, in figures, or a month with its year, which is its first day.
fn date(text: &str) -> Option<String> {
    let words = tokens(text);
    let mut found: Vec<String> = Vec::new();
    let year = |word: Option<&String>| -> Option<u32> {
        let word = word.filter(|word| word.len() == 4)?;
        word.parse().ok().filter(|year| (1000..3000).contains(year))
    };
    let day = |word: Option<&String>| -> Option<u32> {
        let word = word?;
        let end = word
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(word.len());
        let (digits, rest) = word.split_at(end);
        let ordinal = rest.is_empty() || has(" st nd rd th er ", rest);
        digits
            .parse()
            .ok()
            .filter(|day| ordinal && (1..=31).contains(day))
    };
    let mut add = |year: u32, month: u32, day: u32| {
        let date = format!("{year:04}-{month:02}-{day:02}");
        if is_date(&date) && !found.contains(&date) {
            found.push(date);
        }
    };
    for (at, word) in words.iter().enumerate() {
        let parts: Vec<u32> = word
            .split('.')
            .filter_map(|part| part.parse().ok())
            .collect();
        if let ([d, m, y], true) = (parts.as_slice(), word.matches('.').count() == 2)
            && *y >= 1000
        {
            add(*y, *m, *d);
        }
        let Some(month) = MONTHS.iter().position(|names| has(names, word)) else {
            continue;
        };
        let small = |word: &&String| !matches!(word.as_str(), "de" | "del" | "of");
        let before = words[..at].iter().rev().find(small);
        let after: Vec<&String> = words[at + 1..].iter().filter(small).take(2).collect();
        let after = |place: usize| after.get(place).copied();
        if let Some(y) = year(after(0)) {
            add(y, month as u32 + 1, day(before).unwrap_or(1));
        } else if let (Some(d), Some(y)) = (day(after(0)), year(after(1))) {
            add(y, month as u32 + 1, d);
        }
    }
    <[String; 1]>::try_from(found).ok().map(|[date]| date)
}

/// Finds the one option that an answer names, by its label or, in a short answer, by a word that no other label has.
fn option<'a>(
    text: &str,
    options: &'a [String],
    labels: &BTreeMap<String, String>,
) -> Option<&'a String> {
    if text.trim_end().ends_with(['?', '؟']) {
        return None;
    }
    let words = tokens(text);
    let names = |id: &String| -> [Vec<String>; 2] {
        let label = labels.get(id).map_or(id.as_str(), String::as_str);
        [tokens(label), tokens(&id.replace('_', " "))]
    };
    let whole = |id: &&String| {
        names(id).iter().any(|name| {
            let mut places = words.windows(name.len().max(1)).enumerate();
            !name.is_empty()
                && places.any(|(at, part)| part == name.as_slice() && !denied(&words, at))
        })
    };
    let named: Vec<&String> = options.iter().filter(whole).collect();
    match named.as_slice() {
        [one] => return Some(one),
        [] if words.len() <= NAMING_WORDS => {}
        _ => return None,
    }
    let own = |id: &&String| {
        let [label, name] = names(id);
        let mut own = label
            .iter()
            .chain(&name)
            .filter(|word| word.chars().count() > 3 && !has(COMMON, word));
        own.any(|word| {
            let others = options.iter().filter(|other| *other != *id);
            let shared = others
                .into_iter()
                .any(|other| names(other).iter().flatten().any(|other| other == word));
            let mut places = words.iter().enumerate();
            !shared && places.any(|(at, said)| said == word && !denied(&words, at))
        })
    };
    let named: Vec<&String> = options.iter().filter(own).collect();
    <[&String; 1]>::try_from(named).ok().map(|[one]| one)
}

/// The parts of a list: at commas and at “and”.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split([',', ';', '\n', '&']);
    let parts = parts.flat_map(|part| part.split(" and "));
    let parts = parts.flat_map(|part| part.split(" und "));
    let parts = parts.flat_map(|part| part.split(" et "));
    let parts = parts.flat_map(|part| part.split(" y "));
    parts.filter(|part| !part.trim().is_empty())
}
