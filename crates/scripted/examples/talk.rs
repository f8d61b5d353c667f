//! Prints whole interviews, so that a person can judge what no test can: whether they are worth having.
//! `cargo run -p colloquy-scripted --example talk [seed]`

#[path = "../tests/common/mod.rs"]
mod common;

use colloquy_schema::{AdviceAsk, Guidelines, Purpose, Reaction};
use common::expert::{Expert, ORGANS};
use common::{Talk, advice, material, podcast, team};
use std::rc::Rc;

const RICH: &[&str] = &[
    "The thing that got me was the paper log. I run a small bakery and we only ever write down what goes wrong, never what a good morning looks like, so every bad batch feels like a surprise.",
    "I think I was ashamed when I heard the line about the laptop, because my brother and I have not really spoken for two years and I keep telling myself that it will sort itself out.",
    "Honestly the urgency part annoyed me a little. My customers want bread at six, that is not borrowed, but I do answer messages at night that nobody needs before noon.",
    "I want to try the red hour with my two bakers on Wednesdays, just cleaning, sharpening and fixing the door that has been squeaking since spring.",
    "What I take with me is that I should call my brother before the holidays, and that a log could be three lines on the flour bin.",
    "The mill closed last year and we pretended it would come back; ending it properly would have been kinder to everybody.",
];
const THIN: &[&str] = &[
    "It was fine.",
    "Not sure.",
    "The log I guess.",
    "yes",
    "My brother.",
    "no idea",
];
const MIXED: &[&str] = &[
    "Bridges.",
    "",
    "What do you mean by that?",
    "decline",
    "I never thought about it that way, but my grandfather kept a weather diary and we laughed at him, although he was right more often than the radio.",
];

fn talk(name: &str, mut talk: Talk, answers: &[&str]) {
    println!(
        "\n=== {name} ({}, seed {})",
        talk.ask.template, talk.ask.seed
    );
    for number in 0..talk.ask.max_questions as usize {
        let answer = answers[number % answers.len()];
        let question = talk.turn(|_| match answer {
            "" => Reaction::Skipped,
            "decline" => Reaction::Declined,
            text => Reaction::Answered(text.into()),
        });
        let turn = talk.ask.history.last().expect("a turn was just taken");
        let deeper = talk.replies.last().is_some_and(|reply| reply.follow_up);
        println!(
            "\n{} [{:?}{}, {} words]\n   {question}\n   > {answer}",
            turn.number,
            turn.kind,
            if deeper { ", deeper" } else { "" },
            question.split_whitespace().count()
        );
    }
}

const ADVICE: &[&[&str]] = &[
    &[
        "Every release takes a whole weekend because only Pia knows the steps, and she does them by hand from a list on paper.",
        "Last month she was ill and we could not deploy for nine days. Two customers had been promised a fix.",
        "We tried a script once, it broke on the second staging server and nobody could repair it.",
        "We would need somebody who can build a pipeline that we trust, with a way to roll back.",
    ],
    &[
        "We have too many projects at once and everybody works overtime.",
        "Weekends as well, since March.",
        "not really",
        "no time",
    ],
    &["It's bad.", "no", "idk", "whatever"],
    &[
        "Our users give up halfway through the checkout and support gets the complaints, we counted 300 calls in May.",
        "Nobody has ever watched a customer use it.",
        "The layout grew over eight years and everything is confusing.",
        "Somebody who asks people before we build.",
    ],
];

