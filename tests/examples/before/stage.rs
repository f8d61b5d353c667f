//! Leads the interviews: who answers what, what is edited, what goes wrong.

use crate::Scene;
use colloquy_core::{Begin, Command, Event, FormKind, Phase, View};
use colloquy_schema::{
    Attribute, Call, CallErrorKind, FindingsEdit, FindingsList, Interviewer, RawReply, Setup,
    SkillsEdit, ToolCall,
};
use colloquy_tests::before::{Anything, document as reads, engine};
use colloquy_tests::behaviour::gaps_agent;
use colloquy_tests::onboarding::filled;
use colloquy_tests::sections::{corrects, skills_of};
use colloquy_tests::world::{Act, Run, World, guide, scripted};
use serde_json::{Value, json};
use std::rc::Rc;

/// Answers with everything in them that a text can have.
const ANSWERS: [&str; 6] = [
    "I realized that rest needs a plan of its own, with a place and a time. I should tell my sister Henrietta about it by Friday, 12 May.",
    "Naïve café — “quotes”, 'single', \"double\", emoji 🙂👩‍👩‍👧, a tab\there, a back\\slash and a control \u{7f}.\r\nA second line.\n\nA second paragraph.",
    "עברית וערבית: مرحبا بالعالم. 日本語の文章もあります。Ελληνικά και кириллица.",
    "<script>alert(1)</script> | a pipe | *stars* _underscores_ `code` ~~~ & &amp; # no heading\n- a list\n> a quote, \"cell\",,",
    "I want to call the workshop next week and book the room for autumn. We always waited for the others, every year, and every year nobody wrote, so this time I will write first, \
     with a list of what we need, a date, and a number to call. Rest needs a plan, the plan needs a place, and the place needs quiet. My colleague says that quiet is expensive; \
     I think that noise costs more, only later, and to somebody else.",
    "Yes.",
];

/// What an answer to a skills interview says, in prose.
const SKILLED: [&str; 3] = [
    "I used Python for six years at Northwind Rail, on my own for the last two, in production with 40 million rows a day and a budget of nothing. Henrietta knows.",
    "PostgreSQL since 2018: schema design, query plans, 3 TB, always in production. Docker only for prototypes, about a year.",
    "Mostly Kafka with a team of five; I led the design. Latency had to stay below 20 ms.",
];

/// What an interview begins with.
#[derive(Clone)]
pub(crate) struct Start {
    pub(crate) guide: Value,
    pub(crate) setup: Setup,
    pub(crate) agent: Option<fn(&Call) -> RawReply>,
    pub(crate) files: u32,
}

/// An interview in the making.
pub(crate) struct Stage {
    pub(crate) world: World,
    kind: &'static str,
    begun: u32,
    files: Vec<engine::File>,
}

impl Stage {
    pub(crate) fn begin(kind: &'static str, start: &Start) -> Stage {
        Stage::begin_with(kind, start, reads)
    }

    pub(crate) fn begin_with(
        kind: &'static str,
        start: &Start,
        tool: fn(&ToolCall) -> Value,
    ) -> Stage {
        let acts: Vec<Act> = start.agent.into_iter().map(Act::Agent).collect();
        let mut world = World::before_consent(guide(), scripted(), acts).expect("sound");
        let session = format!("1ee200c0-0000-4000-8000-{:012}", start.files);
        let validator: Rc<dyn colloquy_core::Validate> = Rc::new(Anything);
        let begin = Begin {
            session,
            guide: start.guide.clone(),
            setup: start.setup.clone(),
            validator: Some(validator),
            notes: Some(colloquy_notes::context),
        };
        world.now += u64::from(start.files) * 86_400_000;
        world.interview = colloquy_core::kinds::begin(begin, world.now)
            .unwrap_or_else(|misuse| panic!("{} {}", misuse.code(), misuse.message()));
        world.tools = Run::Gives(tool);
        world.event(Event::Consent);
        Stage {
            world,
            kind,
            begun: start.files,
            files: Vec::new(),
        }
    }

    /// Lets as many questions be answered; false when the interview has come to its end before.
    pub(crate) fn talk(&mut self, turns: usize) -> bool {
        for _ in 0..turns {
            self.world.settle();
            match self.world.view().phase {
                Phase::Answering => {}
                Phase::GivenUp => self.world.command(Command::Retry),
                _ => return false,
            }
            self.world.now += 20_000;
            let event = self.respond();
            self.world.event(event);
        }
        self.world.settle();
        self.world.view().phase == Phase::Answering
    }

    fn respond(&mut self) -> Event {
        let view = self.world.view();
        let number = view.question.as_ref().map_or(0, |question| question.number) as usize;
        match (&view.form, number) {
            (Some(form), _) => {
                let value = self.filled(&form.kind);
                Event::SettleForm {
                    token: form.token.clone(),
                    value,
                }
            }
            (None, 3) => Event::Command(Command::Skip),
            (None, 5) => Event::Command(Command::Decline),
            (None, _) if self.kind == "gaps" => self.skilled(&view, number),
            (None, _) => Event::Answer {
                text: ANSWERS[number.saturating_sub(1) % ANSWERS.len()].into(),
            },
        }
    }

    fn skilled(&self, view: &View, number: usize) -> Event {
        match self.world.acts.is_empty() {
            false if number % 2 == 1 => gaps_agent::answer(view),
            true if number % 2 == 1 => Event::Answer {
                text: SKILLED[number / 2 % SKILLED.len()].into(),
            },
            _ => Event::Answer {
                text: ANSWERS[number % ANSWERS.len()].into(),
            },
        }
    }

