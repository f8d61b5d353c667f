//! What a request must be before anything is done for it.

use std::sync::PoisonError;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use hyper::{HeaderMap, Method, Request, header};

use crate::config::seconds;
use crate::counters::Limit;
use crate::log::now_ms;
use crate::refusal::{Code, Refusal};
use crate::shared::{BODY_PLACE, Connection, Shared};
use crate::token::{Claims, TokenError};

pub(super) fn is_post(request: &Request<Incoming>) -> Result<(), Refusal> {
    if request.method() == Method::POST {
        return Ok(());
    }
    Err(Refusal::new(Code::Method, "only POST is answered here"))
}

pub(super) fn is_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default()
        .trim();
    let plain = headers
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding == "identity");
    if kind.eq_ignore_ascii_case("application/json") && plain {
        return Ok(());
    }
    let message = "the body must be sent as application/json, not compressed";
    Err(Refusal::new(Code::MediaType, message))
}

pub(super) fn origin_refusal() -> Refusal {
    let message =
        "pages of this origin may not call; whoever runs the proxy must add it to origins";
    Refusal::new(Code::OriginNotAllowed, message)
}

/// Verifies the token of a call and returns its claims.
pub(super) fn claims(
    shared: &Shared,
    connection: &Connection,
    headers: &HeaderMap,
) -> Result<Claims, Refusal> {
    let mut lines = headers.get_all(header::AUTHORIZATION).iter();
    let line = lines.next().filter(|_| lines.next().is_none());
    let token = line
        .and_then(|line| line.to_str().ok())
        .and_then(|line| line.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    let Some(token) = token else {
        let message =
            "a call needs `Authorization: Bearer` and a session token; POST /v1/token makes one";
        return Err(Refusal::new(Code::TokenMissing, message));
    };
    let longest = shared.config.numbers.token_longest_minutes * 60;
    let mut verified = connection
        .verified
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let signer = &shared.config.signer;
    let checked = signer.check(&mut verified, token, now_ms() / 1000, longest);
    checked.map_err(|why| match why {
        TokenError::Invalid => Refusal::new(
            Code::TokenInvalid,
            "the session token is not valid; ask for a new one",
        ),
        TokenError::Expired => Refusal::new(
            Code::TokenExpired,
            "the session token has expired; ask for a new one",
        ),
    })
}

/// Reads a body within its size and time.
pub(super) async fn read(
    shared: &Shared,
    request: Request<Incoming>,
    most: u64,
) -> Result<Bytes, Refusal> {
    let large = || {
        let message = format!("the body may have {most} bytes; send less of the conversation");
        Refusal::new(Code::BodyTooLarge, message)
    };
    let mut body = request.into_body();
    if body.size_hint().lower() > most {
        return Err(large());
    }
    // Dribbled bodies of many clients wait for each other before they fill the memory.
    let size = body.size_hint().upper().map_or(most, |size| size.min(most));
    let whole = async {
        let places = u32::try_from(size / BODY_PLACE + 1).unwrap_or(u32::MAX);
        let _places = shared.bodies.acquire_many(places).await;
        let mut first = Bytes::new();
        let mut rest = BytesMut::new();
        let mut size = 0;
        while let Some(frame) = body.frame().await {
            let broken = |_| Refusal::new(Code::BodyInvalid, "the body broke off");
            let Ok(piece) = frame.map_err(broken)?.into_data() else {
                continue;
            };
            size += piece.len() as u64;
            if size > most {
                return Err(large());
            }
            // Most bodies come in one piece, which is passed on as it is.
            if first.is_empty() && rest.is_empty() {
                first = piece;
                continue;
            }
            if rest.is_empty() {
                rest.extend_from_slice(&first);
            }
            rest.extend_from_slice(&piece);
        }
        Ok(if rest.is_empty() {
            first
        } else {
            rest.freeze()
        })
    };
    let time = seconds(shared.config.numbers.body_seconds);
    match tokio::time::timeout(time, whole).await {
        Ok(read) => read,
        Err(_) => Err(Refusal::new(
            Code::BodyTimeout,
            "the body did not come in time; send it again",
        )),
    }
}

/// Turns a counter's refusal into one for the page.
pub(super) fn limit(limit: Limit) -> Refusal {
    match limit {
        Limit::Rate(wait) => Refusal::new(
            Code::RateLimited,
            format!("too many requests; wait {wait} seconds"),
        )
        .after(wait),
        Limit::Busy => Refusal::new(
            Code::SessionBusy,
            "this session has calls running; wait for one to end",
        )
        .after(1),
        Limit::Full => Refusal::new(
            Code::SessionsFull,
            "too many interviews at the moment; try again later",
        )
        .after(60),
        Limit::Turns => Refusal::new(
            Code::SessionTurns,
            "this session has made all the calls it may; finish the interview",
        ),
        Limit::Tokens => Refusal::new(
            Code::SessionTokens,
            "this session's tokens do not suffice for the call; finish the interview, or ask for less output",
        ),
        Limit::Day(wait) => Refusal::new(
            Code::DailyBudget,
            "today's budget does not suffice for the call; try again tomorrow",
        )
        .after(wait),
    }
}
