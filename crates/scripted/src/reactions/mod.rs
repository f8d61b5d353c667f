//! What is said when an answer does something that decides before what it is about: it is hurt, refuses, corrects, complains.
//!
//! Nothing of an answer is quoted here. The order is that of what may hurt most: a crisis before a stop, a stop before a refusal.

mod back;
mod crisis;
mod lines;
mod setting;
mod subject;

pub(crate) use lines::{heavy, heavy_lead, of_a_kind, put_again, thanks, without_lead};

use crate::acts::{Act, Heard};
use crate::ask::Ask;
use crate::clean::point;
use crate::correct::fact;
use crate::cues::{is_one_of, says};
use crate::hash::hash;
use crate::memory::{Memory, padded};
use crate::pattern::made_from;
use crate::said::{Said, is_foreign};
use colloquy_findings::{normal_form, word_count};
use colloquy_schema::{Purpose, QuestionKind, Reaction};

/// Words from which an answer tells enough to be gone on with, although it also corrects or asks.
const TELLS: usize = 20;
/// Words beside a question about the interview from which an answer also answers what was asked.
const FEW: usize = 3;
/// Words from which an answer to a reaction says more than yes or no.
const SAYS_MORE: usize = 8;
/// Reactions of a conversation that use up no question, as the engine counts them.
const ASIDES: usize = 3;
/// How words begin that, beside “you”, are about what the interviewer does.
const TO_YOU: [&str; 6] = [" ask", " answer", " listen", " hear", " read", " tell"];
/// What comes of an act.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// This is said, and nothing else.
    Say(String),
    /// A question on something else follows; nothing is said before it where this is empty.
    Turn(String),
    /// What was told is gone on with, behind this.
    Stay(String),
    /// What was told before it hurt is gone on with, behind this.
    Return(String),
}

/// Decides what an answer calls for, by those of its acts that are listed. None for one that tells something, or for no answer.
pub(crate) fn decide(
    ask: &Ask,
    memory: &Memory,
    all: &[Said],
    salt: u64,
    acts: &[Act],
) -> Option<Move> {
    let last = ask.history.last()?;
    let Reaction::Answered(_) = &last.reaction else {
        return None;
    };
    let said = all.last()?;
    let reactor = Reactor {
        ask,
        memory,
        salt,
        all,
        said,
        acts,
        concludes: ask.kind == QuestionKind::Conclusion && !has_asides(ask),
        is_over: ask.number > ask.max_questions && ask.kind == QuestionKind::Conclusion,
        language: language(ask, all),
    };
    let ends = ask.sentences("thin.end");
    let offered = ends.iter().any(|line| made_from(&last.question, line));
    let before = lines::used(ask, &last.question).or(offered.then_some("thin.end"));
    let found = reactor.by_act(before).or_else(|| reactor.after(before?));
    reactor.confided(found)
}

/// True where a reaction uses up no question, so that it can stand before the last one, too.
fn has_asides(ask: &Ask) -> bool {
    let history = ask.history.iter();
    let asides =
        history.filter(|turn| turn.kind == QuestionKind::Topic && is_reaction(ask, &turn.question));
    matches!(ask.purpose, Purpose::Question) && asides.count() < ASIDES
}

/// What is asked where a refusal cannot be met with a question on something else, because the engine has set what comes.
pub(crate) fn after_refusal(ask: &Ask, memory: &Memory, all: &[Said]) -> Option<String> {
    let refused = all.last()?.heard.has(Act::Refusal);
    let fill = |line: &str| line.to_string();
    refused.then(|| {
        let language = language(ask, all);
        lines::pick(ask, memory, ask.seed, language, "refusal.again", &fill)
    })?
}

