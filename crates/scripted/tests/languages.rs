//! Interviews in German, Spanish and French, each heard in its own language: what answers do, how something is told, what is found.

mod common;

use colloquy_schema::{KindQuestion, QuestionKind, Reaction, Turn};
use colloquy_scripted::acts::{Act, cues_in, hear_in};
use colloquy_scripted::{FRENCH, GERMAN, Language, SPANISH, finder};
use common::deciding;

/// A language with its cases: of acts, of what is told, of findings.
type Cases = (&'static Language, &'static str, &'static str, &'static str);

macro_rules! cases {
    ($language:ident $tag:literal) => {
        (
            &$language,
            concat!(
                include_str!(concat!("languages/acts_", $tag, ".txt")),
                include_str!(concat!("acts.", $tag, ".txt"))
            ),
            include_str!(concat!("languages/told_", $tag, ".txt")),
            include_str!(concat!("languages/found_", $tag, ".txt")),
        )
    };
}

const LANGUAGES: [Cases; 3] = [
    cases!(GERMAN "de"),
    cases!(SPANISH "es"),
    cases!(FRENCH "fr"),
];

fn lines(text: &'static str) -> impl Iterator<Item = (usize, Vec<&'static str>)> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| (at + 1, line.split(" | ").collect()))
}

fn none_is(wrong: &[String]) {
    let count = wrong.len();
    assert!(wrong.is_empty(), "{count} faults:\n{}", wrong.join("\n"));
}

#[test]
fn an_answer_is_heard_for_what_it_does() {
    let mut wrong = Vec::new();
    for (language, acts, ..) in LANGUAGES {
        assert!(lines(acts).count() >= 40, "{language:?}");
        for (line, parts) in lines(acts) {
            let [acts, question, answer] = parts[..] else {
                panic!("{language:?} {line}: three parts");
            };
            let heard = hear_in(language, question, answer);
            for act in deciding() {
                if heard.has(act) != acts.split(' ').any(|name| name == act.name()) {
                    let has = if heard.has(act) { "heard" } else { "missed" };
                    let cues = (heard.language, cues_in(language, answer));
                    let name = act.name();
                    wrong.push(format!(
                        "{language:?} {line}: {has} {name}: {answer} {cues:?}"
                    ));
                }
            }
        }
    }
    none_is(&wrong);
}

#[test]
fn how_something_is_told_shows() {
    let mut wrong = Vec::new();
    for (language, _, told, _) in LANGUAGES {
        for (line, parts) in lines(told) {
            let [wanted, answer] = parts[..] else {
                panic!("{language:?} {line}: two parts");
            };
            let name = wanted.strip_prefix("no ").unwrap_or(wanted);
            let acts = hear_in(language, "", answer).acts();
            let has = acts.iter().any(|act| act.name() == name);
            if has != (name == wanted) {
                wrong.push(format!("{language:?} {line}: {wanted}: {answer} {acts:?}"));
            }
        }
    }
    none_is(&wrong);
}

fn turn(number: u32, answer: &str) -> Turn {
    Turn {
        number,
        question: "…".into(),
        kind: QuestionKind::Initial,
        follow_up_depth: 0,
        of_kind: KindQuestion::default(),
        reaction: Reaction::Answered(answer.into()),
    }
}

#[test]
fn what_answers_show_is_found() {
    let find = finder(&[&GERMAN, &SPANISH, &FRENCH]);
    let mut wrong = Vec::new();
    for (language, _, _, found) in LANGUAGES {
        assert!(lines(found).count() >= 20, "{language:?}");
        for (line, parts) in lines(found) {
            let [wanted, answer] = parts[..] else {
                panic!("{language:?} {line}: two parts");
            };
            if wanted == "theme" {
                let (theme, rest) = answer.split_once(": ").expect("a theme and answers");
                let turns: Vec<Turn> = (1..)
                    .zip(rest.split(" // "))
                    .map(|(at, text)| turn(at, text))
                    .collect();
                let themes = find(&turns, language.tag).themes;
                if !themes
                    .iter()
                    .any(|other| other.text.to_lowercase() == theme)
                {
                    wrong.push(format!("{language:?} {line}: {theme}: {themes:?}"));
                }
                continue;
            }
            let found = find(&[turn(1, answer)], language.tag);
            let has = match (found.insights.is_empty(), found.actions.is_empty()) {
                (true, true) => "none",
                (false, true) => "insight",
                (true, false) => "action",
                (false, false) => "insight action",
            };
            if has != wanted {
                wrong.push(format!(
                    "{language:?} {line}: {has} in place of {wanted}: {answer}"
                ));
            }
        }
    }
    none_is(&wrong);
}

