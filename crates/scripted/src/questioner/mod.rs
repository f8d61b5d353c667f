//! Thinks out the next question: one that opens, stays with an answer, makes a question smaller, turns to something else, concludes.

mod conclude;
mod form;
mod naming;
mod plan;
pub(crate) mod probe;
mod turns;

use crate::acts::Act;
use crate::ask::Ask;
use crate::cases::tenses;
use crate::choose::WORDS;
use crate::clean::{bounded, point};
use crate::content::{Kind, Topic, topics};
use crate::cues::{is_one_of, says};
use crate::language::Words;
use crate::memory::padded;
use crate::narrative::{is_grave, tells_more};
use crate::opening::Frame;
use crate::pattern::made_from;
use crate::prompts::is_prompt;
use crate::reactions::{Move, built_in, decide, heavy, heavy_lead, thanks};
use crate::said::{Said, said};
use colloquy_findings::word_count;
use colloquy_schema::{QuestionKind, Reaction, Turn};
use form::form;
use plan::follow_up;
use probe::{STRONG, TORN, is_event, kind};
use std::ops::Deref;

/// Words from which an answer has substance, as in a reflective guide that sets nothing else.
pub(crate) const SUBSTANTIVE_WORDS: usize = 10;

/// Words from which an answer is worth one more question, whatever it tells.
pub(crate) const RICH_WORDS: usize = 12;
/// Words from which an answer tells several things.
const LONG_WORDS: usize = 60;

/// Words from which an answer is thanked for before the subject changes.
const THANKED_WORDS: usize = 20;
/// Most questions in a row on something that happened.
pub(crate) const MOST_STAYED: usize = 2;

/// Thinks out a question from an ask: what was asked and answered, the notes, the wishes.
pub(crate) struct Questioner<'a> {
    frame: Frame<'a>,
    pub(crate) topics: Vec<Topic>,
    /// What was answered, to which question, oldest first.
    pub(crate) answers: Vec<Said<'a>>,
    /// What the last answer calls for, whatever it is about.
    pub(crate) reaction: Option<Move>,
    /// Stems of the words of the last answer.
    pub(crate) last_stems: Vec<String>,
    /// Kinds of topic that the last question named.
    pub(crate) last_kinds: Vec<Kind>,
}

impl<'a> Questioner<'a> {
    /// Takes an ask in.
    pub(crate) fn new(ask: &'a Ask, refused: Option<&str>) -> Self {
        let frame = Frame::new(ask, refused);
        let (answers, closed) = said(ask);
        let mut topics = topics(&ask.context, &frame.wishes, &frame.memory);
        topics.retain(|topic| {
            topic.kind == Kind::Focus || !closed.holds(&topic.form) && is_prompt(ask.words, topic)
        });
        let reaction = decide(ask, &frame.memory, &answers, frame.salt, Act::ALL);
        let reaction = going_on(reaction, answers.last());
        let (mut last_stems, mut last_kinds) = (Vec::new(), Vec::new());
        if let Some(turn) = ask.history.last() {
            let asked = padded(&turn.question);
            for topic in &topics {
                if asked.contains(&topic.key) {
                    last_kinds.push(topic.kind);
                }
            }
            if let Reaction::Answered(answer) = &turn.reaction {
                for word in ask.words.form(bounded(answer, 4_000)).split(' ') {
                    last_stems.push(ask.words.stem(word).to_string());
                }
            }
        }
        Questioner {
            frame,
            topics,
            answers,
            reaction,
            last_stems,
            last_kinds,
        }
    }

    /// Decides what to ask: the question, and whether it goes deeper into the last answer.
    pub(crate) fn question(&self) -> (String, bool) {
        if self.ask.number > self.ask.max_questions && self.ask.kind == QuestionKind::Conclusion {
            return self.last_word();
        }
        if let Some(Move::Say(text)) = &self.reaction {
            return (text.clone(), self.is_aside());
        }
        let deeper = match (self.ask.kind, &self.reaction) {
            (QuestionKind::Initial, _) => {
                return (self.initial().unwrap_or_else(|| self.topic()), false);
            }
            (QuestionKind::Conclusion, _) => return (self.led(self.conclusion()), false),
            (_, Some(Move::Turn(_))) => None,
            (_, Some(Move::Return(_))) => self.returned(),
            _ => self
                .deeper()
                .or_else(|| self.undecided())
                .or_else(|| self.detailed()),
        };
        match deeper.filter(|_| !self.leaves_a_loss()) {
            // Something easier was not offered as a follow-up, and is a question of its own.
            Some(question) => (
                self.led(self.behind(question)),
                self.ask.kind == QuestionKind::FollowUp,
            ),
            // Nobody who has told of a death is asked about something else at once.
            None => match self.grave() {
                Some(question) => (question, false),
                None => (self.led(self.turning(self.topic())), false),
            },
        }
    }

