//! Whole staged interviews against the rules: valid envelopes, depth and stages as the guide has them, nothing twice, and an
//! end whatever is answered.

mod common;

use colloquy_findings::{normal_form, word_count};
use colloquy_schema::contract::check;
use colloquy_schema::{Contract, Guide, Issue, Purpose, Reaction};
use common::expert::{Expert, HOSTILE, ORGANS, THIN};
use common::{material, staged};
use serde_json::Value;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Sessions of a kind: fewer where nothing is optimised, as the same code takes ten times as long there.
const SEEDS: u64 = if cfg!(debug_assertions) { 1 } else { 4 };

const FOREIGN: &[&str] = &[
    "Letzte Woche habe ich zwei Orgeln repariert, und bei der zweiten war der Balg gerissen, was mich sehr geärgert hat.",
    "私は毎朝、機械の音を聞いてから仕事を始めます。去年、その音で故障に気づきました。",
    "كنت أعمل في الميناء عشرين سنة، وتعلمت من أخطائي أكثر مما تعلمت من الكتب والناس حولي",
];

fn react(answers: &[&str], number: usize) -> Reaction {
    match answers[number % answers.len()] {
        "" => Reaction::Skipped,
        "decline" => Reaction::Declined,
        text => Reaction::Answered(text.into()),
    }
}

/// Leads an interview to its end and checks what holds for every reply.
fn lead(mut talk: Expert, answers: &[&str], name: &str) -> Expert {
    let mut seen = BTreeSet::new();
    let mut number = 0;
    let (mut examples, mut stage, mut completeness) = (0, 0, 0);
    while let Some(text) = talk.turn(|_| react(answers, number)) {
        number += 1;
        assert!(number <= 61, "{name} does not end");
        let reply = talk.replies.last().unwrap();
        let Purpose::Stage(ask) = talk.ask.purpose.clone() else {
            panic!("{name}: a stage was asked for");
        };
        let faults: Vec<Issue> = check(Contract::Envelope, reply)
            .into_iter()
            .filter(|issue| talk.closing.is_none() || issue.rule != "no_question")
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:?} in {reply}");
        assert_eq!(
            reply["interview_stage"],
            ask.stages[ask.current].id.as_str()
        );
        // Nothing goes back.
        let (meta, tracking) = (&reply["metadata"], &reply["internal_tracking"]);
        let told = tracking["examples_collected"].as_u64().unwrap();
        assert!(told >= examples, "{name}: {told} examples after {examples}");
        examples = told;
        let reached = meta["completeness"].as_u64().unwrap();
        assert!(ask.current >= stage);
        assert!(ask.current > stage || reached >= completeness, "{name}");
        (stage, completeness) = (ask.current, reached);
        // Depth stays, goes up by one, or returns to 1.
        let depth = meta["question_depth"].as_u64().unwrap();
        let before = u64::from(ask.depth);
        assert!(
            depth == 1 || depth == before || depth == before + 1,
            "{name}: {depth} after {before}"
        );
        let ready = tracking["stage_transition_ready"] == true;
        let told = tracking["objectives_told"].as_array().unwrap();
        let all = ask.wording[ask.current].objectives.len() as u8;
        let done = |place| ask.done.contains(&place) || told.contains(&(place + 1).into());
        assert!(
            !ready
                || reached >= 80
                    && ask.deepest >= ask.stages[ask.current].depth
                    && (0..all).all(done),
            "{name}"
        );
        if talk.closing.is_some() {
            assert!(
                !text.contains('?') && text.chars().count() >= 10,
                "{name}: {text}"
            );
            continue;
        }
        shown(&text, name);
        assert!(seen.insert(normal_form(&text)), "{name}: twice: {text}");
    }
    talk
}

/// Checks what holds for every question.
fn shown(question: &str, name: &str) {
    for count in [question.split_whitespace().count(), word_count(question)] {
        assert!(
            (3..=30).contains(&count),
            "{name}: {count} words: {question}"
        );
    }
    assert_eq!(question.matches('?').count(), 1, "{name}: {question}");
    assert!(question.ends_with('?'), "{name}: {question}");
    let fit = !question.contains([
        '\n', '\r', '\t', '\0', '<', '>', '*', '`', '[', ']', '{', '}', '"', '\u{202E}', '😀',
    ]);
    assert!(fit, "{name}: {question}");
    let (open, close) = (question.matches('“').count(), question.matches('”').count());
    assert!(
        open == close && !question.contains("“”"),
        "{name}: {question}"
    );
}

