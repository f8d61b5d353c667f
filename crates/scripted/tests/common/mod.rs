//! Materials, respondents and a minimal interview around the scripted interviewer, for its tests and its example.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "each test uses a part of it"
)]

use colloquy_notes::context;
use colloquy_schema::{
    Ask, Bank, Context, Guide, Guidelines, KindQuestion, Material, NamedText, QuestionKind,
    QuestionReply, Reaction, Turn,
};
use colloquy_scripted::acts::{Act, learned};
use std::rc::Rc;

pub mod desk;
pub mod expert;
pub mod people;

/// Acts that decide what comes next whatever the answer is about.
pub fn deciding() -> Vec<Act> {
    let others = [Act::Empty, Act::List, Act::OtherLanguage];
    learned::ACTS.into_iter().chain(others).collect()
}

/// The guides as they ship.
pub fn guide() -> Guide {
    read(include_str!("../../../../pkg/guides/reflective.json"))
}

pub fn staged() -> Guide {
    read(include_str!("../../../../pkg/guides/staged.json"))
}

pub fn advice() -> Guide {
    read(include_str!("../../../../pkg/guides/advice.json"))
}

/// The same in German.
pub fn german_advice() -> Guide {
    read(include_str!("../../../../pkg/guides/advice.de.json"))
}

pub fn gaps() -> Guide {
    read(include_str!("../../../../pkg/guides/gaps.json"))
}

fn read(text: &str) -> Guide {
    Guide::read(&serde_json::from_str(text).unwrap()).unwrap()
}

pub fn bank() -> Rc<Bank> {
    guide().wording("en").1.bank.clone()
}

/// Reads texts as the engine does.
pub fn material(texts: &[(&str, &str)]) -> Rc<Context> {
    let texts = texts
        .iter()
        .map(|(name, text)| NamedText {
            name: name.to_string(),
            text: text.to_string(),
        })
        .collect();
    Rc::new(context(&Material {
        texts,
        ..Material::default()
    }))
}

/// The sample that ships with the app.
pub fn podcast() -> Rc<Context> {
    macro_rules! sample {
        ($($name:literal),*) => { [$(($name, include_str!(concat!("../../../../www/app/samples/podcast/", $name)))),*] };
    }
    material(&sample![
        "summary.md",
        "quotes.md",
        "key-concepts.md",
        "books-mentioned.md",
        "tools-mentioned.md"
    ])
}

/// The conversation that ships with the app.
pub fn team() -> Rc<Context> {
    let text = include_str!("../../../../www/app/samples/team/conversation.md");
    material(&[("conversation.md", text)])
}

/// One interview, led by rules like the reflective strategy's.
pub struct Talk {
    pub ask: Ask,
    hearing: colloquy_scripted::Hearing,
    pub replies: Vec<QuestionReply>,
}

impl Talk {
    pub fn new(context: Rc<Context>, template: &str, max_questions: u32, seed: u64) -> Talk {
        Talk::with(bank(), context, template, max_questions, seed)
    }

    pub fn with(
        bank: Rc<Bank>,
        context: Rc<Context>,
        template: &str,
        max_questions: u32,
        seed: u64,
    ) -> Talk {
        let ask = Ask {
            kind: QuestionKind::Initial,
            template: template.into(),
            locale: "en".into(),
            number: 1,
            max_questions,
            context,
            guidelines: Rc::new(Guidelines::default()),
            history: Rc::default(),
            asked_before: Rc::new(Vec::new()),
            digest: Rc::new(Vec::new()),
            bank,
            seed,
            issues: Vec::new(),
            purpose: Default::default(),
        };
        Talk {
            ask,
            hearing: colloquy_scripted::Hearing::new(),
            replies: Vec::new(),
        }
    }

    /// Leads the interview in a locale, with what is known of more languages.
    pub fn spoken(mut self, locale: &str, hearing: colloquy_scripted::Hearing) -> Talk {
        self.ask.locale = locale.into();
        self.hearing = hearing;
        self
    }

    /// Puts the next question and takes the reaction to it.
    pub fn turn(&mut self, react: impl FnOnce(&str) -> Reaction) -> String {
        let last = self.ask.history.last();
        let substantive = matches!(last.map(|turn| &turn.reaction), Some(Reaction::Answered(text)) if text.split_whitespace().count() >= 10);
        self.ask.number = self.ask.history.len() as u32 + 1;
        self.ask.kind = match last {
            None => QuestionKind::Initial,
            Some(_) if self.ask.number == self.ask.max_questions => QuestionKind::Conclusion,
            Some(last) if substantive && last.follow_up_depth < 3 => QuestionKind::FollowUp,
            Some(_) => QuestionKind::Topic,
        };
        let depth = last.map_or(0, |turn| turn.follow_up_depth);
        let reply = colloquy_scripted::reply(&self.ask, &self.hearing);
        let reply: QuestionReply = serde_json::from_str(&reply).unwrap();
        let deeper = reply.follow_up && self.ask.kind == QuestionKind::FollowUp;
        let kind = match self.ask.kind {
            QuestionKind::FollowUp if !deeper => QuestionKind::Topic,
            kind => kind,
        };
        Rc::make_mut(&mut self.ask.history).push(Turn {
            number: self.ask.number,
            question: reply.question.clone(),
            kind,
            follow_up_depth: if deeper { depth + 1 } else { 0 },
            of_kind: KindQuestion::default(),
            reaction: react(&reply.question),
        });
        let question = reply.question.clone();
        self.replies.push(reply);
        question
    }

    pub fn questions(&self) -> Vec<String> {
        self.ask
            .history
            .iter()
            .map(|turn| turn.question.clone())
            .collect()
    }
}

/// Leads a conversation of twenty questions and returns what was asked after each answer.
pub fn after(answers: &[&str]) -> Vec<String> {
    let mut talk = Talk::new(podcast(), "reflective", 20, 3);
    for answer in answers {
        talk.turn(|_| Reaction::Answered((*answer).into()));
    }
    talk.turn(|_| Reaction::Skipped);
    talk.questions().split_off(1)
}
