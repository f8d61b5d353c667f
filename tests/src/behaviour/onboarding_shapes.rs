//! What a model is told of the data that it fills in: its shapes, what refuses it, and how approved data is kept without writing it out
//! once more.

use super::onboarding_agent::{results, states, world};
use crate::beginnings::ONBOARDING;
use crate::behaviours;
use crate::onboarding::{agrees, asked, calls, diligent, led, question, sample};
use crate::sections::artifacts_of;
use crate::world::{Act, Run, World, assert_valid_histories};
use colloquy_archive::{Format, export};
use colloquy_schema::{Call, DataType, ObjectiveState, RawReply, StopReason};
use serde_json::{Value, json};

/// What a tool of a call says of its data.
fn shapes<'a>(call: &'a Call, tool: &str) -> &'a str {
    let mut tools = call.tools.iter();
    let tool = tools.find(|spec| spec.name == tool).expect("the tool");
    tool.parameters["properties"]["data"]["description"]
        .as_str()
        .unwrap_or_default()
}

fn persists(call: &Call, data: Value) -> RawReply {
    calls(
        call,
        &[(
            "persist_data",
            json!({ "dataType": "knowledge_card", "data": data }),
        )],
    )
}

/// What is made of a token.
type Change = fn(&str) -> String;

/// Shows the profile, then keeps what the form brought by its token, which is changed by `token`.
fn keeps_by_token(token: Change, changed: bool) -> World {
    thread_local! {
        static TOKEN: std::cell::Cell<Option<Change>> = const { std::cell::Cell::new(None) };
    }
    TOKEN.set(Some(token));
    let mut world = world(|call| match asked(call).log.as_slice() {
        [] => calls(
            call,
            &[(
                "submit_for_validation",
                json!({ "dataType": "applicant_profile", "data": sample(DataType::ApplicantProfile) }),
            )],
        ),
        [form] => {
            let token = form.result["approval"].as_str().unwrap_or_default();
            let token = TOKEN.get().map_or(String::new(), |change| change(token));
            let arguments = json!({ "dataType": "applicant_profile", "approval": token });
            calls(call, &[("persist_data", arguments)])
        }
        _ => question(call),
    });
    let mut event = agrees(&world.view());
    if let (true, colloquy_core::Event::SettleForm { value, .. }) = (changed, &mut event) {
        value["data"]["basics"]["name"] = "Ada Lovelace".into();
    }
    world.event(event);
    world
}

