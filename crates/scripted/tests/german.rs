//! A whole reflective interview in German, led with what is known of German, and the same answers where it is not.

mod common;

use colloquy_schema::{Bank, BankUse, Reaction};
use colloquy_scripted::{GERMAN, Hearing, finder};
use common::{Talk, guide, material};
use std::rc::Rc;

/// Sentences for a guide that has no German wording.
const SENTENCES: &[(&str, &[&str])] = &[
    ("open.title", &["Was ist Ihnen von „{title}“ geblieben?"]),
    (
        "empty",
        &["Was haben Sie zuletzt gelesen, das Sie beschäftigt?"],
    ),
    (
        "ask",
        &[
            "Was hat sich dadurch bei Ihnen geändert?",
            "Wovon möchten Sie noch erzählen?",
            "Was würden Sie anderen davon weitergeben?",
        ],
    ),
    (
        "probe.case",
        &[
            "Was haben Sie dabei als Erstes bemerkt?",
            "Was hat am Ende geholfen?",
        ],
    ),
    ("probe.rule", &["Wann gilt das nicht?"]),
    ("probe.plan", &["Womit fangen Sie an?"]),
    ("probe.learned", &["Wie hat er oder sie es Ihnen gezeigt?"]),
    ("probe.judgement", &["Woran merken Sie es zuerst?"]),
    ("probe.feeling", &["Was genau war daran so?"]),
    ("probe.claim", &["Was spricht dafür?"]),
    (
        "probe.any",
        &["Können Sie mehr darüber erzählen?", "Was gehört noch dazu?"],
    ),
    ("probe.meaning", &["Was bedeutet Ihnen das heute?"]),
    ("probe.use", &["Was machen Sie seither anders?"]),
    ("short", &["Fällt Ihnen ein Beispiel dazu ein?"]),
    ("thin", &["Gibt es etwas daran, das leichter zu sagen ist?"]),
    ("end", &["Was soll am Ende davon bleiben?"]),
];

fn bank() -> Rc<Bank> {
    let guide = guide();
    let (tag, wording) = guide.wording("de");
    if tag == "de" {
        return wording.bank.clone();
    }
    let of = |(name, lines): &(&str, &[&str])| BankUse {
        name: name.to_string(),
        template: "any".into(),
        sentences: lines.iter().map(|line| line.to_string()).collect(),
    };
    Rc::new(Bank {
        uses: SENTENCES.iter().map(of).collect(),
    })
}

/// The sentences of a use, as questions that were put may be.
fn is_of(bank: &Bank, name: &str, question: &str) -> bool {
    let uses = bank.uses.iter().filter(|entry| entry.name == name);
    let mut lines = uses.flat_map(|entry| &entry.sentences);
    lines.any(|line| question.ends_with(line.as_str()))
}

const ANSWERS: [&str; 8] = [
    "Letzte Woche hat ein Kunde angerufen, weil der Ofen zu schnell abgekühlt war, und wir haben elf Teller verloren, bevor jemand hingesehen hat.",
    "Mir ist klar geworden, dass ich in solchen Momenten viel zu lange warte, bevor ich jemanden rufe, der sich auskennt.",
    "Darüber möchte ich nicht sprechen.",
    "Meine Regel ist: Wer den Fehler findet, sagt es sofort, auch wenn der Chef gerade daneben steht und ein Gesicht macht.",
    "Wie meinen Sie das?",
    "Ich werde ab Montag jeden Abend eine Stunde lang aufschreiben, was in der Werkstatt am Tag schiefgegangen ist.",
    "Mein Vater ist im Mai gestorben.",
    "Ja, gern etwas anderes.",
];

fn talk(hearing: Hearing) -> (Talk, Vec<String>) {
    let notes = material(&[(
        "notizen.md",
        "# Handwerk\n\n- **Geduld**: Wer wartet, sieht mehr.\n- **Übergabe**: Ohne sie geht nichts.\n",
    )]);
    let mut talk = Talk::with(bank(), notes, "reflective", 9, 7).spoken("de-AT", hearing);
    let mut questions = Vec::new();
    for answer in ANSWERS {
        questions.push(talk.turn(|_| Reaction::Answered(answer.into())));
    }
    questions.push(talk.turn(|_| Reaction::Skipped));
    (talk, questions)
}

