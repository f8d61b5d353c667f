//! What follows an answer: a short question by what it tells, an easier one where it says little, the same one in plain words.

mod common;

use colloquy_findings::word_count;
use colloquy_schema::Reaction;
use common::expert::{Expert, ORGANS, THIN};
use common::{Talk, bank, material, podcast, staged};
use std::collections::BTreeSet;

const TEMPLATES: [&str; 3] = ["reflective", "analytical", "creative"];

const TOLD: &str = "I was annoyed when I heard the line about the laptop, because my brother and I have argued about his for two years.";

fn lead(mut talk: Expert, answers: &[&str]) -> Expert {
    let mut number = 0;
    let mut react = |_: &str| {
        number += 1;
        Reaction::Answered(answers[(number - 1) % answers.len()].into())
    };
    while talk.turn(&mut react).is_some() {}
    talk
}

#[test]
fn a_rich_answer_is_stayed_with_by_what_it_tells() {
    let told = [
        (
            "probe.learned",
            "The old miller taught me to read the wind by the smoke, years before I had any instrument.",
        ),
        (
            "probe.case",
            "In 2019 the truck broke down near Dijon, and the boys carried the maps to the archive by hand for two days.",
        ),
        (
            "probe.plan",
            "It was a good evening altogether. From next week I will close the door for an hour every morning.",
        ),
    ];
    for template in TEMPLATES {
        for (name, answer) in told {
            let mut talk = Talk::new(podcast(), template, 8, 3);
            talk.turn(|_| Reaction::Answered(answer.to_string()));
            let question = talk.turn(|_| Reaction::Skipped);
            assert!(talk.replies[1].follow_up, "{question}");
            let bank = bank();
            let own = |line: &str| question.ends_with(line);
            let mut uses = bank.uses.iter().filter(|entry| {
                let fits = [template, "any"].contains(&entry.template.as_str());
                fits && entry.name.starts_with(name)
            });
            let fits = uses.any(|entry| entry.sentences.iter().any(|line| own(line)));
            assert!(fits, "{name}: {question}");
        }
    }
}

#[test]
fn a_probe_comes_again_after_six_other_questions_at_the_earliest() {
    for template in TEMPLATES {
        let mut talk = Talk::new(material(&[]), template, 40, 1);
        for number in 0..39 {
            talk.turn(|_| Reaction::Answered(format!("In {} we lost key {number} and found it behind the stove, and everybody laughed.", 1950 + number)));
        }
        let bank = bank();
        let probes: Vec<&str> = bank.sentences("probe.case", template).collect();
        let asked = talk.questions();
        for (at, question) in asked.iter().enumerate() {
            for probe in probes.iter().filter(|probe| question.contains(**probe)) {
                let before = &asked[at.saturating_sub(6)..at];
                assert!(
                    !before.iter().any(|other| other.contains(probe)),
                    "{asked:#?}"
                );
            }
        }
    }
}

#[test]
fn a_thin_answer_is_met_once_with_something_easier() {
    for template in TEMPLATES {
        for seed in 0..6 {
            let mut talk = Talk::new(podcast(), template, 6, seed);
            for answer in ["Not sure.", "The log I guess.", "yes", "Bees.", "Trees."] {
                talk.turn(|_| Reaction::Answered(answer.to_string()));
            }
            assert!(talk.replies.iter().all(|reply| !reply.follow_up));
            let bank = bank();
            let thin = |question: &String| {
                bank.sentences("thin", template)
                    .any(|line| line == question)
            };
            let easier: Vec<bool> = talk.questions().iter().map(thin).collect();
            assert_eq!(
                easier,
                [false, true, false, false, false],
                "{:#?}",
                talk.questions()
            );
        }
    }
}

#[test]
fn after_two_answers_that_say_nothing_the_choice_is_the_respondents() {
    let mut talk = Talk::new(podcast(), "reflective", 8, 1);
    for answer in ["no idea", "nothing", "nope", "no"] {
        talk.turn(|_| Reaction::Answered(answer.to_string()));
    }
    let asked = talk.questions();
    assert!(asked[2].contains("rather talk about"), "{asked:#?}");
    assert!(asked[3].contains("stop here"), "{asked:#?}");
}

#[test]
fn a_question_back_is_answered_in_plain_words_once() {
    for template in TEMPLATES {
        let mut talk = Talk::new(podcast(), template, 8, 2);
        for _ in 0..2 {
            talk.turn(|_| Reaction::Answered("What do you mean by that?".into()));
        }
        let dropped = talk.turn(|_| Reaction::Answered(TOLD.into()));
        talk.turn(|_| Reaction::Answered("What do you mean?".into()));
        let probe = talk.turn(|_| Reaction::Skipped);
        let (asked, bank) = (talk.questions(), bank());
        let plain = |name: &str, question: &str| {
            bank.sentences(name, template).any(|line| line == question)
        };
        assert!(plain("ask.plain", &asked[1]), "{asked:#?}");
        assert!(
            dropped.starts_with("That question was not clear, sorry. "),
            "{asked:#?}"
        );
        assert!(probe.contains("I mean what you have just"), "{asked:#?}");
    }
}

