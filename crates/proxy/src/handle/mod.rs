//! From a request to its response.

pub(crate) mod reply;
mod request;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};

use crate::body::Reply;
use crate::call::Call;
use crate::challenge;
use crate::check::{check, prompts};
use crate::client;
use crate::config::{Dialect, Metrics};
use crate::cors::PageOrigin;
use crate::counters::{Client, Cost, Network, Rate, Wish};
use crate::estimate;
use crate::identify::identify;
use crate::log::now_ms;
use crate::metrics::{self, Now, Outcome};
use crate::refusal::{Code, Refusal, quoted};
use crate::shared::{Connection, Shared};
use crate::tally::{Full, Held};
use crate::token::{Claims, SessionId};
use reply::{json, nothing_here, pass, plain, refused};
use request::{
    Received, claims, is_json, is_post, is_uncoded, limit, origin_refusal, places, read,
};

/// The largest body of a request for a token, in bytes, and where it has a challenge in it.
const TOKEN_BODY: u64 = 1024;
const CHALLENGE_BODY: u64 = 10 * 1024;

/// Input tokens a provider may add around what is sent: its own words on tools and schemas.
const ADDED_TOKENS: u64 = 1024;

/// How long a client that asks too fast waits for its refusal.
const TOO_FAST: Duration = Duration::from_secs(1);

/// Answers one request. With the answer comes what it holds of the places for requests until it was handed over.
pub(crate) async fn handle(
    shared: Arc<Shared>,
    connection: Arc<Connection>,
    request: Request<Incoming>,
) -> (Response<Reply>, Option<Held<Network>>) {
    // That of the call before it on this connection.
    connection.deadline.store(0, Relaxed);
    let address = client::address(connection.peer, request.headers(), &shared.config.trusted);
    let client = Client::of(address);
    // Through a proxy in front one client may have as many at once as it could have connections here.
    let held = if shared.trusts(connection.peer) && !is_watched(request.uri().path()) {
        let network = shared.network(client);
        match shared.requests.take_fairly(
            network,
            shared
                .config
                .numbers
                .connections
                .saturating_sub(shared.requests.held()),
        ) {
            Ok(held) => Some(held),
            Err(full) => {
                let refusal = places(full);
                shared.ledger.refused("request", refusal.code, client, None);
                return (refused(&refusal), None);
            }
        }
    } else {
        None
    };
    (answer(shared, connection, request, client).await, held)
}

/// Whether a path is for whoever watches over the proxy, which must be answered however busy it is.
fn is_watched(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz")
}

async fn answer(
    shared: Arc<Shared>,
    connection: Arc<Connection>,
    request: Request<Incoming>,
    client: Client,
) -> Response<Reply> {
    let path = request.uri().path();
    let method = request.method();
    let started = Instant::now();
    let counters = &shared.ledger.counters;
    let paced = if is_watched(path) {
        Ok(())
    } else {
        counters.take(client, Rate::Request, now_ms()).await
    };
    let paced = paced.map_err(limit);
    // To refuse costs as much as to answer: whoever asks too fast waits for it. A proxy in front would wait for others' sake.
    if paced.is_err() && !shared.trusts(connection.peer) {
        tokio::time::sleep(TOO_FAST).await;
    }
    if let Err(refusal) = is_uncoded(request.headers()) {
        shared.ledger.refused("request", refusal.code, client, None);
        let mut response = refused(&refusal);
        // Where its body ends is anybody's guess.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
        return response;
    }
    if let Some(rest) = path.strip_prefix("/v1") {
        let origin = shared.cors.origin_of(request.headers());
        if method == Method::OPTIONS && origin != PageOrigin::Absent {
            return preflight(&shared, &origin);
        }
        let dialect = Dialect::ALL.into_iter().find(|one| one.path() == rest);
        let token = rest == "/token";
        let answered = match (paced, dialect) {
            (Err(refusal), _) => Err(refusal),
            (Ok(()), Some(dialect)) => {
                call(
                    &shared,
                    &connection,
                    request,
                    dialect,
                    &origin,
                    client,
                    started,
                )
                .await
            }
            (Ok(()), None) if token => {
                make_token(&shared, &connection, request, &origin, client).await
            }
            (Ok(()), None) => {
                let known = "use /v1/messages, /v1/chat/completions, /v1/responses or /v1/token";
                Err(Refusal::new(
                    Code::Path,
                    format!("there is no such path; {known}"),
                ))
            }
        };
        let mut response = answered.unwrap_or_else(|refusal| {
            let what = if token { "token" } else { "call" };
            let after = Some(started.elapsed());
            shared.ledger.refused(what, refusal.code, client, after);
            refused(&refusal)
        });
        origin.allow(response.headers_mut());
        return response;
    }
    if let Err(refusal) = paced {
        let what = if path == "/metrics" {
            "metrics"
        } else {
            "file"
        };
        shared.ledger.refused(what, refusal.code, client, None);
        return refused(&refusal);
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD here\n");
        let allow = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(header::ALLOW, allow);
        return response;
    }
    let response = match path {
        "/healthz" | "/readyz" => state(&shared, path).await,
        "/metrics" if reads_metrics(&shared, &connection, request.headers()) => {
            state(&shared, path).await
        }
        "/config.json" => json(StatusCode::OK, shared.offered.clone()),
        _ => match shared.site.answer(path, request.headers()).await {
            Some(response) => response,
            None => nothing_here(request.headers()),
        },
    };
    if shared.config.log_files {
        shared.ledger.log.emit(|| {
            tracing::info!(
                event = "file",
                path,
                status = response.status().as_u16(),
                bytes = response.body().size_hint().exact(),
            );
        });
    }
    response
}

