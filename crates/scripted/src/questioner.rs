//! Thinks out the next question: one that opens, stays with an answer, makes a question smaller, turns to something else, concludes.

use crate::acts::Act;
use crate::answer::{best_echo, without_openers};
use crate::ask::Ask;
use crate::choose::{Chooser, Source, sentences};
use crate::clean::{bounded, clean, cut};
use crate::content::{Kind, Topic, topics};
use crate::cues::{Cue, is_one_of};
use crate::hash::hash;
use crate::memory::{Memory, padded};
use crate::pattern::{Slots, TITLE, X, Y, made_from, things};
use crate::reactions::{Move, decide};
use crate::said::{Said, said};
use crate::wishes::{Wishes, stem};
use colloquy_findings::{is_function_word, normal_form, word_count};
use colloquy_schema::{QuestionKind, Reaction, Turn};

/// Words from which an answer has substance, as in a reflective guide that sets nothing else.
pub(crate) const SUBSTANTIVE_WORDS: usize = 10;
/// Short ways of having nothing to say that are no function words.
const BLANK: &str = "fine good great nice bad interesting cool boring alright right true maybe dunno idk nope \
    meh whatever nothing none pass unsure yes no ok okay n na sure idea";

/// Thinks out a question from an ask: what was asked and answered, the notes, the wishes.
pub(crate) struct Questioner<'a> {
    pub(crate) ask: &'a Ask<'a>,
    pub(crate) memory: Memory<'a>,
    pub(crate) wishes: Wishes,
    pub(crate) topics: Vec<Topic>,
    /// What was answered, to which question, oldest first.
    pub(crate) answers: Vec<Said<'a>>,
    /// What the last answer calls for, whatever it is about.
    pub(crate) reaction: Option<Move>,
    pub(crate) title: String,
    pub(crate) salt: u64,
    /// Stems of the words of the last answer.
    pub(crate) last_stems: Vec<String>,
    /// Kinds of topic that the last question named.
    pub(crate) last_kinds: Vec<Kind>,
}

impl<'a> Questioner<'a> {
    /// Takes an ask in.
    pub(crate) fn new(ask: &'a Ask, refused: Option<&str>) -> Self {
        let wishes = Wishes::new(&ask.guidelines);
        let memory = Memory::new(ask, refused);
        let title = cut(&clean(&ask.context.title), 10)
            .filter(|title| !wishes.forbids(&normal_form(title)))
            .unwrap_or_default();
        let mut salt = hash(ask.seed ^ (u64::from(ask.number) << 32), &ask.template);
        for issue in &ask.issues {
            salt = hash(salt, &issue.message);
        }
        let (answers, closed) = said(ask);
        let mut topics = topics(&ask.context, &wishes, &memory);
        topics.retain(|topic| topic.kind == Kind::Focus || !closed.holds(&topic.form));
        let reaction = decide(ask, &memory, &answers, salt, Act::ALL);
        let (mut last_stems, mut last_kinds) = (Vec::new(), Vec::new());
        if let Some(turn) = ask.history.last() {
            let asked = padded(&turn.question);
            for topic in &topics {
                if asked.contains(&topic.key) {
                    last_kinds.push(topic.kind);
                }
            }
            if let Reaction::Answered(answer) = &turn.reaction {
                for word in normal_form(bounded(answer, 4_000)).split(' ') {
                    last_stems.push(stem(word).to_string());
                }
            }
        }
        Questioner {
            ask,
            memory,
            wishes,
            topics,
            title,
            salt,
            answers,
            reaction,
            last_stems,
            last_kinds,
        }
    }

    /// Decides what to ask: the question, and whether it goes deeper into the last answer.
    pub(crate) fn question(&self) -> (String, bool) {
        if let Some(Move::Say(text)) = &self.reaction {
            return (text.clone(), false);
        }
        let deeper = match (self.ask.kind, &self.reaction) {
            (QuestionKind::Initial, _) => return (self.initial(), false),
            (QuestionKind::Conclusion, _) => return (self.led(self.conclusion()), false),
            (_, Some(Move::Turn(_))) => None,
            _ => self.deeper(),
        };
        match deeper {
            Some(question) => (self.led(question), true),
            None => (self.led(self.topic()), false),
        }
    }

    /// A question with what the last answer calls for before it.
    pub(crate) fn led(&self, question: String) -> String {
        match &self.reaction {
            Some(Move::Turn(lead) | Move::Stay(lead)) if !lead.is_empty() => {
                [lead, " ", &question].concat()
            }
            _ => question,
        }
    }

