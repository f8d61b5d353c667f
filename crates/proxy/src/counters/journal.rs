//! What was spent, in a file: each change is written as it happens, so that however a proxy ends, the next one knows.
//!
//! The file is lines of text, each with whole sums and not with differences; the last one of its kind and name holds. It is
//! written anew, without what is out of date, when it is opened and when it has become long.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{Cost, Network, SessionSpent};
use crate::token::SessionId;

/// The first line of a file.
const FIRST: &str = "colloquy-proxy spent 1";

/// Bytes above which a file may be written anew.
const LONG: u64 = 4 * 1024 * 1024;

/// An open file.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// Bytes above which it is written anew.
    most: u64,
    /// Writes that failed.
    pub(super) faults: u64,
}

/// What a journal's file holds.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct JournalState {
    pub(super) day: u64,
    pub(super) spent: Cost,
    /// Of that day.
    pub(super) shares: HashMap<Network, Cost>,
    /// What was spent, and when it was used last.
    pub(super) sessions: HashMap<SessionId, (SessionSpent, u64)>,
}

impl Journal {
    /// Opens a file, or makes one, and reads it. No other proxy may have it open.
    ///
    /// # Errors
    /// When it cannot be read or written, is none of ours, or is open elsewhere.
    pub(super) fn open(path: &Path) -> io::Result<(Self, JournalState)> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("state {}: {error}", path.display()))
        };
        let other = |message: &str| named(io::Error::other(message.to_owned()));
        let file = options()
            .append(true)
            .read(true)
            .open(path)
            .map_err(named)?;
        if file.try_lock().is_err() {
            return Err(other("is open in another proxy"));
        }
        let text = std::fs::read_to_string(path).map_err(named)?;
        let kept = JournalState::read(&text).map_err(|line| {
            other(&format!(
                "line {line} is not as it was written; move the file away to begin at nought"
            ))
        })?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            bytes: 0,
            most: LONG,
            faults: 0,
        };
        journal.replace(&kept.text()).map_err(named)?;
        Ok((journal, kept))
    }

    /// Adds lines. What cannot be written counts in memory alone.
    pub(super) fn append(&mut self, lines: &str) {
        match self.file.write_all(lines.as_bytes()) {
            Ok(()) => self.bytes += lines.len() as u64,
            Err(_) => {
                self.faults += 1;
                self.cut_back();
            }
        }
    }

    /// Takes away what a write that failed has left: the next line would be joined to it, and be none of ours.
    fn cut_back(&self) {
        let whole = FIRST.len() as u64 + 1 + self.bytes;
        // Where not even that can be done, the file is written anew when it is opened again, or somebody looks at it.
        drop(self.file.set_len(whole));
    }

    /// Whether it is to be written anew.
    pub(super) fn is_long(&self) -> bool {
        self.bytes > self.most
    }

    /// Writes it anew.
    ///
    /// # Errors
    /// When that cannot be done; then the old one is as it was.
    pub(super) fn replace(&mut self, text: &str) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        drop(std::fs::remove_file(&beside));
        let mut file = options().append(true).open(&beside)?;
        drop(file.try_lock());
        file.write_all(format!("{FIRST}\n{text}").as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, &self.path)?;
        self.file = file;
        self.bytes = text.len() as u64;
        self.most = (self.bytes * 2).max(LONG);
        Ok(())
    }
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

