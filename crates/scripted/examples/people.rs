//! Prints whole interviews with people who answer what they are asked, one line for a question and one for the answer.
//! `cargo run -p colloquy-scripted --example people [seed]`

#[path = "../tests/common/mod.rs"]
mod common;

use colloquy_schema::Reaction;
use common::expert::Expert;
use common::people::{
    CAPTAIN, CLINIC, DESIGNER, GARDENER, NURSE, Person, RESTAURANT, SCEPTIC, TEACHER, TUNER,
};
use common::{Talk, advice, material, podcast};

fn show(reaction: Option<&Reaction>) {
    match reaction {
        Some(Reaction::Answered(text)) => println!("    > {text}"),
        other => println!("    > {other:?}"),
    }
}

fn expert(person: &Person, seed: u64) {
    println!("\n=== staged, {}, seed {seed}", person.name);
    let (mut talk, mut said) = (Expert::new(seed), Vec::new());
    while let Some(text) = talk.turn(|question| person.react(question, &mut said)) {
        let last = talk.ask.history.last().filter(|_| talk.closing.is_none());
        let place = last.and_then(|turn| turn.of_kind.staged.as_ref());
        let place = place.map(|at| format!("{}.{} d{}", at.stage, at.objective, at.depth));
        println!(
            "{} [{}] {text}",
            talk.ask.number,
            place.unwrap_or("closing".into())
        );
        show(last.map(|turn| &turn.reaction));
    }
    let ends: Vec<&str> = talk.stages.iter().map(|stage| stage.ended).collect();
    println!("{} questions, {ends:?}", talk.ask.history.len());
}

fn talk(person: &Person, mut talk: Talk) {
    let (template, seed) = (talk.ask.template.clone(), talk.ask.seed);
    println!("\n=== {template}, {}, seed {seed}", person.name);
    let mut said = Vec::new();
    for number in 1..=talk.ask.max_questions {
        let text = talk.turn(|question| person.react(question, &mut said));
        println!("{number} {text}");
        show(talk.ask.history.last().map(|turn| &turn.reaction));
    }
}

fn main() {
    let seed = std::env::args().nth(1);
    let seed: u64 = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    expert(&CAPTAIN, seed);
    expert(&TUNER, seed);
    expert(&NURSE, seed);
    for (person, template, count) in [
        (&TEACHER, "reflective", 5),
        (&TEACHER, "creative", 8),
        (&SCEPTIC, "analytical", 6),
        (&GARDENER, "reflective", 5),
        (&GARDENER, "analytical", 8),
        (&DESIGNER, "creative", 6),
    ] {
        talk(person, Talk::new(podcast(), template, count, seed));
    }
    talk(&TEACHER, Talk::new(material(&[]), "reflective", 6, seed));
    for person in [&CLINIC, &RESTAURANT] {
        let bank = advice().wording("en").1.bank.clone();
        talk(person, Talk::with(bank, material(&[]), "advice", 4, seed));
    }
}
