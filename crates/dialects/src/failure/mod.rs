//! Makes one set of errors of what providers, gateways and our own proxy answer.

mod classify;
mod mask;
mod refusal;
mod wait;

use crate::sse::Sse;
use crate::{Dialect, Parameter};
use classify::Facts;
use colloquy_jsonstream::parse;
use colloquy_schema::{CallError, CallErrorKind};
use serde_json::Value;

pub use mask::MESSAGE_CHARS;

/// Most bytes of an error's body that are looked at; nothing of use stands behind them.
const BODY_BYTES: usize = 1 << 16;

/// A failed call, and whether something can be left out to make it succeed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The error as the session records it.
    pub error: CallError,
    /// The parameter that was refused. The caller puts it into [`Refused`](crate::Refused) and, where it was new, sends the
    /// request again at once.
    pub refused: Option<Parameter>,
}

/// Reads a response whose status is not 200 to 299.
///
/// `header` returns a response header by its lower-case name; `retry-after`, `retry-after-ms` and `date` are asked for. In a
/// browser another origin has to expose them. `body` is what was read of it, nothing included.
///
/// | status | body | kind |
/// |---|---|---|
/// | any | money, credits or a spending limit are used up | `Budget` |
/// | 402 | | `Budget` |
/// | 401, 403; 400 | ; the key is wrong | `Unauthorized` |
/// | 403 | the input was flagged | `Invalid` |
/// | 429 | ; the one request is too large | `RateLimited`; `Invalid` |
/// | 408, 504, 522, 524 | | `Timeout` |
/// | 409, 425, 498, 5xx | | `Overloaded` |
/// | any other | | `Invalid` |
///
/// A used-up account is `Budget` and not `Unauthorized`: the key is good, and asking again does not help before
/// somebody pays.
pub fn failed(
    dialect: Dialect,
    status: u16,
    header: &dyn Fn(&str) -> Option<String>,
    body: &[u8],
) -> Failure {
    let body = &body[..body.len().min(BODY_BYTES)];
    let text = String::from_utf8_lossy(body);
    let value = json(&text);
    let facts = Facts::of(status, &value);
    let mut message = facts.message;
    if message.is_empty() {
        message = if value.is_null() {
            words(&text)
        } else {
            text.trim().into()
        };
    }
    finish(
        dialect,
        facts.kind,
        status,
        header,
        &message,
        &facts.parameter,
    )
}

/// Reads an error that came inside of a reply, behind a status 200: [`Reply::reported`](crate::Reply::reported).
pub fn reported(dialect: Dialect, value: &Value) -> Failure {
    let facts = Facts::of(200, value);
    let message = if facts.message.is_empty() {
        "the provider reports an error without a reason"
    } else {
        &facts.message
    };
    finish(
        dialect,
        facts.kind,
        facts.status,
        &|_| None,
        message,
        &facts.parameter,
    )
}

/// Returns the failure of a reply that was too long.
pub(crate) fn too_long(what: &str) -> Failure {
    let message = [
        "the ",
        what,
        " is longer than a reply can be; it was not read on",
    ]
    .concat();
    plain(CallErrorKind::Invalid, &message)
}

/// Returns the failure of a stream that was cut.
pub(crate) fn cut(bytes: usize) -> Failure {
    let message = [
        "the connection closed before the reply was whole, ",
        &bytes.to_string(),
        " bytes of text had come",
    ];
    plain(CallErrorKind::Network, &message.concat())
}

/// Returns the failure of a stream with an event that is not valid JSON.
pub(crate) fn garbled() -> Failure {
    plain(
        CallErrorKind::Network,
        "an event of the stream is not valid JSON",
    )
}

/// Returns the failure of a web page in place of a reply.
pub(crate) fn page() -> Failure {
    let message = "a web page came in place of a reply; check the address of the proxy";
    plain(CallErrorKind::Invalid, message)
}

/// Returns the failure of JSON that is no reply in this dialect.
pub(crate) fn foreign(dialect: Dialect) -> Failure {
    let message = [
        "what came is JSON, but no reply as ",
        dialect.name(),
        " has it; check the address of the proxy and the dialect",
    ];
    plain(CallErrorKind::Invalid, &message.concat())
}

/// Returns a failure with a message of ours.
pub(crate) fn plain(kind: CallErrorKind, message: &str) -> Failure {
    Failure {
        error: CallError {
            kind,
            retry_after_ms: None,
            message: message.into(),
        },
        refused: None,
    }
}

fn finish(
    dialect: Dialect,
    kind: CallErrorKind,
    status: u16,
    header: &dyn Fn(&str) -> Option<String>,
    message: &str,
    parameter: &str,
) -> Failure {
    let refused = (kind == CallErrorKind::Invalid)
        .then(|| refusal::parameter(dialect, status, message, parameter))
        .flatten();
    let mut failure = plain(kind, &mask::message(status, message));
    failure.error.retry_after_ms = kind
        .retryable()
        .then(|| wait::advised(header, message))
        .flatten();
    failure.refused = refused;
    failure
}

/// Finds the JSON value of a body: the whole of it, the first of a list, or the first event of a stream that has one.
fn json(text: &str) -> Value {
    let parsed = parse(text);
    let from_event = || {
        let (mut sse, mut found) = (Sse::default(), None);
        let mut take = |event: crate::sse::Event| {
            found = parse(&event.data);
            found.is_none()
        };
        sse.push(text.as_bytes(), &mut take).ok()?;
        found.or_else(|| parse(&sse.end()?.data))
    };
    match parsed.or_else(from_event) {
        Some(Value::Array(mut list)) if !list.is_empty() => list.swap_remove(0),
        Some(value) if value.is_object() => value,
        _ => Value::Null,
    }
}

/// Returns the words of a web page: what stands outside of its tags, scripts and styles, with single blanks.
fn words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        out.push(' ');
        let tag = &rest[open..];
        let begins = |name: &str| {
            let begin = tag.get(1..name.len() + 1);
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        let end = match ["script", "style"].into_iter().find(|name| begins(name)) {
            Some(name) => {
                let close = ["</", name].concat();
                let at = tag
                    .find(&close)
                    .or_else(|| tag.find(&close.to_ascii_uppercase()));
                at.and_then(|at| tag[at..].find('>').map(|end| at + end))
            }
            None => tag.find('>'),
        };
        rest = end.map_or("", |end| &tag[end + 1..]);
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
