//! Words a question of a skills interview. The engine has decided which gap it is for, what it asks and what stands before it: only
//! the sentence is chosen here, so that it fits the intent and does not sound like the last one.

use crate::acts::Act;
use crate::ask::Ask;
use crate::cues::is_one_of;
use crate::hash::hash;
use crate::memory::{Memory, padded};
use crate::narrative::is_grave;
use crate::pattern::{A, B, SKILL, fill, things};
use crate::reactions::{Move, after_refusal, decide, heavy};
use crate::reply::{put, refused};
use crate::said::{Said, said};
use colloquy_findings::{fold, word_count};
use colloquy_schema::{GapAsk, Intent, Purpose, QuestionKind, RawReply, Reaction, Topic};

/// Fewest and most words of a question without the engine's first words: two clauses and an explanation need more room
/// than a question of another interview.
const WORDS: (usize, usize) = (4, 40);

/// Fewest words of an answer that a question can refer to by “that”.
const STORY_WORDS: usize = 10;

/// Returns the reply to the first ask, which nothing was answered before: a question about a gap behind the words that begin.
pub(crate) fn open(ask: &Ask) -> Option<RawReply> {
    let Purpose::Gap(wanted) = &ask.purpose else {
        return None;
    };
    let text = about_gap(ask, wanted, &Memory::new(ask, None), Vec::new());
    let stays = wanted.gap.intent != Intent::Question;
    if text.is_empty() || stays || matches!(wanted.gap.topic, Topic::New | Topic::Back) {
        return None;
    }
    let text = match first_words(ask, wanted) {
        Some(lead) => [&lead, " ", &text].concat(),
        None => text,
    };
    Some(put(text, stays))
}

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

/// Returns what the last answer calls for, or the question with what it calls for before it. The second is whether it stays with what
/// the question before was about; for what an answer calls for it is the opposite of what was wanted, by which the engine knows it.
fn question(ask: &Ask, wanted: &GapAsk, refused: Option<&str>) -> (String, bool) {
    let memory = Memory::new(ask, refused);
    let (answers, _) = said(ask);
    let stays = wanted.gap.intent != Intent::Question;
    let mut lead = match decide_gap(ask, wanted, &memory, &answers) {
        Some(Move::Say(text)) => return (text, !stays),
        Some(Move::Turn(lead) | Move::Stay(lead) | Move::Return(lead)) => lead,
        // Nobody who tells of a death is asked about a skill at once.
        None => match grave(ask, &memory, &answers) {
            Some(text) => return (text, !stays),
            None => String::new(),
        },
    };
    // Where it stays, a refusal must not be met with the same again.
    let turns = matches!(wanted.gap.topic, Topic::New | Topic::Back);
    if !turns && let Some(text) = after_refusal(ask, &memory, &answers) {
        return (text, !stays);
    }
    let behind = going_on(ask, wanted, &answers);
    let text = about_gap(ask, wanted, &memory, behind);
    // The engine turns to a skill in words of its own, unless the question names it.
    if turns && !fold(&text).contains(&fold(&wanted.gap.skill)) {
        lead.clear();
    } else if lead.is_empty() && (!stays || wanted.gap.intent == Intent::FollowUp) {
        lead = opening(ask, wanted, &answers).unwrap_or_default();
    }
    // A question without words is the engine's to put.
    if lead.is_empty() || text.is_empty() {
        return (text, stays);
    }
    ([&lead, " ", &text].concat(), stays)
}

/// What is put in place of a question on a skill where somebody has told of death or grave illness.
fn grave(ask: &Ask, memory: &Memory, answers: &[Said]) -> Option<String> {
    let told = now(ask, answers).is_some_and(|last| is_grave(ask.words, last.text));
    told.then(|| heavy(ask, memory, ask.seed))?
}

