//! What a call may ask for: text in, text and calls of the page's own tools out, and nothing that spends or fetches beyond
//! that.
//!
//! Everything is allowed by name. A provider's new field, or one that only some compatible server knows (`n_predict`,
//! `plugins`, `mcp_servers`), is refused until somebody has looked at what it can spend.

mod anthropic;
mod chat;
pub(crate) mod prompts;
mod responses;
#[cfg(test)]
mod tests;

use crate::config::{Dialect, Model};
use crate::json::Json;
use crate::refusal::{Code, Refusal};

/// What the checks found out about a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Checked {
    /// The model, as an index into the configured ones.
    pub(crate) model: usize,
    /// The most output tokens it asks for.
    pub(crate) output: u64,
    /// Whether its answer comes as it is written.
    pub(crate) streamed: bool,
    /// The field of the body that names a user, if there is one.
    pub(crate) user: Option<&'static str>,
}

/// Looks a body through.
///
/// # Errors
/// With the first thing that is not allowed, where it stands, and what to do.
pub(crate) fn check(
    dialect: Dialect,
    body: &[u8],
    models: &[Model],
    output_tokens: u64,
) -> Result<Checked, Refusal> {
    let value = Json::read(body).map_err(|why| {
        Refusal::new(
            Code::BodyInvalid,
            format!("the body is not valid JSON: {why}"),
        )
    })?;
    if !matches!(value, Json::Object(_)) {
        return Err(Refusal::new(
            Code::BodyInvalid,
            "the body must be a JSON object",
        ));
    }
    let model = model(dialect, &value, models)?;
    let output = match dialect {
        Dialect::Anthropic => {
            anthropic::check(&value)?;
            output(&value, &["max_tokens"], output_tokens)?
        }
        Dialect::OpenAiChat => {
            chat::check(&value)?;
            output(
                &value,
                &["max_completion_tokens", "max_tokens"],
                output_tokens,
            )?
        }
        Dialect::OpenAiResponses => {
            responses::check(&value)?;
            output(&value, &["max_output_tokens"], output_tokens)?
        }
    };
    // What is thought beside the output costs as much.
    let thought = match value
        .get("reasoning")
        .and_then(|thought| thought.get("max_tokens"))
    {
        None => 0,
        Some(thought) => within(thought, "reasoning.max_tokens", output_tokens)?,
    };
    if let Some(budget) = value
        .get("thinking")
        .and_then(|one| one.get("budget_tokens"))
    {
        within(budget, "thinking.budget_tokens", output_tokens)?;
    }
    let output = output + thought;
    kind(
        &value,
        "stream",
        |value| matches!(value, Json::Bool(_)),
        "true or false",
    )?;
    let names: &[&str] = match dialect {
        Dialect::Anthropic => &["metadata"],
        _ => &["safety_identifier", "user"],
    };
    let user = names.iter().copied().find(|name| value.get(name).is_some());
    Ok(Checked {
        model,
        output,
        streamed: value.get("stream") == Some(&Json::Bool(true)),
        user,
    })
}

fn model(dialect: Dialect, value: &Json<'_>, models: &[Model]) -> Result<usize, Refusal> {
    let Some(name) = value.get("model").and_then(Json::text) else {
        return Err(Refusal::new(Code::FieldRequired, "model must be named"));
    };
    let found = models
        .iter()
        .position(|model| model.dialect == dialect && model.name == name);
    found.ok_or_else(|| {
        let offered: Vec<&str> = models
            .iter()
            .filter(|model| model.dialect == dialect)
            .map(|model| model.name.as_str())
            .collect();
        let offered = if offered.is_empty() {
            "none".to_owned()
        } else {
            offered.join(", ")
        };
        let path = dialect.path();
        Refusal::new(
            Code::ModelNotAllowed,
            format!(
                "{} is not offered at /v1{path}; offered there: {offered}",
                shown(name)
            ),
        )
    })
}

