//! How a session comes into this page's hands, and how it leaves them for another tab's.

use super::{Driver, Setting, judge, restore};
use crate::bridge::spawn;
use crate::error::Error;
use crate::locks::{self, Lock};
use crate::parts;
use crate::store::Draft;
use colloquy_core::{Event, Interview, SaveError, Validate};
use js_sys::Function;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

impl Driver {
    /// Takes a new interview in hand and carries its first effects out.
    pub(crate) async fn begin(
        setting: Setting,
        validator: Option<Rc<dyn Validate>>,
        interview: Interview,
    ) -> Rc<Driver> {
        let driver = Driver::new(setting, validator, interview, 1, Draft::default());
        // A new UUID is nobody else's; without a lock (a browser that refuses it) the epoch alone has to do.
        driver.lock(false).await;
        driver.start();
        driver
    }

    /// Opens a stored session: for writing, or for reading while another tab writes it. `judges` gives a validator of the
    /// guide's own schema, where it has one.
    pub(crate) async fn open(
        setting: Setting,
        read_only: bool,
        judges: &Function,
    ) -> Result<Rc<Driver>, Error> {
        // The real interview replaces this lock's holder below; it is asked for first, so that nobody else's turn is cut.
        let session = setting.session.clone();
        let slot: Rc<RefCell<Weak<Driver>>> = Rc::default();
        let lock = if read_only {
            None
        } else {
            acquire(&session, false, &slot).await
        };
        let contents = match lock {
            Some(_) => setting.store.claim(&session).await?,
            None => setting.store.read(&session).await?,
        };
        let Some(contents) = contents else {
            return Err(Error::no_such_session());
        };
        let read_only = lock.is_none();
        let mut interview = restore(&contents, read_only, None).await?;
        let schema = interview.session().guide.outcome.clone();
        let validator = match schema {
            Some(schema) => judge::compiled(judges, &schema).await,
            None => None,
        };
        if validator.is_some() {
            interview = restore(&contents, read_only, validator.clone()).await?;
        }
        let draft = contents.draft.unwrap_or_default();
        let driver = Driver::new(setting, validator, interview, contents.row.epoch, draft);
        *slot.borrow_mut() = Rc::downgrade(&driver);
        driver.state.borrow_mut().lock = lock;
        driver.write_journal(&contents.records);
        driver.start();
        Ok(driver)
    }

    /// Takes the session over from the tab that writes it.
    ///
    /// What this tab could not store stays as its draft; logs are never merged.
    pub(crate) async fn take_over(self: Rc<Self>) -> Result<(), Error> {
        if !self.interview().read_only() {
            return Ok(());
        }
        // Before anything is taken: it may not come.
        let began = self.interview().records().first().cloned();
        parts::notes_in(began.as_slice()).await?;
        self.lock(true).await;
        let Some(contents) = self.store.claim(&self.session).await? else {
            return self.deleted();
        };
        let interview = restore(&contents, false, self.validator.clone()).await?;
        self.replace(interview, &contents.records);
        {
            let mut state = self.state.borrow_mut();
            state.epoch = contents.row.epoch;
            let stored = contents.draft.unwrap_or_default();
            if state.draft.is_empty() {
                state.draft = stored.text;
            }
            if state.form.is_empty() {
                state.form = stored.form;
            }
        }
        self.save_draft_soon();
        self.drain();
        Ok(())
    }

    async fn lock(self: &Rc<Self>, steal: bool) {
        let slot = Rc::new(RefCell::new(Rc::downgrade(self)));
        let lock = acquire(&self.session, steal, &slot).await;
        self.state.borrow_mut().lock = lock;
    }

    /// Another tab took the lock: nothing can be submitted here any more.
    fn robbed(self: &Rc<Self>) {
        self.stop_call();
        {
            let mut state = self.state.borrow_mut();
            state.lock = None;
            if !state.disposed {
                state.interview.taken_over();
            }
        }
        self.drain();
    }

    /// While another tab writes, what it stored is shown here. Who writes looks whether sessions that were deleted are this one:
    /// a draft is refused then.
    pub(super) fn something_changed(self: &Rc<Self>, deleted: bool) {
        if !self.interview().read_only() {
            if deleted {
                self.save_draft_soon();
            }
            return;
        }
        let driver = self.clone();
        spawn(async move {
            // Whoever opened the session has that part; what fails here is shown with the next change.
            if let Ok(stored) = parts::stored().await {
                let _ = (stored.follow)(driver).await;
            }
        });
    }

    /// Shows what the tab that writes has stored.
    pub(crate) async fn follow(self: Rc<Self>) -> Result<(), Error> {
        let Some(contents) = self.store.read(&self.session).await? else {
            return self.deleted();
        };
        let interview = restore(&contents, true, self.validator.clone()).await?;
        // Taken over in the meantime, or nothing new.
        let news = contents.records.len() != self.journal.length() as usize;
        if news && self.interview().read_only() {
            self.replace(interview, &contents.records);
            self.drain();
        }
        Ok(())
    }

    /// Handles that the session is not in the store any more, and that nobody writes it: what is here can go on here, and be taken along.
    fn deleted(self: &Rc<Self>) -> Result<(), Error> {
        let reason = SaveError::Deleted;
        self.event(Event::SaveFailed { id: 0, reason })
    }
}

async fn acquire(session: &str, steal: bool, driver: &Rc<RefCell<Weak<Driver>>>) -> Option<Lock> {
    let driver = driver.clone();
    let lost = move || {
        let driver = driver.borrow().upgrade();
        if let Some(driver) = driver {
            driver.robbed();
        }
    };
    locks::acquire(session, steal, lost).await
}
