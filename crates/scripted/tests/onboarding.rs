//! Leads whole onboarding interviews through the engine: respondents who agree, refuse, type, and cannot make up their minds.

mod common;

use colloquy_core::{Command, FormKind, RefuseReason};
use colloquy_schema::{DataType, Purpose, QuestionKind, Reaction, ToolCall, ToolRun, Turn};
use common::desk::{Desk, Does, able, filled, reads_resume};
use serde_json::{Value, json};

fn guide() -> Value {
    serde_json::from_str(include_str!("../../../pkg/guides/onboarding.json")).unwrap()
}

fn desk(seed: u64) -> Desk {
    Desk::new(guide(), seed, able(), reads_resume)
}

const TOLD: &str = "I rebuilt the sluice gate in winter because the old one let too much water through, and I decided the new height alone.";

type Respondent = fn(Option<&FormKind>, &str, usize) -> Does;

/// Fills in every form and answers every question.
fn agrees(form: Option<&FormKind>, question: &str, step: usize) -> Does {
    match form {
        Some(form) => Does::Fills(filled(form, step)),
        None => Does::Types(
            [
                TOLD,
                " That was answer ",
                &step.to_string(),
                " to ",
                &question.len().to_string(),
                " letters.",
            ]
            .concat(),
        ),
    }
}

fn all() -> Vec<String> {
    [
        "applicant_profile",
        "skeleton_timeline",
        "experience",
        "knowledge_card",
        "writing_sample",
        "candidate_dossier",
    ]
    .map(String::from)
    .into()
}

fn ended(desk: &Desk) {
    assert!(desk.interview.view().question.is_none());
    desk.check();
}

#[test]
fn whoever_agrees_reaches_everything() {
    for seed in 0..6 {
        let mut desk = desk(seed);
        desk.play(agrees);
        ended(&desk);
        assert_eq!(desk.met(), all());
    }
}

#[test]
fn whoever_refuses_everything_is_let_go() {
    let ways: [Respondent; 4] = [
        |form, _, _| match form {
            Some(_) => Does::Refuses(RefuseReason::UserCancelled),
            None => Does::Presses(Command::Skip),
        },
        |_, _, _| Does::Presses(Command::Skip),
        |form, _, _| match form {
            Some(_) => Does::Refuses(RefuseReason::PermissionDenied),
            None => Does::Types("no".into()),
        },
        |_, _, _| Does::Presses(Command::Decline),
    ];
    for (place, way) in ways.into_iter().enumerate() {
        for seed in 0..3 {
            let mut desk = desk(seed);
            desk.play(way);
            ended(&desk);
            // Whoever would rather not say, three times in a row, has had enough; else what there is makes a dossier.
            let (questions, met): (usize, &[&str]) = match place {
                3 => (3, &[]),
                _ => (22, &["candidate_dossier"]),
            };
            assert!(desk.shown.len() <= questions, "{:?}", desk.shown);
            assert_eq!(desk.met(), met);
        }
    }
}

/// What was shown above forms of a tool.
fn leads<'a>(desk: &'a Desk, tool: &str) -> Vec<&'a str> {
    let shown = desk.shown.iter().filter(|(of, _)| of == tool);
    shown.map(|(_, text)| text.as_str()).collect()
}

/// How often each kind of data was shown for approval, at most.
fn most_shown(desk: &Desk) -> usize {
    let calls = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
    let shown: Vec<&Value> = calls
        .filter(|call| call.name == "submit_for_validation")
        .map(|call| &call.arguments["dataType"])
        .collect();
    let of = |kind: &DataType| shown.iter().filter(|shown| **shown == kind.name()).count();
    DataType::ALL.iter().map(of).max().unwrap()
}

