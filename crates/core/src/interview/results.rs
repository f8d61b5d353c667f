//! What is read of an interview besides its view: its row in lists, and its result.

use super::Interview;
use super::draw::exchange_view;
use crate::effect::Head;
use crate::figures::figures;
use crate::session::Session;
use crate::view::*;
use colloquy_schema::codec::Codec;
use serde_json::Value;

/// What an interview hands back.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ResultView {
    /// The session's row.
    pub session: Head,
    /// Figures of the session.
    pub figures: Figures,
    /// The findings as they stand; frozen once the session is complete.
    pub findings: FindingsView,
    /// Structured outcome of guides that have one; null where there is none.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub outcome: Option<Value>,
    /// Structured Markdown.
    pub transcript: String,
}

impl Interview {
    /// Draws the row that lists show.
    pub fn head(&self) -> Head {
        self.session.head()
    }

    /// Returns the result as it stands, without its transcript.
    pub fn summary(&self) -> ResultView {
        self.session.summary()
    }
}

impl Session {
    /// Returns the result as it stands, without its transcript.
    pub fn summary(&self) -> ResultView {
        ResultView {
            session: self.head(),
            figures: figures(self),
            findings: crate::findings_view::draw(self),
            outcome: crate::kind::outcome::value(self),
            transcript: String::new(),
        }
    }

    /// Draws every exchange, oldest first, an open question among them.
    pub fn exchange_views(&self) -> Vec<ExchangeView> {
        self.exchanges.iter().map(exchange_view).collect()
    }
}
