//! Skills that only the removed answer speaks of: their names and values are words of it, wherever the engine copied them
//! to, and however the answer itself spelled them.

use crate::copies::{Copies, REDACTED, Removal, Secrets};
use colloquy_findings::fold;
use colloquy_findings::letters::is_alphanumeric;
use colloquy_schema::{Fact, GapQuestion, GapsFact, KindFact, Record, SkillsEdit, SkillsRead};
use serde_json::Value;

/// Shortest name that is found whatever its case: `Go` is not the `go` of another sentence.
const ANY_CASE: usize = 4;

/// The skills that only the removed answer speaks of.
#[derive(Default)]
pub(super) struct Skills {
    /// The question whose answer is removed.
    question: u32,
    /// Calls that read the answer: all they are about is the answer.
    calls: Vec<u32>,
    /// Names with what takes their place: each its own, or two skills would become one.
    names: Vec<(String, String)>,
    /// Values that were read from the answer, as the reader worded them.
    values: Vec<String>,
}

impl Skills {
    /// Finds the names and values that nothing but the removed answer has.
    pub(super) fn of(removal: &Removal<'_>) -> Skills {
        let Removal {
            records,
            question,
            first,
            copies,
        } = *removal;
        let mut read = Vec::new();
        let mut public = Public::of(records, question);
        let mut secrets = Skills {
            question,
            calls: calls(records, question),
            ..Skills::default()
        };
        for (place, record) in records.iter().enumerate() {
            if let Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(reading))) = &record.fact
                && reading.question == Some(question)
            {
                let values = reading.found.iter().flat_map(|found| &found.values);
                secrets.values.extend(values.map(|one| one.value.clone()));
                let found = reading.found.iter().map(|found| found.skill.clone());
                read.extend(found);
                read.extend(reading.refused.iter().map(|one| one.skill.clone()));
            } else if place < first {
                public
                    .names
                    .extend(names(&record.fact).into_iter().map(String::from));
            }
        }
        let mut taken = 0;
        let mut candidates: Vec<&str> = read.iter().map(String::as_str).collect();
        for record in records {
            let named = names(&record.fact);
            let numbers = named.iter().filter_map(|name| number_of(name));
            taken = numbers.fold(taken, usize::max);
            candidates.extend(named.into_iter().filter(|name| copies.only_here(name)));
        }
        candidates.retain(|name| !public.has_skill(name));
        for name in candidates {
            secrets.keep(name, taken);
        }
        // Names made of these: what a skill was renamed to.
        for record in records {
            for name in names(&record.fact) {
                let mut made = secrets.names.iter();
                if made.any(|(secret, _)| find(name, secret, 0).is_some()) {
                    secrets.keep(name, taken);
                }
            }
        }
        secrets.values.retain(|value| !public.has(value));
        secrets
    }

    /// Keeps a name secret from now on; `taken` is the last number that an earlier redaction gave out.
    fn keep(&mut self, name: &str, taken: usize) {
        let known = self.names.iter().any(|(other, _)| other == name);
        if known || name.is_empty() || number_of(name).is_some() {
            return;
        }
        let stand_in = match self.names.len() + taken + 1 {
            1 => REDACTED.into(),
            number => [REDACTED, " ", &number.to_string()].concat(),
        };
        self.names.push((name.into(), stand_in));
    }

    /// Puts what stands for it in the place of a skill's name.
    fn name(&self, name: &mut String) {
        let found = self.names.iter().find(|(secret, _)| secret == name);
        if let Some((_, stand_in)) = found {
            stand_in.clone_into(name);
        }
    }

    fn gap(&self, gap: &mut GapQuestion) {
        self.name(&mut gap.skill);
        gap.closed.iter_mut().for_each(|name| self.name(name));
    }

    fn edit(&self, edit: &mut SkillsEdit) {
        match edit {
            SkillsEdit::Strike { skill } | SkillsEdit::Add { skill } => self.name(skill),
            SkillsEdit::Rename { skill, to } => {
                self.name(skill);
                self.name(to);
            }
            SkillsEdit::Set { skill, value, .. } => {
                self.name(skill);
                self.value(value);
            }
        }
    }

    /// Renames the skills in what was read of another answer. Its values stay, having words of their own that show them,
    /// unless they were taken over from the removed answer ("the same as").
    fn read(&self, read: &mut SkillsRead) {
        for found in &mut read.found {
            self.name(&mut found.skill);
            for value in &mut found.values {
                if !value.same_as.is_empty() {
                    self.value(&mut value.value);
                }
                self.name(&mut value.same_as);
            }
        }
        for refused in &mut read.refused {
            self.name(&mut refused.skill);
        }
    }

    fn value(&self, value: &mut String) {
        if self.values.contains(value) {
            *value = REDACTED.into();
        }
    }
}

