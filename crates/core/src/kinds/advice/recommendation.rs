//! The recommendation, which follows the questions: whole, or in parts that are put together here.

use super::schema;
use crate::session::Session;
use colloquy_schema::Contract;
use colloquy_schema::contract::merge_parts_by;
use serde_json::{Map, Value};

/// The parts of a recommendation that is asked for in parts, in their order.
pub(super) const PARTS: [Contract; 3] = [
    Contract::AdvicePart1,
    Contract::AdvicePart2,
    Contract::AdvicePart3,
];

/// A recommendation as far as it is there.
#[derive(Debug, Default)]
pub(super) struct Recommendation {
    /// What is recommended; empty when not even that could be had.
    pub(super) text: String,
    /// The action, whole; nothing when none is recommended or a part of it is missing.
    pub(super) action: Option<Value>,
    /// What is there of an action that is not whole.
    pub(super) partial: Option<Value>,
    /// Contracts that could not be satisfied.
    pub(super) missing: Vec<Contract>,
}

/// Returns the contract that is to be asked for next; nothing when there is no more to ask.
pub(super) fn next(session: &Session, in_parts: bool) -> Option<Contract> {
    let part = |contract: &Contract| session.parts.get(contract.name());
    if part(&Contract::Advice).is_some() {
        return None;
    }
    // What was begun in parts is ended in parts, whoever asks now.
    if part(&PARTS[0]).is_none() && !in_parts {
        return Some(Contract::Advice);
    }
    let first = part(&PARTS[0]).and_then(Option::as_ref);
    let no_action = first.is_some_and(|value| value["action"].is_null());
    let failed = PARTS
        .iter()
        .any(|part| session.parts.get(part.name()) == Some(&None));
    if no_action || failed {
        return None;
    }
    PARTS.into_iter().find(|contract| part(contract).is_none())
}

/// Puts the recommendation together; nothing before all of it was asked for.
pub(super) fn recommendation(session: &Session) -> Option<Recommendation> {
    let part = |contract: Contract| session.parts.get(contract.name());
    let text = |value: &Value| value["recommendation"].as_str().unwrap_or_default().into();
    if let Some(whole) = part(Contract::Advice) {
        return Some(match whole {
            Some(value) => Recommendation {
                text: text(value),
                action: value
                    .get("action")
                    .filter(|action| !action.is_null())
                    .cloned(),
                ..Recommendation::default()
            },
            None => Recommendation {
                missing: vec![Contract::Advice],
                ..Recommendation::default()
            },
        });
    }
    if part(PARTS[0]).is_none() || next(session, true).is_some() {
        return None;
    }
    let mut out = Recommendation::default();
    let mut found = Map::new();
    for contract in PARTS {
        match part(contract) {
            Some(Some(value)) => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    found.insert(key.clone(), value.clone());
                }
            }
            _ => out.missing.push(contract),
        }
    }
    let found = Value::Object(found);
    out.text = text(&found);
    let first = part(PARTS[0]).and_then(Option::as_ref);
    if first.is_some_and(|value| value["action"].is_null()) {
        out.missing.clear();
        return Some(out);
    }
    let value = |contract: Contract| part(contract).and_then(Option::as_ref);
    let merged = match (first, value(PARTS[1]), value(PARTS[2])) {
        (Some(one), two @ Some(_), three @ Some(_)) => {
            let known = |contract| schema(contract).unwrap_or_default();
            merge_parts_by(&known, one, two, three).ok()
        }
        _ => None,
    };
    match merged {
        Some(whole) => out.action = whole.get("action").cloned(),
        None => out.partial = Some(found),
    }
    Some(out)
}
