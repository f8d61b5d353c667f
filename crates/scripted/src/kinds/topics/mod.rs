//! Reads an answer to an owner's question: what it does, which topics to come it covers in its own words, and which probe fits.

mod noise;
mod quotable;

pub(crate) use quotable::quotable;

use crate::acts::Act;
use crate::ask::Ask;
use crate::clean::point;
use crate::cues::{is_one_of, says};
use crate::memory::padded;
use crate::narrative::{event, is_over};
use crate::pattern::made_from;
use crate::questioner::Questioner;
use crate::reactions::{Move, is_of, put_again, without_lead};
use crate::reply::text;
use crate::said::Said;
use colloquy_findings::{normal_form, sentences, word_count};
use colloquy_schema::{OpenTopic, ProbeKind, Purpose, RawReply, Reaction, TopicsAsk, Turn, codec};
use noise::{is_noise, orders};
use serde_json::{Value, json};

/// Words from which a sentence can show that a topic is covered.
const SHOWING_WORDS: usize = 5;
/// Words before an aside from which they are an answer.
const TOLD_WORDS: usize = 2;
/// Most words of an answer that is nothing but orders, and of one that only asks what a question is for.
const ORDER_WORDS: usize = 40;
const ASKS_WORDS: usize = 12;
/// The uses of sentences before a question that is put again, after orders and after something else.
const ORDER: &str = "again.order";
const RETURN: &str = "again.return";
/// Acts that are answered however much was said before.
const URGENT: [Act; 4] = [Act::Crisis, Act::Moment, Act::Stop, Act::Distress];
/// The use of sentences before a question that is put again after keys that were struck at random.
const NOISE: &str = "again.noise";
/// Most words of a sentence that is quoted whole, and words at which a longer one is parted.
const QUOTED_WORDS: usize = 18;
const JOINTS: &str = "and but so because then und aber weil dann y pero porque et mais donc";
/// Words of a topic that a sentence must have.
const SHARED: usize = 2;
/// The use of sentences that follow a short answer.
const THIN: &str = "probe.thin";
/// Words from which an answer needs no second probe.
const FULL_WORDS: usize = 80;

/// Returns the reply to an ask of an interview over topics. Empty for any other ask.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Topics(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    text(codec::text(&read(&Questioner::new(ask, None), wanted)))
}

fn read(questioner: &Questioner, ask: &TopicsAsk) -> Value {
    let last = questioner.last();
    let answered = matches!(last.map(|turn| &turn.reaction), Some(Reaction::Answered(_)));
    let last_answer = ask.turns.last().map_or("", |(_, answer)| answer);
    let words = answered && is_last(questioner, last_answer);
    let lead = lead(questioner).filter(|_| words).unwrap_or_default();
    if words && let Some(said) = questioner.answers.last() {
        if wants_to_end(questioner, said) {
            return json!({ "covered": [], "enough": true, "stop": true });
        }
        if let Some(name) = again(questioner, said) {
            let frame = (questioner.ask, &questioner.memory);
            let say = put_again(frame.0, frame.1, questioner.salt, name);
            match say.filter(|_| ask.says_left > 0) {
                Some(say) => return json!({ "covered": [], "enough": true, "say": say }),
                None if [ORDER, RETURN, NOISE].contains(&name) => {
                    return json!({ "covered": [], "enough": true });
                }
                None => {}
            }
        }
        if said.heard.has(Act::Refusal) {
            return json!({ "covered": [], "refused": true, "enough": true, "lead": lead });
        }
        let urgent = URGENT.iter().any(|act| {
            said.heard.has(*act) && (*act != Act::Distress || said.heard.has_words_for(*act))
        });
        // Pain without a word for it is asked after where there is room for that, and changes nothing else.
        let guessed = said.heard.has(Act::Distress) && !urgent && ask.says_left == 0;
        match questioner.reaction.as_ref().filter(|_| !guessed) {
            Some(Move::Say(say)) if ask.says_left > 0 || urgent => {
                return json!({ "covered": [], "enough": true, "say": say });
            }
            // What hurts is not probed, nor what somebody does not want to stay with.
            Some(Move::Say(_) | Move::Turn(_)) => {
                return json!({ "covered": [], "enough": true, "lead": lead });
            }
            _ => {}
        }
    }
    let covered: Vec<Value> = match questioner.answers.last().filter(|_| words) {
        Some(said) => covered(questioner, ask, &said.telling),
        None => Vec::new(),
    };
    let probe = if ask.probes_left > 0 {
        probe(questioner, ask, words)
    } else {
        None
    };
    let grave = || questioner.grave().filter(|_| words && ask.says_left > 0);
    match probe {
        None if let Some(say) = grave() => {
            json!({ "covered": covered, "enough": true, "say": say })
        }
        Some((kind, question)) => {
            let question = questioner.led(questioner.behind(question));
            json!({ "covered": covered, "enough": false, "kind": kind.name(), "question": question })
        }
        None => json!({ "covered": covered, "enough": true, "lead": lead }),
    }
}

