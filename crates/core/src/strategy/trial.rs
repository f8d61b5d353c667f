//! Tries the engine on what a strategy with tools will need, before it is written: parallel tool calls of which one waits for
//! the respondent.

use super::{Dispatch, Plan, Step, conversation};
use crate::effect::Effect;
use crate::event::Event;
use crate::interview::{Begin, Interview, Opening};
use crate::reply::{Reading, Reply};
use crate::session::Session;
use colloquy_schema::{
    CloseReason, Contract, Fact, Purpose, QuestionKind, RawReply, Record, Setup, StopReason,
    ToolCall, ToolSpec,
};
use serde_json::{Value, json};

pub(super) fn plan(session: &Session) -> Step {
    if session.parts.get("done").is_some() {
        return match session.closed {
            None => Step::Close(CloseReason::Concluded),
            Some(_) => Step::Respondent,
        };
    }
    Step::Ask(Box::new(Plan {
        step: "tools".into(),
        contract: Contract::Question,
        settings: conversation::settings(session),
        tools: ["form", "effect"].map(tool).into(),
        must_call: false,
        state: String::new(),
        instruction: String::new(),
        ask: conversation::ask(session, QuestionKind::Initial, Purpose::Question),
    }))
}

fn tool(name: &str) -> ToolSpec {
    ToolSpec {
        name: name.into(),
        description: String::new(),
        parameters: json!({"type": "object"}),
    }
}

pub(super) fn absorb(_plan: &Plan, reading: Reading) -> Vec<Fact> {
    let value = match reading {
        Reading::Value(Reply::Question(reply)) => Some(json!(reply.question)),
        _ => None,
    };
    vec![Fact::PartEnded {
        part: "done".into(),
        value,
    }]
}

pub(super) fn dispatch(call: &ToolCall) -> Dispatch {
    match call.name.as_str() {
        "form" => Dispatch::Form {
            reason: "the respondent fills a form".into(),
        },
        "effect" => Dispatch::Run,
        _ => Dispatch::Result(json!({"status": "ok"})),
    }
}

/// Drives an interview whose store works; effects other than appends are kept.
struct Bench {
    interview: Interview,
    stored: Vec<Record>,
    asked: Vec<u32>,
    run: Vec<String>,
}

impl Bench {
    fn new() -> Bench {
        let guide: Value =
            serde_json::from_str(include_str!("../../../../pkg/guides/reflective.json"))
                .expect("JSON");
        let setup = Setup {
            interviewer: crate::strategy::trial::model(),
            ..Setup::default()
        };
        let interview = Interview::begin(
            Begin {
                session: "s".into(),
                guide,
                setup,
                validator: None,
            },
            0,
        )
        .expect("sound");
        let mut bench = Bench {
            interview,
            stored: Vec::new(),
            asked: Vec::new(),
            run: Vec::new(),
        };
        bench.interview.session_mut().trial = true;
        bench.event(Event::Consent);
        bench
    }

    fn event(&mut self, event: Event) {
        self.interview.handle(1_000, event).expect("accepted");
        while let Some(effect) = self.interview.poll_effect() {
            match effect {
                Effect::Append { id, records, .. } => {
                    self.stored.extend(records);
                    self.interview
                        .handle(1_000, Event::Saved { id })
                        .expect("accepted");
                }
                Effect::AskModel { id, .. } => self.asked.push(id),
                Effect::RunTool { call } => self.run.push(call.id),
                Effect::CancelModel { .. } | Effect::Finished => {}
            }
        }
    }

    fn reply(&mut self, text: &str, tool_calls: Vec<ToolCall>) {
        let id = *self.asked.last().expect("the model was asked");
        let stop = if tool_calls.is_empty() {
            StopReason::End
        } else {
            StopReason::ToolUse
        };
        self.event(Event::ModelDone {
            id,
            reply: RawReply {
                text: text.into(),
                tool_calls,
                stop,
                ..RawReply::default()
            },
        });
    }

    fn reload(&mut self) {
        let opening = Opening {
            read_only: true,
            ..Opening::default()
        };
        self.interview = Interview::restore(self.stored.clone(), opening, 1_000).expect("restores");
        self.interview.session_mut().trial = true;
        self.interview.reopen_for_writing();
        self.event(Event::Tick);
    }

    fn token(&self) -> String {
        let waiting = self
            .stored
            .iter()
            .rev()
            .find_map(|record| match &record.fact {
                Fact::ToolWaiting { token, .. } => Some(token.clone()),
                _ => None,
            });
        waiting.expect("a tool waits")
    }

    fn results(&self) -> Vec<(String, Value)> {
        let ended = self.stored.iter().filter_map(|record| match &record.fact {
            Fact::ToolEnded { id, result } => Some((id.clone(), result["status"].clone())),
            _ => None,
        });
        ended.collect()
    }
}

fn model() -> colloquy_schema::Interviewer {
    colloquy_schema::Interviewer::Model {
        dialect: "anthropic".into(),
        name: "m".into(),
        reply_mode: Default::default(),
    }
}

fn call(id: &str, name: &str) -> ToolCall {
    ToolCall {
        id: id.into(),
        name: name.into(),
        arguments: json!({}),
    }
}

const GOOD: &str = r#"{"follow_up": false, "question": "What stayed with you?"}"#;

#[test]
fn the_model_is_asked_again_when_all_parallel_calls_are_settled() {
    let mut bench = Bench::new();
    bench.reply(
        "",
        vec![
            call("a", "form"),
            call("b", "effect"),
            call("c", "at_once"),
            call("d", "unknown"),
        ],
    );
    assert_eq!(bench.run, ["b"]);
    assert_eq!(bench.asked.len(), 1, "one call waits");
    bench.event(Event::ToolSettled {
        token: "b".into(),
        result: json!({"status": "ok"}),
    });
    assert_eq!(bench.asked.len(), 1, "the form still waits");
    let token = bench.token();
    bench.event(Event::ToolSettled {
        token: token.clone(),
        result: json!({"status": "approved"}),
    });
    assert_eq!(bench.asked.len(), 2);
    bench.event(Event::ToolSettled {
        token,
        result: json!({"status": "again"}),
    });
    assert_eq!(bench.interview.ignored(), 1, "a token is used once");
    let mut results = bench.results();
    results.sort_by(|a, b| a.0.cmp(&b.0));
    let expected = [("a", "approved"), ("b", "ok"), ("c", "ok"), ("d", "error")];
    assert_eq!(
        results,
        expected.map(|(id, status)| (id.to_string(), json!(status)))
    );
    bench.reply(GOOD, Vec::new());
    assert_eq!(
        bench.interview.session().closed,
        Some(CloseReason::Concluded)
    );
}

#[test]
fn a_waiting_form_survives_a_reload_and_a_lost_effect_has_failed() {
    let mut bench = Bench::new();
    bench.reply("", vec![call("a", "form"), call("b", "effect")]);
    let token = bench.token();
    bench.reload();
    assert_eq!(bench.results(), [("b".to_string(), json!("error"))]);
    bench.event(Event::ToolSettled {
        token,
        result: json!({"status": "approved"}),
    });
    assert_eq!(bench.results().len(), 2, "exactly one result per call");
    assert_eq!(bench.asked.len(), 2);
}