/// A question about a thing that was named, such as “the tuning fork”, that was not put yet.
pub(crate) fn about(ask: &Ask, memory: &Memory, salt: u64, name: &str, x: &str) -> Option<String> {
    if name.is_empty() {
        return None;
    }
    let fill = |line: &str| line.replace("{x}", x);
    let mut lines = lines::built_in(ask, ask.tag, name);
    lines.sort_by_key(|line| (memory.uses_here(line), hash(salt, line)));
    let mut questions = lines.into_iter().map(fill);
    questions.find(|question| !memory.repeats(question))
}

/// The sentences that are built in for a use, in the interview's language.
pub(crate) fn built_in(ask: &Ask, name: &str) -> Vec<&'static str> {
    lines::built_in(ask, ask.tag, name)
}

/// True when a question is a reaction, or another one in plain words: it opens nothing.
pub(crate) fn is_reaction(ask: &Ask, question: &str) -> bool {
    lines::used(ask, question).is_some() || lines::is_plain(ask, question)
}

/// True for a question that is a sentence of a use, or of one that goes on from it.
pub(crate) fn is_of(ask: &Ask, question: &str, name: &str) -> bool {
    lines::used(ask, question).is_some_and(|used| used.starts_with(name))
}

/// The last question where something hurt, was refused or complained of: it takes nothing up.
pub(crate) fn open_end(ask: &Ask, memory: &Memory, all: &[Said], salt: u64) -> Option<String> {
    let marked = |said: &Said| {
        let acts = [
            Act::Crisis,
            Act::Distress,
            Act::Stop,
            Act::Refusal,
            Act::Complaint,
        ];
        acts.into_iter().any(|act| said.heard.has(act))
    };
    let fill = |line: &str| line.to_string();
    let ends = all.iter().any(marked);
    ends.then(|| lines::pick(ask, memory, salt, ask.tag, "end", &fill))?
}

/// True for a question that only met what an answer did: what is answered to it is nothing that was asked for.
pub(crate) fn only_reacts(ask: &Ask, question: &str) -> bool {
    let name = lines::used(ask, question);
    let asks = ["back", "subject", "correction"];
    name.is_some_and(|name| !asks.iter().any(|asks| name.starts_with(asks)))
}

/// The language in which a reaction is worded.
fn language(ask: &Ask, all: &[Said]) -> &'static str {
    let tags = ["de", "es", "fr"];
    let of = |tag: &str| tags.into_iter().find(|known| *known == tag);
    // A word or two in between do not tell: then the answer before does.
    let heard = all.iter().rev().find_map(|said| said.heard.language);
    heard
        .and_then(of)
        .or_else(|| of(ask.locale.get(..2)?))
        .filter(|_| heard != Some("en"))
        .unwrap_or(if heard.is_none() { ask.tag } else { "en" })
}

struct Reactor<'r, 'a> {
    ask: &'r Ask<'r>,
    memory: &'r Memory<'a>,
    salt: u64,
    all: &'r [Said<'a>],
    said: &'r Said<'a>,
    /// Acts that count here.
    acts: &'r [Act],
    /// The next question is the last one.
    concludes: bool,
    /// The questions are over.
    is_over: bool,
    language: &'static str,
}

impl Reactor<'_, '_> {
    fn line(&self, name: &str) -> Option<String> {
        self.filled(name, "")
    }

    fn filled(&self, name: &str, x: &str) -> Option<String> {
        let left = self.ask.max_questions.saturating_sub(self.ask.number);
        let fill = |line: &str| {
            let line = if x.is_empty() {
                line.to_string()
            } else {
                line.replace("{x}", x)
            };
            let line = line.replace("{n}", &left.to_string());
            match line.contains("{finish}") {
                true => line.replace("{finish}", lines::finish(self.ask)),
                false => line,
            }
        };
        lines::pick(self.ask, self.memory, self.salt, self.language, name, &fill)
    }

    fn say(&self, name: &str) -> Option<Move> {
        self.line(name).map(Move::Say)
    }

    fn turn(&self, name: &str) -> Option<Move> {
        Some(Move::Turn(self.line(name).unwrap_or_default()))
    }

