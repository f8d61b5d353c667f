//! What JavaScript calls of the parts that are loaded when they are needed. Each call takes its part as it is there: the package
//! waits for a part before it calls something of it.

mod archive;
mod contracts;
mod dialects;
mod reader;
mod rules;

pub use archive::{calls, export, read_file, redact, renamed};
pub use contracts::{
    FoundInTexts, check_guide, contract_instructions, contract_schema, extract_findings,
    merge_parts, read_candidates, read_reply, schema_for, validate,
};
pub use dialects::{ModelReply, dialect_path, model_body, model_failure, reported_failure};
pub use reader::{JsonReader, reader_memory};
pub use rules::{read_resume, read_skills};
