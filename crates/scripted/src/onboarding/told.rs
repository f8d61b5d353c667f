//! One position and one lesson in detail: asked about in words, then shown in the respondent's own.

use super::approval::{Draft, approve};
use super::here::{Here, answer, quoted};
use super::words::{self, HIGHLIGHT, LONG, NAME, QUOTE, add, short};
use super::{Act, object};
use crate::answer::best_echo;
use crate::pattern::{X, Y, things};
use crate::wishes::Wishes;
use colloquy_findings::{fold, normal_form, word_count};
use colloquy_schema::{
    DataType, ObjectiveState, Turn,
    tools::{ANALYSIS, OPTION, VALIDATION},
};
use serde_json::Value;

/// Fewest words of an answer that says something.
const TOLD: usize = 8;
/// Least score of a stretch of an answer that carries a question, as in a conversation.
const ECHO: i32 = 8;
/// Most positions to choose from.
const POSITIONS: usize = 6;
/// Longest label of an option, in characters.
const LABEL: usize = 200;
/// Longest text that is read for skills, in characters.
const READ: usize = 20_000;

pub(super) fn step(here: &Here, place: usize, kind: DataType) -> Option<Act> {
    let mut draft = Draft {
        data: object(&mut []),
        lead: "onboarding.show.told",
        title: String::new(),
    };
    if here.of_kind(VALIDATION, kind).next().is_some() {
        return approve(here, place, kind, draft);
    }
    let since = here.since(place);
    if kind == DataType::Education {
        draft.data = entries(here, "education")
            .next()
            .cloned()
            .unwrap_or(draft.data);
    } else if kind == DataType::Experience {
        let position = match position(here, since) {
            Ok(position) => position,
            Err(act) => return Some(act),
        };
        if let Some(act) = ask(here, since, "onboarding.experience", &position, 3) {
            return Some(act);
        }
        let told = told(here, since);
        if let Some(act) = skills(here, &told) {
            return Some(act);
        }
        draft.data = position;
        for text in told {
            add(&mut draft.data, "highlights", short(text, HIGHLIGHT));
        }
        let read = here.runs(ANALYSIS).next_back();
        let skills = read.and_then(|run| run.result["skills"].as_array());
        for skill in skills.into_iter().flatten() {
            if let Some(name) = skill["name"].as_str() {
                add(&mut draft.data, "skills", short(name, 100));
            }
        }
    } else {
        let position = approved(here);
        if let Some(act) = ask(here, since, "onboarding.knowledge", &position, 2) {
            return Some(act);
        }
        draft.data = card(here, since, &position);
    }
    if let Value::Object(map) = &mut draft.data {
        map.remove("id");
        if map.is_empty() {
            draft.lead = "onboarding.show.hand";
        }
    }
    approve(here, place, kind, draft)
}

/// What a timeline has, as it was approved or kept.
fn entries<'a>(here: &Here<'a>, key: &str) -> impl Iterator<Item = &'a Value> {
    let of = DataType::SkeletonTimeline;
    let wanted = here.wanted;
    let approved = wanted.approved.iter().rev().find(|(kind, _)| *kind == of);
    let kept = wanted.artifacts.iter().find(|kept| kept.data_type == of);
    let data = kept
        .map(|kept| &kept.data)
        .or(approved.map(|(_, data)| data));
    let list = data.and_then(|data| data[key].as_array());
    list.into_iter().flatten()
}

/// The position that was told in detail, or the only one there is.
fn approved(here: &Here) -> Value {
    let mut approved = here.wanted.approved.iter().rev();
    let told = approved.find(|(kind, _)| *kind == DataType::Experience);
    let told = told.map(|(_, data)| data).or(entries(here, "work").next());
    told.cloned().unwrap_or_default()
}

/// A position with its organisation, as it is read.
fn named(entry: &Value) -> String {
    let parts = [&entry["position"], &entry["name"]];
    let parts: Vec<&str> = parts.into_iter().filter_map(Value::as_str).collect();
    parts.join(", ")
}

