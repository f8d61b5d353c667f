//! The forms of an onboarding interview: filled in, refused, answered by words, after reloads, and with hostile values.

use crate::behaviours;
use crate::onboarding::{agrees, asked, calls, diligent, file, led, question, small_guide};
use crate::sections::{artifacts_of, section};
use crate::world::{Act, Run, World, assert_valid_histories};
use colloquy_core::kinds::onboarding::OnboardingView;
use colloquy_core::{Command, Event, FormKind, Phase, ReactionKind, RefuseReason};
use colloquy_schema::{Call, DataType, Fact, HostTool, ObjectiveState, RawReply};
use serde_json::{Value, json};

/// What a model does.
type Agent = fn(&Call) -> RawReply;

/// An interview whose first call opens a form.
fn with_form(agent: fn(&Call) -> RawReply) -> World {
    World::new(small_guide(), led(), vec![Act::Agent(agent)])
}

fn option(call: &Call) -> RawReply {
    let options = json!([{ "id": "a", "label": "A résumé" }, { "id": "b", "label": "By hand", "description": "Type it." }]);
    match call.number {
        1 => calls(
            call,
            &[(
                "get_user_option",
                json!({ "prompt": "How do we begin?", "options": options, "multiple": true }),
            )],
        ),
        _ => question(call),
    }
}

fn upload(call: &Call) -> RawReply {
    match call.number {
        1 => calls(
            call,
            &[(
                "get_user_upload",
                json!({ "acceptedFormats": ["pdf"], "multiple": true }),
            )],
        ),
        _ => question(call),
    }
}

fn profile(call: &Call) -> RawReply {
    match call.number {
        1 => calls(
            call,
            &[(
                "submit_for_validation",
                json!({ "dataType": "applicant_profile", "data": { "basics": { "email": "a@b" } }, "message": "Is this you?" }),
            )],
        ),
        _ => question(call),
    }
}

fn token(world: &World) -> String {
    world.view().form.expect("a form").token
}

fn settle(world: &mut World, value: Value) -> Result<(), String> {
    let token = token(world);
    world
        .try_event(Event::SettleForm { token, value })
        .map_err(|misuse| misuse.code().to_string())
}

fn last_result(world: &World) -> Value {
    let mut ended = world
        .stored
        .iter()
        .rev()
        .filter_map(|record| match &record.fact {
            Fact::ToolEnded { result, .. } => Some(result.clone()),
            _ => None,
        });
    ended.next().expect("a result")
}

