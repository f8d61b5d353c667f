//! Headers for pages of other origins.

use crate::support::client::{request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy};

#[tokio::test]
async fn a_preflight_is_answered_before_any_authorisation() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for path in [
        "/v1/messages",
        "/v1/chat/completions",
        "/v1/responses",
        "/v1/token",
    ] {
        let headers = [
            ("origin", ORIGIN),
            ("access-control-request-method", "POST"),
            (
                "access-control-request-headers",
                "authorization,content-type",
            ),
        ];
        let reply = send(proxy.address, &request("OPTIONS", path, &headers, "")).await;
        assert_eq!(reply.status, 204, "{path}");
        for (name, value) in [
            ("access-control-allow-origin", ORIGIN),
            ("access-control-allow-methods", "POST"),
            ("vary", "origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{path}");
        }
        let allowed = reply.header("access-control-allow-headers").unwrap();
        assert!(allowed.contains("authorization") && allowed.contains("content-type"));
        assert_eq!(reply.header("access-control-allow-credentials"), None);
    }
    proxy.stop().await;
}

#[tokio::test]
async fn other_pages_get_nothing() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for origin in [
        "https://evil.example",
        "null",
        "https://interviews.example.evil.example",
        "http://interviews.example",
        "https://interviews.example:8443",
    ] {
        let reply = send(
            proxy.address,
            &request("OPTIONS", "/v1/messages", &[("origin", origin)], ""),
        )
        .await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (403, "origin_not_allowed"),
            "{origin}"
        );
        assert_eq!(reply.header("access-control-allow-origin"), None);
        let call = String::from_utf8(crate::support::call(
            "good",
            &Proxy::token(crate::support::SESSION),
            9,
        ))
        .unwrap();
        let reply = send(proxy.address, call.replace(ORIGIN, origin).as_bytes()).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (403, "origin_not_allowed"),
            "{origin}"
        );
        assert_eq!(
            (
                reply.header("access-control-allow-origin"),
                reply.header("vary")
            ),
            (None, Some("origin"))
        );
    }
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn results_and_errors_can_be_read_by_the_page() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for (model, status) in [
        ("good", 200),
        ("rate", 429),
        ("nobody", 403),
        ("drops", 502),
    ] {
        let reply = proxy.call(model).await;
        assert_eq!(reply.status, status, "{model}");
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some(ORIGIN),
            "{model}"
        );
        assert!(
            reply
                .header("access-control-expose-headers")
                .unwrap()
                .contains("retry-after"),
            "{model}"
        );
        assert_eq!(reply.header("vary"), Some("origin"));
    }
    proxy.stop().await;
}

#[tokio::test]
async fn a_server_without_an_origin_calls_with_its_token() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let call = String::from_utf8(crate::support::call(
        "good",
        &Proxy::token(crate::support::SESSION),
        9,
    ))
    .unwrap();
    let call = call.replace(&format!("origin: {ORIGIN}\r\n"), "");
    assert_eq!(send(proxy.address, call.as_bytes()).await.status, 200);
    proxy.stop().await;
}
