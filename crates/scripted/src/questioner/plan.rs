//! What a bank looks for, where it has the uses `follow` and `slot`: a question on what was just answered, then what is still to be known,
//! the nearest first.

use super::Questioner;
use crate::acts::Act;
use crate::clean::bounded;
use crate::cues::is_one_of;
use crate::handle::bare;
use crate::hash::hash;
use crate::memory::padded;
use crate::pattern::made_from;
use crate::said::Said;
use crate::signs::{entries, form_of, places, weigh, weigh_signs};
use colloquy_findings::sentences;
use colloquy_schema::{BankUse, QuestionKind};
use std::cmp::Reverse;

/// Most bytes of one answer that are searched for what it answers ahead.
const ANSWER_BYTES: usize = 20_000;
/// How the name of a slot ends that is left out where it is about people.
const MATTER: &str = "matter";
/// How the name of a follow-up ends that is stayed with for as long as it has questions: a choice that is still open.
const STAYS: &str = "stays";
/// Questions that must be left for a second follow-up in a row: what else there is to know needs them.
const ROOM: u32 = 3;

/// A question on what the last answer has that calls for one of its own: an obstacle, a figure, somebody, a choice. What stands last in it
/// comes first, and each is asked about once.
pub(crate) fn follow_up(questioner: &Questioner) -> Option<String> {
    let (ask, turn) = (questioner.ask, questioner.last()?);
    let said = questioner.answers.last()?;
    if said.turn.number != turn.number || ask.kind == QuestionKind::Conclusion {
        return None;
    }
    let left = ask.max_questions.saturating_sub(ask.number);
    let follows = ask.kind == QuestionKind::FollowUp;
    let deeper = follows && (turn.follow_up_depth == 0 || left >= ROOM);
    let telling = bounded(&said.telling, ANSWER_BYTES);
    let form = padded(telling);
    // An answer to the slot of that name is followed whatever words it has, and so is one about a choice.
    let made = |entry: &BankUse| {
        let mut lines = entry.sentences[1..].iter();
        lines.any(|line| made_from(&turn.question, line))
    };
    let continues = |entry: &BankUse| {
        let mut slots = entries(ask, "slot").filter(|slot| slot.template == entry.template);
        slots.any(made) || entry.template.ends_with(STAYS) && made(entry)
    };
    let mut found = Vec::new();
    for entry in entries(ask, "follow") {
        let stays = entry.template.ends_with(STAYS);
        let asked = |line: &String| questioner.memory.uses_here(line) > 0;
        if !stays && (!deeper || entry.sentences[1..].iter().any(asked)) {
            continue;
        }
        let signs = entry.sentences[0]
            .split('|')
            .filter(|sign| !sign.is_empty());
        let named = entry.sentences[1].contains("{x}");
        let place = match named {
            true => somebody(questioner, telling, &entry.sentences[0]),
            false => signs
                .flat_map(|sign| places(&form, sign))
                .max()
                .map(|at| (at, String::new())),
        };
        let place = place.or_else(|| continues(entry).then(|| (0, String::new())));
        if let Some((at, x)) = place {
            found.push((at, entry, x));
        }
    }
    found.sort_by_key(|(at, ..)| Reverse(*at));
    found
        .into_iter()
        .find_map(|(_, entry, x)| fresh(questioner, entry, &x))
}

/// The first question of an entry that was not put, with a name where it has room for one.
fn fresh(questioner: &Questioner, entry: &BankUse, x: &str) -> Option<String> {
    let mut lines: Vec<&String> = entry.sentences[1..].iter().collect();
    lines.sort_by_key(|line| {
        let earlier = questioner.memory.uses_earlier(line);
        (earlier, hash(questioner.salt, line))
    });
    let put = lines.into_iter().map(|line| line.replace("{x}", x));
    put.into_iter()
        .find(|line| questioner.memory.is_fresh(line) && !questioner.wishes.forbids(&padded(line)))
}

