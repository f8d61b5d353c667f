//! Findings of many texts, as they cross into JavaScript and back.

use colloquy_findings::Limits;
use colloquy_schema::Finding;
use serde_json::Value;

use crate::error::Error;

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) extract: fn(&str, &[u32], &Value) -> Result<Found, Error>,
}

pub(crate) static TABLE: Table = Table { extract };

/// What was found, in numbers and one text: JavaScript has the answers and cuts the sentences out of them itself.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Found {
    /// How many insights; for each its answer, where it starts and where it ends, in UTF-16 units; the same for actions and for
    /// recommendations; for each theme how often it occurs.
    pub(crate) places: Vec<u32>,
    /// The themes in the order of their counts, with line feeds between them. No theme has one inside.
    pub(crate) themes: String,
}

/// Draws findings from texts that stand in one, with line feeds between them.
///
/// # Errors
/// When the lengths, in UTF-16 units, are not those of the texts.
fn extract(joined: &str, lengths: &[u32], limits: &Value) -> Result<Found, Error> {
    let wrong = || Error::argument("`texts` must be an array of strings");
    let texts = split(joined, lengths).ok_or_else(wrong)?;
    let limit = |key: &str| {
        limits
            .get(key)
            .and_then(Value::as_u64)
            .map_or(usize::MAX, |n| n as usize)
    };
    let limits = Limits {
        insights: limit("insights"),
        actions: limit("actions"),
        recommendations: limit("recommendations"),
        themes: limit("themes"),
    };
    let findings = colloquy_findings::extract(&texts, Some(limits));
    let mut found = Found::default();
    found.add(&texts, &findings.insights);
    found.add(&texts, &findings.actions);
    found.add(&texts, &findings.recommendations);
    for theme in &findings.themes {
        if !found.themes.is_empty() {
            found.themes.push('\n');
        }
        found.themes.push_str(&theme.text);
        found.places.push(theme.count);
    }
    Ok(found)
}

impl Found {
    /// Findings come in the order of the texts, so each text is walked once.
    fn add(&mut self, texts: &[&str], findings: &[Finding]) {
        self.places.push(findings.len() as u32);
        let (mut answer, mut byte, mut unit) = (usize::MAX, 0, 0);
        for finding in findings {
            let text = texts[finding.answer].as_bytes();
            if finding.answer != answer || finding.start < byte {
                (answer, byte, unit) = (finding.answer, 0, 0);
            }
            let mut reach = |place: usize| {
                let (eights, rest) = text[byte..place].as_chunks();
                unit += eights
                    .iter()
                    .map(|eight| units_of_eight(*eight))
                    .sum::<u32>();
                unit += rest.iter().map(|byte| units(*byte)).sum::<u32>();
                byte = place;
                unit
            };
            let (start, end) = (reach(finding.start), reach(finding.end));
            self.places.extend([finding.answer as u32, start, end]);
        }
    }
}

/// Returns how many UTF-16 units begin with a byte of UTF-8: two where four bytes do, none inside a character.
fn units(byte: u8) -> u32 {
    u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)
}

/// Counts as [`units`] does, eight bytes at a time: every byte of every answer comes by here.
fn units_of_eight(bytes: [u8; 8]) -> u32 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let bytes = u64::from_le_bytes(bytes);
    // In the place of each byte's highest bit stand its next lower ones.
    let (second, third, fourth) = (bytes << 1, bytes << 2, bytes << 3);
    let inside = bytes & !second & HIGH;
    let four = bytes & second & third & fourth & HIGH;
    8 - inside.count_ones() + four.count_ones()
}

/// Finds the texts in a joined one. `None` when the lengths lead anywhere but to a line feed behind each and to the end.
fn split<'a>(joined: &'a str, lengths: &[u32]) -> Option<Vec<&'a str>> {
    let bytes = joined.as_bytes();
    let mut texts = Vec::with_capacity(lengths.len().min(bytes.len() + 1));
    let mut at = 0;
    for (index, length) in lengths.iter().enumerate() {
        if index > 0 {
            if bytes.get(at) != Some(&b'\n') {
                return None;
            }
            at += 1;
        }
        let start = at;
        let mut left = *length;
        // Eight bytes are nine units at most.
        while left > 8
            && let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk)
        {
            left -= units_of_eight(*eight);
            at += 8;
        }
        while left > 0 {
            left = left.checked_sub(units(*bytes.get(at)?))?;
            at += 1;
        }
        // What is left of the last character.
        while bytes.get(at).is_some_and(|byte| units(*byte) == 0) {
            at += 1;
        }
        texts.push(joined.get(start..at)?);
    }
    (at == bytes.len()).then_some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_are_found_again_by_their_lengths() {
        let texts = ["", "one\ntwo", "naïve 😀", "", "学"];
        let joined = texts.join("\n");
        let lengths: Vec<u32> = texts
            .iter()
            .map(|text| text.encode_utf16().count() as u32)
            .collect();
        assert_eq!(split(&joined, &lengths), Some(texts.to_vec()));
        assert_eq!(split("", &[]), Some(vec![]));
        assert_eq!(split("", &[0]), Some(vec![""]));
        for (joined, lengths) in [
            ("a", &[][..]),
            ("a", &[0]),
            ("a", &[2]),
            ("a", &[u32::MAX]),
            ("😀", &[1]),
            ("a\nb", &[1]),
            ("a b", &[1, 1]),
            ("a\nb", &[1, 1, 0]),
        ] {
            assert_eq!(split(joined, lengths), None, "{joined:?} {lengths:?}");
        }
    }

    #[test]
    fn eight_bytes_count_as_their_bytes_do() {
        let text = "a naïve “学” 😀😀 of 10,000 words, and Ж too: 😀é学";
        for eight in text.as_bytes().windows(8) {
            let one_by_one: u32 = eight.iter().map(|byte| units(*byte)).sum();
            assert_eq!(units_of_eight(eight.try_into().unwrap()), one_by_one);
        }
        let long = text.repeat(3);
        let length = long.encode_utf16().count() as u32;
        let joined = [long.as_str(), &long, ""].join("\n");
        let texts = split(&joined, &[length, length, 0]);
        assert_eq!(texts, Some(vec![long.as_str(), &long, ""]));
        assert_eq!(split(&joined, &[length - 1, length + 1, 0]), None);
    }

    #[test]
    fn places_count_utf16_units() {
        let texts = "😀 Hm. I realized that small habits matter.\nEé. I will call the small habits team. 學. I should rest a while.";
        let found = extract(texts, &[43, 64], &json!({})).unwrap();
        assert_eq!(found.places, [1, 0, 7, 43, 2, 1, 4, 38, 1, 42, 64, 0, 2]);
        assert_eq!(found.themes, "small habits");
        let found = extract(
            texts,
            &[43, 64],
            &json!({ "insights": 0, "actions": 1, "themes": 0 }),
        )
        .unwrap();
        assert_eq!(found.places, [0, 1, 1, 4, 38, 0]);
        assert_eq!(found.themes, "");
        assert_eq!(
            extract(texts, &[43], &json!({})).unwrap_err().code,
            "invalid_options"
        );
    }
}