    fn filled(&mut self, form: &FormKind) -> Value {
        let FormKind::Upload { .. } = form else {
            return match form {
                FormKind::Host { .. } => json!({ "data": { "floor": 2 } }),
                FormKind::Validation { .. } => {
                    let filled = filled(form, 1);
                    json!({ "data": filled["data"], "userNotes": "Looks right — Henrietta agrees." })
                }
                form => filled(form, 1),
            };
        };
        let number = self.files.len() + 1;
        let id = format!("f11e0000-{:04}-4000-8000-{number:012}", self.begun);
        let size = 6 * number as u64;
        self.files.push(engine::File {
            id: id.clone(),
            name: format!("Lebenslauf “{number}”.pdf"),
            mime_type: "application/pdf".into(),
            size,
            base64: "JVBERi0x".repeat(number),
        });
        json!({ "files": [{ "storageUrl": format!("colloquy-file:{id}"), "name": self.files[number - 1].name, "mimeType": "application/pdf", "size": size }] })
    }

    /// Takes the interview to its review, or to what is on offer before that.
    pub(crate) fn over(&mut self) {
        while self.talk(1) {
            assert!(self.world.stored.len() < 3_000, "it does not end");
        }
        if self.world.view().phase == Phase::Proposal {
            self.world.command(Command::Accept);
            self.world.settle();
        }
    }

    /// Edits what the review shows.
    pub(crate) fn edited(&mut self) {
        assert_eq!(self.world.view().phase, Phase::Review, "{}", self.kind);
        let findings = self
            .world
            .view()
            .findings
            .expect("the review shows findings");
        let insights = FindingsList::Insights;
        let mut edits = vec![FindingsEdit::Add {
            list: FindingsList::Actions,
            text: "Plan a rest — “soon”".into(),
        }];
        if let Some(first) = findings.insights.first() {
            edits.push(FindingsEdit::Reword {
                list: insights,
                text: first.text.clone(),
                to: "Rest needs a plan.".into(),
            });
        }
        if let Some(last) = findings.themes.last() {
            edits.push(FindingsEdit::Strike {
                list: FindingsList::Themes,
                text: last.text.clone(),
            });
        }
        for edit in edits {
            self.world.event(Event::EditFindings(edit));
        }
        if self.kind == "gaps" {
            self.corrected();
        }
    }

    fn corrected(&mut self) {
        let skills = skills_of(&self.world.interview);
        let first = skills.first().expect("a skill").skill.clone();
        let mut edits = vec![
            SkillsEdit::Add {
                skill: "Welding".into(),
            },
            SkillsEdit::Set {
                skill: "Welding".into(),
                attribute: Attribute::Duration,
                value: "12 years".into(),
            },
            SkillsEdit::Rename {
                skill: first.clone(),
                to: format!("{first} 3"),
            },
        ];
        if let Some(other) = skills.get(1) {
            edits.push(SkillsEdit::Strike {
                skill: other.skill.clone(),
            });
        }
        for edit in edits {
            self.world.event(corrects(edit));
        }
    }

    pub(crate) fn amended(&mut self) {
        let exchanges = self.world.interview.exchanges(0, usize::MAX);
        let answered = exchanges
            .iter()
            .find(|exchange| exchange.reaction == colloquy_core::ReactionKind::Answered);
        if let Some(exchange) = answered.filter(|_| self.world.view().can.amend) {
            let question = exchange.question.number;
            self.world.event(Event::Amend {
                question,
                text: "On second thoughts: rest needs a garden.\nHenrietta knows one.".into(),
            });
        }
    }

    /// Everything that can go wrong with a model, one thing after the other.
    pub(crate) fn troubled(&mut self) {
        let agent = self.world.acts[0].clone();
        let broken = || Act::Reply("{\"broken\"".into());
        let fails = |kind, after| Act::Fail(kind, after);
        let scripts: [Vec<Act>; 4] = [
            vec![broken(), fails(CallErrorKind::Overloaded, None)],
            vec![fails(CallErrorKind::RateLimited, Some(17_000)), fails(CallErrorKind::Unauthorized, None)],
            vec![Act::Reply("Sorry.".into()), Act::Reply("[]".into()), Act::Reply("{}".into()), Act::Reply("No.".into())],
            vec![Act::Reply("```json\n{\"follow_up\": false, \"question\": \"What else do you see in it, looking back\"".into())],
        ];
        for mut acts in scripts {
            acts.push(agent.clone());
            self.world.acts = acts;
            if !self.talk(1) && self.world.view().phase != Phase::GivenUp {
                break;
            }
        }
        self.world.acts = vec![Act::Hang];
        self.talk(1);
        if self.world.view().can.cancel {
            self.world.command(Command::Cancel);
        }
        self.world.acts = vec![agent.clone()];
        self.talk(1);
        self.world.acts = vec![Act::Hang];
        self.talk(1);
        self.world.acts = vec![agent.clone()];
        self.reload();
        self.world.event(Event::Network { online: false });
        self.world.online = false;
        self.talk(1);
        self.world.online = true;
        self.world.event(Event::Network { online: true });
        self.talk(1);
        if self.world.view().phase == Phase::Answering {
            self.world
                .event(Event::ChangeInterviewer(Interviewer::Scripted));
        }
        self.over();
    }

    fn reload(&mut self) {
        self.world.reload();
        self.world.settle();
    }

    pub(crate) fn taken(self, name: &str, leader: &str, draft: Option<&'static str>) -> Scene {
        let named = |file: &engine::File| {
            self.world
                .stored
                .iter()
                .any(|record| format!("{record:?}").contains(&file.id))
        };
        let files = self
            .files
            .iter()
            .filter(|file| named(file))
            .cloned()
            .collect();
        Scene {
            name: format!("{name}, {leader}"),
            now: self.world.now + 60_000,
            records: self.world.stored,
            draft,
            files,
        }
    }
}
