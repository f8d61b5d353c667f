//! What holds of every study, every respondent and every interviewer.

mod support;

use colloquy_core::kinds;
use colloquy_schema::{Fact, Interviewer, Probes, TopicMode, TopicPlan, TopicRole, TopicsFact};
use colloquy_study::personas::{PERSONAS, Rng};
use colloquy_study::simulate::{Lead, Run, fixed_probes, led, repeated, resumed};
use colloquy_study::{compile, longest, read};
use serde_json::Value;
use support::{INTERVIEWERS, interviewer, study};

/// Interviews of the walk.
const CASES: u64 = 400;

fn plan_of(guide: &Value) -> TopicPlan {
    TopicPlan::read(&guide["strategy"]["plan"]).expect("a plan")
}

#[test]
fn every_interview_keeps_the_promises() {
    let mut seen = [0; 4];
    let mut changed = 0;
    for case in 0..CASES {
        let document = study(case);
        let study = read(&document).unwrap_or_else(|faults| panic!("{document}: {faults:?}"));
        let guide = compile(&study);
        let plan = plan_of(&guide);
        let kind = case % INTERVIEWERS;
        let mut values = serde_json::Map::new();
        if !case.is_multiple_of(3) {
            values.insert("segment".into(), case.is_multiple_of(2).into());
        }
        let lead = Lead {
            values: Some(&values),
            persona: *Rng::new(case).pick(&PERSONAS),
            seed: case,
            amends: case % 5 == 1,
            by_model: kind > 0 && case.is_multiple_of(4),
            ..Lead::new(&guide, &plan)
        };
        // A call that is cut off is paid for as well, so that a limit on that is reached earlier.
        let stop = &document["stop"];
        let counts = lead.by_model && (stop["tokens"].is_u64() || stop["cost_usd"].is_f64());
        let run = led(&lead, &mut *interviewer(kind, case));
        let label = format!(
            "case {case}: {:?}, interviewer {kind}, {document}",
            lead.persona
        );
        kept(&run, &guide, &plan, &label);
        assert!(
            run.turns.len() as u32 <= longest(&study, None).questions,
            "{label}: it is longer than the bound"
        );
        let ends = ["complete", "screened_out", "stopped"];
        changed += run
            .turns
            .iter()
            .filter(|turn| turn.changed.is_some())
            .count();
        seen[ends
            .iter()
            .position(|end| run.outcome["end"]["kind"] == *end)
            .expect("an end")] += 1;
        let segment = &run.outcome["values"]["segment"];
        assert_eq!(values.get("segment").unwrap_or(&Value::Null), segment);
        if case.is_multiple_of(3) {
            let again = led(
                &Lead {
                    reloads: true,
                    ..lead
                },
                &mut *interviewer(kind, case),
            );
            if !counts {
                assert_eq!(questions(&again), questions(&run), "{label}: reloaded");
                assert_eq!(again.outcome, run.outcome, "{label}: reloaded");
            }
            seen[3] += 1;
            kept(&again, &guide, &plan, &label);
        }
        if case % 8 == 4 {
            closed_after_every_append(&lead, &run, kind, counts, &label);
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    assert!(changed > 20, "{changed} values were changed");
}

fn questions(run: &Run) -> Vec<&str> {
    let questions = run.turns.iter().map(|turn| turn.question.as_str());
    questions.collect()
}

/// A page is closed after every append, opened again from what is stored, and led on: the same questions follow, and the same comes
/// of them. Every number of records makes a session that knows as many questions as they have.
fn closed_after_every_append(lead: &Lead<'_>, run: &Run, kind: u64, counts: bool, label: &str) {
    for count in 1..=run.records.len() {
        let records = &run.records[..count];
        let session = kinds::session(records, None).expect("the records open");
        let asked = |record: &&colloquy_schema::Record| matches!(record.fact, Fact::Asked(_));
        let asked = records.iter().filter(asked).count();
        assert!(session.exchanges.len() >= asked, "{label}: {count} records");
        if count == run.records.len() {
            let outcome = session.summary().outcome;
            assert_eq!(outcome.as_ref(), Some(&run.outcome), "{label}");
        }
    }
    // What the respondent did then may be no answer to what is asked now.
    if counts {
        return;
    }
    for count in &run.stored {
        let records = &run.records[..*count];
        let again = resumed(
            lead,
            records,
            &run.turns,
            &mut *interviewer(kind, lead.seed),
        );
        assert!(
            again.ended,
            "{label}: it stands still after {count} records"
        );
        let skipped = run.turns.len() - again.turns.len();
        assert_eq!(
            questions(&again),
            questions(run)[skipped..],
            "{label}: after {count} records"
        );
        assert_eq!(again.outcome, run.outcome, "{label}: after {count} records");
    }
}

/// What depends on a value follows the last one: what was asked stays, what can be reached now is asked, and what is kept and shown is
/// the last value.
#[test]
fn a_value_is_changed_after_it_was_given() {
    let study = read(&serde_json::json!({
        "id": "change", "language": "en", "title": "Change", "goal": "Find out about pots.", "mode": "standardised",
        "topics": [
            { "id": "pot", "ask": "Is there a pot?", "type": "yes_no" },
            { "id": "lid", "ask": "What colour is its lid?", "type": "short", "when": { "value": "pot", "is": true }, "must": true },
            { "id": "cups", "ask": "How many cups are there?", "type": "number", "min": 1, "max": 20 },
            { "id": "cup", "ask": "What are the cups like?", "probes": "none", "when": { "value": "pot", "is": false } },
        ],
    }))
    .expect("a sound study");
    let begin = colloquy_core::Begin {
        session: "00000000-0000-4000-8000-000000000001".into(),
        guide: compile(&study),
        setup: colloquy_schema::Setup::default(),
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).expect("it begins");
    let hand = |interview: &mut colloquy_core::Interview, event| {
        let handled = interview.handle(0, event);
        while let Some(effect) = interview.poll_effect() {
            if let colloquy_core::Effect::Append { id, .. } = effect {
                interview
                    .handle(0, colloquy_core::Event::Saved { id })
                    .expect("saved");
            }
        }
        handled
    };
    let fill = |interview: &mut colloquy_core::Interview, value: Value| {
        let token = interview.view().form.expect("a form").token;
        let value = serde_json::json!({ "data": { "value": value } });
        hand(interview, colloquy_core::Event::SettleForm { token, value }).expect("it fits");
    };
    let change = |interview: &mut colloquy_core::Interview, question: u32, value: Value| {
        let edit = serde_json::json!({ "question": question, "value": value });
        hand(interview, colloquy_core::Event::Edit(edit))
    };
    let asked = |interview: &colloquy_core::Interview| {
        interview
            .session()
            .open_question()
            .map(|open| open.question.text.clone())
    };
    hand(&mut interview, colloquy_core::Event::Consent).expect("it begins");
    fill(&mut interview, false.into());
    assert_eq!(
        asked(&interview).as_deref(),
        Some("How many cups are there?")
    );
    let before = interview.view().progress.percent;
    let fault = change(&mut interview, 1, "maybe".into()).expect_err("it is no value");
    assert_eq!(fault.details()[0].rule, "type");
    change(&mut interview, 2, 7.into()).expect_err("it is open");
    change(&mut interview, 9, 7.into()).expect_err("there is none");
    change(&mut interview, 1, true.into()).expect("it fits");
    assert_eq!(
        asked(&interview).as_deref(),
        Some("How many cups are there?")
    );
    let text = "4".to_string();
    hand(&mut interview, colloquy_core::Event::Answer { text }).expect("it is open");
    // It did not apply before, and does now.
    assert_eq!(
        asked(&interview).as_deref(),
        Some("What colour is its lid?")
    );
    assert!(interview.view().progress.percent >= before);
    fill(&mut interview, "red".into());
    assert_eq!(
        asked(&interview),
        None,
        "the cups are not asked about any more"
    );
    let exchange = &interview.session().exchanges[0];
    assert!(exchange.amended && exchange.filled.is_none());
    assert_eq!(exchange.answer_text(), "Yes");
    // In the review a value is changed as well, and nothing more is asked.
    let text = "5".to_string();
    let amended = colloquy_core::Event::Amend { question: 2, text };
    hand(&mut interview, amended).expect("it was answered in words");
    change(&mut interview, 2, 6.into()).expect("it has a value");
    change(&mut interview, 1, false.into()).expect("it fits");
    assert_eq!(asked(&interview), None);
    let outcome = interview.session().summary().outcome.expect("an outcome");
    assert_eq!(outcome["end"]["kind"], "complete");
    assert_eq!(
        outcome["values"],
        serde_json::json!({ "pot": false, "lid": "red", "cups": 6 })
    );
    let again = kinds::session(interview.records(), None).expect("the records open");
    assert_eq!(again.summary().outcome, Some(outcome));
}

/// Whoever is asked, and whoever interviews: as long as they answer, the same is put to all in the same order.
#[test]
fn a_standardised_interview_is_the_same_for_every_persona() {
    let mut compared = 0;
    for case in 0..60 {
        let mut document = study(case);
        document["mode"] = "standardised".into();
        document["stop"] = serde_json::json!({});
        // What is put follows values, and is therefore compared where there are none.
        let worded = |topic: &Value| topic["type"].is_null();
        for topic in document["topics"].as_array_mut().expect("topics") {
            for key in [
                "when", "type", "options", "from", "to", "min", "max", "formats",
            ] {
                topic.as_object_mut().expect("an object").remove(key);
            }
            assert!(worded(topic));
        }
        document["screening"] = serde_json::json!([]);
        let study = read(&document).unwrap_or_else(|faults| panic!("{document}: {faults:?}"));
        let guide = compile(&study);
        let plan = plan_of(&guide);
        let mut first: Option<Vec<String>> = None;
        for persona in PERSONAS {
            let lead = Lead {
                persona,
                seed: case,
                ..Lead::new(&guide, &plan)
            };
            let run = led(&lead, &mut *interviewer(case % INTERVIEWERS, case));
            let refused = |turn: &colloquy_study::simulate::Turn| {
                use colloquy_study::personas::Reacts;
                matches!(turn.reacted, Reacts::Skips | Reacts::Declines)
            };
            // Nobody is probed on what they refuse, in words or by a button.
            if run.turns.iter().any(refused) {
                continue;
            }
            let put: Vec<String> = questions(&run).into_iter().map(String::from).collect();
            compared += u32::from(first.is_some());
            assert_eq!(
                first.get_or_insert_with(|| put.clone()),
                &put,
                "case {case}: {persona:?}"
            );
        }
    }
    assert!(compared > 150, "{compared}");
}

fn kept(run: &Run, guide: &Value, plan: &TopicPlan, label: &str) {
    let fixed = fixed_probes(guide, "en");
    assert!(run.ended, "{label}: it stands still");
    let repeats = repeated(run, &fixed);
    assert!(repeats.is_empty(), "{label}: asked twice: {repeats:?}");
    let end = &run.outcome["end"]["kind"];
    let card = &run.outcome["report"]["mustAsks"];
    if end != "screened_out" {
        assert_eq!(card["asked"], card["of"], "{label}: a must-ask is missing");
    }
    for (topic, shown) in plan
        .topics
        .iter()
        .zip(run.outcome["topics"].as_array().expect("topics"))
    {
        let put = |role: TopicRole| {
            run.turns
                .iter()
                .filter(move |turn| turn.topic == topic.id && turn.role == role)
        };
        assert!(
            put(TopicRole::Probe).count() as u32 <= topic.probes.most(),
            "{label}: {} is over its budget",
            topic.id
        );
        assert!(
            put(TopicRole::Ask).count() + put(TopicRole::Check).count() <= 1,
            "{label}: {} is put twice",
            topic.id
        );
        // Branches follow values alone, and what was asked before one was changed stays.
        let changed = run.turns.iter().any(|turn| turn.changed.is_some());
        if let Some(when) = &topic.when {
            let holds = when.holds(&|name| {
                Some(run.outcome["values"][name].clone()).filter(|value| !value.is_null())
            });
            let asked = !shown["questions"].as_array().expect("numbers").is_empty();
            assert!(
                !asked || holds || changed,
                "{label}: {} was asked",
                topic.id
            );
            // A value may be changed while the last question is open, and that the answer ends the interview.
            assert!(
                shown["state"] != "not_applicable" || !holds || end != "complete",
                "{label}: {} was not asked",
                topic.id
            );
        }
        for quote in shown["quotes"].as_array().expect("quotes") {
            let question = quote["question"].as_u64().expect("a number");
            let said = run.records.iter().any(|record| match &record.fact {
                Fact::Answered {
                    question: of, text, ..
                } => {
                    u64::from(*of) == question
                        && text.contains(quote["text"].as_str().expect("text"))
                }
                _ => false,
            });
            assert!(said, "{label}: nobody said {quote}");
        }
    }
    for record in &run.records {
        assert_eq!(TopicsFact::check(&record.fact), Ok(()), "{label}");
    }
    if plan.mode == TopicMode::Standardised {
        standardised(run, guide, plan, label);
    }
}

/// What is put stands in the guide, word by word and in its order, beside what is said to an answer that hurts; no model was called.
fn standardised(run: &Run, guide: &Value, plan: &TopicPlan, label: &str) {
    let called = run
        .records
        .iter()
        .any(|record| matches!(record.fact, Fact::CallStarted(_)));
    // The built-in interviewer is asked whether an answer hurts, and nothing else.
    let built_in = run.records.iter().any(|record| {
        matches!(&record.fact, Fact::Began(begun) if begun.setup.interviewer == Interviewer::Scripted)
    });
    assert!(built_in || !called, "{label}: a model was called");
    for topic in &plan.topics {
        assert!(!matches!(topic.probes, Probes::Adaptive(_)), "{label}");
        let words = &guide["locales"]["en"]["topics"]["topics"][&topic.id];
        let probes = words["probes"].as_array().into_iter().flatten();
        let all: Vec<&str> = std::iter::once(&words["ask"])
            .chain(probes)
            .filter_map(Value::as_str)
            .collect();
        let put: Vec<&str> = run
            .turns
            .iter()
            .filter(|turn| turn.topic == topic.id && turn.role != TopicRole::Say)
            .map(|turn| turn.question.as_str())
            .collect();
        assert!(all.starts_with(&put), "{label}: {put:?}");
    }
}

/// An answer that covers a later topic is noted with its own words, and the topic is asked as a check.
#[test]
fn what_was_told_ahead_is_asked_as_a_check() {
    let study = read(&serde_json::json!({
        "id": "ahead", "language": "en", "title": "Ahead", "goal": "Find out about gardens.",
        "topics": [
            { "id": "soil", "ask": "What is your soil like?", "probes": "none" },
            { "id": "slugs", "title": "slugs", "ask": "What do you do about slugs in spring?", "probes": "none" },
        ],
    }))
    .expect("a sound study");
    let guide = compile(&study);
    let begin = colloquy_core::Begin {
        session: "00000000-0000-4000-8000-000000000001".into(),
        guide,
        setup: colloquy_schema::Setup::default(),
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).expect("it begins");
    let mut interviewer = interviewer(0, 0);
    let mut questions = Vec::new();
    let answers = [
        "Heavy clay, and wet. In spring the slugs eat everything before May.",
        "Nothing more.",
    ];
    for answer in answers {
        while let Some(effect) = interview.poll_effect() {
            match effect {
                colloquy_core::Effect::Append { id, .. } => interview
                    .handle(0, colloquy_core::Event::Saved { id })
                    .expect("saved"),
                colloquy_core::Effect::AskModel { id, call, .. } => {
                    let reply = interviewer(&call);
                    interview
                        .handle(0, colloquy_core::Event::ModelDone { id, reply })
                        .expect("done");
                }
                _ => {}
            }
        }
        questions.push(interview.view().question.expect("a question").text);
        interview
            .handle(
                0,
                colloquy_core::Event::Answer {
                    text: answer.into(),
                },
            )
            .expect("answered");
    }
    assert_eq!(
        questions[1],
        "Earlier you said: “In spring the slugs eat everything before May.” What would you add to that about slugs?"
    );
    let outcome = interview.session().summary().outcome.expect("an outcome");
    let quotes = &outcome["topics"][1]["quotes"];
    assert_eq!(
        quotes[1]["text"],
        "In spring the slugs eat everything before May."
    );
    assert_eq!(quotes[1]["question"], 1);
}

/// A model asks about what is never asked about: a neutral probe stands in.
#[test]
fn no_probe_touches_what_is_never_asked_about() {
    let study = read(&serde_json::json!({
        "id": "never", "language": "en", "title": "Work", "goal": "Find out about work.", "never_ask": ["salaries or bonuses"],
        "topics": [{ "id": "job", "ask": "What is your work like?", "probes": 1 }],
    }))
    .expect("a sound study");
    let guide = compile(&study);
    let plan = plan_of(&guide);
    let asks = |question: &'static str| {
        let lead = Lead {
            persona: colloquy_study::personas::Persona::Talkative,
            seed: 1,
            ..Lead::new(&guide, &plan)
        };
        let reply = serde_json::json!({ "covered": [], "enough": false, "kind": "descriptive", "question": question });
        let run = led(&lead, &mut |_| colloquy_schema::RawReply {
            text: reply.to_string(),
            ..Default::default()
        });
        run.turns[1].question.clone()
    };
    assert_eq!(
        asks("What is a day of it like?"),
        "What is a day of it like?"
    );
    assert_eq!(
        asks("How high is your bonus this year?"),
        "Could you tell me more about that?"
    );
}