/// The last answer, where it is to the last question.
fn now<'a, 's>(ask: &Ask, answers: &'a [Said<'s>]) -> Option<&'a Said<'s>> {
    let number = ask.history.last()?.number;
    answers.last().filter(|said| said.turn.number == number)
}

/// True for an answer that describes work, so that the next question can refer to it.
fn describes(said: &Said) -> bool {
    const OTHER: [Act; 6] = [
        Act::AlreadySaid,
        Act::Complaint,
        Act::Correction,
        Act::Refusal,
        Act::Setting,
        Act::Stop,
    ];
    // Whoever asks back first has to say more than that there is nothing to show.
    let least = match said.heard.has(Act::QuestionBack) {
        true => 2 * STORY_WORDS,
        false => STORY_WORDS,
    };
    let is_long = word_count(&said.telling) >= least;
    is_long && !OTHER.iter().any(|act| said.heard.has(*act))
}

/// What stands before a question: that it is the first or the last one, that a wish was heard, or, now and then, what was just told.
fn opening(ask: &Ask, wanted: &GapAsk, answers: &[Said]) -> Option<String> {
    if ask.history.is_empty() {
        return first_words(ask, wanted);
    }
    let line = |name: &str, x: &str| line(ask, name, x);
    if ask.kind == QuestionKind::Conclusion {
        return line("gap.end", "");
    }
    let last = now(ask, answers)?;
    let skill = fold(&wanted.gap.skill);
    let wish = last.heard.doing(last.text, Act::OtherSubject);
    let wishes = last.heard.has_words_for(Act::OtherSubject);
    if wishes && !skill.is_empty() && fold(&wish).contains(&skill) {
        return line("gap.wish", "");
    }
    // Whoever asks back and then answers was understood.
    let asks = last.heard.has(Act::QuestionBack) && !describes(last);
    if asks && wanted.gap.intent == Intent::Question {
        return line("gap.unclear", "");
    }
    let due = wanted.gap.closed.is_empty() && opening_salt(ask) & 1 == 0;
    let grave = answers.iter().any(|said| is_grave(ask.words, said.text));
    if due && wanted.gap.topic == Topic::New && describes(last) && !grave {
        return line("gap.turn", "");
    }
    let before = answers.len() > 1 && told(answers[answers.len() - 2].text).is_some();
    line("gap.heard", &told(last.text).filter(|_| due && !before)?)
}

/// What stands before the first question.
fn first_words(ask: &Ask, wanted: &GapAsk) -> Option<String> {
    let name = match ask.kind {
        QuestionKind::Conclusion => "gap.end",
        _ if wanted.gap.skill.is_empty() => return None,
        _ => "gap.begin",
    };
    line(ask, name, "")
}

/// A line of the bank for what stands before a question.
fn line(ask: &Ask, name: &str, x: &str) -> Option<String> {
    let lines = ask.sentences(name);
    let filled = lines.iter().filter_map(|line| fill(line, &things(x, "")));
    filled.min_by_key(|line| hash(opening_salt(ask), line))
}

fn opening_salt(ask: &Ask) -> u64 {
    hash(ask.seed ^ (u64::from(ask.number) << 32), "opening")
}

/// A stretch of time that is told by itself: “Four years”. Any other figure is no whole thing to repeat: “since 2012 so 13, 14”.
fn told(answer: &str) -> Option<String> {
    const NUMBERS: &str =
        "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty";
    const UNITS: &str = "years months weeks";
    let part = answer.split(['.', ';', '\n', '(']).next()?;
    let part = part.split(", ").next()?.trim();
    let (first, unit) = part.split_once(' ')?;
    let (number, unit) = (fold(first), fold(unit));
    let figure = number.chars().all(|c| c.is_ascii_digit()) || is_one_of(&number, NUMBERS);
    // What comes behind the comma may be another figure: “3 years, 4 with breaks”.
    let more = answer[part.len()..].contains(|c: char| c.is_ascii_digit());
    let mut letters = part.chars();
    let head = letters.next()?;
    let fits = figure && is_one_of(&unit, UNITS) && !more;
    fits.then(|| head.to_uppercase().chain(letters).collect())
}

