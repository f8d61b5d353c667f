//! Questions of a skills interview: what is asked is given, how it is said is held to here.

mod common;

use colloquy_findings::normal_form;
use colloquy_schema::contract::check;
use colloquy_schema::{
    Ask, Attribute, Bank, Contract, GapAsk, GapQuestion, Guide, Intent, KindQuestion, Purpose,
    QuestionKind, QuestionReply, Reaction, SkillsAsk, Topic, Turn, Wording,
};
use common::{Talk, gaps, material};
use proptest::prelude::*;
use std::rc::Rc;

const SKILLS: [&str; 12] = [
    "Python",
    "C++",
    "Node.js",
    "R",
    "SAP S/4HANA Cloud",
    "Go",
    "CNC milling",
    "PostgreSQL",
    "Apache Kafka",
    "Terraform",
    "React Native",
    "Excel",
];
const INTENTS: [Intent; 4] = [
    Intent::Question,
    Intent::FollowUp,
    Intent::Explanation,
    Intent::Example,
];
const TOPICS: [Topic; 4] = [Topic::First, Topic::Same, Topic::New, Topic::Back];

thread_local! {
    // Reading it takes longer than anything else here.
    static GUIDE: Rc<Guide> = Rc::new(gaps());
}

/// An interview by the skills guide, in which each question is set.
struct Asking {
    ask: Ask,
    guide: Rc<Guide>,
}

impl Asking {
    fn new(template: &str, seed: u64) -> Asking {
        let guide = GUIDE.with(Rc::clone);
        let bank = guide.wording("en").1.bank.clone();
        let ask = Talk::with(bank, material(&[]), template, 60, seed).ask;
        Asking { ask, guide }
    }

    fn words(&self) -> &Wording {
        self.guide.wording("en").1
    }

    fn set(&mut self, skill: &str, attributes: &[Attribute], intent: Intent, topic: Topic) {
        let of = |text: fn(&colloquy_schema::AttributeWording) -> &String| -> Vec<String> {
            let words = &self.words().kind.gaps.attributes;
            let texts = attributes.iter().map(|one| text(&words[*one as usize]));
            texts.cloned().collect()
        };
        let wanted = GapAsk {
            clauses: of(|words| &words.clause),
            explanations: of(|words| &words.explanation),
            examples: of(|words| &words.example),
            gap: GapQuestion {
                skill: skill.into(),
                attributes: attributes.into(),
                severity: 0.9,
                probe: 1,
                probes: 3,
                intent,
                topic,
                closed: Vec::new(),
            },
        };
        self.ask.number = self.ask.history.len() as u32 + 1;
        self.ask.kind = match intent {
            _ if self.ask.number == 1 => QuestionKind::Initial,
            _ if self.ask.number == self.ask.max_questions => QuestionKind::Conclusion,
            Intent::Question => QuestionKind::Topic,
            _ => QuestionKind::FollowUp,
        };
        self.ask.purpose = Purpose::Gap(Box::new(wanted));
    }

    fn reply(&self) -> QuestionReply {
        let text = colloquy_scripted::reply(&self.ask, &colloquy_scripted::Hearing::new());
        let value = serde_json::from_str(&text).unwrap();
        assert!(check(Contract::Question, &value).is_empty(), "{text}");
        serde_json::from_value(value).unwrap()
    }

    /// Puts a question as the engine does, its own first words before it, and returns the question alone.
    fn put(
        &mut self,
        skill: &str,
        attributes: &[Attribute],
        intent: Intent,
        topic: Topic,
    ) -> String {
        self.set(skill, attributes, intent, topic);
        let question = self.reply().question;
        let words = &self.words().kind.gaps;
        let leads = match topic {
            Topic::New => &words.topic_new[..],
            Topic::Back => &words.topic_back,
            Topic::First | Topic::Same => &[],
        };
        let lead = match leads.len() {
            0 => String::new(),
            count => leads[(self.ask.seed as usize + self.ask.history.len()) % count]
                .replace("{x}", skill),
        };
        let text = [&lead, " ", &question].concat().trim().to_string();
        Rc::make_mut(&mut self.ask.history).push(Turn {
            number: self.ask.number,
            question: text,
            kind: self.ask.kind,
            follow_up_depth: 0,
            of_kind: KindQuestion::default(),
            reaction: Reaction::Answered("About three years.".into()),
        });
        question
    }
}