impl Secrets for Skills {
    fn fact(&self, fact: &mut Fact, copies: &Copies) {
        match fact {
            Fact::Asked(asked) => asked.of_kind.gap.iter_mut().for_each(|gap| self.gap(gap)),
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read)))
                if read.question == Some(self.question) =>
            {
                // That the answer settled its question stays, and counts: nobody is asked again because of this.
                read.found.clear();
                read.refused.clear();
                read.read = true;
            }
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read))) if read.question.is_some() => {
                self.read(read);
                for found in &mut read.found {
                    copies.entry(&mut found.quote);
                    for value in &mut found.values {
                        copies.entry(&mut value.quote);
                        if !copies.is_elsewhere(&value.quote) || !value.same_as.is_empty() {
                            copies.entry(&mut value.value);
                        }
                    }
                }
            }
            Fact::Kind(KindFact::Gaps(GapsFact::GapEnded { skill, .. })) => self.name(skill),
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(edit))) => {
                self.edit(edit);
                if let SkillsEdit::Set { value, .. } = edit {
                    copies.entry(value);
                }
            }
            _ => {}
        }
    }

    /// Takes names, and values of several words, out of any text; a value of one word only where a prompt lists it, as in
    /// `Autonomy: alone`.
    fn text(&self, text: &mut String) {
        let names = self.names.iter().map(|(name, _)| name);
        for secret in names.chain(&self.values) {
            let value = self.values.contains(secret);
            let short = value && !secret.contains(char::is_whitespace);
            let mut from = 0;
            while let Some(at) = find(text, secret, from) {
                let end = at + secret.len();
                from = end;
                if short && !(text[..at].ends_with(": ") && text[end..].starts_with('\n')) {
                    continue;
                }
                text.replace_range(at..end, REDACTED);
                from = at + REDACTED.len();
            }
        }
    }

    fn is_about_answer(&self, call: u32) -> bool {
        self.calls.contains(&call)
    }
}

/// Numbers of the calls that read the answer to a question.
fn calls(records: &[Record], question: u32) -> Vec<u32> {
    let step = ["analysis:", &question.to_string()].concat();
    let started = records.iter().filter_map(|record| match &record.fact {
        Fact::CallStarted(call) if call.step == step => Some(call.call),
        _ => None,
    });
    started.collect()
}

/// What is known without the removed answer: from other answers, or from before it.
#[derive(Default)]
struct Public {
    texts: Vec<String>,
    /// Names of skills that were in the session before, or that the résumé has.
    names: Vec<String>,
    /// Skills that another answer has read from it, with the words that name them.
    quotes: Vec<(String, String)>,
    /// Names of the same skill, by the guide.
    aliases: Vec<Vec<String>>,
}

