//! Putting texts together: slots of a guide's wording, and data inside a prompt.

use colloquy_findings::letters::is_invisible;
use colloquy_schema::Named;

/// Marks text as data. A closing tag inside of it is broken up, one with characters in it that nobody sees as well: nothing
/// the respondent, a file or a model wrote can end the block it stands in.
pub(crate) fn data(tag: &str, text: &str) -> String {
    let mut body = String::with_capacity(text.len());
    let mut opened = false;
    for c in text.trim().chars() {
        if opened && c == '/' {
            body.push(' ');
        }
        opened = c == '<' || opened && is_unseen(c);
        body.push(c);
    }
    ["<", tag, ">\n", &body, "\n</", tag, ">"].concat()
}

/// True for what a model reads over: controls, and what joins letters or keeps them apart.
fn is_unseen(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// The same, and nothing at all for nothing.
pub(crate) fn data_if_any(tag: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    data(tag, text)
}

/// Cuts a text in its middle to at most about `max` bytes, on character boundaries.
pub(crate) fn cut(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.into();
    }
    let head = text.floor_char_boundary(max * 2 / 3);
    let tail = text.ceil_char_boundary(text.len() - max / 3);
    [&text[..head], " […] ", &text[tail..]].concat()
}

/// What a text says after words that stand before it: those of them that it begins with once more are left out.
pub(crate) fn after<'a>(lead: &str, text: &'a str) -> &'a str {
    let mut rest = text.trim_start();
    for sentence in lead.split_inclusive(['.', '!', '?']) {
        let sentence = sentence.trim();
        let head = rest.get(..sentence.len());
        if head.is_some_and(|head| head.eq_ignore_ascii_case(sentence)) {
            rest = rest[sentence.len()..].trim_start();
        }
    }
    rest
}

/// Puts a text after such words, while it may still grow: what can become a sentence of theirs once more is not shown yet.
pub(crate) fn led_in(lead: &str, text: &str) -> String {
    let rest = after(lead, text);
    let again = |sentence: &str| {
        let head = sentence.trim().get(..rest.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(rest))
    };
    if rest.is_empty() || lead.split_inclusive(['.', '!', '?']).any(again) {
        return lead.into();
    }
    [lead, " ", rest].concat()
}

/// Writes the date of a time in milliseconds since 1970 (UTC) as `2026-01-31`; days to civil by Howard Hinnant's algorithm.
pub(crate) fn day(ms: u64) -> String {
    // Days since 0000-03-01, so that the leap day is the last of its year.
    let days = ms / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let leap_days = day_of_era / 1_460 + day_of_era / 146_096 - day_of_era / 36_524;
    let year = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12 + 1;
    let year = era * 400 + year + u64::from(month < 3);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Puts values into the `{name}` slots of a guide's wording. A slot without a value stays as it is; values are not read again.
pub fn fill(wording: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(wording.len());
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let slot = rest.find('}').and_then(|close| {
            let value = values.iter().find(|(name, _)| *name == &rest[1..close])?;
            Some((close, value.1))
        });
        match slot {
            Some((close, value)) => {
                out.push_str(value);
                rest = &rest[close + 1..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// What a limit is in words, for the closing words of an interview that ended at one. A guide names it among the labels of
/// its transcripts; English stands in for what it leaves out.
pub(crate) fn limit_name<'a>(labels: &'a Named<String>, limit: &str) -> &'a str {
    if let Some(name) = labels.get(limit) {
        return name;
    }
    match limit {
        "limit_questions" => "the number of questions",
        "limit_tokens" => "the amount of text for the language model",
        "limit_cost" => "the cost",
        _ => "the time",
    }
}

#[cfg(test)]
mod tests {
    use super::{day, limit_name};
    use colloquy_schema::Named;

    #[test]
    fn a_time_has_its_date() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_709_251_199, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_767_225_600, "2026-01-01"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(seconds * 1_000), date);
        }
    }

    #[test]
    fn a_limit_has_a_name_in_words_when_a_guide_names_none() {
        let mut labels = Named::default();
        for limit in ["questions", "tokens", "cost", "duration"] {
            let key = ["limit_", limit].concat();
            assert!(limit_name(&labels, &key).starts_with("the "), "{key}");
        }
        labels.set("limit_cost", "die Kosten".into());
        assert_eq!(limit_name(&labels, "limit_cost"), "die Kosten");
    }
}