impl JournalState {
    /// Reads lines; a last one without an end was not written whole and is left out.
    ///
    /// # Errors
    /// With the number of the first line that is none of ours.
    fn read(text: &str) -> Result<Self, usize> {
        let mut kept = Self::default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for (at, line) in whole.lines().enumerate() {
            let good = match at {
                0 => line == FIRST,
                _ => kept.line(line).is_some(),
            };
            if !good {
                return Err(at + 1);
            }
        }
        kept.shares.retain(|_, cost| *cost != Cost::default());
        kept.sessions
            .retain(|_, (spent, _)| *spent != SessionSpent::default());
        Ok(kept)
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let kind = words.next()?;
        let mut name = || words.next();
        let session = if kind == "session" {
            Some(SessionId::read(name()?)?)
        } else {
            None
        };
        let network = if kind == "client" {
            Some(Network(u128::from_str_radix(name()?, 16).ok()?))
        } else {
            None
        };
        let mut number = || words.next()?.parse::<u64>().ok();
        let (first, second, third) = (number()?, number()?, number()?);
        let cost = Cost {
            tokens: second,
            micros: third,
        };
        match (kind, session, network) {
            ("day", None, None) => {
                self.turn(first);
                self.spent = cost;
            }
            ("client", None, Some(network)) => {
                self.turn(first);
                self.shares.insert(network, cost);
            }
            ("session", Some(session), None) => {
                let spent = SessionSpent {
                    turns: first,
                    tokens: second,
                };
                self.sessions.insert(session, (spent, third));
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }

    fn turn(&mut self, day: u64) {
        if day > self.day {
            self.day = day;
            self.spent = Cost::default();
            self.shares.clear();
        }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        push_day(&mut out, self.day, self.spent);
        for (network, cost) in &self.shares {
            push_client(&mut out, self.day, *network, *cost);
        }
        for (session, (spent, used)) in &self.sessions {
            push_session(&mut out, *session, *spent, *used);
        }
        out
    }
}

/// Adds the line of a day: days since 1970, tokens, millionths of a dollar.
pub(super) fn push_day(out: &mut String, day: u64, spent: Cost) {
    let _ = writeln!(out, "day {day} {} {}", spent.tokens, spent.micros);
}

/// Adds the line of a client: its keyed hash, the day, tokens, millionths of a dollar.
pub(super) fn push_client(out: &mut String, day: u64, network: Network, cost: Cost) {
    let (name, tokens, micros) = (network.0, cost.tokens, cost.micros);
    let _ = writeln!(out, "client {name:032x} {day} {tokens} {micros}");
}

/// Adds the line of a session: its id, turns, tokens, and when it was used, in milliseconds since 1970.
pub(super) fn push_session(out: &mut String, id: SessionId, spent: SessionSpent, used: u64) {
    let _ = writeln!(out, "session {id} {} {} {used}", spent.turns, spent.tokens);
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::{Cost, FIRST, Journal, JournalState, push_day};

    #[test]
    fn what_a_full_disk_cut_is_taken_back() {
        let name = format!("colloquy-journal-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        drop(std::fs::remove_file(&path));
        let (mut journal, _) = Journal::open(&path).unwrap();
        let day = |tokens| {
            let mut line = String::new();
            push_day(&mut line, 5, Cost { tokens, micros: 1 });
            line
        };
        journal.append(&day(10));
        let half = &day(20)[..4];
        journal.file.write_all(half.as_bytes()).unwrap();
        journal.cut_back();
        journal.append(&day(30));
        drop(journal);
        let (_, kept) = Journal::open(&path).unwrap();
        assert_eq!(kept.spent.tokens, 30);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_last_line_of_its_kind_holds_and_one_that_was_cut_is_left_out() {
        let id = "0f8fad5b-d9cb-469f-a165-70867728950e";
        let client = format!("{:032x}", 7);
        let text = format!(
            "{FIRST}\nday 5 100 20\nclient {client} 5 90 10\nday 6 40 4\nclient {client} 6 30 3\nsession {id} 1 30 9\nsession {id} 2 40 11\nday 6 50 5\nsession {id} 3 5"
        );
        let kept = JournalState::read(&text).unwrap();
        let whole = format!("day 6 50 5\nclient {client} 6 30 3\nsession {id} 2 40 11\n");
        assert_eq!(kept.text(), whole);
        assert_eq!(JournalState::read(&format!("{FIRST}\n{whole}")), Ok(kept));
        assert_eq!(JournalState::read(""), Ok(JournalState::default()));
        for (bad, line) in [
            ("something else\n", 1),
            ("colloquy-proxy spent 1\nday 5 1\n", 2),
            ("colloquy-proxy spent 1\nday 5 1 2 3\n", 2),
            ("colloquy-proxy spent 1\nday 5 1 2\nsession x 1 1 1\n", 3),
        ] {
            assert_eq!(JournalState::read(bad), Err(line), "{bad}");
        }
    }
}
