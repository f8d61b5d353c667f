//! Which gap is asked about next, and when one ends.

use super::state::{Gap, Gaps, Skill};
use super::wishes;
use crate::session::Session;
use colloquy_findings::word_count;
use colloquy_schema::{
    AnswerKind, Attribute, Fact, GapEnd, GapQuestion, GapsFact, Intent, Interviewer, KindFact,
    QuestionKind, Topic,
};

/// Attributes that a model can ask for in one breath: each is answered by a word or a number. Any other is asked for alone.
const PAIRS: [[Attribute; 2]; 2] = [
    [Attribute::Duration, Attribute::Autonomy],
    [Attribute::Autonomy, Attribute::Scale],
];
/// How often it is asked what somebody would add, and how often where no skill is known.
const ADDED: u8 = 2;
const ADDED_ALONE: u8 = 5;
/// Words from which an answer to the last question is stayed with.
const ADDED_WORDS: usize = 6;
/// The order in which the built-in interviewer asks of a skill, one at a time: what somebody did with it, which often answers the
/// rest, then what is best asked behind that.
const STORY_FIRST: [Attribute; 6] = [
    Attribute::Depth,
    Attribute::Autonomy,
    Attribute::Duration,
    Attribute::Constraints,
    Attribute::Scale,
    Attribute::ProductionVsPrototype,
];
/// How many of them are asked for of any skill before the rest, which does not fit every kind of work.
const FITTING: usize = 4;
/// Answers about something else that end a gap.
const OFF_TOPIC: u32 = 2;

/// The first gap that is over and not recorded as such.
pub(super) fn ended(gaps: &Gaps) -> Option<Fact> {
    for skill in gaps.kept() {
        if skill.gap.ended.is_none()
            && let Some(reason) = end_of(gaps, skill)
        {
            let skill = skill.name.clone();
            return Some(Fact::Kind(KindFact::Gaps(GapsFact::GapEnded {
                skill,
                reason,
            })));
        }
    }
    None
}

/// Why a gap is over, if it is.
fn end_of(gaps: &Gaps, skill: &Skill) -> Option<GapEnd> {
    if skill.unknown().next().is_none() {
        return Some(GapEnd::Resolved);
    }
    let used_up = end_of_asking(gaps, &skill.gap);
    used_up.or_else(|| skill.askable().next().is_none().then_some(GapEnd::NotKnown))
}

/// Why nothing more is asked of a gap, whatever is known. Raising the limit is part of it, so it is tested before.
fn end_of_asking(gaps: &Gaps, gap: &Gap) -> Option<GapEnd> {
    if gap.declined {
        Some(GapEnd::Refused)
    } else if gap.off_topic >= OFF_TOPIC {
        Some(GapEnd::OffTopic)
    } else if gap.probes >= gaps.limit(gap) {
        Some(GapEnd::Exhausted)
    } else {
        None
    }
}

/// Chooses the next question: the skill that the respondent wishes for, or what they want to know of the last question, then the most
/// severe gap, the first of equal ones. Nothing when there is nothing left to ask.
///
/// The last question that the built-in interviewer has is what the respondent would add: what matters most to them is in no list.
pub(super) fn next(gaps: &Gaps, session: &Session) -> Option<GapQuestion> {
    let ends = session.asked() + 1 >= session.max_questions();
    if ends
        && session.interviewer == Interviewer::Scripted
        && let Some(open) = last(gaps, session)
    {
        return Some(open);
    }
    let last = session.exchanges.last();
    let before = last.and_then(|last| last.question.of_kind.gap.as_ref());
    let open = |skill: &&Skill| skill.gap.ended.is_none() && skill.askable().next().is_some();
    let wished = wishes::wished(gaps, session);
    let intent = match wished {
        Some(_) => Intent::Question,
        None => intent(gaps, session),
    };
    let same = before.filter(|_| intent != Intent::Question);
    let mut best: Option<&Skill> = None;
    for skill in gaps.kept().filter(open) {
        let stays = same.is_some_and(|before| before.skill == skill.name);
        if stays || wished == Some(skill.name.as_str()) {
            best = Some(skill);
            break;
        }
        // What stands beside something that was refused comes last; of equal ones, that which is spoken of goes on.
        let rank = |skill: &Skill| {
            let now = before.is_some_and(|before| before.skill == skill.name);
            (!gaps.beside_refused(skill), skill.severity(), now)
        };
        if best.is_none_or(|best| rank(skill) > rank(best)) {
            best = Some(skill);
        }
    }
    let Some(skill) = best else {
        return opening(gaps, session, intent);
    };
    let stays = same.is_some_and(|before| before.skill == skill.name);
    let topic = match before {
        None => Topic::First,
        Some(before) if before.skill == skill.name => Topic::Same,
        Some(_) if skill.gap.asked => Topic::Back,
        Some(_) => Topic::New,
    };
    Some(GapQuestion {
        skill: skill.name.clone(),
        attributes: if session.interviewer == Interviewer::Scripted {
            one_attribute(gaps, skill, before.filter(|_| stays))
        } else {
            attributes(skill, before.filter(|_| stays))
        },
        severity: skill.severity(),
        probe: skill.gap.probes + 1,
        probes: gaps.limit(&skill.gap),
        intent: if stays { intent } else { Intent::Question },
        topic,
        closed: gaps.closed.clone(),
    })
}

