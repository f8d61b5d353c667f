//! What `persist_data` does: checks the data by the schema of its type, finds what it changes, and keeps the next version. An approval
//! does the same for kinds of data that the tool does not keep.

use super::state::Onboarding;
use crate::forms::{approvable, approved, data_type, faults};
use crate::kinds::Dispatch;
use crate::session::{Session, ToolState};
use crate::tools;
use colloquy_findings::word_count;
use colloquy_schema::{
    Artifact, DataType, Fact, ToolCall,
    contract::{Unknown, validate, without_nulls},
    tools::{EXTRACT, PERSIST, VALIDATION, schema},
};
use serde_json::{Value, json};

/// Most things that a session keeps, and most versions of all of them together.
const MOST: usize = 200;

fn error(reason: &str, message: &str) -> Dispatch {
    Dispatch::Result(tools::error(PERSIST, reason, message))
}

/// Decides a call whose arguments are sound.
pub(super) fn keep(state: &Onboarding, session: &Session, arguments: &Value) -> Dispatch {
    let Some(kind) = data_type(arguments) else {
        return error("invalid_parameters", "dataType: no such kind of data");
    };
    let upsert = arguments["upsert"].as_bool().unwrap_or(true);
    let data = match arguments["approval"].as_str() {
        Some(token) => approved(session, kind, token).ok_or(
            "approval: no form of this kind of data has it; use the `approval` that a result of submit_for_validation gave",
        ),
        None if arguments["data"].is_object() => Ok(&arguments["data"]),
        None => Err("data: is required where there is no `approval`"),
    };
    let data = data.map_err(String::from).and_then(|data| {
        let from = arguments["text_from"].as_str();
        from.map_or(Ok(data.clone()), |from| {
            with_text(session, kind, data, from)
        })
    });
    match data.and_then(|data| version_of(state, kind, &data, upsert)) {
        Err(message) => error("invalid_parameters", &message),
        Ok(artifact) => {
            let mut result =
                json!({ "status": "ok", "id": artifact.id, "version": artifact.version });
            if kind.can_be_validated() {
                result["confirmed"] = artifact.confirmed.into();
                if !artifact.confirmed {
                    result["message"] = "Kept, but not approved: show it with submit_for_validation, then persist exactly the data that comes back.".into();
                }
            }
            Dispatch::Record(Fact::Persisted(artifact), result)
        }
    }
}

/// Keeps what the respondent approved where no later step does: a position or a course of study in detail. The same one, approved
/// once more, is its next version.
pub(super) fn by_approval(state: &Onboarding, call: &ToolCall, result: &Value) -> Option<Artifact> {
    let kind = data_type(&call.arguments).filter(|kind| !kind.can_be_persisted())?;
    let decided = matches!(result["status"].as_str(), Some("approved" | "modified"));
    if call.name != VALIDATION || !decided {
        return None;
    }
    let mut data = approvable(&result["data"]);
    let same = state.kept.iter().find(|kept| {
        let before = &kept.artifact;
        let names = ["position", "name", "institution", "area"];
        before.data_type == kind && names.iter().all(|name| before.data[*name] == data[*name])
    });
    if let Some(kept) = same {
        data["id"] = kept.artifact.id.as_str().into();
    }
    version_of(state, kind, &data, true).ok()
}

/// Data with a text that the person wrote, or that was read out of their file: nobody has to copy it, word for word, through a call.
fn with_text(session: &Session, kind: DataType, data: &Value, from: &str) -> Result<Value, String> {
    if kind != DataType::WritingSample {
        return Err("text_from: is for a writing_sample only".into());
    }
    let mut data = data.clone();
    if from == "answer" {
        let mut answers = session.exchanges.iter().rev();
        let last = answers.find(|exchange| !exchange.answer_text().is_empty());
        let last = last.ok_or("text_from: there is no answer yet")?;
        data["text"] = last.answer_text().into();
        return Ok(data);
    }
    let mut results = session.tools.iter().filter_map(|tool| match &tool.state {
        ToolState::Ended(result) if tool.call.name == EXTRACT => Some(&result["artifact_record"]),
        _ => None,
    });
    let read = results.find(|record| record["file_url"] == from && record["text"].is_string());
    let Some(read) = read else {
        return Err(
            "text_from: must be answer, or the file_url of a document that was read".into(),
        );
    };
    data["text"] = read["text"].clone();
    data["file_url"] = from.into();
    Ok(data)
}

/// The next version of what some data is.
pub(super) fn version_of(
    state: &Onboarding,
    kind: DataType,
    data: &Value,
    upsert: bool,
) -> Result<Artifact, String> {
    let schema = schema(kind.schema_text());
    let whole = without_nulls(&schema, data.clone());
    let issues = validate(&schema, &whole, Unknown::Refused);
    if !issues.is_empty() {
        return Err(faults(&schema, &issues));
    }
    let kept = &state.kept;
    let of_kind = kept.iter().filter(|kept| kept.artifact.data_type == kind);
    let given = whole["id"].as_str();
    let there = match given {
        _ if !upsert => None,
        Some(id) => {
            let same = kept.iter().find(|kept| kept.artifact.id == id);
            if same.is_some_and(|kept| kept.artifact.data_type != kind) {
                return Err("data.id: is the id of another kind of data".into());
            }
            if same.is_none() {
                return Err(
                    "data.id: nothing of that id was kept; leave it out for something new".into(),
                );
            }
            same
        }
        None if kind.is_single() => of_kind.clone().next(),
        None => None,
    };
    let versions: usize = kept.iter().map(|kept| kept.earlier.len() + 1).sum();
    if versions >= MOST {
        return Err("as much is kept as a session can keep".into());
    }
    let (id, version) = match there {
        Some(kept) => (kept.artifact.id.clone(), kept.artifact.version + 1),
        None => {
            let number = (of_kind.count() + 1).to_string();
            ([kind.name(), "-", &number].concat(), 1)
        }
    };
    let mut data = approvable(&whole);
    // Counting is not a model's strength.
    if kind == DataType::WritingSample
        && let Some(text) = data["text"].as_str()
    {
        data["words"] = word_count(text).into();
    }
    Ok(Artifact {
        confirmed: kind.can_be_validated() && state.is_approved(kind, &data),
        id,
        data_type: kind,
        version,
        data,
    })
}
