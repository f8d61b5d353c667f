//! Leads onboarding interviews with respondents who refuse, reject, type, or cannot make up their minds, and documents that cannot be read.

mod common;

use colloquy_core::{Command, FormKind, RefuseReason};
use colloquy_schema::{DataType, ToolCall};
use common::desk::*;
use serde_json::{Value, json};

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
            let artifacts = desk.artifacts();
            let dossier = artifacts.iter().map(|kept| &kept.artifact.data["summary"]);
            assert!(
                dossier
                    .into_iter()
                    .all(|summary| *summary == "Nothing was put together yet.")
            );
        }
    }
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
        let mut desk = Desk::new(onboarding(), seed as u64, able(), reads);
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
        let artifacts = desk.artifacts();
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
    let mut desk = Desk::new(onboarding(), 0, able(), |call| {
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
        let artifacts = desk.artifacts();
        let profile = artifacts
            .iter()
            .find(|kept| kept.artifact.data_type == DataType::ApplicantProfile)
            .unwrap();
        assert_eq!(
            profile.artifact.data["basics"],
            json!({ "name": "Ada Example" }),
            "what is said about data is read for nothing"
        );
        let again = leads(&desk, "submit_for_validation")[1];
        assert!(
            again.contains("“the e-mail is ada@other.example now"),
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
    let artifacts = desk.artifacts();
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
    for seed in 0..24_u64 {
        let mut desk = Desk::new(
            onboarding(),
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

/// The data of each form for approval of a kind.
fn shown(desk: &Desk, kind: DataType) -> Vec<Value> {
    let calls = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
    let forms = calls.filter(|call| {
        call.name == "submit_for_validation" && call.arguments["dataType"] == kind.name()
    });
    forms.map(|call| call.arguments["data"].clone()).collect()
}

#[test]
fn a_note_on_a_timeline_is_shown_and_becomes_no_position() {
    const NOTE: &str = "The hospital is the employer, not the unit";
    for seed in 0..4 {
        let mut desk = desk(seed);
        let mut rejected = false;
        desk.play(|form, question, step| match form {
            Some(FormKind::Validation {
                data_type: DataType::SkeletonTimeline,
                ..
            }) if !rejected => {
                rejected = true;
                Does::Fills(json!({ "status": "rejected", "userNotes": NOTE }))
            }
            _ => agrees(form, question, step),
        });
        ended(&desk);
        let timelines = shown(&desk, DataType::SkeletonTimeline);
        assert_eq!(timelines.len(), 2);
        assert_eq!(timelines[0], timelines[1], "as it was");
        let lead = leads(&desk, "submit_for_validation");
        assert!(lead.iter().any(|lead| lead.contains(NOTE)), "{lead:?}");
        let offered = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
        assert!(offered.into_iter().all(|call| {
            let options = call.arguments["options"].to_string();
            !options.contains("hospital")
        }));
    }
}

#[test]
fn what_is_asked_back_is_heard_first_and_kept_nowhere() {
    const BACK: &str = "What do you mean by that? In the way I work, or what I think of it now?";
    for seed in 0..4 {
        let mut desk = desk(seed);
        let mut turn = 0;
        desk.play(|form, question, step| {
            turn += 1;
            match form {
                Some(FormKind::Options { .. }) if turn == 1 => {
                    Does::Types("Who reads this?".into())
                }
                None if question.contains("Shall we go on") || question.contains("go on?") => {
                    Does::Types("yes".into())
                }
                None if turn % 2 == 0 => Does::Types(BACK.into()),
                _ => agrees(form, question, step),
            }
        });
        ended(&desk);
        let options = desk
            .shown
            .iter()
            .filter(|(tool, _)| tool == "get_user_option");
        assert!(
            options.count() > 1,
            "the ways are offered again: {:?}",
            desk.shown
        );
        let kept = desk.artifacts();
        let kept = kept.iter().map(|kept| kept.artifact.data.to_string());
        assert!(!kept.collect::<String>().contains("In the way I work"));
    }
}

#[test]
fn who_would_rather_write_here_is_asked_in_words_and_not_shown_the_form_again() {
    for seed in 0..4 {
        let mut desk = desk(seed);
        desk.play(|form, question, step| match form {
            Some(FormKind::Options { .. }) if step == 0 => {
                Does::Types("prefiero escribirlo aquí".into())
            }
            None if question.contains("name") => Does::Types("Ana Peris, ana@peris.example".into()),
            None if question.contains("2012") || question.contains("2015") => {
                Does::Types("trabajé en Instalaciones Peris desde 2012 hasta 2020".into())
            }
            _ => agrees(form, question, step),
        });
        ended(&desk);
        assert_eq!(
            desk.shown[1].0, "",
            "words come before the form: {:?}",
            desk.shown
        );
        let profile = &shown(&desk, DataType::ApplicantProfile)[0];
        assert_eq!(profile["basics"]["email"], "ana@peris.example");
        let timeline = &shown(&desk, DataType::SkeletonTimeline)[0];
        assert!(
            timeline["work"].is_null(),
            "a sentence is no position: {timeline}"
        );
    }
}
