//! What is sent back: ours, or a provider's.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Response, StatusCode};
use memchr::memmem;

use crate::body::Reply;
use crate::call::Call;
use crate::config::seconds;
use crate::mask::Mask;
use crate::metrics::Outcome;
use crate::refusal::{Code, Refusal};
use crate::relay::Relay;
use crate::shared::Shared;
use crate::wire::Answer;

/// The most of an upstream's error that is passed on, in bytes.
const ERROR_BODY: usize = 64 * 1024;

/// Passes on what the upstream answered.
pub(super) async fn pass(
    shared: &Shared,
    mut call: Call,
    response: Response<Answer>,
) -> Response<Reply> {
    let waited = call.sent.map(|sent| sent.elapsed()).unwrap_or_default();
    call.first_byte = Some(waited);
    shared.ledger.metrics.began(waited);
    let mask = shared.masks[shared.config.models[call.model].upstream].clone();
    let (parts, body) = response.into_parts();
    let status = parts.status;
    let kind = kind(&parts.headers);
    if status == StatusCode::UNAUTHORIZED {
        // It speaks of our key, not of the page's token: the page must not ask for another one.
        let message = "the model's server refused the proxy's key; whoever runs the proxy must look at its configuration";
        call.failed(Code::UpstreamRefusedKey, true);
        return refused(&Refusal::new(Code::UpstreamRefusedKey, message));
    }
    if !status.is_success() && !status.is_client_error() && !status.is_server_error() {
        let message =
            "the model's server answered with neither a result nor an error; check its URL";
        call.failed(Code::UpstreamInvalid, true);
        return refused(&Refusal::new(Code::UpstreamInvalid, message));
    }
    // It was asked for as it is: neither a count nor the key could be seen in it.
    let coded = |name: HeaderName, plain: &str| {
        let lines = parts.headers.get_all(name);
        lines
            .iter()
            .any(|line| !line.as_bytes().eq_ignore_ascii_case(plain.as_bytes()))
    };
    if coded(header::CONTENT_ENCODING, "identity") || coded(header::TRANSFER_ENCODING, "chunked") {
        let message = "the model's server answered with a compressed body, which was not asked for; check its URL";
        call.failed(Code::UpstreamInvalid, !status.is_success());
        return refused(&Refusal::new(Code::UpstreamInvalid, message));
    }
    call.status = Some(status.as_u16());
    let reply = if status.is_success() {
        let event_stream = kind == "text/event-stream";
        Reply::Relay(Box::new(Relay::new(
            body,
            call,
            &shared.config.numbers,
            mask.clone(),
            event_stream,
        )))
    } else {
        let idle = seconds(shared.config.numbers.idle_seconds);
        Reply::Whole(error(call, body, mask.as_deref(), idle).await)
    };
    let mut response = Response::new(reply);
    *response.status_mut() = status;
    keep(
        &parts.headers,
        response.headers_mut(),
        kind,
        mask.as_deref(),
    );
    response
}

/// Reads a provider's error, without what it shows of the key.
async fn error(mut call: Call, body: Answer, mask: Option<&Mask>, idle: Duration) -> Bytes {
    // It is not known to be free before it was read: a client may leave in the middle.
    let read = tokio::time::timeout(idle, start_of(body)).await;
    let mut text = read.unwrap_or_default();
    if mask.is_some_and(|mask| mask.clean(&mut text)) {
        call.ledger.metrics.key_echoes.inc();
        call.ledger
            .log
            .emit(|| tracing::warn!(event = "key_echo", place = "an upstream's error"));
    }
    hide_account(&mut text);
    if call.status == Some(StatusCode::TOO_MANY_REQUESTS.as_u16()) {
        hide_figures(&mut text);
    }
    call.outcome = Outcome::UpstreamError;
    call.free = true;
    call.bytes_out = text.len() as u64;
    text.freeze()
}

/// Stars out what names the account: ids of organizations and projects, as providers write them into errors.
pub(crate) fn hide_account(text: &mut [u8]) {
    for name in [&b"org-"[..], b"org_", b"proj_", b"proj-"] {
        let mut from = 0;
        while let Some(at) = memmem::find(&text[from..], name) {
            let start = from + at;
            let id = start + name.len();
            let longer = text[id..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric());
            let end = id + longer.count();
            // Shorter ones are words.
            let begins = start == 0 || !text[start - 1].is_ascii_alphanumeric();
            if begins && end - id >= 8 {
                text[id..end].fill(b'*');
            }
            from = end;
        }
    }
}

