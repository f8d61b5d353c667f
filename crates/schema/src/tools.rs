//! The tools that a model may call, and the forms and files that some of them bring: their names and what they are called with.
//! What they do is decided elsewhere.

use crate::Issue;
use crate::codec::Codec;
use crate::contract::{self, Unknown};
use serde_json::Value;

/// Rounds of tool calls a model may take before the respondent is asked.
pub const TOOL_ROUNDS: u32 = 8;

/// Most tool calls of one reply that are run; the rest are refused.
pub const TOOL_CALLS: usize = 8;

/// Most bytes that the results of one turn's tool calls may have together; a result beyond is replaced by an error.
pub const TOOL_TURN_BYTES: usize = 160_000;

/// Lists the tools that are available; free of side effects.
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

/// A tool of the host, pinned with the session. The host runs it.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct HostTool {
    /// Name, 1 to 64 letters, digits, `_` and `-`; none of the built-in ones.
    pub name: String,
    /// What it does and when to call it, for the model.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
    /// True when running it a second time does no harm: one that was cut off by a reload is run again.
    #[codec(skip_empty)]
    pub idempotent: bool,
}

/// A file that the respondent handed in. Its bytes are kept beside the session's records.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct FileRef {
    /// `colloquy-file:<uuid>`, readable in this session's store only.
    #[codec(rename = "storageUrl")]
    pub storage_url: String,
    /// As the respondent's device names it, cut to 200 characters.
    pub name: String,
    /// Kind of its content, by its bytes.
    #[codec(rename = "mimeType")]
    pub mime_type: String,
    /// Size in bytes.
    pub size: u32,
}

/// What this browser can do, as the page found out. Not a part of the session: it may go on in another browser.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Capabilities {
    /// True where the system's address book can be asked (Contact Picker).
    #[codec(optional, rename = "contactPicker")]
    pub contact_picker: bool,
    /// True where the host registered a reader of pictures.
    #[codec(optional)]
    pub ocr: bool,
    /// Kinds of documents that can be read, such as `pdf`; empty where none can.
    #[codec(optional)]
    pub documents: Vec<String>,
    /// Largest file that is taken, in bytes.
    #[codec(optional, rename = "maxBytes")]
    pub max_bytes: u32,
}

/// One tool call with its result.
#[derive(Clone, Debug)]
pub struct ToolRun {
    /// Name of the tool.
    pub tool: String,
    /// Arguments of the call.
    pub arguments: Value,
    /// Result of the call.
    pub result: Value,
    /// Number of the last question before it was called; 0 before the first.
    pub after: u32,
}

/// A tool that a model may call.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct ToolSpec {
    /// Name, as in `capabilities.describe`; dialects write the dot as an underscore, which providers ask for.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
}

/// One tool call a model made.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ToolCall {
    /// The provider's id of the call.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// Arguments as the model wrote them; validated at dispatch.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub arguments: Value,
}

/// The one result of one tool call.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ToolResult {
    /// The provider's id of the call.
    pub id: String,
    /// Result as the model reads it.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub result: Value,
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
