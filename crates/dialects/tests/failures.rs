//! What providers, gateways and our own proxy answer with an error status, and what becomes of it.

use colloquy_dialects::{Dialect, Failure, Parameter, failed};
use colloquy_schema::CallErrorKind::{self, *};

use Dialect::{Anthropic, OpenAiChat, OpenAiResponses};

fn of(dialect: Dialect, status: u16, body: &str) -> Failure {
    failed(dialect, status, &|_| None, body.as_bytes())
}

/// Dialect, status, body, kind, what the message contains.
#[rustfmt::skip]
const CASES: &[(Dialect, u16, &str, CallErrorKind, &str)] = &[
    // Anthropic.
    (Anthropic, 400, r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"},"request_id":"req_1"}"#, Invalid, "400: prompt is too long"),
    (Anthropic, 400, r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}"#, Budget, "credit balance"),
    (Anthropic, 401, r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#, Unauthorized, "invalid x-api-key"),
    (Anthropic, 402, r#"{"type":"error","error":{"type":"billing_error","message":"Payment required"}}"#, Budget, "Payment"),
    (Anthropic, 403, r#"{"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission"}}"#, Unauthorized, "permission"),
    (Anthropic, 404, r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-0"}}"#, Invalid, "model: claude-0"),
    (Anthropic, 413, r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#, Invalid, "maximum size"),
    (Anthropic, 429, r#"{"type":"error","error":{"type":"rate_limit_error","message":"Number of request tokens has exceeded your per-minute rate limit"}}"#, RateLimited, "per-minute"),
    (Anthropic, 429, r#"{"type":"error","error":{"type":"rate_limit_error","message":"You have reached your spend limit","details":{"error_code":"enforced_spend_limit_reached"}}}"#, Budget, "spend limit"),
    (Anthropic, 500, r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#, Overloaded, "Internal"),
    (Anthropic, 504, r#"{"type":"error","error":{"type":"timeout_error","message":"Request timed out"}}"#, Timeout, "timed out"),
    (Anthropic, 529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Overloaded, "529: Overloaded"),
    // OpenAI.
    (OpenAiChat, 400, r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#, Invalid, "maximum context"),
    (OpenAiChat, 401, r#"{"error":{"message":"Incorrect API key provided: sk-abcd1234efgh5678. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#, Unauthorized, "[hidden]"),
    (OpenAiChat, 403, r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}"#, Unauthorized, "Country"),
    (OpenAiChat, 404, r#"{"error":{"message":"The model `x` does not exist","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#, Invalid, "does not exist"),
    (OpenAiChat, 409, r#"{"error":{"message":"Conflict","type":"conflict"}}"#, Overloaded, "Conflict"),
    (OpenAiChat, 429, r#"{"error":{"message":"Rate limit reached for requests","type":"requests","param":null,"code":"rate_limit_exceeded"}}"#, RateLimited, "Rate limit"),
    (OpenAiChat, 429, r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#, Budget, "quota"),
    (OpenAiResponses, 429, r#"{"error":{"message":"Project limit","type":"insufficient_quota","param":null,"code":"project_spend_limit_exceeded"}}"#, Budget, "Project"),
    (OpenAiResponses, 429, r#"{"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 50000.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}"#, Invalid, "too large"),
    (OpenAiResponses, 503, r#"{"error":{"message":"The engine is currently overloaded, please try again later","type":"service_unavailable_error","code":"server_is_overloaded"}}"#, Overloaded, "overloaded"),
    // Those who speak like OpenAI.
    (OpenAiChat, 400, r#"{"object":"error","message":"max_tokens is too large","type":"BadRequestError","param":null,"code":400}"#, Invalid, "too large"),
    (OpenAiChat, 400, r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":4096}}"#, Invalid, "context size"),
    (OpenAiChat, 400, r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#, Unauthorized, "not valid"),
    (OpenAiChat, 400, r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***zz."}"#, Unauthorized, "Incorrect"),
    (OpenAiChat, 400, r#"{"error":{"message":"Failed to generate JSON.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{"}}"#, Overloaded, "generate JSON"),
    (OpenAiChat, 402, r#"{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}"#, Budget, "Insufficient"),
    (OpenAiChat, 402, r#"{"error":{"message":"Insufficient credits","code":402}}"#, Budget, "credits"),
    (OpenAiChat, 403, r#"{"error":{"code":403,"message":"Input was flagged","metadata":{"reasons":["violence"],"flagged_input":"…","provider_name":"x"}}}"#, Invalid, "flagged"),
    (OpenAiChat, 404, r#"{"error":"model \"x\" not found, try pulling it first"}"#, Invalid, "pulling"),
    (OpenAiChat, 408, "", Timeout, "408"),
    (OpenAiChat, 422, r#"{"detail":[{"type":"missing","loc":["body","model"],"msg":"Field required","input":{}}]}"#, Invalid, "Field required"),
    (OpenAiChat, 429, r#"{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"x is temporarily rate-limited upstream","provider_name":"x"}}}"#, RateLimited, "returned error: x is temporarily"),
    (OpenAiChat, 498, r#"{"error":{"message":"Flex tier capacity exceeded"}}"#, Overloaded, "capacity"),
    (OpenAiChat, 503, r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#, Overloaded, "Loading"),
    // Gateways in between.
    (OpenAiChat, 502, "<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>p{a:b}</style></head><body><h1>Bad gateway</h1><script>var x='<b>';</script><p>Error&nbsp;code 502</p></body></html>", Overloaded, "502: 502 Bad Gateway Bad gateway Error"),
    (Anthropic, 524, "<html><body>A timeout occurred</body></html>", Timeout, "A timeout occurred"),
    (Anthropic, 520, "error code: 520", Overloaded, "error code: 520"),
    (Anthropic, 500, "\0\u{1b}[31m\n\n", Overloaded, "500: [31m"),
    (OpenAiChat, 500, "", Overloaded, "500"),
    // An event stream behind an error status.
    (Anthropic, 529, "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n", Overloaded, "529: Overloaded"),
    (OpenAiChat, 429, ": hello\n\ndata: {\"error\":{\"message\":\"Slow down\",\"code\":\"rate_limit_exceeded\"}}", RateLimited, "Slow down"),
    // Our own proxy.
    (OpenAiChat, 401, r#"{"error":{"type":"colloquy_proxy","code":"token_expired","message":"the token has expired"}}"#, Unauthorized, "expired"),
    (OpenAiChat, 403, r#"{"error":{"type":"colloquy_proxy","code":"origin_not_allowed","message":"no"}}"#, Unauthorized, "no"),
    (OpenAiChat, 403, r#"{"error":{"type":"colloquy_proxy","code":"model_not_allowed","message":"not offered"}}"#, Invalid, "not offered"),
    (OpenAiChat, 402, r#"{"error":{"type":"colloquy_proxy","code":"session_turns","message":"no turns left"}}"#, Budget, "turns"),
    (OpenAiChat, 402, r#"{"error":{"type":"colloquy_proxy","code":"session_tokens","message":"no tokens left"}}"#, Budget, "tokens"),
    (OpenAiChat, 402, r#"{"error":{"type":"colloquy_proxy","code":"daily_budget","message":"spent"}}"#, Budget, "spent"),
    (OpenAiChat, 429, r#"{"error":{"type":"colloquy_proxy","code":"rate_limited","message":"too fast"}}"#, RateLimited, "too fast"),
    (OpenAiChat, 429, r#"{"error":{"type":"colloquy_proxy","code":"session_busy","message":"busy"}}"#, RateLimited, "busy"),
    (OpenAiChat, 503, r#"{"error":{"type":"colloquy_proxy","code":"sessions_full","message":"full"}}"#, Overloaded, "full"),
    (OpenAiChat, 413, r#"{"error":{"type":"colloquy_proxy","code":"body_too_large","message":"big"}}"#, Invalid, "big"),
    (OpenAiChat, 502, r#"{"error":{"type":"colloquy_proxy","code":"upstream_refused_key","message":"the key was refused"}}"#, Unauthorized, "refused"),
    (OpenAiChat, 502, r#"{"error":{"type":"colloquy_proxy","code":"upstream_unreachable","message":"gone"}}"#, Overloaded, "gone"),
    (OpenAiChat, 504, r#"{"error":{"type":"colloquy_proxy","code":"upstream_timeout","message":"late"}}"#, Timeout, "late"),
];

#[test]
fn every_error_has_its_kind_and_its_words() {
    let mut wrong = Vec::new();
    for (dialect, status, body, kind, words) in CASES {
        let error = of(*dialect, *status, body).error;
        if error.kind != *kind || !error.message.contains(words) {
            wrong.push(format!(
                "{status} {body}\n  {:?}: {}",
                error.kind, error.message
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Dialect, status, body, what is refused.
#[rustfmt::skip]
const REFUSALS: &[(Dialect, u16, &str, Option<Parameter>)] = &[
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this model."}}"#, Some(Parameter::Temperature)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"`temperature` and `top_p` cannot both be specified for this model. Please use only one."}}"#, Some(Parameter::TopP)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}"#, Some(Parameter::Schema)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"'claude-3-5-haiku-20241022' does not support output format."}}"#, Some(Parameter::Schema)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"Schema is too complex for compilation."}}"#, Some(Parameter::Schema)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"max_tokens: 99999 > 8192, which is the maximum allowed number of output tokens"}}"#, None),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"tools.0.custom.input_schema: JSON schema is invalid"}}"#, None),
    (OpenAiChat, 400, r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#, Some(Parameter::MaxTokens)),
    (OpenAiChat, 400, r#"{"error":{"message":"Unrecognized request argument supplied: max_completion_tokens","type":"invalid_request_error"}}"#, Some(Parameter::MaxCompletionTokens)),
    (OpenAiChat, 400, r#"{"error":{"message":"max_tokens is too large: 1500. This model takes at most 1024.","type":"invalid_request_error","param":"max_tokens"}}"#, None),
    (OpenAiChat, 400, r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}"#, Some(Parameter::Temperature)),
    (OpenAiChat, 400, r#"{"error":{"message":"Unsupported value: 'reasoning_effort' does not support 'minimal' with this model.","type":"invalid_request_error","param":"reasoning_effort"}}"#, Some(Parameter::Effort)),
    (Anthropic, 400, r#"{"error":{"type":"invalid_request_error","message":"output_config.effort: Extra inputs are not permitted"}}"#, Some(Parameter::Effort)),
    (OpenAiChat, 400, r#"{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}"#, Some(Parameter::Temperature)),
    (OpenAiChat, 400, r#"{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","type":"invalid_request_error","param":null,"code":null}}"#, Some(Parameter::Schema)),
    (OpenAiChat, 400, r#"{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}"#, Some(Parameter::Schema)),
    (OpenAiChat, 400, r#"{"error":{"message":"Invalid schema for function 'a': schema must have type 'object'","type":"invalid_request_error","param":"tools[0].function.parameters"}}"#, None),
    (OpenAiChat, 400, r#"{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error"}}"#, Some(Parameter::Tools)),
    (OpenAiChat, 400, r#"{"error":{"message":"This model does not support tools.","type":"invalid_request_error","param":"tools"}}"#, Some(Parameter::Tools)),
    (OpenAiChat, 400, r#"{"error":{"code":400,"message":"failed to parse grammar","type":"invalid_request_error"}}"#, Some(Parameter::Schema)),
    (OpenAiChat, 422, r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":{}}]}"#, Some(Parameter::StreamOptions)),
    (OpenAiChat, 422, r#"{"object":"error","message":{"detail":[]},"type":"invalid_request_error"}"#, None),
    (OpenAiChat, 400, r#"{"error":{"type":"colloquy_proxy","code":"field_not_allowed","message":"top_p is not passed on; leave it out"}}"#, Some(Parameter::TopP)),
    (OpenAiChat, 400, r#"{"error":{"type":"colloquy_proxy","code":"output_tokens","message":"max_tokens must be a whole number from 1 to 500"}}"#, None),
    (OpenAiChat, 500, r#"{"error":{"message":"temperature is not supported","type":"server_error"}}"#, None),
    (OpenAiChat, 429, r#"{"error":{"message":"temperature is not supported","type":"x"}}"#, None),
    (OpenAiResponses, 400, r#"{"error":{"message":"Encrypted content is not supported with this model.","type":"invalid_request_error","param":"include","code":null}}"#, Some(Parameter::EncryptedReasoning)),
    (OpenAiResponses, 400, r#"{"error":{"message":"Invalid schema for response_format 'x': In context=(), 'additionalProperties' is required.","type":"invalid_request_error","param":"text.format.schema","code":"invalid_json_schema"}}"#, Some(Parameter::Schema)),
    (OpenAiResponses, 400, r#"{"error":{"message":"Unsupported parameter: 'top_p' is not supported with this model.","type":"invalid_request_error","param":"top_p","code":null}}"#, Some(Parameter::TopP)),
];

#[test]
fn a_refused_parameter_is_named() {
    let mut wrong = Vec::new();
    for (dialect, status, body, expected) in REFUSALS {
        let refused = of(*dialect, *status, body).refused;
        if refused != *expected {
            wrong.push(format!(
                "{status} {body}\n  {refused:?} in place of {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wait_is_passed_on_where_waiting_helps() {
    let header = |name: &str| match name {
        "retry-after" => Some("Wed, 21 Oct 2026 07:28:30 GMT".to_owned()),
        "date" => Some("Wed, 21 Oct 2026 07:28:00 GMT".to_owned()),
        _ => None,
    };
    let wait = |status| {
        failed(OpenAiChat, status, &header, b"")
            .error
            .retry_after_ms
    };
    assert_eq!(wait(429), Some(30_000));
    assert_eq!(wait(503), Some(30_000));
    assert_eq!(wait(401), None);
    assert_eq!(wait(402), None);
}

#[test]
fn a_body_of_any_size_and_kind_is_read_in_bounds() {
    for body in [
        "x".repeat(3 << 20),
        "<p>".repeat(1 << 20),
        "data: {\n".repeat(1 << 18),
        "[".repeat(1 << 20),
    ] {
        let error = of(Anthropic, 500, &body).error;
        assert_eq!(error.kind, Overloaded);
        assert!(error.message.chars().count() <= colloquy_dialects::MESSAGE_CHARS);
    }
    assert_eq!(
        of(Anthropic, 500, "\u{feff}\u{fffd}").error.kind,
        Overloaded
    );
    assert_eq!(
        failed(Anthropic, 0, &|_| None, b"\xff\xfe").error.kind,
        Overloaded
    );
}