behaviours! {
    fn a_form_is_an_exchange_of_the_interview() {
        let mut world = with_form(option);
        let view = world.view();
        assert_eq!(view.phase, Phase::Answering);
        assert!(view.question.as_ref().is_some_and(|question| question.form && question.text == "How do we begin?"));
        settle(&mut world, json!({ "selectedIds": ["b", "a"] })).expect("sound");
        let exchange = world.interview.exchanges(0, 1).remove(0);
        assert_eq!(exchange.reaction, ReactionKind::Filled);
        let filled = exchange.filled.expect("filled");
        assert_eq!(filled.items, ["By hand", "A résumé"]);
        assert_eq!(world.view().figures.words, 0, "what was chosen is nobody's words");
    }

    fn values_that_do_not_fit_are_refused_and_the_form_still_waits() {
        let cases: [(Agent, Vec<Value>); 3] = [
            (option, vec![json!({}), json!(null), json!([]), json!({ "selectedIds": [] }), json!({ "selectedIds": ["c"] }), json!({ "selectedIds": ["a", "a"] }), json!({ "selectedIds": "a" })]),
            (upload, vec![
                json!({}), json!({ "files": [] }), json!({ "files": [1] }), json!({ "files": [file(1), file(1)] }),
                json!({ "files": [{ "storageUrl": "https://elsewhere.example/x", "name": "x", "mimeType": "application/pdf", "size": 1 }] }),
                json!({ "files": [{ "storageUrl": "colloquy-file:00000000-0000-4000-8000-000000000001", "name": "x.exe", "mimeType": "application/x-msdownload", "size": 1 }] }),
                json!({ "files": [{ "storageUrl": "colloquy-file:00000000-0000-4000-8000-000000000001", "name": "x.pdf", "mimeType": "application/pdf", "size": 200_000_000 }] }),
            ]),
            (profile, vec![
                json!({}), json!({ "data": null }), json!({ "data": { "basics": { "name": " " } } }), json!({ "data": { "basics": { "name": 7 } } }),
                json!({ "data": { "basics": { "name": "Ada" }, "salary": 1 } }), json!({ "data": { "basics": { "name": "x".repeat(301) } } }),
                json!({ "data": { "basics": { "name": "Ada", "summary": "x".repeat(200_000) } } }),
            ]),
        ];
        for (agent, values) in cases {
            let mut world = with_form(agent);
            let records = world.stored.len();
            for value in values {
                assert_eq!(settle(&mut world, value.clone()), Err("invalid_form".into()), "{value:.200}");
            }
            assert_eq!(world.stored.len(), records, "nothing was recorded");
            let event = agrees(&world.view());
            world.event(event);
            assert!(world.view().form.is_none());
        }
    }

    fn a_form_is_there_again_after_a_reload_and_settled_once() {
        for agent in [option as fn(&Call) -> RawReply, upload, profile] {
            let mut world = with_form(agent);
            let before = serde_json::to_value(world.view().form).expect("JSON");
            let asked = world.calls.len();
            world.reload();
            assert_eq!(serde_json::to_value(world.view().form).expect("JSON"), before);
            assert_eq!(world.calls.len(), asked, "nobody is asked meanwhile");
            let (token, event) = (token(&world), agrees(&world.view()));
            world.event(event);
            let again = world.try_event(Event::RefuseForm { token, reason: RefuseReason::UserCancelled });
            assert_eq!(again.expect_err("used").code(), "no_such_form");
            assert_eq!(world.calls.len(), asked + 1);
            world.reload();
            assert!(world.view().form.is_none());
            assert_valid_histories(&world);
        }
    }

    fn a_refused_form_is_a_result() {
        let reasons = [
            (RefuseReason::UserCancelled, "user_cancelled"), (RefuseReason::PermissionDenied, "permission_denied"),
            (RefuseReason::Timeout, "timeout"), (RefuseReason::ExecutionFailed, "execution_failed"),
        ];
        for (reason, name) in reasons {
            let mut world = with_form(upload);
            let token = token(&world);
            world.event(Event::RefuseForm { token, reason });
            let result = last_result(&world);
            assert_eq!((result["status"].as_str(), result["reason"].as_str()), (Some("error"), Some(name)));
            assert_eq!(result["tool"], "get_user_upload");
            assert_eq!(world.interview.exchanges(0, 1)[0].reaction, ReactionKind::Skipped);
            assert_eq!(world.view().phase, Phase::Answering);
        }
    }

    fn words_in_place_of_a_form_refuse_it_and_are_read() {
        let mut world = with_form(|call| match call.number {
            1 => calls(call, &[("get_user_upload", json!({})), ("get_macos_contact_card", json!({}))]),
            _ => question(call),
        });
        let token = token(&world);
        world.answer("I have no file, but I can tell you about the mill where I worked.");
        let results: Vec<Value> = world.stored.iter().filter_map(|record| match &record.fact {
            Fact::ToolEnded { result, .. } => Some(result["reason"].clone()),
            _ => None,
        }).collect();
        assert_eq!(results, ["user_cancelled", "user_cancelled"], "also the one behind it");
        let last = world.calls.last().expect("a call");
        assert!(last.messages.iter().any(|message| message.text.contains("about the mill")));
        let exchange = world.interview.exchanges(0, 1).remove(0);
        assert_eq!((exchange.reaction, exchange.words), (ReactionKind::Answered, 15));
        assert_eq!(world.try_event(Event::SettleForm { token, value: json!({ "files": [file(1)] }) }).expect_err("gone").code(), "no_such_form");
        assert_valid_histories(&world);
    }

    fn skipping_and_declining_refuse_a_form_and_declining_closes_its_objective() {
        let mut world = with_form(upload);
        world.command(Command::Skip);
        assert_eq!(last_result(&world)["reason"], "user_cancelled");
        let mut world = with_form(profile);
        world.command(Command::Decline);
        assert_eq!(world.interview.exchanges(0, 1)[0].reaction, ReactionKind::Declined);
        let view = section::<OnboardingView>(&world.view());
        assert_eq!(view.phases[0].objectives[0].state, ObjectiveState::Declined);
        let mut world = World::new(small_guide(), led(), vec![Act::Agent(question)]);
        world.command(Command::Decline);
        let view = section::<OnboardingView>(&world.view());
        let states = view.phases[0].objectives.iter().map(|objective| objective.state);
        assert_eq!(states.collect::<Vec<_>>(), [ObjectiveState::Declined, ObjectiveState::Open], "what it was for");
    }

    fn three_refusals_in_a_row_end_the_interview() {
        let mut world = World::new(small_guide(), led(), vec![Act::Agent(question)]);
        for _ in 0..3 {
            world.command(Command::Decline);
        }
        assert_eq!(world.view().closed, Some(colloquy_schema::CloseReason::Declined));
    }

    fn pausing_and_finishing_while_a_form_waits_lose_nothing() {
        let mut world = with_form(upload);
        let token = token(&world);
        world.command(Command::Pause);
        assert!(world.view().form.is_none());
        assert_eq!(world.try_event(Event::SettleForm { token: token.clone(), value: json!({ "files": [file(1)] }) }).expect_err("paused").code(), "no_such_form");
        world.command(Command::Resume);
        assert_eq!(self::token(&world), token);
        world.command(Command::Finish);
        assert_eq!(last_result(&world)["reason"], "user_cancelled");
        assert!(world.view().form.is_none() && world.view().closed.is_some());
    }

    fn the_built_in_interviewer_can_take_over_while_a_form_waits() {
        let mut world = with_form(upload);
        world.event(Event::ChangeInterviewer(colloquy_schema::Interviewer::Scripted));
        world.run(agrees);
        assert!(world.view().closed.is_some());
    }

    fn rejecting_keeps_the_objective_open_and_gives_the_reason() {
        let mut world = with_form(profile);
        settle(&mut world, json!({ "status": "rejected", "userNotes": "This is my sister." })).expect("sound");
        let result = last_result(&world);
        assert_eq!((result["status"].as_str(), result["userNotes"].as_str()), (Some("rejected"), Some("This is my sister.")));
        let view = section::<OnboardingView>(&world.view());
        assert_eq!(view.phases[0].objectives[0].state, ObjectiveState::Open);
    }

    fn what_is_shown_for_approval_lists_what_is_lacking() {
        let world = with_form(profile);
        let form = world.view().form.expect("a form");
        assert_eq!(world.view().question.expect("its lead").text, "Is this you?");
        let FormKind::Validation { data_type, issues, .. } = form.kind else { panic!("another form") };
        assert_eq!(data_type, DataType::ApplicantProfile);
        assert_eq!(issues[0].path, "basics.name");
    }

    fn a_tool_of_the_host_can_ask_by_a_form() {
        let agent: fn(&Call) -> RawReply = |call| match call.number {
            1 => calls(call, &[("lookup", json!({ "city": "Ulm" }))]),
            2 => {
                assert_eq!(asked(call).log[0].result, json!({ "status": "ok", "data": { "floor": 2 } }));
                question(call)
            }
            _ => question(call),
        };
        let mut setup = led();
        let schema = json!({ "type": "object" });
        setup.tools = vec![HostTool { name: "where_to".into(), parameters: schema.clone(), ..HostTool::default() }, HostTool { name: "lookup".into(), parameters: schema, ..HostTool::default() }];
        let mut guide = small_guide();
        guide["strategy"]["phases"][1]["tools"] = json!(["submit_for_validation", "persist_data"]);
        let mut world = World::before_consent(guide, setup, vec![Act::Agent(agent)]).expect("sound");
        world.tools = Run::Gives(|_| json!({ "form": {
            "title": "Which floor?", "data": { "floor": 1 },
            "schema": { "type": "object", "required": ["floor"], "properties": { "floor": { "type": "integer", "maximum": 9 } } },
        } }));
        world.event(Event::Consent);
        assert_eq!(world.view().question.expect("its lead").text, "Which floor?");
        world.reload();
        let FormKind::Host { schema, .. } = world.view().form.expect("a form").kind else { panic!("another form") };
        assert_eq!(schema["required"], json!(["floor"]));
        assert_eq!(settle(&mut world, json!({ "data": { "floor": 77 } })), Err("invalid_form".into()));
        settle(&mut world, json!({ "data": { "floor": 2 } })).expect("sound");
        assert_eq!(last_result(&world)["data"], json!({ "floor": 2 }));
    }

    fn forms_of_several_tools_are_shown_one_after_the_other_each_with_its_own_words() {
        let agent: fn(&Call) -> RawReply = |call| match call.number {
            1 => calls(call, &[("lookup", json!({})), ("get_user_upload", json!({ "prompt": "Your file, please." })), ("lookup", json!({}))]),
            _ => question(call),
        };
        let mut setup = led();
        setup.tools = vec![HostTool { name: "lookup".into(), parameters: json!({ "type": "object" }), ..HostTool::default() }];
        let mut guide = small_guide();
        guide["strategy"]["phases"][1]["tools"] = json!(["submit_for_validation", "persist_data"]);
        let form = |title: &str| json!({ "form": { "title": title, "schema": { "type": "object" }, "data": {} } });
        let asked = |world: &World| {
            let view = world.view();
            (view.question.map(|question| question.text), view.form.map(|form| form.tool))
        };
        let mut world = World::before_consent(guide, setup, vec![Act::Agent(agent)]).expect("sound");
        world.tools = Run::Hangs;
        world.event(Event::Consent);
        world.event(Event::ToolSettled { id: "t1-0".into(), result: form("First") });
        world.event(Event::ToolSettled { id: "t1-2".into(), result: form("Second") });
        let mut shown = Vec::new();
        while let (Some(text), Some(tool)) = asked(&world) {
            shown.push((text, tool));
            world.reload();
            let event = agrees(&world.view());
            world.event(event);
        }
        let shown: Vec<(&str, &str)> = shown.iter().map(|(text, tool)| (text.as_str(), tool.as_str())).collect();
        assert_eq!(shown, [("Your file, please.", "get_user_upload"), ("First", "lookup"), ("Second", "lookup")]);
        assert_eq!(world.calls.len(), 2, "asked again when all are settled");
        assert_valid_histories(&world);
    }

    fn forms_do_not_count_as_words_and_the_interview_exports_as_it_is() {
        let mut world = World::new(small_guide(), led(), vec![Act::Agent(diligent)]);
        world.run(agrees);
        let figures = world.view().figures;
        assert_eq!(figures.completion_percent, 100);
        assert!(figures.answered < figures.questions);
        let kept = artifacts_of(&world.interview);
        world.reload();
        assert_eq!(serde_json::to_value(artifacts_of(&world.interview)).expect("JSON"), serde_json::to_value(kept).expect("JSON"));
    }
}
