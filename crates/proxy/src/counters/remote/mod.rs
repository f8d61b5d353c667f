//! Counters that several proxies share, in Redis or Valkey.
//!
//! Each question is one script, which the server runs as one step: what two proxies ask at the same time is answered one after the
//! other. The server's clock is the only one. A reservation has a name, so that to settle it twice, or to give up one that may not
//! have arrived, changes nothing that it should not.

mod keeper;
mod link;

use std::future::ready;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redis::{Client as Server, Script, ScriptInvocation};
use ring::rand::{SecureRandom, SystemRandom};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use self::link::Silence;
use super::memory::Memory;
use super::{
    Answer, Charge, Client, Cost, Counters, Left, Limit, Rate, Reservation, SessionSpent, Wish,
};
use crate::config::{Config, Numbers, Redis};
use crate::token::{SessionId, Signer};

/// Milliseconds that a call is counted as running beyond the longest that it may run.
const LEASE: u64 = 60_000;

/// Counters on a server.
///
/// The rate of requests of any kind is counted by each proxy alone: it protects the proxy, and a file must wait for no server.
pub(crate) struct Remote {
    shared: Arc<Shared>,
    queue: UnboundedSender<Settlement>,
    /// Counts what every proxy counts for itself, and everything while the server is away and calls go on.
    own: Memory,
    /// Whether calls go on while the server is away.
    alone: bool,
    signer: Signer,
    share: Cost,
    /// Begins the names of this run's reservations.
    run: u64,
    named: AtomicU64,
}

/// What the requests and the task that settles share.
struct Shared {
    link: link::Link,
    prefix: String,
    numbers: Numbers,
    day: Cost,
    scripts: Scripts,
    seen: Mutex<Seen>,
    /// Settlements that the server has not answered.
    unsettled: AtomicU64,
}

struct Scripts {
    take: Script,
    reserve: Script,
    settle: Script,
    session: Script,
    look: Script,
}

/// What was spent of a day, by the server's last response.
#[derive(Clone, Copy, Default)]
struct Seen {
    day: u64,
    spent: Cost,
}

/// The end of a call, for the server.
struct Settlement {
    reservation: Reservation,
    charge: Charge,
}

/// A session's turns and tokens, and whether it was revoked.
const SESSION: &str = "\
local values = redis.call('HMGET', KEYS[1], 'turns', 'tokens')
return { tonumber(values[1] or 0), tonumber(values[2] or 0), redis.call('EXISTS', KEYS[2]) }";

impl Remote {
    /// Connects, or goes on trying while it begins: the server may start later than the proxy does.
    pub(crate) async fn open(config: &Config, redis: &Redis) -> Self {
        let numbers = config.numbers;
        let day = Cost {
            tokens: numbers.day_tokens,
            micros: config.day_usd_micros,
        };
        let mut run = [0; 8];
        // Without random bytes the time distinguishes two runs.
        if SystemRandom::new().fill(&mut run).is_err() {
            run = crate::log::now_ms().to_be_bytes();
        }
        let shared = Arc::new(Shared {
            link: link::Link::new(redis.client.clone()),
            prefix: redis.prefix.clone(),
            numbers,
            day,
            scripts: Scripts {
                take: Script::new(include_str!("take.lua")),
                reserve: Script::new(concat!(
                    include_str!("common.lua"),
                    include_str!("reserve.lua")
                )),
                settle: Script::new(concat!(
                    include_str!("common.lua"),
                    include_str!("settle.lua")
                )),
                session: Script::new(SESSION),
                look: Script::new(concat!(
                    include_str!("common.lua"),
                    "\n",
                    "return { today, two(day_key(today), 'tokens', 'micros') }"
                )),
            },
            seen: Mutex::default(),
            unsettled: AtomicU64::new(0),
        });
        shared.link.open().await;
        let (queue, settlements) = unbounded_channel();
        tokio::spawn(keeper::keep(Arc::clone(&shared), settlements));
        Self {
            shared,
            queue,
            own: Memory::new(numbers, config.day_usd_micros),
            alone: redis.alone,
            signer: config.signer.clone(),
            share: day.percent(numbers.client_day_percent),
            run: u64::from_be_bytes(run),
            named: AtomicU64::new(0),
        }
    }

    fn queue(&self, reservation: Reservation, charge: Charge) {
        self.shared.unsettled.fetch_add(1, Relaxed);
        // It ends only after whoever could still ask.
        drop(self.queue.send(Settlement {
            reservation,
            charge,
        }));
    }

