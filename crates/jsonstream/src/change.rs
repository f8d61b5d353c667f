//! What one piece of text changed.

use serde_json::Value;

use crate::path::Path;

/// One thing that became known, in the order of the text.
///
/// Changes are provisional until the reply is finished: they are for a screen to show meanwhile. Played back in order
/// for one `candidate`, they build exactly that candidate's value, except where the text was cut off: containers
/// that were still open or empty at the end appear in the value only.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Which attempt at reading a value this belongs to, counted from 0. A higher number than before means that
    /// another value has begun; the earlier one stands unless it was withdrawn.
    pub candidate: u32,
    /// Path within that value.
    pub path: Path,
    /// Change at that path.
    pub kind: ChangeKind,
}

/// Change at a path.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeKind {
    /// The string here grew by this text, never empty, never half a character.
    ///
    /// How a string is cut into appends depends on the pieces that were pushed; joined they are the same for any cut.
    Append(String),
    /// The value here is finished: a string in full (after its appends, and the authority over them), a number,
    /// a truth value, null, or an empty container. Numbers come whole: a growing one is hidden.
    Value(Value),
    /// The changes of this path and everything below it no longer hold.
    ///
    /// At the root: the attempt is given up, as it turned out to be no JSON. Elsewhere: the key came twice
    /// and the later one wins.
    Withdrawn,
}
