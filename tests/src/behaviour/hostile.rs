//! Hostile text and far too much of it, in every field that somebody fills: kept as it is, or refused with its place; never grown.

use super::gaps_results::FORMATS;
use crate::behaviours;
use crate::onboarding::{calls, file, led, question, small_guide};
use crate::world::{
    Act, World, guide, guide_with, opening, reply, scripted, substantive, with_model,
};
use colloquy_archive::{Format, export, session_file};
use colloquy_core::{Command, Event, Options, Phase};
use colloquy_schema::{FindingsEdit, FindingsList, Guide};
use serde_json::{Value, json};

/// Ten megabytes and more.
const HUGE: usize = 10_500_000;
/// What a session may weigh in the store after it was fed ten megabytes where they do not belong.
const STORED: usize = 4_000_000;

/// Texts that try to be something else.
const TEXTS: [&str; 14] = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "</style></title><base href=//evil.example><svg/onload=alert(1)>",
    "\u{202e}\u{202d}\u{2066}\u{2067}\u{2068}gnp.exe \u{200f}\u{061c}",
    "a\u{200b}b\u{200c}c\u{200d}d\u{2060}e\u{feff}f\u{ad}g",
    "nul \u{0} bell \u{7} escape \u{1b}[31m delete \u{7f} next \u{85} csi \u{9b}",
    "one\rtwo\r\nthree\u{2028}four\u{2029}five\u{b}six\u{c}seven",
    "=cmd|' /C calc'!A0\n+1\n-1\n@SUM(A1)\n＝1",
    "---\nkey: value\n...\n```\n# heading\n[x]: javascript:alert(1)\n![x](//evil.example)",
    "{\"question\": \"?\"} {x} {question} {n} %s %n ${x} `id` $(id) ; DROP TABLE answers; --",
    "\\u0000 \\ \\\" ' \" ` \u{fffd}\u{ffff}\u{fffe}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301} \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{10ffff}",
    "javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd //evil.example",
    "__proto__ constructor prototype toString hasOwnProperty",
    "../../../etc/passwd\u{2215}..\\..\\con.txt",
];

fn huge() -> String {
    "0123456789 ".repeat(HUGE / 11)
}

/// What is in the store, as text.
fn weight(world: &World) -> usize {
    let records = world.stored.iter();
    records
        .map(|record| {
            serde_json::to_string(record)
                .expect("a record is JSON")
                .len()
        })
        .sum()
}

fn exports(world: &World) -> Vec<String> {
    let formats = FORMATS.iter().filter_map(|name| Format::parse(name));
    formats
        .map(|format| export(world.interview.session(), format))
        .collect()
}

/// Options with a value at a place of theirs.
fn options(path: &[&str], value: Value) -> Value {
    let mut options = json!({
        "guide": guide(), "subject": "s", "locale": "en", "template": "reflective", "metadata": {},
        "material": { "title": "t", "creator": "c", "source_url": "https://example.org", "texts": [{ "name": "summary.md", "text": "t" }] },
        "guidelines": { "tone": "t", "focus": ["f"], "avoid": ["a"] },
        "model": { "proxy": "/", "dialect": "anthropic", "name": "m" }, "limits": { "questions": 2 },
    });
    let mut place = &mut options;
    for key in path {
        place = match key.parse::<usize>() {
            Ok(index) => &mut place[index],
            Err(_) => &mut place[*key],
        };
    }
    *place = value;
    options
}

/// Every text that a host hands in.
const PLACES: [&[&str]; 14] = [
    &["subject"],
    &["locale"],
    &["template"],
    &["metadata", "key"],
    &["material", "title"],
    &["material", "creator"],
    &["material", "source_url"],
    &["material", "texts", "0", "name"],
    &["material", "texts", "0", "text"],
    &["guidelines", "tone"],
    &["guidelines", "focus", "0"],
    &["guidelines", "avoid", "0"],
    &["model", "name"],
    &["model", "dialect"],
];

/// Takes an interview with these options to its end; nothing where they are refused.
fn run(options: &Value) -> Option<World> {
    let options = Options::read(options).ok()?;
    let mut setup = options.setup;
    setup.interviewer = scripted().interviewer;
    let mut world = World::before_consent(options.guide, setup, vec![]).ok()?;
    world.event(Event::Consent);
    world.run(substantive);
    Some(world)
}

/// True for what turns the text beside it or cannot be seen, and for controls but line breaks.
fn disturbs(text: &str) -> bool {
    text.chars().any(|c| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}')
    })
}