#[test]
fn what_is_kept_is_exactly_what_was_approved() {
    let mut desk = desk(1);
    desk.play(|form, question, step| match form {
        Some(FormKind::Validation { .. }) => {
            let mut value = filled(form.unwrap(), step);
            let data = &mut value["data"];
            if data["basics"].is_object() {
                data["basics"]["email"] = "mended@example.com".into();
            }
            if data["title"].is_string() {
                data["title"] = "A mended title".into();
            }
            Does::Fills(value)
        }
        _ => agrees(form, question, step),
    });
    ended(&desk);
    assert_eq!(desk.met(), all());
    let artifacts = desk.interview.artifacts().artifacts;
    let data = |kind: DataType| {
        let of = artifacts
            .iter()
            .find(|kept| kept.artifact.data_type == kind)
            .unwrap();
        assert!(of.artifact.confirmed && of.artifact.version == 1);
        of.artifact.data.clone()
    };
    assert_eq!(
        data(DataType::ApplicantProfile)["basics"]["email"],
        "mended@example.com"
    );
    assert_eq!(data(DataType::KnowledgeCard)["title"], "A mended title");
}

#[test]
fn what_is_told_is_quoted_and_nothing_is_made_up() {
    let mut desk = desk(2);
    desk.play(agrees);
    let shown = |kind: &str| {
        let mut calls = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
        let call = calls.find(|call| {
            call.name == "submit_for_validation" && call.arguments["dataType"] == kind
        });
        call.unwrap().arguments["data"].clone()
    };
    let experience = shown("experience");
    assert_eq!(
        (&experience["position"], &experience["name"]),
        (&json!("Miller"), &json!("Old Mill"))
    );
    assert_eq!(
        experience["skills"],
        json!(["Rust"]),
        "what the reading found, and only names"
    );
    let answers: Vec<String> = desk
        .interview
        .exchanges(0, 100)
        .iter()
        .map(|exchange| exchange.answer.clone())
        .collect();
    for highlight in experience["highlights"].as_array().unwrap() {
        assert!(
            answers
                .iter()
                .any(|answer| answer == highlight.as_str().unwrap())
        );
    }
    let card = shown("knowledge_card");
    for evidence in card["evidence"].as_array().unwrap() {
        assert!(
            answers
                .iter()
                .any(|answer| answer == evidence["quote"].as_str().unwrap())
        );
    }
    assert!(
        answers
            .iter()
            .any(|answer| answer == card["summary"].as_str().unwrap())
    );
}

#[test]
fn a_document_that_cannot_be_read_is_said_to_be_so() {
    let readings: [fn(&ToolCall) -> Value; 4] = [
        |call| json!({ "status": "error", "reason": "timeout", "message": "Too slow.", "tool": call.name }),
        |_| json!({ "status": "partial", "artifact_record": { "status": "unparsable" }, "derived": {}, "quality": { "extraction_confidence": 0, "issues": ["unparsable_no_text"] } }),
        |_| json!({ "status": "failed" }),
        |_| json!("nonsense"),
    ];
    for (seed, reads) in readings.into_iter().enumerate() {
        let mut desk = Desk::new(guide(), seed as u64, able(), reads);
        desk.play(agrees);
        ended(&desk);
        for said in [
            leads(&desk, "get_user_option")[1],
            leads(&desk, "submit_for_validation")[1],
        ] {
            assert!(said.contains("could not"), "{said}");
        }
        let asked: String = leads(&desk, "").concat();
        assert!(
            asked.contains("kept"),
            "the text that could not be read is asked for: {asked}"
        );
        assert_eq!(desk.met(), all(), "by hand");
        let artifacts = desk.interview.artifacts().artifacts;
        let sample = artifacts
            .iter()
            .find(|kept| kept.artifact.data_type == DataType::WritingSample)
            .unwrap();
        assert!(
            sample.artifact.data["text"]
                .as_str()
                .unwrap()
                .contains("sluice gate")
        );
    }
}

