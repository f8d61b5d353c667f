//! What a respondent asks for and answers ahead, in whole conversations of the staged kind and of advice: closed subjects, grief at a
//! change of stage, wishes, confidences.

mod common;

use colloquy_schema::{AdviceAsk, Ask, Bank, Context, Purpose, Reaction};
use colloquy_scripted::Hearing;
use colloquy_scripted::acts::{Act, hear};
use common::expert::asked_after;
use common::{Talk, advice, material};
use std::rc::Rc;

fn bank() -> Rc<Bank> {
    advice().wording("en").1.bank.clone()
}

fn talk(context: Rc<Context>, seed: u64) -> Talk {
    Talk::with(bank(), context, "advice", 4, seed)
}

/// The recommendation on an ask.
fn advised(mut ask: Ask) -> String {
    let whole = AdviceAsk {
        part: 0,
        parts: Vec::new(),
    };
    ask.purpose = Purpose::Advice(Box::new(whole));
    colloquy_scripted::reply(&ask, &Hearing::new())
}

/// The same after these answers.
fn after(answers: &[&str]) -> String {
    let mut talk = talk(material(&[]), 1);
    for answer in answers {
        talk.turn(|_| Reaction::Answered(answer.to_string()));
    }
    advised(talk.ask)
}

#[test]
fn a_closed_subject_is_assented_to_and_left_alone_in_every_stage() {
    for (closes, word) in [
        ("That is all I want to say about the cellar.", "cellar"),
        ("Enough about the flood now, please.", "flood"),
        ("I don't want to go into the chapel any further.", "chapel"),
        ("Let us leave that. I mean the workshop.", "workshop"),
    ] {
        for place in 1..9 {
            for seed in 0..2 {
                let told = format!(
                    "We took the {word} apart in one night, the {word} was full of pipes, and I carried them."
                );
                let mut answers = vec![told.as_str(); place];
                answers.push(closes);
                let asked = asked_after(&answers, seed, 40);
                let Some(next) = asked.get(place + 1) else {
                    continue;
                };
                let assents = [
                    "leave",
                    "won't come back",
                    "yours to keep",
                    "closed",
                    "free to",
                    "won't ask",
                ];
                assert!(
                    assents.iter().any(|words| next.contains(words)),
                    "{closes} {next}"
                );
                for question in &asked[place + 1..] {
                    assert!(!question.contains(word), "{closes} {question}");
                }
            }
        }
    }
}

#[test]
fn a_change_of_stage_comes_behind_what_is_said_to_grief() {
    let changes = ["Now to", "Let us turn", "turn to"];
    let mut changed = 0;
    for grief in [
        "My partner Yves went back in for the drawings and he died there, and I still hear it.",
        "Old Brandt had his stroke at that bench, and nobody came to his funeral but me.",
        "Two of the apprentices were killed on that road in one winter.",
    ] {
        for place in 1..12 {
            let mut answers = vec![
                "I cut the leather by hand, every one of them, because the machine tears it.";
                place
            ];
            answers.push(grief);
            let asked = asked_after(&answers, 1, place + 2);
            let next = &asked[place + 1];
            let heard = ["sorry", "Thank you", "thank you", "hard"];
            if changes.iter().any(|words| next.contains(words)) {
                changed += 1;
                let first = heard.iter().filter_map(|words| next.find(words)).min();
                let change = changes.iter().filter_map(|words| next.find(words)).min();
                assert!(first.is_some() && first < change, "{grief} {next}");
            }
        }
    }
    assert!(changed > 0, "no stage changed there");
}

/// Every question of a talk in which the first answer is given, and the others say little.
fn advice_after(first: &str, seed: u64) -> Vec<String> {
    let mut talk = Talk::with(bank(), material(&[]), "advice", 14, seed);
    talk.turn(|_| Reaction::Answered(first.into()));
    for _ in 1..14 {
        talk.turn(|_| Reaction::Answered("It is what it is, and we live with that.".into()));
    }
    talk.questions()
}

#[test]
fn what_was_told_ahead_is_not_asked_for() {
    let bank = bank();
    let told: [(&str, &[&str]); 9] = [
        (
            "9 last",
            &[
                "The oven fails. It happened again three days ago.",
                "The oven fails, on Tuesday right before the school came.",
                "The oven fails; last winter it was out for a week.",
            ],
        ),
        (
            "8 who matter",
            &[
                "The oven fails, and only I can light it again.",
                "The oven fails. Who mends it? Nobody, really. Or rather just me.",
                "The oven fails and only Marta knows the valve.",
                "The oven fails. None of us can do a thing about it.",
                "The oven fails. I told you already: just me.",
            ],
        ),
        (
            "1 tried",
            &[
                "The oven fails. I bought a new burner, which made no difference.",
                "The oven fails. A mechanic was here on trial.",
                "The oven fails and we advertised for a fitter twice.",
            ],
        ),
        (
            "2 obstacle",
            &[
                "The oven fails because the owner puts it off.",
                "The oven fails, and I don't know how it works inside.",
                "The oven fails and everybody is too busy to look.",
            ],
        ),
        (
            "7 cost matter",
            &[
                "The oven fails and it costs us forty loaves.",
                "The oven fails, half a day for two people each time.",
                "The oven fails. Two hundred pounds a month, I reckon.",
            ],
        ),
        (
            "6 goal",
            &[
                "The oven fails. What I want is a quiet morning.",
                "The oven fails. Our goal is bread by six.",
                "The oven fails; without that I could sleep, and then we could take on the market.",
            ],
        ),
        (
            "3 own",
            &[
                "The oven fails. If it were up to me there would be a gas one.",
                "The oven fails, and I'd hire a fitter for the mornings.",
            ],
        ),
        (
            "4 start",
            &[
                "The oven fails. It began when the old fitter retired.",
                "The oven fails, ever since the move.",
            ],
        ),
        (
            "5 others",
            &[
                "The oven fails. Everybody says we should buy bread in.",
                "The oven fails and the others think it is my doing.",
            ],
        ),
    ];
    let slots = bank.uses.iter().filter(|entry| entry.name == "slot");
    assert_eq!(slots.count(), told.len(), "a slot without its answers");
    for (slot, answers) in told {
        let lines: Vec<&str> = bank.sentences("slot", slot).skip(1).collect();
        assert!(!lines.is_empty(), "{slot}");
        let puts = |asked: &[String]| {
            asked
                .iter()
                .any(|question| lines.iter().any(|line| question.ends_with(line)))
        };
        assert!(puts(&advice_after("The oven fails.", 1)), "{slot}");
        for answer in answers {
            for seed in 0..3 {
                let asked = advice_after(answer, seed);
                assert!(!puts(&asked), "{slot}: {answer} {asked:#?}");
            }
        }
    }
}

