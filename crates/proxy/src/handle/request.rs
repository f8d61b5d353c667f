//! What a request must be before anything is done for it.

use std::sync::PoisonError;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use hyper::{HeaderMap, Method, Request, header};
use tokio::time::Instant;

use crate::config::{Numbers, seconds};
use crate::counters::{Limit, Network};
use crate::log::now_ms;
use crate::refusal::{Code, Refusal};
use crate::shared::{Connection, Shared};
use crate::tally::{Full, Held};
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

/// Refuses a body in a coding of its own: it is read in as many ways as there are servers.
pub(super) fn is_uncoded(headers: &HeaderMap) -> Result<(), Refusal> {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(one), None) if one.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => {
            let message = "the body may be sent chunked, and in no other coding";
            Err(Refusal::new(Code::BodyInvalid, message))
        }
    }
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

/// Time that every body has to arrive; what takes longer must come at the configured speed.
const BODY_BEGINS: Duration = Duration::from_secs(5);

/// A body, and its bytes' places until it is dropped.
pub(super) struct Received {
    pub(super) bytes: Bytes,
    pub(super) held: Option<Held<Network>>,
}

/// Reads a body within its size and time. Its bytes are counted as they arrive to those of `network`, or not at all.
pub(super) async fn read(
    shared: &Shared,
    request: Request<Incoming>,
    most: u64,
    network: Option<Network>,
) -> Result<Received, Refusal> {
    let large = || {
        let message = format!("the body may have {most} bytes; send less of the conversation");
        Refusal::new(Code::BodyTooLarge, message)
    };
    let late = || {
        let message = "the body did not come in time; send it again";
        Refusal::new(Code::BodyTimeout, message)
    };
    let mut body = request.into_body();
    if body.size_hint().lower() > most {
        return Err(large());
    }
    let mut held = match network {
        Some(network) => Some(shared.bodies.take(network, 0).map_err(places)?),
        None => None,
    };
    let numbers = &shared.config.numbers;
    let started = Instant::now();
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    let mut size = 0;
    loop {
        let until = started + allowed(size, numbers);
        let next = tokio::time::timeout_at(until, body.frame()).await;
        let Some(frame) = next.map_err(|_| late())? else {
            break;
        };
        let broken = |_| Refusal::new(Code::BodyInvalid, "the body broke off");
        let Ok(piece) = frame.map_err(broken)?.into_data() else {
            continue;
        };
        size += piece.len() as u64;
        if size > most {
            return Err(large());
        }
        if let Some(held) = &mut held {
            held.more(piece.len() as u64).map_err(places)?;
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
    let bytes = if rest.is_empty() {
        first
    } else {
        rest.freeze()
    };
    Ok(Received { bytes, held })
}

/// How long a body may take of which so many bytes have come.
fn allowed(size: u64, numbers: &Numbers) -> Duration {
    let earned = Duration::from_millis(size * 1_000 / numbers.body_bytes_per_second);
    (BODY_BEGINS + earned).min(seconds(numbers.body_seconds))
}

/// Turns a lack of places into a refusal for the page.
pub(super) fn places(full: Full) -> Refusal {
    let refusal = match full {
        Full::All => Refusal::new(
            Code::SessionsFull,
            "too many interviews at the moment; try again in a moment",
        ),
        Full::Each => Refusal::new(
            Code::RateLimited,
            "too many requests of this network are at work; wait for one to end",
        ),
    };
    refusal.after(1)
}

/// Seconds after which a call may find the counters again.
const AWAY: u64 = 5;

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
        Limit::Share(wait) => Refusal::new(
            Code::DailyBudget,
            "what this network may spend of today's budget does not suffice for the call; try again tomorrow",
        )
        .after(wait),
        Limit::Revoked => Refusal::new(
            Code::SessionRevoked,
            "this session was ended by whoever runs the proxy",
        ),
        Limit::Away => Refusal::new(
            Code::CountersAway,
            "calls cannot be counted at the moment; try again in a moment",
        )
        .after(AWAY),
    }
}

#[cfg(test)]
mod tests {
    use super::allowed;
    use crate::config::Numbers;

    #[test]
    fn a_body_must_come_at_a_speed_and_within_its_time() {
        let numbers = Numbers::default();
        let after = |bytes| allowed(bytes, &numbers).as_millis();
        assert_eq!(after(0), 5_000);
        assert_eq!(after(30), 5_029, "a byte a second ends in five");
        assert_eq!(after(10_240), 15_000);
        assert_eq!(after(524_288), 30_000);
    }
}
