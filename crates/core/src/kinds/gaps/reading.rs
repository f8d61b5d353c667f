//! Reading a text for skills, and holding what was read to the text: a value whose quote is not in it is refused.

use super::names::{canonical, group, same_skill};
use super::state::{Gaps, Skill, Source};
use super::{settled, words};
use crate::kinds::{Apart, Plan, Reading, Reply, ShownText, conversation};
use crate::quotes::Text;
use crate::session::Session;
use crate::tools;
use crate::wording::{data, fill};
use colloquy_schema::{
    AnalysisCaller, AnswerKind, AnswerStanding, Attribute, Contract, Fact, FoundSkill, FoundValue,
    GapQuestion, GapsFact, Interviewer, KindFact, KnownSkill, Purpose, READING_TOKENS,
    RefusalReason, RefusedValue, SkillsAsk, SkillsRead,
};
use serde_json::{Value, json};

/// Most skills a session keeps.
pub(super) const SKILLS: usize = 200;
/// Most refusals that are listed of one reading.
const REFUSED: usize = 50;
/// Confidence in a skill that a text never names: the reader concluded it.
const CONCLUDED: f64 = 0.5;
/// What readers write where they should leave an attribute out.
const NOTHING: [&str; 8] = [
    "unknown",
    "n/a",
    "none",
    "null",
    "not specified",
    "not mentioned",
    "not stated",
    "-",
];
/// Milliseconds of a year, for the year of a time.
const YEAR_MS: u64 = 31_556_952_000;

pub(super) fn of_resume(gaps: &Gaps, session: &Session) -> Plan {
    let part = gaps.parts_read as usize;
    let text = gaps
        .parts
        .get(part)
        .map_or("", |part| &gaps.resume[part.clone()]);
    let instruction = fill(
        &session.wording.kind.gaps.resume,
        &[
            ("part", &(part + 1).to_string()),
            ("parts", &gaps.parts.len().to_string()),
            ("known", &words::known(gaps, session)),
            ("text", &data("resume", text)),
        ],
    );
    let step = ["resume:", &(part + 1).to_string()].concat();
    let ask = SkillsAsk {
        resume: true,
        text: text.into(),
        ..asking(gaps, session)
    };
    plan(session, step, instruction, ask)
}

pub(super) fn of_answer(gaps: &Gaps, session: &Session) -> Plan {
    let last = session.exchanges.last();
    let (question, text) = last.map_or(("", ""), |last| {
        (last.question.text.as_str(), last.answer_text())
    });
    let gap = last.and_then(|last| last.question.of_kind.gap.as_ref());
    let asked = gap
        .map(|gap| words::asked(session, gap))
        .unwrap_or_default();
    let skill = gap.map(|gap| gap.skill.clone()).unwrap_or_default();
    let asked = [&data("skill", &skill), "\n", &asked].concat();
    let instruction = fill(
        &session.wording.kind.gaps.answer,
        &[
            ("question", &data("question", question)),
            ("asked", &asked),
            ("known", &words::known(gaps, session)),
            ("text", &data("answer", text)),
        ],
    );
    let step = ["analysis:", &session.asked().to_string()].concat();
    let ask = SkillsAsk {
        text: text.into(),
        question: question.into(),
        skill,
        earlier: earlier(session, gap),
        attributes: gap.map(|gap| gap.attributes.clone()).unwrap_or_default(),
        ..asking(gaps, session)
    };
    plan(session, step, instruction, ask)
}

/// Earlier answers about the same skill, for the rules of this device: a model has them in its history.
fn earlier(session: &Session, gap: Option<&GapQuestion>) -> String {
    let Some(gap) = gap.filter(|_| session.interviewer == Interviewer::Scripted) else {
        return String::new();
    };
    let before = session.exchanges.iter().rev().skip(1);
    let same = before.filter(|exchange| {
        let other = exchange.question.of_kind.gap.as_ref();
        other.is_some_and(|other| other.skill == gap.skill)
    });
    let texts: Vec<&str> = same.map(|exchange| exchange.answer_text()).collect();
    texts.join("\n")
}

fn asking(gaps: &Gaps, session: &Session) -> SkillsAsk {
    let known = gaps.kept().map(|skill| KnownSkill {
        skill: skill.name.clone(),
        unknown: skill.unknown().collect(),
    });
    SkillsAsk {
        known: known.collect(),
        year: (1970 + session.updated_at / YEAR_MS) as u32,
        ..SkillsAsk::default()
    }
}