/// The position that is spoken about, or how it is found out.
fn position(here: &Here, since: u32) -> Result<Value, Act> {
    let entries: Vec<&Value> = entries(here, "work").take(POSITIONS).collect();
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
        let mut asked = here.turns(since);
        return match asked.next().and_then(answer) {
            Some(text) => Ok(words::named(text)),
            None if here.turns(since).next().is_none() && here.wanted.turns_left > 0 => {
                Err(here.say("onboarding.position", &things("", "")))
            }
            _ => Ok(object(&mut [])),
        };
    };
    let id = |at: usize| ["position-", &at.to_string()].concat();
    let mut offers = here.runs(OPTION);
    let offered = offers.rfind(|run| run.arguments["options"][0]["id"] == id(0));
    if let Some(run) = offered {
        let chosen = &run.result["selectedIds"][0];
        let chosen = (0..entries.len()).find(|at| *chosen == id(*at));
        return Ok(match (chosen, here.typed(run)) {
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
    let prompt = here.line("onboarding.which", &things("", ""));
    match prompt.and_then(|prompt| here.options(prompt, options)) {
        Some(act) => Err(act),
        None => Ok((*first).clone()),
    }
}

/// Questions that were put in words.
fn asked<'a>(here: &Here<'a>, since: u32) -> Vec<&'a Turn> {
    let turns = here.turns(since);
    turns.filter(|turn| !here.is_form(turn)).collect()
}

/// What was answered to them.
fn told<'a>(here: &Here<'a>, since: u32) -> Vec<&'a str> {
    let turns = asked(here, since).into_iter();
    let answers = turns.filter_map(answer);
    answers.filter(|text| word_count(text) >= TOLD).collect()
}

/// Puts a question about a position, as long as it can bring more and leaves turns for what follows.
fn ask(here: &Here, since: u32, name: &str, entry: &Value, most: usize) -> Option<Act> {
    let asked = asked(here, since);
    let passed = asked.iter().filter(|turn| answer(turn).is_none()).count();
    let open = here.wanted.objectives.iter();
    let open = open.filter(|objective| objective.state == ObjectiveState::Open);
    let enough = told(here, since).len() > 1 || asked.len() >= most || passed > 1;
    if enough || here.wanted.turns_left as usize <= open.count() {
        return None;
    }
    if let Some(text) = asked.last().copied().and_then(answer) {
        let before: Vec<&str> = asked.iter().map(|turn| turn.question.as_str()).collect();
        let wishes = Wishes::new(&here.ask.guidelines);
        let echo = best_echo(text, &normal_form(&before.join(" ")), &wishes);
        if let Some(echo) = echo.filter(|echo| echo.score >= ECHO) {
            let question = here.question("onboarding.echo", &things(&echo.text, ""));
            return Some(Act::Say(question, true));
        }
    }
    let text = |key: &str| quoted(entry[key].as_str().unwrap_or_default());
    let (position, organisation) = (text("position"), text("name"));
    let mut slots = things("", "");
    (slots[X], slots[Y]) = (&position, &organisation);
    Some(here.say(name, &slots))
}

/// Has the answers read for skills, once.
fn skills(here: &Here, told: &[&str]) -> Option<Act> {
    let due = !told.is_empty() && here.can(ANALYSIS) && here.runs(ANALYSIS).next().is_none();
    due.then(|| {
        Act::Call(
            ANALYSIS,
            object(&mut [("answer_text", short(&told.join("\n"), READ))]),
        )
    })
}

/// A card from what was answered; its evidence is quoted word for word.
fn card(here: &Here, since: u32, position: &Value) -> Value {
    let mut data = object(&mut []);
    let mut quotes = asked(here, since);
    quotes.retain(|turn| answer(turn).is_some_and(|text| word_count(text) >= TOLD));
    if let Some(text) = quotes.first().copied().and_then(answer) {
        data["title"] = quoted(text).into();
        data["summary"] = short(text, LONG);
    }
    if quotes.is_empty() {
        // Nothing was told of it; what was told before may still show it.
        quotes = asked(here, here.wanted.first_question.saturating_sub(1));
    }
    for turn in quotes {
        let text = answer(turn).filter(|text| word_count(text) >= TOLD);
        if let Some(text) = text {
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
