//! What has been spent, and how fast: rates, sessions, the day.

mod journal;
mod memory;
mod rates;
mod remote;

use std::fmt;
use std::future::Future;
use std::io;
use std::iter;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;

use memory::Memory;
use remote::Remote;
pub(crate) use remote::revoke;

use crate::config::{Config, Numbers};
use crate::price::Price;
use crate::token::SessionId;
use crate::usage::Usage;

/// Milliseconds of a day.
const DAY: u64 = 24 * 3_600_000;

/// The UTC day of a time, in days since 1970.
fn day(now: u64) -> u64 {
    now / DAY
}

/// Opens the counters that are configured, with what was spent before where that is kept.
///
/// # Errors
/// When the file where it is kept cannot be used. A server that does not answer yet is no error.
pub(crate) async fn open(config: &Config) -> io::Result<Box<dyn Counters>> {
    let (numbers, micros) = (config.numbers, config.day_usd_micros);
    Ok(match (&config.redis, &config.state) {
        (Some(redis), _) => Box::new(Remote::open(config, redis).await),
        (None, Some(path)) => Box::new(Memory::open(numbers, micros, path)?),
        (None, None) => Box::new(Memory::new(numbers, micros)),
    })
}

/// An answer that may come from elsewhere.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// How many times the rate of one client a /48 of IPv6 has in all.
const SUBNETS: u64 = 10;

/// A client as rates know it: an IPv4 address, or the /64 network of an IPv6 address, which is what one household or
/// machine is given.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Client(u128);

impl Client {
    /// The client behind an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(u128::from(address.to_bits())),
            IpAddr::V6(address) => Self(address.to_bits() >> 64 << 64 | 1 << 63),
        }
    }

    /// Whom its requests count for, with how many times the rate of one client that may ask: itself, and its /48 of IPv6 as a whole, in
    /// which one customer can have 65,536 clients.
    fn counted(self) -> impl Iterator<Item = (Self, u64)> {
        let whole = u32::try_from(self.0).is_err();
        // No client has that bit.
        let whole = whole.then(|| (Self(self.network() | 1), SUBNETS));
        iter::once((self, 1)).chain(whole)
    }

    /// The network it belongs to, as bits: its address of IPv4, its /48 of IPv6, of which one customer can have all.
    pub(crate) fn network(self) -> u128 {
        match u32::try_from(self.0) {
            Ok(_) => self.0,
            Err(_) => self.0 >> 80 << 80 | 1 << 63,
        }
    }
}

/// A client as budgets know it: a keyed hash of its network, so that what is kept of it names nobody.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Network(pub(crate) u128);

impl fmt::Display for Client {
    /// Writes the network of the client and never its whole address: /24 of IPv4, /48 of IPv6.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ok(address) = u32::try_from(self.0) {
            let [a, b, c, _] = address.to_be_bytes();
            return write!(out, "{a}.{b}.{c}.0/24");
        }
        write!(out, "{}/48", Ipv6Addr::from_bits(self.0 >> 80 << 80))
    }
}

/// What a client asks for at a rate.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Rate {
    /// Anything.
    Request,
    /// A call of a model.
    Call,
    /// A session token.
    Token,
}

impl Rate {
    /// How often it may be in a minute.
    fn per_minute(self, numbers: &Numbers) -> u64 {
        match self {
            Rate::Request => numbers.client_requests_per_minute,
            Rate::Call => numbers.client_calls_per_minute,
            Rate::Token => numbers.client_tokens_per_minute,
        }
    }
}

/// What a call may cost at most, known before it is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The session, which may be revoked, and the name under which it is counted.
    pub(crate) session: SessionId,
    pub(crate) account: SessionId,
    pub(crate) network: Network,
    /// The session's caps: the proxy's own, or less when its token sets less.
    pub(crate) turns: u64,
    pub(crate) tokens: u64,
    pub(crate) most: Cost,
}

/// Tokens in and out together, and millionths of a dollar.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Cost {
    pub(crate) tokens: u64,
    pub(crate) micros: u64,
}

impl Cost {
    /// What a call can cost at most that has so many tokens; without a price it costs no money.
    pub(crate) fn most(input: u64, output: u64, price: Option<Price>) -> Self {
        Self {
            tokens: input.saturating_add(output),
            micros: price.map_or(0, |price| price.most(input, output)),
        }
    }

    /// What was counted, at a price.
    pub(crate) fn of(usage: &Usage, price: Option<Price>) -> Self {
        Self {
            tokens: usage.all_input().saturating_add(usage.output),
            micros: price.map_or(0, |price| price.of(usage)),
        }
    }

    /// No more than another in either.
    pub(crate) fn at_most(self, most: Self) -> Self {
        Self {
            tokens: self.tokens.min(most.tokens),
            micros: self.micros.min(most.micros),
        }
    }

    /// So many times as much.
    pub(crate) fn times(self, factor: u64) -> Self {
        Self {
            tokens: self.tokens.saturating_mul(factor),
            micros: self.micros.saturating_mul(factor),
        }
    }