/// The most output tokens; each of the names that is there must keep to the limit, and one must be there, as without it
/// a provider writes as much as it likes.
fn output(value: &Json<'_>, names: &[&str], most: u64) -> Result<u64, Refusal> {
    let mut largest = None;
    for name in names {
        match value.get(name) {
            None => {}
            Some(asked) => {
                largest = largest.max(Some(within(asked, name, most)?));
            }
        }
    }
    largest.ok_or_else(|| {
        let message = format!(
            "{} is missing; give a whole number from 1 to {most}",
            names[0]
        );
        Refusal::new(Code::OutputTokens, message)
    })
}

/// Reads a number of tokens that keeps to the limit.
fn within(asked: &Json<'_>, name: &str, most: u64) -> Result<u64, Refusal> {
    let count = asked.count().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| {
        let message = format!("{name} must be a whole number from 1 to {most}");
        Refusal::new(Code::OutputTokens, message)
    })
}

/// Refuses fields of an object that are not in the list; `at` is where the object stands.
fn only(value: &Json<'_>, at: &str, allowed: &[&str]) -> Result<(), Refusal> {
    if !matches!(value, Json::Object(_) | Json::Null) {
        return Err(content(at, "must be an object"));
    }
    for (name, _) in value.fields() {
        if !allowed.contains(&name.as_ref()) {
            let dot = if at.is_empty() { "" } else { "." };
            let message = format!("{at}{dot}{} is not passed on; leave it out", shown(name));
            return Err(Refusal::new(Code::FieldNotAllowed, message));
        }
    }
    Ok(())
}

/// Refuses a field that is there and not as it must be.
fn kind(
    value: &Json<'_>,
    name: &str,
    good: impl Fn(&Json<'_>) -> bool,
    expected: &str,
) -> Result<(), Refusal> {
    match value.get(name) {
        Some(field) if !good(field) => Err(Refusal::new(
            Code::FieldNotAllowed,
            format!("{name} must be {expected}"),
        )),
        _ => Ok(()),
    }
}

/// Refuses a list that is none.
fn list<'v, 'a>(value: &'v Json<'a>, at: &str) -> Result<&'v [Json<'a>], Refusal> {
    match value {
        Json::List(items) => Ok(items),
        _ => Err(content(at, "must be a list")),
    }
}

/// Looks at content: a text, or a list of parts of the given kinds with the given fields.
fn parts(value: &Json<'_>, at: &str, kinds: &[(&str, &[&str])]) -> Result<(), Refusal> {
    let items = match value {
        Json::Text(_) | Json::Null => return Ok(()),
        Json::List(items) => items,
        _ => return Err(content(at, "must be a text or a list of parts")),
    };
    for item in items {
        part(item, at, kinds)?;
    }
    Ok(())
}

/// Looks at one part and gives its kind.
fn part<'v>(item: &'v Json<'_>, at: &str, kinds: &[(&str, &[&str])]) -> Result<&'v str, Refusal> {
    let kind = item.get("type").and_then(Json::text).unwrap_or_default();
    let Some((_, fields)) = kinds.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "holds a part of type {}; only {} are passed on, and no images, files or addresses",
            shown(kind),
            names.join(", ")
        );
        return Err(content(at, &message));
    };
    only(item, at, fields)?;
    // The text itself is looked at as well: an object in its place would be passed on unseen.
    let own = [
        "text",
        "refusal",
        "id",
        "thinking",
        "signature",
        "data",
        "name",
        "arguments",
        "call_id",
        "encrypted_content",
    ];
    texts(item, at, &own)?;
    // Where a text was found, and who called: nobody here has a use for an address in them.
    for name in ["citations", "caller"] {
        if let Some(field) = item.get(name) {
            no_media(field, at)?;
        }
    }
    Ok(kind)
}

/// Names of what is fetched or looked at, wherever a server may search for it.
const MEDIA: [&str; 12] = [
    "audio",
    "file",
    "file_data",
    "file_id",
    "file_url",
    "image",
    "image_url",
    "input_audio",
    "uri",
    "url",
    "video",
    "video_url",
];

