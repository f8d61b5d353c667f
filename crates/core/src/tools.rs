//! Tools that a model calls: a capability that any kind of interview may use. Which there are in a session, and when, is its
//! kind's to say; see [`Kind::dispatch`](crate::kinds::Kind::dispatch).

use colloquy_schema::tools::{ANALYSIS, EXTRACT, read_arguments};
use colloquy_schema::{HostTool, Issue, Setup, ToolCall, ToolSpec};
use serde_json::{Map, Value};

/// The result of a tool call that failed, as the model reads it.
pub fn error(tool: &str, reason: &str, message: &str) -> Value {
    let mut out = Map::new();
    for (key, text) in [
        ("status", "error"),
        ("reason", reason),
        ("tool", tool),
        ("message", message),
    ] {
        out.insert(key.into(), text.into());
    }
    Value::Object(out)
}

/// Reads the arguments of a built-in tool.
///
/// # Errors
/// The result that refuses the call, with every fault.
pub fn arguments(call: &ToolCall) -> Result<Value, Value> {
    let (arguments, issues) = read_arguments(&call.name, &call.arguments);
    if issues.is_empty() {
        return Ok(arguments);
    }
    let lines: Vec<String> = issues.iter().map(Issue::line).collect();
    Err(error(&call.name, "invalid_parameters", &lines.join("\n")))
}

/// The tool of the host that has a name.
pub fn of_host<'a>(setup: &'a Setup, name: &str) -> Option<&'a HostTool> {
    setup.tools.iter().find(|tool| tool.name == name)
}

/// Describes a tool of the host to a model.
pub fn host_spec(tool: &HostTool) -> ToolSpec {
    ToolSpec {
        name: tool.name.clone(),
        description: tool.description.clone(),
        parameters: tool.parameters.clone(),
    }
}

/// True when a tool does no harm when it is run a second time.
pub fn is_idempotent(setup: &Setup, name: &str) -> bool {
    match of_host(setup, name) {
        Some(tool) => tool.idempotent,
        None => [EXTRACT, ANALYSIS].contains(&name),
    }
}