/// Stars out how much the account may ask and has asked, as providers write it into the words of a 429: numbers of four digits and more, with
/// or without commas. Times (`1200ms`), parts of names and numbers of JSON itself stay.
pub(crate) fn hide_figures(text: &mut [u8]) {
    let json = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    let mut words = !json;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' if words && json => at += 1,
            b'"' if json => words = !words,
            byte if words && byte.is_ascii_digit() => {
                let number =
                    |byte: &u8| byte.is_ascii_digit() || matches!(byte, b',' | b'.' | b'_');
                let mut end = at + text[at..].iter().take_while(|byte| number(byte)).count();
                // The end of a sentence is no part of it.
                while !text[end - 1].is_ascii_digit() {
                    end -= 1;
                }
                let digits = text[at..end].iter().filter(|byte| byte.is_ascii_digit());
                let inside =
                    |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                let alone =
                    !text[..at].last().is_some_and(inside) && !text.get(end).is_some_and(inside);
                if digits.count() >= 4 && alone {
                    text[at..end].fill(b'*');
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Reads the start of an error; what does not come whole is passed on as far as it came.
async fn start_of(mut body: Answer) -> BytesMut {
    let mut text = BytesMut::new();
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(piece) = frame.into_data() else {
            continue;
        };
        let room = ERROR_BODY - text.len();
        text.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() >= room {
            break;
        }
    }
    text
}

/// What a provider may send as; anything else becomes plain text, as pages of ours have this origin.
fn kind(headers: &HeaderMap) -> &'static str {
    let text = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = text.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("text/event-stream") {
        "text/event-stream"
    } else if kind.eq_ignore_ascii_case("application/json") {
        "application/json"
    } else {
        "text/plain; charset=utf-8"
    }
}

/// The longest value of a header that is passed on, in bytes.
const VALUE: usize = 128;

/// Keeps those of an upstream's headers that a page has a use for. How much the account may ask, and has left, is none of them.
fn keep(from: &HeaderMap, to: &mut HeaderMap, kind: &'static str, mask: Option<&Mask>) {
    const NAMES: [&str; 5] = [
        "retry-after",
        "retry-after-ms",
        "request-id",
        "x-request-id",
        "x-should-retry",
    ];
    for name in NAMES {
        let Some(value) = from.get(name).filter(|value| value.len() <= VALUE) else {
            continue;
        };
        // A piece of the key is as bad as the whole.
        let mut text = value.as_bytes().to_vec();
        if !mask.is_some_and(|mask| mask.finds(&text) || mask.clean(&mut text)) {
            to.insert(HeaderName::from_static(name), value.clone());
        }
    }
    to.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    private(to);
    // Proxies in front that gather bytes before they pass them on are asked not to.
    let gather = HeaderName::from_static("x-accel-buffering");
    to.insert(gather, HeaderValue::from_static("no"));
}

fn private(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
}

pub(super) fn refused(refusal: &Refusal) -> Response<Reply> {
    let mut response = json(refusal.code.status(), refusal.body());
    let headers = response.headers_mut();
    if let Some(wait) = refusal.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    if refusal.code == Code::Method {
        headers.insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
    }
    response
}

pub(super) fn json(status: StatusCode, text: String) -> Response<Reply> {
    whole(status, "application/json", text.into())
}

pub(super) fn plain(status: StatusCode, text: impl Into<Bytes>) -> Response<Reply> {
    whole(status, "text/plain; charset=utf-8", text.into())
}

/// What a person reads who follows a wrong link; relative to the server, wherever under it the link led.
const NOTHING_HERE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>There is no page here</title>
<h1>There is no page here</h1>
<p>The link may be wrong or old. Your interviews are still on this device.</p>
<p><a href="/">Go to your interviews</a></p>
</html>
"#;

/// Answers a request for what is not there: a page for who reads it, a line for a program.
pub(super) fn nothing_here(asked: &HeaderMap) -> Response<Reply> {
    let reads = asked.get(header::ACCEPT).is_some_and(|kinds| {
        let kinds = kinds.to_str().unwrap_or_default();
        kinds.contains("text/html")
    });
    if reads {
        return whole(
            StatusCode::NOT_FOUND,
            "text/html; charset=utf-8",
            NOTHING_HERE.into(),
        );
    }
    plain(StatusCode::NOT_FOUND, "there is nothing here\n")
}

fn whole(status: StatusCode, kind: &'static str, body: Bytes) -> Response<Reply> {
    let mut response = Response::new(Reply::Whole(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    private(headers);
    response
}

#[cfg(test)]
mod tests {
    use super::hide_figures;

    #[test]
    fn the_words_of_a_429_keep_times_and_names_and_lose_the_figures() {
        for (text, shown) in [
            (
                r#"{"code":42900,"message":"Rate limit reached for gpt-4o-2024-08-06: Limit 30000, Used 29,500, Requested 1200. Try again in 1400ms or 7.25s."}"#,
                r#"{"code":42900,"message":"Rate limit reached for gpt-4o-2024-08-06: Limit *****, Used ******, Requested ****. Try again in 1400ms or 7.25s."}"#,
            ),
            (
                r#"{"message":"your \"limit\" of 40,000 input tokens, request req_011CS2024","n":12345}"#,
                r#"{"message":"your \"limit\" of ****** input tokens, request req_011CS2024","n":12345}"#,
            ),
            (
                "over 50000 tokens per minute",
                "over ***** tokens per minute",
            ),
            ("error 429, wait 30", "error 429, wait 30"),
            (r#"{"message":"cut 1"#, r#"{"message":"cut 1"#),
            ("{\"message\":\"\\", "{\"message\":\"\\"),
            ("", ""),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            hide_figures(&mut bytes);
            assert_eq!(String::from_utf8(bytes).unwrap(), shown);
        }
    }
}
