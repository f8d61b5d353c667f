//! What had to be mended to read a value, each kind with a stable code.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $code:literal,)*) => {
        /// What was wrong with a text, and by that how it was mended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum RepairKind { $($(#[$doc])* $name,)* }

        impl RepairKind {
            /// Every kind, in the order of the codes' table.
            pub const ALL: &'static [RepairKind] = &[$(RepairKind::$name,)*];

            /// Returns the stable name of this kind, in snake case.
            pub fn code(self) -> &'static str {
                match self { $(RepairKind::$name => $code,)* }
            }
        }
    };
}

kinds! {
    /// A byte order mark before the text was skipped.
    Bom "bom",
    /// Bytes that are no UTF-8 became U+FFFD.
    InvalidUtf8 "invalid_utf8",
    /// The text past the byte limit was ignored.
    TooLong "too_long",
    /// A value nested past the depth limit was given up.
    TooDeep "too_deep",
    /// The value was taken out of a code fence.
    CodeFence "code_fence",
    /// A code fence was never closed.
    UnclosedFence "unclosed_fence",
    /// Text around the value was set aside.
    SurroundingText "surrounding_text",
    /// The reply held more than one value.
    SeveralValues "several_values",
    /// The end was missing: what was whole is kept, a half-written key, number or escape is dropped. The note names
    /// what was cut.
    Truncated "truncated",
    /// A comma before a closing bracket was skipped.
    TrailingComma "trailing_comma",
    /// A comma with nothing before it was skipped.
    ExtraComma "extra_comma",
    /// A comma between two values was missing.
    MissingComma "missing_comma",
    /// A key without a value was dropped. The note is the key.
    MissingValue "missing_value",
    /// A container was closed by the bracket of one around it.
    MissingClose "missing_close",
    /// A closing bracket that closes nothing was skipped.
    StrayClose "stray_close",
    /// A line break stood in a string unescaped, and was kept.
    RawNewline "raw_newline",
    /// Another control character stood in a string unescaped, and was kept.
    ControlCharacter "control_character",
    /// A backslash before a character that needs none. `\'` lost its backslash; any other kept it.
    BadEscape "bad_escape",
    /// Half of a surrogate pair became U+FFFD.
    LoneSurrogate "lone_surrogate",
    /// A string stood in single quotes.
    SingleQuotes "single_quotes",
    /// A key stood without quotes. The note is the key.
    UnquotedKey "unquoted_key",
    /// A comment was skipped.
    Comment "comment",
    /// `True`, `False`, `None`, `undefined`, `NaN` or an infinity was read as `true`, `false` or `null`. The note is the word.
    ForeignLiteral "foreign_literal",
    /// A number was written as JSON does not (`+1`, `.5`, `01`), or is too large and became null. The note is the number.
    NumberForm "number_form",
    /// A space that is no JSON whitespace was skipped.
    OddWhitespace "odd_whitespace",
    /// A key came twice in one object; the later one won. The note is the key.
    DuplicateKey "duplicate_key",
}

impl RepairKind {
    /// Returns whether a strict parser reads the value to the same result all the same.
    pub(crate) fn keeps_strict(self) -> bool {
        self == RepairKind::DuplicateKey
    }

    /// Returns whether the text may not have been meant as JSON at all, so that a strict value inside it deserves to be offered too.
    pub(crate) fn is_doubtful(self) -> bool {
        use RepairKind::*;
        matches!(
            self,
            MissingComma | MissingClose | StrayClose | SingleQuotes | UnquotedKey | Comment
        )
    }
}

/// One thing that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Kind of the repair.
    pub kind: RepairKind,
    /// Where, in bytes of the text as UTF-8. For bytes that were no UTF-8 it counts the replacement characters.
    pub at: usize,
    /// The key, word or part concerned, at most 64 bytes of it, often empty. It comes from the reply: hostile text.
    pub note: String,
}

/// What was repaired, in the order of the text, bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The first [`Repairs::KEPT`] of them.
    pub list: Vec<Repair>,
    /// Number of further repairs.
    pub more: usize,
}

impl Repairs {
    /// How many repairs are kept with their place, 32: enough to see a pattern, small enough to store with every reply.
    pub const KEPT: usize = 32;

    /// Returns whether nothing was mended.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Lists the codes of the kept repairs.
    pub fn codes(&self) -> Vec<&'static str> {
        self.list.iter().map(|r| r.kind.code()).collect()
    }

    pub(crate) fn add(&mut self, kind: RepairKind, at: usize, note: &str) {
        if self.list.len() < Self::KEPT {
            let note = note[..floor_boundary(note, 64)].into();
            self.list.push(Repair { kind, at, note });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn extend(&mut self, other: Repairs) {
        for repair in other.list {
            if self.list.len() < Self::KEPT {
                self.list.push(repair);
            } else {
                self.more += 1;
            }
        }
        self.more += other.more;
    }
}

/// Returns the largest length ≤ `max` at which `text` can be cut without halving a character.
pub(crate) fn floor_boundary(text: &str, max: usize) -> usize {
    let mut cut = max.min(text.len());
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_snake_case() {
        let mut codes: Vec<_> = RepairKind::ALL.iter().map(|k| k.code()).collect();
        assert!(codes.iter().all(|c| {
            c.bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'_' || b == b'8')
        }));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), RepairKind::ALL.len());
    }

    #[test]
    fn the_list_is_bounded_and_the_rest_counted() {
        let mut repairs = Repairs::default();
        for at in 0..100 {
            repairs.add(RepairKind::Comment, at, "é".repeat(50).as_str());
        }
        assert_eq!((repairs.list.len(), repairs.more), (32, 68));
        assert_eq!(repairs.list[0].note.len(), 64);
        let mut sum = Repairs::default();
        sum.add(RepairKind::Bom, 0, "");
        sum.extend(repairs);
        assert_eq!((sum.list.len(), sum.more), (32, 69));
    }
}
