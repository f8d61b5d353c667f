//! What happens next: the value of a typed answer is noted, the answer is read, a probe or the next topic is put, or nothing more.

use super::{Topics, form, instruct};
use crate::kinds::{Step, conversation};
use crate::session::{Exchange, Session};
use crate::wording::fill;
use colloquy_findings::word_count;
use colloquy_schema::{
    CloseReason, Fact, Interviewer, PlannedTopic, Probes, Question, QuestionKind, QuestionOrigin,
    Reaction, TOPICS_SAYS, TopicEnd, TopicMode, TopicRole, TopicWording, TopicsEnd, TopicsFact,
};

/// Words of an answer that is nothing but a value: “about four, I guess”.
const VALUE_WORDS: usize = 4;
/// Longest quotation in a check, in characters.
const QUOTE_CHARS: usize = 160;

pub(super) fn plan(kind: &Topics, session: &Session) -> Step {
    if let Some((end, because)) = &kind.state.over {
        return Step::Close(reason(*end, because));
    }
    if let Some(last) = session.exchanges.last() {
        if last.is_open() {
            return Step::Respondent;
        }
        let put = kind.state.put(last.question.number);
        if let Some(place) = put.map(|put| put.topic)
            && kind.state.topics[place].ended.is_none()
        {
            return after(kind, session, last, place);
        }
        if refusals(session) >= kind.plan.refusals {
            return Step::Record(stop(kind, "refusals"));
        }
    }
    next(kind, session)
}

fn reason(end: TopicsEnd, because: &str) -> CloseReason {
    match (end, because) {
        (TopicsEnd::Stopped, "refusals") => CloseReason::Declined,
        (TopicsEnd::Stopped, "asked") => CloseReason::AskedFor,
        (TopicsEnd::Stopped, "minutes") => CloseReason::DurationLimit,
        (TopicsEnd::Stopped, _) => CloseReason::QuestionLimit,
        _ => CloseReason::Concluded,
    }
}

/// What follows a reaction to a question of a topic that is not over.
fn after(kind: &Topics, session: &Session, last: &Exchange, place: usize) -> Step {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    let words = &kind.words.topics[&topic.id];
    let number = last.question.number;
    let first = standing.questions.first() == Some(&number);
    let values = first || form::is_again(&last.question);
    if values && topic.answer.has_value() && standing.valued_at != Some(number) {
        let value = match &last.reaction {
            Some(Reaction::Filled) => form::filled(session, number),
            Some(Reaction::Answered(text)) => {
                topic
                    .answer
                    .of_words(text, &words.labels, &kind.words.yes_no)
            }
            _ => None,
        };
        let topic = topic.id.clone();
        let question = number;
        let fact = TopicsFact::Valued {
            topic,
            question,
            value,
        };
        return Step::Record(vec![fact.recorded()]);
    }
    let again = puts_again(kind, session, last, place);
    if again && topic.accept.is_some() {
        return Step::Record(form::put_again(kind, session, place));
    }
    if values
        && let Some(accept) = &topic.accept
        && !accept.holds(&|name| kind.value(name))
    {
        let because = topic.id.clone();
        let end = TopicsEnd::ScreenedOut;
        return Step::Record(vec![
            ended(kind, place, reaction(first, last)),
            TopicsFact::Over { end, because }.recorded(),
        ]);
    }
    let answered = matches!(
        last.reaction,
        Some(Reaction::Answered(_) | Reaction::Filled)
    );
    if answered {
        if reads(kind, session, last, place) {
            return Step::Ask(Box::new(instruct::plan(kind, session, last, place)));
        }
        if again {
            return Step::Record(form::put_again(kind, session, place));
        }
        // What is asked about a value needs one: words to a question for a number may have none.
        let valued = !topic.answer.has_value() || kind.value(&topic.id).is_some();
        if let Probes::Fixed(_) = topic.probes
            && valued
            && has_probe(kind, session, place)
        {
            let text = words.probes[standing.probes as usize].clone();
            return Step::Record(put(kind, session, place, TopicRole::Probe, text));
        }
    }
    Step::Record(vec![ended(kind, place, reaction(first, last))])
}

/// True where an answer in words to a typed question is no value, and the question can be put once more.
pub(super) fn puts_again(kind: &Topics, session: &Session, last: &Exchange, place: usize) -> bool {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    topic.answer.has_value()
        && standing.value.is_none()
        && standing.questions.as_slice() == [last.question.number]
        && matches!(last.reaction, Some(Reaction::Answered(_)))
        && kind.state.says < TOPICS_SAYS
        && has_room(kind, session)
        && !time_is_up(kind, session)
}

