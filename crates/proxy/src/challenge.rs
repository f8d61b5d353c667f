//! A challenge of the host's before a token is made: a service that keeps programs out gives the page a text, and says here
//! whether it is good. Cloudflare Turnstile, hCaptcha and reCAPTCHA are asked in the same way.

use std::fmt::Write as _;

use crate::config::Challenge;
use crate::json::Json;
use crate::refusal::{Code, Refusal};
use crate::upstream::Upstreams;

/// The longest text of a page that is asked about, in bytes. Theirs have up to 2,048.
const LONGEST: usize = 8 * 1024;

/// Seconds after which a verifier may answer again.
const AWAY: u64 = 5;

/// Asks the verifier about the text that a page was given.
///
/// # Errors
/// When there is none, when the verifier does not vouch for it, and when it does not answer in time.
pub(crate) async fn passed(
    upstreams: &Upstreams,
    challenge: &Challenge,
    given: Option<&str>,
) -> Result<(), Refusal> {
    let given = given.filter(|given| !given.is_empty() && given.len() <= LONGEST);
    let Some(given) = given else {
        let message = "a token needs the page's challenge; solve it, and ask again with its text as `challenge`";
        return Err(Refusal::new(Code::ChallengeRequired, message));
    };
    // Nothing of the client goes there, its address least of all: the service has seen it.
    let form = format!(
        "secret={}&response={}",
        encoded(&challenge.secret.0),
        encoded(given)
    );
    let answer = upstreams.post_form(&challenge.url, form, challenge.time);
    let answer = answer.await.filter(|text| Json::read(text).is_ok());
    let Some(answer) = answer else {
        let message = "challenges cannot be checked at the moment; try again in a moment";
        return Err(Refusal::new(Code::ChallengeAway, message).after(AWAY));
    };
    let good = Json::read(&answer).is_ok_and(|one| one.get("success") == Some(&Json::Bool(true)));
    if good {
        return Ok(());
    }
    let message = "the challenge was not passed, or was used before; solve another one";
    Err(Refusal::new(Code::ChallengeRequired, message))
}

/// A text as a field of a form.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a text does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
