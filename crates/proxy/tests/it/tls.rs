//! Upstreams behind TLS.

use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio_rustls::TlsAcceptor;

use crate::support::client::Running;
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, until};

/// An authority of its own, in a file, and an upstream with a certificate of it for a name.
async fn upstream(name: &str) -> (PathBuf, Upstream) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let file = std::env::temp_dir().join(format!("colloquy-ca-{name}-{}.pem", std::process::id()));
    std::fs::write(&file, authority.pem()).unwrap();
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
async fn a_server_that_cannot_prove_its_name_is_not_told_the_key() {
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
