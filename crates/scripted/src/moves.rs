//! What an interviewer does next: opens, stays with an answer, makes a question smaller, turns to something else, concludes.

use crate::answer::{Cue, best_echo, is_determiner, is_english, noun_phrases, without_openers};
use crate::choose::{Chooser, Source};
use crate::clean::{bounded, clean, cut};
use crate::content::{Kind, Topic, topics};
use crate::memory::{Memory, hash};
use crate::pattern::{Slots, made_from};
use crate::wishes::{Wishes, stem};
use colloquy_findings::{PhraseOptions, is_function_word, normal_form, phrases, word_count};
use colloquy_schema::{Ask, QuestionKind, Reaction, Turn};

/// Words from which an answer has substance (SPEC, reflective).
const SUBSTANTIVE_WORDS: usize = 10;
/// Earlier answers that are gone back to.
const SAID: usize = 20;
/// Short ways of having nothing to say that are no function words.
const BLANK: &[&str] = &[
    "fine",
    "good",
    "great",
    "nice",
    "bad",
    "interesting",
    "cool",
    "boring",
    "alright",
    "right",
    "true",
    "maybe",
    "dunno",
    "idk",
    "nope",
    "meh",
    "whatever",
    "nothing",
    "none",
    "pass",
    "unsure",
    "yes",
    "no",
    "ok",
    "okay",
    "n",
    "na",
    "sure",
    "idea",
];

/// Everything a question is thought out from.
pub(crate) struct Mind<'a> {
    ask: &'a Ask,
    memory: Memory<'a>,
    wishes: Wishes,
    topics: Vec<Topic>,
    title: String,
    salt: u64,
    /// Stems of the words of the last answer.
    last_stems: Vec<String>,
    /// Kinds of topic that the last question named.
    last_kinds: Vec<Kind>,
}

impl<'a> Mind<'a> {
    /// Takes an ask in.
    pub(crate) fn new(ask: &'a Ask, refused: &[String]) -> Self {
        let wishes = Wishes::new(&ask.guidelines);
        let memory = Memory::new(ask, refused);
        let title = cut(&clean(&ask.context.title), 10)
            .filter(|title| !wishes.forbids(&normal_form(title)))
            .unwrap_or_default();
        let salt = ask
            .issues
            .iter()
            .fold(ask.seed ^ (u64::from(ask.number) << 32), |salt, issue| {
                hash(salt, &issue.message)
            });
        let topics = topics(&ask.context, &wishes, &memory);
        let (mut last_stems, mut last_kinds) = (Vec::new(), Vec::new());
        if let Some(turn) = ask.history.last() {
            let asked = [" ", &normal_form(&turn.question), " "].concat();
            last_kinds = topics
                .iter()
                .filter(|topic| asked.contains(&topic.key))
                .map(|topic| topic.kind)
                .collect();
            if let Reaction::Answered(answer) = &turn.reaction {
                let form = normal_form(bounded(answer, 4_000));
                last_stems = form
                    .split(' ')
                    .filter(|word| word.len() > 3)
                    .map(|word| stem(word).to_string())
                    .collect();
            }
        }
        Mind {
            ask,
            memory,
            wishes,
            topics,
            title,
            salt: hash(salt, &ask.template),
            last_stems,
            last_kinds,
        }
    }

    /// Decides what to ask: the question, and whether it goes deeper into the last answer.
    pub(crate) fn question(&self) -> (String, bool) {
        let deeper = match self.ask.kind {
            QuestionKind::Initial => return (self.initial(), false),
            QuestionKind::Conclusion => return (self.conclusion(), false),
            QuestionKind::FollowUp | QuestionKind::Topic => self.deeper(),
        };
        match deeper {
            Some(question) => (question, true),
            None => (self.topic(), false),
        }
    }

