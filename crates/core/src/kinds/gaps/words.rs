//! The words around a question, in the guide's language. Acknowledging and changing the topic is the engine's own: an
//! interviewer cannot forget it.

use super::language;
use super::state::Gaps;
use crate::kinds::conversation;
use crate::session::Session;
use crate::wording::{cut, data, data_if_any, day, fill};
use colloquy_findings::fold;
use colloquy_schema::{
    GapAsk, GapQuestion, Intent, Interviewer, QuestionKind, Topic, same_language,
};

/// How many answers are looked through for their language: the last one that shows it counts.
const LOOKED_BACK: usize = 3;
/// Most names of skills in a prompt.
const NAMES: usize = 30;
/// Longest value in a prompt, in bytes.
const VALUE_BYTES: usize = 200;

/// The first words of a question: what the last answer settled, and that the topic changes or comes back, unless the question, as far
/// as it is known, names the skill itself.
pub(super) fn lead(gaps: &Gaps, session: &Session, gap: &GapQuestion, question: &str) -> String {
    if is_left_to_model(gaps, session) {
        return String::new();
    }
    led(session, gap, session.asked(), question)
}

/// The same before anything is known of the question, so that a respondent reads on while a model words it. Nothing for the built-in
/// interviewer, which is not waited for, and where the reply may be about the answer alone.
pub(super) fn early_lead(gaps: &Gaps, session: &Session, gap: &GapQuestion) -> String {
    if session.interviewer == Interviewer::Scripted || gaps.brought_nothing() {
        return String::new();
    }
    lead(gaps, session, gap, "")
}

/// The engine's own words that a question of the session begins with, if it does; `asked` is how many there were before it.
pub(super) fn lead_of(session: &Session, gap: &GapQuestion, asked: u32, question: &str) -> String {
    let early = led(session, gap, asked, "");
    let late = [&gap.skill, question].concat();
    if question.starts_with(&early) {
        early
    } else {
        led(session, gap, asked, &late)
    }
}

/// True where a model finds the first words itself: it has something to answer first, or the questions or the answers are in another language
/// than the guide's words for them.
fn is_left_to_model(gaps: &Gaps, session: &Session) -> bool {
    if session.interviewer == Interviewer::Scripted {
        return false;
    }
    if !same_language(session.language(), session.asks_in()) {
        return true;
    }
    let mut answers = session.exchanges.iter().rev().take(LOOKED_BACK);
    let other = answers.find_map(|one| language::is_other(session.asks_in(), one.answer_text()));
    gaps.standing.is_some_and(|standing| standing.asks_back) || other == Some(true)
}

fn led(session: &Session, gap: &GapQuestion, asked: u32, question: &str) -> String {
    let words = &session.wording.kind.gaps;
    let mut out = String::new();
    let mut push = |sentences: &[String], x: &str| {
        // The same on replay, and not the same twice in a row.
        let place = session.setup.seed.wrapping_add(u64::from(asked));
        let chosen = sentences.get((place % sentences.len().max(1) as u64) as usize);
        if let Some(sentence) = chosen {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&fill(sentence, &[("x", x)]));
        }
    };
    match gap.closed.as_slice() {
        [] => {}
        [one] => push(&words.closed_one, one),
        several => push(&words.closed_many, &list(session, several)),
    }
    match gap.topic {
        _ if fold(question).contains(&fold(&gap.skill)) => {}
        Topic::New if asked > 0 => push(&words.topic_new, &gap.skill),
        Topic::Back => push(&words.topic_back, &gap.skill),
        _ => {}
    }
    out
}

/// Joins names or clauses: `a, b and c` in the guide's language.
fn list(session: &Session, items: &[String]) -> String {
    let Some((last, rest)) = items.split_last() else {
        return String::new();
    };
    if rest.is_empty() {
        return last.clone();
    }
    let and = &session.wording.kind.gaps.and;
    fill(and, &[("x", &rest.join(", ")), ("y", last)])
}

/// The engine's own question, where no interviewer's can be had.
pub(super) fn plain(session: &Session, ask: &GapAsk) -> String {
    let words = &session.wording.kind.gaps;
    if ask.gap.asks_for_more() {
        return session.wording.again_last.clone();
    }
    if ask.gap.skill.is_empty() {
        return words.plain_skills.clone();
    }
    let clauses = list(session, &ask.clauses);
    fill(
        &words.plain,
        &[("skill", &ask.gap.skill), ("clauses", &clauses)],
    )
}

/// Where the interview stands, in the guide's words.
pub(super) fn state(gaps: &Gaps, session: &Session, gap: &GapQuestion) -> String {
    let mut known = String::new();
    if let Some(skill) = gaps.get(&gap.skill) {
        for (words, value) in session
            .wording
            .kind
            .gaps
            .attributes
            .iter()
            .zip(&skill.values)
        {
            if let Some(value) = value {
                let value = cut(&value.value, VALUE_BYTES);
                known.extend([words.label.as_str(), ": ", &value, "\n"]);
            }
        }
    }
    let open = gaps.kept().filter(|skill| skill.gap.ended.is_none());
    let open: Vec<&str> = open.map(|skill| skill.name.as_str()).take(NAMES).collect();
    let mut out = conversation::state(session);
    out.push('\n');
    out.push_str(&fill(
        &session.wording.kind.gaps.state,
        &[
            ("completeness", &gaps.completeness().to_string()),
            ("open", &data("skills", &open.join(", "))),
            ("known", &data("known", &known)),
        ],
    ));
    out
}

/// What is wanted of the interviewer: one question about one gap.
pub(super) fn instruction(
    gaps: &Gaps,
    session: &Session,
    kind: QuestionKind,
    gap: &GapQuestion,
) -> String {
    let words = &session.wording.kind.gaps;
    if gap.asks_for_more() {
        return words.last.clone();
    }
    if gap.skill.is_empty() {
        return words.skills.clone();
    }
    let how = match gap.intent {
        Intent::Explanation => words.explanation.as_str(),
        Intent::Example => &words.example,
        Intent::Question | Intent::FollowUp => conversation::words(session, kind),
    };
    let target = fill(
        &words.target,
        &[
            ("skill", &data("skill", &gap.skill)),
            ("asked", &asked(session, gap)),
            ("lead", &data_if_any("lead", &lead(gaps, session, gap, ""))),
        ],
    );
    [how, "\n\n", &target].concat()
}

/// What is asked about, each attribute with what is meant by it.
pub(super) fn asked(session: &Session, gap: &GapQuestion) -> String {
    let mut out = String::new();
    for attribute in &gap.attributes {
        if let Some(words) = session
            .wording
            .kind
            .gaps
            .attributes
            .get(*attribute as usize)
        {
            let line = ["- ", attribute.name(), ": ", &words.explanation, "\n"];
            out.extend(line);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Skills of the session with what is not known of them, for a reading: the names it should use. The day is that of "until now".
pub(super) fn known(gaps: &Gaps, session: &Session) -> String {
    let mut lines = String::new();
    for skill in gaps.kept() {
        let unknown: Vec<&str> = skill.unknown().map(|attribute| attribute.name()).collect();
        lines.extend([skill.name.as_str(), ": ", &unknown.join(", "), "\n"]);
    }
    let today = data("today", &day(session.updated_at));
    [&data("known_skills", &lines), "\n", &today].concat()
}
