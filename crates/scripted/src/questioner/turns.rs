//! Turning to something else: which part of the notes, which plain question or which side of life comes next.

use super::plan::open_slot;
use super::probe::{is_event, kind};
use super::{Questioner, SUBSTANTIVE_WORDS};
use crate::choose::Source;
use crate::content::Kind;
use crate::cues::is_one_of;
use crate::hash::hash;
use crate::memory::padded;
use crate::pattern::{ANGLE, ANGLES, Slots, things};
use crate::said::Said;
use colloquy_findings::word_count;
use colloquy_schema::{QuestionKind, Reaction};

/// Questions on something new after which the notes are gone through, whatever was answered.
const THREADS: usize = 2;
/// How little a question is wanted that leads from an answer back to the whole: less than a part of the notes that the answer speaks of.
const BRIDGE: u32 = 300 - 48;
/// How little a plain question is wanted: less than a part of the notes that was just spoken of.
const PLAIN: u32 = 330;

impl<'a> Questioner<'a> {
    /// A question on something that was not spoken of: what is still to be known, the notes, or a side of the respondent's life.
    pub(crate) fn topic(&self) -> String {
        let chooser = self.chooser(self.lead());
        if let Some(question) = open_slot(self) {
            return question;
        }
        let facets = self.facets();
        // Tier by tier, and only as far as needed: first with sentences that were not used yet, then with any.
        for worn in [false, true] {
            for tier in 0..4 {
                let mut sources = Vec::new();
                match tier {
                    0 => {
                        self.add_topics(&mut sources, false, false);
                        sources.push(Source::names(self.titled(), PLAIN, "ask"));
                        if self.leaves_a_story() {
                            sources.push(Source::names(self.titled(), BRIDGE, "ask.bridge"));
                        }
                    }
                    1 => {
                        // One that was asked about comes again only when all were.
                        let asked =
                            |slots: &&Slots| self.memory.touched_here(&padded(slots[ANGLE]));
                        let open = facets.iter().filter(|slots| worn || !asked(slots));
                        open.for_each(|slots| sources.push(Source::names(*slots, 0, "facet")));
                    }
                    2 => {
                        self.add_topics(&mut sources, false, true);
                        sources.push(Source::names(self.titled(), 500, "open.title"));
                    }
                    _ => self.add_topics(&mut sources, true, true),
                }
                if let Some(question) = chooser.choose(&sources, worn) {
                    return question;
                }
            }
        }
        let mut sources = Vec::new();
        for (at, first) in facets.iter().enumerate() {
            for second in &facets[at + 1..] {
                let mut slots = *first;
                slots[ANGLES] = second[ANGLE];
                sources.push(Source::names(slots, 0, "facets"));
            }
        }
        chooser
            .choose(&sources, true)
            .unwrap_or_else(|| crate::last_resort::question(self.ask, &self.memory, self.salt))
    }

    /// Adds the topics of the notes; those that this session or an earlier one touched only when wanted.
    ///
    /// One that the last answer does not speak of waits until other threads were followed.
    fn add_topics<'s>(&'s self, sources: &mut Vec<Source<'s>>, here: bool, earlier: bool) {
        let topics = |turn: &&colloquy_schema::Turn| turn.kind == QuestionKind::Topic;
        let early = self.ask.history.iter().filter(topics).count() < THREADS;
        for topic in &self.topics {
            let fresh = (here || !self.memory.touched_here(&topic.key))
                && (earlier || !self.memory.touched_earlier(&topic.key));
            if fresh {
                let strange = early
                    && topic.kind != Kind::Focus
                    && !self.answers.is_empty()
                    && !self.is_related(topic);
                let cost = self.cost(topic) + if strange { 200 } else { 0 };
                sources.push(Source::of(topic, cost));
            }
        }
    }

    /// True where something was told that must not be walked away from without a word: once, as one does not go back and forth.
    fn leaves_a_story(&self) -> bool {
        let told = |said: &Said| {
            let form = self.ask.words.plain(&said.telling);
            let own = form
                .split(' ')
                .any(|word| is_one_of(word, self.ask.words.personal));
            let story = is_event(kind(self.ask.words, said).0);
            own && story && word_count(&said.telling) >= SUBSTANTIVE_WORDS
        };
        let lines = self.ask.sentences("ask.bridge");
        if lines.iter().any(|line| self.memory.uses_here(line) > 0) {
            return false;
        }
        let last = self.answers.last();
        let answered = matches!(
            self.last().map(|turn| &turn.reaction),
            Some(Reaction::Answered(_))
        );
        answered && self.reaction.is_none() && last.is_some_and(told)
    }

    /// Sides of life where the content can be looked at from.
    fn facets(&self) -> Vec<Slots<'a>> {
        let mut out = Vec::new();
        for angle in self.ask.sentences("angle") {
            let form = padded(angle);
            if !self.wishes.forbids(form.trim()) && !self.memory.declined(&form) {
                let mut slots = things("", "");
                slots[ANGLE] = angle;
                out.push(slots);
            }
        }
        out
    }

    /// What leads from a question that was passed over to something else; nothing after an answer.
    pub(crate) fn lead(&self) -> &'a str {
        // What the answer called for is said already.
        if self.reaction.is_some() {
            return "";
        }
        let name = match self.last().map(|turn| &turn.reaction) {
            Some(Reaction::Skipped) if !self.wishes.brief => "lead.skip",
            Some(Reaction::Declined) => "lead.decline",
            _ => return "",
        };
        let worn =
            |line: &&str| self.memory.uses_here(line) << 16 | (hash(self.salt, line) >> 48) as u32;
        self.ask
            .sentences(name)
            .into_iter()
            .min_by_key(worn)
            .unwrap_or_default()
    }
}
