//! What an interview over topics hands back of what was said: values of typed questions, and quotations that tell something.

use colloquy_archive::{Format, export_of, redact};
use colloquy_core::{Begin, Command, Event, Interview, kinds};
use colloquy_schema::{CloseReason, Fact, Interviewer, Setup};
use colloquy_study::simulate::{builtin, serve};
use serde_json::{Value, json};

/// A study of some topics.
fn study(topics: Value) -> Value {
    json!({
        "id": "talk", "language": "en", "title": "Leaving", "goal": "Find out why people leave.",
        "never_ask": ["health or illness"], "topics": topics,
    })
}

/// Leads an interview with the built-in interviewer: every question gets the next of the answers.
fn talk(topics: Value, answers: &[&str]) -> Interview {
    talk_of(&study(topics), answers)
}

/// The same over a whole study.
fn talk_of(study: &Value, answers: &[&str]) -> Interview {
    let guide = colloquy_study::compiled(study).expect("a sound study");
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide,
        setup: Setup {
            interviewer: Interviewer::Scripted,
            ..Setup::default()
        },
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).expect("it begins");
    interview.handle(0, Event::Consent).expect("a consent");
    let mut lead = builtin("en");
    let mut answers = answers.iter();
    loop {
        serve(&mut interview, 0, &mut lead).expect("it is taken in");
        if interview.session().closed.is_some() {
            return interview;
        }
        let Some(answer) = answers.next() else {
            return interview;
        };
        let text = (*answer).to_string();
        let answered = interview.handle(0, Event::Answer { text });
        answered.expect("a question is open");
    }
}

/// The questions as they were put.
fn put(interview: &Interview) -> Vec<String> {
    let exchanges = interview.session().exchanges.iter();
    exchanges
        .map(|exchange| exchange.question.text.clone())
        .collect()
}

/// The outcome once the interview is finished, by the records alone.
fn finished(interview: &mut Interview) -> Value {
    assert!(interview.session().closed.is_some(), "{:?}", put(interview));
    interview.find_by(colloquy_scripted::find_by_rules);
    let finish = Event::Command(Command::Finish);
    interview.handle(0, finish).expect("it can be finished");
    outcome(interview.records())
}

fn outcome(records: &[colloquy_schema::Record]) -> Value {
    let session = kinds::session(records, None).expect("a session");
    session.summary().outcome.expect("an outcome")
}

/// The quotations of the topic at a place.
fn quotes(outcome: &Value, place: usize) -> Vec<&str> {
    let quotes = outcome["topics"][place]["quotes"].as_array();
    let texts = quotes.into_iter().flatten();
    texts.filter_map(|quote| quote["text"].as_str()).collect()
}

#[test]
fn what_was_told_in_pain_is_in_no_result() {
    let topics = json!([
        { "id": "good", "ask": "Tell me about a good day at work here.", "probes": ["How did the rest of it go?"] },
        { "id": "next", "ask": "What do those who stay need most?", "probes": "none" },
    ]);
    let crisis = "it went live. some mornings i sit in the car park and think it would be easier for everyone if i just wasnt here anymore";
    let mut interview = talk(
        topics,
        &[
            "the day my old team shipped the returns thing, we ate pizza",
            crisis,
            "no go on",
            "somebody who asks how they are",
            "!",
        ],
    );
    // With rules at hand it is left out before the end as well.
    interview.find_by(colloquy_scripted::find_by_rules);
    let live = interview.session().summary().outcome.expect("an outcome");
    let kept = finished(&mut interview);
    for outcome in [&live, &kept] {
        assert!(
            !outcome["topics"].to_string().contains("car park"),
            "{outcome:#}"
        );
        assert_eq!(
            quotes(outcome, 0),
            ["the day my old team shipped the returns thing, we ate pizza"],
            "{outcome:#}"
        );
    }
    // The record names places and no words, so that an answer can be removed.
    let quotable = interview
        .records()
        .iter()
        .find_map(|record| match &record.fact {
            Fact::Kind(_) => {
                let text = serde_json::to_string(&record.fact).expect("JSON");
                text.contains("quotable").then_some(text)
            }
            _ => None,
        });
    assert!(quotable.is_some_and(|text| !text.contains("pizza")));
    let mut records = interview.records().to_vec();
    for changed in redact(&records.clone(), 1) {
        let place = changed.seq as usize;
        records[place] = changed;
    }
    assert!(quotes(&outcome(&records), 0).is_empty());
}

