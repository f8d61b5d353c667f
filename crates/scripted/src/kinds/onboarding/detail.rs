//! One position and one lesson in detail: each is asked about in words, then shown in the respondent's own.

use super::act::{Act, object};
use super::approval::{Draft, approve};
use super::phase::{PhaseContext, answer, quoted};
use super::words::{self, HIGHLIGHT, LONG, NAME, QUOTE, add, short};
use crate::acts::Act as Heard;
use crate::answer::best_echo;
use crate::pattern::{X, Y, things};
use crate::said::is_foreign;
use crate::wishes::Wishes;
use colloquy_findings::{fold, normal_form, word_count};
use colloquy_schema::{
    DataType, ObjectiveState, Turn,
    tools::{ANALYSIS, OPTION, VALIDATION},
};
use serde_json::Value;

/// Fewest words of an answer that says something.
const SUBSTANTIVE: usize = 8;
/// Least score of a stretch of an answer that carries a question, as in a conversation.
const ECHO: i32 = 8;
/// Most positions to choose from.
const POSITIONS: usize = 6;
/// Longest label of an option, in characters.
const LABEL: usize = 200;
/// Longest text that is read for skills, in characters.
const READ: usize = 20_000;

pub(super) fn step(phase: &PhaseContext, place: usize, kind: DataType) -> Option<Act> {
    let mut draft = Draft {
        data: object(&mut []),
        lead: "onboarding.show.told",
        title: String::new(),
    };
    if phase.of_kind(VALIDATION, kind).next().is_some() {
        return approve(phase, place, kind, draft);
    }
    let since = phase.since(place);
    if kind == DataType::Education {
        draft.data = entries(phase, "education")
            .next()
            .cloned()
            .unwrap_or(draft.data);
    } else if kind == DataType::Experience {
        let position = match position(phase, since) {
            Ok(position) => position,
            Err(act) => return Some(act),
        };
        if let Some(act) = ask(phase, since, "onboarding.experience", &position, 3) {
            return Some(act);
        }
        let answers = answers(phase, since);
        if let Some(act) = skills(phase, &answers) {
            return Some(act);
        }
        draft.data = position;
        for text in answers {
            add(&mut draft.data, "highlights", short(text, HIGHLIGHT));
        }
        let read = phase.runs(ANALYSIS).next_back();
        let skills = read.and_then(|run| run.result["skills"].as_array());
        for skill in skills.into_iter().flatten() {
            if let Some(name) = skill["name"].as_str() {
                add(&mut draft.data, "skills", short(name, 100));
            }
        }
    } else {
        let position = approved(phase);
        if let Some(act) = ask(phase, since, "onboarding.knowledge", &position, 2) {
            return Some(act);
        }
        draft.data = card(phase, since, &position);
    }
    if let Value::Object(map) = &mut draft.data {
        map.remove("id");
        if map.is_empty() {
            draft.lead = "onboarding.show.hand";
        }
    }
    approve(phase, place, kind, draft)
}

/// What a timeline has, as it was approved or kept.
fn entries<'a>(phase: &PhaseContext<'a>, key: &str) -> impl Iterator<Item = &'a Value> {
    let of = DataType::SkeletonTimeline;
    let wanted = phase.wanted;
    let approved = wanted.approved.iter().rev().find(|(kind, _)| *kind == of);
    let kept = wanted.artifacts.iter().find(|kept| kept.data_type == of);
    let data = kept
        .map(|kept| &kept.data)
        .or(approved.map(|(_, data)| data));
    let list = data.and_then(|data| data[key].as_array());
    list.into_iter().flatten()
}

/// The position that was approved in detail, or the only one there is.
fn approved(phase: &PhaseContext) -> Value {
    let mut approved = phase.wanted.approved.iter().rev();
    let detailed = approved.find(|(kind, _)| *kind == DataType::Experience);
    let detailed = detailed.map(|(_, data)| data);
    let position = detailed.or(entries(phase, "work").next());
    position.cloned().unwrap_or_default()
}

/// A position with its organisation, as it is read.
pub(super) fn named(entry: &Value) -> String {
    let parts = [&entry["position"], &entry["name"]];
    let parts: Vec<&str> = parts.into_iter().filter_map(Value::as_str).collect();
    parts.join(", ")
}