fn ends(talk: &Expert, how: &str) -> usize {
    talk.stages
        .iter()
        .filter(|stage| stage.ended == how)
        .count()
}

#[test]
fn rich_answers_lead_through_all_stages_and_most_of_them_end_as_ready() {
    for seed in 0..2 * SEEDS {
        let talk = lead(Expert::new(seed), ORGANS, "rich");
        assert_eq!(talk.current, 9, "seed {seed}");
        assert!(ends(&talk, "ready") >= 5, "seed {seed}: {:?}", talk.stages);
        assert!(
            talk.examples >= 15,
            "seed {seed}: {} examples",
            talk.examples
        );
        let asked = talk.ask.history.len();
        assert!((45..=60).contains(&asked), "seed {seed}: {asked} questions");
        for (stage, words) in talk
            .stages
            .iter()
            .zip(talk.guide.wording("en").1.kind.stages.iter())
        {
            if stage.ended == "ready" {
                assert_eq!(
                    stage.objectives.len(),
                    words.objectives.len(),
                    "{}",
                    words.title
                );
            }
        }
    }
}

#[test]
fn answers_that_always_tell_a_case_in_steps_end_every_stage_as_ready() {
    let cases: Vec<String> = (1..=60)
        .map(|n| format!("In {} we opened pump number {n} in Harbour Street. First I measured it, then I called Ada, and finally we found what nobody had looked for behind valve {n}.", 1940 + n))
        .collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    for seed in 0..2 {
        let talk = lead(Expert::new(seed), &cases, "cases");
        assert_eq!(ends(&talk, "ready"), 9, "seed {seed}: {:?}", talk.stages);
        let asked = talk.ask.history.len();
        // Each story is stayed with.
        assert!(asked < 60, "seed {seed}: {asked} questions");
        let closing = talk.closing.expect("the last stage closes the interview");
        assert!(!closing.contains('?'), "{closing}");
    }
}

#[test]
fn thin_answers_make_no_stage_ready_and_the_interview_ends_by_its_limits() {
    for seed in 0..3 {
        let talk = lead(Expert::new(seed), THIN, "thin");
        assert_eq!(ends(&talk, "question_limit"), 9);
        assert_eq!(talk.examples, 0);
        let deep = talk
            .ask
            .history
            .iter()
            .filter_map(|turn| turn.of_kind.staged.as_ref());
        assert!(
            deep.map(|staged| staged.depth).max() <= Some(2),
            "nothing to go deeper into"
        );
    }
}

#[test]
fn mixed_hostile_and_foreign_answers_stay_within_the_rules() {
    let mixed = [
        "Bridges.",
        "",
        "What do you mean by that?",
        "decline",
        ORGANS[1],
        ORGANS[2],
    ];
    for seed in 0..SEEDS {
        for (name, answers) in [
            ("mixed", &mixed[..]),
            ("hostile", HOSTILE),
            ("foreign", FOREIGN),
            ("skipped", &[""]),
            ("empty", &[" "]),
            ("one answer", &ORGANS[1..2]),
        ] {
            let talk = lead(Expert::new(seed), answers, name);
            assert!(talk.is_over(), "{name}");
        }
    }
}

#[test]
fn a_megabyte_of_an_answer_is_an_answer() {
    let long =
        "In 1998 we lost the key to harbour number nine, and then nobody found it. ".repeat(14_000);
    let answers = [long.as_str(), ORGANS[1]];
    let mut talk = Expert::new(3);
    for number in 0..4 {
        let text = talk.turn(|_| react(&answers, number)).unwrap();
        shown(&text, "megabyte");
    }
}

#[test]
fn three_refusals_in_a_row_end_it_and_what_was_refused_is_not_asked_for_again() {
    let talk = lead(Expert::new(1), &["decline"], "refusals");
    assert_eq!(talk.ask.history.len(), 3);
    let bank = staged().wording("en").1.bank.clone();
    let talk = lead(
        Expert::new(1),
        &["decline", ORGANS[0], ORGANS[1]],
        "some refusals",
    );
    for turn in talk.ask.history.iter() {
        let staged = turn.of_kind.staged.as_ref().unwrap();
        if turn.reaction != Reaction::Declined || staged.depth > 1 {
            continue;
        }
        let name = format!("{}.{}", staged.stage, staged.objective);
        let lines: Vec<&str> = bank.sentences(&name, "expert").collect();
        let later = talk.ask.history.iter().skip(turn.number as usize);
        for other in later {
            let again = lines.iter().any(|line| other.question.ends_with(line));
            assert!(!again, "{name} was refused: {}", other.question);
        }
    }
}