#[test]
fn a_document_without_a_timeline_and_one_that_was_read_in_part_are_told_apart() {
    let mut desk = Desk::new(guide(), 0, able(), |call| {
        let mut result = reads_resume(call);
        result["derived"]["skeleton_timeline"] = Value::Null;
        result["status"] = "partial".into();
        result
    });
    desk.play(agrees);
    ended(&desk);
    let leads = leads(&desk, "submit_for_validation");
    assert!(
        leads[0].contains("part of") || leads[0].contains("Some of"),
        "{}",
        leads[0]
    );
    assert_eq!(desk.met(), all());
}

#[test]
fn another_way_is_offered_once_when_a_file_or_a_card_does_not_come() {
    for (first, refused) in [
        ("resume", "get_user_upload"),
        ("contact", "get_macos_contact_card"),
    ] {
        let mut desk = desk(3);
        desk.play(|form, question, step| match form {
            Some(FormKind::Options { options, .. }) => {
                let way = options
                    .iter()
                    .find(|option| option.id == first)
                    .unwrap_or(&options[0]);
                Does::Fills(json!({ "selectedIds": [way.id] }))
            }
            Some(FormKind::Upload { .. }) if first == "resume" => {
                Does::Refuses(RefuseReason::UserCancelled)
            }
            Some(FormKind::Contact { .. }) if first == "contact" => {
                Does::Refuses(RefuseReason::PermissionDenied)
            }
            _ => agrees(form, question, step),
        });
        ended(&desk);
        let tools: Vec<&str> = desk.shown.iter().map(|(tool, _)| tool.as_str()).collect();
        assert_eq!(
            &tools[..3],
            ["get_user_option", refused, "get_user_option"],
            "{first}"
        );
        let way = leads(&desk, "get_user_option")[1];
        assert!(way.contains("way"), "{way}");
        let met = desk.met();
        for kind in [
            "applicant_profile",
            "skeleton_timeline",
            "experience",
            "knowledge_card",
        ] {
            assert!(met.iter().any(|met| met == kind), "{first}: {kind}");
        }
    }
}

#[test]
fn what_is_typed_in_place_of_a_form_ends_up_in_the_form() {
    let mut desk = desk(4);
    let mut typed = 0;
    desk.play(|form, question, step| match form {
        Some(FormKind::Options { .. }) if step == 0 => Does::Types("by hand, please".into()),
        Some(FormKind::Validation { data_type, .. })
            if typed < 2 && *data_type as usize == typed =>
        {
            typed += 1;
            Does::Types(
                [
                    "Ada Example, ada@example.com",
                    "Miller at the Old Mill from 2015 to 2019",
                ][typed - 1]
                    .into(),
            )
        }
        _ => agrees(form, question, step),
    });
    ended(&desk);
    assert_eq!(most_shown(&desk), 2);
    let artifacts = desk.interview.artifacts().artifacts;
    let data = |at: usize| artifacts[at].artifact.data.clone();
    assert_eq!(
        data(0),
        json!({ "basics": { "name": "Ada Example", "email": "ada@example.com" } })
    );
    assert_eq!(
        data(1),
        json!({ "work": [{ "position": "Miller", "name": "the Old Mill", "startDate": "2015", "endDate": "2019" }] })
    );
    assert_eq!(desk.met(), all());
}

#[test]
fn rejected_data_is_shown_once_more_with_what_was_said() {
    let mut rejected = 0;
    for notes in ["", "the e-mail is ada@other.example now"] {
        let mut desk = desk(5);
        desk.play(|form, question, step| match form {
            Some(FormKind::Validation {
                data_type: DataType::ApplicantProfile,
                ..
            }) if rejected % 2 == 0 => {
                rejected += 1;
                Does::Fills(json!({ "status": "rejected", "userNotes": notes }))
            }
            Some(FormKind::Validation {
                data_type: DataType::ApplicantProfile,
                ..
            }) => {
                rejected += 1;
                Does::Fills(filled(form.unwrap(), step))
            }
            None if question.contains("profile") => {
                Does::Types("the e-mail is ada@other.example now".into())
            }
            _ => agrees(form, question, step),
        });
        ended(&desk);
        assert_eq!(most_shown(&desk), 2);
        let artifacts = desk.interview.artifacts().artifacts;
        let profile = artifacts
            .iter()
            .find(|kept| kept.artifact.data_type == DataType::ApplicantProfile)
            .unwrap();
        assert_eq!(
            profile.artifact.data["basics"],
            json!({ "name": "Ada Example", "email": "ada@other.example" })
        );
        let again = leads(&desk, "submit_for_validation")[1];
        assert!(
            again.contains("once more") || again.contains("One more"),
            "{again}"
        );
    }
}