fn expert(name: &str, mut talk: Expert, answers: &[&str]) {
    println!("\n=== staged, {name} (seed {})", talk.ask.seed);
    let mut number = 0;
    let mut stage = usize::MAX;
    loop {
        let answer = answers[number % answers.len()];
        let said = talk.turn(|_| match answer {
            "" => Reaction::Skipped,
            "decline" => Reaction::Declined,
            text => Reaction::Answered(text.into()),
        });
        let Some(said) = said else { break };
        if talk.current != stage {
            stage = talk.current;
            println!(
                "\n--- {}",
                talk.guide
                    .wording("en")
                    .1
                    .kind
                    .stages
                    .get(stage)
                    .map_or("end", |words| &words.title)
            );
        }
        let reply = talk.replies.last().expect("a reply was just taken");
        let (meta, tracking) = (&reply["metadata"], &reply["internal_tracking"]);
        let words = said.split_whitespace().count();
        println!(
            "\n{} [{} depth {}, {} %, {} examples{}{}, {words} words]\n   {said}",
            talk.ask.number,
            reply["interview_stage"].as_str().unwrap_or_default(),
            meta["question_depth"],
            meta["completeness"],
            tracking["examples_collected"],
            if tracking["stage_transition_ready"] == true {
                ", ready"
            } else {
                ""
            },
            match tracking["follow_up_needed"].as_array() {
                Some(list) if !list.is_empty() => format!(", open: {list:?}"),
                _ => String::new(),
            },
        );
        if talk.closing.is_none() {
            println!("   > {answer}");
        }
        number += 1;
    }
    let ends: Vec<&str> = talk.stages.iter().map(|stage| stage.ended).collect();
    println!(
        "\n{} questions, {} examples, stages ended: {ends:?}",
        talk.ask.history.len(),
        talk.examples
    );
}

fn recommend(name: &str, mut talk: Talk, answers: &[&str]) {
    println!("\n=== advice, {name} (seed {})", talk.ask.seed);
    for answer in answers {
        let question = talk.turn(|_| Reaction::Answered(answer.to_string()));
        println!("\n   {question}\n   > {answer}");
    }
    for part in 0..=3 {
        talk.ask.purpose = Purpose::Advice(Box::new(AdviceAsk {
            part,
            parts: Vec::new(),
        }));
        println!(
            "\n   part {part}: {}",
            colloquy_scripted::reply(&talk.ask, &colloquy_scripted::Hearing::new())
        );
    }
}

fn main() {
    let seed: u64 = std::env::args()
        .nth(1)
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    if std::env::args().nth(2).as_deref() != Some("reflective") {
        expert("rich answers", Expert::new(seed), ORGANS);
        expert("thin answers", Expert::new(seed), THIN);
        expert("everything else", Expert::new(seed), MIXED);
        let ask = |context| {
            Talk::with(
                advice().wording("en").1.bank.clone(),
                context,
                "advice",
                4,
                seed,
            )
        };
        recommend("a conversation", ask(team()), &[]);
        for answers in ADVICE {
            recommend("answers", ask(material(&[])), answers);
        }
    }
    for template in ["reflective", "analytical", "creative"] {
        talk(
            "podcast, rich answers",
            Talk::new(podcast(), template, 5, seed),
            RICH,
        );
    }
    talk(
        "podcast, rich answers, ten questions",
        Talk::new(podcast(), "reflective", 10, seed + 1),
        RICH,
    );
    talk(
        "podcast, thin answers",
        Talk::new(podcast(), "reflective", 5, seed),
        THIN,
    );
    talk(
        "podcast, everything else",
        Talk::new(podcast(), "creative", 6, seed),
        MIXED,
    );
    talk(
        "no notes",
        Talk::new(material(&[]), "reflective", 6, seed),
        RICH,
    );
    let summary = material(&[(
        "summary.md",
        "Bees do not vote, but a swarm decides. Scouts dance for the sites they like, and the dance for a poor site fades sooner. The researchers call it a quorum: when enough scouts meet at one place, the debate is over.",
    )]);
    talk(
        "summary only",
        Talk::new(summary, "analytical", 5, seed),
        RICH,
    );
    let german = material(&[
        (
            "summary.md",
            "# Zusammenfassung\nDie Sendung fragt, warum Städte nachts leiser werden müssen. Lärm macht krank, sagt die Ärztin, lange bevor er stört.",
        ),
        (
            "key-concepts.md",
            "- **Lärmkarte**: zeigt, wo es laut ist\n- **Ruhezeit**: gesetzlich geschützte Stunden",
        ),
    ]);
    talk(
        "German notes",
        Talk::new(german, "reflective", 5, seed),
        &[
            "Mich hat überrascht, dass der Lärm schon krank macht, bevor man ihn überhaupt bemerkt, das wusste ich nicht.",
        ],
    );
    let mut guided = Talk::new(podcast(), "reflective", 5, seed);
    guided.ask.guidelines = Rc::new(Guidelines {
        tone: Some("brief".into()),
        focus: vec!["how this applies to my team".into(), "books".into()],
        avoid: vec!["friendship".into(), "hospitals".into()],
    });
    talk("guidelines", guided, RICH);
}
