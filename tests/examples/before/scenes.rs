//! The sessions: what is led, by whom, and where it stands when it is taken.

use crate::stage::{Stage, Start};
use crate::{Scene, models};
use colloquy_core::{Command, Event, Phase, RefuseReason};
use colloquy_schema::{
    Call, DigestEntry, Guidelines, HostTool, Interviewer, Limits, Material, NamedText, Prices,
    RawReply, ReplyMode, Setup,
};
use colloquy_tests::before::document as reads;
use colloquy_tests::behaviour::gaps_agent;
use colloquy_tests::onboarding::{led, small_guide, unled};
use colloquy_tests::world::{Act, notes, scripted, with_model};
use serde_json::{Value, json};

/// Text of a built-in guide.
pub(crate) fn document(kind: &str) -> &'static str {
    match kind {
        "reflective" => include_str!("../../../pkg/guides/reflective.json"),
        "staged" => include_str!("../../../pkg/guides/staged.json"),
        "advice" => include_str!("../../../pkg/guides/advice.json"),
        "gaps" => include_str!("../../../pkg/guides/gaps.json"),
        _ => include_str!("../../../pkg/guides/onboarding.json"),
    }
}

/// What a model does.
type Agent = fn(&Call) -> RawReply;

/// A start in each of the ways in which this kind is led.
fn starts(kind: &str) -> Vec<(&'static str, Start)> {
    let built_in: Value = serde_json::from_str(document(kind)).expect("JSON");
    let unlimited = || {
        let mut guide = built_in.clone();
        guide["limits"] = json!({});
        guide
    };
    let resume = |text: &str, setup: Setup| Setup {
        material: Material {
            texts: vec![NamedText {
                name: "resume.md".into(),
                text: text.into(),
            }],
            ..Material::default()
        },
        ..setup
    };
    let start = |guide: Value, setup: Setup, agent| Start {
        guide,
        setup,
        agent,
        files: 0,
    };
    let prose = "# Ada Example\n\nData engineer at Northwind Rail since 2019. Worked with Python and PostgreSQL; knows Docker and Kafka.\n";
    let model = "model";
    match kind {
        "reflective" => vec![
            ("built in", start(built_in.clone(), scripted(), None)),
            (
                model,
                start(unlimited(), with_model(), Some(models::reflective)),
            ),
        ],
        "staged" => {
            let mut short = unlimited();
            short["strategy"]["stages"]
                .as_array_mut()
                .expect("stages")
                .truncate(3);
            let ids: Vec<Value> = short["strategy"]["stages"]
                .as_array()
                .expect("stages")
                .iter()
                .map(|stage| stage["id"].clone())
                .collect();
            short["locales"]["en"]["stages"]
                .as_object_mut()
                .expect("wording")
                .retain(|id, _| ids.contains(&json!(id)));
            vec![
                ("built in", start(short.clone(), scripted(), None)),
                (model, start(short, with_model(), Some(models::staged))),
            ]
        }
        "advice" => {
            let alone = |setup: Setup| Setup {
                material: Material::default(),
                ..setup
            };
            let mut parts = alone(with_model());
            parts.interviewer = Interviewer::Model {
                dialect: "anthropic".into(),
                name: "m".into(),
                reply_mode: ReplyMode::Sequential,
                max_tokens: None,
                effort: None,
            };
            vec![
                ("built in", start(built_in.clone(), alone(scripted()), None)),
                (
                    model,
                    start(unlimited(), alone(with_model()), Some(models::advice)),
                ),
                (
                    "model in parts",
                    start(unlimited(), parts, Some(models::advice)),
                ),
            ]
        }
        "gaps" => {
            let mut short = unlimited();
            short["strategy"]["max_questions"] = json!(9);
            vec![
                (
                    "built in",
                    start(short.clone(), resume(prose, scripted()), None),
                ),
                (
                    model,
                    start(
                        short.clone(),
                        resume(gaps_agent::RESUME, with_model()),
                        Some(models::gaps),
                    ),
                ),
                (
                    "model without its tool",
                    start(
                        short,
                        resume(gaps_agent::RESUME, with_model()),
                        Some(models::gaps_silent),
                    ),
                ),
            ]
        }
        _ => vec![
            ("built in", start(built_in.clone(), unled(), None)),
            (model, start(small_guide(), led(), Some(models::onboarding))),
        ],
    }
}

