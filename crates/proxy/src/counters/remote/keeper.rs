//! The task that reports calls that ended to the server, in their order, and finds a server that was lost.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;

use super::{Charge, Cost, Settlement, Shared};

/// How long it waits before it looks for a lost server again, and how often it asks for the day's sums.
const AGAIN: Duration = Duration::from_millis(250);

/// Works until nobody is left who could queue anything, and all is reported or the server is away.
pub(super) async fn keep(shared: Arc<Shared>, mut queue: UnboundedReceiver<Settlement>) {
    let mut next: Option<Settlement> = None;
    loop {
        if !shared.link.open().await {
            if queue.is_closed() {
                return;
            }
            tokio::time::sleep(AGAIN).await;
            continue;
        }
        if next.is_none() {
            match tokio::time::timeout(AGAIN, queue.recv()).await {
                Ok(Some(settlement)) => next = Some(settlement),
                Ok(None) => return,
                // A server that was lost without a word is found to be so, and others' calls are seen.
                Err(_) => drop(shared.look().await),
            }
        }
        if let Some(settlement) = &next
            && shared.tell(settlement).await.is_some()
        {
            next = None;
            shared.unsettled.fetch_sub(1, Relaxed);
        }
    }
}

impl Shared {
    /// Reports a call that ended to the server. Returns nothing when it is to be reported again.
    async fn tell(&self, settlement: &Settlement) -> Option<()> {
        let held = &settlement.reservation;
        let (real, free) = match settlement.charge {
            Charge::Of(cost) => (cost, 0),
            Charge::Nothing => (Cost::default(), 1),
        };
        let mut script = self.scripts.settle.key(self.session_key(held.account));
        script
            .key(self.running_key(held.account))
            .key(self.call_key(held.id));
        self.known(&mut script);
        script
            .arg(format!("{:032x}", held.id))
            .arg(format!("{:032x}", held.network.0));
        for number in [
            real.tokens,
            real.micros,
            free,
            u64::from(held.alone),
            held.day,
            self.keep(),
        ] {
            script.arg(number);
        }
        let (day, tokens, micros) = self.link.ask(script).await.ok()?;
        self.saw(day, Cost { tokens, micros });
        Some(())
    }

    /// Asks what was spent of the day, by all proxies.
    async fn look(&self) -> Option<()> {
        let mut script = self.scripts.look.prepare_invoke();
        self.known(&mut script);
        let (day, tokens, micros) = self.link.ask(script).await.ok()?;
        self.saw(day, Cost { tokens, micros });
        Some(())
    }
}