/// Whether a question about a skill was put before: nine tenths of the distinct words of both are the same. Without a
/// skill, whether any question was.
fn repeats(question: &str, skill: &str, before: &[Turn]) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = normal_form(text).split(' ').map(String::from).collect();
        words.sort();
        words.dedup();
        words
    };
    let question = words(question);
    let before = before.iter().filter(|turn| turn.question.contains(skill));
    before.into_iter().any(|turn| {
        let other = words(&turn.question);
        let shared = question.iter().filter(|word| other.contains(word)).count();
        shared * 10 >= (question.len() + other.len() - shared) * 9
    })
}

/// Every single attribute, and the pairs that the engine asks for at once.
fn asked() -> Vec<Vec<Attribute>> {
    let mut out: Vec<_> = Attribute::ALL.iter().map(|one| vec![*one]).collect();
    out.push(vec![Attribute::Duration, Attribute::Autonomy]);
    out.push(vec![Attribute::Autonomy, Attribute::Scale]);
    out
}

#[test]
fn a_question_of_every_kind_is_one_question_of_fitting_length() {
    for template in ["conversational", "brief"] {
        for (seed, skill) in SKILLS.iter().enumerate().skip(1).step_by(3) {
            let mut asking = Asking::new(template, seed as u64);
            for (intent, topic) in INTENTS.iter().flat_map(|i| TOPICS.map(|topic| (*i, topic))) {
                for attributes in asked() {
                    asking.set(skill, &attributes, intent, topic);
                    let reply = asking.reply();
                    let question = reply.question;
                    let words = question.split_whitespace().count();
                    assert!((5..=40).contains(&words), "{words}: {question}");
                    assert!(question.ends_with('?'), "{question}");
                    assert_eq!(question.matches('?').count(), 1, "{question}");
                    assert_eq!(reply.follow_up, intent != Intent::Question);
                    assert_eq!(question.matches(skill).count(), 1, "{question}");
                    let words = &asking.words().kind.gaps.attributes;
                    let words = &words[attributes[0] as usize];
                    let said = match intent {
                        Intent::Explanation => words.explanation.as_str(),
                        Intent::Example => &words.example,
                        Intent::Question | Intent::FollowUp => "",
                    };
                    assert!(question.contains(said), "{question}");
                }
            }
        }
    }
}

#[test]
fn a_figure_is_acknowledged_as_it_was_told_and_a_reaction_is_no_question_of_a_skill() {
    let reply = |answer: &str, seed: u64| {
        let mut asking = Asking::new("conversational", seed);
        asking.put("Go", &[Attribute::Duration], Intent::Question, Topic::First);
        let turn = &mut Rc::make_mut(&mut asking.ask.history)[0];
        turn.reaction = Reaction::Answered(answer.into());
        asking.set("Kafka", &[Attribute::Depth], Intent::Question, Topic::New);
        asking.reply()
    };
    let heard = (0..20).filter(|seed| {
        reply("four years, on my own", *seed)
            .question
            .contains("Four years")
    });
    assert!((5..16).contains(&heard.count()), "now and then");
    for answer in [
        "it was the heart of it all",
        "no idea",
        "years ago, when we began",
        "3 of us or so, I think",
    ] {
        let question = reply(answer, 3).question;
        assert!(
            question.contains("Kafka") && question.matches('.').count() < 2,
            "{question}"
        );
    }
    let unclear = reply("What do you mean by that?", 2).question;
    assert!(
        unclear.starts_with("Sorry, that was not clear") && unclear.contains("Kafka"),
        "{unclear}"
    );
    let hurt = reply(
        "three years, but my mother died there and I am not over it.",
        1,
    );
    assert!(
        hurt.follow_up && !hurt.question.contains("Kafka"),
        "{}",
        hurt.question
    );
}

#[test]
fn sixty_questions_on_twelve_skills_come_once_each() {
    let pairs = [&[0, 2][..], &[1], &[2, 3]];
    for template in ["conversational", "brief"] {
        for seed in 0..4 {
            let mut asking = Asking::new(template, seed);
            for at in 0..60 {
                // Each skill three times in a row, then all once more, in pairs of attributes.
                let round = at / 36;
                let skill = SKILLS[if round == 0 { at / 3 } else { at % 12 }];
                let places = if round > 0 { &[4] } else { pairs[at % 3] };
                let pair: Vec<_> = places.iter().map(|place| Attribute::ALL[*place]).collect();
                let topic = match at {
                    0 => Topic::First,
                    _ if round > 0 => Topic::Back,
                    _ if at % 3 == 0 => Topic::New,
                    _ => Topic::Same,
                };
                let before = asking.ask.history.clone();
                let question = asking.put(skill, &pair, Intent::Question, topic);
                // The engine compares with every question, whatever skill it is about.
                assert!(
                    !repeats(&question, "", &before),
                    "question {at}: {question}"
                );
                let text = &asking.ask.history[at].question;
                assert!(before.iter().all(|turn| turn.question != *text), "{text}");
            }
        }
    }
}

