//! Rewrites a JSON Schema to what a provider accepts, and undoes in a reply what the rewriting changed.
//!
//! A provider enforces less than a schema asks for. What it does not accept moves into the descriptions as plain words, so that
//! the model still reads it, and the full schema is still enforced on this side. What was moved is reported.
//!
//! | | `openai` (strict) | `anthropic` | `generic` |
//! |---|---|---|---|
//! | every key required | yes; an optional one may be null | no, at most 24 optional | no |
//! | lengths of texts | moved | moved | kept |
//! | pattern | kept | moved | moved |
//! | bounds of numbers, numbers of items | kept | moved; at least 0 or 1 items kept | kept |
//! | a schema that contains itself | kept | three levels, then cut | kept |
//!
//! For all of them `allOf` is merged, `oneOf` becomes `anyOf`, other keys are refused, references lead to `$defs`, and a root that
//! is no object becomes the `value` of one. Sources: OpenAI's guide "Structured model outputs" (supported schemas), Anthropic's
//! guide "Structured outputs" (JSON Schema limitations) and the schema transformation of Anthropic's Python SDK; for `generic`,
//! what the grammar converters of llama.cpp, vLLM and Ollama have in common.

mod count;
mod flatten;
mod keep;
mod kinds;
mod merge;
mod refs;
mod restore;
mod rewrite;
mod words;

use crate::codec::Codec;
pub use restore::restore;

use serde_json::Value;

/// Whose rules a schema is rewritten to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
pub enum Provider {
    /// OpenAI's structured outputs with `strict: true`, for reply formats and tools alike.
    #[codec(rename = "openai")]
    OpenAi,
    /// Anthropic's `output_config.format` and strict tools.
    Anthropic,
    /// Servers that speak OpenAI's format and turn a schema into a grammar of their own.
    Generic,
}

/// A schema for one provider.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Profiled {
    /// The schema as it is sent to the provider.
    pub schema: Value,
    /// Changes of the schema.
    pub report: ProfileReport,
}

/// What the rewriting of a schema came to.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct ProfileReport {
    /// Objects within objects, the root included, in the rewritten schema.
    pub depth: u32,
    /// Properties at all levels of the rewritten schema; those of a definition count once.
    pub properties: u32,
    /// Keywords that the provider does not accept and that are now words in the description, or gone with what they held.
    pub moved: Vec<Moved>,
    /// Paths of keys that are optional in the schema and that the model must give, null where there is nothing.
    pub nullable: Vec<String>,
    /// Limits of the provider that the rewritten schema still exceeds: the provider will refuse it.
    pub over_limits: Vec<OverLimit>,
    /// True when the root is no object and became the key `value` of one.
    pub wrapped: bool,
}

/// A keyword that moved.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Moved {
    /// Where the value is, as in an issue, `[]` for every item of an array.
    pub path: String,
    /// The keyword.
    pub keyword: String,
}

/// A limit that is exceeded.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct OverLimit {
    /// What is limited: `depth`, `properties`, `optional`, `unions`, `enum_values`, `enum_chars`, `chars`.
    pub limit: String,
    /// Number that the schema has.
    pub found: u32,
    /// Number that the provider accepts.
    pub most: u32,
}

impl Provider {
    /// Finds a provider by its name.
    pub fn from_name(name: &str) -> Option<Provider> {
        let place = Self::NAMES.iter().position(|known| *known == name)?;
        Some(Self::ALL[place])
    }
}

/// Rewrites any JSON Schema to what a provider accepts. A schema that nests or fans out without end is cut where it gets too
/// large, and the cut is among what was moved.
///
/// Replies are to be read through [`restore`] with the full schema before they are judged.
pub fn profile(schema: &Value, provider: Provider) -> Profiled {
    let (schema, mut report) = rewrite::rewrite(schema, provider);
    count::measure(&schema, provider, &mut report);
    Profiled { schema, report }
}