#[test]
fn an_empty_remark_is_no_quotation_and_covers_no_topic() {
    let topic = |id: &str, ask: &str| json!({ "id": id, "ask": ask, "probes": "none" });
    let topics = json!([
        topic("moment", "Which day or moment shows that best?"),
        topic("noise", "What was it like to work with the others?"),
        topic("ill", "What else was going on at that time?"),
        topic("told", "Which session helped you most?"),
    ]);
    let answers = [
        "I'd rather not say.",
        "qwertz fgh",
        "asdf jkl",
        "the illness insurance form came that week",
        "the coffee and sleep one, because it was our own data",
    ];
    let mut interview = talk(topics, &answers);
    let outcome = finished(&mut interview);
    for place in 0..3 {
        assert!(quotes(&outcome, place).is_empty(), "{place} {outcome:#}");
        assert_eq!(outcome["topics"][place]["covered"], false, "{place}");
    }
    assert_eq!(quotes(&outcome, 3).len(), 1, "{outcome:#}");
    assert_eq!(outcome["topics"][3]["covered"], true);
    assert_eq!(outcome["report"]["covered"], 1);
}

#[test]
fn records_from_before_quote_every_answer() {
    let topics = json!([{ "id": "noise", "ask": "How was it?", "probes": "none" }]);
    let mut interview = talk(topics, &["qwertz fgh", "asdf jkl"]);
    finished(&mut interview);
    let is_quotable =
        |fact: &Fact| serde_json::to_string(fact).is_ok_and(|text| text.contains("quotable"));
    let before: Vec<_> = interview.records().to_vec();
    let mut before: Vec<_> = before
        .into_iter()
        .filter(|record| !is_quotable(&record.fact))
        .collect();
    for (seq, record) in before.iter_mut().enumerate() {
        record.seq = seq as u32;
    }
    assert_eq!(quotes(&outcome(&before), 0), ["qwertz fgh"]);
}

#[test]
fn a_typed_question_is_read_in_words_and_put_once_more_where_nothing_can_be_read() {
    let topics = json!([
        { "id": "worked", "ask": "Did you work at the mill yourself?", "type": "yes_no", "must": true },
        { "id": "first_day", "ask": "What was your first day like?", "when": { "value": "worked", "is": true }, "probes": "none" },
        { "id": "outside", "ask": "What did you see of it from outside?", "when": { "value": "worked", "is": false }, "probes": "none" },
        { "id": "weighed", "ask": "Which of these weighed most?", "type": "single", "options": ["The pay", "Growth and learning"] },
        { "id": "hours", "ask": "How many hours a week was it?", "type": "number", "probes": "none" },
    ]);
    let answers = [
        "yes i did, 15 to 31",
        "the looms were so loud that I ran out to the yard",
        "all of it, in a way",
        "growth i guess",
        "more than you would think",
        "it was all day long, every day",
    ];
    let mut interview = talk(topics, &answers);
    assert_eq!(
        put(&interview),
        [
            "Did you work at the mill yourself?",
            "What was your first day like?",
            "Which of these weighed most?",
            "Which of these weighed most? (The pay / Growth and learning)",
            "How many hours a week was it?",
            "How many hours a week was it?",
        ]
    );
    let outcome = finished(&mut interview);
    let values = &outcome["values"];
    assert_eq!(values["worked"], true, "{outcome:#}");
    assert_eq!(values["weighed"], "growth_and_learning", "{outcome:#}");
    assert_eq!(values["hours"], Value::Null);
    // It was said in words, which may be quoted.
    assert!(!quotes(&outcome, 4).is_empty(), "{outcome:#}");
}

