//! The envelope in which a staged interview's replies come, as far as it can be used, and the rules that need the session.

use super::Staged;
use crate::session::Session;
use colloquy_schema::contract::whole;
use colloquy_schema::{Engagement, Issue, StagedQuestion, Tracked};
use serde_json::Value;

/// An envelope whose question can be put. What is wrong besides is absent here, and the engine's own view stands in.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    pub(super) stage: Option<String>,
    pub(super) response: String,
    pub(super) depth: Option<u8>,
    /// Place of the objective that the question is for, from 0.
    pub(super) objective: Option<u8>,
    pub(super) completeness: Option<u8>,
    pub(super) engagement: Option<Engagement>,
    pub(super) insights: Vec<String>,
    pub(super) examples: Option<u32>,
    pub(super) follow_up: Option<Vec<String>>,
    /// Places of the objectives that the last answer covered unasked, from 0.
    pub(super) unasked: Vec<u8>,
    pub(super) ready: bool,
}

/// Takes of an envelope what has the right type and range.
pub(super) fn read(value: &Value) -> Envelope {
    let (metadata, tracking) = (&value["metadata"], &value["internal_tracking"]);
    // 2.0 is a whole number, as JSON Schema has it.
    let within = |value: &Value, least: i64, most: i64| {
        whole(value).filter(|number| (least..=most).contains(number))
    };
    let texts = |value: &Value| -> Option<Vec<String>> {
        let items = value.as_array()?.iter();
        Some(items.filter_map(Value::as_str).map(String::from).collect())
    };
    // Numbered from 1 as they are shown.
    let place = |value: &Value| within(value, 1, 10).map(|number| number as u8 - 1);
    let unasked = tracking["objectives_told"].as_array();
    Envelope {
        stage: value["interview_stage"].as_str().map(String::from),
        response: value["response"].as_str().unwrap_or_default().into(),
        depth: within(&metadata["question_depth"], 1, 4).map(|depth| depth as u8),
        objective: place(&metadata["objective"]),
        completeness: within(&metadata["completeness"], 0, 100).map(|percent| percent as u8),
        engagement: colloquy_schema::codec::read(metadata["engagement_level"].clone()).ok(),
        insights: texts(&tracking["key_insights"]).unwrap_or_default(),
        examples: within(&tracking["examples_collected"], 0, u32::MAX.into())
            .map(|count| count as u32),
        unasked: unasked.into_iter().flatten().filter_map(place).collect(),
        follow_up: texts(&tracking["follow_up_needed"]),
        ready: tracking["stage_transition_ready"]
            .as_bool()
            .unwrap_or_default(),
    }
}

/// Rules across the fields of an envelope that need the session. A breach is reported, and the engine's own view wins.
pub(super) fn breaches(
    kind: &Staged,
    session: &Session,
    envelope: &Envelope,
    issues: &mut Vec<Issue>,
) {
    let stages = &kind.state;
    let all = &kind.parameters.stages;
    let id = |at: usize| all.get(at).map_or("", |stage| &stage.id);
    let mut report = |path: &str, rule: &str, parts: &[&str]| {
        Issue::report(issues, path, rule, &parts.concat(), None);
    };
    if let Some(named) = &envelope.stage
        && named != id(stages.current)
        && (named.is_empty() || named != id(stages.current + 1))
    {
        let parts = ["must be ", id(stages.current), ", the current stage"];
        report("interview_stage", "stage_order", &parts);
    }
    let before = stages
        .last_answered(session)
        .map_or(0, |staged| staged.depth);
    if let Some(depth) = envelope.depth
        && depth != 1
        && depth != before
        && depth != before + 1
    {
        let parts = ["must stay ", &before.to_string(), ", go up by one, or be 1"];
        report("metadata.question_depth", "depth_order", &parts);
    }
    if envelope
        .examples
        .is_some_and(|examples| examples < stages.examples)
    {
        let least = stages.examples.to_string();
        let parts = ["must not be less than the ", &least, " collected so far"];
        report("internal_tracking.examples_collected", "decreasing", &parts);
    }
}

/// Writes an envelope as a model replied it, in the order that is asked for: the response before what is tracked, so that it streams
/// first.
pub(super) fn written(response: &str, put: &StagedQuestion, reported: &Tracked) -> String {
    let text = |text: &str| colloquy_schema::codec::text(&text);
    let list = |list: &[String]| colloquy_schema::codec::text(&list);
    let unasked: Vec<u32> = reported
        .told
        .iter()
        .map(|place| u32::from(*place) + 1)
        .collect();
    [
        "{\"interview_stage\": ",
        &text(&reported.stage),
        ", \"response\": ",
        &text(response),
        ", \"metadata\": {\"question_depth\": ",
        &put.depth.to_string(),
        ", \"objective\": ",
        &(u32::from(put.objective) + 1).to_string(),
        ", \"completeness\": ",
        &reported.completeness.to_string(),
        ", \"engagement_level\": \"",
        reported.engagement.name(),
        "\"}, \"internal_tracking\": {\"key_insights\": ",
        &list(&reported.insights),
        ", \"examples_collected\": ",
        &reported.examples.to_string(),
        ", \"follow_up_needed\": ",
        &list(&reported.follow_up),
        ", \"objectives_told\": ",
        &colloquy_schema::codec::text(&unasked),
        ", \"stage_transition_ready\": ",
        if reported.ready { "true" } else { "false" },
        "}}",
    ]
    .concat()
}