#[test]
fn what_was_thought_once_is_found_with_what_is_thought_now() {
    let find = finder(&[&GERMAN, &SPANISH, &FRENCH]);
    for (tag, whole) in [
        (
            "de",
            "Früher dachte ich, man müsse alles allein schaffen. Heute frage ich einfach.",
        ),
        (
            "es",
            "Antes pensaba que había que hacerlo todo solo. Ahora pregunto y ya está.",
        ),
        (
            "fr",
            "Avant je croyais qu'il fallait tout faire seul. Aujourd'hui je demande aux autres.",
        ),
    ] {
        let text = [whole, " Plus."].concat();
        let found = find(&[turn(1, &text)], tag).insights;
        assert_eq!(found.len(), 1, "{tag}: {found:?}");
        assert_eq!(found[0].text, whole);
        assert_eq!(&text[found[0].start..found[0].end], whole);
    }
}

#[test]
fn advice_to_others_is_found_in_every_language_with_its_place() {
    let find = finder(&[&GERMAN, &SPANISH, &FRENCH]);
    for (tag, own, advice) in [
        (
            "en",
            "I will call the beekeeper tomorrow.",
            "You should never trust one warm day.",
        ),
        (
            "de",
            "Morgen rufe ich den Imker an.",
            "Man sollte nie einem einzigen warmen Tag trauen.",
        ),
        (
            "es",
            "Mañana voy a llamar al apicultor.",
            "Les recomiendo no abrir nunca la colmena con viento.",
        ),
        (
            "fr",
            "Demain je vais appeler l’apiculteur.",
            "Il faut toujours attendre trois jours chauds.",
        ),
    ] {
        let text = [own, " ", advice].concat();
        let found = find(&[turn(1, "Ok."), turn(2, &text)], tag);
        let [one] = &found.recommendations[..] else {
            panic!("{tag}: {found:?}");
        };
        assert_eq!((one.text.as_str(), one.answer), (advice, 1));
        assert_eq!(&text[one.start..one.end], advice);
        // What the respondent means to do is advice to nobody.
        assert_eq!(found.actions.len(), 1, "{tag}: {found:?}");
    }
}

#[test]
fn what_can_hurt_is_heard_in_every_language_whatever_the_interview_is_in() {
    for (act, answers) in [
        (
            Act::Crisis,
            [
                "I don't want to live anymore.",
                "Ich will nicht mehr leben.",
                "A veces pienso en quitarme la vida.",
                "J'ai envie de mourir.",
            ],
        ),
        (
            Act::Refusal,
            [
                "I'd rather not talk about that.",
                "Darüber möchte ich nicht sprechen.",
                "Prefiero no hablar de eso.",
                "Je préfère ne pas en parler.",
            ],
        ),
        (
            Act::Stop,
            [
                "I want to stop here.",
                "Ich möchte hier aufhören.",
                "Quiero parar aquí, gracias.",
                "Je voudrais arrêter maintenant.",
            ],
        ),
    ] {
        for language in [&GERMAN, &SPANISH, &FRENCH, &colloquy_scripted::ENGLISH] {
            for answer in answers {
                let heard = hear_in(language, "…", answer);
                assert!(heard.has(act), "{language:?}: {answer} {:?}", heard.acts());
            }
        }
    }
}

#[test]
fn an_interview_in_another_language_is_heard_as_before() {
    let answers = [
        "È stata una settimana tranquilla e sono rimasto a casa con mio figlio.",
        "Non lo so.",
        "Letzte Woche war es ruhig.",
        "I realised that I never rest on purpose.",
    ];
    let turns: Vec<Turn> = (1..)
        .zip(answers)
        .map(|(at, text)| turn(at, text))
        .collect();
    let with = finder(&[&GERMAN, &SPANISH, &FRENCH])(&turns, "it");
    assert_eq!(with, colloquy_scripted::find_by_rules(&turns, "it"));
}

#[test]
fn who_tells_something_does_nothing_that_decides() {
    let mut wrong = Vec::new();
    for (language, _, told, found) in LANGUAGES {
        let told = lines(told).map(|(_, parts)| parts[1]);
        let found = lines(found).filter(|(_, parts)| matches!(parts[0], "insight" | "action"));
        for answer in told.chain(found.map(|(_, parts)| parts[1])) {
            let heard = hear_in(language, "…", answer);
            let harmless = [Act::List, Act::Empty];
            let mut acts = heard.acts();
            acts.retain(|act| deciding().contains(act) && !harmless.contains(act));
            if !acts.is_empty() {
                let cues = cues_in(language, answer);
                wrong.push(format!("{language:?}: {acts:?}: {answer} {cues:?}"));
            }
        }
    }
    none_is(&wrong);
}