    /// What the last answer calls for when the questions are over; an empty question where that is nothing.
    fn last_word(&self) -> (String, bool) {
        let does = |act: Act| self.answers.last().is_some_and(|said| said.heard.has(act));
        match &self.reaction {
            Some(Move::Say(text)) if self.is_aside() || does(Act::OtherSubject) => {
                (text.clone(), true)
            }
            _ => (String::new(), false),
        }
    }

    /// True where what is said uses up no question: it answers one, says one in plain words, or leaves a choice.
    fn is_aside(&self) -> bool {
        let acts = |acts: &[Act]| {
            let last = self.answers.last();
            last.is_some_and(|said| acts.iter().any(|act| said.heard.has(*act)))
        };
        let asks = [
            Act::Crisis,
            Act::Moment,
            Act::Complaint,
            Act::Setting,
            Act::QuestionBack,
            Act::Distress,
        ];
        let other = [Act::Stop, Act::Refusal, Act::OtherSubject, Act::Correction];
        self.ask.kind != QuestionKind::FollowUp && acts(&asks) && !acts(&other)
    }

    /// A question with what the last answer calls for before it.
    pub(crate) fn led(&self, question: String) -> String {
        match &self.reaction {
            Some(Move::Turn(lead) | Move::Stay(lead) | Move::Return(lead)) if !lead.is_empty() => {
                [lead, " ", &question].concat()
            }
            _ => question,
        }
    }

    /// A question behind what acknowledges a death or a grave illness, where there is one to acknowledge.
    pub(crate) fn behind(&self, question: String) -> String {
        match self.acknowledged() {
            Some(lead) => [&lead, " ", &question].concat(),
            None => question,
        }
    }

    /// A question on something else, behind a word on what it turns away from: somebody who was named, or a story.
    pub(crate) fn turning(&self, question: String) -> String {
        if self.acknowledged().is_some() {
            return self.behind(question);
        }
        let lead = self.thanks().filter(|lead| {
            let words = word_count(lead) + word_count(&question);
            words <= WORDS.1
        });
        match lead {
            Some(lead) => [&lead, " ", &question].concat(),
            None => question,
        }
    }

    /// Thanks for a story, or for what concerns somebody, which stand before a question on something else.
    pub(crate) fn thanks(&self) -> Option<String> {
        let said = self.answers.last().filter(|_| self.reaction.is_none())?;
        let answered = self.last()?.number == said.turn.number;
        if !answered || word_count(&said.telling) < THANKED_WORDS {
            return None;
        }
        let story = is_event(kind(self.ask.words, said).0);
        (story || self.somebody().is_some()).then(|| thanks(self.ask, &self.memory, self.salt))?
    }

    /// What is said before a question where somebody has told of death or grave illness and nothing was said to that.
    pub(crate) fn acknowledged(&self) -> Option<String> {
        let said = self.answers.last().filter(|_| self.reaction.is_none())?;
        let last = self.last()?.number == said.turn.number;
        // Whoever buries people for a living speaks of death all day.
        let title = self.ask.words.plain(&self.ask.context.title);
        let trade = title
            .split(' ')
            .any(|word| is_one_of(word.trim_end_matches('s'), self.ask.words.mortal));
        let heavy = !trade && is_grave(self.ask.words, said.text);
        (last && heavy).then(|| heavy_lead(self.ask, &self.memory, self.salt))?
    }

    /// True where the last answer is about death or grave illness, and about nothing that happened: no argument and no plan is asked for then.
    fn leaves_a_loss(&self) -> bool {
        let story = |said: &Said| is_event(kind(self.ask.words, said).0);
        self.grave().is_some() && !self.answers.last().is_some_and(story)
    }

    /// What is said in place of a question on something else where somebody has told of death or grave illness.
    pub(crate) fn grave(&self) -> Option<String> {
        self.acknowledged()?;
        heavy(self.ask, &self.memory, self.salt)
    }

    /// A question on what was told last before it hurt, never on what hurt. None where that names nothing.
    pub(crate) fn returned(&self) -> Option<String> {
        let hurt = |said: &&Said| said.heard.has(Act::Distress) || said.heard.has(Act::Crisis);
        let before = self.answers.iter().rev().skip_while(|said| !hurt(said));
        let said = before
            .skip_while(hurt)
            .find(|said| !said.telling.is_empty())?;
        self.recalled(said, &[kind(self.ask.words, said).0, "probe.any"])
    }

