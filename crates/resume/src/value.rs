//! What was read as JSON, within the bounds of the published schemas.

use serde_json::{Map, Value, json};

use crate::education::Study;
use crate::entries::Entry;
use crate::person::Person;
use crate::work::Job;

/// The most positions and the most courses of study that are returned.
pub(crate) const WORK: usize = 60;
/// See [`WORK`].
pub(crate) const EDUCATION: usize = 30;
const HIGHLIGHTS: usize = 50;
/// Under the 300 characters of most fields.
const SHORT: usize = 300;

/// Adds a text that is not empty, cut at a number of characters.
fn put(map: &mut Map<String, Value>, key: &str, text: &str, most: usize) {
    let text: String = text
        .trim()
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control() || *c == '\n')
        .take(most)
        .collect();
    let text = text.trim();
    if !text.is_empty() {
        map.insert(key.into(), text.into());
    }
}

/// Writes the profile.
pub(crate) fn profile(
    person: &Person,
    summary: &str,
    languages: &[(String, String)],
) -> Map<String, Value> {
    let mut basics = Map::new();
    put(&mut basics, "name", &person.name, SHORT);
    put(&mut basics, "label", &person.label, SHORT);
    put(&mut basics, "email", &person.email, SHORT);
    put(&mut basics, "phone", &person.phone, 100);
    put(&mut basics, "url", &person.url, 2_000);
    put(&mut basics, "summary", summary, 4_000);
    if let Some(place) = &person.place {
        let mut location = Map::new();
        put(&mut location, "address", &place.address, SHORT);
        put(&mut location, "postalCode", &place.postal_code, 40);
        put(&mut location, "city", &place.city, SHORT);
        put(&mut location, "region", &place.region, SHORT);
        put(&mut location, "countryCode", place.country, 100);
        basics.insert("location".into(), Value::Object(location));
    }
    let profiles = person
        .profiles
        .iter()
        .map(|page| json!({ "network": page.network, "username": page.username, "url": page.url }));
    let profiles: Vec<Value> = profiles.collect();
    if !profiles.is_empty() {
        basics.insert("profiles".into(), Value::Array(profiles));
    }
    let mut all = Map::new();
    all.insert("basics".into(), Value::Object(basics));
    let spoken = languages.iter().map(|(language, fluency)| {
        let mut one = Map::new();
        put(&mut one, "language", language, 100);
        put(&mut one, "fluency", fluency, 100);
        Value::Object(one)
    });
    let spoken: Vec<Value> = spoken.collect();
    if !spoken.is_empty() {
        all.insert("languages".into(), Value::Array(spoken));
    }
    all
}

fn dates(map: &mut Map<String, Value>, entry: &Entry) {
    if let Some(span) = entry.span {
        put(
            map,
            "startDate",
            &span.start.map(crate::dates::Date::text).unwrap_or_default(),
            10,
        );
        put(
            map,
            "endDate",
            &span.end.map(crate::dates::Date::text).unwrap_or_default(),
            10,
        );
    }
}

/// Writes a position.
pub(crate) fn job(entry: &Entry, job: &Job) -> Value {
    let mut map = Map::new();
    put(&mut map, "name", &job.organisation, SHORT);
    put(&mut map, "position", &job.position, SHORT);
    put(&mut map, "location", &job.place, SHORT);
    dates(&mut map, entry);
    put(&mut map, "summary", &entry.body.join("\n"), 4_000);
    let highlights = entry
        .bullets
        .iter()
        .take(HIGHLIGHTS)
        .map(|one| one.chars().take(1_000).collect::<String>().into());
    let highlights: Vec<Value> = highlights.collect();
    if !highlights.is_empty() {
        map.insert("highlights".into(), Value::Array(highlights));
    }
    Value::Object(map)
}

/// Writes a course of study.
pub(crate) fn study(entry: &Entry, study: &Study) -> Value {
    let mut map = Map::new();
    put(&mut map, "institution", &study.institution, SHORT);
    put(&mut map, "area", &study.area, SHORT);
    put(&mut map, "studyType", &study.degree, SHORT);
    put(&mut map, "location", &study.place, SHORT);
    dates(&mut map, entry);
    Value::Object(map)
}