#[test]
fn follow_ups_are_short_and_quote_nothing_but_what_was_coined() {
    let talk = lead(Expert::new(2), ORGANS);
    let (mut deeper, mut words) = (0, 0);
    for turn in talk.ask.history.iter() {
        assert!(
            !turn.question.contains('“'),
            "nothing is coined here: {}",
            turn.question
        );
        if turn
            .of_kind
            .staged
            .as_ref()
            .is_some_and(|staged| staged.depth > 1)
        {
            deeper += 1;
            words += word_count(&turn.question);
        }
    }
    assert!(
        deeper >= 12 && words < 11 * deeper,
        "{words} words in {deeper}"
    );
}

#[test]
fn every_objective_is_asked_about_or_told_whatever_is_answered() {
    let bank = staged().wording("en").1.bank.clone();
    let refusing = [
        "I'd rather not talk about that.",
        ORGANS[1],
        ORGANS[2],
        ORGANS[3],
        "Bridges.",
    ];
    for seed in 0..3 {
        for (name, answers) in [
            ("rich", ORGANS),
            ("thin", THIN),
            ("refusing", &refusing[..]),
        ] {
            let talk = lead(Expert::new(seed), answers);
            let mut number = 0;
            for (at, words) in talk.guide.wording("en").1.kind.stages.iter().enumerate() {
                let colloquy_schema::Strategy::Staged(parameters) = &talk.guide.strategy else {
                    panic!()
                };
                for place in 0..words.objectives.len() {
                    let use_ = format!("{}.{place}", parameters.stages[at].id);
                    let asked = talk.ask.history.iter().any(|turn| {
                        bank.sentences(&use_, "expert")
                            .any(|line| turn.question.ends_with(line))
                    });
                    let told = talk.replies.iter().any(|reply| {
                        let tracking = &reply["internal_tracking"]["objectives_told"];
                        reply["interview_stage"] == parameters.stages[at].id.as_str()
                            && tracking.as_array().unwrap().contains(&(place + 1).into())
                    });
                    assert!(
                        asked || told,
                        "{name}, seed {seed}: {use_} was neither asked about nor told"
                    );
                    number += 1;
                }
            }
            assert_eq!(number, 31);
        }
    }
}

const TOLD_OF: [&str; 4] = [
    "Last March the rope tore under the bell and the verger jumped aside. I ran down and locked the tower.",
    "The priest came out in his socks and asked whether anybody was under it. I counted the boys and one was gone.",
    "We found him in the yard, he had gone out to buy plums. I took the plums and ate them all on the stairs.",
    "The verger laughed first and then the priest sat down beside me. I never rang that bell again.",
];

/// True for a question on something that happened.
fn is_on_event(bank: &colloquy_schema::Bank, question: &str) -> bool {
    let uses = bank.uses.iter();
    let mut lines = uses
        .filter(|entry| entry.name.starts_with("probe.case"))
        .flat_map(|entry| &entry.sentences);
    lines.any(|line| question.ends_with(line.as_str()))
}

#[test]
fn what_happened_is_stayed_with_for_two_questions_and_no_longer() {
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        let mut asked = Vec::new();
        for answer in TOLD_OF {
            talk.turn(|question| {
                asked.push(question.to_string());
                Reaction::Answered(answer.into())
            });
        }
        let bank = talk.ask.bank.clone();
        let on: Vec<bool> = asked
            .iter()
            .map(|question| is_on_event(&bank, question))
            .collect();
        assert_eq!(on, [false, true, true, false], "{asked:#?}");
    }
    let mut talk = Talk::new(podcast(), "reflective", 8, 1);
    for answer in TOLD_OF {
        talk.turn(|_| Reaction::Answered(answer.into()));
    }
    let asked = talk.questions();
    assert!(is_on_event(&bank(), &asked[1]) && is_on_event(&bank(), &asked[2]));
    assert!(!is_on_event(&bank(), &asked[3]), "{asked:#?}");
}

#[test]
fn a_question_on_what_happened_names_no_thing_of_the_scene() {
    let answer = "In March a farmer locked the gate so that I could not get out. His wife whispered the number into my phone while I sang.";
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        talk.turn(|_| Reaction::Answered(answer.into()));
        let mut asked = String::new();
        talk.turn(|question| {
            asked = question.into();
            Reaction::Skipped
        });
        assert!(is_on_event(&talk.ask.bank, &asked), "{asked}");
        assert!(!asked.contains("mentioned"), "{asked}");
    }
}