#[test]
fn an_interview_that_goes_on_has_no_end_and_lists_what_was_not_asked_yet() {
    let topics = json!([
        { "id": "good", "title": "a good day", "ask": "Tell me about a good day at work here." },
        { "id": "bad", "title": "a bad day", "ask": "And a bad one?" },
    ]);
    let interview = talk(topics, &[]);
    let outcome = outcome(interview.records());
    assert_eq!(outcome.get("end"), None, "{outcome}");
    let text = export_of(interview.records(), Format::Structured).expect("it is written");
    for line in [
        "- a good day: being asked\n",
        "- a bad day: not asked yet\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

/// Topics enough to go on with, none of which has probes.
fn many() -> Value {
    let topic = |n: u32| json!({ "id": format!("t{n}"), "ask": format!("What was day {n} of it like?"), "probes": "none" });
    (1..9).map(topic).collect()
}

#[test]
fn a_crisis_is_answered_however_much_was_said_before() {
    let answers = [
        "Give me a second, I have to sit down.",
        "Go on.",
        "I cried all night after that.",
        "Go on.",
        "I need a moment, please.",
        "Go on.",
        "My mother died that week.",
        "Go on.",
        "I want to kill myself.",
    ];
    let interview = talk(many(), &answers);
    let put = put(&interview);
    let last = put.last().expect("a question");
    assert!(
        last.contains("crisis line") || last.contains("carry it alone"),
        "{put:#?}"
    );
}

#[test]
fn who_wants_to_end_twice_or_has_nothing_to_add_is_asked_nothing_more() {
    for answers in [
        &[
            "It was fine. Can we stop here please?",
            "Nothing. Please can we finish now.",
        ][..],
        &["I want to stop here.", "No."],
    ] {
        let interview = talk(many(), answers);
        let session = interview.session();
        assert_eq!(
            session.closed,
            Some(CloseReason::AskedFor),
            "{:#?}",
            put(&interview)
        );
        assert_eq!(put(&interview).len(), 2, "{:#?}", put(&interview));
    }
    let goes_on = talk(many(), &["I want to stop here.", "Oh, all right, go on."]);
    assert_eq!(goes_on.session().closed, None);
}

#[test]
fn a_standardised_interview_answers_what_cannot_wait_and_puts_the_same_beside() {
    let study = |topics: Value| {
        let mut study = study(topics);
        study["mode"] = "standardised".into();
        study
    };
    let plain = talk_of(&study(many()), &["It rained.", "Dry at last.", "Windy."]);
    let crisis = talk_of(
        &study(many()),
        &["It rained.", "I want to kill myself.", "Go on.", "Windy."],
    );
    let said = put(&crisis);
    assert!(
        said[2].contains("Would you like to") || said[2].contains('?'),
        "{said:#?}"
    );
    assert!(!put(&plain).contains(&said[2]), "{said:#?}");
    let asked: Vec<String> = said
        .iter()
        .filter(|text| put(&plain).contains(text))
        .cloned()
        .collect();
    assert_eq!(asked, put(&plain));
}

#[test]
fn a_refusal_is_acknowledged_before_the_next_question_and_the_owners_words_stay() {
    let topics = json!([
        { "id": "start", "ask": "How did it begin?", "probes": 1 },
        { "id": "hours", "ask": "What were the hours like?", "probes": 1 },
        { "id": "again", "ask": "Would you come back?", "type": "yes_no" },
    ]);
    let answers = [
        "I'd rather not talk about that.",
        "What do you mean by that?",
        "That's between me and him.",
    ];
    let said = put(&talk(topics.clone(), &answers));
    let leads = |text: &String, question: &str| {
        let lead = text.strip_suffix(question).map(str::trim);
        lead.is_some_and(|lead| lead.ends_with('.') && !lead.contains('?'))
    };
    assert!(leads(&said[1], "What were the hours like?"), "{said:#?}");
    // Asked what it means, the question alone is put again: the refusal was acknowledged before.
    assert!(said[2].ends_with("What were the hours like?"), "{said:#?}");
    let lead = said[1].trim_end_matches("What were the hours like?").trim();
    assert!(!said[2].contains(lead), "{said:#?}");
    assert!(leads(&said[3], "Would you come back?"), "{said:#?}");

    let mut same = study(topics);
    same["mode"] = "standardised".into();
    let said = put(&talk_of(&same, &answers[..1]));
    assert_eq!(said[1], "What were the hours like?");
}

#[test]
fn what_a_model_puts_before_the_owners_words_is_dropped() {
    let study = study(json!([
        { "id": "start", "ask": "How did it begin?", "probes": 1 },
        { "id": "hours", "ask": "What were the hours like?", "probes": 1 },
    ]));
    let guide = colloquy_study::compiled(&study).expect("a sound study");
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide,
        setup: Setup {
            interviewer: Interviewer::Model {
                dialect: "openai-chat".into(),
                name: "any".into(),
                reply_mode: Default::default(),
                max_tokens: None,
                effort: None,
            },
            ..Setup::default()
        },
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).expect("it begins");
    interview.handle(0, Event::Consent).expect("a consent");
    let mut lead = |_: &colloquy_schema::Call| colloquy_schema::RawReply {
        text: json!({ "covered": [], "enough": true, "lead": "You poor thing." }).to_string(),
        ..Default::default()
    };
    serve(&mut interview, 0, &mut lead).expect("it is taken in");
    let text = "It rained.".into();
    let answered = interview.handle(0, Event::Answer { text });
    answered.expect("a question is open");
    serve(&mut interview, 0, &mut lead).expect("it is taken in");
    assert_eq!(put(&interview)[1], "What were the hours like?");
}
