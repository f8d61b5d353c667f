//! The recommendation, by rules: what the respondent said is compared with the roles of the guide's bank, and the one it
//! speaks of most is recommended, with the respondent's own words as the reason. Without a clear one nobody is.

use crate::ask::Ask;
use crate::clean::{bounded, clean, cut, cut_statement};
use crate::cues::is_one_of;
use crate::hash::hash;
use crate::language::Words;
use crate::memory::padded;
use crate::pattern::{LABEL, Slots, TITLE, fill, things};
use crate::said::{Said, said};
use crate::signs::{Weight, entries, form_of, weigh};
use colloquy_findings::{sentences, word_count};
use colloquy_schema::{AdviceAsk, BankUse, Purpose, RawReply, codec};
use serde_json::Value;

/// Most bytes of all statements that are looked at: a conversation of two hours.
const SAID_BYTES: usize = 100_000;
/// Fewest words to recommend anything on.
const LEAST_WORDS: usize = 12;
/// From these points, by so many different signs, a role is recommended: one word can be chance.
const POINTS: usize = 3;
const SIGNS: usize = 2;
/// From so many points and different signs together, a role is named as a near one: two words, or one that comes back and back.
const NEAR: usize = 4;
/// Most near roles.
const NEAREST: usize = 2;
/// Words of what is quoted as the reason.
const QUOTE_WORDS: usize = 16;

/// What a guide without words for it says.
const NOBODY: &str = "I would not hire anybody on what was said here: the built-in interviewer goes by fixed rules, and \
    found nothing in it that speaks for one role.";

/// Returns the reply to an ask for a recommendation where nothing was asked before, as a conversation was handed in.
pub(crate) fn open(ask: &Ask) -> Option<RawReply> {
    let Purpose::Advice(wanted) = &ask.purpose else {
        return None;
    };
    Some(crate::reply::text(recommend(ask, wanted, &[])))
}

/// Returns the reply to an ask for a recommendation, or for a part of it. Empty for any other ask.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Advice(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    let (answers, _) = said(ask);
    crate::reply::text(recommend(ask, wanted, &answers))
}

/// Returns the whole recommendation, or the part that is asked for, as JSON.
fn recommend(ask: &Ask, wanted: &AdviceAsk, answers: &[Said]) -> String {
    let statements = statements(ask, answers);
    let advised = match begun(ask, wanted) {
        Some(title) => Some(role(ask, &title, &statements)),
        None => best(ask, &statements),
    };
    let recommendation = advised
        .as_ref()
        .map_or_else(|| nobody(ask, &statements), |role| role.say.clone());
    let text = |text: &str| codec::text(&text);
    let first = [
        "\"recommendation\":",
        &text(&recommendation),
        ",\"action\":",
    ]
    .concat();
    // Parts two and three are asked for when the first one named a role; one that cannot be found any more is a general one.
    let role = match advised {
        None if wanted.part > 1 => role(ask, "Generalist", &statements),
        advised => advised.unwrap_or_default(),
    };
    let skills = codec::text(&role.skills);
    let second = [
        "\"title\":",
        &text(&role.title),
        ",\"reason\":",
        &text(&role.reason),
        ",\"skills\":",
        &skills,
    ]
    .concat();
    let third = [
        "\"prompt\":",
        &text(&role.prompt),
        ",\"model\":",
        &text(&role.model),
    ]
    .concat();
    let is_named = !role.title.is_empty();
    let body = match wanted.part {
        1 if is_named => [&first, "\"create_actor\""].concat(),
        2 => second,
        3 => third,
        0 if is_named => [
            &first,
            "{\"type\":\"create_actor\",\"actor\":{",
            &second,
            ",",
            &third,
            "}}",
        ]
        .concat(),
        _ => [&first, "null"].concat(),
    };
    ["{", &body, "}"].concat()
}