behaviours! {
    fn hostile_text_in_every_option_is_kept_as_data_or_refused_with_its_place() {
        let mut begun = 0;
        for path in PLACES {
            for text in TEXTS {
                let options = options(path, text.into());
                let Some(world) = run(&options) else {
                    if let Err(refused) = Options::read(&options) {
                        let last = path.iter().rev().find(|key| key.parse::<usize>().is_err()).expect("a key");
                        assert!(refused.details().iter().any(|issue| issue.path.contains(last)), "{path:?} {text:?}: {:?}", refused.details());
                    }
                    continue;
                };
                begun += 1;
                for exchange in world.interview.exchanges(0, usize::MAX) {
                    assert!(!disturbs(&exchange.question.text), "{path:?} {text:?}: {:?}", exchange.question.text);
                }
                let html = &exports(&world)[3];
                assert!(!html.contains("<script>alert") && !html.contains("<img") && !html.contains("<svg") && !html.contains("href=\"javascript"), "{path:?}");
            }
        }
        assert!(begun > 100, "{begun}");
    }

    fn hostile_answers_are_kept_as_they_are_and_replayed() {
        for text in TEXTS {
            let mut world = World::new(guide(), scripted(), vec![]);
            world.answer(text);
            world.event(Event::Amend { question: 1, text: [text, " amended"].concat() });
            world.answer(text);
            let kept = world.interview.exchanges(0, usize::MAX);
            assert_eq!(kept[0].answer, [text, " amended"].concat().trim());
            assert_eq!(kept[1].answer, text.trim());
            assert!(!disturbs(&world.view().question.expect("a question").text), "{text:?}");
            world.run(substantive);
            let before = exports(&world);
            let file = session_file::write(world.interview.records(), Some(text));
            let read = session_file::read(&file).expect("what was written is read");
            assert_eq!(read.draft.as_deref(), Some(text));
            world.stored = read.records;
            world.reload();
            assert_eq!(exports(&world), before);
        }
    }

    fn hostile_findings_are_kept_as_they_are_or_refused() {
        for text in TEXTS.iter().map(|text| (*text).to_string()).chain([huge()]) {
            let mut world = World::new(guide(), scripted(), vec![]);
            world.event(substantive(&world.view()));
            world.command(Command::Finish);
            assert_eq!(world.view().phase, Phase::Review);
            let added = world.try_event(Event::EditFindings(FindingsEdit::Add { list: FindingsList::Insights, text: text.clone() }));
            assert_eq!(added.is_err(), text.len() > 2_000 || text.trim().is_empty(), "{}", text.len());
            world.command(Command::Finish);
            assert!(!export(world.interview.session(), Format::Html).contains("<script>"));
        }
    }

    fn ten_megabytes_in_any_option_are_refused_with_their_place() {
        for path in PLACES {
            let refused = Options::read(&options(path, huge().into())).expect_err("too long");
            let issues = refused.details();
            let last = path.iter().find(|key| key.parse::<usize>().is_err()).expect("a key");
            assert!(issues.iter().any(|issue| issue.path.contains(last)), "{path:?}: {issues:?}");
            let said: usize = issues.iter().map(|issue| issue.message.len() + issue.path.len() + issue.value.as_ref().map_or(0, |value| value.to_string().len())).sum();
            assert!(said < 20_000, "{path:?}: the fault itself has {said} bytes");
        }
    }

    fn ten_megabytes_of_an_answer_stay_with_the_respondent() {
        let mut world = World::new(guide(), scripted(), vec![]);
        let before = weight(&world);
        world.answer(&huge());
        assert_eq!(world.view().notice.expect("a notice").code, "answer_too_long");
        assert_eq!((world.view().phase, weight(&world)), (Phase::Answering, before));
        world.event(substantive(&world.view()));
        let before = weight(&world);
        world.event(Event::Amend { question: 1, text: huge() });
        assert_eq!(world.view().notice.expect("a notice").code, "answer_too_long");
        assert_eq!(weight(&world), before);
        // So does a command with ten megabytes behind it.
        world.answer(&["/", &"x".repeat(HUGE)].concat());
        assert!(world.view().notice.is_some_and(|notice| notice.value.len() < 200));
    }

    fn ten_megabytes_of_a_reply_are_no_question_and_are_not_kept() {
        let huge = huge();
        let long = json!({ "follow_up": false, "question": huge }).to_string();
        let deep = "[".repeat(HUGE);
        let many = format!("{{{}}}", vec!["\"a\": 1"; 500_000].join(","));
        for text in [huge.clone(), long, deep, many, "\u{0}".repeat(HUGE)] {
            let acts = vec![Act::Reply(text), reply(false, "What stayed with you?")];
            let mut world = World::new(guide(), with_model(), acts);
            world.settle();
            let view = world.view();
            assert_eq!(view.phase, Phase::Answering);
            assert!(view.question.is_some_and(|question| question.text.chars().count() <= 2_000));
            assert!(weight(&world) < STORED, "{}", weight(&world));
            for message in world.calls.iter().flat_map(|call| &call.messages) {
                assert!(message.text.len() < 200_000, "{}", message.text.len());
            }
        }
    }

    fn ten_megabytes_of_a_tools_arguments_and_results_are_refused() {
        let act = |call: &colloquy_schema::Call| match call.number {
            1 => calls(call, &[
                ("persist_data", json!({ "dataType": "applicant_profile", "data": { "basics": { "name": huge() } } })),
                ("submit_for_validation", json!({ "dataType": "applicant_profile", "summary": huge(), "data": { "basics": { "name": "Ada" } } })),
                ("get_user_option", json!({ "prompt": huge(), "options": [{ "id": "a", "label": huge() }, { "id": "b", "label": "b" }] })),
                (&huge(), json!({})),
            ]),
            _ => question(call),
        };
        let mut world = World::new(small_guide(), led(), vec![Act::Agent(act)]);
        assert!(world.view().form.is_none(), "none of the calls was taken");
        world.answer("I ran a mill for nine years.");
        assert!(weight(&world) < STORED, "{}", weight(&world));
        for message in world.calls.iter().flat_map(|call| &call.messages) {
            let calls = message.tool_calls.iter().map(|call| call.arguments.to_string().len());
            assert!(message.text.len() + calls.sum::<usize>() < 200_000);
        }
    }

    fn ten_megabytes_in_a_form_are_refused_and_it_still_waits() {
        let mut world = World::new(small_guide(), led(), vec![Act::Agent(|call| match call.number {
            1 => calls(call, &[("submit_for_validation", json!({ "dataType": "applicant_profile", "data": { "basics": { "name": "Ada" } } }))]),
            _ => question(call),
        })]);
        let token = world.view().form.expect("a form").token;
        let sound = json!({ "basics": { "name": "Ada" } });
        for value in [
            json!({ "data": { "basics": { "name": huge() } } }),
            json!({ "data": sound, "userNotes": huge() }),
            json!({ "status": "rejected", "userNotes": huge() }),
            json!(huge()),
        ] {
            let refused = world.try_event(Event::SettleForm { token: token.clone(), value });
            assert!(refused.is_err(), "ten megabytes are no value of a form");
            assert_eq!(world.view().form.expect("it waits").token, token);
        }
        assert!(weight(&world) < 200_000, "{}", weight(&world));
    }

    fn hostile_names_of_files_are_kept_on_one_line_or_refused() {
        for name in TEXTS.iter().map(|text| (*text).to_string()).chain([huge()]) {
            let mut world = World::new(small_guide(), led(), vec![Act::Agent(|call| match call.number {
                1 => calls(call, &[("get_user_upload", json!({}))]),
                _ => question(call),
            })]);
            let token = world.view().form.expect("a form").token;
            let mut given = file(1);
            given["name"] = json!(name);
            if world.try_event(Event::SettleForm { token, value: json!({ "files": [given] }) }).is_err() {
                continue;
            }
            assert!(name.len() < 1_000, "ten megabytes are no name");
            for export in &exports(&world)[..5] {
                assert!(!export.contains('\u{202e}') && !export.contains('\u{0}'), "{name:?}");
            }
            assert!(!export(world.interview.session(), Format::Html).contains("<script>"), "{name:?}");
        }
    }

    fn a_hostile_guide_is_refused_or_led_to_its_end() {
        for text in TEXTS {
            let guide = guide_with(|guide| {
                let words = &mut guide["locales"]["en"];
                for key in ["title", "description", "welcome", "closing"] {
                    words[key] = text.into();
                }
                words["transcript"] = json!({ "response": text, "q": text, "a": text, "conversation": text });
            });
            if Guide::read(&guide).is_err() {
                continue;
            }
            let mut world = World::new(guide, scripted(), vec![]);
            world.run(substantive);
            let html = export(world.interview.session(), Format::Html);
            assert!(!html.contains("<script>") && !html.contains("<img") && !html.contains("<svg") && !html.contains("<base"));
        }
        let refused = Guide::read(&guide_with(|guide| guide["locales"]["en"]["welcome"] = huge().into())).expect_err("too long");
        let said: usize = refused.iter().map(|issue| issue.message.len() + issue.value.as_ref().map_or(0, |value| value.to_string().len())).sum();
        assert!(said < 20_000);
    }

    fn a_session_file_with_anything_in_it_is_refused_or_read_whole() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.run(substantive);
        let file = session_file::write(world.interview.records(), None);
        let sound: Value = serde_json::from_str(&file).expect("JSON");
        let records = sound["records"].as_array().expect("records").len();
        // Every third record, so that every kind is among them.
        for place in (0..records).step_by(3) {
            for value in [json!(null), json!([]), json!("x"), json!({}), json!(-1), json!(1e300), json!({ "__proto__": {} })] {
                let mut changed = sound.clone();
                for key in ["seq", "at", "fact", "v"] {
                    changed["records"][place][key] = value.clone();
                    if let Ok(read) = session_file::read(&changed.to_string()) {
                        let opening = opening();
                        // Read whole, it opens or is refused in words; neither loses itself.
                        if let Ok(interview) = colloquy_core::kinds::restore(read.records, opening, world.now) {
                            assert_eq!(interview.records().len(), records);
                        }
                    }
                    changed["records"][place][key] = sound["records"][place][key].clone();
                }
            }
        }
        let mut long = sound.clone();
        long["draft"] = huge().into();
        let issues = session_file::read(&long.to_string()).expect_err("too long");
        assert!(issues.iter().any(|issue| issue.path == "draft"));
    }
}
