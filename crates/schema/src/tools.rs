//! The tools of the specification (seed 004): their names and what they are called with. What they do is decided elsewhere.

use crate::contract::{self, Unknown};
use crate::{Issue, ToolSpec};
use serde_json::Value;

/// Says which tools there are; free of side effects.
pub const CAPABILITIES: &str = "capabilities.describe";
/// Has the respondent choose.
pub const OPTION: &str = "get_user_option";
/// Has the respondent hand in files.
pub const UPLOAD: &str = "get_user_upload";
/// Has the respondent approve data.
pub const VALIDATION: &str = "submit_for_validation";
/// Has the respondent give a contact card.
pub const CONTACT: &str = "get_macos_contact_card";
/// Reads a file that was handed in.
pub const EXTRACT: &str = "extract_document";
/// Keeps data.
pub const PERSIST: &str = "persist_data";
/// Has an answer read for skills.
pub const ANALYSIS: &str = "analyze_technical_skills";

/// All built-in tools, in the order in which they are listed everywhere.
pub const TOOLS: [&str; 8] = [
    CAPABILITIES,
    OPTION,
    UPLOAD,
    VALIDATION,
    CONTACT,
    EXTRACT,
    PERSIST,
    ANALYSIS,
];

/// Returns the JSON Schema of a built-in tool's arguments as text.
pub fn parameters_text(tool: &str) -> Option<&'static str> {
    Some(match tool {
        CAPABILITIES => include_str!("../../../pkg/schemas/tools/capabilities.describe.json"),
        OPTION => include_str!("../../../pkg/schemas/tools/get_user_option.json"),
        UPLOAD => include_str!("../../../pkg/schemas/tools/get_user_upload.json"),
        VALIDATION => include_str!("../../../pkg/schemas/tools/submit_for_validation.json"),
        CONTACT => include_str!("../../../pkg/schemas/tools/get_macos_contact_card.json"),
        EXTRACT => include_str!("../../../pkg/schemas/tools/extract_document.json"),
        PERSIST => include_str!("../../../pkg/schemas/tools/persist_data.json"),
        ANALYSIS => include_str!("../../../pkg/schemas/tools/analyze_technical_skills.json"),
        _ => return None,
    })
}

/// Describes a built-in tool for a model; nothing for a name that is none.
pub fn tool_spec(tool: &str, description: &str) -> Option<ToolSpec> {
    Some(ToolSpec {
        name: tool.into(),
        description: description.into(),
        parameters: schema(parameters_text(tool)?),
    })
}

/// Reads the arguments of a built-in tool: a null that stands for an optional key is taken out, a key the tool does not know is
/// left unread. The faults are what keeps it from being run.
pub fn read_arguments(tool: &str, arguments: &Value) -> (Value, Vec<Issue>) {
    let schema = schema(parameters_text(tool).unwrap_or("{}"));
    let arguments = contract::without_nulls(&schema, arguments.clone());
    let issues = contract::validate(&schema, &arguments, Unknown::Ignored);
    (arguments, issues)
}

/// Reads one of the published schemas.
pub fn schema(text: &str) -> Value {
    contract::text::parse(text)
}