/// A role as it is recommended.
#[derive(Default)]
struct Role {
    say: String,
    title: String,
    reason: String,
    skills: Vec<String>,
    prompt: String,
    model: String,
}

/// Every statement about the difficulty: answers, and a conversation that was handed in.
///
/// What was refused, told in pain or said about the questions is none.
fn statements<'s>(ask: &'s Ask, answers: &'s [Said]) -> Vec<&'s str> {
    let context = &ask.context;
    let mut out: Vec<&str> = answers.iter().map(|said| said.telling.as_str()).collect();
    out.extend([context.title.as_str(), &context.summary]);
    out.extend(context.quotes.iter().map(|quote| quote.text.as_str()));
    for concept in &context.concepts {
        out.extend([concept.name.as_str(), &concept.detail]);
    }
    for part in &context.additional {
        out.extend(part.items.iter().map(String::as_str));
    }
    let mut left = SAID_BYTES;
    for text in &mut out {
        *text = bounded(text, left);
        left -= text.len();
    }
    out.retain(|text| !text.trim().is_empty());
    out
}

/// The title that accepted parts named: what was begun is gone on with, whoever began it.
fn begun(ask: &Ask, wanted: &AdviceAsk) -> Option<String> {
    let of = |key: &str| {
        wanted
            .parts
            .iter()
            .find_map(|part| part.get(key).and_then(Value::as_str))
    };
    if let Some(title) = of("title") {
        return Some(title.into());
    }
    let first = of("recommendation")?;
    let known = entries(ask, "role").find(|role| first.contains(&role.template));
    if let Some(role) = known {
        return Some(role.template.clone());
    }
    let (_, rest) = first.split_once("hire a")?;
    let rest = rest.strip_prefix('n').unwrap_or(rest);
    let end = rest
        .find(['.', ',', ';', '\n'])
        .into_iter()
        .chain(
            [" who ", " to ", " for ", " with "]
                .into_iter()
                .filter_map(|word| rest.find(word)),
        )
        .min();
    cut(&clean(&rest[..end.unwrap_or(rest.len())]), 6).filter(|title| title.len() > 1)
}

/// The role that most of the statements are about; none when they are too little or about something else.
fn best(ask: &Ask, statements: &[&str]) -> Option<Role> {
    let form = form_of(statements);
    if word_count(&form) < LEAST_WORDS {
        return None;
    }
    let mut best: Option<(&BankUse, Weight)> = None;
    for entry in entries(ask, "role") {
        let weight = weigh(&form, entry);
        if best.is_none_or(|(_, most)| weight.points > most.points) {
            best = Some((entry, weight));
        }
    }
    let (entry, weight) = best?;
    let against = entries(ask, "role.none").map(|entry| weigh(&form, entry).points);
    let clear = weight.points >= POINTS
        && weight.signs >= SIGNS
        && against.max().unwrap_or(0) <= weight.points / 2;
    clear.then(|| role(ask, &entry.template, statements))
}

/// The words that speak most of an entry, as they can be quoted: those of one sentence, in which nobody weeps or is ill.
fn quote(lists: &Words, statements: &[&str], entry: &BankUse) -> String {
    let mut best = (0, "");
    for text in statements {
        for range in sentences(text) {
            let sentence = &text[range];
            let delicate = |word: &str| is_one_of(&lists.bare(word), lists.delicate);
            if lists.form(sentence).split(' ').any(delicate) {
                continue;
            }
            let weight = weigh(&padded(sentence), entry).points;
            if weight > best.0 && word_count(sentence) > 2 {
                best = (weight, sentence);
            }
        }
    }
    let mut words = best.1;
    // In a conversation that was handed in, the speaker stands before the words.
    if let Some((who, rest)) = words.split_once(": ")
        && word_count(who) <= 3
    {
        words = rest;
    }
    cut_statement(&clean(words), QUOTE_WORDS).unwrap_or_default()
}

