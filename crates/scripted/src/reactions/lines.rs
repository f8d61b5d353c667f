//! The sentences of reactions: those of the guide's bank, or the ones that are built in, in the language of the answer.

use crate::ask::Ask;
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::made_from;

/// Questions after which an answer may be thanked for again.
const APART: usize = 3;

/// The sentences that are built in for a use in a language.
pub(super) fn built_in(ask: &Ask, language: &str, name: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (tag, text) in ask.hearing.lines() {
        let head = match tag {
            None => ["= ", language, " ", name].concat(),
            Some(tag) if tag == language => ["= ", name].concat(),
            Some(_) => continue,
        };
        let mut lines = text.lines();
        // Searched for rather than read into a table: a turn needs one or two of them.
        lines.find(|line| *line == head);
        let own = lines.take_while(|line| !line.starts_with("= "));
        found.extend(own.filter(|line| !line.is_empty() && !line.starts_with('#')));
    }
    found
}

/// What the button that ends the interview says, in the language of the interview: that is the page's, where there is such a guide.
pub(super) fn finish<'a>(ask: &'a Ask) -> &'a str {
    let label = built_in(ask, ask.tag, "finish");
    label.first().copied().unwrap_or("Finish")
}

/// What acknowledges that something grave was told, before another subject.
pub(crate) fn heavy_lead(ask: &Ask, memory: &Memory, salt: u64) -> Option<String> {
    pick(ask, memory, salt, ask.tag, "heavy.lead", &str::to_string)
}

/// Thanks for an answer, before another subject. None where one of the last questions began with some, so that they do not weary.
pub(crate) fn thanks(ask: &Ask, memory: &Memory, salt: u64) -> Option<String> {
    let lines = built_in(ask, ask.tag, "story.lead");
    let mut recent = memory.here.questions.iter().rev().take(APART);
    let again = recent.any(|question| lines.iter().any(|line| question.starts_with(line)));
    (!again).then(|| pick(ask, memory, salt, ask.tag, "story.lead", &str::to_string))?
}

/// What is put in place of a question on something else then, once.
pub(crate) fn heavy(ask: &Ask, memory: &Memory, salt: u64) -> Option<String> {
    pick(ask, memory, salt, ask.tag, "heavy", &str::to_string)
}

/// The last question once more, behind a sentence of a use that says why. None where it was put again already, or nothing new can be said.
pub(crate) fn put_again(ask: &Ask, memory: &Memory, salt: u64, name: &str) -> Option<String> {
    let question = &ask.history.last()?.question;
    let before = used(ask, question);
    if before.is_some_and(|name| name.starts_with("again.")) {
        return None;
    }
    let question = before.map_or(question.as_str(), |_| shortly(question));
    let question = without_lead(ask, question);
    let fill = |line: &str| [line, " ", question].concat();
    pick(ask, memory, salt, ask.tag, name, &fill)
}

/// Uses of what stands before a question.
const LEADS: &str = "refusal refusal.unsure said complaint correction back setting.late setting distress moment command confidence heavy story";

/// A question without what was said before it to the answer before.
pub(crate) fn without_lead<'q>(ask: &Ask, question: &'q str) -> &'q str {
    let lines = LEADS.split(' ').flat_map(|of| {
        let name = [of, ".lead"].concat();
        let mut lines = ask.sentences(&["react.", &name].concat());
        lines.extend(built_in(ask, ask.tag, &name));
        lines
    });
    let lines = lines.map(|line| line.trim_end_matches('.'));
    let led = lines.filter(|line| !line.is_empty() && question.starts_with(line));
    let rest = led
        .max_by_key(|line| line.len())
        .map_or("", |line| &question[line.len()..]);
    match rest.as_bytes() {
        [b'.', b' ', ..] => &rest[2..],
        [b' ', ..] => &rest[1..],
        // What was put right stands behind the words for it.
        [b':', ..] => rest.split_once(". ").map_or(question, |(_, rest)| rest),
        _ => question,
    }
}

