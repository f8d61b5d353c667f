//! One row per exchange, for spreadsheets and statistics programs.

use super::{Transcript, date};
use crate::table::{Cell, Table, row};

/// Names of the columns: machine names, the same in every language.
const COLUMNS: &str = "session,number,kind,follow_up_depth,asked_at,question,reaction,answer,amended,redacted,words,thinking_seconds";

impl Transcript<'_> {
    /// Writes the table of exchanges.
    pub(super) fn csv(&self) -> String {
        let mut out = [COLUMNS, "\r\n"].concat();
        let flag = |set: bool| Cell::Plain(if set { "true" } else { "false" }.into());
        for exchange in self.exchanges {
            let question = &exchange.question;
            let cells = [
                Cell::Text(self.session.into()),
                Cell::Plain(question.number.to_string()),
                Cell::Plain(question.kind.name().into()),
                Cell::Plain(question.follow_up_depth.to_string()),
                Cell::Plain(date::moment(question.asked_at)),
                Cell::Text(question.text.clone()),
                Cell::Plain(exchange.reaction.name().into()),
                Cell::Text(self.answer_text(exchange).into_owned()),
                flag(exchange.amended),
                flag(exchange.redacted),
                Cell::Plain(exchange.words.to_string()),
                Cell::Plain(seconds(u64::from(exchange.thinking_ms))),
            ];
            row(&cells, &mut out);
        }
        out
    }

    /// Writes a table of one kind of interview: for any other kind the names of the columns alone.
    pub(super) fn table(&self, table: &Table) -> String {
        let mut out = [table.columns, "\r\n"].concat();
        let own = self.kind.table().is_some_and(|own| own.name == table.name);
        if let Some(outcome) = self.outcome.filter(|_| own) {
            let rows = (table.rows)(outcome);
            rows.iter().for_each(|cells| row(cells, &mut out));
        }
        out
    }
}

/// Seconds with one decimal and a point.
fn seconds(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    [&(tenths / 10).to_string(), ".", &(tenths % 10).to_string()].concat()
}
