//! The session token: who may call, for how long, how much.
//!
//! `colloquy1.<claims>.<mac>`: the claims are a JSON object in base64url without padding, the mac is HMAC-SHA256 with the
//! shared secret over everything before the last dot, in base64url too. The version fixes the algorithm; there is no
//! header that could name another.

use std::fmt;
use std::hint::black_box;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;

use crate::json::Json;

/// What every token of this format begins with.
const VERSION: &str = "colloquy1";

/// The longest token that is looked at, in bytes. One of ours has about 250.
const LONGEST: usize = 1024;

/// Seconds by which two clocks may differ before a token counts as made in the future.
const SKEW: u64 = 60;

/// The fewest bytes of a secret: as many as SHA-256 gives.
pub const SECRET_BYTES: usize = 32;

/// A session's name: the 128 bits of a UUID.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct SessionId(pub(crate) [u8; 16]);

impl SessionId {
    /// Reads a UUID: 36 characters, hex digits of either case in groups of 8-4-4-4-12.
    ///
    /// Returns `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 36 {
            return None;
        }
        let mut id = [0; 16];
        let mut digits = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            if matches!(at, 8 | 13 | 18 | 23) {
                if byte != b'-' {
                    return None;
                }
                continue;
            }
            let digit = u8::try_from(char::from(byte).to_digit(16)?).ok()?;
            id[digits / 2] = id[digits / 2] << 4 | digit;
            digits += 1;
        }
        Some(Self(id))
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                out.write_str("-")?;
            }
            write!(out, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The claims of a token.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Claims {
    /// The session that may call.
    pub session: SessionId,
    /// The name under which what the session spends is counted, when that is not its own: who else knows its name, and is given a
    /// token for it, spends nothing of it.
    pub account: Option<SessionId>,
    /// When it was made, in seconds since 1970.
    pub issued: u64,
    /// From when it is refused, in seconds since 1970.
    pub expires: u64,
    /// The most calls of the session, over all its tokens; `None` leaves it to the proxy. It can lower the proxy's own
    /// limit and never raises it.
    pub turns: Option<u64>,
    /// The most tokens of the session, in and out together; as `turns`.
    pub tokens: Option<u64>,
}

impl Claims {
    /// The name under which what the session spends is counted.
    pub(crate) fn counted(&self) -> SessionId {
        self.account.unwrap_or(self.session)
    }
}

/// Why a token is refused.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum TokenError {
    /// Not of this format, not signed with this secret, or with claims that make no sense.
    Invalid,
    /// The time until which a token is valid is over.
    Expired,
}

/// Makes and checks tokens with one secret.
#[derive(Clone)]
pub struct Signer {
    key: hmac::Key,
}

impl fmt::Debug for Signer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Signer")
    }
}

impl Signer {
    /// Takes the secret as its bytes; [`SECRET_BYTES`] at least.
    ///
    /// Returns `None` for a shorter one: it could be guessed from one token.
    pub fn new(secret: &[u8]) -> Option<Self> {
        (secret.len() >= SECRET_BYTES).then(|| Self {
            key: hmac::Key::new(hmac::HMAC_SHA256, secret),
        })
    }

    /// A name for something, the same for as long as the secret is, that shows nothing of it. No token begins as `kind` does.
    pub(crate) fn alias(&self, kind: &str, bytes: &[u8]) -> [u8; 16] {
        let mut signed = hmac::Context::with_key(&self.key);
        signed.update(kind.as_bytes());
        signed.update(b" ");
        signed.update(bytes);
        let tag = signed.sign();
        tag.as_ref().first_chunk().copied().unwrap_or_default()
    }

