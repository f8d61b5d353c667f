//! How much a reader takes.

/// Bounds what a reader takes from one reply.
///
/// Both limits are there because a reply is hostile data: the first bounds memory, the second the recursion of
/// whoever walks or drops the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// UTF-8 bytes of text, 1 MiB by default: five hundred times a long reply. Text past it is ignored and
    /// [`TooLong`](crate::RepairKind::TooLong) is reported. The worst case in memory is about 80 times this figure
    /// (a list of objects with one tiny member each).
    pub max_bytes: usize,
    /// Containers inside one another, 64 by default, never more than [`Limits::DEPTH_CEILING`]: the deepest
    /// contract has 5. A value nested deeper is given up.
    pub max_depth: usize,
}

impl Limits {
    /// The deepest nesting any reader allows, 127: what `serde_json` itself reads back.
    pub const DEPTH_CEILING: usize = 127;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 1 << 20,
            max_depth: 64,
        }
    }
}
