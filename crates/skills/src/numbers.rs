//! Numbers in digits and words.

use crate::steps::step;
use crate::tokens::{Gap, Token, has};

/// A number that stands in a text.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) value: f64,
    /// Behind its last token.
    pub(crate) end: usize,
    /// What follows the digits in the same word: `k`, `yrs`, `tb`; empty for most.
    pub(crate) rest: String,
}

/// English, then German, Spanish and French.
const WORDS: [(&str, f64); 68] = [
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("eighty", 80.0),
    ("hundred", 100.0),
    ("dozen", 12.0),
    ("couple", 2.0),
    ("several", 3.0),
    ("few", 3.0),
    ("hundreds", 100.0),
    ("thousands", 1e3),
    ("millions", 1e6),
    ("billions", 1e9),
    ("dozens", 24.0),
    ("ein", 1.0),
    ("zwei", 2.0),
    ("drei", 3.0),
    ("vier", 4.0),
    ("fünf", 5.0),
    ("sechs", 6.0),
    ("sieben", 7.0),
    ("acht", 8.0),
    ("neun", 9.0),
    ("zehn", 10.0),
    ("zwölf", 12.0),
    ("zwanzig", 20.0),
    ("anderthalb", 1.5),
    ("paar", 3.0),
    ("un", 1.0),
    ("dos", 2.0),
    ("tres", 3.0),
    ("cuatro", 4.0),
    ("cinco", 5.0),
    ("seis", 6.0),
    ("siete", 7.0),
    ("ocho", 8.0),
    ("nueve", 9.0),
    ("diez", 10.0),
    ("deux", 2.0),
    ("trois", 3.0),
    ("quatre", 4.0),
    ("cinq", 5.0),
    ("sept", 7.0),
    ("huit", 8.0),
    ("neuf", 9.0),
    ("dix", 10.0),
    ("quelques", 3.0),
];

/// Words that make a number larger.
const LARGER: [(&str, f64); 13] = [
    ("hundred", 100.0),
    ("thousand", 1e3),
    ("k", 1e3),
    ("million", 1e6),
    ("mio", 1e6),
    ("m", 1e6),
    ("billion", 1e9),
    ("bn", 1e9),
    ("dozen", 12.0),
    ("millionen", 1e6),
    ("tausend", 1e3),
    ("millones", 1e6),
    ("mil", 1e3),
];

#[inline(never)]
/// Reads the number that begins at a token, with what makes it larger, a plus sign, and the upper end of a range ("3-4", "3
/// to 5"), whose value it then has.
pub(crate) fn number(tokens: &[Token], at: usize) -> Option<Number> {
    let mut found = simple(tokens, at)?;
    let range = |end: usize| {
        tokens.get(end).is_some_and(|one| match one.word.as_str() {
            "-" => true,
            "to" | "or" | "bis" | "oder" | "a" | "à" => one.gap == Gap::Space,
            _ => false,
        })
    };
    if found.rest.is_empty()
        && range(found.end)
        && let Some(upper) = simple(tokens, found.end + 1)
        && upper.value > found.value
        // Years are a matter of dates.
        && upper.value < 1900.0
    {
        found = upper;
    }
    Some(found)
}

fn simple(tokens: &[Token], at: usize) -> Option<Number> {
    step();
    let token = tokens.get(at).filter(|one| one.is_word)?;
    let word = token.word.as_str();
    let mut end = at + 1;
    let (mut value, rest) = if word.starts_with(|c: char| c.is_ascii_digit()) {
        digits(word)?
    } else if matches!(word, "a" | "an") {
        // "a couple of", "a few", "a dozen", "a hundred".
        let next = tokens.get(at + 1)?.word.as_str();
        if !has("couple few dozen hundred thousand million billion", next) {
            return None;
        }
        end += 1;
        let value = words(next).or_else(|| larger(next))?;
        (value, String::new())
    } else {
        (words(word)?, String::new())
    };
    let mut rest = rest;
    if let Some(times) = larger(&rest) {
        value *= times;
        rest.clear();
    }
    if rest.is_empty() {
        // "twenty five", "2 million", "two hundred thousand".
        for _ in 0..2 {
            let Some(next) = tokens
                .get(end)
                .filter(|one| one.is_word && one.gap != Gap::Line)
            else {
                break;
            };
            if let Some(times) =
                larger(&next.word).filter(|_| next.word != "m" || next.gap == Gap::None)
            {
                value *= times;
                end += 1;
            } else if (20.0..100.0).contains(&value)
                && !word.starts_with(|c: char| c.is_ascii_digit())
            {
                match words(&next.word).filter(|more| *more < 10.0) {
                    Some(more) if !has("few couple several", &next.word) => {
                        value += more;
                        end += 1;
                    }
                    _ => break,
                }
            } else {
                break;
            }
        }
        if tokens
            .get(end)
            .is_some_and(|one| one.word == "+" && one.gap == Gap::None)
        {
            end += 1;
        }
        let of = tokens.get(end).is_some_and(|one| one.word == "of");
        let many = tokens.get(end - 1).is_some_and(|one| {
            has(
                "couple dozens hundreds thousands millions billions",
                &one.word,
            )
        });
        if of && many {
            end += 1;
        }
    }
    Some(Number { value, end, rest })
}

/// Reads digits with what follows them in the same word. Marks between digits part thousands where three digits follow.
fn digits(word: &str) -> Option<(f64, String)> {
    let length = word
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
        .unwrap_or(word.len());
    let (figures, rest) = word.split_at(length);
    if figures.len() > 15 {
        return None;
    }
    // By hand, as the standard library's reader of fractions is larger than all of this file.
    let (mut value, mut place, mut left) = (0.0, 1.0, figures);
    while let Some(digit) = left.chars().next() {
        left = left.get(1..)?;
        match digit.to_digit(10) {
            Some(digit) if place < 1.0 => {
                value += f64::from(digit) * place;
                place /= 10.0;
            }
            Some(digit) => value = value * 10.0 + f64::from(digit),
            None => {
                let three = left
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(left.len())
                    == 3;
                if place < 1.0 {
                    return None;
                }
                if !three {
                    place = 0.1;
                }
            }
        }
    }
    Some((value, rest.to_owned()))
}

fn words(word: &str) -> Option<f64> {
    WORDS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
}

fn larger(word: &str) -> Option<f64> {
    LARGER
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
}
