//! Turning to something else: which part of the notes, of what was said or of life comes next, and what leads there.

use crate::answer::best_echo;
use crate::choose::Source;
use crate::content::{Kind, Topic};
use crate::memory::hash;
use crate::moves::{Mind, SUBSTANTIVE_WORDS};
use crate::pattern::{Slots, made_from};
use colloquy_findings::{normal_form, word_count};
use colloquy_schema::Reaction;

/// Earlier answers that are gone back to.
const SAID: usize = 20;

impl<'a> Mind<'a> {
    /// A question on another part of the notes, or on what was said, or on where the content meets the respondent's life.
    pub(crate) fn topic(&self) -> String {
        let (lead, needed) = self.lead();
        let chooser = self.chooser(lead, needed);
        let sources = |kept: &dyn Fn(&Topic) -> bool| -> Vec<Source> {
            self.topics
                .iter()
                .filter(|topic| kept(topic))
                .map(|topic| Source::of(topic, &self.title, self.cost(topic)))
                .collect()
        };
        let here = |topic: &Topic| self.memory.touched_here(&topic.key);
        // Tier by tier, and only as far as needed: first with sentences that were not used yet, then with any.
        for worn in [false, true] {
            let mut untouched =
                sources(&|topic| !here(topic) && !self.memory.touched_earlier(&topic.key));
            untouched.extend(self.worth_returning_to());
            let found = chooser.choose(&untouched, worn);
            let found = found.or_else(|| {
                let mut said = self.said(8);
                if self.ask.context.is_empty() {
                    // Without notes, what was said is the content; a look at it from the side keeps it from going round in circles.
                    said.extend(self.facets(500));
                }
                chooser.choose(&said, worn)
            });
            let found = found.or_else(|| {
                let mut known = sources(&|topic| !here(topic));
                known.extend(self.pairs());
                known.push(Source::names(self.titled(), 500, &["open.title"]));
                chooser.choose(&known, worn)
            });
            let found = found.or_else(|| chooser.choose(&self.facets(0), worn));
            let found = found.or_else(|| chooser.choose(&sources(&|_| true), worn));
            if let Some(question) = found {
                return question;
            }
        }
        chooser
            .choose(&self.double_facets(), true)
            .unwrap_or_else(|| crate::spare::question(&self.memory, self.salt))
    }

    /// Something said some answers ago that carries a feeling or a plan and was passed over: gone back to as an attentive
    /// person would, but not every time.
    fn worth_returning_to(&self) -> Vec<Source> {
        let recent = &self.memory.here[self.memory.here.len().saturating_sub(4)..];
        let lines = || self.ask.bank.sentences("said", &self.ask.template);
        let returned = recent
            .iter()
            .any(|question| lines().any(|line| made_from(question, line)));
        if returned || self.ask.history.len() < 4 {
            return Vec::new();
        }
        self.said(14)
    }

    /// The sides of life that may be spoken of.
    fn angles(&self) -> Vec<&'a str> {
        let usable = |angle: &&str| {
            let form = normal_form(angle);
            !self.wishes.forbids(&form) && !self.memory.declined(&[" ", &form, " "].concat())
        };
        self.ask
            .bank
            .sentences("angle", &self.ask.template)
            .filter(usable)
            .collect()
    }

    /// Where the content meets a side of the respondent's life.
    fn facets(&self, cost: u32) -> Vec<Source> {
        let slots = |angle: &str| Slots {
            angle: angle.to_string(),
            ..Slots::default()
        };
        self.angles()
            .into_iter()
            .map(|angle| Source::names(slots(angle), cost, &["facet"]))
            .collect()
    }

    /// Where it meets two of them: many, for when everything else was asked.
    fn double_facets(&self) -> Vec<Source> {
        let angles = self.angles();
        let mut out = Vec::new();
        for (at, first) in angles.iter().enumerate() {
            for second in &angles[at + 1..] {
                let slots = Slots {
                    angle: first.to_string(),
                    angles: second.to_string(),
                    ..Slots::default()
                };
                out.push(Source::names(slots, 0, &["facets"]));
            }
        }
        out
    }

    /// What the respondent said before the last answer and was not asked about.
    fn said(&self, least: i32) -> Vec<Source> {
        let before = self.answers().rev().skip(1).take(SAID);
        let echoes = before.filter_map(|(turn, answer)| {
            best_echo(answer, &normal_form(&turn.question), &self.wishes)
        });
        let fresh = echoes
            .filter(|echo| echo.score >= least)
            .filter_map(|echo| Topic::new(Kind::Said, echo.text));
        fresh
            .filter(|topic| !self.memory.touched_here(&topic.key))
            .map(|topic| Source::of(&topic, "", 410))
            .collect()
    }

    /// Two things of the notes side by side.
    fn pairs(&self) -> Vec<Source> {
        let names: Vec<&Topic> = self
            .topics
            .iter()
            .filter(|topic| matches!(topic.kind, Kind::Concept | Kind::Item))
            .take(16)
            .collect();
        let mut out = Vec::new();
        for (at, first) in names.iter().enumerate() {
            for second in &names[at + 1..] {
                let slots = Slots::two(first.text.clone(), second.text.clone());
                let cost = 100 + (self.cost(first) + self.cost(second)) / 2;
                out.push(Source::names(slots, cost, &["pair"]));
            }
        }
        out
    }

    /// What leads from the last answer to something else, and whether it must.
    pub(crate) fn lead(&self) -> (&'a str, bool) {
        let (name, needed, always) = match self.last().map(|turn| &turn.reaction) {
            None => return ("", false),
            Some(Reaction::Skipped) => ("lead.skip", true, true),
            Some(Reaction::Declined) => ("lead.decline", true, true),
            Some(Reaction::Answered(text)) if word_count(text) < SUBSTANTIVE_WORDS => {
                ("lead.thin", false, true)
            }
            Some(Reaction::Answered(_)) => ("lead.turn", false, self.wishes.warm),
        };
        // Leading in every time is a habit that is soon heard.
        if !needed && (self.wishes.brief || (!always && hash(self.salt, "lead").is_multiple_of(3)))
        {
            return ("", false);
        }
        let lines = self.ask.bank.sentences(name, &self.ask.template);
        let lead = lines.min_by_key(|line| (self.memory.uses_here(line), hash(self.salt, line)));
        (lead.unwrap_or(""), needed)
    }
}