impl Public {
    fn of(records: &[Record], question: u32) -> Public {
        let mut out = Public::default();
        for record in records {
            match &record.fact {
                Fact::Began(began) => {
                    let texts = began.setup.material.texts.iter();
                    out.texts.extend(texts.map(|text| text.text.clone()));
                    let groups = began.guide["strategy"]["aliases"].as_array();
                    for group in groups.into_iter().flatten() {
                        let names = group.as_array().into_iter().flatten();
                        let names = names.filter_map(Value::as_str).map(String::from);
                        out.aliases.push(names.collect());
                    }
                }
                Fact::Answered {
                    question: number,
                    text,
                    ..
                }
                | Fact::Amended {
                    question: number,
                    text,
                    ..
                } if *number != question => out.texts.push(text.clone()),
                Fact::Asked(asked) if asked.number <= question => {
                    out.texts.push(asked.text.clone());
                }
                Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read)))
                    if read.question.is_none() =>
                {
                    let found = read.found.iter().map(|found| found.skill.clone());
                    out.names.extend(found);
                }
                Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read)))
                    if read.question != Some(question) =>
                {
                    let found = read.found.iter();
                    let found = found.map(|found| (found.skill.clone(), found.quote.clone()));
                    out.quotes.extend(found);
                }
                _ => {}
            }
        }
        out
    }

    fn has(&self, words: &str) -> bool {
        let mut texts = self.texts.iter();
        texts.any(|text| find(text, words, 0).is_some())
    }

    /// True when a skill is known without the removed answer, by any of its names.
    fn has_skill(&self, name: &str) -> bool {
        let same = |other: &String| other.eq_ignore_ascii_case(name);
        let group = self.aliases.iter().find(|names| names.iter().any(same));
        let mut all = group.into_iter().flatten().map(String::as_str);
        let quoted = |other: &str| {
            let mut quotes = self.quotes.iter().filter(|(skill, _)| skill == name);
            quotes.any(|(_, quote)| find(&fold(quote), &fold(other), 0).is_some())
        };
        let known = |other: &str| self.has(other) || quoted(other);
        self.names.iter().any(|other| other == name) || known(name) || all.any(known)
    }
}

/// The number of a stand-in; nothing for a name.
fn number_of(name: &str) -> Option<usize> {
    let rest = name.strip_prefix(REDACTED)?.trim();
    Some(rest.parse().unwrap_or(1))
}

/// The names of skills that a fact has as such.
fn names(fact: &Fact) -> Vec<&str> {
    match fact {
        Fact::Asked(asked) => asked.of_kind.gap.iter().flat_map(in_gap).collect(),
        Fact::Kind(KindFact::Gaps(GapsFact::GapEnded { skill, .. })) => vec![skill],
        Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(edit))) => match edit {
            SkillsEdit::Rename { skill, to } => vec![skill, to],
            SkillsEdit::Strike { skill }
            | SkillsEdit::Add { skill }
            | SkillsEdit::Set { skill, .. } => vec![skill],
        },
        Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read))) => {
            let mut out: Vec<&str> = Vec::new();
            for found in &read.found {
                out.push(&found.skill);
                out.extend(found.values.iter().map(|value| value.same_as.as_str()));
            }
            out.extend(read.refused.iter().map(|refused| refused.skill.as_str()));
            out
        }
        _ => Vec::new(),
    }
}

fn in_gap(gap: &GapQuestion) -> impl Iterator<Item = &str> {
    std::iter::once(gap.skill.as_str()).chain(gap.closed.iter().map(String::as_str))
}

