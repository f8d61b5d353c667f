//! The service that vouches for whoever wants a token.

use std::time::Duration;

use hyper::Uri;

use super::file::Settings;
use super::upstreams::is_this_machine;
use super::{Secret, seconds};

/// A service that is asked whether a page's challenge was passed.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) url: Uri,
    /// By which it knows who asks.
    pub(crate) secret: Secret,
    /// In which it must answer.
    pub(crate) time: Duration,
}

/// Reads it; the secret comes from the environment only.
pub(super) fn read(settings: &mut Settings, tokens_by_host: bool, time: u64) -> Option<Challenge> {
    let name = "COLLOQUY_CHALLENGE_SECRET";
    let secret = settings.secret(name);
    let Some((place, url)) = settings.text("challenge_url") else {
        if secret.is_some() {
            settings.fault(name, "needs challenge_url, which is asked with it");
        }
        return None;
    };
    if tokens_by_host {
        settings.fault(
            place.as_str(),
            "is for tokens that the proxy makes; with tokens = \"host\" your server checks whom it lets in",
        );
    }
    if secret.is_none() {
        settings.fault(name, format!("is missing, or {name}_FILE: {place} is set"));
    }
    let secure = |uri: &Uri| match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => true,
        (Some("http"), Some(host)) => is_this_machine(host),
        _ => false,
    };
    let uri: Option<Uri> = url.parse().ok().filter(secure);
    if uri.is_none() {
        settings.fault(
            place,
            "must be an https URL such as https://challenges.cloudflare.com/turnstile/v0/siteverify",
        );
    }
    Some(Challenge {
        url: uri?,
        secret: Secret(secret?),
        time: seconds(time),
    })
}