#[test]
fn what_somebody_wants_to_know_is_taken_up_next() {
    for (answer, clause) in [
        (
            "Leave it, please. What I want to know is whether a second person is worth 31,000 a year.",
            "whether a second person is worth 31,000 a year",
        ),
        (
            "We tried a sign at the door. My question is if I can let my brother go.",
            "whether you can let your brother go",
        ),
        (
            "Nothing helped. You should rather ask me how we did it before the move.",
            "how you did it before the move",
        ),
    ] {
        let mut talk = Talk::with(bank(), material(&[]), "advice", 8, 3);
        talk.turn(|_| Reaction::Answered("The oven fails.".into()));
        talk.turn(|_| Reaction::Answered(answer.into()));
        let next = talk.turn(|_| Reaction::Skipped);
        assert!(next.contains(clause), "{answer} {next}");
        // Once is enough.
        let then = talk.turn(|_| Reaction::Skipped);
        assert!(!then.contains(clause), "{then}");
    }
}

#[test]
fn a_confidence_is_assented_to_and_makes_no_recommendation() {
    let bank = bank();
    let role = bank.uses.iter().find(|entry| entry.name == "role").unwrap();
    let sign = role.sentences[0].split('|').next().unwrap();
    for request in [
        "She told me that alone, so please don't write that into anything.",
        "But leave that out, please.",
        "That is off the record.",
    ] {
        let mut talk = talk(material(&[]), 1);
        let secret = [
            "My sister said that ",
            sign,
            " and ",
            sign,
            " is all she thinks of. ",
            request,
        ];
        talk.turn(|_| Reaction::Answered("The oven fails and nobody sees it in time.".into()));
        talk.turn(|_| Reaction::Answered(secret.concat()));
        let next = talk.turn(|_| Reaction::Skipped);
        let assents = ["no use", "leave that out", "stays out"];
        assert!(assents.iter().any(|words| next.contains(words)), "{next}");
        let value = advised(talk.ask);
        assert!(
            !value.contains("sister") && !value.contains(sign),
            "{value}"
        );
    }
    // What was said about somebody before is left out as well.
    let told = [
        "Petra says that ",
        sign,
        " comes first, ",
        sign,
        " and ",
        sign,
        " again.",
    ]
    .concat();
    let plain = after(&[
        "The oven fails and nobody sees it in time, day after day.",
        &told,
    ]);
    assert!(plain.contains("Petra"), "{plain}");
    let kept = after(&[
        "The oven fails and nobody sees it in time, day after day.",
        &told,
        "And please leave out what I said about Petra.",
    ]);
    assert!(!kept.contains("Petra"), "{kept}");
}

#[test]
fn what_is_put_off_is_left_its_order() {
    let asked =
        common::after(&["Ooh, that's a long one, I'll get to him when we're on the money side."]);
    assert!(asked[0].contains("in your own order"), "{asked:#?}");
}

#[test]
fn a_crisis_of_long_ago_that_is_over_is_no_crisis_now() {
    let over =
        "In 1994 I wanted to kill myself. I got help, that is thirty years ago, and I'm glad.";
    let asked = common::after(&[over]);
    assert!(asked[0].contains("has helped you since"), "{asked:#?}");
    let now = common::after(&["I want to kill myself. I was a happy child, years ago."]);
    assert!(now[0].contains("crisis line"), "{now:#?}");
}

#[test]
fn a_death_is_acknowledged_before_what_comes_next() {
    let asked = common::after(&[
        "Old Brandt, who taught me the trade, died at that bench, and the others went on with their work all day.",
    ]);
    let leads = ["Thank you", "not easy to tell", "sorry"];
    assert!(
        leads.iter().any(|lead| asked[0].contains(lead)),
        "{asked:#?}"
    );
}

#[test]
fn nobody_is_consoled_without_a_word_of_pain() {
    let cases = include_str!("../../../tests/cases/acts/held-out.jsonl").lines();
    let mut answers = cases.map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        case["answer"].as_str().expect("an answer").to_string()
    });
    let found = answers.find(|answer| {
        let heard = hear("", answer);
        heard.acts() == [Act::Distress] && !heard.has_words_for(Act::Distress)
    });
    let asked = common::after(&[&found.expect("one that has none of the words for it")]);
    assert!(
        asked[0].contains("go on with something else") && !asked[0].contains("sorry"),
        "{asked:#?}"
    );
}

#[test]
fn somebody_who_is_named_is_asked_about() {
    let asked = common::after(&[
        "My roommate Dolores knows every hymn there is, and she sings them in the wrong key at six in the morning.",
    ]);
    assert!(asked[0].contains("your roommate Dolores"), "{asked:#?}");
}