/// A role of the bank by its title; one that the bank does not know gets what fits every role.
fn role(ask: &Ask, title: &str, statements: &[&str]) -> Role {
    let other: Vec<&str> = ask.bank.sentences("role.other", "").collect();
    let at = |place: usize| other.get(place).copied().unwrap_or_default();
    let entry =
        entries(ask, "role").find(|entry| entry.template == title && entry.sentences.len() >= 5);
    let quote = entry
        .map(|entry| quote(ask.words, statements, entry))
        .unwrap_or_default();
    let mut slots = things(&quote, "");
    slots[TITLE] = title;
    // “a UX Designer”, “a Unit Manager”: of the vowels, U is as often as not spoken as a consonant.
    slots[LABEL] = if title.starts_with(['A', 'E', 'I', 'O']) {
        "an"
    } else {
        "a"
    };
    let filled = |line: &str, slots: &Slots| fill(line, slots);
    let own = |place: usize| entry.map(|entry| entry.sentences[place].as_str());
    let reason = own(1).and_then(|line| filled(line, &slots));
    let skills = own(2).unwrap_or_else(|| at(1));
    let prompt = own(3).map_or_else(|| filled(at(2), &slots), |line| Some(line.into()));
    let lines: Vec<&str> = ask.bank.sentences("role.say", "").collect();
    let line = (hash(ask.seed, title) >> 32) as usize % lines.len().max(1);
    let say = lines.get(line).and_then(|line| filled(line, &slots));
    Role {
        say: say.unwrap_or_else(|| {
            ["I think you need to hire ", slots[LABEL], " ", title, "."].concat()
        }),
        title: title.into(),
        reason: reason.unwrap_or_else(|| at(0).into()),
        skills: skills.split('|').map(String::from).collect(),
        prompt: prompt.unwrap_or_default(),
        model: own(4).unwrap_or_else(|| at(3)).into(),
    }
}

/// Why nobody is recommended, and what would help instead.
fn nobody(ask: &Ask, statements: &[&str]) -> String {
    let form = form_of(statements);
    let mut found: Option<(&BankUse, usize)> = None;
    for entry in entries(ask, "role.none") {
        let points = weigh(&form, entry).points;
        if points > found.map_or(0, |(_, most)| most) {
            found = Some((entry, points));
        }
    }
    let little = word_count(&form) < LEAST_WORDS;
    if let Some((entry, _)) = found.filter(|_| !little)
        && let Some(text) = fill(
            &entry.sentences[1],
            &things(&quote(ask.words, statements, entry), ""),
        )
    {
        return text;
    }
    let name = if little { "little" } else { "unclear" };
    let entry = entries(ask, "role.none").find(|entry| entry.template == name);
    let mut text = entry.map_or(NOBODY.into(), |entry| entry.sentences[1].clone());
    if !little {
        nearest(ask, &form, statements)
            .iter()
            .for_each(|near| text.extend([" ", near]));
    }
    text
}

/// The roles that come nearest where none is clear, each in a sentence with the words that point to it.
fn nearest(ask: &Ask, form: &str, statements: &[&str]) -> Vec<String> {
    let mut near: Vec<(usize, &BankUse)> = entries(ask, "role")
        .map(|entry| (weigh(form, entry), entry))
        .map(|(weight, entry)| (weight.points + weight.signs, entry))
        .filter(|(evidence, _)| *evidence >= NEAR)
        .collect();
    // Of equal ones the first of the bank comes first.
    near.sort_by_key(|(evidence, _)| std::cmp::Reverse(*evidence));
    let named = near.iter().filter_map(|(_, entry)| {
        let words = quote(ask.words, statements, entry);
        (!words.is_empty()).then_some((entry.template.as_str(), words))
    });
    let lines = ask.bank.sentences("role.near", "").take(NEAREST);
    lines
        .zip(named)
        .filter_map(|(line, (title, words))| {
            let mut slots = things(&words, "");
            slots[TITLE] = title;
            fill(line, &slots)
        })
        .collect()
}