/// What the last answer calls for before the next question, whichever that is.
fn lead(questioner: &Questioner) -> Option<String> {
    match &questioner.reaction {
        Some(Move::Turn(lead) | Move::Stay(lead) | Move::Return(lead)) => Some(lead.clone()),
        Some(Move::Say(_)) => None,
        None => questioner.acknowledged().or_else(|| questioner.thanks()),
    }
}

/// True where somebody wanted to end before, and wants to again, or had nothing to go on with.
fn wants_to_end(questioner: &Questioner, said: &Said) -> bool {
    let ask = questioner.ask;
    let offers = |turn: &Turn| is_of(ask, &turn.question, "stop");
    let goes_on = questioner.reaction == Some(Move::Turn(String::new()));
    if said.heard.has(Act::Crisis) {
        return false;
    }
    // Whatever is answered to “Is there anything you would like to add?” is the last word.
    said.heard.has(Act::Stop) && ask.history.iter().any(offers) || offers(said.turn) && !goes_on
}

/// Why the last question is put again: the answer gives orders, speaks of something else, asks what the question is for, or what is
/// meant by a question of the owner's, which has no other words.
fn again(questioner: &Questioner, said: &Said) -> Option<&'static str> {
    let heard = &said.heard;
    if heard.words <= ORDER_WORDS && orders(said.text) {
        return Some(ORDER);
    }
    let hurts = heard.has(Act::Crisis) || heard.has(Act::Distress) || heard.has(Act::Stop);
    if hurts {
        return None;
    }
    let asks = said.text.trim_end().ends_with('?');
    let reason = says(&padded(said.text), questioner.ask.words.setting_why);
    // In English a model tells questions about the interview from those about the question; elsewhere cues take both for questions back.
    let setting =
        heard.has(Act::Setting) || questioner.ask.tag != "en" && heard.has(Act::QuestionBack);
    let reason = heard.has(Act::Refusal) || setting && reason;
    if reason && asks && heard.words <= ASKS_WORDS {
        return Some("again.why");
    }
    if is_noise(said.text) {
        return Some(NOISE);
    }
    if heard.has(Act::Digression) {
        return (!tells_before_aside(questioner, said)).then_some(RETURN);
    }
    let question = without_lead(questioner.ask, &said.turn.question);
    let from_bank = |line: &String| !line.is_empty() && made_from(question, line);
    let owner = || {
        let mut uses = questioner.ask.bank.uses.iter();
        !uses.any(|entry| entry.sentences.iter().any(from_bank))
    };
    let back = matches!(questioner.reaction, Some(Move::Say(_))) && heard.has(Act::QuestionBack);
    (back && owner()).then_some("again.back")
}

/// True where something is told before an aside: “It was loud; by the way, …”.
fn tells_before_aside(questioner: &Questioner, said: &Said) -> bool {
    let (text, question) = (said.text, &said.turn.question);
    let breaks = text.match_indices([';', ',', ':', '.', '!', '–', '—', '…', '\n']);
    let hear = |text: &str| questioner.ask.hear(question, text);
    let before = breaks
        .map(|(at, _)| &text[..at])
        .map_while(|before| {
            let heard = hear(before);
            (!heard.has(Act::Digression)).then_some((before, heard))
        })
        .last();
    before.is_some_and(|(before, heard)| {
        let telling = heard.telling(before);
        !heard.has(Act::Empty)
            && word_count(&telling) >= TOLD_WORDS
            && !stems(questioner, &telling).is_empty()
    })
}

/// True where the answer of the topic's last question is the last answer of the interview: a form has none in words.
fn is_last(questioner: &Questioner, answer: &str) -> bool {
    questioner
        .answers
        .last()
        .is_some_and(|said| said.text == answer)
}

/// The open topics that a sentence of the answer speaks of, each with that sentence.
fn covered(questioner: &Questioner, ask: &TopicsAsk, telling: &str) -> Vec<Value> {
    let mut out = Vec::new();
    // Sentences that are long enough to show something, each once, with its stems and whether it does.
    let mut said: Vec<(&str, Vec<String>, bool)> = Vec::new();
    let parts = sentences(telling).flat_map(|place| clauses(telling[place].trim()));
    for sentence in parts {
        let known = said.iter().any(|(other, ..)| *other == sentence);
        if !known && word_count(sentence) >= SHOWING_WORDS {
            said.push((sentence, stems(questioner, sentence), false));
        }
    }
    if said.is_empty() {
        return out;
    }
    let asked: Vec<String> = ask
        .turns
        .iter()
        .flat_map(|(question, _)| stems(questioner, question))
        .collect();
    for topic in &ask.open {
        let signs: Vec<String> = signs(questioner, topic)
            .into_iter()
            .filter(|stem| !asked.contains(stem))
            .collect();
        let shows = |stems: &[String]| {
            let shared = signs.iter().filter(|sign| stems.contains(sign)).count();
            shared >= SHARED
        };
        let found = said
            .iter_mut()
            .find(|(_, stems, used)| !used && shows(stems));
        if let Some((quote, _, used)) = found {
            *used = true;
            out.push(json!({ "topic": topic.id, "quote": quote }));
        }
    }
    out
}