    /// Says a sentence of the first use; where all were said, turns with one of the second.
    fn say_or_turn(&self, name: &str, lead: &str) -> Option<Move> {
        if self.concludes {
            return self.turn(lead);
        }
        self.say(name).or_else(|| self.turn(lead))
    }

    /// How many answers before the last one did something, without one between that did not.
    fn in_a_row(&self, act: Act) -> usize {
        let before = self.all.iter().rev().skip(1);
        before.take_while(|said| said.heard.has(act)).count()
    }

    /// True when the last answer does this, and it counts here.
    fn does(&self, act: Act) -> bool {
        self.said.heard.has(act) && self.acts.contains(&act)
    }

    /// True when what is said is in the language in which the answers are heard, which has all uses.
    fn is_own(&self) -> bool {
        self.language == self.ask.tag
    }

    fn is_foreign(&self) -> bool {
        is_foreign(&self.ask.locale, &self.said.heard)
    }

    /// What the acts of the last answer call for.
    fn by_act(&self, before: Option<&str>) -> Option<Move> {
        let heard: &Heard = &self.said.heard;
        let tells = normal_form(&self.said.telling).split(' ').count() >= TELLS;
        let worded = |act: Act| self.does(act) && heard.has_words_for(act);
        if let Some(crisis) = self.in_crisis() {
            return Some(crisis);
        }
        // What is only taken for it by its form is a way of telling in a longer answer: “Sorry, I've got a belly.”
        if self.does(Act::Moment) && (worded(Act::Moment) || heard.words < TELLS) {
            return self.say("moment").or_else(|| self.turn("moment.lead"));
        }
        // “Leave it there” after a word of consolation is about what hurt, “I don't want to stop” after an offer to is none, and what only
        // looks like one stops nothing before a story.
        let form = self.ask.words.padded(self.said.text);
        let asked =
            before.is_some_and(|name| name.starts_with("distress") || name.starts_with("stop"));
        let left = asked && says(&form, self.ask.words.going_on);
        let told = !worded(Act::Stop) && tells && !heard.ends_with(Act::Stop);
        if self.does(Act::Stop) && !left && !told {
            let again = before.is_some_and(|name| name.starts_with("stop") || name == "thin.end");
            // Where no word for it stands, it is asked.
            let name = match worded(Act::Stop) {
                true => "stop",
                false => "stop.unsure",
            };
            let first = if again { None } else { self.say(name) };
            return first
                .or_else(|| self.say("stop.again"))
                .or_else(|| self.say("stop.added"));
        }
        // What somebody wants to speak about instead is the way on.
        if self.does(Act::OtherSubject)
            && let Some(text) = self.wanted()
        {
            let lead = match (self.does(Act::Distress), self.does(Act::Refusal)) {
                (true, _) => self.line("distress.lead"),
                (_, true) => self.line("refusal.lead"),
                _ => None,
            };
            return Some(Move::Say(
                lead.map_or(text.clone(), |lead| [&lead, " ", &text].concat()),
            ));
        }
        if self.does(Act::Refusal) && (worded(Act::Refusal) || !tells && !self.asks()) {
            if self.does(Act::Distress) {
                return self.turn("distress.lead");
            }
            let foreign = !self.is_own();
            if (foreign || self.in_a_row(Act::Refusal) > 0 && self.in_a_row(Act::Refusal) % 2 == 1)
                && !self.concludes
                && let Some(line) = self.line("refusal.again")
            {
                return Some(Move::Say(line));
            }
            let unsure = !worded(Act::Refusal) && self.is_own();
            let lead = self.line("refusal.unsure.lead").filter(|_| unsure);
            return lead.map(Move::Turn).or_else(|| self.turn("refusal.lead"));
        }
        if worded(Act::Distress) {
            return self.say_or_turn("distress", "distress.lead");
        }
        // Where no word of pain stands, nobody is consoled: the choice is left all the same.
        if self.does(Act::Distress)
            && let Some(choice) = self.say("distress.unsure")
        {
            return Some(choice);
        }
        let soothed = before.is_some_and(|name| {
            ["crisis", "distress", "moment"]
                .iter()
                .any(|of| name.starts_with(of))
        });
        // “It's all right, go on” is no order to skip what was asked.
        if self.does(Act::Command) && !soothed {
            return self.turn("command.lead");
        }
        // Who complains that it was not answered gets the answer.
        if worded(Act::Setting) && (self.does(Act::Complaint) || self.does(Act::AlreadySaid)) {
            let late = worded(Act::Complaint) || self.does(Act::AlreadySaid);
            let late = late.then(|| self.line("setting.late.lead")).flatten();
            return match (self.setting(true), late) {
                (Some(Move::Stay(facts)), Some(late)) => {
                    Some(Move::Stay([&late, " ", &facts].concat()))
                }
                (found, _) => found,
            };
        }
        // Where no word for it stands, nobody says so by the way: “Then it breathes again.”
        if worded(Act::AlreadySaid) {
            return self.turn("said.lead");
        }
        // What is wished for at the end of a story is wished for all the same.
        let end = self.ask.words.plain(point(self.said.text));
        let addresses = end
            .split(' ')
            .any(|word| is_one_of(word, "we us please question questions interview"))
            || end.contains("you") && TO_YOU.iter().any(|stem| padded(&end).contains(stem));
        let calls = |act: Act| self.does(act) && (!tells || addresses && heard.ends_with(act));
        // A question about the interview for which there are no words has at least its sign.
        let asks = worded(Act::Setting) || calls(Act::Setting) && self.asks();
        if calls(Act::Complaint)
            && (heard.words < TELLS || worded(Act::Complaint) && self.speaks_to())
        {
            // Nothing else is asked then, but it is answered.
            return match self.is_over {
                true => self.say("complaint.last"),
                false => self.say_or_turn("complaint", "complaint.lead"),
            };
        }
        // “I wasn't putting anything right” puts nothing right, either.
        // “No, it's all right” after a word of consolation puts nothing right, either.
        let thanked = before.is_some_and(|name| name.starts_with("correction"));
        let consoled = before.is_some_and(|name| name.starts_with("distress"));
        let says_so = heard.begins_with(self.said.text, Act::Correction);
        if self.does(Act::Correction) && says_so && !thanked && !consoled {
            return self.corrected(tells);
        }
        if asks {
            return self.setting(word_count(&self.said.telling) >= FEW);
        }
        if calls(Act::OtherSubject) {
            return self.subject();
        }
        let asks = !heard.answers_itself(self.said.text) && (heard.words <= TELLS || self.asks());
        if self.does(Act::QuestionBack) && !tells && asks {
            return self.asked_back(before);
        }
        if self.is_foreign() && self.acts.contains(&Act::OtherLanguage) {
            let first = !self.all[..self.all.len() - 1]
                .iter()
                .any(|said| is_foreign(&self.ask.locale, &said.heard));
            let tag = heard.language.unwrap_or_default();
            // Each language of interviews says in the others which it is.
            let own = ["language.", tag].concat();
            let (tag, name) = match self.ask.tag {
                "en" => (tag, "language"),
                // What a guide words is said whatever the language.
                _ if lines::has(self.ask, "", "language") => ("", "language"),
                of => (of, own.as_str()),
            };
            let known = first && lines::has(self.ask, tag, name);
            let fill = |line: &str| line.to_string();
            let line =
                known.then(|| lines::pick(self.ask, self.memory, self.salt, tag, name, &fill));
            return Some(Move::Turn(line.flatten().unwrap_or_default()));
        }
        None
    }

