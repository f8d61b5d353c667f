//! What a kind of interview can add to everything that is made of records.

use crate::copies::{Copies, Removal, Secrets};
use crate::labels::{Label, Labels};
use crate::section::Section;
use crate::table::Table;
use colloquy_core::QuestionView;
use colloquy_schema::{DataType, Fact, Issue, Record, Wording};
use serde_json::Value;

/// One kind of interview. The defaults are an interview of questions and answers alone.
pub(crate) trait Kind {
    /// The name of the kind, as guides give it.
    fn name(&self) -> &'static str;

    /// Labels of its documents in English, beside those that all kinds share.
    fn labels(&self) -> &'static [Label] {
        &[]
    }

    /// Draws what the interview came to, for every format that people read.
    fn results(&self, _outcome: &Value, _labels: &Labels<'_>) -> Vec<Section> {
        Vec::new()
    }

    /// Draws what the structured style and the page have besides.
    fn details(&self, _outcome: &Value, _labels: &Labels<'_>) -> Vec<Section> {
        Vec::new()
    }

    /// Returns the value of the contract that the guide carries: the whole outcome of a kind that has no outcome of its own.
    fn own_value<'a>(&self, outcome: &'a Value) -> Option<&'a Value> {
        Some(outcome)
    }

    /// Explains why a question was asked, where the kind has a reason for each.
    fn reason(&self, _question: &QuestionView, _labels: &Labels<'_>) -> Option<String> {
        None
    }

    /// Names a kind of data that forms show.
    fn data_name<'a>(&self, data: DataType, _wording: &'a Wording) -> &'a str {
        data.name()
    }

    /// Writes the value of a form in words, where the form is one that this kind asks for itself. Asked of every kind: such a form is known
    /// by what it holds.
    fn in_words(&self, _form: &Value, _value: &Value) -> Option<String> {
        None
    }

    /// A table that the interview is written out as, besides its exchanges.
    fn table(&self) -> Option<&'static Table> {
        None
    }

    /// Finds what facts of this kind have of a removed answer. Asked of every session: facts are known by themselves.
    fn secrets(&self, _removal: &Removal<'_>) -> Option<Box<dyn Secrets>> {
        None
    }

    /// Finds the results of tools that read the removed answer: id of the call, and result.
    fn readings(&self, _records: &[Record], _answer: &Copies) -> Vec<(String, Value)> {
        Vec::new()
    }

    /// Checks the facts of this kind in a session file. Asked of every file.
    fn bounds(&self) -> Option<Box<dyn Bounds>> {
        None
    }
}

/// Bounds of one kind's facts in a session file: a file made by hand cannot bring what no page can show.
pub(crate) trait Bounds {
    /// Judges the next fact; the path of the issue is inside of `fact`.
    fn check(&mut self, fact: &Fact) -> Result<(), Issue>;
}
