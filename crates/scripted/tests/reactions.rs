//! What is said when an answer does something that decides before what it is about, in whole conversations.

mod common;

use colloquy_schema::{Bank, Purpose, Reaction};
use colloquy_scripted::acts::{Act, hear};
use colloquy_scripted::{FRENCH, GERMAN, Hearing, Language, SPANISH};
use common::{Talk, after, material, podcast};
use std::rc::Rc;

#[test]
fn who_needs_no_consoling_is_not_asked_what_helped() {
    for answer in [
        "I don't need consoling, I need it to be written down right: the road had been closed since noon.",
        "No need to console me, it was twenty years ago and the road had been closed since noon.",
        "I don't want sympathy, I want people to know that the road had been closed since noon.",
    ] {
        let asked = after(&["My brother died on that road and I had sent him.", answer]);
        assert!(
            asked[0].contains("orry") || asked[0].contains("Thank you"),
            "{}",
            asked[0]
        );
        assert!(asked[1].contains("as you"), "{}", asked[1]);
        assert!(!asked[1].contains("helped"), "{}", asked[1]);
    }
}

#[test]
fn a_crisis_is_met_by_naming_people_and_never_in_the_same_words_twice() {
    let asked = after(&[
        "I don't want to live anymore.",
        "I don't know.",
        "I keep thinking about killing myself.",
        "I would be better off dead.",
        "I want to die.",
        "yes, let us go on",
    ]);
    for crisis in [&asked[0], &asked[2], &asked[3], &asked[4]] {
        let lower = crisis.to_lowercase();
        let person = ["somebody", "person", "whom"]
            .iter()
            .any(|word| lower.contains(word));
        assert!(person && !crisis.contains('“'), "{crisis}");
        assert!(
            !crisis.contains(|c: char| c.is_ascii_digit()),
            "no number is made up: {crisis}"
        );
    }
    assert!(asked[0].contains("program"), "{}", asked[0]);
    let mut words = asked.clone();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), asked.len(), "{asked:#?}");
    assert!(
        asked
            .iter()
            .all(|question| !question.contains("live anymore"))
    );
}

#[test]
fn what_may_be_a_crisis_is_asked_about_once() {
    let cases = include_str!("../../../tests/cases/acts/crises.jsonl").lines();
    let mut answers = cases.map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        case["answer"].as_str().expect("an answer").to_string()
    });
    let mut unsure = || {
        let found = answers.find(|answer| {
            let heard = hear("", answer);
            heard.has(Act::Crisis) && !heard.has_words_for(Act::Crisis)
        });
        found.expect("one that has none of the words for it")
    };
    let (first, second) = (unsure(), unsure());
    let well = "All is well, I was only speaking of the way I walk to work along the river.";
    let asked = after(&[&first, well, &second, "I want to die."]);
    assert!(
        asked[0].contains("are you all right?") && asked[0].contains("crisis line"),
        "{}",
        asked[0]
    );
    assert!(
        asked[1..3]
            .iter()
            .all(|question| !question.contains("crisis")),
        "{asked:#?}"
    );
    assert!(asked[3].contains("crisis line"), "{}", asked[3]);
    // Who does not write that all is well is believed.
    let asked = after(&[&first, "No."]);
    assert!(
        asked[1].contains("person") || asked[1].contains("somebody"),
        "{}",
        asked[1]
    );
}

#[test]
fn pain_is_not_quoted_and_leaves_the_choice() {
    let asked = after(&[
        "My mum died last spring. Her coat is still on the hook and I can't take it down.",
        "No, leave it please.",
        "In the mornings I walk along the river before anybody is awake, and I count the herons.",
    ]);
    assert!(
        asked[0].contains("sorry") && asked[0].contains("leave it"),
        "{}",
        asked[0]
    );
    for question in &asked {
        let lower = question.to_lowercase();
        for word in ["coat", "hook", "mum", "spring"] {
            assert!(!lower.contains(word), "{question}");
        }
    }
}

#[test]
fn what_is_refused_is_never_asked_for_nor_quoted_again() {
    let asked = after(&[
        "My brother sold the boat last summer, and the harbour looks empty without it.",
        "I'd rather not talk about my brother.",
        "No.",
        "The harbour is quiet in winter, you hear the ropes before you see a boat at all.",
        "I like the sound of it, it tells me from where the wind comes before I open the door.",
    ]);
    for question in &asked[1..] {
        let lower = question.to_lowercase();
        assert!(
            !lower.contains("brother") && !lower.contains("rather not"),
            "{question}"
        );
    }
    let leads = ["leave", "won't", "keep", "closed"];
    assert!(
        leads.iter().any(|lead| asked[1].contains(lead)),
        "{}",
        asked[1]
    );
    assert!(
        asked[2].contains("free to tell") || asked[2].contains("enjoy"),
        "{}",
        asked[2]
    );
}