/// Answers whoever watches over the proxy: whether it runs, whether it takes calls, and how it goes.
pub(crate) async fn state(shared: &Shared, path: &str) -> Response<Reply> {
    match path {
        "/healthz" => plain(StatusCode::OK, "ok\n"),
        "/readyz" if shared.is_ready() => plain(StatusCode::OK, "ready\n"),
        "/readyz" => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy, about to stop, or without its counters\n",
        ),
        "/metrics" => {
            let counters = &shared.ledger.counters;
            let left = counters.left(now_ms()).await;
            let figures = &shared.ledger.metrics;
            let now = Now {
                left,
                bodies: shared.bodies.held(),
                lost_lines: shared.ledger.log.lost_lines(),
                is_away: counters.is_away(),
            };
            let mut response = plain(StatusCode::OK, figures.text(&now));
            let kind = HeaderValue::from_static(metrics::MEDIA_TYPE);
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        }
        _ => plain(
            StatusCode::NOT_FOUND,
            "here are /healthz, /readyz and /metrics\n",
        ),
    }
}

fn preflight(shared: &Shared, origin: &PageOrigin) -> Response<Reply> {
    if *origin == PageOrigin::Refused {
        let refusal = origin_refusal();
        shared.ledger.metrics.ended(Outcome::Refused(refusal.code));
        let mut response = refused(&refusal);
        origin.allow(response.headers_mut());
        return response;
    }
    let mut response = Response::new(Reply::Whole(Bytes::new()));
    *response.status_mut() = StatusCode::NO_CONTENT;
    origin.allow_request(response.headers_mut());
    response
}

async fn make_token(
    shared: &Shared,
    connection: &Connection,
    request: Request<Incoming>,
    origin: &PageOrigin,
    client: Client,
) -> Result<Response<Reply>, Refusal> {
    is_post(&request)?;
    if shared.config.tokens_by_host {
        let message = "tokens are made by the server of the page; ask that one";
        return Err(Refusal::new(Code::TokensMadeByHost, message));
    }
    // A browser sends the origin of a POST. A client without one is a server, and a server signs its own.
    if !matches!(origin, PageOrigin::Allowed(_)) {
        return Err(origin_refusal());
    }
    is_json(request.headers())?;
    let now = now_ms();
    shared
        .ledger
        .counters
        .take(client, Rate::Token, now)
        .await
        .map_err(limit)?;
    let most = match shared.config.challenge {
        Some(_) => CHALLENGE_BODY,
        None => TOKEN_BODY,
    };
    let body = read(shared, request, most, None).await?;
    let wanted = crate::json::Json::read(&body.bytes).ok();
    let session = wanted
        .as_ref()
        .and_then(|wanted| wanted.get("session")?.text())
        .and_then(SessionId::read)
        .ok_or_else(|| Refusal::new(Code::BodyInvalid, "the body must be {\"session\": UUID}"))?;
    let proof = wanted
        .as_ref()
        .and_then(|wanted| wanted.get("proof")?.text());
    proven(shared, proof, session, client, now / 1000)?;
    if let Some(challenge) = &shared.config.challenge {
        let network = shared.network(client);
        let _place = shared.verifying.take(network, 1).map_err(places)?;
        let given = wanted.as_ref().and_then(|one| one.get("challenge")?.text());
        challenge::passed(&connection.upstreams, challenge, given).await?;
    }
    let numbers = &shared.config.numbers;
    let life = numbers.token_minutes * 60;
    // A session's name stands in transcripts: from another network it is another account.
    let account = shared.account(session, client);
    let claims = Claims {
        session,
        account: Some(account),
        issued: now / 1000,
        expires: now / 1000 + life,
        turns: Some(numbers.session_turns),
        tokens: Some(numbers.session_tokens),
    };
    let spent = shared
        .ledger
        .counters
        .session(session, account)
        .await
        .map_err(limit)?;
    let token = shared.config.signer.sign(&claims);
    let turns_left = numbers.session_turns.saturating_sub(spent.turns);
    let tokens_left = numbers.session_tokens.saturating_sub(spent.tokens);
    shared.ledger.metrics.ended(Outcome::Token);
    shared.ledger.log.emit(|| {
        tracing::info!(event = "token", outcome = Outcome::Token.name(), status = 200, %client);
    });
    Ok(json(
        StatusCode::OK,
        format!(
            r#"{{"token":{},"session":"{session}","expires_at":{},"expires_in":{life},"turns_left":{turns_left},"tokens_left":{tokens_left}}}"#,
            quoted(&token),
            claims.expires,
        ),
    ))
}

