//! Tells a provider the sessions apart.
//!
//! What a stranger does in the account's name is else the account's alone: with a name for each session the provider can end that
//! one, and whoever runs the proxy finds it by the name.

use bytes::Bytes;

use crate::config::Dialect;
use crate::refusal::{Code, Refusal};
use crate::token::{SessionId, Signer};

/// Adds a name for the session to a body that was checked, at its end; all before it stays as it was sent.
///
/// # Errors
/// When the body names somebody itself, in the field `user`: the page could send the provider whatever it likes.
pub(crate) fn identify(
    body: &Bytes,
    dialect: Dialect,
    user: Option<&str>,
    signer: &Signer,
    session: SessionId,
) -> Result<Bytes, Refusal> {
    if let Some(user) = user {
        let message = format!("{user} is set by the proxy; leave it out");
        return Err(Refusal::new(Code::FieldNotAllowed, message));
    }
    let name = u128::from_be_bytes(signer.alias("session", &session.0));
    let field = match dialect {
        Dialect::Anthropic => format!(r#","metadata":{{"user_id":"{name:032x}"}}}}"#),
        Dialect::OpenAiChat | Dialect::OpenAiResponses => {
            format!(r#","safety_identifier":"{name:032x}"}}"#)
        }
    };
    // An object, and one that names a model: something stands before its end.
    let end = memchr::memrchr(b'}', body).unwrap_or(body.len());
    Ok([&body[..end], field.as_bytes()].concat().into())
}