/// What is asked for: what the last question left open first, then the rest in its order.
fn attributes(skill: &Skill, before: Option<&GapQuestion>) -> Vec<Attribute> {
    let asked = before.map_or(&[][..], |before| &before.attributes);
    let open: Vec<Attribute> = skill.askable().collect();
    let left = open.iter().find(|attribute| asked.contains(attribute));
    if let Some(left) = left {
        return vec![*left];
    }
    let Some(first) = open.first() else {
        return open;
    };
    let pair = |pair: &&[Attribute; 2]| pair[0] == *first && open.contains(&pair[1]);
    match PAIRS.iter().find(pair) {
        Some(pair) => pair.to_vec(),
        None => vec![*first],
    }
}

/// What is asked for where one question asks for one thing: what the last question left open, else the story, else what was asked for
/// least often of any skill, so that nobody has to say of each skill in turn with whom and how large.
fn one_attribute(gaps: &Gaps, skill: &Skill, before: Option<&GapQuestion>) -> Vec<Attribute> {
    let asked = before.map_or(&[][..], |before| &before.attributes);
    let times = |attribute: Attribute| {
        let of_each = gaps.list.iter().map(|skill| &skill.gap);
        let times = of_each.map(|gap| u32::from(gap.times[attribute as usize]));
        // A figure describes somebody least, and a résumé has most of them: “how long” is asked a third as often.
        let weight = 1 + 2 * u32::from(attribute == Attribute::Duration);
        weight * times.sum::<u32>()
    };
    let rank = |attribute: &Attribute| {
        let story = *attribute == Attribute::Depth && !skill.gap.asked;
        let place = STORY_FIRST.iter().position(|other| other == attribute);
        let rest = place.is_some_and(|place| place >= FITTING);
        let left = asked.contains(attribute);
        (!left, !story, rest, times(*attribute), place)
    };
    skill.askable().min_by_key(rank).into_iter().collect()
}

/// The one question that is asked where nothing else is: what the respondent would add. Only a guide that has words for it asks. The
/// built-in interviewer stays with an answer that adds something, longer where it knows of no skill to ask about.
pub(super) fn last(gaps: &Gaps, session: &Session) -> Option<GapQuestion> {
    let asked = session.asked();
    let has_words = !session.wording.kind.gaps.last.is_empty();
    if !has_words || !(1..session.max_questions()).contains(&asked) {
        return None;
    }
    let exchange = session.exchanges.last()?;
    let gap = exchange.question.of_kind.gap.as_ref();
    let adds = session.interviewer == Interviewer::Scripted
        && gap.is_some_and(|gap| gap.skill.is_empty())
        && gaps.standing.is_some_and(|standing| standing.engaged)
        && word_count(exchange.answer_text()) >= ADDED_WORDS;
    let most = match gaps.kept().next() {
        Some(_) => ADDED,
        None => ADDED_ALONE,
    };
    let due = gaps.last_asked == 0 || gaps.last_asked < most && adds;
    due.then(|| GapQuestion {
        skill: String::new(),
        attributes: Vec::new(),
        severity: 0.0,
        probe: 1,
        probes: 1,
        intent: Intent::Question,
        topic: Topic::Back,
        closed: gaps.closed.clone(),
    })
}

/// Asks which skills there are, where none is known: at the beginning, and as long as that question may be probed. Where
/// everything is known already, the first question asks for more, as there is always a first one.
fn opening(gaps: &Gaps, session: &Session, intent: Intent) -> Option<GapQuestion> {
    let first = session.asked() == 0;
    let none = gaps.kept().next().is_none();
    let goes_on = none && gaps.opening.asked && end_of_asking(gaps, &gaps.opening).is_none();
    if !first && !goes_on {
        return None;
    }
    Some(GapQuestion {
        skill: String::new(),
        attributes: Vec::new(),
        severity: 0.0,
        probe: gaps.opening.probes + 1,
        probes: gaps.limit(&gaps.opening),
        intent: if first { Intent::Question } else { intent },
        topic: if first { Topic::First } else { Topic::Same },
        closed: gaps.closed.clone(),
    })
}

/// What the last answer asks for: nothing, where the interviewer only reacted to the one before.
fn intent(gaps: &Gaps, session: &Session) -> Intent {
    let first = session.asked() == 0;
    let last = session.exchanges.last();
    let gap = last.and_then(|last| last.question.of_kind.gap.as_ref());
    let reaction = gap.is_some_and(|gap| gap.attributes.is_empty() && !gap.skill.is_empty());
    match gaps.standing.filter(|_| !first && !reaction) {
        Some(standing) => match standing.kind {
            AnswerKind::Clarification => Intent::Explanation,
            AnswerKind::Example => Intent::Example,
            AnswerKind::Partial if standing.asks_back => Intent::Explanation,
            AnswerKind::Partial => Intent::FollowUp,
            _ => Intent::Question,
        },
        None => Intent::Question,
    }
}

/// The kind of a question, as transcripts and templates know it.
pub(super) fn kind(session: &Session, gap: &GapQuestion) -> QuestionKind {
    if session.asked() == 0 {
        QuestionKind::Initial
    } else if session.asked() + 1 >= session.max_questions() {
        QuestionKind::Conclusion
    } else if gap.intent == Intent::Question {
        QuestionKind::Topic
    } else {
        QuestionKind::FollowUp
    }
}