fn plan(session: &Session, step: String, instruction: String, ask: SkillsAsk) -> Plan {
    // An answer that is taken back is taken out of the messages that have it.
    let answers = if ask.resume {
        Vec::new()
    } else {
        vec![session.asked()]
    };
    let ask = conversation::ask_apart(session, Purpose::Skills(Box::new(ask)));
    Plan {
        step,
        contract: Contract::Skills,
        shown: ShownText::Nothing,
        settings: conversation::exact(READING_TOKENS),
        state: String::new(),
        instruction,
        apart: Some(Apart {
            system: session.wording.kind.gaps.analysis.clone(),
            answers,
        }),
        retry: |wording| &wording.kind.gaps.retry,
        ..conversation::planned(session, ask)
    }
}

/// Turns a reading into facts: what the text shows of it, and the results of the calls that asked for it.
pub(super) fn absorb(
    gaps: &Gaps,
    session: &Session,
    ask: &SkillsAsk,
    reading: Reading,
) -> Vec<Fact> {
    let value = match reading {
        Reading::Value(Reply::Value(value)) => Some(value),
        _ => None,
    };
    let called = session.tools.open().next().is_some();
    let mut read = SkillsRead {
        question: (!ask.resume).then(|| session.asked()),
        part: if ask.resume { gaps.parts_read + 1 } else { 0 },
        caller: if called {
            AnalysisCaller::Model
        } else {
            AnalysisCaller::Engine
        },
        read: value.is_some(),
        ..SkillsRead::default()
    };
    let text = Text::of(&[ask.text.as_str(), "\n", &ask.earlier].concat());
    for item in value
        .iter()
        .flat_map(|value| value["skills"].as_array())
        .flatten()
    {
        skill(gaps, &text, item, &mut read);
    }
    read.refused.truncate(REFUSED);
    if !ask.resume {
        let mut standing = standing(gaps, ask, &read, value.as_ref());
        // The built-in interviewer recognises what is asked back itself.
        standing.asks_back &= session.interviewer != Interviewer::Scripted;
        read.answer = Some(standing);
    }
    let result = match &value {
        Some(_) => learned(&read),
        None => tools::error(
            super::ANALYSIS,
            "execution_failed",
            "The answer could not be read.",
        ),
    };
    let mut facts = vec![Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read)))];
    if !ask.resume {
        facts.extend(settled(session, &result));
    }
    facts
}

/// Takes one skill of a reading in, as far as the text shows it.
fn skill(gaps: &Gaps, text: &Text, item: &Value, read: &mut SkillsRead) {
    let field = |key: &str| item[key].as_str().unwrap_or_default().trim();
    let name = canonical(gaps, field("name"));
    let mut others = read.found.iter();
    let other = others.find(|found| same_skill(gaps, &found.skill, &name));
    let name = other.map_or(name, |found| found.skill.clone());
    let refuse = |attribute, reason| RefusedValue {
        skill: name.chars().take(80).collect(),
        attribute,
        reason,
    };
    let there = gaps.get(&name);
    if name.is_empty() || !text.holds(field("quote")) {
        read.refused.push(refuse(None, RefusalReason::NotInText));
        // Values of a known skill are looked at all the same: each has its own quote.
        if there.is_none() {
            return;
        }
    }
    if there.is_some_and(|there| there.struck) {
        return read.refused.push(refuse(None, RefusalReason::Corrected));
    }
    let known = read.found.iter().position(|found| found.skill == name);
    let new = read
        .found
        .iter()
        .filter(|f| gaps.get(&f.skill).is_none())
        .count();
    if there.is_none() && known.is_none() && gaps.list.len() + new >= SKILLS {
        return read.refused.push(refuse(None, RefusalReason::TooMany));
    }
    let mut found = FoundSkill {
        confidence: item["confidence"]
            .as_f64()
            .unwrap_or(CONCLUDED)
            .clamp(0.0, 1.0),
        quote: field("quote").into(),
        ..FoundSkill::default()
    };
    if there.is_none() && !is_named(gaps, text, &name) && !text.holds(field("name")) {
        found.confidence = found.confidence.min(CONCLUDED);
    }
    for attribute in Attribute::ALL {
        let reading = &item[attribute.name()];
        let text_of = |key: &str| reading[key].as_str().unwrap_or_default().trim();
        let value = text_of("value");
        if value.is_empty() || NOTHING.contains(&value.to_ascii_lowercase().as_str()) {
            continue;
        }
        let at = *attribute as usize;
        let before = known.is_some_and(|known| {
            read.found[known]
                .values
                .iter()
                .any(|value| value.attribute == *attribute)
        });
        let source = if read.question.is_some() {
            Source::Answer(0)
        } else {
            Source::Resume
        };
        let open = |there: &Skill| there.set[at] || there.gives_way(*attribute, source);
        if before || !there.is_none_or(open) {
            continue;
        }
        let mut refused = |reason| read.refused.push(refuse(Some(*attribute), reason));
        if there.is_some_and(|there| there.set[at]) {
            refused(RefusalReason::Corrected);
            continue;
        }
        if !text.holds(text_of("quote")) {
            refused(RefusalReason::NotInText);
            continue;
        }
        let same_as = text_of("same_as");
        let value = if same_as.is_empty() {
            value.into()
        } else {
            match resolved(gaps, &read.found, same_as, *attribute) {
                Some(value) => value,
                None => {
                    refused(RefusalReason::Unresolved);
                    continue;
                }
            }
        };
        found.values.push(FoundValue {
            attribute: *attribute,
            value,
            quote: text_of("quote").into(),
            same_as: if same_as.is_empty() {
                String::new()
            } else {
                canonical(gaps, same_as)
            },
        });
    }
    match known {
        Some(known) => {
            let other = &mut read.found[known];
            other.confidence = other.confidence.max(found.confidence);
            other.values.append(&mut found.values);
        }
        None => {
            found.skill = name;
            read.found.push(found);
        }
    }
}

