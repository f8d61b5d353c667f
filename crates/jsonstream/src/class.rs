//! Which bytes go on with what is being read.
//!
//! One table and one loop for every kind of run: smaller than a loop each, and as fast.

pub(crate) const SPACE: u16 = 1;
/// What numbers, words and unquoted keys are made of.
pub(crate) const BARE: u16 = 1 << 1;
/// What stands for itself in a string in double quotes.
pub(crate) const DOUBLE: u16 = 1 << 2;
/// What stands for itself in a string in single quotes.
pub(crate) const SINGLE: u16 = 1 << 3;
/// What cannot begin a container or a fence.
pub(crate) const TEXT: u16 = 1 << 4;
/// What can stand behind the backticks of a fence, on their line.
pub(crate) const TAG: u16 = 1 << 5;
/// What does not end a line.
pub(crate) const LINE: u16 = 1 << 6;
/// What cannot end a block comment.
pub(crate) const BLOCK: u16 = 1 << 7;
pub(crate) const TICK: u16 = 1 << 8;

static CLASSES: [u16; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = classify(i as u8);
        i += 1;
    }
    table
};

const fn classify(b: u8) -> u16 {
    let mut class = 0;
    if matches!(b, b' ' | b'\t' | b'\n' | b'\r') {
        class |= SPACE;
    }
    if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'+' | b'-' | b'.') {
        class |= BARE;
    }
    if b >= b' ' && b != b'\\' {
        class |= if b == b'"' { 0 } else { DOUBLE };
        class |= if b == b'\'' { 0 } else { SINGLE };
    }
    if !matches!(b, b'{' | b'[' | b'`') {
        class |= TEXT;
        class |= if b == b'\n' { 0 } else { TAG };
    }
    class |= if b == b'\n' { 0 } else { LINE };
    class |= if b == b'*' { 0 } else { BLOCK };
    class |= if b == b'`' { TICK } else { 0 };
    class
}

/// Returns whether `b` belongs to `class`.
pub(crate) fn is(b: u8, class: u16) -> bool {
    CLASSES[usize::from(b)] & class != 0
}

/// Returns where the run of bytes of `class` that begins at `from` ends.
pub(crate) fn run_end(bytes: &[u8], from: usize, class: u16) -> usize {
    let mut at = from;
    while at < bytes.len() && is(bytes[at], class) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_something_else_begins() {
        assert_eq!(run_end(b"  \t\nx", 0, SPACE), 4);
        assert_eq!(run_end(b"-1.5e+3,", 0, BARE), 7);
        assert_eq!(run_end("it's é\"".as_bytes(), 0, DOUBLE), 7);
        assert_eq!(run_end(b"it's", 0, SINGLE), 2);
        assert_eq!(run_end(b"a\\n", 0, DOUBLE), 1);
        assert_eq!(run_end(b"a\nb", 0, DOUBLE), 1);
        assert_eq!(run_end(b"prose\n{", 0, TEXT), 6);
        assert_eq!(run_end(b"json\n{", 0, TAG), 4);
        assert_eq!(run_end(b"```x", 1, TICK), 3);
        assert_eq!(run_end(b"abc", 3, LINE), 3);
        assert_eq!(run_end(b"a*", 0, BLOCK), 1);
    }
}