/// True when the interviewer reads an answer: for a probe, for what it covers of topics to come, or for what cannot wait.
fn reads(kind: &Topics, session: &Session, last: &Exchange, place: usize) -> bool {
    if kind.state.read.contains(&last.question.number) {
        return false;
    }
    let adaptive = matches!(kind.plan.topics[place].probes, Probes::Adaptive(_));
    let probes = adaptive && has_probe(kind, session, place);
    // What was filled in covers nothing: it has no words.
    let words = !last.answer_text().is_empty();
    let covers = words && open(kind, place).next().is_some();
    // What hurts may be written at any place, but beside a value only in more words. The built-in interviewer costs nothing.
    let standing = &kind.state.topics[place];
    let valued = standing.value.is_some() && standing.valued_at == Some(last.question.number);
    let has_more = words && (!valued || word_count(last.answer_text()) > VALUE_WORDS);
    let urgent = has_more && session.interviewer == Interviewer::Scripted;
    let asked = kind.plan.mode != TopicMode::Standardised && (probes || covers);
    (asked || urgent) && affords(session)
}

/// False where the next call could pass a limit on tokens or cost: the interview goes on without the interviewer, so that every
/// must-ask is still put. A call is taken to cost what the dearest one so far could have.
fn affords(session: &Session) -> bool {
    let limits = &session.limits;
    let dearest = session.calls.iter().map(|call| call.reserved);
    let dearest =
        dearest.max_by_key(|usage| u64::from(usage.input_tokens) + u64::from(usage.output_tokens));
    let dearest = dearest.unwrap_or_default();
    let next = session.usage.plus(dearest).plus(dearest);
    let tokens = next.input_tokens.saturating_add(next.output_tokens);
    let too_many = limits.tokens.is_some_and(|most| tokens > most);
    let prices = session.setup.prices;
    let too_dear = limits
        .cost_usd
        .zip(prices)
        .is_some_and(|(most, prices)| prices.most(next) > most);
    !too_many && !too_dear
}

/// Topics behind `place` that are not over and were not covered yet.
pub(super) fn open(kind: &Topics, place: usize) -> impl Iterator<Item = usize> {
    (place + 1..kind.plan.topics.len()).filter(|place| {
        let (topic, standing) = (&kind.plan.topics[*place], &kind.state.topics[*place]);
        // A value is only asked for, and a screening question always is.
        let wordy = !topic.answer.has_value() && topic.accept.is_none();
        wordy && kind.is_open(*place) && standing.covered.is_empty()
    })
}

/// True while a probe is left for a topic, and a question for every must-ask to come.
pub(super) fn has_probe(kind: &Topics, session: &Session, place: usize) -> bool {
    let left = kind.plan.topics[place]
        .probes
        .most()
        .saturating_sub(kind.state.topics[place].probes);
    left > 0 && has_room(kind, session) && !time_is_up(kind, session)
}

/// True while more questions are left than must-asks.
pub(super) fn has_room(kind: &Topics, session: &Session) -> bool {
    let left = session.max_questions().saturating_sub(session.asked());
    left > reserved(kind)
}

/// Must-asks that may still be put.
fn reserved(kind: &Topics) -> u32 {
    let open = kind
        .plan
        .topics
        .iter()
        .enumerate()
        .filter(|(place, topic)| {
            must(topic) && kind.is_open(*place) && kind.state.topics[*place].questions.is_empty()
        });
    open.count() as u32
}

fn must(topic: &PlannedTopic) -> bool {
    topic.must || topic.accept.is_some()
}

/// True once only must-asks are put. A session has no clock: the last record's time stands for now.
fn time_is_up(kind: &Topics, session: &Session) -> bool {
    let spent = session.updated_at.saturating_sub(session.started_at);
    let spent = spent.saturating_sub(session.away_ms);
    kind.plan
        .minutes
        .is_some_and(|minutes| spent >= u64::from(minutes) * 60_000)
}

/// What a topic came to by the reaction to its last question. A refused probe leaves the topic answered.
pub(super) fn reaction(first: bool, last: &Exchange) -> TopicEnd {
    match &last.reaction {
        Some(Reaction::Declined) if first => TopicEnd::Refused,
        Some(Reaction::Skipped) if first => TopicEnd::Skipped,
        _ => TopicEnd::Answered,
    }
}

/// Refusals in a row, up to now.
fn refusals(session: &Session) -> u32 {
    let refused = |exchange: &&Exchange| matches!(exchange.reaction, Some(Reaction::Declined));
    session.exchanges.iter().rev().take_while(refused).count() as u32
}

pub(super) fn ended(kind: &Topics, place: usize, reason: TopicEnd) -> Fact {
    let topic = kind.plan.topics[place].id.clone();
    TopicsFact::Ended { topic, reason }.recorded()
}

fn over(end: TopicsEnd, because: &str) -> Fact {
    let because = because.into();
    TopicsFact::Over { end, because }.recorded()
}

/// Who refuses again and again refuses the rest, and so does who wants to end.
pub(super) fn stop(kind: &Topics, why: &str) -> Vec<Fact> {
    let open =
        (0..kind.plan.topics.len()).filter(|place| kind.state.topics[*place].ended.is_none());
    let ends = open.map(|place| {
        let answered = why != "refusals" && !kind.state.topics[place].questions.is_empty();
        let reason = match must(&kind.plan.topics[place]) {
            _ if answered => TopicEnd::Answered,
            true => TopicEnd::Refused,
            false => TopicEnd::NotReached,
        };
        ended(kind, place, reason)
    });
    ends.chain([over(TopicsEnd::Stopped, why)]).collect()
}