    /// A client's bucket. The server learns nothing of its address.
    fn bucket(&self, client: Client, what: Rate) -> String {
        let name = u128::from_be_bytes(self.signer.alias("client", &client.0.to_be_bytes()));
        let what = match what {
            Rate::Request => "request",
            Rate::Call => "call",
            Rate::Token => "token",
        };
        format!("{}:rate:{what}:{name:032x}", self.shared.prefix)
    }

    async fn take_shared(&self, client: Client, what: Rate, now: u64) -> Result<(), Limit> {
        for (one, times) in client.counted() {
            let mut script = self.shared.scripts.take.key(self.bucket(one, what));
            script.arg(what.per_minute(&self.shared.numbers) * times);
            match self.shared.link.ask::<u64>(script).await {
                Ok(0) => {}
                Ok(wait) => return Err(Limit::Rate(wait)),
                Err(_) if self.alone => return self.own.take(client, what, now).await,
                Err(_) => return Err(Limit::Away),
            }
        }
        Ok(())
    }

    async fn reserve_shared(&self, wish: Wish, now: u64) -> Result<Reservation, Limit> {
        let id = u128::from(self.run) << 64 | u128::from(self.named.fetch_add(1, Relaxed));
        let reservation = Reservation {
            id,
            alone: false,
            account: wish.account,
            network: wish.network,
            most: wish.most,
            day: 0,
        };
        // Whoever leaves in the middle may leave a reservation behind.
        let mut pending = Pending {
            remote: self,
            reservation: Some(reservation),
        };
        let asked = self.shared.link.ask(self.wish(&wish, id)).await;
        let (why, seconds, day, tokens, micros): (String, u64, u64, u64, u64) = match asked {
            Ok(answer) => answer,
            Err(silence) => {
                if silence == Silence::NotAsked {
                    pending.reservation = None;
                }
                return self.reserve_alone(wish, id, now);
            }
        };
        self.shared.saw(day, Cost { tokens, micros });
        let refused = match why.as_str() {
            "held" => {
                let held = pending.reservation.take();
                return held
                    .map(|held| Reservation { day, ..held })
                    .ok_or(Limit::Away);
            }
            "rate" => Limit::Rate(seconds),
            "busy" => Limit::Busy,
            "turns" => Limit::Turns,
            "tokens" => Limit::Tokens,
            "day" => Limit::Day(seconds),
            "share" => Limit::Share(seconds),
            "full" => Limit::Full,
            "revoked" => Limit::Revoked,
            _ => Limit::Away,
        };
        // The server has refused it: nothing is left behind.
        pending.reservation = None;
        Err(refused)
    }

    fn wish(&self, wish: &Wish, id: u128) -> ScriptInvocation<'_> {
        let shared = &self.shared;
        let numbers = &shared.numbers;
        let account = wish.account;
        let mut script = shared.scripts.reserve.key(shared.session_key(account));
        script
            .key(shared.running_key(account))
            .key(shared.revoked_key(wish.session))
            .key(shared.call_key(id));
        shared.known(&mut script);
        script
            .arg(format!("{id:032x}"))
            .arg(format!("{:032x}", wish.network.0));
        for number in [
            wish.turns,
            wish.tokens,
            wish.most.tokens,
            wish.most.micros,
            numbers.session_calls_per_minute,
            numbers.session_calls_at_once,
            shared.day.tokens,
            shared.day.micros,
            self.share.tokens,
            self.share.micros,
            shared.keep(),
            numbers.call_seconds * 1_000 + LEASE,
            numbers.sessions,
        ] {
            script.arg(number);
        }
        script
    }

    /// Goes on without the server, from its last response of the day.
    fn reserve_alone(&self, wish: Wish, id: u128, now: u64) -> Result<Reservation, Limit> {
        if !self.alone {
            return Err(Limit::Away);
        }
        let seen = *self.shared.seen();
        self.own.learn(seen.day, seen.spent);
        let held = self.own.try_reserve(&wish, now)?;
        // Another name than that of the reservation that may have arrived after all and is given up.
        let id = id | 1 << 63;
        Ok(Reservation {
            id,
            alone: true,
            ..held
        })
    }

    async fn session_shared(
        &self,
        session: SessionId,
        account: SessionId,
    ) -> Result<SessionSpent, Limit> {
        let shared = &self.shared;
        let mut script = shared.scripts.session.key(shared.session_key(account));
        script.key(shared.revoked_key(session));
        match shared.link.ask::<(u64, u64, bool)>(script).await {
            Ok((_, _, true)) => Err(Limit::Revoked),
            Ok((turns, tokens, false)) => Ok(SessionSpent { turns, tokens }),
            Err(_) if self.alone => self.own.session(session, account).await,
            Err(_) => Err(Limit::Away),
        }
    }
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn saw(&self, day: u64, spent: Cost) {
        let mut seen = self.seen();
        if day >= seen.day {
            *seen = Seen { day, spent };
        }
    }

    /// How long what a session has spent is kept, in milliseconds.
    fn keep(&self) -> u64 {
        self.numbers.session_hours * 3_600_000
    }

    fn session_key(&self, session: SessionId) -> String {
        format!("{}:session:{session}", self.prefix)
    }

    fn running_key(&self, session: SessionId) -> String {
        format!("{}:running:{session}", self.prefix)
    }

    /// Begins a script's arguments: the prefix of all names, and what was seen of the day.
    fn known(&self, script: &mut ScriptInvocation<'_>) {
        let seen = *self.seen();
        script
            .arg(self.prefix.as_str())
            .arg(seen.day)
            .arg(seen.spent.tokens)
            .arg(seen.spent.micros);
    }

    fn revoked_key(&self, session: SessionId) -> String {
        revoked_key(&self.prefix, session)
    }

    fn call_key(&self, id: u128) -> String {
        format!("{}:call:{id:032x}", self.prefix)
    }
}

