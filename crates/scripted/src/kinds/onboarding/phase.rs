//! The phase of an onboarding interview: what was called and typed in it, what may be called, and how something is put in words.

use super::act::{Act, object, text};
use crate::acts::Act as Heard;
use crate::ask::Ask;
use crate::clean::{clean, cut};
use crate::hash::hash;
use crate::last_resort;
use crate::memory::Memory;
use crate::pattern::{LABEL, Slots, TITLE, fill, things};
use crate::reactions::only_reacts;
use colloquy_findings::{fold, word_count};
use colloquy_schema::{
    DataType, ObjectiveState, OnboardingAsk, Reaction, ToolRun, Turn,
    tools::{CAPABILITIES, CONTACT, EXTRACT, OPTION, UPLOAD, VALIDATION},
};
use serde_json::Value;

/// Fewest and most words of a question.
const WORDS: (usize, usize) = (5, 40);
/// Most words of what is quoted in a question.
const QUOTED: usize = 12;
/// Most words of what is typed to choose an option.
const CHOICE: usize = 8;

/// The phase that an ask is about: the calls and answers in it that a reply rests on.
pub(super) struct PhaseContext<'a> {
    pub(super) ask: &'a Ask<'a>,
    pub(super) wanted: &'a OnboardingAsk,
}

impl<'a> PhaseContext<'a> {
    pub(super) fn new(ask: &'a Ask<'a>, wanted: &'a OnboardingAsk) -> Self {
        PhaseContext { ask, wanted }
    }