#[test]
fn whoever_rejects_everything_twice_is_let_go() {
    let mut desk = desk(6);
    desk.play(|form, question, step| match form {
        Some(FormKind::Validation { .. }) => Does::Fills(json!({ "status": "rejected" })),
        _ => agrees(form, question, step),
    });
    ended(&desk);
    assert_eq!(most_shown(&desk), 2);
    assert_eq!(desk.met(), ["writing_sample", "candidate_dossier"]);
    let artifacts = desk.interview.artifacts().artifacts;
    let dossier = artifacts.last().unwrap().artifact.data.clone();
    assert_eq!(
        dossier["open_questions"].as_array().unwrap().len(),
        3,
        "{dossier}"
    );
}

#[test]
fn respondents_who_cannot_make_up_their_minds_come_to_an_end() {
    let mut longest = 0;
    for seed in 0..40_u64 {
        let mut desk = Desk::new(
            guide(),
            seed,
            able(),
            if seed % 3 == 0 {
                |_| json!({ "status": "failed" })
            } else {
                reads_resume
            },
        );
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        desk.play(|form, question, step| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            match ((state >> 33) % 12, form) {
                (0, _) => Does::Presses(Command::Skip),
                (1, _) => Does::Types("no".into()),
                (2, _) => Does::Types(
                    "?? what “is” {this} \u{202E} [form below](javascript:x) 2019".into(),
                ),
                (3, _) => Does::Types([TOLD, " ", &step.to_string()].concat()),
                (4, Some(FormKind::Options { options, .. })) => {
                    Does::Fills(json!({ "selectedIds": [options.last().unwrap().id] }))
                }
                (5, Some(FormKind::Validation { .. })) => {
                    Does::Fills(json!({ "status": "rejected", "userNotes": "no?" }))
                }
                (6 | 7, Some(_)) => Does::Refuses(RefuseReason::UserCancelled),
                (8, Some(_)) => Does::Refuses(RefuseReason::Timeout),
                (9, _) if seed % 5 == 0 => Does::Presses(Command::Decline),
                _ => agrees(form, question, step),
            }
        });
        ended(&desk);
        assert!(most_shown(&desk) <= 2, "{:?}", desk.shown);
        longest = longest.max(desk.shown.len());
        // Every objective that could be met is met or was refused: the dossier always is, unless they had enough.
        assert!(desk.met().iter().any(|met| met == "candidate_dossier") || seed % 5 == 0);
    }
    assert!(longest <= 32, "{longest}");
}

#[test]
fn other_guides_are_led_with_what_they_have() {
    // No sentences, other phases, and objectives in another order.
    let mut bare = guide();
    bare["locales"]["en"]["bank"] = json!({});
    bare["strategy"]["phases"] = json!([
        { "id": "core_facts", "objectives": ["education", "artifact_record", "candidate_dossier"], "max_turns": 3, "max_forms": 5,
          "tools": ["get_user_upload", "submit_for_validation", "extract_document", "persist_data"] },
        { "id": "deep_dive", "objectives": ["knowledge_card", "writing_sample"], "max_turns": 3, "max_forms": 3,
          "tools": ["submit_for_validation", "persist_data"] },
        { "id": "writing_corpus", "objectives": ["skeleton_timeline", "applicant_profile"], "max_turns": 2, "max_forms": 3,
          "tools": ["submit_for_validation", "persist_data", "get_macos_contact_card"] },
    ]);
    for seed in 0..3 {
        let mut desk = Desk::new(bare.clone(), seed, able(), reads_resume);
        desk.play(agrees);
        ended(&desk);
        assert_eq!(desk.met().len(), 7, "{:?} {:?}", desk.met(), desk.shown);
        let mut desk = Desk::new(bare.clone(), seed, able(), reads_resume);
        desk.play(|form, _, _| match form {
            Some(_) => Does::Refuses(RefuseReason::ExecutionFailed),
            None => Does::Presses(Command::Skip),
        });
        ended(&desk);
    }
}