fn revoked_key(prefix: &str, session: SessionId) -> String {
    format!("{prefix}:revoked:{session}")
}

/// Has all proxies refuse a session for as long as a token of it may live, and the session's counters are kept.
///
/// # Errors
/// When the server does not take it.
pub(crate) async fn revoke(
    server: &Server,
    prefix: &str,
    numbers: &Numbers,
    session: SessionId,
) -> Result<(), String> {
    let seconds = (numbers.token_longest_minutes * 60).max(numbers.session_hours * 3_600);
    let asked = async {
        let mut connection = server.get_multiplexed_async_connection().await?;
        redis::cmd("SET")
            .arg(revoked_key(prefix, session))
            .arg(1)
            .arg("EX")
            .arg(seconds)
            .query_async::<()>(&mut connection)
            .await
    };
    asked
        .await
        .map_err(|error| format!("Redis does not answer: {}", error.category()))
}

/// A reservation that is given up unless somebody takes it.
struct Pending<'r> {
    remote: &'r Remote,
    reservation: Option<Reservation>,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if let Some(reservation) = self.reservation.take() {
            self.remote.queue(reservation, Charge::Nothing);
        }
    }
}

impl Counters for Remote {
    fn take(&self, client: Client, what: Rate, now: u64) -> Answer<'_, Result<(), Limit>> {
        match what {
            Rate::Request => self.own.take(client, what, now),
            Rate::Call | Rate::Token => Box::pin(self.take_shared(client, what, now)),
        }
    }

    fn reserve(&self, wish: Wish, now: u64) -> Answer<'_, Result<Reservation, Limit>> {
        Box::pin(self.reserve_shared(wish, now))
    }

    fn settle(&self, reservation: Reservation, charge: Charge, now: u64) {
        if reservation.alone {
            self.own.end(&reservation, charge, now);
        }
        self.queue(reservation, charge);
    }

    fn session(
        &self,
        session: SessionId,
        account: SessionId,
    ) -> Answer<'_, Result<SessionSpent, Limit>> {
        Box::pin(self.session_shared(session, account))
    }

    fn faults(&self) -> u64 {
        self.shared.link.faults()
    }

    fn left(&self, now: u64) -> Answer<'_, Left> {
        let Seen { day, spent } = *self.shared.seen();
        if self.alone && self.is_away() {
            self.own.learn(day, spent);
            return self.own.left(now);
        }
        let spent = if day == super::day(now) {
            spent
        } else {
            Cost::default()
        };
        Box::pin(ready(self.shared.day.left(spent)))
    }

    fn is_away(&self) -> bool {
        self.shared.link.is_away()
    }

    fn takes_calls(&self) -> bool {
        self.alone || !self.is_away()
    }

    fn unsettled(&self) -> u64 {
        self.shared.unsettled.load(Relaxed)
    }
}