/// The position that is spoken about, or how it is found out.
fn position(phase: &PhaseContext, since: u32) -> Result<Value, Act> {
    let entries: Vec<&Value> = entries(phase, "work").take(POSITIONS).collect();
    let named_by = |text: &str| {
        let folded = fold(text);
        let mut named = entries.iter().filter(|entry| {
            let mut parts = [&entry["position"], &entry["name"]].into_iter();
            parts.any(|part| {
                part.as_str()
                    .is_some_and(|part| folded.contains(&fold(part)))
            })
        });
        let found = named.next().map(|entry| (*entry).clone());
        found.unwrap_or_else(|| words::named(text))
    };
    let Some(first) = entries.first() else {
        let mut asked = phase.turns(since).filter(|turn| phase.is_worded(turn));
        let first = asked.next();
        return match first.and_then(|turn| phase.told(turn)) {
            Some(text) => Ok(words::named(text)),
            None if first.is_none() && phase.wanted.turns_left > 0 => {
                Err(phase.say("onboarding.position", &things("", "")))
            }
            _ => Ok(object(&mut [])),
        };
    };
    let id = |at: usize| ["position-", &at.to_string()].concat();
    let mut offers = phase.runs(OPTION);
    let offered = offers.rfind(|run| run.arguments["options"][0]["id"] == id(0));
    if let Some(run) = offered {
        let chosen = &run.result["selectedIds"][0];
        let chosen = (0..entries.len()).find(|at| *chosen == id(*at));
        return Ok(match (chosen, phase.typed(run)) {
            (Some(at), _) => entries[at].clone(),
            (None, Some(text)) => named_by(text),
            _ => (*first).clone(),
        });
    }
    let mut options = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        options.push(object(&mut [
            ("id", Value::String(id(at))),
            ("label", short(&named(entry), LABEL)),
        ]));
    }
    let prompt = phase.line("onboarding.which", &things("", ""));
    match prompt.and_then(|prompt| phase.options(prompt, options)) {
        Some(act) => Err(act),
        None => Ok((*first).clone()),
    }
}

/// Questions that were put in words.
fn asked<'a>(phase: &PhaseContext<'a>, since: u32) -> Vec<&'a Turn> {
    let turns = phase.turns(since);
    turns.filter(|turn| phase.is_worded(turn)).collect()
}

/// What was answered to them.
fn answers<'a>(phase: &PhaseContext<'a>, since: u32) -> Vec<&'a str> {
    let turns = asked(phase, since).into_iter();
    let answers = turns.filter_map(|turn| answer(turn).map(|text| (turn, text)));
    // A refusal or a question back is no highlight of a position.
    answers
        .filter(|(turn, text)| {
            word_count(&phase.ask.hear(&turn.question, text).telling(text)) >= SUBSTANTIVE
        })
        .map(|(_, text)| text)
        .collect()
}

/// Puts a question about a position, as long as it can bring more and leaves turns for what follows.
fn ask(phase: &PhaseContext, since: u32, name: &str, entry: &Value, most: usize) -> Option<Act> {
    let asked = asked(phase, since);
    let passed = asked.iter().filter(|turn| answer(turn).is_none()).count();
    let open = phase.wanted.objectives.iter();
    let open = open.filter(|objective| objective.state == ObjectiveState::Open);
    let enough = answers(phase, since).len() > 1 || asked.len() >= most || passed > 1;
    if enough || phase.wanted.turns_left as usize <= open.count() {
        return None;
    }
    if let Some(text) = asked.last().copied().and_then(answer) {
        let before: Vec<&str> = asked.iter().map(|turn| turn.question.as_str()).collect();
        let wishes = Wishes::new(&phase.ask.guidelines);
        let heard = phase.ask.hear("", text);
        let telling = if heard.has(Heard::Distress) || is_foreign(&phase.ask.locale, &heard) {
            String::new()
        } else {
            heard.telling(text)
        };
        let echo = best_echo(
            phase.ask.words,
            &telling,
            &normal_form(&before.join(" ")),
            &wishes,
        );
        if let Some(echo) = echo.filter(|echo| echo.score >= ECHO) {
            let question = phase.question("onboarding.echo", &things(&echo.text, ""));
            return Some(Act::Say(question, true));
        }
    }
    let text = |key: &str| quoted(entry[key].as_str().unwrap_or_default());
    let (position, organisation) = (text("position"), text("name"));
    let mut slots = things("", "");
    (slots[X], slots[Y]) = (&position, &organisation);
    Some(phase.say(name, &slots))
}

/// Has the answers read for skills, once.
fn skills(phase: &PhaseContext, answers: &[&str]) -> Option<Act> {
    let due = !answers.is_empty() && phase.can(ANALYSIS) && phase.runs(ANALYSIS).next().is_none();
    due.then(|| {
        Act::Call(
            ANALYSIS,
            object(&mut [("answer_text", short(&answers.join("\n"), READ))]),
        )
    })
}

/// A card from what was answered; its evidence is quoted word for word.
fn card(phase: &PhaseContext, since: u32, position: &Value) -> Value {
    let mut data = object(&mut []);
    let mut quotes = asked(phase, since);
    let told = |turn| {
        let text = phase.told(turn);
        text.filter(|text| word_count(text) >= SUBSTANTIVE)
    };
    quotes.retain(|turn| told(turn).is_some());
    if let Some(text) = quotes.first().copied().and_then(answer) {
        data["title"] = quoted(text).into();
        data["summary"] = short(text, LONG);
    }
    if quotes.is_empty() {
        // No answer here speaks of it; an earlier one may still show it.
        quotes = asked(phase, phase.wanted.first_question.saturating_sub(1));
    }
    for turn in quotes {
        if let Some(text) = told(turn) {
            let quote = short(text, QUOTE);
            add(
                &mut data,
                "evidence",
                object(&mut [("quote", quote), ("source", short(&turn.question, QUOTE))]),
            );
        }
    }
    let named = named(position);
    if !named.is_empty() && data["evidence"].is_array() {
        data["experience"] = short(&named, NAME);
    }
    data
}