    pub(crate) fn last(&self) -> Option<&'a Turn> {
        self.ask.history.last()
    }

    /// A question that stays with the last answer, when that would add something.
    fn deeper(&self) -> Option<String> {
        let turn = self.last()?;
        let Reaction::Answered(answer) = &turn.reaction else {
            return None;
        };
        if let Some(line) = self.postponed() {
            return Some(line);
        }
        if let Some(question) = follow_up(self) {
            return Some(question);
        }
        if word_count(answer) < SUBSTANTIVE_WORDS {
            return self.gentle();
        }
        let said = self.answers.last()?;
        if self.ask.kind != QuestionKind::FollowUp || !self.tells(said) {
            return None;
        }
        let left = self.ask.max_questions.saturating_sub(self.ask.number);
        let (own, weight) = kind(self.ask.words, said);
        // A story is stayed with, for two questions at most, and once where what was wished for needs the others.
        let stayed = self.stayed();
        let needed = 1 + self.wishes.focus_texts.len() as u32;
        let room = left >= 1 && (self.wishes.focus_texts.is_empty() || left > needed);
        if is_event(own)
            && weight >= STRONG
            && stayed < MOST_STAYED
            && (turn.follow_up_depth == 0 || room)
        {
            let detail = || (stayed == 0).then(|| self.detail()).flatten();
            return detail().or_else(|| self.probe(&[own, "probe.case", "probe.any"]));
        }
        // One step deeper is worth a question. Further steps cost something else, so they need a case or the like, and room:
        // what it was like, then what it means, then what comes of it.
        let count = word_count(&said.telling);
        let own = match own {
            "probe.any" | "probe.now" if count >= LONG_WORDS => "probe.long",
            own => own,
        };
        let rich = weight >= STRONG || count >= RICH_WORDS;
        let (worth, names) = match turn.follow_up_depth {
            0 => (true, [own, "probe.any"]),
            1 => (rich && left >= 2, ["probe.meaning", own]),
            _ => (rich && left >= 3, ["probe.use", own]),
        };
        if !worth {
            // What has a name is worth one question more where there is room.
            return room.then(|| self.detail())?;
        }
        // What is to be decided is more than whom or what it is about.
        if own == TORN
            && let Some(question) = self.probe(&[TORN])
        {
            return Some(question);
        }
        let general = match own {
            "probe.any" | "probe.now" | "probe.claim" => true,
            // “It should be so” is a view where one was asked for.
            "probe.rule" => form(self.ask.words, &turn.question) == Some("form.view"),
            _ => false,
        };
        let following = || match turn.follow_up_depth {
            0 if general => self.following(said).map(|(_, question)| question),
            _ => None,
        };
        self.coined()
            .or_else(|| self.person())
            .or_else(|| self.named_person())
            .or_else(|| {
                let open = general || own == "probe.feeling";
                open.then(|| self.detail()).flatten()
            })
            .or_else(following)
            .or_else(|| self.probe(&names))
    }

    /// A question on what is still to be decided, which is not left for something else, however far it was followed.
    fn undecided(&self) -> Option<String> {
        let said = self.answers.last()?;
        let torn = kind(self.ask.words, said).0 == TORN;
        let last = self.last()?.number == said.turn.number;
        (torn && last).then(|| self.probe(&[TORN]))?
    }

    /// A question on a detail of the last answer in place of one on something else, where enough are left.
    fn detailed(&self) -> Option<String> {
        let last = self.last()?.number == self.answers.last()?.turn.number;
        let left = self.ask.max_questions.saturating_sub(self.ask.number);
        let needed = 1 + self.wishes.focus_texts.len() as u32;
        (last && left > needed).then(|| self.detail())?
    }

    /// What is said where the last answer only puts off what was asked: the order is the respondent's.
    fn postponed(&self) -> Option<String> {
        let said = self.answers.last()?;
        let puts_off = word_count(said.text) < LONG_WORDS / 2
            && says(
                &self.ask.words.padded(point(said.text)),
                self.ask.words.promises,
            );
        let mut lines = built_in(self.ask, "later").into_iter();
        lines
            .find(|line| puts_off && !self.memory.repeats(line))
            .map(String::from)
    }

    /// Something easier after an answer that says little: once for a question, and not as a habit. After two that say nothing the
    /// choice is the respondent's, and after three so is the end.
    pub(crate) fn gentle(&self) -> Option<String> {
        let said = self.answers.last()?;
        // Who says that this is all is believed.
        if says(&self.ask.words.padded(said.text), self.ask.words.all) {
            return None;
        }
        let empty = |said: &&Said| said.heard.has(Act::Empty);
        let name = match self.answers.iter().rev().take_while(empty).count() {
            0 => short(self.ask.words, said),
            1 => "thin",
            2 => "thin.choice",
            3 => "thin.end",
            _ => return None,
        };
        let (mut asked, mut lines) = (0, Vec::new());
        for name in ["short", OWN, PAST, "thin"] {
            lines.extend(self.ask.sentences(name));
        }
        let is_short = name.starts_with("short");
        let is_gentle = |question: &str| lines.iter().any(|line| made_from(question, line));
        for question in &self.memory.here.questions {
            asked += u32::from(is_gentle(question));
        }
        let habit = is_gentle(&said.turn.question) || asked > self.ask.max_questions / 8;
        // Whoever says what they do says it as a whole: “I keep the rain out” is not about the rain.
        let form = self.ask.words.plain(&said.telling);
        let is = form
            .split(' ')
            .any(|word| is_one_of(word, self.ask.words.present));
        let whole = name == OWN && !habit && !self.ask.sentences(OWN).is_empty() || is;
        if is_short && self.ask.kind != QuestionKind::Conclusion {
            // What was done, or a thing that was named in a few words, is what there is to ask about.
            let thing = || (!whole).then(|| self.thing(said)).flatten();
            if let Some(question) = self.detail().or_else(thing) {
                return Some(question);
            }
        }
        if habit && (is_short || name == "thin") {
            return None;
        }
        // A rule is one in four words, too: “Never on a Monday.”
        let (own, weight) = kind(self.ask.words, said);
        let clear = matches!(
            own,
            "probe.rule" | "probe.judgement" | "probe.plan" | "probe.learned"
        );
        if is_short && clear && weight >= STRONG {
            return self.probe(&[own, name]);
        }
        if is_short && said.heard.has(Act::Hedge) && !self.ask.words.is_english() {
            return self.probe(&["probe.hedge", "short"]);
        }
        match is_short {
            true => self.probe(&[name, "short"]),
            false => self.probe(&[name]),
        }
    }

    /// How little a topic is wanted as the next one.
    pub(crate) fn cost(&self, topic: &Topic) -> u32 {
        let mut cost: i32 = 400;
        if self.memory.touched_here(&topic.key) {
            cost += 300;
        }
        if self.memory.touched_earlier(&topic.key) {
            cost += 120;
        }
        if topic.kind == Kind::Focus || self.wishes.wants(&topic.whole_form()) {
            cost -= 220;
        }
        cost += match topic.kind {
            Kind::Concept | Kind::Focus => 0,
            Kind::Quote => 6,
            Kind::Point => 16,
            Kind::Item => 26,
        };
        // Two of a kind in a row sound like going through a list.
        if self.last_kinds.contains(&topic.kind) && topic.kind != Kind::Focus {
            cost += 50;
        }
        if self.is_related(topic) {
            cost -= 120;
        }
        cost.max(0) as u32
    }

    /// True when the last answer speaks of what the topic is about.
    pub(crate) fn is_related(&self, topic: &Topic) -> bool {
        let lists = self.ask.words;
        let answered = |word: &str| {
            let stem = lists.stem(word);
            self.last_stems.iter().any(|other| other == stem)
        };
        topic
            .form
            .split(' ')
            .any(|word| word.len() > 3 && answered(word) && !lists.is_function_word(word))
    }
}