    /// Says the fact that was put right back in few words, and goes on; to what it is about, where only that was put right.
    fn corrected(&self, tells: bool) -> Option<Move> {
        let lead = self.line("correction.lead").unwrap_or_default();
        if tells && !self.is_foreign() {
            return Some(Move::Stay(lead));
        }
        let own = self.said.heard.doing(self.said.text, Act::Correction);
        match fact(self.ask.words, &own).filter(|_| self.is_own()) {
            Some(fact) if fact.starts_with("it ") && !self.concludes => {
                let line = self.filled("correction.about", &fact);
                line.map(Move::Say).or(Some(Move::Turn(lead)))
            }
            Some(fact) => {
                let thanks = lead.trim_end_matches('.');
                Some(Move::Turn([thanks, ": ", &fact, "."].concat()))
            }
            None => self.say_or_turn("correction", "correction.lead"),
        }
    }

    /// What follows a reaction, when the answer to it does nothing that calls for another.
    fn after(&self, before: &str) -> Option<Move> {
        let lists = self.ask.words;
        let form = lists.plain(self.said.text);
        let all = |list: &str| form.split(' ').all(|word| is_one_of(word, list));
        let (on, off) = (all(lists.on), all(lists.off));
        let short = self.said.heard.words < SAYS_MORE;
        let has = |phrases: &str| {
            let mut phrases = phrases.split('|').filter(|phrase| !phrase.is_empty());
            phrases.any(|phrase| padded(&form).contains(&padded(phrase)))
        };
        let wants_on = on && !off || has(lists.going_on);
        match before {
            "crisis.unsure" => {
                if wants_on || !short {
                    Some(Move::Turn(String::new()))
                } else {
                    self.say("crisis")
                }
            }
            "crisis" | "crisis.after" => {
                if wants_on || !short {
                    Some(Move::Turn(String::new()))
                } else if off {
                    self.say("stop")
                } else {
                    self.say("crisis.after").or(Some(Move::Turn(String::new())))
                }
            }
            "distress" | "distress.more" | "distress.unsure" => {
                // Who laughs, or says that nothing is wrong, was misheard.
                if has(lists.unconsoled) {
                    return Some(Move::Stay(self.line("stands.lead").unwrap_or_default()));
                }
                if has(lists.denies_pain) {
                    return Some(Move::Stay(String::new()));
                }
                let lead = self.line("distress.after.lead").unwrap_or_default();
                if wants_on || short || before == "distress.more" {
                    return Some(Move::Return(lead));
                }
                // What is told of something else is no more of it.
                let hurt = self
                    .all
                    .iter()
                    .rev()
                    .skip(1)
                    .find(|said| said.heard.has(Act::Distress));
                let of = hurt.map_or(String::new(), |said| lists.form(said.text));
                let of: Vec<&str> = of.split(' ').map(|word| lists.stem(word)).collect();
                let mut words = form.split(' ');
                let same = words.any(|word| {
                    is_one_of(word, lists.speaker_of)
                        || word.len() > 3
                            && of.contains(&lists.stem(word))
                            && !lists.is_function_word(word)
                });
                if same || !self.is_own() {
                    return self.say("distress.more").or(Some(Move::Return(lead)));
                }
                Some(Move::Stay(String::new()))
            }
            // What was offered is kept to.
            "thin.end" => {
                if off && !self.said.heard.has(Act::Empty) {
                    self.say("stop.again")
                } else if short {
                    Some(Move::Turn(String::new()))
                } else {
                    None
                }
            }
            "stop" | "stop.unsure" | "stop.again" | "stop.added" => {
                // Who goes on telling did not want to stop, where no word for it stands.
                let first = matches!(before, "stop" | "stop.unsure");
                let misheard = first && !short && !self.wanted_to_stop();
                if wants_on || misheard {
                    Some(Move::Turn(String::new()))
                } else if off || !first {
                    self.say("stop.again")
                } else {
                    self.say("stop.added")
                }
            }
            "moment" | "setting.time" | "setting.who" | "setting.data" | "setting.last"
            | "setting.why"
                if wants_on || off || short && before == "moment" =>
            {
                Some(Move::Turn(String::new()))
            }
            _ => None,
        }
    }
}