/// Every session of a kind.
pub(crate) fn of(kind: &'static str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (leader, start) in starts(kind) {
        let begin = || {
            let files = scenes_begun();
            Stage::begin(
                kind,
                &Start {
                    files,
                    ..start.clone()
                },
            )
        };
        let mut stage = begin();
        stage.talk(2);
        let half = stage.taken("half-way", leader, Some("A draft\nof \"two\" lines"));
        let mut stage = begin();
        stage.talk(1);
        if stage.world.view().form.is_none() {
            stage.world.command(Command::Skip);
        }
        stage.world.settle();
        stage.world.command(Command::Pause);
        let paused = stage.taken("paused", leader, None);
        let mut stage = begin();
        stage.talk(3);
        let mut absent = stage.taken("absent for two hours", leader, None);
        absent.now += 7_200_000;
        let mut stage = begin();
        stage.over();
        stage.edited();
        let review = stage.taken("in review", leader, None);
        let mut stage = begin();
        stage.talk(2);
        stage.amended();
        stage.world.command(Command::Pause);
        stage.world.now += 600_000;
        stage.world.command(Command::Resume);
        stage.over();
        stage.edited();
        stage.amended();
        stage.world.command(Command::Finish);
        let finished = stage.taken("finished", leader, None);
        let mut redacted = Scene {
            name: format!("redacted, {leader}"),
            records: finished.records.clone(),
            files: finished.files.clone(),
            ..finished
        };
        for question in [1, 4] {
            for changed in colloquy_archive::redact(&redacted.records, question) {
                let place = changed.seq as usize;
                redacted.records[place] = changed;
            }
        }
        let left: String = redacted.records[1..]
            .iter()
            .map(|record| format!("{record:?}"))
            .collect();
        redacted.files.retain(|file| left.contains(&file.id));
        let mut stage = begin();
        stage.talk(1);
        stage.world.command(Command::Finish);
        stage.world.settle();
        let early = stage.taken("ended early, in review", leader, None);
        scenes.extend([half, paused, absent, review, finished, redacted, early]);
        if start.agent.is_some() {
            let mut stage = begin();
            stage.talk(1);
            stage.world.acts = vec![Act::Hang];
            stage.talk(1);
            scenes.push(stage.taken("while a call runs", leader, None));
            let mut stage = begin();
            stage.troubled();
            scenes.push(stage.taken("after much trouble", leader, None));
        }
        let mut stage = begin();
        while stage.world.view().phase == Phase::Answering {
            stage.world.command(Command::Decline);
            stage.world.settle();
        }
        scenes.push(stage.taken("declined to the end", leader, None));
    }
    scenes.extend(special(kind));
    scenes
}

/// Numbers sessions and what belongs to them.
fn scenes_begun() -> u32 {
    thread_local!(static COUNT: std::cell::Cell<u32> = const { std::cell::Cell::new(0) });
    COUNT.set(COUNT.get() + 1);
    COUNT.get()
}

