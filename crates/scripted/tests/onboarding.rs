//! Leads whole onboarding interviews through the engine: what comes of forms, documents and words.

mod common;

use colloquy_core::{Command, FormKind, RefuseReason};
use colloquy_schema::{
    Capabilities, DataType, Guide, KindQuestion, Purpose, QuestionKind, Reaction, ToolRun, Turn,
};
use common::desk::*;
use serde_json::{Value, json};

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
                data["title"] = "A mended title…".into();
            }
            Does::Fills(value)
        }
        _ => agrees(form, question, step),
    });
    ended(&desk);
    assert_eq!(desk.met(), all());
    let artifacts = desk.artifacts();
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
    assert_eq!(data(DataType::KnowledgeCard)["title"], "A mended title…");
    // The dossier is the interviewer's own: nobody confirms it.
    let mut made = artifacts.iter();
    let dossier = made.find(|kept| kept.artifact.data_type == DataType::CandidateDossier);
    let dossier = dossier.unwrap().artifact.data["summary"].to_string();
    assert!(
        dossier.contains("A mended title…") && !dossier.contains("….") && !dossier.contains(".."),
        "{dossier}"
    );
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
    // What was approved is kept, and the dossier speaks of it.
    let artifacts = desk.artifacts();
    let kept = |kind: DataType| {
        let mut of_kind = artifacts
            .iter()
            .filter(|kept| kept.artifact.data_type == kind);
        let kept = &of_kind.next().expect("kept").artifact;
        assert!(of_kind.next().is_none(), "one {}", kind.name());
        kept
    };
    let position = kept(DataType::Experience);
    assert!(position.confirmed, "{position:?}");
    assert_eq!(position.data, experience);
    let dossier = &kept(DataType::CandidateDossier).data["summary"];
    let dossier = dossier.as_str().expect("a summary");
    assert!(
        dossier.contains("In detail: Miller, Old Mill."),
        "{dossier}"
    );
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
    let artifacts = desk.artifacts();
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
fn other_guides_are_led_with_what_they_have() {
    // No sentences, other phases, and objectives in another order.
    let mut bare = onboarding();
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
        let again = colloquy_scripted::respond(&ask, &colloquy_scripted::Hearing::new());
        assert_eq!(
            again,
            colloquy_scripted::respond(&ask, &colloquy_scripted::Hearing::new())
        );
        let mut none = wanted.clone();
        none.tools.clear();
        ask.purpose = Purpose::Onboarding(Box::new(none));
        let words = colloquy_scripted::respond(&ask, &colloquy_scripted::Hearing::new());
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
        for call in colloquy_scripted::respond(&ask, &colloquy_scripted::Hearing::new()).tool_calls
        {
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
                        std::rc::Rc::make_mut(&mut ask.history).push(Turn {
                            number: 2,
                            question: "What now?".into(),
                            kind: QuestionKind::Topic,
                            follow_up_depth: 0,
                            of_kind: KindQuestion::default(),
                            reaction: Reaction::Answered(
                                "Ada Example, ada@example.com, at the mill since 2019".into(),
                            ),
                        });
                        ask.purpose = Purpose::Onboarding(Box::new(wanted.clone()));
                        let reply =
                            colloquy_scripted::respond(&ask, &colloquy_scripted::Hearing::new());
                        assert!(reply.tool_calls.len() == 1 || !reply.text.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn no_file_is_asked_for_where_none_can_be_read() {
    let none = Capabilities {
        documents: Vec::new(),
        ..able()
    };
    let mut desk = Desk::new(onboarding(), 1, none, reads_resume);
    desk.play(agrees);
    ended(&desk);
    let tools = leads(&desk, "get_user_upload").len();
    assert_eq!(
        tools, 1,
        "a text can be kept as a file, a résumé that nobody reads is of no use"
    );
    assert_eq!(desk.met(), all());
    let calls = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
    assert!(
        calls
            .into_iter()
            .all(|call| call.name != "extract_document")
    );
}

#[test]
fn every_sentence_is_one_question_that_can_be_taken_in() {
    let guide = Guide::read(&onboarding()).unwrap();
    let bank = &guide.wording("en").1.bank;
    let known = [
        "begin",
        "change",
        "dossier",
        "echo",
        "experience",
        "knowledge",
        "option",
        "other_way",
        "other_way.unread",
        "position",
        "rest",
        "sample",
        "show.again",
        "show.card",
        "show.hand",
        "show.no_card",
        "show.nothing",
        "show.partial",
        "show.read",
        "show.told",
        "show.unread",
        "unknown",
        "unread",
        "upload",
        "upload.sample",
        "which",
        "words.applicant_profile",
        "words.education",
        "words.experience",
        "words.knowledge_card",
        "words.skeleton_timeline",
        "write",
    ];
    let mut uses: Vec<&str> = bank
        .uses
        .iter()
        .map(|entry| entry.name.strip_prefix("onboarding.").unwrap())
        .collect();
    uses.sort_unstable();
    uses.dedup();
    assert_eq!(uses, known);
    for entry in &bank.uses {
        let listed = entry.template != "any";
        assert!(!entry.sentences.is_empty());
        for line in entry.sentences.iter().filter(|_| !listed) {
            // What is quoted in a slot has twelve words at most.
            let words = line.split(' ').count();
            assert!(
                (5..=28).contains(&words) && line.matches('?').count() == 1,
                "{line}"
            );
        }
        // A form that comes back says so in other words.
        assert!(listed || entry.sentences.len() > 1, "{}", entry.name);
    }
}
