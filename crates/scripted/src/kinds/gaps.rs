//! Words a question of a skills interview. The engine has decided which gap it is for, what it asks and what stands before it: only
//! the sentence is chosen here, so that it fits the intent and does not sound like the last one.

use crate::acts::Act;
use crate::ask::Ask;
use crate::choose::sentences;
use crate::hash::hash;
use crate::memory::Memory;
use crate::pattern::{A, B, SKILL, fill, things};
use crate::reactions::{Move, after_refusal, decide};
use crate::reply::{put, refused};
use crate::said::{Said, said};
use colloquy_schema::{GapAsk, Intent, Purpose, QuestionKind, RawReply, Topic};

/// Fewest and most words of a question without the engine's first words: two clauses and an explanation need more room
/// than a question of another interview.
const WORDS: (usize, usize) = (6, 40);

/// Returns the reply to an ask of a skills interview: a question about a gap. A text is not read for skills here: the reply to that
/// ask is empty, and the caller with a lexicon answers it. Empty for any other ask, too.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Gap(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    let refused = refused(ask, |first| question(first, wanted, None).0);
    let (text, stays) = question(ask, wanted, refused.as_deref());
    put(text, stays)
}

/// Returns what the last answer calls for, or the question with what it calls for before it; and whether it stays with what the
/// question before was about.
fn question(ask: &Ask, wanted: &GapAsk, refused: Option<&str>) -> (String, bool) {
    let memory = Memory::new(ask, refused);
    let (answers, _) = said(ask);
    let stays = wanted.gap.intent != Intent::Question;
    let lead = match decide_gap(ask, &memory, &answers) {
        Some(Move::Say(text)) => return (text, stays),
        Some(Move::Turn(lead) | Move::Stay(lead)) => lead,
        None => String::new(),
    };
    // The engine turns to another skill in words of its own, so nothing more is said of it. Where it stays, a refusal must not be
    // met with the same again.
    let turns = matches!(wanted.gap.topic, Topic::New | Topic::Back);
    if !turns && let Some(text) = after_refusal(ask, &memory, &answers) {
        return (text, stays);
    }
    let lead = if turns { String::new() } else { lead };
    let (text, stays) = about_gap(ask, wanted, &memory);
    // A question without words is the engine's to put.
    if lead.is_empty() || text.is_empty() {
        return (text, stays);
    }
    ([&lead, " ", &text].concat(), stays)
}

/// What an answer about a skill calls for. The engine reads answers for skills itself, and explains what it means when somebody asks back.
fn decide_gap(ask: &Ask, memory: &Memory, answers: &[Said]) -> Option<Move> {
    let acts = [
        Act::Crisis,
        Act::Moment,
        Act::Stop,
        Act::Refusal,
        Act::Distress,
        Act::AlreadySaid,
        Act::Complaint,
        Act::Setting,
        Act::OtherLanguage,
    ];
    decide(ask, memory, answers, ask.seed, &acts)
}

/// Returns the question about a gap.
fn about_gap(ask: &Ask, wanted: &GapAsk, memory: &Memory) -> (String, bool) {
    let gap = &wanted.gap;
    // A name is data: it must not end the question, nor the line.
    let skill = gap.skill.replace(['?', '\n'], " ");
    let (last, rest) = match wanted.clauses.split_last() {
        Some((last, rest)) => (last.as_str(), rest.join(", ")),
        None => ("", String::new()),
    };
    let words = match gap.intent {
        Intent::Example => &wanted.examples,
        _ => &wanted.explanations,
    };
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let mut slots = things(word(0), word(1));
    slots[SKILL] = skill.trim();
    (slots[A], slots[B]) = if rest.is_empty() {
        (last, "")
    } else {
        (rest.as_str(), last)
    };
    let mut salt = hash(ask.seed ^ (u64::from(ask.number) << 32), slots[SKILL]);
    for issue in &ask.issues {
        salt = hash(salt, &issue.message);
    }
    let mut best = None;
    for line in sentences(ask, &used(ask, wanted)) {
        let Some(text) = fill(line, &slots) else {
            continue;
        };
        let words = text.split_whitespace().count();
        let fits = (WORDS.0..=WORDS.1).contains(&words) && text.matches('?').count() == 1;
        // Behind the engine's first words a question does not name the skill, so it may stand behind another one's too.
        let mut here = memory.here.questions.iter();
        let put = memory.repeats(&text)
            || here.any(|question| question.contains(&text) && question.contains(slots[SKILL]));
        let rank = (!fits, put, memory.uses_here(line), hash(salt, line));
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, text));
        }
    }
    let stays = gap.intent != Intent::Question;
    match best {
        Some((_, text)) => (text, stays),
        // A bank without such sentences: what is asked in the guide's words, in any language.
        None if gap.skill.is_empty() => (String::new(), stays),
        None => {
            let clauses = wanted.clauses.join(", ");
            ([slots[SKILL], ": ", &clauses, "?"].concat(), stays)
        }
    }
}

/// The use of the bank whose sentences fit.
fn used(ask: &Ask, wanted: &GapAsk) -> String {
    let gap = &wanted.gap;
    let way = match (gap.intent, gap.topic) {
        (Intent::Explanation, _) => "explain",
        (Intent::Example, _) => "example",
        _ if gap.skill.is_empty() => return "gap.skills".into(),
        (Intent::FollowUp, _) => "follow_up",
        // Where the engine has just named another skill, naming it once more would be one time too many.
        (_, Topic::New | Topic::Back) => "led",
        _ if ask.kind == QuestionKind::Conclusion => "last",
        (_, Topic::First) => "first",
        (_, Topic::Same) => "question",
    };
    if gap.skill.is_empty() {
        return ["gap.skills.", way].concat();
    }
    let count = if wanted.clauses.len() > 1 {
        ".two"
    } else {
        ".one"
    };
    ["gap.", way, count].concat()
}