/// Asks for a proof where one is wanted.
fn proven(
    shared: &Shared,
    proof: Option<&str>,
    session: SessionId,
    client: Client,
    now: u64,
) -> Result<(), Refusal> {
    let (proofs, signer) = (&shared.proofs, &shared.config.signer);
    if !proofs.are_wanted() {
        return Ok(());
    }
    let message = match proof.map(|proof| proofs.take(signer, proof, session, client, now)) {
        Some(Ok(())) => return Ok(()),
        Some(Err(why)) => why.message(),
        None => "a token needs a proof; solve the challenge, and ask again with it as `proof`",
    };
    let challenge = proofs.challenge(signer, session, client, now);
    let mut refusal = Refusal::new(Code::ProofRequired, message);
    refusal.challenge = Some((challenge, proofs.bits()));
    Err(refusal)
}

async fn call(
    shared: &Arc<Shared>,
    connection: &Connection,
    request: Request<Incoming>,
    dialect: Dialect,
    origin: &PageOrigin,
    client: Client,
    started: Instant,
) -> Result<Response<Reply>, Refusal> {
    let numbers = &shared.config.numbers;
    is_post(&request)?;
    if *origin == PageOrigin::Refused {
        return Err(origin_refusal());
    }
    is_json(request.headers())?;
    // A token that is good for nothing spends nothing of those behind the same address.
    let claims = claims(shared, connection, request.headers())?;
    shared
        .ledger
        .counters
        .take(client, Rate::Call, now_ms())
        .await
        .map_err(limit)?;
    let network = shared.network(client);
    let caller = shared.callers.take(network, 1).map_err(places)?;
    let Received { bytes: body, held } =
        read(shared, request, numbers.body_bytes, Some(network)).await?;
    let checked = check(dialect, &body, &shared.config.models, numbers.output_tokens)?;
    prompts::listed(dialect, &body, &shared.config.prompts)?;
    // Many clients together leave some calls of a model for those with one or two.
    let left = shared.models.left(checked.model);
    if left > 0 && caller.in_all() > left {
        return Err(places(Full::Each));
    }
    let asked = shared.models.take(checked.model, 1).map_err(places)?;
    let model = &shared.config.models[checked.model];
    let signer = &shared.config.signer;
    let upstream = &shared.config.upstreams[model.upstream];
    let body = if upstream.identify {
        // By the name it is counted under: whoever knows another's session is not taken for that one.
        identify(&body, dialect, checked.user, signer, claims.counted())?
    } else {
        body
    };
    // No tokeniser makes more tokens of a text than it has bytes.
    let input = body.len() as u64 + ADDED_TOKENS;
    let wish = Wish {
        session: claims.session,
        account: claims.counted(),
        network,
        turns: claims
            .turns
            .map_or(numbers.session_turns, |cap| cap.min(numbers.session_turns)),
        tokens: claims.tokens.map_or(numbers.session_tokens, |cap| {
            cap.min(numbers.session_tokens)
        }),
        most: Cost::most(input, checked.output, model.price),
    };
    let reservation = shared
        .ledger
        .counters
        .reserve(wish, now_ms())
        .await
        .map_err(limit)?;
    let mut call = Call::new(
        Arc::clone(&shared.ledger),
        (checked.model, client),
        (reservation, (caller, asked)),
        (estimate::tokens(&body), checked.output),
        // What is not streamed is written whole by most, whoever still waits for it.
        !checked.streamed || !upstream.stops_when_left,
        started,
    );
    call.bytes_in = body.len() as u64;
    let deadline = shared.elapsed() + numbers.call_seconds * 1000;
    connection.deadline.store(deadline, Relaxed);
    call.sent = Some(Instant::now());
    let upstreams = &connection.upstreams;
    let answer = upstreams.ask(checked.model, model.upstream, body, &call.asked);
    let answer = answer.await;
    drop(held);
    match answer {
        Ok(response) => Ok(pass(shared, call, response).await),
        Err((refusal, free)) => {
            call.failed(refusal.code, free);
            Ok(refused(&refusal))
        }
    }
}

fn reads_metrics(shared: &Shared, connection: &Connection, headers: &HeaderMap) -> bool {
    match shared.config.metrics {
        // They have an address of their own.
        _ if shared.config.monitor.is_some() => false,
        Metrics::All => true,
        Metrics::Off => false,
        Metrics::Loopback => {
            // Behind a proxy in front everybody comes from there.
            shared.config.trusted.is_empty()
                && connection.peer.ip().to_canonical().is_loopback()
                && !client::was_forwarded(headers)
                && client::names_this_machine(headers)
        }
    }
}