    /// Calls of a tool in this phase, oldest first.
    pub(super) fn runs(&self, tool: &str) -> impl DoubleEndedIterator<Item = &'a ToolRun> {
        self.wanted.log.iter().filter(move |run| run.tool == tool)
    }

    /// The same for data of one kind.
    pub(super) fn of_kind(
        &self,
        tool: &str,
        kind: DataType,
    ) -> impl DoubleEndedIterator<Item = &'a ToolRun> {
        self.runs(tool)
            .filter(move |run| run.arguments["dataType"] == kind.name())
    }

    /// Asks what this device can do, before a file is asked for that hangs on it.
    pub(super) fn find_out(&self) -> Option<Act> {
        use DataType::{ApplicantProfile, ArtifactRecord, SkeletonTimeline, WritingSample};
        let files = [
            ApplicantProfile,
            SkeletonTimeline,
            ArtifactRecord,
            WritingSample,
        ];
        let mut objectives = self.wanted.objectives.iter();
        let due = objectives.any(|objective| files.contains(&objective.data_type))
            && self.can(CAPABILITIES)
            && self.can(EXTRACT)
            && self.runs(CAPABILITIES).next().is_none();
        due.then(|| Act::Call(CAPABILITIES, object(&mut [])))
    }

    /// Objectives of the phase that still need a form.
    fn need_forms(&self) -> u32 {
        let open = self.wanted.objectives.iter().filter(|objective| {
            objective.state == ObjectiveState::Open && objective.data_type.can_be_validated()
        });
        open.count() as u32
    }

    /// True when a tool may be called. A form that is no approval must leave one for each approval that is still needed.
    pub(super) fn can(&self, tool: &str) -> bool {
        let left = self.wanted.forms_left;
        let room = match tool {
            VALIDATION => left > 0,
            OPTION | UPLOAD | CONTACT => left > self.need_forms(),
            EXTRACT => {
                // Before the page has described what it can do, nothing is known of any file.
                let unavailable = |run: &ToolRun| {
                    let tools = &run.result["tools"];
                    tools[tool]["status"] == "unavailable" && tools[UPLOAD]["max_bytes"] != 0
                };
                !self.runs(CAPABILITIES).next_back().is_some_and(unavailable)
            }
            _ => true,
        };
        room && self.wanted.tools.iter().any(|has| has == tool)
    }

    /// How many tools were called since the last question: those calls have the number of the question that comes next.
    pub(super) fn called(&self) -> usize {
        let log = self.wanted.log.iter();
        let since = log.filter(|run| PhaseContext::number(run) == self.ask.number);
        since.count()
    }

    /// Number of the question that a form was.
    pub(super) fn number(run: &ToolRun) -> u32 {
        run.after + 1
    }

    /// Number of the last form that was for an earlier objective: what was typed since is for this one.
    pub(super) fn since(&self, place: usize) -> u32 {
        let earlier = &self.wanted.objectives[..place];
        let forms = earlier
            .iter()
            .flat_map(|objective| self.of_kind(VALIDATION, objective.data_type));
        let before = self.wanted.first_question.saturating_sub(1);
        forms
            .map(PhaseContext::number)
            .max()
            .unwrap_or(0)
            .max(before)
    }

    /// Questions behind a number, oldest first: those put in words, and forms that were answered by typing.
    pub(super) fn turns(&self, since: u32) -> impl DoubleEndedIterator<Item = &'a Turn> {
        self.ask
            .history
            .iter()
            .filter(move |turn| turn.number > since)
    }

    /// True when a question was the words above a form.
    pub(super) fn is_form(&self, turn: &Turn) -> bool {
        let mut forms = self.wanted.log.iter().filter(|run| {
            let waits = [OPTION, UPLOAD, VALIDATION, CONTACT].contains(&run.tool.as_str());
            waits && run.result["reason"] == "user_cancelled"
        });
        forms.any(|run| PhaseContext::number(run) == turn.number)
    }

    /// What was answered, where it tells something: no question back, no refusal, no pain, and no reply to what was said of these.
    pub(super) fn told(&self, turn: &'a Turn) -> Option<&'a str> {
        let text = answer(turn)?;
        let heard = self.ask.hear(&turn.question, text);
        let hurts = heard.has(Heard::Crisis) || heard.has(Heard::Distress);
        let tells = !hurts && !heard.telling(text).is_empty() && !self.reacts(turn);
        tells.then_some(text)
    }

    /// True when a question only met what the answer before did.
    pub(super) fn reacts(&self, turn: &Turn) -> bool {
        only_reacts(self.ask, &turn.question)
    }

    /// True when a question was put in words about something that is wanted.
    pub(super) fn is_worded(&self, turn: &Turn) -> bool {
        !self.is_form(turn) && !self.reacts(turn)
    }

    /// What was typed in place of filling in a form.
    pub(super) fn typed(&self, run: &ToolRun) -> Option<&'a str> {
        answer(self.turn_of(run)?)
    }

    /// The form, where it was answered in words.
    pub(super) fn turn_of(&self, run: &ToolRun) -> Option<&'a Turn> {
        let mut turns = self.ask.history.iter();
        turns.find(|turn| turn.number == PhaseContext::number(run) && self.is_form(turn))
    }

    /// The option that was chosen last among those with one of these ids, by its id, whether it was clicked or typed.
    pub(super) fn chosen(&self, ids: &[&'static str]) -> Option<&'static str> {
        self.offers(ids).rev().find_map(|run| {
            let typed = self.typed(run);
            ids.iter().copied().find(|id| {
                let clicked = run.result["selectedIds"][0] == **id;
                clicked || typed.is_some_and(|text| self.names(id, text))
            })
        })
    }

    /// Forms that offered one of these ids.
    pub(super) fn offers(
        &self,
        ids: &[&'static str],
    ) -> impl DoubleEndedIterator<Item = &'a ToolRun> {
        let ids = ids.to_vec();
        self.runs(OPTION).filter(move |run| {
            let options = run.arguments["options"].as_array().into_iter().flatten();
            let mut options = options.filter_map(|option| option["id"].as_str());
            options.any(|id| ids.contains(&id))
        })
    }

    /// True when a typed text names an option by one of its signs.
    pub(super) fn names(&self, id: &str, text: &str) -> bool {
        let text = [" ", &fold(text)].concat();
        let signs = self.option(id).get(2).copied().unwrap_or_default();
        let mut signs = signs.split('|').filter(|sign| !sign.is_empty());
        // Who writes more is telling something, and does not choose.
        word_count(&text) <= CHOICE && signs.any(|sign| text.contains(&[" ", &fold(sign)].concat()))
    }

    /// Label, description and signs of an option of the bank.
    fn option(&self, id: &str) -> Vec<&'a str> {
        self.ask.bank.sentences("onboarding.option", id).collect()
    }

    /// Offers options of the bank. Nothing where fewer than two have a label.
    pub(super) fn offer(&self, name: &str, slots: &Slots, ids: &[&str]) -> Option<Act> {
        let mut options = Vec::new();
        for id in ids {
            if let [label, description, ..] = self.option(id)[..] {
                options.push(object(&mut [
                    ("id", text(id)),
                    ("label", text(label)),
                    ("description", text(description)),
                ]));
            }
        }
        let prompt = self.line(name, slots);
        self.options(prompt?, options)
    }

    /// Offers options. Nothing where there are fewer than two.
    pub(super) fn options(&self, prompt: String, options: Vec<Value>) -> Option<Act> {
        (options.len() > 1 && self.can(OPTION)).then(|| {
            let fields = &mut [
                ("prompt", Value::String(prompt)),
                ("options", Value::Array(options)),
            ];
            Act::Call(OPTION, object(fields))
        })
    }

    /// Asks in words about something.
    pub(super) fn say(&self, name: &str, slots: &Slots) -> Act {
        Act::Say(self.question(name, slots), false)
    }

    /// Asks for what is open where nothing else can be done.
    pub(super) fn rest(&self) -> Act {
        let mut open = self.wanted.objectives.iter();
        let open = open.find(|objective| objective.state == ObjectiveState::Open);
        let label = open.map_or("", |objective| objective.label.as_str());
        self.say("onboarding.rest", &labelled(label))
    }

    /// A sentence of the bank, filled.
    pub(super) fn line(&self, name: &str, slots: &Slots) -> Option<String> {
        self.best(name, slots).map(|(_, text)| text)
    }

    /// A question of the bank that was not put yet.
    pub(super) fn question(&self, name: &str, slots: &Slots) -> String {
        match self.best(name, slots) {
            Some((false, text)) => text,
            // The bank has none left, or never had any.
            _ => last_resort::question(self.ask, &Memory::new(self.ask, None), self.salt()),
        }
    }

    fn salt(&self) -> u64 {
        let mut salt = self.ask.seed ^ (u64::from(self.ask.number) << 32);
        for issue in &self.ask.issues {
            salt = hash(salt, &issue.message);
        }
        salt
    }

    /// The best sentence of a use, and whether it was put before.
    fn best(&self, name: &str, slots: &Slots) -> Option<(bool, String)> {
        let memory = Memory::new(self.ask, None);
        let salt = self.salt();
        let mut best = None;
        for line in self.ask.sentences(name) {
            let Some(text) = fill(line, slots) else {
                continue;
            };
            let words = text.split_whitespace().count();
            let fits = (WORDS.0..=WORDS.1).contains(&words) && text.matches('?').count() == 1;
            let put = memory.repeats(&text);
            let rank = (put, !fits, memory.uses_here(line), hash(salt, line));
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, text));
            }
        }
        best.map(|((put, ..), text)| (put, text))
    }
}

/// What was answered to a question.
pub(super) fn answer(turn: &Turn) -> Option<&str> {
    match &turn.reaction {
        Reaction::Answered(text) => Some(text),
        _ => None,
    }
}

/// Text of a document, form or answer as it can stand in a question.
pub(super) fn quoted(text: &str) -> String {
    cut(&clean(text), QUOTED).unwrap_or_default()
}

/// Slots with the name of a kind of data.
pub(super) fn labelled(label: &str) -> Slots<'_> {
    let mut slots = things("", "");
    slots[LABEL] = label;
    slots
}

/// The same with the name of a document.
pub(super) fn titled<'s>(label: &'s str, title: &'s str) -> Slots<'s> {
    let mut slots = labelled(label);
    slots[TITLE] = title;
    slots
}