/// What an answer about a skill calls for. The engine reads answers for skills itself, and explains what it means when somebody asks back.
fn decide_gap(ask: &Ask, wanted: &GapAsk, memory: &Memory, answers: &[Said]) -> Option<Move> {
    // A skill that somebody wishes for is the engine's to turn to.
    let wish = |said: &Said| fold(&said.heard.doing(said.text, Act::OtherSubject));
    let skill = fold(&wanted.gap.skill);
    let own = answers
        .last()
        .is_some_and(|said| skill.is_empty() || !wish(said).contains(&skill));
    let mut acts = vec![
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
    if own {
        acts.push(Act::OtherSubject);
    }
    decide(ask, memory, answers, ask.seed, &acts)
}

/// Returns the question about a gap, by a sentence that goes on from the last answer if there are some; empty where the bank has no words
/// for it.
fn about_gap(ask: &Ask, wanted: &GapAsk, memory: &Memory, behind: Vec<&str>) -> String {
    let gap = &wanted.gap;
    let skill = named_in_answers(ask, &inline(&gap.skill));
    let (last, rest) = match wanted.clauses[..asked(ask, wanted)].split_last() {
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
    let all = lines(ask, wanted);
    let all = all.into_iter().map(|line| (false, line));
    for (goes_on, line) in behind.into_iter().map(|line| (true, line)).chain(all) {
        let Some(text) = fill(line, &slots) else {
            continue;
        };
        let words = text.split_whitespace().count();
        let fits = (WORDS.0..=WORDS.1).contains(&words) && text.matches('?').count() == 1;
        // Behind the engine's first words a question does not name the skill, so it may stand behind another one's too.
        let mut here = memory.here.questions.iter();
        let put = memory.repeats(&text)
            || here.any(|question| question.contains(&text) && question.contains(slots[SKILL]));
        let rank = (
            !fits,
            put,
            !goes_on,
            memory.uses_here(line),
            hash(salt, line),
        );
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, text));
        }
    }
    match best {
        Some((_, text)) => text,
        // A bank without such sentences: what is asked in the guide's words, in any language.
        None if gap.skill.is_empty() => String::new(),
        None => {
            let clauses = wanted.clauses.join(", ");
            [slots[SKILL], ": ", &clauses, "?"].concat()
        }
    }
}

/// A skill's name as it stands inside a sentence: “data analysis”, but “Apache Kafka”. It is data, and must not end the question, nor
/// the line.
fn inline(skill: &str) -> String {
    let skill = skill.replace(['?', '\n'], " ");
    let mut words = skill.split(' ');
    let first = words.next().unwrap_or_default();
    let small = |word: &str| word.chars().all(|c| c.is_lowercase() || c == '-');
    // “Hydraulics” and “Budgeting” are names of no product.
    let activity = ["ing", "ics", "ment", "ation", "ance", "graphy", "logy"];
    let several = words.clone().next().is_some();
    let plain = (several || activity.iter().any(|end| first.ends_with(end)))
        && words.all(small)
        && small(
            first
                .get(first.chars().next().map_or(0, char::len_utf8)..)
                .unwrap_or_default(),
        );
    if plain { skill.to_lowercase() } else { skill }
}

/// The name with “the” before it where the respondent put an article or “my” before it: “a whiteboard”, but “Kafka”.
fn named_in_answers(ask: &Ask, name: &str) -> String {
    const BEFORE: &str = "a an the my our his her";
    let answers = ask.history.iter().filter_map(|turn| match &turn.reaction {
        Reaction::Answered(text) => Some(padded(text)),
        _ => None,
    });
    let form = padded(name);
    // “A good stove” has a word between.
    let is_thing = |text: &String| {
        let before = text.split_once(&form).map_or("", |(before, _)| before);
        let mut words = before.rsplit(' ').take(2);
        words.any(|word| is_one_of(word, BEFORE))
    };
    let plain = ask.words.is_english() && !name.contains(char::is_uppercase);
    if plain && !form.trim().is_empty() && answers.into_iter().any(|text| is_thing(&text)) {
        return ["the ", name].concat();
    }
    name.into()
}