/// The uses that follow a few words on what the respondent does, and on what they did.
const OWN: &str = "short.own";
const PAST: &str = "short.past";

/// The use that follows a few words: “I do nights.” is asked on in another way than “The letterbox.”
fn short(lists: &Words, said: &Said) -> &'static str {
    let form = lists.plain(&said.telling);
    let own = form.split(' ').any(|word| is_one_of(word, lists.own));
    let (did, was, _) = tenses(lists, &said.telling);
    match (own && lists.is_english(), did + was > 0) {
        (true, true) => PAST,
        (true, false) => OWN,
        _ => "short",
    }
}

/// What an answer calls for, when it also tells something new: who says that something was told already, or asks back and answers all the
/// same, is gone on with.
fn going_on(reaction: Option<Move>, said: Option<&Said>) -> Option<Move> {
    let Some(said) = said.filter(|said| tells_more(said)) else {
        return reaction;
    };
    let other = [
        Act::Crisis,
        Act::Moment,
        Act::Stop,
        Act::Refusal,
        Act::Distress,
        Act::Command,
        Act::Complaint,
        Act::Correction,
        Act::Setting,
        Act::OtherSubject,
    ];
    if other.into_iter().any(|act| said.heard.has(act)) {
        return reaction;
    }
    let asks = said.text.trim_end().ends_with('?');
    match reaction {
        Some(Move::Turn(_)) if said.heard.has(Act::AlreadySaid) => Some(Move::Stay(String::new())),
        Some(Move::Say(_) | Move::Turn(_)) if said.heard.has(Act::QuestionBack) && !asks => None,
        other => other,
    }
}

impl<'a> Deref for Questioner<'a> {
    type Target = Frame<'a>;

    fn deref(&self) -> &Frame<'a> {
        &self.frame
    }
}
