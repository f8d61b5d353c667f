//! Tries the engine on what the hardest strategies will need, before they are written: parallel tool calls of which one
//! waits for the respondent, and sequential parts whose second one fails.

use super::{Dispatch, Plan, Step};
use crate::effect::Effect;
use crate::event::Event;
use crate::interview::{Begin, Interview, Opening};
use crate::reply::{Reading, Reply};
use crate::session::Session;
use crate::strategy::Strategy;
use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, QuestionKind, RawReply, Record, Setup,
    StopReason, ToolCall,
};
use serde_json::{Value, json};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) enum Trial {
    Tools,
    Parts,
}

pub(super) fn plan(session: &Session, trial: &Trial) -> Step {
    let step = match trial {
        Trial::Tools if session.parts.get("done").is_some() => {
            return Step::Close(CloseReason::Concluded);
        }
        Trial::Tools => "tools",
        Trial::Parts if session.parts.get("part-1").is_none() => "part-1",
        // A failed part leaves the earlier ones standing; the next is not asked for.
        Trial::Parts if session.parts.iter().any(|(_, value)| value.is_none()) => {
            return Step::Close(CloseReason::Concluded);
        }
        Trial::Parts if session.parts.get("part-2").is_none() => "part-2",
        Trial::Parts => return Step::Close(CloseReason::Concluded),
    };
    let ask = Ask {
        kind: QuestionKind::Initial,
        template: String::new(),
        locale: session.locale.clone(),
        number: 1,
        max_questions: 1,
        context: session.context.clone(),
        guidelines: Rc::default(),
        history: Vec::new(),
        asked_before: Rc::default(),
        digest: Rc::default(),
        bank: Rc::default(),
        seed: 0,
        issues: session.attempts.issues.clone(),
    };
    Step::Ask(Box::new(Plan {
        step: step.into(),
        contract: Contract::Question,
        settings: CallSettings {
            max_tokens: 500,
            temperature: 0.1,
            top_p: None,
        },
        tools: if step == "tools" {
            vec!["form", "effect"]
        } else {
            Vec::new()
        },
        ask,
        instruction: String::new(),
    }))
}

pub(super) fn absorb(plan: &Plan, reading: Reading) -> Vec<Fact> {
    let value = match reading {
        Reading::Value(Reply::Question(reply)) => Some(json!(reply.question)),
        Reading::Prose(_) | Reading::Nothing => None,
    };
    let part = if plan.step == "tools" {
        "done"
    } else {
        &plan.step
    };
    vec![Fact::PartEnded {
        part: part.into(),
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
    trial: Trial,
    stored: Vec<Record>,
    asked: Vec<u32>,
    run: Vec<String>,
}

impl Bench {
    fn new(trial: Trial) -> Bench {
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
            },
            0,
        )
        .expect("sound");
        let mut bench = Bench {
            interview,
            trial,
            stored: Vec::new(),
            asked: Vec::new(),
            run: Vec::new(),
        };
        bench.interview.session_mut().strategy = Strategy::Trial(bench.trial.clone());
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
        self.interview.session_mut().strategy = Strategy::Trial(self.trial.clone());
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
    let mut bench = Bench::new(Trial::Tools);
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
    let mut bench = Bench::new(Trial::Tools);
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

#[test]
fn a_part_that_fails_for_good_keeps_the_earlier_ones() {
    let mut bench = Bench::new(Trial::Parts);
    bench.reply(GOOD, Vec::new());
    for _ in 0..4 {
        bench.reply("{\"no\": 1}", Vec::new());
    }
    let session = bench.interview.session();
    assert_eq!(
        session.parts.get("part-1"),
        Some(&Some(json!("What stayed with you?")))
    );
    assert_eq!(session.parts.get("part-2"), Some(&None));
    assert_eq!(session.closed, Some(CloseReason::Concluded));
    assert_eq!(bench.asked.len(), 5);
}

#[test]
fn parts_are_retried_each_on_its_own() {
    let mut bench = Bench::new(Trial::Parts);
    for text in ["no", "no", "no", GOOD, "no", "no", "no"] {
        bench.reply(text, Vec::new());
    }
    let other = r#"{"follow_up": false, "question": "And what was new in it?"}"#;
    bench.reply(other, Vec::new());
    assert_eq!(
        bench
            .interview
            .session()
            .parts
            .iter()
            .filter(|(_, value)| value.is_some())
            .count(),
        2
    );
}
