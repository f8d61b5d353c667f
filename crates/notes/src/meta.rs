//! Title, creator, address and length of a material: from front matter or a metadata file, scalar keys only.

use super::blocks::after_list_mark;
use super::plain::plain;
use colloquy_findings::letters::is_alphabetic;
use colloquy_jsonstream::{parse, write_number};
use serde_json::Value;

/// Most keys that are read of one file.
const KEYS: usize = 100;
/// Longest duration that is believed, in minutes: 70 days.
const LONGEST_MINUTES: u64 = 100_000;
/// From this many on, a bare number under `duration` is seconds, as podcast feeds write it: no episode has 16 hours.
const SECONDS_FROM: u64 = 1_000;

/// Names under which files carry a value, the most telling first.
const TITLE: &[&str] = &["title", "episode_title", "episode", "name"];
const CREATOR: &[&str] = &[
    "podcast",
    "podcast_name",
    "podcast_title",
    "show",
    "creator",
    "channel",
    "site",
    "author",
    "sendung",
    "kanal",
    "autor",
    "autorin",
    "auteur",
    "autrice",
    "autora",
    "canal",
];
const SOURCE: &[&str] = &["source_url", "episode_url", "url", "source", "link"];
const MINUTES: &[&str] = &["duration_minutes", "duration_min"];
const SECONDS: &[&str] = &["duration_seconds", "duration_sec"];
const DURATION: &[&str] = &["duration", "length"];

/// What else stands in the lines above notes and is no part of what they say.
const ASIDE: &[&str] = &[
    "guest",
    "guests",
    "host",
    "hosts",
    "speaker",
    "speakers",
    "date",
    "published",
    "year",
    "series",
    "season",
    "episode",
    "gast",
    "gäste",
    "moderation",
    "folge",
    "datum",
    "dauer",
    "länge",
    "invité",
    "invitée",
    "durée",
    "épisode",
    "invitado",
    "invitada",
    "duración",
    "episodio",
    "fecha",
    "fuente",
    "quelle",
];
/// Longest line above notes that is a key and its value, in bytes.
const HEADER_LINE: usize = 200;

/// The scalar keys of one file, lower-case with `_` for spaces and hyphens, in its order.
#[derive(Default)]
pub(super) struct Meta(Vec<(String, String)>);

impl Meta {
    /// Reads `key: value` lines; nested values are passed over.
    pub(super) fn lines(text: &str) -> Meta {
        let mut meta = Meta::default();
        for line in text.lines() {
            let line = line.trim_end();
            if line.starts_with(['#', ' ', '\t']) {
                continue;
            }
            let line = after_list_mark(line).unwrap_or(line);
            if let Some((key, value)) = line.split_once(':') {
                meta.add(key, scalar(value.trim_start_matches(['*', '_']).trim()));
            }
        }
        meta
    }

    /// Reads the top level of a JSON object; anything else is no metadata.
    pub(super) fn json(text: &str) -> Meta {
        let mut meta = Meta::default();
        if let Some(Value::Object(map)) = parse(text.trim_start_matches('\u{feff}')) {
            for (key, value) in map {
                match value {
                    Value::String(text) => meta.add(&key, text),
                    Value::Number(number) => {
                        let mut text = String::new();
                        write_number(&number, &mut text);
                        meta.add(&key, text);
                    }
                    _ => {}
                }
            }
        }
        meta
    }

    fn add(&mut self, key: &str, value: String) {
        if self.0.len() < KEYS && !value.is_empty() {
            let key = key.trim_matches(['*', '_', ' ', '"', '\'']);
            let key = key
                .chars()
                .map(|c| {
                    if matches!(c, ' ' | '-') {
                        '_'
                    } else {
                        c.to_ascii_lowercase()
                    }
                })
                .collect();
            self.0.push((key, value));
        }
    }

    fn first(&self, names: &[&str]) -> Option<&str> {
        names
            .iter()
            .find_map(|name| self.0.iter().find(|(key, _)| key == name))
            .map(|(_, value)| value.as_str())
    }