#[test]
fn a_wish_to_stop_is_offered_an_end_and_then_nothing_is_asked() {
    let asked = after(&["I want to stop here.", "no", "That's enough for today."]);
    assert!(
        asked[0].contains("end here") && asked[0].ends_with('?'),
        "{}",
        asked[0]
    );
    for over in &asked[1..3] {
        assert!(!over.contains('?') && over.contains("Finish"), "{over}");
    }
}

#[test]
fn complaints_corrections_and_questions_are_taken_up() {
    let asked = after(&[
        "What a stupid question.",
        "I didn't say I hate it.",
        "What do you mean by that?",
        "Are you a bot?",
        "ok",
        "As I said, four years.",
        "Can we talk about my students instead?",
        "Give me a second please",
    ]);
    let expected = [
        "did not fit",
        "putting that right",
        "told me",
        "program",
        "",
        "You",
        "your students",
        "take the time you need",
    ];
    for (question, part) in asked.iter().zip(expected) {
        assert!(question.contains(part), "{part}: {question}");
        assert!(
            !question.contains("stupid") && !question.contains("hate"),
            "{question}"
        );
    }
}

#[test]
fn another_language_is_met_once_in_it_and_nothing_of_it_is_quoted() {
    let asked = after(&[
        "Mir hat die Stelle mit dem Garten gefallen, weil meine Großmutter auch einen hatte.",
        "Ich denke oft daran, wie still es dort am Abend war, wenn alle gegangen sind.",
        "Darüber möchte ich nicht sprechen.",
        "Meine Schwester ist letztes Jahr gestorben.",
    ]);
    assert!(
        asked[0].starts_with("Sie können gern auf Deutsch"),
        "{}",
        asked[0]
    );
    assert!(
        asked[1].is_ascii() || !asked[1].contains("Deutsch"),
        "{}",
        asked[1]
    );
    assert!(
        asked[2].starts_with("Natürlich, das lassen wir."),
        "{}",
        asked[2]
    );
    assert!(asked[3].starts_with("Das tut mir leid."), "{}", asked[3]);
    for question in &asked {
        assert!(
            !question.contains("still") && !question.contains("Garten"),
            "{question}"
        );
    }
}

#[test]
fn a_host_words_what_is_said_in_a_crisis() {
    let mut talk = Talk::new(podcast(), "reflective", 20, 3);
    let mut bank = (*talk.ask.bank).clone();
    bank.uses.push(colloquy_schema::BankUse {
        name: "react.crisis".into(),
        template: "any".into(),
        sentences: vec!["Our nurse is at the desk beside you. Shall I call her?".into()],
    });
    talk.ask.bank = Rc::new(bank);
    talk.turn(|_| Reaction::Answered("I want to die.".into()));
    assert_eq!(
        talk.turn(|_| Reaction::Skipped),
        "Our nurse is at the desk beside you. Shall I call her?"
    );
}

#[test]
fn nothing_is_found_in_what_was_refused_or_told_in_pain() {
    let mut talk = Talk::new(podcast(), "reflective", 20, 3);
    for answer in [
        "I realized that I had been angry with my father for years. I would rather not talk about my father.",
        "I realized that I am so ashamed of what I did that I cannot sleep.",
        "I realized that a short list in the morning helps me more than a long one.",
    ] {
        talk.turn(|_| Reaction::Answered(answer.into()));
    }
    let mut ask = talk.ask.clone();
    ask.purpose = Purpose::Findings;
    let found = colloquy_scripted::reply(&ask, &colloquy_scripted::Hearing::new());
    assert!(found.contains("short list"), "{found}");
    assert!(
        !found.contains("father") && !found.contains("ashamed"),
        "{found}"
    );
}

#[test]
fn the_button_that_ends_an_interview_is_named_in_the_language_of_the_interview() {
    let asked = |language: &'static Language, tag: &str, answer: &str| {
        let notes = material(&[("notes.md", "# Gardens\n")]);
        let mut talk = Talk::with(Rc::new(Bank::default()), notes, "reflective", 9, 7)
            .spoken(tag, Hearing::with(&[language]));
        talk.turn(|_| Reaction::Answered(answer.into()));
        talk.turn(|_| Reaction::Skipped)
    };
    for (language, tag, answer, words) in [
        (
            &GERMAN,
            "de",
            "Ich möchte hier aufhören.",
            "„Beenden“ beendet",
        ),
        (
            &SPANISH,
            "es",
            "Quiero parar aquí, gracias.",
            "«Finalizar» cierra",
        ),
        (
            &FRENCH,
            "fr",
            "Je voudrais arrêter maintenant.",
            "«\u{a0}Terminer\u{a0}» termine",
        ),
        // The answer is in another language, and the page is not.
        (
            &SPANISH,
            "es",
            "Can we stop the interview here, please?",
            "“Finalizar” closes",
        ),
    ] {
        let question = asked(language, tag, answer);
        assert!(question.contains(words), "{tag}: {question}");
    }
}

