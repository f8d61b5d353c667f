//! Values of typed questions: chosen options, and days.

use serde_json::Value;

/// What keeps a value from being one: a rule, and what is expected instead.
pub type ValueFault = (&'static str, String);

/// The options that a value lists, each known and once.
pub(super) fn chosen<'a>(options: &[String], value: &'a Value) -> Result<Vec<&'a str>, ValueFault> {
    let fault = || ("enum", "must be ids of options, each once".into());
    let items = value.as_array().ok_or_else(fault)?;
    let mut out: Vec<&str> = Vec::new();
    for item in items {
        let id = item.as_str().ok_or_else(fault)?;
        if out.contains(&id) || !options.iter().any(|option| option == id) {
            return Err(fault());
        }
        out.push(id);
    }
    Ok(out)
}

/// True for a day that there is, as `2026-01-31`.
pub fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(place, b)| match place {
            4 | 7 => *b == b'-',
            _ => b.is_ascii_digit(),
        });
    if !shaped {
        return false;
    }
    let number = |from: usize, to: usize| text[from..to].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}