    /// Title as plain text, or empty. An episode's bare number is no title.
    pub(super) fn title(&self) -> String {
        self.first(TITLE)
            .filter(|text| text.contains(is_alphabetic))
            .map(plain)
            .unwrap_or_default()
    }

    /// Podcast, site or author as plain text, or empty.
    pub(super) fn creator(&self) -> String {
        self.first(CREATOR).map(plain).unwrap_or_default()
    }

    /// Address as it is written, or empty.
    pub(super) fn source_url(&self) -> String {
        self.first(SOURCE)
            .map(|url| url.trim_matches(['<', '>', ' ']).into())
            .unwrap_or_default()
    }

    /// Length in minutes, rounded.
    pub(super) fn minutes(&self) -> Option<u32> {
        let of = |names, unit: &str| {
            self.first(names)
                .and_then(|text| minutes(&[text, unit].concat()))
        };
        of(MINUTES, "m")
            .or_else(|| of(SECONDS, "s"))
            .or_else(|| of(DURATION, ""))
    }
}

/// Cuts front matter (between `---` lines at the very start) from the text behind it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| line.trim_end() == "---") else {
        return ("", text);
    };
    let mut end = first.len();
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            return (&text[first.len()..end], &text[end + line.len()..]);
        }
        end += line.len();
    }
    ("", text)
}

/// Cuts the lines above notes, such as `Podcast: Quiet Rooms` and `Guest: Ines Falk`, from what the notes say. They may stand below a first
/// heading, which stays; a paragraph with any other line in it, or with nothing of where they are from, is none of them.
pub(super) fn header(body: &str) -> Option<(Meta, String)> {
    let blank = |line: &&str| line.trim().is_empty();
    let mut lines = body.split_inclusive('\n').peekable();
    let mut above = String::new();
    while let Some(line) = lines.next_if(|line| blank(line) || line.starts_with("# ")) {
        above.push_str(line);
    }
    let (mut meta, mut says) = (Meta::default(), false);
    while let Some(line) = lines.next_if(|line| !blank(line)) {
        let (key, value) = Meta::lines(line.trim_start()).0.into_iter().next()?;
        let is_one_of = |lists: &[&[&str]]| lists.iter().any(|names| names.contains(&key.as_str()));
        let telling = is_one_of(&[TITLE, CREATOR, SOURCE, MINUTES, SECONDS, DURATION]);
        // Host and guest in turn are a conversation.
        let again = meta.0.iter().any(|(other, _)| *other == key);
        // A name is a person's, as on top of a résumé.
        let is_known = (telling && key != "name") || is_one_of(&[ASIDE]);
        if !is_known || again || line.len() > HEADER_LINE {
            return None;
        }
        says |= telling;
        // The source of notes can be a person or a book.
        if !SOURCE.contains(&key.as_str()) || value.contains("://") {
            meta.0.push((key, value));
        }
    }
    if !says {
        return None;
    }
    above.extend(lines);
    Some((meta, above))
}

/// Reads a YAML scalar on one line: quoted, or bare with an optional comment. Block and flow values read as empty.
fn scalar(value: &str) -> String {
    let mut chars = value.chars();
    match chars.next() {
        Some('"') => {
            let mut out = String::new();
            while let Some(c) = chars.next() {
                match c {
                    '"' => break,
                    '\\' => out.extend(
                        chars
                            .next()
                            .map(|c| if matches!(c, 'n' | 't') { ' ' } else { c }),
                    ),
                    c => out.push(c),
                }
            }
            out
        }
        Some('\'') => {
            let end = value
                .rfind('\'')
                .filter(|end| *end > 0)
                .unwrap_or(value.len());
            value[1..end].replace("''", "'")
        }
        Some('|' | '>' | '[' | '{' | '&' | '!') | None => String::new(),
        _ => value.split(" #").next().unwrap_or_default().trim().into(),
    }
}