#[test]
fn an_interview_in_german_is_led_as_one_in_english() {
    let (talk, questions) = talk(Hearing::with(&[&GERMAN]));
    let all = questions.join("\n");
    let bank = bank();
    // A case is stayed with.
    assert!(talk.replies[1].follow_up, "{all}");
    assert!(is_of(&bank, "probe.case", &questions[1]), "{all}");
    // A refusal turns to something else, and says so.
    assert!(!talk.replies[3].follow_up, "{all}");
    let leads = [
        "lassen wir",
        "komme ich nicht zurück",
        "bleibt bei Ihnen",
        "außen vor",
        "dann nicht",
    ];
    assert!(
        leads.iter().any(|lead| questions[3].contains(lead)),
        "{all}"
    );
    // Who asks back has it said again in other words, in German.
    assert!(!questions[5].starts_with("Sorry"), "{all}");
    // Pain is met.
    assert!(
        questions[7].contains("leid") || questions[7].contains("Danke"),
        "{all}"
    );
    for word in [" the ", "What ", " you "] {
        assert!(!all.contains(word), "{all}");
    }
}

#[test]
fn what_was_told_in_german_is_found() {
    let (talk, _) = talk(Hearing::with(&[&GERMAN]));
    let found = finder(&[&GERMAN])(&talk.ask.history, "de-AT");
    let texts = |list: &[colloquy_schema::Finding]| -> Vec<usize> {
        list.iter().map(|finding| finding.answer).collect()
    };
    // What is realised, and a rule of one’s own.
    assert_eq!(texts(&found.insights), [1, 3], "{found:?}");
    assert_eq!(texts(&found.actions), [5], "{found:?}");
}

#[test]
fn without_its_words_a_german_interview_is_led_on() {
    let (_, questions) = talk(Hearing::new());
    assert!(questions.iter().all(|question| !question.is_empty()));
}

#[test]
fn english_in_a_german_interview_is_foreign_and_heard_for_what_hurts() {
    let lead = |answer: &str| {
        let hearing = Hearing::with(&[&GERMAN]);
        let notes = material(&[("notizen.md", "# Handwerk\n")]);
        let mut talk = Talk::with(bank(), notes, "reflective", 9, 7).spoken("de", hearing);
        talk.turn(|_| Reaction::Answered(answer.into()));
        talk.turn(|_| Reaction::Skipped)
    };
    let question = lead(
        "Last week a customer called because the oven had cooled too fast and we lost eleven plates.",
    );
    assert!(
        question.starts_with("You are welcome to go on in English"),
        "{question}"
    );
    let question = lead("I don't want to live anymore.");
    assert!(question.contains("only a program"), "{question}");
}

#[test]
fn a_guide_without_sentences_has_questions_of_last_resort_in_german() {
    let notes = material(&[("notizen.md", "# Handwerk\n")]);
    let mut talk = Talk::with(Rc::new(Bank::default()), notes, "reflective", 9, 7)
        .spoken("de", Hearing::with(&[&GERMAN]));
    talk.turn(|_| Reaction::Answered(ANSWERS[0].into()));
    let question = talk.turn(|_| Reaction::Skipped);
    assert!(
        question.contains('ß') || question.contains(" Sie ") || question.contains("es "),
        "{question}"
    );
    assert!(!question.contains(" the "), "{question}");
}

#[test]
fn no_word_of_another_language_stands_before_a_question_however_long_it_goes_on() {
    let notes = material(&[]);
    let mut talk =
        Talk::with(bank(), notes, "reflective", 40, 7).spoken("de", Hearing::with(&[&GERMAN]));
    for _ in 0..30 {
        let question = talk.turn(|_| Reaction::Answered(ANSWERS[0].into()));
        for word in ["Thank", "I see", " the ", "What "] {
            assert!(!question.contains(word), "{question}");
        }
    }
}