/// A sentence that can be quoted whole, or the parts of a longer one, as dictation has them.
fn clauses(sentence: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut from, mut count) = (0, 0);
    for (at, _) in sentence.match_indices(' ') {
        count += 1;
        let next = sentence[at + 1..].split(' ').next().unwrap_or_default();
        let joint = sentence[..at].ends_with([',', ';', ':']) || is_one_of(next, JOINTS);
        if word_count(sentence) > QUOTED_WORDS
            && (joint && count > SHOWING_WORDS || count >= QUOTED_WORDS)
        {
            out.push(sentence[from..at].trim_end_matches([',', ';', ':']));
            (from, count) = (at + 1, 0);
        }
    }
    out.push(&sentence[from..]);
    out
}

/// Words that a topic is known by.
fn signs(questioner: &Questioner, topic: &OpenTopic) -> Vec<String> {
    let mut out = stems(questioner, &topic.title);
    for text in topic.listen_for.iter().chain([&topic.ask]) {
        for stem in stems(questioner, text) {
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

/// Stems of the words of a text that carry it, each once.
fn stems(questioner: &Questioner, text: &str) -> Vec<String> {
    let lists = questioner.ask.words;
    let mut out: Vec<String> = Vec::new();
    for word in lists.form(text).split(' ') {
        let stem = lists.stem(word).to_string();
        if word.chars().count() > 3 && !lists.is_function_word(word) && !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

/// The next probe: on a phrase of the answer's own, else a sentence of a kind that the topic has, those not yet put first.
fn probe(questioner: &Questioner, ask: &TopicsAsk, words: bool) -> Option<(ProbeKind, String)> {
    let answer = ask.turns.last().map_or("", |(_, answer)| answer.as_str());
    let has = |kind: ProbeKind| ask.kinds.contains(&kind);
    let answered = questioner.answers.last().filter(|_| words);
    if let Some(said) = answered {
        if ask.put.len() >= 2 && word_count(answer) >= FULL_WORDS {
            return None;
        }
        // Nothing was told, and nothing can be asked about it.
        if said.heard.has(Act::Empty) || word_count(answer) == 0 {
            return None;
        }
        if has(ProbeKind::Clarifying)
            && let Some(question) = questioner.coined().or_else(|| questioner.person())
            && fresh(questioner, &question)
        {
            return Some((ProbeKind::Clarifying, question));
        }
    }
    let thin = words && word_count(answer) < crate::questioner::SUBSTANTIVE_WORDS;
    if thin
        && questioner
            .ask
            .bank
            .sentences(THIN, &questioner.ask.template)
            .next()
            .is_some()
    {
        // A short answer says too little to ask for its occasion or its reasons. Who answers so again has said what there is.
        let lines = questioner.ask.sentences(THIN);
        let asked = |turn: &&Turn| lines.iter().any(|line| made_from(&turn.question, line));
        let is_thin = |answer: &str| word_count(answer) < crate::questioner::SUBSTANTIVE_WORDS;
        let again =
            questioner.ask.history.iter().filter(asked).any(
                |turn| matches!(&turn.reaction, Reaction::Answered(answer) if is_thin(answer)),
            ) || ask
                .turns
                .iter()
                .rev()
                .skip(1)
                .any(|(_, answer)| is_thin(answer));
        let line = in_turn(questioner, lines.into_iter())
            .into_iter()
            .find(|line| fresh(questioner, line));
        return line
            .filter(|_| !again && has(ProbeKind::Descriptive))
            .map(|line| (ProbeKind::Descriptive, line.to_string()));
    }
    let lists = questioner.ask.words;
    if let Some(said) = answered
        && let (name, _) = crate::questioner::probe::kind(lists, said)
        && let Some(kind) = asks_for(name).filter(|kind| has(*kind))
        && let own = in_turn(questioner, questioner.ask.sentences(name).into_iter())
        && let Some(line) = own.into_iter().find(|line| fresh(questioner, line))
    {
        return Some((kind, line.to_string()));
    }
    let case = answered.is_some_and(|said| event(lists, said).is_some());
    if let Some(said) = answered.filter(|_| !case) {
        if has(ProbeKind::Descriptive)
            && let Some(question) = questioner.named_person().or_else(|| questioner.detail())
        {
            return Some((ProbeKind::Descriptive, question));
        }
        if let Some((name, question)) = questioner.following(said)
            && let Some(kind) = asks_for(name).filter(|kind| has(*kind))
            && fresh(questioner, &question)
        {
            return Some((kind, question));
        }
    }
    // A day or an occasion is asked for behind what is usual; behind what happened once there is no other.
    let usual = [Act::Rule, Act::Claim, Act::Judgement, Act::Process];
    let usual = answered.is_some_and(|said| usual.iter().any(|act| said.heard.has(*act)));
    let says = |list| answered.is_some_and(|said| says(&lists.padded(point(&said.telling)), list));
    // When something was leads back to that time, and a reason to the last time that it held; what is over has no last time.
    let past = answered.is_some_and(|said| is_over(lists, said));
    let (when, reason) = (
        !case && says(lists.when),
        !case && !past && says(lists.reason),
    );
    let order: [ProbeKind; 4] = if !words {
        // A value says little by itself: its reason is what is wanted.
        [
            ProbeKind::Explanatory,
            ProbeKind::Idiographic,
            ProbeKind::Descriptive,
            ProbeKind::Clarifying,
        ]
    } else if thin {
        [
            ProbeKind::Descriptive,
            ProbeKind::Idiographic,
            ProbeKind::Explanatory,
            ProbeKind::Clarifying,
        ]
    } else if case || when || past || !usual {
        [
            ProbeKind::Descriptive,
            ProbeKind::Explanatory,
            ProbeKind::Clarifying,
            ProbeKind::Idiographic,
        ]
    } else {
        [
            ProbeKind::Idiographic,
            ProbeKind::Explanatory,
            ProbeKind::Descriptive,
            ProbeKind::Clarifying,
        ]
    };
    let mut order: Vec<ProbeKind> = order.into_iter().filter(|kind| has(*kind)).collect();
    order.sort_by_key(|kind| ask.put.contains(kind));
    order.into_iter().find_map(|kind| {
        let sort = match (words, case) {
            (false, _) => ".value",
            (true, true) => ".case",
            _ if past && !when => ".case",
            _ if when => ".when",
            _ if reason => ".reason",
            _ => "",
        };
        let special = [kind.bank_use(), sort].concat();
        let uses: &[&str] = match sort {
            "" => &[kind.bank_use()],
            _ => &[&special, kind.bank_use()],
        };
        let lines = uses.iter().flat_map(|name| questioner.ask.sentences(name));
        let lines: Vec<&str> = match words {
            // What fits what was told comes before what fits anything.
            true if !sort.is_empty() => {
                let own = questioner.ask.sentences(&special);
                let own = in_turn(questioner, own.into_iter());
                let others = in_turn(questioner, lines);
                own.into_iter().chain(others).collect()
            }
            true => in_turn(questioner, lines),
            false => lines.filter(|line| !line.contains('{')).collect(),
        };
        let line = lines.into_iter().find(|line| fresh(questioner, line))?;
        Some((kind, line.to_string()))
    })
}

/// What a use that fits what was told asks for, where it is one of those.
fn asks_for(name: &str) -> Option<ProbeKind> {
    Some(match name {
        "probe.case.own" | "probe.case.choice" | "probe.case.wrong" | "probe.trouble"
        | "probe.feeling" | "probe.rule" => ProbeKind::Explanatory,
        "probe.case.other" | "probe.case.after" | "probe.now" | "probe.case.theirs"
        | "probe.case.usual" | "probe.case.blow" | "probe.learned" | "probe.process"
        | "probe.plan" => ProbeKind::Descriptive,
        "probe.judgement" | "probe.torn" => ProbeKind::Clarifying,
        "form.why" | "form.view" => ProbeKind::Idiographic,
        "form.sign" | "form.way" | "form.wish" | "form.touched" | "form.plan" | "form.rule" => {
            ProbeKind::Explanatory
        }
        _ if name.starts_with("form.") => ProbeKind::Descriptive,
        _ => return None,
    })
}

/// Sentences without slots in an order that differs by session.
fn in_turn<'a>(questioner: &Questioner, lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<&str> = lines.filter(|line| !line.contains('{')).collect();
    lines.sort_by_key(|line| crate::hash::hash(questioner.salt, line));
    lines
}

/// True for a question that was not put, and does not sound like one.
fn fresh(questioner: &Questioner, question: &str) -> bool {
    let form = normal_form(question);
    let before = &questioner.ask.history;
    before
        .iter()
        .all(|turn| normal_form(&turn.question) != form)
        && !questioner.memory.repeats(question)
        && !padded(question).trim().is_empty()
}