    pub(crate) fn last(&self) -> Option<&'a Turn> {
        self.ask.history.last()
    }

    pub(crate) fn chooser<'c>(&'c self, lead: &'c str, lead_needed: bool) -> Chooser<'c> {
        Chooser {
            ask: self.ask,
            memory: &self.memory,
            wishes: &self.wishes,
            lead,
            lead_needed,
            salt: self.salt,
        }
    }

    /// The first question: about the content as a whole, by title and by what is in it.
    fn initial(&self) -> String {
        let mut sources = Vec::new();
        if self.ask.context.is_empty() {
            sources.push(Source::names(things("", ""), 0, "empty"));
        } else if !self.title.is_empty() {
            let is_name = |topic: &&Topic| topic.kind == Kind::Concept;
            for topic in self.topics.iter().filter(is_name) {
                let other = |other: &&Topic| is_name(other) && other.form != topic.form;
                let mut slots = self.titled();
                slots[X] = &topic.text;
                // The pair is made by chance of the session: a fixed one would be asked about in every session.
                let count = self.topics.iter().filter(other).count();
                let at = (hash(self.salt, &topic.form) >> 32) as usize % count.max(1);
                slots[Y] = self
                    .topics
                    .iter()
                    .filter(other)
                    .nth(at)
                    .map_or("", |other| &other.text);
                sources.push(Source::names(slots, self.cost(topic), "open"));
            }
            sources.push(Source::names(self.titled(), 520, "open.title"));
        }
        let chooser = self.chooser("", false);
        chooser
            .choose(&sources, false)
            .unwrap_or_else(|| self.topic())
    }

    /// A question that goes deeper into the last answer, when that would add something.
    fn deeper(&self) -> Option<String> {
        let turn = self.last()?;
        let Reaction::Answered(answer) = &turn.reaction else {
            return None;
        };
        let count = word_count(answer);
        let asks_back = answer.trim_end().ends_with('?') && count <= 15;
        let telling = self.answers.last().map_or("", |said| &said.telling);
        if asks_back || count < SUBSTANTIVE_WORDS {
            return self.gentle(turn, telling, asks_back);
        }
        if self.ask.kind != QuestionKind::FollowUp {
            return None;
        }
        let echo = best_echo(telling, &normal_form(&turn.question), &self.wishes)?;
        let left = self.ask.max_questions.saturating_sub(self.ask.number);
        // One step deeper is worth a question whenever there is something to hold on to. Further steps cost another part
        // of the notes, so they need a feeling, a decision or the like, and room.
        let worth = match turn.follow_up_depth {
            0 => echo.score >= 8,
            1 => {
                echo.score >= 13
                    && (left >= 3 && echo.cue != Cue::Plain
                        || left >= 2 && echo.cue == Cue::Emotion)
            }
            _ => echo.score >= 13 && left >= 4 && echo.cue != Cue::Plain,
        };
        let form = normal_form(&echo.text);
        if !worth || self.memory.touched_here(&form) {
            return None;
        }
        let topic = Topic::new(Kind::Echo, echo.text)?;
        let mut sources = vec![Source::of(&topic, 60)];
        if echo.cue != Cue::Plain {
            sources.push(sources[0].about(echo.cue.bank_use(), 0));
        }
        let chooser = self.chooser("", false);
        chooser.choose_any(&sources)
    }

    /// The same again, smaller and with an example: once for a question, and not as a habit.
    pub(crate) fn gentle(&self, turn: &Turn, answer: &str, asks_back: bool) -> Option<String> {
        let uses: &[&str] = if asks_back {
            &["clarify", "clarify.plain"]
        } else {
            &["thin", "thin.echo", "thin.plain"]
        };
        let mut lines = Vec::new();
        for name in uses {
            lines.extend(sentences(self.ask, name));
        }
        let is_gentle = |question: &&&str| lines.iter().any(|line| made_from(question, line));
        let so_far = self.memory.here.questions.iter().filter(is_gentle).count();
        let most = 1 + self.ask.max_questions as usize / 8;
        if is_gentle(&&turn.question.as_str()) || so_far >= most {
            return None;
        }
        let asked = padded(&turn.question);
        let is_named = |topic: &&Topic| asked.contains(&topic.key) && word_count(&topic.text) <= 8;
        let name = self
            .topics
            .iter()
            .find(is_named)
            .map_or("", |topic| &topic.text);
        let plain = *uses.last()?;
        let use_ = if name.is_empty() { plain } else { uses[0] };
        let chooser = self.chooser("", false);
        let own = if asks_back {
            None
        } else {
            self.own_words(answer, &asked)
        };
        own.and_then(|own| {
            chooser.choose(&[Source::names(things(&own, ""), 0, "thin.echo")], false)
        })
        .or_else(|| chooser.choose(&[Source::names(things(name, ""), 0, use_)], false))
    }

    /// The words of a short answer when they say something that the question did not.
    fn own_words(&self, answer: &str, asked: &str) -> Option<String> {
        let text = best_echo(answer, asked, &self.wishes).map_or_else(
            || without_openers(&clean(answer)).to_string(),
            |echo| echo.text,
        );
        let form = normal_form(&text);
        let says = |word: &str| {
            !is_function_word(word)
                && !is_one_of(word, BLANK)
                && !asked.contains(&[" ", word, " "].concat())
        };
        (word_count(&text) <= SUBSTANTIVE_WORDS
            && !self.wishes.forbids(&form)
            && form.split(' ').any(|word| !word.is_empty() && says(word)))
        .then_some(text)
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
            Kind::Concept | Kind::Focus | Kind::Echo => 0,
            Kind::Quote => 6,
            Kind::Point => 16,
            Kind::Item => 26,
            Kind::Earlier => 30,
        };
        // Two of a kind in a row sound like going through a list.
        if self.last_kinds.contains(&topic.kind) && topic.kind != Kind::Focus {
            cost += 50;
        }
        if self.is_related(topic) {
            cost -= 30;
        }
        cost.max(0) as u32
    }

    /// True when the last answer speaks of what the topic is about.
    fn is_related(&self, topic: &Topic) -> bool {
        let answered = |word: &str| self.last_stems.iter().any(|stem_of| stem_of == stem(word));
        topic
            .form
            .split(' ')
            .any(|word| word.len() > 3 && answered(word) && !is_function_word(word))
    }

    /// Slots with the title of the content alone.
    pub(crate) fn titled(&self) -> Slots<'_> {
        let mut slots = things("", "");
        slots[TITLE] = &self.title;
        slots
    }
}
