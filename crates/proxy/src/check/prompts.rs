//! Instructions to the model, where only listed ones may pass.

use ring::digest::{SHA256, digest};

use crate::config::Dialect;
use crate::json::Json;
use crate::refusal::{Code, Refusal};

/// The SHA-256 of a text.
pub(crate) type Hash = [u8; 32];

/// The hash by which instructions are listed: that of one text, as UTF-8.
pub(crate) fn hash(text: &str) -> Hash {
    let hash = digest(&SHA256, text.as_bytes());
    hash.as_ref().first_chunk().copied().unwrap_or_default()
}

/// Looks whether each text of the instructions in a body that [`super::check`] let through is listed. An empty list lets all pass.
///
/// # Errors
/// With the hash of the first that is not; also when there are none.
pub(crate) fn listed(dialect: Dialect, body: &[u8], listed: &[Hash]) -> Result<(), Refusal> {
    if listed.is_empty() {
        return Ok(());
    }
    let value = Json::read(body).map_err(|why| Refusal::new(Code::BodyInvalid, why))?;
    let mut found = Vec::new();
    match dialect {
        Dialect::Anthropic => texts(value.get("system"), &mut found),
        Dialect::OpenAiChat => of_roles(value.get("messages"), &mut found),
        Dialect::OpenAiResponses => {
            texts(value.get("instructions"), &mut found);
            of_roles(value.get("input"), &mut found);
        }
    }
    if found.is_empty() {
        let message = "a call needs instructions that are listed here";
        return Err(Refusal::new(Code::PromptNotListed, message));
    }
    for text in found {
        let hash = hash(text);
        if !listed.contains(&hash) {
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            let message = format!("instructions with the SHA-256 {hash} are not listed here");
            return Err(Refusal::new(Code::PromptNotListed, message));
        }
    }
    Ok(())
}

/// Messages that instruct: of every role but those that talk.
fn of_roles<'v>(messages: Option<&'v Json<'_>>, found: &mut Vec<&'v str>) {
    let Some(Json::List(messages)) = messages else {
        return;
    };
    for message in messages {
        let role = message.get("role").and_then(Json::text);
        let talks = matches!(role, Some("user" | "assistant" | "tool") | None);
        if !talks {
            texts(message.get("content"), found);
        }
    }
}

fn texts<'v>(content: Option<&'v Json<'_>>, found: &mut Vec<&'v str>) {
    match content {
        Some(Json::Text(text)) => found.push(text),
        // Of a part any text may instruct: `text`, and also `refusal`.
        Some(Json::List(parts)) => {
            let fields = parts.iter().flat_map(Json::fields);
            let texts = fields.filter(|(name, _)| name != "type");
            found.extend(texts.filter_map(|(_, value)| value.text()));
        }
        _ => {}
    }
}