#[test]
fn what_is_new_beside_what_was_told_already_is_gone_on_with() {
    let mut talk = Talk::new(podcast(), "reflective", 8, 1);
    talk.turn(|_| Reaction::Answered(TOLD.into()));
    let again = "I told you that already. Last night he rang me at two and I drove out to the yard in my slippers.";
    talk.turn(|_| Reaction::Answered(again.into()));
    let question = talk.turn(|_| Reaction::Skipped);
    let takes_up = question.ends_with(" drive out to the yard in your slippers?");
    assert!(takes_up, "{question}");
}

#[test]
fn a_probe_that_has_no_referent_is_dropped_when_it_is_asked_back() {
    let rule =
        "I never look at the clock where she can see me, and I always eat what they put before me.";
    for seed in 0..4 {
        let mut talk = Expert::new(seed);
        let mut asked = Vec::new();
        for answer in [rule, rule, "What do you mean by that?", rule] {
            talk.turn(|question| {
                asked.push(question.to_string());
                Reaction::Answered(answer.into())
            });
        }
        let empty = ["Put simply", "somebody might add", "I heard it before"];
        assert!(
            !empty.iter().any(|words| asked[3].contains(words)),
            "{asked:#?}"
        );
    }
}

#[test]
fn nobody_who_told_how_they_came_to_their_work_is_asked_for_it() {
    let answers = [
        "I repair church organs. I came to it at sixteen, as an apprentice of old Mr Weiss, who is long retired.",
        "Most people think that the pipes are the work, and it is the wind, which nobody sees or wants to pay for.",
        "Last week a mouse had nested in the trunk at Rott and we took out eleven pipes before we found her.",
        "Small villages mostly, where the organ is the oldest thing they have and nobody knows who built it.",
    ];
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        let mut asked = Vec::new();
        for at in 0..16 {
            let question = talk.turn(|_| Reaction::Answered(answers[at % answers.len()].into()));
            asked.push(question);
        }
        let made = |name: &str| {
            let lines: Vec<&str> = talk.ask.bank.sentences(name, "expert").collect();
            asked
                .iter()
                .flatten()
                .any(|question| lines.iter().any(|line| question.ends_with(line)))
        };
        assert!(!made("profiling.0"), "{asked:#?}");
        assert!(made("profiling.1"), "{asked:#?}");
    }
}

#[test]
fn a_story_is_thanked_for_before_the_subject_changes_and_not_at_every_turn() {
    let answers = [
        "There was a man on the ward, Mr Tansey, a drover all his life, who asked me every evening whether the cows were in, and I said they were.",
        "In the blizzard we sat at the gate for three hours, and the big ones gave the small ones their coats, and we sang every song we knew.",
        "I would keep the bread man and change the seats, and pay somebody for the long routes, as one adult is not enough for thirty of them.",
    ];
    let mut thanked = BTreeSet::new();
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        let (mut before, mut last) = (String::new(), 0);
        for at in 4..28 {
            let answer = answers[at % answers.len()];
            let Some(question) = talk.turn(|_| Reaction::Answered(answer.into())) else {
                break;
            };
            let words = question.split_whitespace().count();
            assert!(words <= 30, "{words} words: {question}");
            if question.starts_with("Thank you") || question.starts_with("I see, thank you") {
                // A wish is no story.
                assert_ne!(before, answers[2], "{question}");
                assert!(at > last + 3, "{at} after {last}: {question}");
                last = at;
                thanked.insert(question.split('.').next().unwrap_or_default().to_string());
            }
            before = answer.into();
        }
    }
    assert!(thanked.len() > 1, "{thanked:?}");
}

#[test]
fn who_goes_on_telling_was_misheard_when_a_wish_to_stop_was_taken_from_no_word_for_it() {
    let mut talk = Talk::new(podcast(), "reflective", 8, 3);
    talk.turn(|_| Reaction::Answered(TOLD.into()));
    let unworded = "Chinese reeds went up, good leather's gone. I buy old wrecks for parts.";
    talk.turn(|_| Reaction::Answered(unworded.into()));
    talk.turn(|_| {
        Reaction::Answered(
            "Got no apprentice. Had one, Dario, he went off to make websites.".into(),
        )
    });
    let question = talk.turn(|_| Reaction::Skipped);
    assert!(!question.contains("Finish"), "{question}");

    // Who said so is taken at their word, whatever they add.
    let mut talk = Talk::new(podcast(), "reflective", 8, 3);
    talk.turn(|_| Reaction::Answered(TOLD.into()));
    talk.turn(|_| Reaction::Answered("I want to stop the interview here.".into()));
    talk.turn(|_| {
        Reaction::Answered(
            "Got no apprentice. Had one, Dario, he went off to make websites.".into(),
        )
    });
    let question = talk.turn(|_| Reaction::Skipped);
    assert!(question.contains("Finish"), "{question}");
}