    fn last(&self) -> Option<&'a Turn> {
        self.ask.history.last()
    }

    fn answers(&self) -> impl DoubleEndedIterator<Item = (&'a Turn, &'a str)> {
        self.ask
            .history
            .iter()
            .filter_map(|turn| match &turn.reaction {
                Reaction::Answered(text) => Some((turn, text.as_str())),
                _ => None,
            })
    }

    fn chooser(&self, lead: &'a str, lead_needed: bool) -> Chooser<'_> {
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
        let chooser = self.chooser("", false);
        if self.ask.context.is_empty() {
            let source = [Source::names(Slots::default(), 0, &["empty"])];
            return chooser
                .choose(&source, false)
                .unwrap_or_else(|| self.topic());
        }
        let names: Vec<&Topic> = self
            .topics
            .iter()
            .filter(|topic| topic.kind == Kind::Concept)
            .collect();
        let mut sources = Vec::new();
        if !self.title.is_empty() {
            for (at, topic) in names.iter().enumerate() {
                let second = names[(at + 1) % names.len()];
                let y = if second.form == topic.form {
                    String::new()
                } else {
                    second.text.clone()
                };
                let slots = Slots {
                    x: topic.text.clone(),
                    y,
                    title: self.title.clone(),
                    ..Slots::default()
                };
                sources.push(Source::names(
                    slots,
                    4 * at as u32 + self.cost(topic),
                    &["open"],
                ));
            }
            let slots = Slots {
                title: self.title.clone(),
                ..Slots::default()
            };
            sources.push(Source::names(slots, 520, &["open.title"]));
        }
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
        if asks_back || count < SUBSTANTIVE_WORDS {
            return self.gentle(turn, answer, asks_back);
        }
        if self.ask.kind != QuestionKind::FollowUp {
            return None;
        }
        let echo = best_echo(answer, &normal_form(&turn.question), &self.wishes)?;
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
        let mut sources = vec![Source::of(&topic, "", 60)];
        if echo.cue != Cue::Plain {
            let framed = Some(("echo.intro", echo.cue.bank_use()));
            sources.push(Source {
                direct: &[],
                framed,
                ..Source::of(&topic, "", 0)
            });
        }
        let chooser = self.chooser("", false);
        chooser
            .choose(&sources, false)
            .or_else(|| chooser.choose(&sources, true))
    }

    /// The same again, smaller and with an example: once for a question, and not as a habit.
    fn gentle(&self, turn: &Turn, answer: &str, asks_back: bool) -> Option<String> {
        let uses: &[&str] = if asks_back {
            &["clarify", "clarify.plain"]
        } else {
            &["thin", "thin.echo", "thin.plain"]
        };
        let is_gentle = |question: &str| {
            uses.iter()
                .flat_map(|name| self.ask.bank.sentences(name, &self.ask.template))
                .any(|line| made_from(question, line))
        };
        let so_far = self
            .memory
            .here
            .iter()
            .filter(|question| is_gentle(question))
            .count();
        let most = 1 + self.ask.max_questions as usize / 8;
        if is_gentle(&turn.question) || so_far >= most {
            return None;
        }
        let asked = [" ", &normal_form(&turn.question), " "].concat();
        let named = self
            .topics
            .iter()
            .find(|topic| asked.contains(&topic.key) && word_count(&topic.text) <= 8);
        let named = |use_: &'static [&'static str], plain: &'static [&'static str]| match named {
            Some(topic) => Source::names(
                Slots {
                    x: topic.text.clone(),
                    ..Slots::default()
                },
                0,
                use_,
            ),
            None => Source::names(Slots::default(), 0, plain),
        };
        let chooser = self.chooser("", false);
        if asks_back {
            return chooser.choose(&[named(&["clarify"], &["clarify.plain"])], false);
        }
        if let Some(x) = self.own_words(answer, &asked) {
            let source = Source::names(
                Slots {
                    x,
                    ..Slots::default()
                },
                0,
                &["thin.echo"],
            );
            if let Some(question) = chooser.choose(&[source], false) {
                return Some(question);
            }
        }
        chooser.choose(&[named(&["thin"], &["thin.plain"])], false)
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
                && !BLANK.contains(&word)
                && !asked.contains(&[" ", word, " "].concat())
        };
        (word_count(&text) <= SUBSTANTIVE_WORDS
            && !self.wishes.forbids(&form)
            && form.split(' ').any(|word| !word.is_empty() && says(word)))
        .then_some(text)
    }

    /// How little a topic is wanted as the next one.
    fn cost(&self, topic: &Topic) -> u32 {
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
            Kind::Said => 30,
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
        let said = |word: &str| self.last_stems.iter().any(|stem_of| stem_of == stem(word));
        topic
            .form
            .split(' ')
            .any(|word| word.len() > 3 && said(word) && !is_function_word(word))
    }

    /// A question on another part of the notes, or on what was said, or on where the content meets the respondent's life.
    fn topic(&self) -> String {
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
        let mut untouched =
            sources(&|topic| !here(topic) && !self.memory.touched_earlier(&topic.key));
        // A feeling or a plan that was passed over is gone back to, as an attentive person would, but not every time.
        let recent = &self.memory.here[self.memory.here.len().saturating_sub(4)..];
        let returned = recent.iter().any(|question| {
            self.ask
                .bank
                .sentences("said", &self.ask.template)
                .any(|line| made_from(question, line))
        });
        let mut said = self.said(8);
        if !returned && self.ask.history.len() >= 4 {
            untouched.append(&mut self.said(14));
        }
        let mut known = sources(&|topic| !here(topic));
        known.extend(self.pairs());
        if !self.title.is_empty() {
            known.push(Source::names(
                Slots {
                    title: self.title.clone(),
                    ..Slots::default()
                },
                500,
                &["open.title"],
            ));
        }
        let angles: Vec<&str> = self
            .ask
            .bank
            .sentences("angle", &self.ask.template)
            .collect();
        let angle = |at: usize| self.usable_angle(angles[at]).unwrap_or_default();
        let mut facets: Vec<Source> = (0..angles.len())
            .map(|at| {
                Source::names(
                    Slots {
                        angle: angle(at),
                        ..Slots::default()
                    },
                    0,
                    &["facet"],
                )
            })
            .collect();
        if self.ask.context.is_empty() {
            // Without notes, what was said is the content; a look at it from the side keeps it from going round in circles.
            facets.iter_mut().for_each(|facet| facet.cost = 500);
            said.append(&mut facets);
        }
        let tiers = [&mut untouched, &mut said, &mut known, &mut facets];
        let found = tiers.iter().find_map(|tier| chooser.choose(tier, false));
        let found = found.or_else(|| chooser.choose(&sources(&|_| true), false));
        let found = found.or_else(|| tiers.iter().find_map(|tier| chooser.choose(tier, true)));
        let found = found.or_else(|| {
            let mut both = Vec::new();
            for first in 0..angles.len() {
                for second in first + 1..angles.len() {
                    let slots = Slots {
                        angle: angle(first),
                        angles: angle(second),
                        ..Slots::default()
                    };
                    both.push(Source::names(slots, 0, &["facets"]));
                }
            }
            chooser.choose(&both, true)
        });
        found
            .or_else(|| chooser.choose(&sources(&|_| true), true))
            .unwrap_or_else(|| crate::spare::question(&self.memory, self.salt))
    }

    fn usable_angle(&self, angle: &str) -> Option<String> {
        let form = normal_form(angle);
        (!self.wishes.forbids(&form) && !self.memory.declined(&[" ", &form, " "].concat()))
            .then(|| angle.to_string())
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
                let slots = Slots {
                    x: first.text.clone(),
                    y: second.text.clone(),
                    ..Slots::default()
                };
                let cost = 100 + (self.cost(first) + self.cost(second)) / 2;
                out.push(Source::names(slots, cost, &["pair"]));
            }
        }
        out
    }

    /// What leads from the last answer to something else, and whether it must.
    fn lead(&self) -> (&'a str, bool) {
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

    /// The last question: takes up one or two themes of the answers.
    fn conclusion(&self) -> String {
        let (lead, needed) = self.lead();
        let chooser = self.chooser(if needed { lead } else { "" }, needed);
        let themes = self.themes();
        let mut two = Vec::new();
        let mut one = Vec::new();
        for (at, x) in themes.iter().enumerate() {
            one.push(Source::names(
                Slots {
                    x: x.clone(),
                    ..Slots::default()
                },
                60 * at as u32,
                &["end.one"],
            ));
            for (by, y) in themes.iter().enumerate().skip(at + 1) {
                two.push(Source::names(
                    Slots {
                        x: x.clone(),
                        y: y.clone(),
                        ..Slots::default()
                    },
                    60 * (at + by) as u32,
                    &["end.two"],
                ));
            }
        }
        let plain = [Source::names(
            Slots {
                title: self.title.clone(),
                ..Slots::default()
            },
            0,
            &["end.plain"],
        )];
        let tiers: [&[Source]; 3] = [&two, &one, &plain];
        tiers
            .into_iter()
            .find_map(|tier| chooser.choose(tier, false))
            .unwrap_or_else(|| self.topic())
    }

    /// What the answers were about: phrases that came back, parts of the notes that were spoken of, things that were named.
    fn themes(&self) -> Vec<String> {
        let texts: Vec<&str> = self
            .answers()
            .map(|(_, answer)| bounded(answer, 20_000))
            .collect();
        let mut out: Vec<String> = Vec::new();
        let mut add = |text: String| {
            let form = normal_form(&text);
            let shares = |other: &String| {
                let other = normal_form(other);
                form.split(' ').any(|word| {
                    !is_function_word(word)
                        && other.split(' ').any(|known| stem(known) == stem(word))
                })
            };
            if !form.is_empty()
                && word_count(&text) <= 6
                && out.len() < 4
                && !self.wishes.forbids(&form)
                && !out.iter().any(shares)
            {
                out.push(text);
            }
        };
        for phrase in phrases(
            &texts,
            PhraseOptions {
                limit: 4,
                ..PhraseOptions::THEMES
            },
        ) {
            // “run a small”: an article inside says that words were counted and no thing was named.
            if is_english(&texts) && !phrase.text.split(' ').any(is_determiner) {
                add(clean(&phrase.text));
            }
        }
        let substantive = || {
            self.answers()
                .filter(|(_, answer)| word_count(answer) >= SUBSTANTIVE_WORDS)
        };
        let mut named: Vec<(usize, &Topic)> = Vec::new();
        for (turn, answer) in substantive() {
            let asked = [" ", &normal_form(&turn.question), " "].concat();
            let topic = self.topics.iter().find(|topic| {
                matches!(topic.kind, Kind::Concept | Kind::Item) && asked.contains(&topic.key)
            });
            named.extend(topic.map(|topic| (word_count(answer), topic)));
        }
        if let Some((_, topic)) = named.iter().max_by_key(|(count, _)| *count) {
            add(topic.text.clone());
        }
        noun_phrases(&texts.join("\n"))
            .into_iter()
            .take(3)
            .for_each(&mut add);
        named
            .into_iter()
            .for_each(|(_, topic)| add(topic.text.clone()));
        for (turn, answer) in substantive() {
            if let Some(echo) = best_echo(answer, &normal_form(&turn.question), &self.wishes) {
                add(echo.text);
            }
        }
        out
    }
}