/// Looks through what no provider has described whole: it may hold anything but images, files and addresses.
fn no_media(value: &Json<'_>, at: &str) -> Result<(), Refusal> {
    match value {
        Json::List(items) => items.iter().try_for_each(|item| no_media(item, at)),
        Json::Object(fields) => {
            let kind = value.get("type").and_then(Json::text).unwrap_or_default();
            let named = |name: &str| MEDIA.contains(&name) || name.starts_with("input_image");
            let found = fields.iter().find(|(name, _)| named(name));
            let found = found.map(|(name, _)| name.as_ref());
            if let Some(name) = found.or(named(kind).then_some(kind)) {
                let message = format!("holds {}; no images, files or addresses", shown(name));
                return Err(content(at, &message));
            }
            fields.iter().try_for_each(|(_, value)| no_media(value, at))
        }
        _ => Ok(()),
    }
}

/// Refuses fields of an object that are there and no texts.
fn texts(value: &Json<'_>, at: &str, names: &[&str]) -> Result<(), Refusal> {
    for name in names {
        if let Some(field) = value.get(name)
            && !matches!(field, Json::Text(_) | Json::Null)
        {
            return Err(content(at, &format!("{name} must be a text")));
        }
    }
    Ok(())
}

/// Looks at the marks for a provider's cache: the lasting kind costs twice the input.
fn cache_control(value: &Json<'_>) -> Result<(), Refusal> {
    let Some(mark) = value.get("cache_control") else {
        return Ok(());
    };
    only(mark, "cache_control", &["type", "ttl"])?;
    let kind = mark.get("type").and_then(Json::text);
    let ttl = mark.get("ttl").is_none_or(|ttl| ttl.text() == Some("5m"));
    if matches!(mark, Json::Null) || kind == Some("ephemeral") && ttl {
        return Ok(());
    }
    Err(Refusal::new(
        Code::FieldNotAllowed,
        "cache_control must be {\"type\":\"ephemeral\"} and last 5 minutes",
    ))
}

/// Names of functions that gateways in front of Gemini replace by tools which that runs.
const RUN_BY_NAME: [&str; 6] = [
    "googleSearch",
    "google_search",
    "codeExecution",
    "code_execution",
    "urlContext",
    "url_context",
];

/// Refuses a tool that the provider would run; `kinds` are those of the page's own tools.
fn tools(value: &Json<'_>, kinds: &[Option<&str>], fields: &[&str]) -> Result<(), Refusal> {
    let Some(tools) = value.get("tools") else {
        return Ok(());
    };
    let Json::List(tools) = tools else {
        return Err(Refusal::new(Code::ToolNotAllowed, "tools must be a list"));
    };
    for tool in tools {
        let kind = tool.get("type").map(|kind| kind.text().unwrap_or("?"));
        if !kinds.contains(&kind) {
            let message = format!(
                "a tool of type {} would be run by the provider; only the page's own functions are passed on",
                shown(kind.unwrap_or("(none)"))
            );
            return Err(Refusal::new(Code::ToolNotAllowed, message));
        }
        only(tool, "tools", fields)?;
        cache_control(tool)?;
        let function = tool.get("function").unwrap_or(tool);
        let name = function.get("name").and_then(Json::text);
        let Some(name) = name else {
            let message = "a tool must be an object with a name";
            return Err(Refusal::new(Code::ToolNotAllowed, message));
        };
        if RUN_BY_NAME.contains(&name) {
            let message = format!(
                "a function named {} would be run by some servers; give it another name",
                shown(name)
            );
            return Err(Refusal::new(Code::ToolNotAllowed, message));
        }
    }
    Ok(())
}

/// Refuses a choice of tool that is none of the page's own.
fn tool_choice(value: &Json<'_>, kinds: &[&str]) -> Result<(), Refusal> {
    let Some(choice) = value.get("tool_choice") else {
        return Ok(());
    };
    let kind = choice
        .text()
        .or_else(|| choice.get("type").and_then(Json::text))
        .unwrap_or_default();
    if kinds.contains(&kind) {
        return Ok(());
    }
    let message = format!(
        "tool_choice {} is not passed on; use {}",
        shown(kind),
        kinds.join(", ")
    );
    Err(Refusal::new(Code::ToolNotAllowed, message))
}

fn content(at: &str, message: &str) -> Refusal {
    Refusal::new(Code::ContentNotAllowed, format!("{at} {message}"))
}

/// A text of the request as an error may show it: quoted and short.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    format!("{short:?}")
}
