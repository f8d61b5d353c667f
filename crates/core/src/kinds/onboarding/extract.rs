//! What comes of `extract_document`: the page reads the file, and what it brings is held to its shape and size here. What is
//! in a document is data: it becomes nobody's words and nothing's instruction.

use super::persist::version_of;
use super::state::Onboarding;
use crate::forms::{approvable, file};
use crate::session::Session;
use crate::tools::error;
use crate::wording::cut;
use colloquy_schema::{
    DataType, Fact, ToolCall,
    contract::{Unknown, validate},
    tools::{EXTRACT, schema},
};
use serde_json::{Map, Value, json};

/// Longest text of a document in a result, in bytes; the file keeps all of it.
const TEXT_BYTES: usize = 40_000;
/// Most remarks on the quality of a reading.
const ISSUES: usize = 20;

/// Returns the result as the model reads it, and adds what is kept because of it to `facts`.
pub(super) fn accept(
    state: &Onboarding,
    session: &Session,
    call: &ToolCall,
    result: Value,
    facts: &mut Vec<Fact>,
) -> Value {
    let failed = |message: &str| error(EXTRACT, "execution_failed", message);
    if result["status"] == "error" {
        return result;
    }
    let url = call.arguments["file_url"].as_str().unwrap_or_default();
    let Some(file) = file(session, url) else {
        return failed("The file is gone.");
    };
    let status = result["status"].as_str();
    let Some(status) = status.filter(|status| ["ok", "partial", "failed"].contains(status)) else {
        return failed("The document could not be read.");
    };
    let mut record = approvable(&result["artifact_record"]);
    if !record.is_object() {
        record = Value::Object(Map::new());
    }
    // What is known of the file is set by the engine.
    record["file_url"] = url.into();
    record["name"] = file.name.as_str().into();
    record["mime"] = file.mime_type.as_str().into();
    record["bytes"] = file.size.into();
    if record["status"].is_null() {
        record["status"] = if status == "failed" {
            "failed"
        } else {
            "parsed"
        }
        .into();
    }
    let mut issues: Vec<Value> = result["quality"]["issues"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    issues.retain(|issue| issue.as_str().is_some_and(|issue| issue.len() <= 100));
    issues.truncate(ISSUES);
    if let Some(text) = record["text"].as_str()
        && text.len() > TEXT_BYTES
    {
        record["text"] = cut(text, TEXT_BYTES).into();
        issues.push("text_cut".into());
    }
    if !validate(
        &schema(DataType::ArtifactRecord.schema_text()),
        &record,
        Unknown::Refused,
    )
    .is_empty()
    {
        return failed("The document was read, but not into the shape of a document.");
    }
    let wanted = |kind: DataType| {
        let types = call.arguments["return_types"]
            .as_array()
            .into_iter()
            .flatten();
        types.into_iter().any(|name| *name == kind.name())
    };
    let mut derived = Map::new();
    for kind in [DataType::ApplicantProfile, DataType::SkeletonTimeline] {
        let data = &result["derived"][kind.name()];
        let sound = data.is_object()
            && validate(&schema(kind.schema_text()), data, Unknown::Refused).is_empty();
        if wanted(kind) && sound {
            derived.insert(kind.name().into(), data.clone());
        }
    }
    let mut persisted = false;
    if call.arguments["auto_persist"] == true
        && let Ok(artifact) = version_of(state, DataType::ArtifactRecord, &record, false)
    {
        record["id"] = artifact.id.as_str().into();
        facts.push(Fact::Persisted(artifact));
        persisted = true;
    }
    let confidence = result["quality"]["extraction_confidence"]
        .as_f64()
        .unwrap_or(0.0);
    json!({
        "status": status,
        "artifact_record": record,
        "derived": derived,
        "quality": { "extraction_confidence": confidence.clamp(0.0, 1.0), "issues": issues },
        "persisted": persisted,
    })
}
