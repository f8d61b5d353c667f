//! Everything the proxy refuses or fails at, as one set of codes.

use std::borrow::Cow;

use hyper::StatusCode;

/// Why a request got no answer of a provider, as a code.
///
/// The page reads the code, a person the message; both are sent as
/// `{"error":{"type":"colloquy_proxy","code":…,"message":…}}`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Code {
    TokenMissing,
    TokenInvalid,
    TokenExpired,
    OriginNotAllowed,
    TokensMadeByHost,
    ProofRequired,
    ChallengeRequired,
    ModelNotAllowed,
    PromptNotListed,
    Path,
    Method,
    MediaType,
    BodyTooLarge,
    BodyTimeout,
    BodyInvalid,
    FieldNotAllowed,
    FieldRequired,
    ContentNotAllowed,
    ToolNotAllowed,
    OutputTokens,
    RateLimited,
    SessionBusy,
    SessionsFull,
    SessionTurns,
    SessionTokens,
    DailyBudget,
    SessionRevoked,
    CountersAway,
    ChallengeAway,
    UpstreamRefusedKey,
    UpstreamUnreachable,
    UpstreamInvalid,
    UpstreamTimeout,
}

impl Code {
    /// All codes, for the table of the documentation and for metrics that begin at nought.
    pub(crate) const ALL: [Code; 33] = [
        Code::TokenMissing,
        Code::TokenInvalid,
        Code::TokenExpired,
        Code::OriginNotAllowed,
        Code::TokensMadeByHost,
        Code::ProofRequired,
        Code::ChallengeRequired,
        Code::ModelNotAllowed,
        Code::PromptNotListed,
        Code::Path,
        Code::Method,
        Code::MediaType,
        Code::BodyTooLarge,
        Code::BodyTimeout,
        Code::BodyInvalid,
        Code::FieldNotAllowed,
        Code::FieldRequired,
        Code::ContentNotAllowed,
        Code::ToolNotAllowed,
        Code::OutputTokens,
        Code::RateLimited,
        Code::SessionBusy,
        Code::SessionsFull,
        Code::SessionTurns,
        Code::SessionTokens,
        Code::DailyBudget,
        Code::SessionRevoked,
        Code::CountersAway,
        Code::ChallengeAway,
        Code::UpstreamRefusedKey,
        Code::UpstreamUnreachable,
        Code::UpstreamInvalid,
        Code::UpstreamTimeout,
    ];

    /// The code as the page, the log and the metrics spell it.
    pub(crate) fn name(self) -> &'static str {
        self.row().0
    }

    /// The HTTP status it is sent with.
    pub(crate) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().1).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn row(self) -> (&'static str, u16) {
        match self {
            Code::TokenMissing => ("token_missing", 401),
            Code::TokenInvalid => ("token_invalid", 401),
            Code::TokenExpired => ("token_expired", 401),
            Code::OriginNotAllowed => ("origin_not_allowed", 403),
            Code::TokensMadeByHost => ("tokens_made_by_host", 403),
            Code::ProofRequired => ("proof_required", 403),
            Code::ChallengeRequired => ("challenge_required", 403),
            Code::ModelNotAllowed => ("model_not_allowed", 403),
            Code::PromptNotListed => ("prompt_not_listed", 403),
            Code::Path => ("path", 404),
            Code::Method => ("method", 405),
            Code::MediaType => ("unsupported_media_type", 415),
            Code::BodyTooLarge => ("body_too_large", 413),
            Code::BodyTimeout => ("body_timeout", 408),
            Code::BodyInvalid => ("body_invalid", 400),
            Code::FieldNotAllowed => ("field_not_allowed", 400),
            Code::FieldRequired => ("field_required", 400),
            Code::ContentNotAllowed => ("content_not_allowed", 400),
            Code::ToolNotAllowed => ("tool_not_allowed", 400),
            Code::OutputTokens => ("output_tokens", 400),
            Code::RateLimited => ("rate_limited", 429),
            Code::SessionBusy => ("session_busy", 429),
            Code::SessionsFull => ("sessions_full", 503),
            Code::SessionTurns => ("session_turns", 402),
            Code::SessionTokens => ("session_tokens", 402),
            Code::DailyBudget => ("daily_budget", 402),
            Code::SessionRevoked => ("session_revoked", 403),
            Code::CountersAway => ("counters_away", 503),
            Code::ChallengeAway => ("challenge_away", 503),
            Code::UpstreamRefusedKey => ("upstream_refused_key", 502),
            Code::UpstreamUnreachable => ("upstream_unreachable", 502),
            Code::UpstreamInvalid => ("upstream_invalid", 502),
            Code::UpstreamTimeout => ("upstream_timeout", 504),
        }
    }
}

/// One refusal with what to do about it.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) message: Cow<'static, str>,
    /// Seconds after which the same request may pass.
    pub(crate) retry_after: Option<u64>,
    /// What is to be solved first, and how many bits of the solution's hash must be nought.
    pub(crate) challenge: Option<(String, u32)>,
}

impl Refusal {
    /// Refuses with a message of what is wrong, where, and the remedy.
    pub(crate) fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            retry_after: None,
            challenge: None,
        }
    }

    /// Sets after how many seconds the same request may pass; at least one.
    pub(crate) fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds.max(1));
        self
    }

    /// Writes the body.
    pub(crate) fn body(&self) -> String {
        let message = quoted(&self.message);
        let code = self.code.name();
        let challenge = self.challenge.as_ref().map(|(challenge, bits)| {
            let challenge = quoted(challenge);
            format!(r#","challenge":{challenge},"bits":{bits}"#)
        });
        let challenge = challenge.unwrap_or_default();
        format!(
            r#"{{"error":{{"type":"colloquy_proxy","code":"{code}","message":{message}{challenge}}}}}"#
        )
    }
}

/// Writes a text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Code, Refusal};

    #[test]
    fn every_code_has_a_name_of_its_own_and_an_error_status() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| code.status().as_u16() >= 400));
    }

    #[test]
    fn the_readme_has_every_code_with_its_status() {
        let readme = include_str!("../README.md");
        for code in Code::ALL {
            let start = format!("| {} |", code.status().as_u16());
            let name = format!("`{}`", code.name());
            let listed = readme
                .lines()
                .any(|line| line.starts_with(&start) && line.contains(&name));
            assert!(listed, "{start} {name}");
        }
    }

    #[test]
    fn a_message_with_quotes_stays_json() {
        let body = Refusal::new(Code::BodyInvalid, "key \"a\" twice\n").body();
        let value: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(value["error"]["message"], "key \"a\" twice\n");
    }
}