#[test]
fn what_is_asked_again_is_asked_in_other_words() {
    for template in ["conversational", "brief"] {
        for (seed, attributes) in asked().into_iter().enumerate() {
            for intent in INTENTS {
                let mut asking = Asking::new(template, seed as u64);
                let first = Intent::Question;
                asking.put("Python", &attributes, first, Topic::First);
                // Nothing is asked for more than twice.
                let probes = 1;
                for _ in 0..probes {
                    let before = asking.ask.history.clone();
                    let question = asking.put("Python", &attributes, intent, Topic::Same);
                    assert!(
                        !repeats(&question, "Python", &before),
                        "{intent:?}: {question}"
                    );
                }
            }
        }
    }
}

#[test]
fn where_no_skill_is_known_it_asks_for_some() {
    for seed in 0..20 {
        let mut asking = Asking::new("conversational", seed);
        for intent in [Intent::Question, Intent::Explanation, Intent::Example] {
            for _ in 0..2 {
                let before = asking.ask.history.clone();
                let question = asking.put("", &[], intent, Topic::First);
                assert!(!repeats(&question, "", &before), "{question}");
                assert!(question.ends_with('?') && question.matches('?').count() == 1);
            }
        }
    }
}

#[test]
fn sessions_differ_and_a_session_does_not() {
    let first = |seed| {
        let mut asking = Asking::new("conversational", seed);
        asking.put(
            "Python",
            &[Attribute::Scale],
            Intent::Question,
            Topic::First,
        )
    };
    assert_eq!(first(7), first(7));
    let mut all: Vec<String> = (0..30).map(first).collect();
    all.sort();
    all.dedup();
    assert!(all.len() >= 4, "{all:?}");
}

#[test]
fn a_refused_question_is_put_in_other_words() {
    let mut asking = Asking::new("brief", 3);
    asking.set("Go", &[Attribute::Depth], Intent::Question, Topic::New);
    let first = asking.reply().question;
    let issue = colloquy_schema::Issue::new(
        "question",
        "repeated",
        "was put before; ask something else",
        Some(&first.clone().into()),
    );
    asking.ask.issues = vec![issue];
    assert_ne!(asking.reply().question, first);
}

#[test]
fn a_name_neither_ends_the_question_nor_breaks_its_line() {
    let mut asking = Asking::new("brief", 1);
    for skill in ["Is it Java?", "a\nb", "{a}", "C#?!"] {
        asking.set(skill, &[Attribute::Duration], Intent::Question, Topic::Same);
        let question = asking.reply().question;
        assert_eq!(question.matches('?').count(), 1, "{question}");
        assert!(!question.contains('\n'), "{question}");
    }
}

#[test]
fn a_bank_without_such_sentences_asks_in_the_guides_clauses() {
    let mut asking = Asking::new("conversational", 1);
    asking.ask.bank = Rc::new(Bank::default());
    let both = [Attribute::Duration, Attribute::Depth];
    asking.set("Python", &both, Intent::Question, Topic::New);
    assert_eq!(
        asking.reply().question,
        "Python: how long have you used it, what was the trickiest thing you had to do with it?"
    );
}

#[test]
fn texts_are_not_read_for_skills_here() {
    let mut asking = Asking::new("conversational", 1);
    asking.ask.purpose = Purpose::Skills(Box::new(SkillsAsk {
        text: "Python for 3 years".into(),
        ..SkillsAsk::default()
    }));
    assert_eq!(
        colloquy_scripted::reply(&asking.ask, &colloquy_scripted::Hearing::new()),
        ""
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_name_and_any_clauses_make_one_reply(
        skill in "\\PC{0,80}",
        clauses in proptest::collection::vec("\\PC{0,60}", 0..8),
        seed in any::<u64>(),
        number in 0..4usize,
    ) {
        let mut asking = Asking::new("conversational", seed);
        asking.set(&skill, &[], INTENTS[number], TOPICS[number]);
        let Purpose::Gap(wanted) = &mut asking.ask.purpose else { unreachable!() };
        wanted.explanations = clauses.clone();
        wanted.clauses = clauses;
        let reply: QuestionReply = serde_json::from_str(&colloquy_scripted::reply(&asking.ask, &colloquy_scripted::Hearing::new())).unwrap();
        prop_assert!(!reply.question.is_empty());
    }
}