    /// What is left of it when so much was spent.
    fn left(self, spent: Self) -> Left {
        Left {
            tokens: self.tokens.saturating_sub(spent.tokens),
            micros: self.micros.saturating_sub(spent.micros),
        }
    }

    /// So many hundredths of it.
    fn percent(self, percent: u64) -> Self {
        Self {
            tokens: self.tokens.saturating_mul(percent) / 100,
            micros: self.micros.saturating_mul(percent) / 100,
        }
    }

    /// Whether there is room for more below a limit.
    fn has_room(self, more: Self, most: Self) -> bool {
        self.tokens.saturating_add(more.tokens) <= most.tokens
            && self.micros.saturating_add(more.micros) <= most.micros
    }

    fn add(&mut self, more: Self) {
        self.tokens = self.tokens.saturating_add(more.tokens);
        self.micros = self.micros.saturating_add(more.micros);
    }

    fn subtract(&mut self, less: Self) {
        self.tokens = self.tokens.saturating_sub(less.tokens);
        self.micros = self.micros.saturating_sub(less.micros);
    }
}

/// What was set aside for one call.
#[derive(Debug)]
pub(crate) struct Reservation {
    /// Its name where others count it too.
    id: u128,
    /// Whether one proxy alone counted it, as the others' server was away.
    alone: bool,
    /// The name under which the session is counted.
    pub(crate) account: SessionId,
    pub(crate) network: Network,
    pub(crate) most: Cost,
    /// The UTC day it was taken from, in days since 1970.
    pub(crate) day: u64,
}

/// What a call that has ended is charged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Charge {
    /// It cost this, as the provider reported or as it is estimated.
    Of(Cost),
    /// It cost nothing: the provider refused it or was never asked. Its turn is given back.
    Nothing,
}

/// Why a counter refuses; times in seconds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Limit {
    /// Too fast; the same request passes after so many seconds.
    Rate(u64),
    /// As many calls of this session are running as may.
    Busy,
    /// No more sessions can be counted at the moment.
    Full,
    Turns,
    Tokens,
    /// The day's budget; so many seconds are left of the day.
    Day(u64),
    /// This client's share of it; as `Day`.
    Share(u64),
    /// The session was revoked.
    Revoked,
    /// Nobody counts at the moment: the server of shared counters does not answer.
    Away,
}

/// What is left of the day.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Left {
    pub(crate) tokens: u64,
    pub(crate) micros: u64,
}

/// What has been spent of a session.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct SessionSpent {
    pub(crate) turns: u64,
    pub(crate) tokens: u64,
}

/// The counters behind every limit.
///
/// In memory they belong to one proxy and one run. Kept elsewhere, several proxies share them; so its questions are
/// answered by futures. `now` is in milliseconds since 1970.
pub(crate) trait Counters: Send + Sync {
    /// Takes one from a client's rate.
    fn take(&self, client: Client, what: Rate, now: u64) -> Answer<'_, Result<(), Limit>>;

    /// Sets aside what a call may cost, or refuses it and changes nothing but the rate of a session that is known.
    fn reserve(&self, wish: Wish, now: u64) -> Answer<'_, Result<Reservation, Limit>>;

    /// Ends a call. It is also called when a client is gone, from where nothing can wait: counters elsewhere queue it.
    fn settle(&self, reservation: Reservation, charge: Charge, now: u64);

    /// What a session has spent under the name under which it is counted, reservations included.
    fn session(
        &self,
        session: SessionId,
        account: SessionId,
    ) -> Answer<'_, Result<SessionSpent, Limit>>;

    /// How often what was spent could not be kept where it outlives the proxy.
    fn faults(&self) -> u64;

    /// What is left of the day.
    fn left(&self, now: u64) -> Answer<'_, Left>;

    /// Whether the server of shared counters does not answer.
    fn is_away(&self) -> bool {
        false
    }

    /// Whether a call could pass, whatever it may spend.
    fn takes_calls(&self) -> bool {
        true
    }

    /// Calls that ended and are still to be counted where others see it.
    fn unsettled(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::Client;

    fn client(text: &str) -> Client {
        Client::of(text.parse().unwrap())
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_a_64_bit_network() {
        assert_eq!(client("::ffff:192.0.2.7"), client("192.0.2.7"));
        assert_ne!(client("192.0.2.8"), client("192.0.2.7"));
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_ne!(client("::192.0.2.7"), client("192.0.2.7"));
        let network = |text| client(text).network();
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:ff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:2:2::1"));
        assert_ne!(network("192.0.2.8"), network("192.0.2.7"));
    }

    #[test]
    fn a_client_is_never_shown_whole() {
        assert_eq!(client("192.0.2.77").to_string(), "192.0.2.0/24");
        assert_eq!(client("2001:db8:1:2::77").to_string(), "2001:db8:1::/48");
    }
}