#[test]
fn nothing_is_called_where_no_tool_is_offered_and_every_reply_is_the_same_again() {
    let mut desk = desk(8);
    desk.play(agrees);
    let replies = desk.replies.len();
    assert!(replies > 20);
    for (wanted, reply) in &desk.replies {
        let mut ask = colloquy_schema::Ask {
            bank: common::bank(),
            ..common::Talk::new(Default::default(), "guided", 40, 8).ask
        };
        ask.purpose = Purpose::Onboarding(Box::new(wanted.clone()));
        let again = colloquy_scripted::respond(&ask);
        assert_eq!(again, colloquy_scripted::respond(&ask));
        let mut none = wanted.clone();
        none.tools.clear();
        ask.purpose = Purpose::Onboarding(Box::new(none));
        let words = colloquy_scripted::respond(&ask);
        assert!(words.tool_calls.is_empty() && !words.text.is_empty());
        assert_ne!(words.text, reply.text);
        let mut none = wanted.clone();
        none.forms_left = 0;
        ask.purpose = Purpose::Onboarding(Box::new(none));
        let forms = [
            "get_user_option",
            "get_user_upload",
            "submit_for_validation",
            "get_macos_contact_card",
        ];
        for call in colloquy_scripted::respond(&ask).tool_calls {
            assert!(!forms.contains(&call.name.as_str()), "no form is left");
        }
    }
}

#[test]
fn what_a_model_called_before_is_no_stumbling_block() {
    // The interviewer can be changed within a phase: then arguments and results are as a model and a page left them.
    let odd = [
        Value::Null,
        json!("text"),
        json!([1]),
        json!({ "basics": [], "work": "x", "highlights": {}, "title": 3 }),
    ];
    let tools = [
        "get_user_option",
        "get_user_upload",
        "submit_for_validation",
        "get_macos_contact_card",
        "extract_document",
        "persist_data",
        "analyze_technical_skills",
        "own",
    ];
    let mut desk = desk(9);
    desk.play(agrees);
    for (wanted, _) in desk.replies.iter().step_by(9) {
        for (place, value) in odd.iter().enumerate() {
            for tool in tools {
                for objective in &wanted.objectives {
                    let mut wanted = wanted.clone();
                    let kind = objective.data_type.name();
                    let result = json!({ "status": "error", "reason": "user_cancelled", "data": value, "files": value, "skills": value, "derived": value, "selectedIds": value, "artifact_record": value, "userNotes": value });
                    let mut ok = result.clone();
                    ok["status"] = ["ok", "rejected", "partial", "failed"][place].into();
                    for result in [result, ok, value.clone()] {
                        wanted.log.push(ToolRun {
                            tool: tool.into(),
                            arguments: json!({ "dataType": kind, "data": value, "options": value, "file_url": value }),
                            result,
                            after: 1,
                        });
                        let mut ask = common::Talk::new(Default::default(), "guided", 40, 9).ask;
                        ask.history.push(Turn {
                            number: 2,
                            question: "What now?".into(),
                            kind: QuestionKind::Topic,
                            follow_up_depth: 0,
                            staged: None,
                            reaction: Reaction::Answered(
                                "Ada Example, ada@example.com, at the mill since 2019".into(),
                            ),
                        });
                        ask.purpose = Purpose::Onboarding(Box::new(wanted.clone()));
                        let reply = colloquy_scripted::respond(&ask);
                        assert!(reply.tool_calls.len() == 1 || !reply.text.is_empty());
                    }
                }
            }
        }
    }
}