/// True when a text names a skill by any of its names.
fn is_named(gaps: &Gaps, text: &Text, name: &str) -> bool {
    let mut names = group(gaps, name).into_iter().flatten();
    text.holds(name) || names.any(|other| text.holds(other))
}

/// The value of another skill that this one shares by the reader's account: known before, or read a moment ago in the same text.
fn resolved(
    gaps: &Gaps,
    found: &[FoundSkill],
    same_as: &str,
    attribute: Attribute,
) -> Option<String> {
    let name = canonical(gaps, same_as);
    let known = gaps
        .get(&name)
        .and_then(|skill| skill.values[attribute as usize].as_ref());
    if let Some(known) = known {
        return Some(known.value.clone());
    }
    let other = found
        .iter()
        .find(|found| same_skill(gaps, &found.skill, &name))?;
    let value = other
        .values
        .iter()
        .find(|value| value.attribute == attribute)?;
    Some(value.value.clone())
}

/// How the answer meets its question. What it brought counts more than what the reader reports of it: an answer that shows
/// something is taking part, however short, and one that shows nothing of what was asked is not a full one.
fn standing(
    gaps: &Gaps,
    ask: &SkillsAsk,
    read: &SkillsRead,
    value: Option<&Value>,
) -> AnswerStanding {
    let judged = value.and_then(|value| value.get("answer"));
    let kind = judged.and_then(|judged| judged["kind"].as_str());
    let kinds = AnswerKind::ALL.iter();
    let kind = kinds
        .into_iter()
        .find(|known| kind == Some(known.name()))
        .copied();
    let engaged = judged
        .and_then(|judged| judged["engaged"].as_bool())
        .unwrap_or(true);
    let new = |found: &&FoundSkill| !found.values.is_empty() || gaps.get(&found.skill).is_none();
    let here = read.found.iter().find(|found| found.skill == ask.skill);
    let brought = |attribute: &Attribute| {
        here.is_some_and(|found| {
            found
                .values
                .iter()
                .any(|value| value.attribute == *attribute)
        })
    };
    let something = read.found.iter().any(|found| new(&found));
    let asks_back =
        |kind: AnswerKind| matches!(kind, AnswerKind::Clarification | AnswerKind::Example);
    let asked_back = kind.is_some_and(asks_back);
    let kind = match kind {
        _ if ask.skill.is_empty() && something => AnswerKind::Full,
        _ if !ask.attributes.is_empty() && ask.attributes.iter().all(brought) => AnswerKind::Full,
        _ if here.is_some_and(|found| !found.values.is_empty()) => AnswerKind::Partial,
        // It spoke of another skill: that is worth something, and not what was asked.
        Some(AnswerKind::OffTopic | AnswerKind::Empty | AnswerKind::Full) | None if something => {
            AnswerKind::Partial
        }
        Some(AnswerKind::Full) | None => AnswerKind::Partial,
        Some(kind) => kind,
    };
    AnswerStanding {
        kind,
        engaged: engaged || something || asks_back(kind),
        asks_back: asked_back && !asks_back(kind),
    }
}

/// The result of the call that asked for a reading.
fn learned(read: &SkillsRead) -> Value {
    let mut skills = Vec::new();
    for found in &read.found {
        let names = found
            .values
            .iter()
            .map(|value| Value::from(value.attribute.name()));
        skills.push(json!({ "skill": found.skill, "learned": names.collect::<Vec<_>>() }));
    }
    json!({ "status": "ok", "skills": skills })
}
