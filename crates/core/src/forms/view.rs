//! What a screen shows of a form: the one that waits, and those that were settled.

use colloquy_schema::codec::Codec;
use colloquy_schema::{DataType, Issue};
use serde_json::Value;

/// The form that waits for the respondent. Its lead is the open question's text.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FormView {
    /// Names it: for `settle` and `refuse`, once.
    pub token: String,
    /// Name of the tool that asks for it.
    pub tool: String,
    /// Kind of the form, with what is to be filled in.
    pub kind: FormKind,
    /// How many more forms wait behind it.
    pub behind: u32,
}

/// What is to be filled in, by the kind of the form.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum FormKind {
    /// A choice; settled by `{ selectedIds }`.
    Options {
        /// What there is to choose from, 2 to 6.
        options: Vec<OptionView>,
        /// True when several may be chosen.
        multiple: bool,
        /// False when none may be chosen.
        required: bool,
    },
    /// Files; settled by `{ files }`, each a `FileRef`. What answers a question of a study has its `status` and `text` as well, where it was
    /// read.
    Upload {
        /// Kinds that are taken, such as `pdf`.
        accepts: Vec<String>,
        /// Largest file, in bytes.
        max_bytes: u32,
        /// True when several may come.
        multiple: bool,
        /// The question of a study that the file answers, which is passed over as any other; absent where a tool asks for files.
        #[codec(skip_empty)]
        #[cfg_attr(feature = "types", ts(optional))]
        question: Option<String>,
    },
    /// Data to be approved; settled by `{ data, status?, userNotes? }`, where the status is `approved` unless it is `rejected`.
    Validation {
        /// What it is; its JSON Schema is published with the package.
        data_type: DataType,
        /// As the tool was called with it.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        data: Value,
        /// What keeps it from being approved as it is.
        issues: Vec<Issue>,
    },
    /// A contact card; settled by `{ data }`, an applicant profile.
    Contact {
        /// True where the system's address book can be asked.
        picker: bool,
    },
    /// A form of the host's; settled by `{ data }`.
    Host {
        /// Heading of the form.
        title: String,
        /// JSON Schema of its data.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        schema: Value,
        /// What it is filled with at first.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        data: Value,
    },
}

/// One choice.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OptionView {
    /// Names it.
    pub id: String,
    /// Label of the option.
    pub label: String,
    /// Description of the option; may be empty.
    pub description: String,
}

/// A form that was settled.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FilledView {
    /// Name of the tool that asked.
    pub tool: String,
    /// Kind of data that was to be approved.
    #[codec(rename = "dataType")]
    #[cfg_attr(feature = "types", ts(rename = "dataType"))]
    pub data_type: Option<DataType>,
    /// `ok`, `approved`, `modified`, `rejected`, or `error` where it was refused.
    pub status: String,
    /// What was chosen or handed in, or the names of the fields that were changed.
    pub items: Vec<String>,
    /// Notes of the respondent.
    pub notes: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::DECLARED;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<FormView>("FormView");
        DECLARED.assert_fields::<OptionView>("OptionView");
        DECLARED.assert_fields::<FilledView>("FilledView");
    }
}