/// How questions about a thing that was named begin.
const ABOUT: [&str; 6] = [
    "What part did",
    "How did",
    "How does",
    "Could you tell me more about",
    "What should somebody know about",
    "You mentioned",
];

#[test]
fn a_question_is_the_bank_s_for_its_stage_and_its_depth() {
    let bank = staged().wording("en").1.bank.clone();
    let of = |name: &str, question: &str| {
        bank.sentences(name, "expert")
            .any(|line| question.ends_with(line))
    };
    let talk = lead(Expert::new(5), ORGANS, "depth");
    let mut depths = BTreeSet::new();
    for turn in talk.ask.history.iter() {
        let staged = turn.of_kind.staged.as_ref().unwrap();
        depths.insert(staged.depth);
        let own = format!("{}.{}", staged.stage, staged.objective);
        // The last answers promise nothing and are rich, so there is nothing but objectives and follow-ups.
        let probes = bank
            .uses
            .iter()
            .filter(|entry| entry.name.contains("probe") || entry.name == "coined");
        let mut lines = probes.flat_map(|entry| &entry.sentences);
        let fits = lines.any(|line| {
            turn.question
                .contains(line.split('{').next().unwrap_or_default())
        });
        let more = ["more", "more.example"]
            .iter()
            .any(|name| of(name, &turn.question))
            || (0..4).any(|place| of(&format!("{}.{place}", staged.stage), &turn.question));
        let opens = of(&own, &turn.question);
        assert!(
            if staged.depth == 1 {
                opens || more
            } else {
                fits || ABOUT.iter().any(|of| turn.question.starts_with(of))
            },
            "{staged:?}: {}",
            turn.question
        );
    }
    assert!(depths.is_superset(&BTreeSet::from([1, 2, 3])), "{depths:?}");
}

#[test]
fn what_was_promised_is_needed_until_it_was_asked_about() {
    let mut talk = Expert::new(4);
    let promise = "We nearly lost the bridge in that winter because of the ice. How we saved it is another story.";
    talk.turn(|_| Reaction::Answered(promise.into()));
    let question = talk.turn(|_| Reaction::Answered(ORGANS[1].into())).unwrap();
    let bank = staged().wording("en").1.bank.clone();
    let taken_up = bank
        .sentences("promise", "expert")
        .any(|line| line == question);
    assert!(taken_up, "{question}");
    let open = |talk: &Expert| {
        talk.replies.last().unwrap()["internal_tracking"]["follow_up_needed"].clone()
    };
    assert_eq!(
        open(&talk),
        serde_json::json!(["How we saved it is another story"])
    );
    talk.turn(|_| Reaction::Answered(ORGANS[2].into()));
    assert_eq!(open(&talk), Value::Array(Vec::new()));
}

#[test]
fn a_ready_reply_opens_the_first_objective_of_the_next_stage() {
    let bank = staged().wording("en").1.bank.clone();
    let talk = lead(Expert::new(6), ORGANS, "ready");
    let mut bridges = 0;
    for (turn, reply) in talk.ask.history.iter().zip(&talk.replies) {
        if reply["internal_tracking"]["stage_transition_ready"] == true {
            let staged = turn.of_kind.staged.as_ref().unwrap();
            assert_ne!(reply["interview_stage"], staged.stage.as_str());
            let first = format!("{}.0", staged.stage);
            let opens = bank
                .sentences(&first, "expert")
                .any(|line| turn.question.ends_with(line));
            assert!(opens, "{}", turn.question);
            bridges += 1;
        }
    }
    assert!(bridges >= 4, "{bridges}");
}

#[test]
fn a_thin_answer_is_met_with_something_smaller() {
    let bank = staged().wording("en").1.bank.clone();
    let smaller: Vec<&str> = ["thin", "short"]
        .iter()
        .flat_map(|name| bank.sentences(name, "expert"))
        .collect();
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        talk.turn(|_| Reaction::Answered("Bridges.".into()));
        let question = talk.turn(|_| Reaction::Answered("Mostly.".into())).unwrap();
        let made = smaller.iter().any(|line| {
            line.split(['{', '}'])
                .step_by(2)
                .all(|part| question.contains(part))
        });
        assert!(made, "{question}");
    }
}

