//! A proof of work before a session token: what costs a page a second, and whoever wants thousands of tokens thousands.
//!
//! The proxy keeps nothing of a challenge: its MAC shows that the proxy made it, for which session and client, how hard it is and until when.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};

use crate::counters::Client;
use crate::token::{SessionId, Signer};

/// How long a challenge is good for, in seconds.
const LIFE: u64 = 120;

/// The most bytes of a proof: a challenge, and a number of any size.
const LONGEST: usize = 160;

/// Gives challenges, and takes each proof once.
pub(crate) struct Proofs {
    /// Bits at the beginning of the hash that must be nought; 0 asks for no proof.
    bits: u32,
    used: Mutex<Used>,
    /// Proofs that are remembered.
    most: usize,
}

/// Proofs that were taken, in two generations, each as long as a challenge lives.
#[derive(Default)]
struct Used {
    turned: u64,
    young: HashSet<[u8; 16]>,
    old: HashSet<[u8; 16]>,
}

/// Why a proof is not taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Unproven {
    /// Not made by this secret, or for another session or client.
    Other,
    /// The time in which a proof may be used is over.
    Late,
    /// Taken before.
    Used,
    /// The hash does not begin with bits enough.
    Wrong,
}

impl Unproven {
    /// What is wrong, for a person.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Other => {
                "the proof is of another session's or client's challenge; solve this one"
            }
            Self::Late => "the proof came too late; solve this challenge",
            Self::Used => "the proof was used before; solve this challenge",
            Self::Wrong => "the proof does not solve its challenge; solve this one",
        }
    }
}

impl Proofs {
    /// Asks for `bits` bits, and remembers about `most` proofs. Where more are taken while a challenge lives, the first of them are
    /// forgotten: they could be used again for their own session, which has what it may spend once.
    pub(crate) fn new(bits: u32, most: usize) -> Self {
        Self {
            bits,
            used: Mutex::default(),
            most: (most / 2).max(1),
        }
    }

    /// Whether a token wants a proof.
    pub(crate) fn are_wanted(&self) -> bool {
        self.bits > 0
    }

    /// The bits that a proof must have.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Makes a challenge; `now` is in seconds since 1970.
    pub(crate) fn challenge(
        &self,
        signer: &Signer,
        session: SessionId,
        client: Client,
        now: u64,
    ) -> String {
        let mut salt = [0; 8];
        // Without random bytes a session's challenges of one second are the same one.
        let _ = SystemRandom::new().fill(&mut salt);
        let salt = u64::from_be_bytes(salt);
        let open = format!("{}.{}.{salt:016x}", now + LIFE, self.bits);
        let mac = u128::from_be_bytes(mac(signer, &open, session, client));
        format!("{open}.{mac:032x}")
    }

    /// Takes a proof, `challenge:number`, once.
    ///
    /// # Errors
    /// With why it is none.
    pub(crate) fn take(
        &self,
        signer: &Signer,
        proof: &str,
        session: SessionId,
        client: Client,
        now: u64,
    ) -> Result<(), Unproven> {
        let parts = proof.split_once(':').filter(|_| proof.len() <= LONGEST);
        let (challenge, _) = parts.ok_or(Unproven::Other)?;
        let (open, given) = challenge.rsplit_once('.').ok_or(Unproven::Other)?;
        let made = mac(signer, open, session, client);
        let given = u128::from_str_radix(given, 16).map_err(|_| Unproven::Other)?;
        // In the same time however much of it is right.
        if u128::from_be_bytes(made) ^ given != 0 {
            return Err(Unproven::Other);
        }
        let mut numbers = open.split('.').map(str::parse::<u64>);
        let (Some(Ok(expires)), Some(Ok(bits))) = (numbers.next(), numbers.next()) else {
            return Err(Unproven::Other);
        };
        if now >= expires {
            return Err(Unproven::Late);
        }
        if zeros(digest(&SHA256, proof.as_bytes()).as_ref()) < bits.max(u64::from(self.bits)) {
            return Err(Unproven::Wrong);
        }
        self.use_once(made, now)
    }

    fn use_once(&self, mac: [u8; 16], now: u64) -> Result<(), Unproven> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_sub(used.turned) >= LIFE || used.young.len() >= self.most {
            used.turned = now;
            used.old = std::mem::take(&mut used.young);
        }
        if used.old.contains(&mac) || !used.young.insert(mac) {
            return Err(Unproven::Used);
        }
        Ok(())
    }
}

fn mac(signer: &Signer, open: &str, session: SessionId, client: Client) -> [u8; 16] {
    let text = format!("{open} {session} {}", client.network());
    signer.alias("proof", text.as_bytes())
}

/// Bits at the beginning that are nought.
fn zeros(bytes: &[u8]) -> u64 {
    let mut sum = 0;
    for byte in bytes {
        sum += u64::from(byte.leading_zeros());
        if *byte != 0 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{LIFE, Proofs, Unproven, zeros};
    use crate::counters::Client;
    use crate::token::{SessionId, Signer};
    use ring::digest::{SHA256, digest};

    fn solve(challenge: &str, bits: u64) -> String {
        (0..u64::MAX)
            .map(|number| format!("{challenge}:{number}"))
            .find(|proof| zeros(digest(&SHA256, proof.as_bytes()).as_ref()) >= bits)
            .unwrap()
    }

    #[test]
    fn a_proof_is_good_once_for_its_session_client_and_time() {
        let signer = Signer::new(&[7; 32]).unwrap();
        let proofs = Proofs::new(8, 100);
        let client = |text: &str| Client::of(text.parse().unwrap());
        let (one, other) = (SessionId([1; 16]), SessionId([2; 16]));
        let (near, far) = (client("192.0.2.1"), client("192.0.2.2"));
        let challenge = proofs.challenge(&signer, one, near, 1_000);
        let proof = solve(&challenge, 8);
        let take =
            |proof: &str, session, client, now| proofs.take(&signer, proof, session, client, now);
        assert_eq!(take(&proof, other, near, 1_001), Err(Unproven::Other));
        assert_eq!(take(&proof, one, far, 1_001), Err(Unproven::Other));
        assert_eq!(take(&proof, one, near, 1_000 + LIFE), Err(Unproven::Late));
        let wrong = (0..1_000)
            .map(|number| format!("{challenge}:w{number}"))
            .find(|proof| zeros(digest(&SHA256, proof.as_bytes()).as_ref()) < 8);
        assert_eq!(
            take(&wrong.unwrap(), one, near, 1_001),
            Err(Unproven::Wrong)
        );
        // A lighter one is none of ours: how hard it is stands under the mac.
        let lighter = proof.replacen(".8.", ".1.", 1);
        assert_eq!(take(&lighter, one, near, 1_001), Err(Unproven::Other));
        assert_eq!(take(&proof, one, near, 1_001), Ok(()));
        assert_eq!(take(&proof, one, near, 1_002), Err(Unproven::Used));
        // Another number for the same challenge is the same proof.
        let again = solve(&format!("{challenge}:0"), 8);
        assert_eq!(take(&again, one, near, 1_100), Err(Unproven::Used));
        for none in ["", "x", "1.2.3:4", &"9".repeat(500)] {
            assert_eq!(take(none, one, near, 1_001), Err(Unproven::Other), "{none}");
        }
    }
}