/// Somebody whom an answer names last before one of some verbs, and the place of it. Nobody who was named where something was refused
/// or hurt, and nobody whom a question named.
fn somebody(questioner: &Questioner, telling: &str, verbs: &str) -> Option<(usize, String)> {
    let lists = questioner.ask.words;
    let closed = |said: &Said, name: &str| {
        let acts = [Act::Refusal, Act::Distress, Act::Crisis];
        acts.into_iter().any(|act| said.heard.has(act)) && said.text.contains(name)
    };
    let mut found = None;
    for range in sentences(telling) {
        let words: Vec<&str> = telling[range.clone()].split_whitespace().collect();
        let delicate = |word: &&str| is_one_of(&lists.bare(&bare(word)), lists.delicate);
        if words.iter().any(delicate) {
            continue;
        }
        for at in 1..words.len() {
            let (name, verb) = (words[at - 1], bare(words[at]));
            let is_name = name.chars().all(char::is_alphabetic)
                && name.chars().next().is_some_and(char::is_uppercase)
                && name.chars().skip(1).all(char::is_lowercase)
                && name.chars().count() > 2;
            // “Die Leitung sagt” has an article before it.
            let before = at.checked_sub(2).map(|at| bare(words[at]));
            let bound = before.is_some_and(|word| {
                let word = lists.bare(&word).into_owned();
                is_one_of(&word, lists.determiners) || word.len() > 3
            });
            let known = || {
                let form = bare(name);
                lists.is_function_word(&form)
                    || is_one_of(&lists.bare(&form), lists.no_names)
                    || is_one_of(&lists.bare(&form), lists.refusing)
            };
            let says = verbs.split('|').any(|other| other == verb);
            if is_name && says && !known() && !(bound && lists.traits != "capitals") {
                found = Some((range.start, name.to_string()));
            }
        }
    }
    let (at, name) = found?;
    let asked = questioner.memory.touched_here(&padded(&name));
    let kept = questioner.answers.iter().any(|said| closed(said, &name));
    (!asked && !kept).then_some((at, name))
}

/// A question on what no answer has covered yet: the nearest to the last answer, or else the first. None where all is covered, or the
/// bank lists nothing.
///
/// Where it is about people or about too much work, what it costs and who could learn it is not asked for.
pub(crate) fn open_slot(questioner: &Questioner) -> Option<String> {
    let ask = questioner.ask;
    // What the interview is about is known before the first question. What stands behind a complaint or a refusal was answered as well; only
    // nothing is made of it.
    let (mut subjects, mut known) = (vec![ask.context.title.as_str()], Vec::new());
    for said in &questioner.answers {
        subjects.push(said.telling.as_str());
        known.push(bounded(said.text, ANSWER_BYTES));
    }
    known.push(ask.context.title.as_str());
    let (subjects, form) = (form_of(&subjects), form_of(&known));
    let delicate = entries(ask, "role.none").any(|entry| weigh(&subjects, entry).points > 1);
    let last = questioner.answers.last();
    let last = last.map_or("", |said| bounded(&said.telling, ANSWER_BYTES));
    let form_of_last = padded(last);
    let asked = |line: &String| questioner.memory.uses_here(line) > 0;
    let mut open: Vec<(&BankUse, usize)> = Vec::new();
    for entry in entries(ask, "slot") {
        let skipped = delicate && entry.template.ends_with(MATTER);
        if !skipped && weigh(&form, entry).points == 0 && !entry.sentences[1..].iter().any(asked) {
            let signs = ask.bank.sentences("slot.near", &entry.template);
            let near = signs.map(|signs| weigh_signs(&form_of_last, signs).points);
            open.push((entry, near.sum()));
        }
    }
    open.sort_by_key(|(_, near)| Reverse(*near));
    let mut open = open.into_iter();
    let question = open.find_map(|(entry, _)| fresh(questioner, entry, ""))?;
    let lead = questioner.lead();
    Some([lead, " ", &question].concat().trim_start().into())
}