/// Reads a length of time: `1h 12m`, `72 min`, `01:12:00`, `72:30`, `PT1H12M`, or a bare number of minutes.
fn minutes(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    let mut seconds = 0u64;
    if text.contains(':') {
        let mut parts = 0;
        for part in text.trim_end_matches(['m', 's']).split(':') {
            let part = part.trim();
            if part.is_empty() || part.len() > 4 || !part.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            seconds = seconds * 60 + part.parse::<u64>().ok()?;
            parts += 1;
        }
        if !(2..=3).contains(&parts) {
            return None;
        }
    } else {
        let mut rest = text.as_str();
        let mut found = false;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            rest = &rest[start..];
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            // Tenths of the unit, so that 1.5 h and 12.5 min are read without floats.
            let mut tenths = rest[..length]
                .parse::<u64>()
                .ok()
                .filter(|n| *n < 1_000_000)?
                * 10;
            rest = &rest[length..];
            if let Some(decimals) = rest.strip_prefix(['.', ',']) {
                let length = decimals.bytes().take_while(u8::is_ascii_digit).count();
                tenths += decimals[..length.min(1)].parse::<u64>().unwrap_or(0);
                rest = &decimals[length..];
            }
            let unit = rest.trim_start();
            let unit_seconds = match unit.bytes().next() {
                Some(b'h') => 3_600,
                Some(b's') if unit.starts_with("std") => 3_600,
                Some(b's') => 1,
                None if tenths >= SECONDS_FROM * 10 && !found => 1,
                Some(b'm') | None => 60,
                _ => return None,
            };
            seconds += tenths * unit_seconds / 10;
            found = true;
        }
        if !found {
            return None;
        }
    }
    let minutes = if seconds == 0 {
        0
    } else {
        ((seconds + 30) / 60).max(1)
    };
    (minutes > 0 && minutes <= LONGEST_MINUTES).then_some(minutes as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_durations_in_common_forms() {
        for (text, expected) in [
            ("72", Some(72)),
            ("72 min", Some(72)),
            ("72 minutes", Some(72)),
            ("1h 12m", Some(72)),
            ("1 hr 12 mins", Some(72)),
            ("1.5 hours", Some(90)),
            ("1 Std. 12 Min.", Some(72)),
            ("01:12:00", Some(72)),
            ("72:30", Some(73)),
            ("PT1H12M", Some(72)),
            ("4320", Some(72)),
            ("0:20", Some(1)),
            ("45 seconds", Some(1)),
            ("", None),
            ("long", None),
            ("0", None),
            ("1:2:3:4", None),
            (":", None),
            ("99999999999999999999", None),
            ("5 parsecs", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_scalar_keys_and_passes_over_the_rest() {
        let meta = Meta::lines(concat!(
            "title: \"On \\\"sleep\\\": part 1\" \n",
            "episode: 12\n",
            "author: Somebody Else\n",
            "Podcast-Name: 'Night''s Watch'\n",
            "tags: [a, b]\n",
            "host:\n  title: nested\n",
            "# title: comment\n",
            "url: https://a.b/c#d # where\n",
            "duration: 1h 12m\n",
        ));
        assert_eq!(meta.title(), "On \"sleep\": part 1");
        assert_eq!(meta.creator(), "Night's Watch");
        assert_eq!(meta.source_url(), "https://a.b/c#d");
        assert_eq!(meta.minutes(), Some(72));
    }

    #[test]
    fn reads_markdown_lists_and_json() {
        let meta =
            Meta::lines("- **Title**: Sleep\n- **URL:** <https://a.b>\n* Duration (min): x\n");
        assert_eq!(
            (meta.title(), meta.source_url()),
            ("Sleep".into(), "https://a.b".into())
        );
        let meta = Meta::json("{\"title\": \"Sleep\", \"duration_minutes\": 72, \"tags\": []}");
        assert_eq!((meta.title(), meta.minutes()), ("Sleep".into(), Some(72)));
        assert_eq!(Meta::json("[").title(), "");
    }

    #[test]
    fn cuts_front_matter_only_where_it_is_closed() {
        assert_eq!(split("---\na: b\n---\nrest"), ("a: b\n", "rest"));
        assert_eq!(
            split("\u{feff}---\r\na: b\r\n...\r\nrest"),
            ("a: b\r\n", "rest")
        );
        assert_eq!(split("---\nno end"), ("", "---\nno end"));
        assert_eq!(split("text\n---\n"), ("", "text\n---\n"));
        assert_eq!(split("---"), ("", "---"));
    }
}