/// Picks a sentence of a use that was not said yet, in a language where it has any, else in English. None when all were said.
pub(super) fn pick(
    ask: &Ask,
    memory: &Memory,
    salt: u64,
    language: &str,
    name: &str,
    fill: &dyn Fn(&str) -> String,
) -> Option<String> {
    let own = ask.sentences(&["react.", name].concat());
    let first = |lines: Vec<&str>| {
        let filled = lines.iter().map(|line| (line, fill(line)));
        let fresh = filled.filter(|(line, text)| {
            memory.uses_here(line) == 0 && !memory.repeats(text) && !text.contains('{')
        });
        // What a host worded comes in its order; so does what is built in for what hurts, which goes on from line to line.
        let in_order = !own.is_empty() || !name.ends_with(".lead");
        fresh
            .min_by_key(|(line, _)| if in_order { 0 } else { hash(salt, line) })
            .map(|(_, text)| text)
    };
    if !own.is_empty() {
        return first(own.clone());
    }
    // No word of another language stands before a question.
    match built_in(ask, language, name) {
        lines if lines.is_empty() => first(built_in(ask, "en", name)),
        lines => first(lines),
    }
}

/// True when there are sentences of a use in a language.
pub(super) fn has(ask: &Ask, language: &str, name: &str) -> bool {
    !ask.sentences(&["react.", name].concat()).is_empty()
        || !built_in(ask, language, name).is_empty()
}

/// The use whose sentence a question was made from, with or without something behind it.
pub(super) fn used<'a>(ask: &'a Ask, question: &str) -> Option<&'a str> {
    for entry in &ask.bank.uses {
        if let Some(name) = entry.name.strip_prefix("react.")
            && entry.sentences.iter().any(|line| made_from(question, line))
        {
            return Some(name);
        }
    }
    for (tag, text) in ask.hearing.lines() {
        let mut name = None;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix("= ") {
                name = match tag {
                    Some(_) => Some(head),
                    None => head.split_once(' ').map(|(_, name)| name),
                };
            } else if name.is_some_and(|name| !name.ends_with(".lead") && !is_none(name))
                && made_from(question, line)
            {
                return name;
            }
        }
    }
    None
}

/// True for what is said before a question to somebody who writes another language, for halves of questions, questions about a thing, and
/// the name of a button.
fn is_none(name: &str) -> bool {
    matches!(
        name.split('.').next(),
        Some(
            "language"
                | "spare"
                | "finish"
                | "thing"
                | "somebody"
                | "deed"
                | "reported"
                | "form"
                | "later"
                | "plain"
        )
    )
}

/// How the name of a use ends that says the questions of another use in plain words, with an example.
const PLAIN: &str = ".plain";
/// Probes that are built in, in plain words, and what is asked about by its name.
const PLAIN_OF: &str =
    "case rule judgement process claim plan feeling meaning any thing named deed dislike reported";
/// Questions on a detail of an answer, and what says them in plain words.
const DETAILS: [(&str, &str); 6] = [
    ("deed.past", "plain.deed"),
    ("deed.now", "plain.deed"),
    ("deed.like", "plain.good"),
    ("deed.dislike", "plain.dislike"),
    ("reported.now", "plain.reported"),
    ("reported.past", "plain.reported"),
];
/// What follows a question by its form, in plain words by the same names.
const FORMS: &str = "way sign wish why view hard good was decision lesson touched plan rule difference day work state";

/// The questions that are of a kind with those of a use: those on all sorts of deeds, or on whatever others report.
pub(crate) fn of_a_kind(ask: &Ask, name: &str) -> Vec<&'static str> {
    let Some((kind, _)) = name.split_once('.') else {
        return built_in(ask, ask.tag, name);
    };
    let uses = DETAILS.iter().map(|(of, _)| *of);
    let uses = uses.filter(|of| of.split('.').next() == Some(kind));
    uses.flat_map(|of| built_in(ask, ask.tag, of)).collect()
}

/// True when a question is another one in plain words.
pub(super) fn is_plain(ask: &Ask, question: &str) -> bool {
    let plain = ask
        .bank
        .uses
        .iter()
        .filter(|entry| entry.name.ends_with(PLAIN));
    let mut lines = plain.flat_map(|entry| &entry.sentences);
    let of_thing = || {
        let names = PLAIN_OF.split(' ').chain(FORMS.split(' '));
        names.flat_map(|of| built_in(ask, ask.tag, &["plain.", of].concat()))
    };
    lines.any(|line| made_from(question, line)) || of_thing().any(|line| made_from(question, line))
}

/// A question without what was said before it; whole where that says what it is about.
pub(super) fn shortly(question: &str) -> &str {
    let about = question.contains(['“', '„', '«']) || is_about(question);
    match question.rfind(['.', ':']).filter(|_| !about) {
        Some(at) => question[at + 1..].trim_start(),
        None => question,
    }
}

/// True for a question that begins with what the respondent told.
fn is_about(question: &str) -> bool {
    question.starts_with("You ") && question.contains(". ")
}

