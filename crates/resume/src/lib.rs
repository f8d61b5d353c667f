//! What a résumé states about its person, by rules: who it is and how to reach them, and where they worked and learned, and when.
//! Text in, the data types `applicant_profile` and `skeleton_timeline` (`pkg/schemas/data`) out. Knows no session, no
//! network, no clock and no model.
//!
//! Nothing here fails and nothing panics: any text is read, and one that is no résumé gives nothing. The time is linear in the
//! bytes of the text, of which the first 100,000 are read. A text is data: an instruction in it is a line like any
//! other. The rules are made for English and German, with headings, months and degrees of Spanish and French.
//!
//! ```
//! let text = "Ada Example\nada@example.org · Lisbon\n\nExperience\nHarbour Bank, Data Engineer\nMarch 2019 to today\n\n\
//!     Education\nUniversity of Porto, MSc Computer Science, 2016 to 2018\n";
//! let reading = colloquy_resume::read(text, 2026);
//! assert!(reading.resume);
//! assert_eq!(reading.profile.unwrap()["basics"]["name"], "Ada Example");
//! assert_eq!(reading.timeline.unwrap()["work"][0]["name"], "Harbour Bank");
//!
//! assert!(!colloquy_resume::read("A recipe for bread.", 2026).resume);
//! ```

mod columns;
mod contact;
mod cues;
mod dates;
mod education;
mod entries;
mod home;
mod identity;
mod issues;
mod kind;
mod labels;
mod languages;
mod lines;
mod months;
mod name;
mod parts;
mod person;
mod places;
mod sections;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod value;
mod work;

use serde_json::{Map, Value, json};

use crate::issues::Issues;
use crate::lines::Line;
use crate::person::Person;
use crate::sections::Section;
use crate::timeline::Timeline;

/// The surest that rules are: about what they reach on texts they were not made for.
const SUREST: f64 = 0.95;

/// What was read out of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// True when the text looks like a résumé. The data is there only then.
    pub resume: bool,
    /// How sure it is that the text is a résumé, from 0 to 1.
    pub confidence: f64,
    /// Satisfies the schema of `applicant_profile`; none where no name was found.
    pub profile: Option<Value>,
    /// Satisfies the schema of `skeleton_timeline`; none where neither work nor education was found.
    pub timeline: Option<Value>,
}

impl Reading {
    /// Returns the reading as JSON text: `resume`, `confidence`, `applicant_profile` and `skeleton_timeline`, each of the last
    /// two null where it is none.
    #[must_use]
    pub fn json(&self) -> String {
        json!({
            "resume": self.resume,
            "confidence": self.confidence,
            "applicant_profile": self.profile,
            "skeleton_timeline": self.timeline,
        })
        .to_string()
    }
}

/// Reads a text as a résumé. `year` is the current one.
#[must_use]
pub fn read(text: &str, year: u32) -> Reading {
    let year = year.clamp(1_950, 2_200);
    let whole = lines::cut(text, lines::MAX_BYTES);
    let columns = columns::parted(whole);
    let lines = lines::lines(columns.as_deref().unwrap_or(whole));
    let sections = sections::sections(&lines, year);
    let person = identity::read(&lines, &sections);
    let mut unsure = Issues::default();
    let timeline = timeline::read(&lines, &sections, year, &mut unsure);
    let confidence = kind::confidence(&lines, &sections, &person, &timeline);
    let mut reading = Reading {
        resume: confidence >= kind::ENOUGH,
        confidence: rounded(confidence),
        ..Reading::default()
    };
    if !reading.resume {
        return reading;
    }
    let cut = text.len() > lines::MAX_BYTES;
    reading.profile = (!person.name.is_empty()).then(|| profile(&lines, &sections, &person, cut));
    reading.timeline = (timeline.count() > 0).then(|| skeleton(timeline, unsure, cut));
    reading
}

fn profile(lines: &[Line], sections: &[(Section, bool)], person: &Person, cut: bool) -> Value {
    let mut issues = Issues::default();
    let noted = [
        (person.guessed, "name_from_address"),
        (!person.sure && !person.guessed, "name_unsure"),
        (person.email.is_empty(), "email_missing"),
        (person.phone.is_empty(), "phone_missing"),
        (person.place.is_none(), "location_missing"),
        (cut, "text_cut"),
    ];
    for (is, code) in noted {
        if is {
            issues.add(code);
        }
    }
    let name = if person.sure { 0.6 } else { 0.35 };
    let worth = |is: bool, worth: f64| if is { worth } else { 0.0 };
    let sure = name
        + worth(!person.email.is_empty(), 0.2)
        + worth(!person.phone.is_empty(), 0.1)
        + worth(person.place.is_some(), 0.1);
    let languages = languages::read(lines, sections);
    finished(
        value::profile(person, &summary(lines, sections), &languages),
        sure,
        &issues,
    )
}

/// The person's own summary: the part under such a heading, without addresses.
fn summary(lines: &[Line], sections: &[(Section, bool)]) -> String {
    let mut out = String::new();
    for (line, (section, heading)) in lines.iter().zip(sections) {
        if *section != Section::Summary
            || *heading
            || contact::email(&line.text).is_some()
            || out.len() > 4_000
        {
            continue;
        }
        if !out.is_empty() {
            out.push(if line.parted || line.bullet {
                '\n'
            } else {
                ' '
            });
        }
        out.push_str(&line.text);
    }
    out
}

fn skeleton(timeline: Timeline, mut issues: Issues, cut: bool) -> Value {
    let sure = timeline.confidence();
    let noted = [
        (timeline.work.is_empty(), "work_missing"),
        (timeline.education.is_empty(), "education_missing"),
        (!timeline.headed, "headings_missing"),
        (cut, "text_cut"),
    ];
    for (is, code) in noted {
        if is {
            issues.add(code);
        }
    }
    let mut map = Map::new();
    map.insert("work".into(), Value::Array(timeline.work));
    if !timeline.education.is_empty() {
        map.insert("education".into(), Value::Array(timeline.education));
    }
    finished(map, sure, &issues)
}

fn finished(mut map: Map<String, Value>, sure: f64, issues: &Issues) -> Value {
    map.insert("confidence".into(), rounded(sure.clamp(0.0, SUREST)).into());
    map.insert("issues".into(), issues.json());
    Value::Object(map)
}

fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
