//! Upstreams behind TLS.

use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio_rustls::TlsAcceptor;

use crate::support::client::Running;
use crate::support::redis::Redis;
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, until};

/// An authority of its own, in a file, and an upstream with a certificate of it for a name.
async fn upstream(name: &str) -> (PathBuf, Upstream) {
    let (file, certificate, key) = certificate(name);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap();
    let tls = TlsAcceptor::from(Arc::new(config));
    (file, Upstream::start_with(Some(tls)).await)
}

/// An authority of its own, in a file, and a certificate of it for a name with its key.
fn certificate(name: &str) -> (PathBuf, Certificate, KeyPair) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let file = std::env::temp_dir().join(format!("colloquy-ca-{name}-{}.pem", std::process::id()));
    std::fs::write(&file, authority.pem()).unwrap();
    (file, certificate, key)
}

#[tokio::test]
async fn a_configured_authority_is_believed_and_calls_pass_and_end_as_without_tls() {
    let (file, upstream) = upstream("localhost").await;
    let url = format!("https://localhost:{}", upstream.address.port());
    let settings = [
        ("anthropic_url", url.as_str()),
        ("ca_file", file.to_str().unwrap()),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let reply = proxy.call("good").await;
    assert_eq!((reply.status, reply.whole), (200, true), "{}", reply.text());
    let mut running =
        Running::begin(proxy.address, &call("stall", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    drop(running);
    until("the end upstream", || upstream.running() == 0).await;
    assert_eq!(upstream.cancelled(), 1);
    proxy.stop().await;
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn a_server_that_cannot_prove_its_name_does_not_get_the_key() {
    let (file, upstream) = upstream("other.example").await;
    let url = format!("https://localhost:{}", upstream.address.port());
    for authority in [Some(file.to_str().unwrap()), None] {
        let settings = [
            ("anthropic_url", url.as_str()),
            ("ca_file", authority.unwrap_or_default()),
        ];
        let proxy = Proxy::start(&upstream, &settings).await;
        let reply = proxy.call("good").await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (502, "upstream_unreachable")
        );
        proxy.stop().await;
    }
    assert_eq!(upstream.requests(), 0);
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn shared_counters_are_asked_behind_tls_and_a_password() {
    let upstream = Upstream::start().await;
    let (authority, certificate, key) = certificate("127.0.0.1");
    let file = |kind: &str, text: String| {
        let file = authority.with_extension(kind);
        std::fs::write(&file, text).unwrap();
        file
    };
    let certificate = file("cert", certificate.pem());
    let key = file("key", key.serialize_pem());
    let name = |file: &PathBuf| file.to_str().unwrap().to_owned();
    let redis = Redis::start_with(&[
        "--port",
        "0",
        "--tls-port",
        "PORT",
        "--tls-cert-file",
        &name(&certificate),
        "--tls-key-file",
        &name(&key),
        "--tls-auth-clients",
        "no",
        "--requirepass",
        "a-password",
    ])
    .await;
    let port = redis.port();
    for (url, authority, status) in [
        (
            format!("rediss://:a-password@127.0.0.1:{port}"),
            name(&authority),
            200,
        ),
        (
            format!("rediss://:another@127.0.0.1:{port}"),
            name(&authority),
            503,
        ),
        (format!("rediss://127.0.0.1:{port}"), name(&authority), 503),
        // Nobody vouches for it, and one that is not asked for TLS.
        (
            format!("rediss://:a-password@127.0.0.1:{port}"),
            String::new(),
            503,
        ),
        (
            format!("redis://:a-password@127.0.0.1:{port}"),
            name(&authority),
            503,
        ),
    ] {
        let settings = [("redis_url", url.as_str()), ("ca_file", &authority)];
        let proxy = Proxy::start(&upstream, &settings).await;
        let reply = proxy.call("good").await;
        assert_eq!(reply.status, status, "{url}: {}", reply.text());
        if status == 503 {
            assert_eq!(reply.code(), "counters_away");
        }
        let log = proxy.stop().await.text();
        assert!(
            !log.contains("a-password") && !log.contains("another"),
            "{log}"
        );
    }
    for file in [authority, certificate, key] {
        std::fs::remove_file(file).unwrap();
    }
}
