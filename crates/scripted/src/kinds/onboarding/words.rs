//! Puts what was typed into the fields of a form. What is not certain is left for the respondent to fill in.

use super::act::object;
use crate::cues::is_one_of;
use colloquy_findings::{fold, fold_char, is_function_word, normal_form, word_count};
use colloquy_schema::DataType;
use serde_json::Value;

/// Most characters of a name, a highlight, a quotation, a longer text and a text of the respondent's own.
pub(super) const NAME: usize = 300;
pub(super) const HIGHLIGHT: usize = 1_000;
pub(super) const QUOTE: usize = 2_000;
pub(super) const LONG: usize = 4_000;
/// Fewest digits of a phone number.
const DIGITS: usize = 7;
/// Fewest words that say something about a person.
const ABOUT: usize = 12;
/// Most words of a line that names a position; who writes more is telling something.
const POSITION: usize = 14;
const SHORT: usize = 8;

/// How a line begins that tells something and names no position.
const TELLS: &str = "i my me we you it there when if that this name yo mi trabajé trabaje trabajo soy llamo ich wir mein je mon nous \
    prefiero would what who how why which";
/// Words before a position that are no part of it.
const BEFORE: [&str; 6] = [
    "i was ",
    "i am ",
    "i worked as ",
    "worked as ",
    "working as ",
    "as ",
];
/// Words behind which a position has ended, in other languages.
const LINKS: &str = "desde hasta en de bei als seit von chez depuis";

/// Adds what was typed in place of filling in a form to data of a kind.
pub(super) fn merge(data: &mut Value, kind: DataType, text: &str) {
    be_object(data);
    match kind {
        DataType::ApplicantProfile => profile(data, text),
        DataType::SkeletonTimeline => timeline(data, text),
        DataType::Experience => add(data, "highlights", short(text, HIGHLIGHT)),
        DataType::KnowledgeCard => {
            for (key, most) in [("title", 60), ("summary", LONG)] {
                if data[key].is_null() {
                    data[key] = short(text, most);
                }
            }
        }
        _ => {}
    }
}

/// At most so many characters of a text.
pub(super) fn short(text: &str, most: usize) -> Value {
    let cut: String = text.trim().chars().take(most).collect();
    Value::String(cut.trim_end().into())
}

/// Begins anew where data is no object: what an earlier call was given can be anything.
fn be_object(data: &mut Value) {
    if !data.is_object() {
        *data = object(&mut []);
    }
}

/// Adds to a list.
pub(super) fn add(data: &mut Value, key: &str, value: Value) {
    be_object(data);
    if data[key].is_null() {
        data[key] = Value::Array(Vec::new());
    }
    if let Some(list) = data[key].as_array_mut().filter(|list| list.len() < 20) {
        list.push(value);
    }
}

fn profile(data: &mut Value, text: &str) {
    let mut basics = data["basics"].clone();
    if !basics.is_object() {
        basics = object(&mut []);
    }
    let mark = |c: char| c.is_ascii_punctuation();
    let mail = text.split_whitespace().map(|word| word.trim_matches(mark));
    if let Some(mail) = mail.into_iter().find(|word| {
        let (before, after) = word.split_once('@').unwrap_or_default();
        !before.is_empty() && after.contains('.')
    }) {
        basics["email"] = short(mail, NAME);
    }
    let phone = |part: &&str| part.bytes().filter(u8::is_ascii_digit).count() >= DIGITS;
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && !" +()/-".contains(c));
    if let Some(number) = numbers.find(phone) {
        basics["phone"] = short(number, 40);
    }
    if let Some(name) = name(text) {
        basics["name"] = short(&name, NAME);
    }
    if word_count(text) >= ABOUT {
        basics["summary"] = short(text, LONG);
    }
    if basics.as_object().is_some_and(|basics| !basics.is_empty()) {
        data["basics"] = basics;
    }
}

/// The first two to four words in a row that begin with a capital letter, as names do.
fn name(text: &str) -> Option<String> {
    let mut run: Vec<&str> = Vec::new();
    for word in text.split_whitespace().chain([""]) {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let capital = bare.chars().next().is_some_and(|c| fold_char(c) != c);
        if capital && !is_function_word(&normal_form(bare)) {
            run.push(bare);
        }
        // A name ends where a word is no part of it, and at a comma or the like behind one that is.
        if !capital || word != bare {
            if (2..=4).contains(&run.len()) {
                break;
            }
            run.clear();
        }
    }
    (2..=4).contains(&run.len()).then(|| run.join(" "))
}

/// Reads the position that an answer names, as far as it is one.
pub(super) fn named(text: &str) -> Value {
    let mut data = object(&mut []);
    timeline(&mut data, text);
    if data["work"].is_array() {
        return data["work"][0].take();
    }
    match word_count(text) {
        _ if tells(text) => object(&mut []),
        0 => object(&mut []),
        words if words > SHORT || text.trim().len() < 4 => object(&mut []),
        _ => object(&mut [("position", short(crate::clean::trim(text), NAME))]),
    }
}