/// Place of whole words in a text, from a place on; `C` is neither in `C++` nor in `Cobol`.
fn find(text: &str, words: &str, from: usize) -> Option<usize> {
    let any_case = words.len() >= ANY_CASE;
    let part_of_word = is_alphanumeric;
    let first = words.chars().next()?;
    let last = words.chars().next_back()?;
    for (at, _) in text.get(from..)?.char_indices() {
        let at = from + at;
        let Some(part) = text.get(at..at + words.len()) else {
            continue;
        };
        if part != words && !(any_case && part.eq_ignore_ascii_case(words)) {
            continue;
        }
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        let joined_before = part_of_word(first) && before.is_some_and(part_of_word);
        let joined_after =
            part_of_word(last) && after.is_some_and(|c| part_of_word(c) || matches!(c, '+' | '#'));
        if !joined_before && !joined_after {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{REDACTED, find};
    use crate::redact;
    use colloquy_schema::Record;
    use serde_json::{Value, json};

    #[test]
    fn names_are_found_whole() {
        for (text, name, place) in [
            ("I use Kafka.", "kafka", Some(6)),
            ("C++ and C", "C", Some(8)),
            ("C++ and C", "C++", Some(0)),
            ("let's go", "Go", None),
            ("Going", "Go", None),
            ("JavaScript, Java", "Java", Some(12)),
            ("é", "e", None),
            ("", "x", None),
            ("x", "", None),
        ] {
            assert_eq!(find(text, name, 0), place, "{text} {name}");
        }
    }

    fn record((seq, fact): (u32, Value)) -> Record {
        let record = json!({ "seq": seq, "at": seq, "v": 1, "fact": fact });
        Record::read(record).unwrap_or_else(|issue| panic!("{seq}: {issue:?}"))
    }

    #[test]
    fn skills_that_only_the_removed_answer_has_lose_their_names() {
        let read = |question: u32, skill: &str, quote: &str| {
            json!({ "skills_read": { "question": question, "caller": "model", "read": true,
                "answer": { "kind": "full", "engaged": true }, "refused": [],
                "found": [{ "skill": skill, "confidence": 0.9, "quote": quote, "values": [] }] } })
        };
        let asked = |number: u32, text: &str, skill: &str| {
            json!({ "asked": { "number": number, "text": text, "kind": "topic", "follow_up_depth": 0, "gap": { "skill": skill,
                "attributes": ["depth"], "severity": 0.9, "probe": 1, "probes": 3, "intent": "question", "topic": "first" } } })
        };
        let call = |number: u32, question: u32, text: &str| {
            json!({ "call_started": { "call": number, "step": format!("analysis:{question}"), "keep": 0, "history_from": 1,
                "add": [{ "role": "system", "text": "You read." }, { "role": "user", "text": text }],
                "reserved": { "input_tokens": 1, "output_tokens": 1 } } })
        };
        let facts = [
            json!({ "began": { "session": "s", "guide": {}, "guide_hash": "", "engine": "0", "setup": {} } }),
            asked(1, "Which tools?", ""),
            json!({ "answered": { "question": 1, "text": "PG, at work" } }),
            call(1, 1, "PG"),
            read(1, "Postgres", "PG"),
            asked(2, "How deep is your Postgres?", "Postgres"),
            json!({ "answered": { "question": 2, "text": "Rust, mostly." } }),
            call(2, 2, "Rust"),
            read(2, "Rust", "Rust"),
            json!({ "gap_ended": { "skill": "Postgres", "reason": "exhausted" } }),
        ];
        let records: Vec<Record> = (0..).zip(facts).map(record).collect();
        let mut left = records.clone();
        for changed in redact(&records, 1) {
            let place = changed.seq as usize;
            left[place] = changed;
        }
        let fact = |place: usize| serde_json::to_value(&left[place]).expect("JSON")["fact"].take();
        let messages = &fact(3)["call_started"]["add"];
        assert_eq!(
            (&messages[0]["text"], &messages[1]["text"]),
            (&json!("You read."), &json!(REDACTED))
        );
        assert_eq!(fact(4)["skills_read"]["found"], Value::Null);
        assert_eq!(fact(5)["asked"]["gap"]["skill"], REDACTED);
        assert_eq!(fact(5)["asked"]["text"], "How deep is your [redacted]?");
        assert_eq!(fact(9)["gap_ended"]["skill"], REDACTED);
        assert_eq!(
            left[6..9],
            records[6..9],
            "another answer and its reading stay"
        );
    }
}
