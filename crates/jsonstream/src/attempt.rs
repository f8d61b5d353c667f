//! What the machine keeps about where it is and what it has read.

use serde_json::Value;

use crate::repair::Repairs;

/// What the next byte is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Text outside any value.
    Prose,
    /// A run of backticks in prose.
    Ticks,
    /// What follows the backticks that opened a fence, on their line.
    Tag,
    /// Between the tokens of a value.
    Between,
    /// A run of backticks between tokens.
    InnerTicks,
    /// A string or a key in quotes.
    Quoted,
    /// After a backslash.
    Escape,
    /// In the four digits of `\u`.
    Hex,
    /// A number, a word or a key without quotes.
    Bare,
    /// After a slash that may begin a comment.
    Slash,
    LineComment,
    BlockComment,
    /// After a star that may end a comment.
    BlockStar,
    /// After a scalar that stands alone.
    Tail,
}

/// What may come next between tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    FirstKey,
    /// A key, after a comma.
    Key,
    Colon,
    /// The value of a key, or of the whole text.
    Value,
    FirstElement,
    /// An element, after a comma.
    Element,
    /// A comma or the end of the container.
    After,
}

/// A value that is being read.
pub(crate) struct Attempt {
    pub(crate) start: usize,
    /// No container: a string, number or word that is the whole text or the whole fence. Nothing is repaired in one,
    /// or every sentence would be a value.
    pub(crate) scalar: bool,
    /// Something of it was read, so what is found inside after giving it up is a part, not the whole.
    pub(crate) substance: bool,
    /// A key with its colon was read: this is not prose.
    pub(crate) keyed: bool,
    pub(crate) repairs: Repairs,
    pub(crate) strict: bool,
    pub(crate) doubtful: bool,
}

/// A value that was read to its end.
pub(crate) struct Found {
    pub(crate) id: u32,
    pub(crate) value: Value,
    pub(crate) repairs: Repairs,
    pub(crate) strict: bool,
    pub(crate) doubtful: bool,
    pub(crate) fenced: bool,
    /// Part of an attempt that was given up.
    pub(crate) part: bool,
    pub(crate) start: usize,
    pub(crate) end: usize,
}