behaviours! {
    fn tools_show_the_shapes_of_the_data_of_their_phase() {
        let mut world = world(diligent);
        world.run(agrees);
        let first = &world.calls[0];
        for tool in ["submit_for_validation", "persist_data"] {
            let shapes = shapes(first, tool);
            assert!(shapes.contains("applicant_profile: {basics: {email?, label?, location?: {"), "{shapes}");
            assert!(shapes.contains("skeleton_timeline: {"), "{shapes}");
            assert!(!shapes.contains("knowledge_card") && !shapes.contains("confidence"), "{shapes}");
        }
        let last = world.calls.last().expect("a call");
        assert!(shapes(last, "persist_data").contains("writing_sample: {"));
        assert!(!shapes(last, "submit_for_validation").contains("writing_sample"), "it is not approved");
        assert!(shapes(last, "submit_for_validation").contains("evidence?: [{quote, source?}]"));
    }

    fn what_refuses_data_names_the_keys_there_are() {
        let world = world(|call| match call.number {
            1 => persists(call, json!({ "title": "Stones", "summary": "How.", "actions": ["dress"], "evidence": ["I dress"], "card_ids": [] })),
            2 => persists(call, json!({ "title": "Stones", "summary": "How.", "actions": "dress", "evidence": [{ "quote": "I dress" }] })),
            _ => question(call),
        });
        let results = results(&world);
        let message = results[0]["message"].as_str().expect("a message");
        assert!(message.contains("• data.actions: must be a string"), "{message}");
        assert!(message.contains("• data.evidence[0]: must be an object; its keys are quote, source"), "{message}");
        assert!(message.contains("• data.card_ids: is not a known key; its keys are actions, evidence, "), "{message}");
        assert!(!message.contains("data.•"));
        assert_eq!(results[1]["status"], "ok", "{}", results[1]);
    }

    fn what_was_approved_is_kept_by_its_token() {
        for changed in [false, true] {
            let world = keeps_by_token(|token| token.into(), changed);
            let results = results(&world);
            assert_eq!((results[1]["status"].as_str(), results[1]["confirmed"].as_bool()), (Some("ok"), Some(true)), "{}", results[1]);
            assert_eq!(states(&world)[0], ObjectiveState::Met);
            let kept = &artifacts_of(&world.interview).artifacts[0].artifact;
            let name = if changed { "Ada Lovelace" } else { "Ada Example" };
            assert_eq!(kept.data, json!({ "basics": { "name": name, "email": "ada@example.com" } }));
            assert_valid_histories(&world);
        }
    }

    fn a_token_of_no_approved_form_keeps_nothing() {
        for token in [|_: &str| String::from("nobody-7"), |_: &str| String::new()] {
            let world = keeps_by_token(token, false);
            let result = &results(&world)[1];
            assert_eq!((result["status"].as_str(), result["reason"].as_str()), (Some("error"), Some("invalid_parameters")));
            assert!(result["message"].as_str().is_some_and(|message| message.starts_with("approval: ")), "{result}");
            assert!(artifacts_of(&world.interview).artifacts.is_empty());
        }
        let mut rejected = world(|call| match asked(call).log.len() {
            0 => calls(call, &[("submit_for_validation", json!({ "dataType": "applicant_profile", "data": sample(DataType::ApplicantProfile) }))]),
            _ => question(call),
        });
        let token = rejected.view().form.expect("a form").token;
        rejected.event(colloquy_core::Event::SettleForm { token, value: json!({ "status": "rejected" }) });
        assert_eq!(results(&rejected)[0].get("approval"), None, "nothing was approved");
    }

    fn a_call_that_was_cut_off_gets_that_as_its_result_and_its_rest_is_not_sent_back() {
        let world = world(|call| match call.number {
            1 => {
                let text = format!("{{\"dataType\": \"knowledge_card\", \"data\": {{\"summary\": \"{}", "long ".repeat(4_000));
                RawReply { stop: StopReason::MaxTokens, ..calls(call, &[("persist_data", Value::String(text))]) }
            }
            _ => question(call),
        });
        let result = &results(&world)[0];
        assert_eq!(result["reason"], "invalid_parameters");
        assert!(result["message"].as_str().is_some_and(|message| message.contains("cut off by the token limit")), "{result}");
        let sent: usize = world.calls[1].messages.iter().flat_map(|message| &message.tool_calls).map(|call| call.arguments.to_string().len()).sum();
        assert!(sent < 10, "{sent} bytes of what was cut off");
        assert_valid_histories(&world);
    }

    fn words_of_a_text_are_counted_and_not_believed() {
        let world = world(|call| match call.number {
            1 => calls(call, &[("persist_data", json!({
                "dataType": "writing_sample", "data": { "title": "A letter", "text": "Dear reader, this has seven words.", "words": 71 },
            }))]),
            _ => question(call),
        });
        assert_eq!(artifacts_of(&world.interview).artifacts[0].artifact.data["words"], 6);
    }

    fn a_long_text_is_kept_from_where_it_is() {
        thread_local! {
            static FROM: std::cell::Cell<(&'static str, &'static str)> = const { std::cell::Cell::new(("", "")) };
        }
        let letter = "Dear reader, the stones were wet.\n\nAnd they stayed wet. ".repeat(400);
        for (from, kind, kept) in [
            ("answer", "writing_sample", true),
            ("colloquy-file:nobody", "writing_sample", false),
            ("answer", "knowledge_card", false),
        ] {
            FROM.set((from, kind));
            let mut world = world(|call| match (asked(call).log.len(), call.ask.history.len(), FROM.get()) {
                (0, 1, (from, kind)) => {
                    let mut arguments = json!({ "dataType": kind, "data": { "title": "A letter" }, "text_from": from });
                    if kind == "knowledge_card" {
                        arguments["data"]["summary"] = "x".into();
                    }
                    calls(call, &[("persist_data", arguments)])
                }
                _ => question(call),
            });
            world.answer(&letter);
            let result = &results(&world)[0];
            assert_eq!(result["status"] == "ok", kept, "{result}");
            let artifacts = artifacts_of(&world.interview).artifacts;
            assert_eq!(artifacts.len(), usize::from(kept));
            if let Some(one) = artifacts.first() {
                assert_eq!(one.artifact.data["text"].as_str(), Some(letter.trim()));
                assert_eq!(one.artifact.data["words"], 4_000);
            } else {
                assert!(result["message"].as_str().is_some_and(|message| message.starts_with("text_from: ")), "{result}");
            }
        }
        let mut world = world(|call| match call.number {
            1 => calls(call, &[("get_user_upload", json!({}))]),
            2 => calls(call, &[("extract_document", json!({ "file_url": asked(call).files[0].storage_url }))]),
            3 => calls(call, &[("persist_data", json!({ "dataType": "writing_sample", "data": { "title": "A letter" }, "text_from": asked(call).files[0].storage_url }))]),
            _ => question(call),
        });
        world.tools = Run::Gives(|_| json!({
            "status": "ok", "artifact_record": { "status": "parsed", "text": "The text of the file." }, "derived": {}, "quality": {},
        }));
        let event = agrees(&world.view());
        world.event(event);
        let artifacts = artifacts_of(&world.interview).artifacts;
        assert_eq!(artifacts[0].artifact.data["text"], "The text of the file.", "{:?}", results(&world));
        assert!(artifacts[0].artifact.data["file_url"].as_str().is_some_and(|url| url.starts_with("colloquy-file:")));
    }

    fn a_transcript_states_why_an_onboarding_interview_ended() {
        let guide: Value = serde_json::from_str(ONBOARDING).expect("JSON");
        let mut world = World::new(guide, led(), vec![Act::Agent(diligent)]);
        world.run(agrees);
        let text = export(world.interview.session(), Format::Structured);
        assert!(text.contains("everything it was to bring together is there"), "{text}");
        assert!(!text.contains("enough is known of the skills"));
    }
}
