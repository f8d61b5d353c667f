//! However often a subject is talked about: no question comes twice, and none runs dry.

mod common;

use colloquy_findings::normal_form;
use colloquy_schema::Reaction;
use common::{Talk, material, podcast};
use proptest::prelude::*;
use std::rc::Rc;

/// The rule the engine refuses a question by: nine tenths of the distinct words of both are the same.
fn words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = normal_form(question).split(' ').map(String::from).collect();
    words.sort();
    words.dedup();
    words
}

fn is_repetition(before: &[Vec<String>], question: &[String]) -> bool {
    before.iter().any(|other| {
        let shared = question
            .iter()
            .filter(|word| other.binary_search(word).is_ok())
            .count();
        shared * 10 >= (question.len() + other.len() - shared) * 9
    })
}

fn sessions(
    talk: impl Fn(u64) -> Talk,
    lengths: &[usize],
    mut react: impl FnMut(usize) -> Reaction,
) {
    let mut asked: Vec<String> = Vec::new();
    let mut known: Vec<Vec<String>> = Vec::new();
    for (session, questions) in lengths.iter().enumerate() {
        let mut talk = talk(session as u64);
        talk.ask.asked_before = Rc::new(asked.clone());
        for number in 0..*questions {
            let question = talk.turn(|_| react(number));
            let set = words(&question);
            assert!(
                !is_repetition(&known, &set),
                "session {session}, question {number}: {question}"
            );
            known.push(set);
        }
        asked.extend(talk.questions());
    }
}

#[test]
fn fifty_questions_after_twenty_sessions_without_notes_and_without_answers() {
    // Earlier sessions of twenty questions where nothing is optimised, of fifty otherwise: the same code, six times the time.
    let mut lengths = [if cfg!(debug_assertions) { 20 } else { 50 }; 21];
    lengths[20] = 50;
    sessions(
        |seed| Talk::new(material(&[]), "analytical", 50, seed),
        &lengths,
        |_| Reaction::Skipped,
    );
}

#[test]
fn twenty_one_sessions_on_the_sample_with_answers() {
    sessions(
        |seed| Talk::new(podcast(), "reflective", 12, seed),
        &[12; 21],
        |_| {
            Reaction::Answered("I keep a notebook by the oven, and my apprentice reads it more often than I do, which I find funny.".into())
        },
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_notes_and_any_answers(
        summary in "(\\PC{0,40}[.!?\\n ]){0,12}",
        concepts in proptest::collection::vec("\\PC{1,30}", 0..5),
        answers in proptest::collection::vec(prop_oneof![Just(None), "\\PC{0,120}".prop_map(Some), "([a-z]{1,9} ){0,30}".prop_map(Some)], 1..6),
        template in prop_oneof![Just("reflective"), Just("analytical"), Just("creative"), Just("unknown")],
        seed in any::<u64>(),
    ) {
        let list: String = concepts.iter().map(|concept| format!("- {concept}\n")).collect();
        let context = material(&[("summary.md", &summary), ("key-concepts.md", &list)]);
        sessions(|session| Talk::new(context.clone(), template, 50, seed ^ session), &[50], |number| match &answers[number % answers.len()] {
            Some(text) => Reaction::Answered(text.clone()),
            None => Reaction::Declined,
        });
    }

    #[test]
    fn any_text_stays_within_the_rules(text in "\\PC{0,400}", answer in any::<String>(), seed in any::<u64>()) {
        let context = material(&[("summary.md", &text), ("quotes.md", &text), ("key-concepts.md", &text), ("people-mentioned.md", &text)]);
        let mut talk = Talk::new(context, "reflective", 5, seed);
        for _ in 0..5 {
            let question = talk.turn(|_| Reaction::Answered(answer.clone()));
            let count = question.split_whitespace().count();
            // A sentence in the language of the answer may stand before it, once.
            prop_assert!((3..=48).contains(&count), "{question}");
            prop_assert!(question.matches('?').count() == 1 && question.ends_with('?'), "{question}");
            prop_assert!(!question.chars().any(char::is_control), "{question}");
            prop_assert_eq!(question.matches('“').count(), question.matches('”').count(), "{}", question);
        }
    }
}