/// The sentences of the bank that fit: those of what is asked, whole questions; else those that have a slot for the guide's clauses.
fn lines<'a>(ask: &'a Ask, wanted: &GapAsk) -> Vec<&'a str> {
    let gap = &wanted.gap;
    let way = match gap.intent {
        Intent::Question => "gap.ask.",
        Intent::FollowUp => "gap.more.",
        Intent::Explanation | Intent::Example => return ask.sentences(&used(ask, wanted)),
    };
    let names = gap.attributes.iter().map(|one| one.name());
    let names: Vec<&str> = names.take(asked(ask, wanted)).collect();
    let names = names.join("+");
    let uses = [
        [way, &names].concat(),
        ["gap.ask.", &names].concat(),
        used(ask, wanted),
    ];
    let mut found = uses.iter().map(|name| ask.sentences(name));
    found.find(|lines| !lines.is_empty()).unwrap_or_default()
}

/// The sentences that go on from what was just told of the same skill, without its name: “Who else was part of that?”.
fn going_on<'a>(ask: &'a Ask, wanted: &GapAsk, answers: &[Said]) -> Vec<&'a str> {
    let gap = &wanted.gap;
    let asks = matches!(gap.intent, Intent::Question | Intent::FollowUp);
    let told = now(ask, answers).is_some_and(|last| {
        let before = last.turn.of_kind.gap.as_ref();
        let same = before.is_some_and(|before| {
            before.skill == gap.skill && before.attributes.is_empty() == gap.skill.is_empty()
        });
        same && describes(last)
    });
    if !(asks && told) || gap.topic == Topic::Back && !gap.skill.is_empty() {
        return Vec::new();
    }
    let name = match (gap.skill.is_empty(), gap.attributes.first()) {
        (true, _) if gap.topic == Topic::Back => "gap.last.then".into(),
        (true, _) => "gap.skills.then".into(),
        (false, Some(first)) => ["gap.then.", first.name()].concat(),
        (false, None) => return Vec::new(),
    };
    ask.sentences(&name)
}

/// How many attributes one question asks for: one, where the bank has whole questions for each. What is left open is asked for next.
fn asked(ask: &Ask, wanted: &GapAsk) -> usize {
    let single = !ask.sentences("gap.ask.depth").is_empty();
    let all = wanted.clauses.len();
    if single { all.min(1) } else { all }
}

/// The use of the bank whose sentences fit.
fn used(ask: &Ask, wanted: &GapAsk) -> String {
    let gap = &wanted.gap;
    let way = match (gap.intent, gap.topic) {
        (Intent::Explanation, _) => "explain",
        (Intent::Example, _) => "example",
        (_, Topic::Back) if gap.skill.is_empty() => return "gap.last".into(),
        (_, Topic::First) if gap.skill.is_empty() && ask.context.has_texts() => {
            return "gap.skills.resume".into();
        }
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
    let count = if asked(ask, wanted) > 1 {
        ".two"
    } else {
        ".one"
    };
    ["gap.", way, count].concat()
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn only_a_whole_stretch_of_time_is_repeated() {
        assert_eq!(told("four years, on and off"), Some("Four years".into()));
        assert_eq!(told("12 months"), Some("12 months".into()));
        for answer in [
            "about 60 components, checkout does 4000 bookings a day",
            "since 2012 so 13, 14",
            "3 yrs ish. 400 tests",
            "two juniors",
            "3 years, 4 with breaks",
            "3 of us for 400 staff",
            "",
        ] {
            assert_eq!(told(answer), None, "{answer}");
        }
    }
}