/// Puts the next topic whose condition holds, or ends the interview.
fn next(kind: &Topics, session: &Session) -> Step {
    let mut facts = Vec::new();
    // Who changes an answer to the screening is screened by it.
    let places = || kind.plan.topics.iter().enumerate();
    let unfit = places().find(|(place, topic)| {
        let accept = topic.accept.as_ref();
        kind.state.topics[*place].valued_at.is_some()
            && accept.is_some_and(|accept| !accept.holds(&|name| kind.value(name)))
    });
    if let Some((_, topic)) = unfit {
        return Step::Record(vec![over(TopicsEnd::ScreenedOut, &topic.id)]);
    }
    for (place, topic) in places() {
        if !kind.is_open(place) {
            continue;
        }
        let full = topic.accept.is_none()
            && session
                .exchanges
                .iter()
                .all(|exchange| is_screening(kind, exchange));
        if full
            && let Some(when) = &kind.plan.full_when
            && when.holds(&|name| kind.value(name))
        {
            facts.push(over(TopicsEnd::QuotaFull, ""));
            return Step::Record(facts);
        }
        if !kind.applies(place) {
            facts.push(ended(kind, place, TopicEnd::NotApplicable));
            return Step::Record(facts);
        }
        if session.asked() >= session.max_questions() {
            return Step::Record(vec![over(TopicsEnd::Stopped, "questions")]);
        }
        if !must(topic) && (!has_room(kind, session) || time_is_up(kind, session)) {
            facts.push(ended(kind, place, TopicEnd::NotReached));
            return Step::Record(facts);
        }
        let words = &kind.words.topics[&topic.id];
        if topic.answer.has_value() {
            return Step::Record(form::put(kind, session, place));
        }
        let (role, text) = match kind.state.topics[place].covered.first() {
            Some((_, quote)) => (TopicRole::Check, check(kind, words, quote)),
            None => (TopicRole::Ask, words.ask.clone()),
        };
        return Step::Record(put(kind, session, place, role, led(kind, &text)));
    }
    let missed = kind
        .state
        .topics
        .iter()
        .any(|topic| topic.ended == Some(TopicEnd::NotReached));
    Step::Record(vec![match missed {
        true if time_is_up(kind, session) => over(TopicsEnd::Stopped, "minutes"),
        true => over(TopicsEnd::Stopped, "questions"),
        false => over(TopicsEnd::Complete, ""),
    }])
}

/// A question behind what the last answer called for.
pub(super) fn led(kind: &Topics, question: &str) -> String {
    [&kind.state.lead, " ", question]
        .concat()
        .trim_start()
        .into()
}

fn is_screening(kind: &Topics, exchange: &Exchange) -> bool {
    let put = kind.state.put(exchange.question.number);
    put.is_some_and(|put| kind.plan.topics[put.topic].accept.is_some())
}

/// A topic as a check: with the words that cover it.
fn check(kind: &Topics, words: &TopicWording, quote: &str) -> String {
    let mut short: String = quote.chars().take(QUOTE_CHARS).collect();
    if short.len() < quote.len() {
        short.push('…');
    }
    let own = match (words.check.as_str(), words.title.as_str()) {
        ("", "") => &kind.words.check_untitled,
        ("", _) => &kind.words.check,
        (own, _) => own,
    };
    fill(
        own,
        &[
            ("quote", &short),
            ("title", &words.title),
            ("ask", &words.ask),
        ],
    )
}

/// A question that the engine puts itself, with the fact that states what for.
pub(super) fn put(
    kind: &Topics,
    session: &Session,
    place: usize,
    role: TopicRole,
    text: String,
) -> Vec<Fact> {
    asked(kind, session, place, role, None, text)
}

pub(super) fn asked(
    kind: &Topics,
    session: &Session,
    place: usize,
    role: TopicRole,
    probe: Option<colloquy_schema::ProbeKind>,
    text: String,
) -> Vec<Fact> {
    let number = session.asked() + 1;
    let deeper = matches!(role, TopicRole::Probe | TopicRole::Say);
    let question = match session.exchanges.last() {
        None => QuestionKind::Initial,
        Some(_) if deeper => QuestionKind::FollowUp,
        Some(_) => QuestionKind::Topic,
    };
    let depth = kind.state.topics[place].questions.len().min(3) as u8;
    let topic = kind.plan.topics[place].id.clone();
    vec![
        TopicsFact::Put { topic, role, probe }.recorded(),
        Fact::Asked(Question {
            follow_up_depth: if deeper { depth } else { 0 },
            follow_up_to: deeper.then(|| number - 1),
            ..conversation::topic(number, text, question, QuestionOrigin::Reply)
        }),
    ]
}