#[test]
fn a_refused_reply_is_never_repeated_and_the_same_ask_gives_the_same_reply() {
    let mut talk = Expert::new(8);
    for number in 0..7 {
        talk.turn(|_| react(ORGANS, number));
    }
    let mut ask = talk.next_ask().unwrap().clone();
    assert_eq!(
        colloquy_scripted::reply(&ask, &colloquy_scripted::Hearing::new()),
        colloquy_scripted::reply(&ask, &colloquy_scripted::Hearing::new())
    );
    let mut seen = BTreeSet::new();
    for _ in 0..4 {
        let reply: Value = serde_json::from_str(&colloquy_scripted::reply(
            &ask,
            &colloquy_scripted::Hearing::new(),
        ))
        .unwrap();
        assert!(check(Contract::Envelope, &reply).is_empty(), "{reply}");
        let response = reply["response"].clone();
        assert!(seen.insert(response.to_string()), "{seen:#?}");
        ask.issues.push(Issue::new(
            "response",
            "repeated",
            "was put before",
            Some(&response),
        ));
    }
    let first = |seed| Expert::new(seed).turn(|_| Reaction::Skipped);
    let firsts: BTreeSet<_> = (0..12).map(first).collect();
    assert!(firsts.len() >= 3, "{firsts:?}");
}

#[test]
fn a_guide_with_stages_and_no_sentences_of_its_own_still_gets_an_interview() {
    let text = include_str!("../../../pkg/guides/staged.json");
    let mut guide: Value = serde_json::from_str(text).unwrap();
    guide["locales"]["en"]["bank"] = serde_json::json!({});
    let guide = Guide::read(&guide).unwrap();
    for answers in [ORGANS, THIN] {
        let mut talk = Expert::with(guide.clone(), material(&[]), 1);
        let mut seen = BTreeSet::new();
        let mut number = 0;
        while let Some(text) = talk.turn(|_| react(answers, number)) {
            number += 1;
            if talk.closing.is_none() {
                shown(&text, "no bank");
                assert!(seen.insert(text));
            }
        }
        assert!(talk.is_over());
    }
}

#[test]
fn notes_about_the_person_and_guidelines_change_nothing_of_the_rules() {
    let notes = material(&[(
        "summary.md",
        "Ada Brandt has built wind tunnels in Göttingen for twenty years. She leads the model shop.",
    )]);
    for seed in 0..4 {
        let mut talk = Expert::with(staged(), notes.clone(), seed);
        talk.ask.guidelines = Rc::new(colloquy_schema::Guidelines {
            tone: Some("brief".into()),
            focus: vec!["safety".into()],
            avoid: vec!["my uncle".into(), "money".into()],
        });
        let talk = lead(talk, ORGANS, "notes");
        let all = talk
            .ask
            .history
            .iter()
            .map(|turn| turn.question.to_lowercase());
        assert!(all.into_iter().all(|question| !question.contains("uncle")));
    }
}

#[test]
fn an_interview_that_somebody_else_led_so_far_is_gone_on_with() {
    // What a model reported stands: its completeness, its examples, its open items.
    let mut talk = Expert::new(9);
    for number in 0..3 {
        talk.turn(|_| react(ORGANS, number));
    }
    talk.examples = 9;
    let stage = talk.current;
    talk.stages[stage].completeness = 70;
    talk.stages[stage].follow_up = vec!["Which tools are carried along".into()];
    let question = talk.turn(|_| Reaction::Answered(ORGANS[3].into())).unwrap();
    let reply = talk.replies.last().unwrap();
    assert!(reply["metadata"]["completeness"].as_u64() >= Some(70));
    assert_eq!(reply["internal_tracking"]["examples_collected"], 9);
    let open = &reply["internal_tracking"]["follow_up_needed"];
    assert_eq!(open[0], "Which tools are carried along", "{question}");
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_answers(
            answers in proptest::collection::vec(prop_oneof![
                Just(String::new()),
                Just("decline".to_string()),
                "\\PC{0,160}",
                any::<String>(),
                "([a-z]{1,9} ){0,60}",
                (0..ORGANS.len()).prop_map(|at| ORGANS[at].to_string()),
            ], 1..12),
            seed in any::<u64>(),
        ) {
            let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
            let talk = lead(Expert::new(seed), &answers, "any");
            prop_assert!(talk.is_over());
        }
    }
}