/// Reads one position from each line that has a year, or says where.
fn timeline(data: &mut Value, text: &str) {
    for line in text.split(['\n', ';']) {
        let years: Vec<&str> = line
            .split(|c: char| !c.is_ascii_digit())
            .filter(|year| year.len() == 4 && (year.starts_with("19") || year.starts_with("20")))
            .collect();
        let parted = [" at ", ", "].iter().find_map(|by| line.split_once(by));
        if word_count(line) > POSITION || (parted.is_none() && years.is_empty()) {
            continue;
        }
        let (position, organisation) = parted.unwrap_or((line, ""));
        let position = undated(bare(position));
        if position.is_empty() || tells(position) || line.contains(['@', '?']) {
            continue;
        }
        let mut work = object(&mut [("position", short(position, NAME))]);
        let fields = [
            ("name", undated(organisation)),
            ("startDate", years.first().copied().unwrap_or_default()),
            ("endDate", years.get(1).copied().unwrap_or_default()),
        ];
        for (key, value) in fields {
            if !value.is_empty() {
                work[key] = short(value, NAME);
            }
        }
        add(data, "work", work);
    }
}

/// A position without the words before it: “I was a miller” is one.
fn bare(text: &str) -> &str {
    let mut text = text.trim();
    let folded = fold(text);
    if let Some(lead) = BEFORE.iter().find(|lead| folded.starts_with(**lead)) {
        text = text.get(lead.len()..).unwrap_or(text).trim_start();
    }
    for article in ["a ", "an ", "the "] {
        text = text.strip_prefix(article).unwrap_or(text);
    }
    text
}

/// True for a text that tells something, and is not the name of a position.
fn tells(text: &str) -> bool {
    let text = normal_form(text);
    let first = text.split(' ').next().unwrap_or_default();
    let first = first.split('\'').next().unwrap_or_default();
    text.contains('@') || is_one_of(first, TELLS)
}

/// A text up to its first number, without the words that lead to that.
fn undated(text: &str) -> &str {
    let end = text.find(|c: char| c.is_ascii_digit() || c == '(');
    let mut text = crate::clean::trim(&text[..end.unwrap_or(text.len())]);
    while let Some((before, last)) = text.rsplit_once(' ')
        && (is_function_word(&normal_form(last)) || is_one_of(&fold(last), LINKS))
    {
        text = crate::clean::trim(before);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn merged(kind: DataType, text: &str) -> Value {
        let mut data = json!({});
        merge(&mut data, kind, text);
        data
    }

    #[test]
    fn what_is_no_object_is_begun_anew() {
        for mut data in [json!(7), json!("x"), json!([1]), json!(null)] {
            add(&mut data, "highlights", json!("a"));
            assert_eq!(data, json!({ "highlights": ["a"] }));
        }
    }

    #[test]
    fn a_name_an_address_and_a_number_go_where_they_belong() {
        let kind = DataType::ApplicantProfile;
        assert_eq!(
            merged(
                kind,
                "My name is Ada Example, ada@example.com or +49 30 1234567."
            ),
            json!({ "basics": { "name": "Ada Example", "email": "ada@example.com", "phone": "+49 30 1234567" } })
        );
        assert_eq!(merged(kind, "no thanks"), json!({}));
    }

    #[test]
    fn a_line_with_a_year_or_a_place_is_a_position() {
        assert_eq!(
            merged(
                DataType::SkeletonTimeline,
                "Miller at the Old Mill from 2015 to 2019\nBaker, Bread and Sons since 2020; no more"
            ),
            json!({ "work": [
                { "position": "Miller", "name": "the Old Mill", "startDate": "2015", "endDate": "2019" },
                { "position": "Baker", "name": "Bread and Sons", "startDate": "2020" },
            ] })
        );
        assert_eq!(
            merged(
                DataType::SkeletonTimeline,
                "I was a miller at the mill from 2019 to 2023."
            ),
            json!({ "work": [{ "position": "miller", "name": "the mill", "startDate": "2019", "endDate": "2023" }] })
        );
        for text in [
            "I would rather not",
            "trabajé en Instalaciones Peris desde 2012 hasta 2020, de electricista",
            "Me llamo Ana Peris, soy electricista, ana@peris.example",
            "When was that, in 2012?",
        ] {
            assert_eq!(
                merged(DataType::SkeletonTimeline, text),
                json!({}),
                "{text}"
            );
            assert_eq!(named(text), json!({}), "{text}");
        }
    }

    #[test]
    fn an_answer_names_a_position_or_tells_of_one() {
        for (text, expected) in [
            (
                "Miller at the Old Mill",
                json!({ "position": "Miller", "name": "the Old Mill" }),
            ),
            (
                "Head of the night shift.",
                json!({ "position": "Head of the night shift" }),
            ),
            ("no", json!({})),
            (
                "When I was there I rebuilt the gate, which nobody had dared to touch before",
                json!({}),
            ),
        ] {
            assert_eq!(named(text), expected, "{text}");
        }
    }
}