    /// Makes a token.
    pub fn sign(&self, claims: &Claims) -> String {
        let Claims {
            session,
            account,
            issued,
            expires,
            turns,
            tokens,
        } = claims;
        let mut text = format!(r#"{{"sid":"{session}","iat":{issued},"exp":{expires}"#);
        if let Some(account) = account {
            text.push_str(&format!(r#","acc":"{account}""#));
        }
        for (name, value) in [("turns", turns), ("tokens", tokens)] {
            if let Some(value) = value {
                text.push_str(&format!(r#","{name}":{value}"#));
            }
        }
        text.push('}');
        let mut token = format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(text));
        let mac = hmac::sign(&self.key, token.as_bytes());
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(mac, &mut token);
        token
    }

    /// Checks a token at `now` and returns its claims; `longest` is the longest life that is accepted, both in seconds.
    ///
    /// `verified` is the token that was verified last on the same connection: the same bytes have the same signature, and only
    /// their time is looked at anew. A page sends the same token with every call for an hour, and the signature with what it
    /// signs is the dearest of the checks.
    pub(crate) fn check(
        &self,
        verified: &mut Option<VerifiedClaims>,
        token: &str,
        now: u64,
        longest: u64,
    ) -> Result<Claims, TokenError> {
        if let Some(verified) = verified
            && verified.is(token)
        {
            return timely(verified.claims, now, longest);
        }
        let claims = timely(self.signed(token)?, now, longest)?;
        *verified = Some(VerifiedClaims {
            token: token.into(),
            claims,
        });
        Ok(claims)
    }

    /// Reads the claims of a token that is signed with this secret.
    fn signed(&self, token: &str) -> Result<Claims, TokenError> {
        if token.len() > LONGEST {
            return Err(TokenError::Invalid);
        }
        let (signed, mac) = token.rsplit_once('.').ok_or(TokenError::Invalid)?;
        let claims = signed
            .strip_prefix(VERSION)
            .and_then(|rest| rest.strip_prefix('.'))
            .ok_or(TokenError::Invalid)?;
        let mac = URL_SAFE_NO_PAD
            .decode(mac)
            .map_err(|_| TokenError::Invalid)?;
        // Compares in constant time, and before anything of the claims is read.
        hmac::verify(&self.key, signed.as_bytes(), &mac).map_err(|_| TokenError::Invalid)?;
        let claims = URL_SAFE_NO_PAD
            .decode(claims)
            .map_err(|_| TokenError::Invalid)?;
        read(&claims).ok_or(TokenError::Invalid)
    }
}

/// The claims of a token whose signature was verified, with its text.
pub(crate) struct VerifiedClaims {
    token: Box<str>,
    claims: Claims,
}

impl VerifiedClaims {
    /// Whether it is this one. Takes as long wherever the two differ: a proxy in front may send calls of several clients over one
    /// connection, and none of them is to find out another's token byte by byte.
    fn is(&self, token: &str) -> bool {
        let pairs = self.token.bytes().zip(token.bytes());
        let differ = pairs.fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        self.token.len() == token.len() && differ == 0
    }
}

/// Returns signed claims whose times are in order.
fn timely(claims: Claims, now: u64, longest: u64) -> Result<Claims, TokenError> {
    let future = claims.issued > now.saturating_add(SKEW);
    if future || claims.expires <= claims.issued || claims.expires - claims.issued > longest {
        return Err(TokenError::Invalid);
    }
    if claims.expires <= now {
        return Err(TokenError::Expired);
    }
    Ok(claims)
}

/// Reads claims; a key that is not known here would be a promise nobody keeps, so it is refused.
fn read(text: &[u8]) -> Option<Claims> {
    let value = Json::read(text).ok()?;
    let known = ["sid", "acc", "iat", "exp", "turns", "tokens"];
    if !value
        .fields()
        .iter()
        .all(|(name, _)| known.contains(&name.as_ref()))
    {
        return None;
    }
    let cap = |name: &str| match value.get(name) {
        None => Some(None),
        Some(count) => count.count().map(Some),
    };
    Some(Claims {
        session: SessionId::read(value.get("sid")?.text()?)?,
        account: match value.get("acc") {
            None => None,
            Some(account) => Some(SessionId::read(account.text()?)?),
        },
        issued: value.get("iat")?.count()?,
        expires: value.get("exp")?.count()?,
        turns: cap("turns")?,
        tokens: cap("tokens")?,
    })
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::hmac;

    use super::{Claims, SessionId, Signer, TokenError};

    const NOW: u64 = 1_800_000_000;
    const HOUR: u64 = 3600;
    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

    fn claims() -> Claims {
        Claims {
            account: None,
            session: SessionId::read("0f8FAd5b-d9cb-469f-a165-70867728950e").unwrap(),
            issued: NOW,
            expires: NOW + HOUR,
            turns: Some(5),
            tokens: None,
        }
    }

    fn signer() -> Signer {
        Signer::new(SECRET).unwrap()
    }

    fn check(token: &str, now: u64, longest: u64) -> Result<Claims, TokenError> {
        signer().check(&mut None, token, now, longest)
    }

    fn forge(text: &str) -> String {
        let token = format!("colloquy1.{}", URL_SAFE_NO_PAD.encode(text));
        let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET);
        let mac = URL_SAFE_NO_PAD.encode(hmac::sign(&key, token.as_bytes()));
        format!("{token}.{mac}")
    }

    #[test]
    fn what_was_signed_is_accepted_until_it_expires() {
        let token = signer().sign(&claims());
        assert_eq!(check(&token, NOW, HOUR), Ok(claims()));
        assert_eq!(check(&token, NOW - 60, HOUR), Ok(claims()));
        assert_eq!(check(&token, NOW + HOUR, HOUR), Err(TokenError::Expired));
        assert_eq!(check(&token, NOW - 61, HOUR), Err(TokenError::Invalid));
        assert_eq!(check(&token, NOW, HOUR - 1), Err(TokenError::Invalid));
    }

    #[test]
    fn a_token_changed_anywhere_is_refused() {
        let token = signer().sign(&claims());
        for at in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(check(&changed, NOW, HOUR).is_err(), "byte {at}");
            assert!(check(&token[..at], NOW, HOUR).is_err(), "cut at {at}");
        }
        let other = Signer::new(b"another secret of thirty-two byte").unwrap();
        assert!(other.check(&mut None, &token, NOW, HOUR).is_err());
    }

    #[test]
    fn a_token_that_was_verified_before_is_asked_for_its_time_again_and_vouches_for_no_other() {
        let mut verified = None;
        let token = signer().sign(&claims());
        let mut again = |token: &str, now| signer().check(&mut verified, token, now, HOUR);
        assert_eq!(again(&token, NOW), Ok(claims()));
        assert_eq!(again(&token, NOW + 1), Ok(claims()));
        assert_eq!(again(&token, NOW - 61), Err(TokenError::Invalid));
        assert_eq!(again(&token, NOW + HOUR), Err(TokenError::Expired));
        for at in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(again(&changed, NOW).is_err(), "byte {at}");
            assert!(again(&token[..at], NOW).is_err(), "cut at {at}");
        }
        assert!(again(&format!("{token}A"), NOW).is_err());
        assert_eq!(again(&token, NOW), Ok(claims()));
        let other = Claims {
            session: SessionId([7; 16]),
            ..claims()
        };
        assert_eq!(again(&signer().sign(&other), NOW), Ok(other));
        assert_eq!(again(&token, NOW), Ok(claims()));
    }

    #[test]
    fn another_algorithm_or_none_is_refused() {
        let text =
            r#"{"sid":"0f8fad5b-d9cb-469f-a165-70867728950e","iat":1800000000,"exp":1800003600}"#;
        let claims = URL_SAFE_NO_PAD.encode(text);
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
        assert!(check(&forge(text), NOW, HOUR).is_ok());
        for token in [
            format!("{none}.{claims}."),
            format!("colloquy1.{claims}."),
            format!("colloquy1.{claims}"),
            format!("colloquy2.{claims}.{claims}"),
            format!("{}=", forge(text)),
            format!(" {}", forge(text)),
            String::new(),
            ".".repeat(900),
            "x".repeat(5000),
        ] {
            assert_eq!(
                check(&token, NOW, HOUR),
                Err(TokenError::Invalid),
                "{token}"
            );
        }
    }

    #[test]
    fn claims_that_make_no_sense_are_refused_though_they_are_signed() {
        let sid = r#""sid":"0f8fad5b-d9cb-469f-a165-70867728950e""#;
        for text in [
            format!(r#"{{{sid},"iat":1800000000}}"#),
            format!(r#"{{{sid},"iat":1800000000,"exp":1800000000}}"#),
            format!(r#"{{{sid},"iat":1800000000,"exp":1800003600,"admin":true}}"#),
            format!(r#"{{{sid},"iat":1800000000,"exp":1800003600,"exp":1900000000}}"#),
            format!(r#"{{{sid},"iat":1800000000,"exp":1800003600,"turns":-1}}"#),
            r#"{"sid":"me","iat":1800000000,"exp":1800003600}"#.to_owned(),
            "[]".to_owned(),
        ] {
            assert_eq!(
                check(&forge(&text), NOW, HOUR),
                Err(TokenError::Invalid),
                "{text}"
            );
        }
    }

    #[test]
    fn a_short_secret_is_no_secret() {
        assert!(Signer::new(&SECRET[1..]).is_none());
    }

    #[test]
    fn a_session_is_named_by_a_uuid_only() {
        for text in [
            "",
            "0f8fad5bd9cb469fa16570867728950e",
            "0f8fad5b-d9cb-469f-a165-70867728950g",
            "0f8fad5b-d9cb-469f-a165-7086772895-e",
        ] {
            assert!(SessionId::read(text).is_none(), "{text}");
        }
        assert_eq!(
            claims().session.to_string(),
            "0f8fad5b-d9cb-469f-a165-70867728950e"
        );
    }
}
