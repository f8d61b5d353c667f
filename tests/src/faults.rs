//! What goes wrong around an interview, one fault at a time, right before an effect.

use crate::world::{Storing, World};
use colloquy_core::{Effect, Event, SaveError, SavingState};
use colloquy_schema::{RawReply, Record};
use serde_json::json;

/// A day, in milliseconds.
pub const DAY: u64 = 86_400_000;

/// How often the respondent is asked while the store fails.
const ASKED_MEANWHILE: usize = 2;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The page dies, and is opened again at once.
    Killed,
    /// The tab is closed, and opened again an hour later.
    Closed,
    /// The network goes away. It comes back when nothing goes on without it.
    Offline,
    /// The connection to the store is lost, for some answers.
    Lost,
    /// It is lost after an append was made and before that was reported.
    LostUnheard,
    /// The store is full, for some answers.
    Full,
    /// Another tab takes the session over and goes on with it.
    SecondTab,
    /// The clock is turned back by a day.
    ClockBack,
    /// The clock is turned back by a day, and the page is opened again.
    ClockBackReopened,
    /// A newer version of the app has been here for a moment, and has stored a fact that this one does not know.
    Update,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 10] = [
        Fault::Killed,
        Fault::Closed,
        Fault::Offline,
        Fault::Lost,
        Fault::LostUnheard,
        Fault::Full,
        Fault::SecondTab,
        Fault::ClockBack,
        Fault::ClockBackReopened,
        Fault::Update,
    ];

    /// True when afterwards only what the store holds is left.
    pub fn reopens(self) -> bool {
        use Fault::*;
        matches!(
            self,
            Killed | Closed | SecondTab | ClockBackReopened | Update
        )
    }
}

impl World {
    /// Lets the world's fault happen, right before an effect.
    pub(crate) fn strike(&mut self, effect: Effect) {
        match self.fault {
            Fault::Killed => return self.reload(),
            Fault::Closed => {
                self.now += 3_600_000;
                return self.reload();
            }
            Fault::ClockBackReopened => {
                self.now -= DAY;
                return self.reload();
            }
            Fault::Update => {
                let fact = json!({"seq": self.stored.len(), "at": self.now, "v": 9, "fact": {"sang": {"song": "la"}}});
                let record = Record::read(fact).expect("an unknown fact is no fault");
                self.stored.push(record);
                return self.reload();
            }
            Fault::SecondTab => return self.second_tab(effect),
            Fault::Offline => self.network(false),
            Fault::Lost => self.storing = Storing::Fails(SaveError::Lost),
            Fault::Full => self.storing = Storing::Fails(SaveError::Full),
            Fault::LostUnheard => {
                if let Effect::Append { id, .. } = &effect {
                    let id = *id;
                    self.storing = Storing::Unheard;
                    self.perform(effect);
                    self.storing = Storing::Fails(SaveError::Lost);
                    self.mended_after = ASKED_MEANWHILE;
                    let reason = SaveError::Lost;
                    return self.tell(Event::SaveFailed { id, reason });
                }
                self.storing = Storing::Fails(SaveError::Lost);
            }
            Fault::ClockBack => self.now -= DAY,
        }
        if self.storing != Storing::Works {
            self.mended_after = ASKED_MEANWHILE;
        }
        self.perform(effect);
    }

    /// The network goes away or comes back.
    pub(crate) fn network(&mut self, online: bool) {
        self.online = online;
        self.tell(Event::Network { online });
        self.drain();
    }

    /// Counts how often the respondent is asked while the store fails; then it works again.
    pub(crate) fn mend(&mut self) {
        if self.mended_after > 0 {
            self.mended_after -= 1;
        } else {
            self.mend_now();
        }
    }

    /// Has the store work again, whatever was wrong with it.
    pub(crate) fn mend_now(&mut self) {
        if self.fault_of_store() {
            self.storing = Storing::Works;
            self.event(Event::StoreReturned);
        }
    }

    fn fault_of_store(&self) -> bool {
        matches!(self.fault, Fault::Lost | Fault::LostUnheard | Fault::Full)
            && self.storing != Storing::Works
    }

    /// Another tab opens what is stored for writing. The first one hears of it by the store's refusal or by its lock, and does
    /// nothing more, whatever comes in for it. What its respondent had sent and the store did not take is that tab's draft.
    fn second_tab(&mut self, effect: Effect) {
        let second = self.reopened();
        let mut first = std::mem::replace(&mut self.interview, second);
        while first.poll_effect().is_some() {}
        let late = match effect {
            Effect::Append { id, .. } => {
                let reason = SaveError::TakenOver;
                Some(Event::SaveFailed { id, reason })
            }
            Effect::AskModel { id, .. } => {
                let reply = RawReply {
                    text: "{\"question\": \"What is asked too late?\", \"follow_up\": true}".into(),
                    ..RawReply::default()
                };
                Some(Event::ModelDone { id, reply })
            }
            Effect::RunTool { call } => Some(Event::ToolSettled {
                id: call.id,
                result: json!({ "status": "ok" }),
            }),
            _ => None,
        };
        if !matches!(late, Some(Event::SaveFailed { .. })) {
            first.taken_over();
        }
        let events = late.into_iter().chain([
            Event::Network { online: false },
            Event::Network { online: true },
            Event::StoreReturned,
            Event::Tick,
        ]);
        for event in events {
            first
                .handle(self.now + 60_000, event)
                .expect("never a misuse");
        }
        let done = first.poll_effect();
        assert!(done.is_none(), "the first tab goes on: {done:?}");
        let view = first.view();
        assert_eq!(view.saving.state, SavingState::ReadOnly);
        assert!(!view.can.answer && !view.can.finish);
        let text = "An answer to nobody.".into();
        let refused = first.handle(self.now, Event::Answer { text });
        assert_eq!(refused.expect_err("read only").code(), "read_only");
        self.drain();
    }
}