/// What only one kind has.
fn special(kind: &'static str) -> Vec<Scene> {
    let begin = |guide: Value, setup: Setup, agent: Option<Agent>| {
        Stage::begin(
            kind,
            &Start {
                guide,
                setup,
                agent,
                files: scenes_begun(),
            },
        )
    };
    let mut scenes = Vec::new();
    match kind {
        "reflective" => {
            let mut guide = starts(kind)[0].1.guide.clone();
            let mut german = guide["locales"]["en"].clone();
            german["title"] = "Nachklang".into();
            guide["locales"]["de"] = german;
            guide["strategy"]["max_questions"] = json!(2);
            guide["outcome"] = json!({ "schema": { "type": "object", "properties": { "mood": { "type": "string" } } } });
            for words in guide["locales"]
                .as_object_mut()
                .expect("locales")
                .values_mut()
            {
                words["prompts"]["outcome"] =
                    json!({ "whole": "Sum up as JSON.", "retry": "Again: {issues}" });
            }
            let mut stage = begin(guide, full_setup(), Some(models::reflective));
            stage.over();
            stage.edited();
            stage.world.command(Command::Finish);
            scenes.push(stage.taken(
                "a contract of its own and everything a host sets",
                "model",
                Some(""),
            ));
            let mut stage = begin(starts(kind)[0].1.guide.clone(), scripted(), None);
            stage.talk(1);
            let unknown = json!({ "seq": stage.world.stored.len(), "at": stage.world.now, "v": 1, "fact": { "sang": { "song": "la", "n": [1, 2.5, null] } } });
            stage
                .world
                .stored
                .push(colloquy_schema::Record::read(unknown).expect("an unknown fact is no fault"));
            scenes.push(stage.taken("a fact of a later version", "built in", None));
        }
        "staged" => {
            let mut guide: Value = serde_json::from_str(document(kind)).expect("JSON");
            guide["limits"] = json!({});
            let mut stage = begin(guide, with_model(), Some(models::staged));
            stage.talk(30);
            scenes.push(stage.taken("half-way through all stages", "model", None));
        }
        "advice" => {
            for (leader, start) in starts(kind) {
                let offered = || {
                    let mut stage = begin(start.guide.clone(), start.setup.clone(), start.agent);
                    while stage.talk(1) {}
                    stage
                };
                let mut stage = offered();
                scenes.push(offered().taken("with what is on offer", leader, None));
                if stage.world.view().can.accept {
                    stage.world.command(Command::Decline);
                    stage.world.settle();
                    scenes.push(stage.taken("with the offer declined", leader, None));
                }
            }
        }
        "onboarding" => {
            let lookup = HostTool {
                name: "lookup".into(),
                description: "Looks up a floor.".into(),
                parameters: json!({ "type": "object" }),
                idempotent: true,
            };
            let with_tools = Setup {
                tools: vec![lookup],
                ..led()
            };
            let mut both = small_guide();
            both["strategy"]["phases"][0]["tools"]
                .as_array_mut()
                .expect("tools")
                .push(json!("lookup"));
            let agents: [(&str, Agent); 4] = [
                ("a choice", models::with_options),
                ("files", models::with_upload),
                ("data to approve", models::with_validation),
                ("a form of the host", models::with_host),
            ];
            for (name, agent) in agents {
                let mut stage = host_stage(&both, &with_tools, agent);
                assert!(stage.world.view().form.is_some(), "{name} is asked for");
                scenes.push(host_stage(&both, &with_tools, agent).taken(
                    &format!("waiting for {name}"),
                    "model",
                    Some("half a sentence"),
                ));
                stage.talk(1);
                scenes.push(stage.taken(&format!("with {name} given"), "model", None));
                let mut stage = host_stage(&both, &with_tools, agent);
                let token = stage.world.view().form.expect("a form").token;
                stage.world.event(Event::RefuseForm {
                    token,
                    reason: RefuseReason::PermissionDenied,
                });
                stage.over();
                scenes.push(stage.taken(&format!("with {name} refused, in review"), "model", None));
            }
            let start = &starts(kind)[0].1;
            let mut waits = 0;
            for turn in 1..9 {
                let mut stage = begin(start.guide.clone(), start.setup.clone(), None);
                if stage.talk(turn) && stage.world.view().form.is_some() {
                    waits += 1;
                    scenes.push(stage.taken(
                        &format!("waiting in a form after {turn} turns"),
                        "built in",
                        None,
                    ));
                }
            }
            assert!(waits > 1, "{waits}");
        }
        _ => {}
    }
    scenes
}

/// An onboarding interview whose model begins with a form.
fn host_stage(guide: &Value, setup: &Setup, agent: Agent) -> Stage {
    fn asks(call: &colloquy_schema::ToolCall) -> Value {
        match call.name.as_str() {
            "lookup" => json!({ "form": {
                "title": "Which floor?", "data": { "floor": 1 },
                "schema": { "type": "object", "required": ["floor"], "properties": { "floor": { "type": "integer", "maximum": 9 } } },
            } }),
            _ => reads(call),
        }
    }
    let start = Start {
        guide: guide.clone(),
        setup: setup.clone(),
        agent: Some(agent),
        files: scenes_begun(),
    };
    let mut stage = Stage::begin_with("onboarding", &start, asks);
    stage.world.settle();
    stage
}

/// A setup with everything that can be set.
fn full_setup() -> Setup {
    Setup {
        subject: "urn:slow-radio/17".into(),
        locale: "de-AT".into(),
        template: "creative".into(),
        material: Material {
            source_url: Some("https://example.org/17?a=1&b=%20".into()),
            duration_minutes: Some(42),
            ..notes()
        },
        guidelines: Guidelines {
            tone: Some("warm, knapp".into()),
            focus: vec!["rest".into(), "Ruhe".into()],
            avoid: vec!["family".into()],
        },
        limits: Limits {
            tokens: Some(2_000_000),
            cost_usd: Some(12.5),
            answer_chars: Some(9_000),
            duration_minutes: Some(240),
            ..Limits::default()
        },
        prices: Some(Prices {
            input: 3.0,
            output: 15.25,
            ..Prices::default()
        }),
        metadata: [(
            "ticket".to_string(),
            json!({ "id": 17, "tags": ["ä", null, 0.1, -3] }),
        )]
        .into_iter()
        .collect(),
        seed: 9_007_199_254_740_991,
        digest: vec![DigestEntry {
            question: "What stayed with you?".into(),
            answer: "The garden.".into(),
        }],
        asked_before: vec!["What stayed with you?".into()],
        ..with_model()
    }
}
