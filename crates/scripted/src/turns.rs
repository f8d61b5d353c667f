//! Turning to something else: which part of the notes, of earlier answers or of life comes next, and what leads there.

use crate::answer::best_echo;
use crate::choose::{Source, sentences};
use crate::content::{Kind, Topic};
use crate::hash::hash;
use crate::memory::padded;
use crate::pattern::{ANGLE, ANGLES, Slots, made_from, things};
use crate::questioner::{Questioner, SUBSTANTIVE_WORDS};
use colloquy_findings::{normal_form, word_count};
use colloquy_schema::Reaction;
use std::cell::OnceCell;

/// Earlier answers that are gone back to.
const SAID: usize = 20;

impl<'a> Questioner<'a> {
    /// A question on another part of the notes, or on earlier answers, or on where the content meets the respondent's life.
    pub(crate) fn topic(&self) -> String {
        let (lead, needed) = self.lead();
        let chooser = self.chooser(lead, needed);
        // Weighing the earlier answers takes longer than all else, and most questions do without.
        let earlier = OnceCell::new();
        let earlier = || earlier.get_or_init(|| self.earlier()).iter();
        let facets = self.facets();
        // Tier by tier, and only as far as needed: first with sentences that were not used yet, then with any.
        for worn in [false, true] {
            for tier in 0..5 {
                let mut sources = Vec::new();
                match tier {
                    // What nobody asked about yet, and what is worth returning to.
                    0 => {
                        self.add_topics(&mut sources, false, false);
                        if self.may_return() {
                            earlier()
                                .filter(|(score, _)| *score >= 14)
                                .for_each(|(_, topic)| sources.push(Source::of(topic, 410)));
                        }
                    }
                    1 => {
                        earlier().for_each(|(_, topic)| sources.push(Source::of(topic, 410)));
                        if self.ask.context.is_empty() {
                            // Without notes, the answers are the content; a look at them from the side keeps it from going round in circles.
                            facets.iter().for_each(|slots| {
                                sources.push(Source::names(*slots, 500, "facet"))
                            });
                        }
                    }
                    2 => {
                        self.add_topics(&mut sources, false, true);
                        self.add_pairs(&mut sources);
                        sources.push(Source::names(self.titled(), 500, "open.title"));
                    }
                    3 => facets
                        .iter()
                        .for_each(|slots| sources.push(Source::names(*slots, 0, "facet"))),
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
            .unwrap_or_else(|| crate::last_resort::question(&self.memory, self.salt))
    }

    /// Adds the topics of the notes; those that this session or an earlier one touched only when wanted.
    fn add_topics<'s>(&'s self, sources: &mut Vec<Source<'s>>, here: bool, earlier: bool) {
        for topic in &self.topics {
            let fresh = (here || !self.memory.touched_here(&topic.key))
                && (earlier || !self.memory.touched_earlier(&topic.key));
            if fresh {
                sources.push(Source::of(topic, self.cost(topic)));
            }
        }
    }

    /// Adds two things of the notes side by side.
    fn add_pairs<'s>(&'s self, sources: &mut Vec<Source<'s>>) {
        let mut names: Vec<(&Topic, u32)> = Vec::new();
        for topic in &self.topics {
            if matches!(topic.kind, Kind::Concept | Kind::Item) && names.len() < 16 {
                names.push((topic, self.cost(topic)));
            }
        }
        for (at, (first, one)) in names.iter().enumerate() {
            for (second, other) in &names[at + 1..] {
                let slots = things(&first.text, &second.text);
                sources.push(Source::names(slots, 100 + (one + other) / 2, "pair"));
            }
        }
    }

    /// Whether it is time to go back to something that was passed over, as an attentive person would, but not every time.
    fn may_return(&self) -> bool {
        let here = &self.memory.here.questions;
        let lines = sentences(self.ask, "said");
        let recent = &here[here.len().saturating_sub(4)..];
        here.len() >= 4
            && !recent
                .iter()
                .any(|question| lines.iter().any(|line| made_from(question, line)))
    }

    /// Sides of life where the content can be looked at from.
    fn facets(&self) -> Vec<Slots<'a>> {
        let mut out = Vec::new();
        for angle in sentences(self.ask, "angle") {
            let form = padded(angle);
            if !self.wishes.forbids(form.trim()) && !self.memory.declined(&form) {
                let mut slots = things("", "");
                slots[ANGLE] = angle;
                out.push(slots);
            }
        }
        out
    }

    /// What the respondent said before the last answer and was not asked about, with how much it is worth.
    pub(crate) fn earlier(&self) -> Vec<(i32, Topic)> {
        let mut out = Vec::new();
        let answers = &self.answers[..self.answers.len().saturating_sub(1)];
        for said in &answers[answers.len().saturating_sub(SAID)..] {
            let asked = normal_form(&said.turn.question);
            let echo = best_echo(&said.telling, &asked, &self.wishes);
            let Some(echo) = echo.filter(|echo| echo.score >= 8) else {
                continue;
            };
            let topic = Topic::new(Kind::Earlier, echo.text);
            out.extend(
                topic
                    .filter(|topic| !self.memory.touched_here(&topic.key))
                    .map(|topic| (echo.score, topic)),
            );
        }
        out
    }

    /// What leads from the last answer to something else, and whether it must.
    pub(crate) fn lead(&self) -> (&'a str, bool) {
        // What the answer called for is said already.
        if self.reaction.is_some() {
            return ("", false);
        }
        let (name, needed, always) = match self.last().map(|turn| &turn.reaction) {
            None | Some(Reaction::Filled) => return ("", false),
            Some(Reaction::Skipped) => ("lead.skip", true, true),
            Some(Reaction::Declined) => ("lead.decline", true, true),
            // A question back that is left open is not thanked for.
            Some(Reaction::Answered(text)) if text.trim_end().ends_with('?') => return ("", false),
            Some(Reaction::Answered(text)) if word_count(text) < SUBSTANTIVE_WORDS => {
                ("lead.thin", false, true)
            }
            Some(Reaction::Answered(_)) => ("lead.turn", false, self.wishes.warm),
        };
        // Leading in every time is a habit that is soon heard.
        let skip = self.wishes.brief || (!always && hash(self.salt, "lead").is_multiple_of(3));
        if !needed && skip {
            return ("", false);
        }
        let mut best = ("", u32::MAX);
        for line in sentences(self.ask, name) {
            let worn = self.memory.uses_here(line) << 16 | (hash(self.salt, line) >> 48) as u32;
            if worn < best.1 {
                best = (line, worn);
            }
        }
        (best.0, needed)
    }
}