/// True for a probe of the guide.
pub(super) fn is_bare_probe(ask: &Ask, question: &str) -> bool {
    let probes = ask.bank.uses.iter().filter(|entry| {
        entry.name.starts_with("probe.") && entry.name != "probe.plain"
            || entry.name.ends_with(".probe")
    });
    let mut lines = probes.flat_map(|entry| &entry.sentences);
    lines.any(|line| made_from(question, line))
}

/// A question of the guide in plain words, with an example. Probes share theirs, and so do uses that have none of their own.
pub(super) fn plain(ask: &Ask, memory: &Memory, question: &str) -> Option<String> {
    // A short sentence may be part of another one: the longest is the one that was put.
    let mut found = ("", 0);
    let mut template = "";
    for entry in &ask.bank.uses {
        let is_question = |line: &&String| line.ends_with('?') && made_from(question, line);
        for line in entry.sentences.iter().filter(is_question) {
            if line.len() > found.1 {
                found = (entry.name.as_str(), line.len());
                template = entry.template.as_str();
            }
        }
    }
    let name = found.0;
    let probe = name.starts_with("probe.") || name.ends_with(".probe");
    let mut own = String::new();
    if probe || name.is_empty() {
        let of = name.strip_prefix("probe.").unwrap_or("any");
        // However something that happened was told, one question more is about it.
        let of = of.split('.').next().unwrap_or(of);
        own = ["plain.", of].concat();
    }
    let follows = |of: &&str| {
        let lines = built_in(ask, ask.tag, &["form.", of].concat());
        lines.iter().any(|line| question.ends_with(line))
    };
    let form = FORMS.split(' ').find(follows).filter(|_| name.is_empty());
    if let Some(of) = form {
        own = ["plain.", of].concat();
    }
    let detail = |(of, _): &&(&str, &str)| {
        let lines = built_in(ask, ask.tag, of);
        lines.iter().any(|line| made_from(question, line))
    };
    let detail = DETAILS.iter().find(detail);
    let detail = detail.filter(|_| name.is_empty() && form.is_none());
    if let Some((_, plain)) = detail {
        own = (*plain).to_string();
    }
    let probe = probe || form.is_some() || detail.is_some();
    let own = built_in(ask, ask.tag, &own);
    let fresh = |line: &&str| memory.uses_here(line) == 0 && !memory.repeats(line);
    // What it is about stays in front of it.
    let about = match question.rfind(". ").filter(|_| is_about(question)) {
        Some(at) => &question[..=at],
        None => "",
    };
    if let Some(line) = own.into_iter().find(fresh).filter(|_| probe) {
        return Some([about, " ", line].concat().trim_start().to_string());
    }
    let thing = thing_of(ask, question).filter(|_| name.is_empty());
    if let Some(line) = thing.and_then(|x| filled(ask, "plain.thing", x)) {
        return Some(line);
    }
    let name = match name {
        "" => return None,
        _ if probe => "probe",
        name => name,
    };
    let own = [name, PLAIN].concat();
    let mut lines: Vec<&str> = match name {
        // What there is to know is listed by name.
        "slot" => ask.bank.sentences(&own, template).collect(),
        _ => ask.sentences(&own),
    };
    if lines.is_empty() {
        let marks = [('“', '”'), ('„', '“'), ('«', '»')];
        let quoted = marks.iter().find_map(|(open, close)| {
            let (_, rest) = question.split_once(*open)?;
            rest.split_once(*close).map(|(x, _)| x.trim())
        });
        let is_named = matches!(name, "concept" | "item" | "point" | "quote" | "coined");
        if let Some(x) = quoted.filter(|x| is_named && x.split(' ').count() < 7)
            && let Some(line) = filled(ask, "plain.named", x).filter(|line| !memory.repeats(line))
        {
            return Some(line);
        }
        lines = ask.sentences("ask.plain");
    }
    lines.into_iter().find(fresh).map(String::from)
}

/// A line that is built in, about something.
fn filled(ask: &Ask, name: &str, x: &str) -> Option<String> {
    let line = built_in(ask, ask.tag, name).into_iter().next()?;
    Some(line.replace("{x}", x))
}

/// What a question about a thing is about.
fn thing_of<'q>(ask: &Ask, question: &'q str) -> Option<&'q str> {
    let mut lines = built_in(ask, ask.tag, "thing");
    lines.extend(built_in(ask, ask.tag, "somebody"));
    lines.into_iter().find_map(|line| {
        let (before, after) = line.split_once("{x}")?;
        let (_, rest) = question.split_once(before)?;
        rest.strip_suffix(after)
    })
}