#[test]
fn the_button_that_ends_an_interview_is_named_as_the_element_names_it() {
    macro_rules! files {
        ($tag:literal) => {
            (
                include_str!(concat!("../data/reactions/", $tag, ".txt")),
                include_str!(concat!("../../../www/widget/src/strings/", $tag, ".ts")),
            )
        };
    }
    for (reactions, words) in [files!("en"), files!("de"), files!("es"), files!("fr")] {
        let label = reactions.split_once("\n= finish\n").unwrap().1;
        let label = label.lines().next().unwrap();
        assert!(
            words.contains(&format!("\n  finish: \"{label}\",\n")),
            "{label}"
        );
    }
}

#[test]
fn after_pain_the_content_before_it_is_returned_to() {
    let asked = after(&[
        "The bench by the window. I oil my planes on Sundays.",
        "My son died in April, he was nineteen.",
        "no, we can go on",
    ]);
    let returned = &asked[2];
    assert!(
        returned.contains("You oil your planes on Sundays."),
        "{asked:#?}"
    );
    assert!(
        !returned.contains("son") && !returned.contains("April"),
        "{asked:#?}"
    );
}

#[test]
fn what_is_asked_of_the_interview_is_answered_wholly_and_the_open_question_put_again() {
    let asked = after(&[
        "It was about the noise at night, and I live beside the line.",
        "Who reads this, and are you a machine?",
        "How long does this take?",
    ]);
    let open = asked[0].rsplit(". ").next().unwrap();
    let both = ["program", "agreed", open];
    assert!(
        both.iter().all(|part| asked[1].contains(part)),
        "{asked:#?}"
    );
    assert!(
        asked[2].contains("more") && asked[2].contains(open),
        "{asked:#?}"
    );
    let why = after(&["It was about the noise at night.", "Why do you need that?"]);
    assert!(
        why[1].contains("follow what you tell") || why[1].contains("what fits you"),
        "{why:#?}"
    );
}

#[test]
fn what_was_put_right_is_said_back_in_few_words() {
    let asked = after(&["I never said I was head of the unit, I run the shift"]);
    assert!(asked[0].contains(": you run the shift. "), "{asked:#?}");
    let asked = after(&["It's not a hall, it's a shed."]);
    assert!(asked[0].contains("it is a shed."), "{asked:#?}");
}

#[test]
fn who_chooses_to_stop_is_believed() {
    let asked = after(&["nothing", "no", "nope", "stop here please"]);
    assert!(asked[2].contains("stop here, or go on"), "{asked:#?}");
    assert!(
        !asked[3].contains('?') && asked[3].contains("Finish"),
        "{asked:#?}"
    );
}

#[test]
fn what_follows_the_form_of_a_question_has_plain_words_of_its_own() {
    let podcast_of_two =
        "Two sisters who mend old radios and talk, and nothing else happens there.";
    let asked = after(&[podcast_of_two, "What do you mean?"]);
    assert!(
        asked[1].starts_with("I mean what") && asked[1].contains("Somebody might say"),
        "{asked:#?}"
    );
}

#[test]
fn what_was_misheard_as_pain_is_dropped_at_a_word() {
    let asked = after(&[
        "My mum died last spring and I still set her cup out.",
        "No, nothing bad happened, I was only telling a story from a book I liked.",
    ]);
    let said = |question: &str| {
        ["sorry", "Thank you for telling", "go wherever"]
            .iter()
            .any(|line| question.contains(line))
    };
    assert!(said(&asked[0]) && !said(&asked[1]), "{asked:#?}");
}

#[test]
fn who_asks_whether_this_was_meant_and_tells_is_not_asked_again() {
    let asked =
        after(&["To what, the offer? We were short of hands, so I said no like everybody."]);
    assert!(
        !asked[0].contains("badly put") && !asked[0].contains("more simply"),
        "{asked:#?}"
    );
}

#[test]
fn a_wish_for_another_subject_names_what_was_wanted_and_not_what_was_not() {
    let asked = after(&["Can I talk about my brother, not about how he died?"]);
    assert!(
        asked[0].contains("your brother") && !asked[0].contains("died"),
        "{asked:#?}"
    );
}

#[test]
fn nobody_is_asked_for_an_argument_right_after_a_loss() {
    let loss = "I'm not sure it shows anything. But I lost my wife in November, and what I miss isn't the talk.";
    for template in ["reflective", "analytical", "creative"] {
        let mut talk = Talk::new(podcast(), template, 8, 3);
        talk.turn(|_| Reaction::Answered(loss.into()));
        let question = talk.turn(|_| Reaction::Skipped);
        assert!(question.contains("Is there more about it"), "{question}");
    }
}

#[test]
fn what_tires_elsewhere_is_no_complaint_of_the_interview() {
    let complains = |answer: &str| hear("What did you learn?", answer).has(Act::Complaint);
    assert!(!complains("Listening is tiring."));
    assert!(complains("This is tiring."));
    assert!(complains("These questions are tiring."));
}
