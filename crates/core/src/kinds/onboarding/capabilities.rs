//! The result of `capabilities.describe`: which tools there are, by what this browser can do. No names of vendors, no side
//! effects, always in the same order.

use super::state::Onboarding;
use super::{allowed, current};
use crate::session::Session;
use colloquy_schema::{
    DataType, FILE_FORMATS,
    tools::{CAPABILITIES, CONTACT, EXTRACT, PERSIST, TOOLS, UPLOAD, VALIDATION},
};
use serde_json::{Map, Value, json};

/// Version of the manifest.
const VERSION: u32 = 2;

pub(super) fn describe(state: &Onboarding, session: &Session) -> Value {
    let can = &session.capabilities;
    let names = |of: fn(DataType) -> bool| -> Vec<&str> {
        let kinds = DataType::ALL.iter().filter(|kind| of(**kind));
        kinds.map(|kind| kind.name()).collect()
    };
    let mut tools = Map::new();
    let own = session.setup.tools.iter().map(|tool| tool.name.as_str());
    for name in TOOLS.into_iter().chain(own) {
        if name == CAPABILITIES {
            continue;
        }
        let here = current(state).is_some_and(|(_, phase)| allowed(state, session, phase, name));
        let reads = !can.documents.is_empty();
        let mut about = Map::new();
        let status = match here {
            true if name == EXTRACT && !reads => "unavailable",
            true => "ready",
            false => "not_in_this_phase",
        };
        about.insert("status".into(), status.into());
        match name {
            UPLOAD => {
                about.insert("accepts".into(), json!(FILE_FORMATS));
                about.insert("max_bytes".into(), can.max_bytes.into());
            }
            VALIDATION => {
                about.insert(
                    "data_types".into(),
                    json!(names(DataType::can_be_validated)),
                );
            }
            PERSIST => {
                about.insert(
                    "data_types".into(),
                    json!(names(DataType::can_be_persisted)),
                );
            }
            CONTACT => {
                about.insert("address_book".into(), can.contact_picker.into());
            }
            EXTRACT => {
                about.insert("supports".into(), json!(can.documents));
                about.insert("ocr".into(), can.ocr.into());
                about.insert("layout_preservation".into(), reads.into());
            }
            _ => {}
        }
        tools.insert(name.into(), Value::Object(about));
    }
    json!({ "version": VERSION, "tools": tools })
}
