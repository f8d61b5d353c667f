//! Letters, digits and case, in a few hundred bytes.
//!
//! The standard library's answers rest on tables of 8 kB that do not compress, a tenth of what a respondent downloads. What people
//! type into an answer box is recognised here by ranges: exactly for Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and for
//! punctuation and symbols everywhere; in rarer scripts a sign may count as a letter. `tests/letters.rs` holds both together.

/// What is neither letter nor digit nor mark between U+0080 and U+FFFF: first and last of each range, ascending. Unassigned
/// characters between two ranges of one kind belong to it, as that makes one range of two.
static OTHER: &[(u16, u16)] = &[
    // Latin-1 signs, × and ÷, spacing accents.
    (0x80, 0xA9),
    (0xAB, 0xB1),
    (0xB4, 0xB4),
    (0xB6, 0xB8),
    (0xBB, 0xBB),
    (0xBF, 0xBF),
    (0xD7, 0xD7),
    (0xF7, 0xF7),
    (0x2C2, 0x2C5),
    (0x2D2, 0x2DF),
    (0x2E5, 0x2EB),
    (0x2ED, 0x2ED),
    (0x2EF, 0x2FF),
    // Greek, Cyrillic, Armenian, Hebrew, Arabic, Syriac.
    (0x375, 0x375),
    (0x37E, 0x37E),
    (0x384, 0x385),
    (0x387, 0x387),
    (0x3F6, 0x3F6),
    (0x482, 0x482),
    (0x55A, 0x55F),
    (0x589, 0x58F),
    (0x5BE, 0x5BE),
    (0x5F3, 0x60F),
    (0x61B, 0x61F),
    (0x66A, 0x66D),
    (0x6D4, 0x6D4),
    (0x6DD, 0x6DE),
    (0x6E9, 0x6E9),
    (0x6FD, 0x6FE),
    (0x700, 0x70F),
    (0x7F7, 0x7F9),
    (0x830, 0x83E),
    // India and Sri Lanka, Thailand, Tibet, Burma, Georgia, Ethiopia, the Khmer, the Mongols.
    (0x964, 0x965),
    (0x970, 0x970),
    (0xDF4, 0xDF4),
    (0xE4F, 0xE4F),
    (0xE5A, 0xE5B),
    (0xF01, 0xF17),
    (0xF3A, 0xF3D),
    (0x104A, 0x104F),
    (0x10FB, 0x10FB),
    (0x1360, 0x1368),
    (0x166D, 0x166E),
    (0x1680, 0x1680),
    (0x17D4, 0x17D6),
    (0x17D8, 0x17DB),
    (0x1800, 0x180A),
    (0x1944, 0x1945),
    (0x1AA0, 0x1AA6),
    (0x1B5A, 0x1B60),
    (0x1C3B, 0x1C3F),
    (0x1C7E, 0x1C7F),
    // Spacing accents of Greek.
    (0x1FBD, 0x1FBD),
    (0x1FBF, 0x1FC1),
    (0x1FCD, 0x1FCF),
    (0x1FDD, 0x1FDF),
    (0x1FED, 0x1FEF),
    // Spaces, dashes, quotation marks but the joiners, currency, letter-like signs, arrows, mathematics, pictures.
    (0x1FFD, 0x200B),
    (0x200E, 0x206F),
    (0x207A, 0x207E),
    (0x208A, 0x208E),
    (0x20A0, 0x20CF),
    (0x2100, 0x2101),
    (0x2103, 0x2106),
    (0x2108, 0x2109),
    (0x2116, 0x2118),
    (0x211E, 0x2123),
    (0x218A, 0x245F),
    (0x249C, 0x24B5),
    (0x2500, 0x2775),
    (0x2794, 0x2BFF),
    (0x2CF9, 0x2CFC),
    (0x2E00, 0x2E2E),
    // China, Japan, Korea.
    (0x2E30, 0x3004),
    (0x3008, 0x3020),
    (0x3030, 0x3030),
    (0x3036, 0x3037),
    (0x303D, 0x303F),
    (0x309B, 0x309C),
    (0x30A0, 0x30A0),
    (0x30FB, 0x30FB),
    (0x3200, 0x33FF),
    (0x4DC0, 0x4DFF),
    // The private area, forms of Arabic and of punctuation, full width.
    (0xD7FC, 0xF8FF),
    (0xFD3E, 0xFD4F),
    (0xFDFC, 0xFDFF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE6F),
    (0xFEFF, 0xFF0F),
    (0xFF1A, 0xFF20),
    (0xFF3B, 0xFF40),
    (0xFF5B, 0xFF65),
    (0xFFE0, 0xFFFF),
];

/// Returns whether a character belongs to a word: letters, digits, and the marks that sit on letters.
///
/// Splitting at marks would cut decomposed Latin letters, Arabic and Hebrew vowels and Indic conjuncts in two.
#[must_use]
#[inline(never)]
pub fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    let Ok(code) = u16::try_from(c as u32) else {
        // Music, pictures, tags, private use; everything else beyond U+FFFF is a script.
        return !matches!(c as u32, 0x1D000..=0x1D3FF | 0x1F000..=0x1FAFF | 0xE0000..);
    };
    let (mut low, mut high) = (0, OTHER.len());
    while low < high {
        let middle = (low + high) / 2;
        let Some((first, last)) = OTHER.get(middle) else {
            break;
        };
        if code > *last {
            low = middle + 1;
        } else if code < *first {
            high = middle;
        } else {
            return false;
        }
    }
    true
}

/// Distinguishes letters and digits from the marks of all scripts (accents, joiners, variation selectors), which alone mean nothing,
/// and from everything that is no part of a word.
#[must_use]
#[inline(never)]
pub fn is_alphanumeric(c: char) -> bool {
    is_word(c)
        && !matches!(c as u32, 0x300..=0x36F | 0x200C | 0x200D | 0x20D0..=0x20FF | 0xFE00..=0xFE0F)
}

/// True for letters: what is [`is_alphanumeric`] and no digit or number of the scripts people count in.
#[must_use]
#[inline(never)]
pub fn is_alphabetic(c: char) -> bool {
    is_alphanumeric(c) && !is_numeric(c)
}

/// True for digits and numbers: ASCII, Arabic, Indic, full width, fractions, Roman, raised, lowered and in circles.
#[must_use]
pub fn is_numeric(c: char) -> bool {
    matches!(
        c as u32,
        0x30..=0x39
            | 0xB2..=0xB3
            | 0xB9
            | 0xBC..=0xBE
            | 0x660..=0x669
            | 0x6F0..=0x6F9
            | 0x966..=0x96F
            | 0x9E6..=0x9EF
            | 0x2070
            | 0x2074..=0x2079
            | 0x2080..=0x2089
            | 0x2150..=0x2189
            | 0x2460..=0x249B
            | 0x24EA..=0x24FF
            | 0xFF10..=0xFF19
    )
}

/// True for upper case, by what [`fold_char`] makes of it.
#[must_use]
pub fn is_upper(c: char) -> bool {
    fold_char(c) != c
}

/// True for lower case in the scripts that have cases: Latin, Greek, Cyrillic, Armenian.
#[must_use]
pub fn is_lower(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_lowercase();
    }
    matches!(c as u32, 0xDF..=0x24F | 0x370..=0x586 | 0x1E00..=0x1FFF)
        && is_alphabetic(c)
        && !is_upper(c)
}

/// True for characters that turn or hide text: direction overrides, isolates, zero-width spaces, the byte order mark.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Returns a letter in lower case: Latin with all European and Vietnamese letters, Greek, Cyrillic, Armenian, full width.
///
/// One character becomes one: "İ" is "i". Rarer letters stay as they are, so two spellings of them stay two.
#[must_use]
#[inline(never)]
pub fn fold_char(c: char) -> char {
    let code = c as u32;
    if code < 0x80 {
        return c.to_ascii_lowercase();
    }
    let folded = match code {
        0xD7 | 0x3A2 => code,
        0xC0..=0xDE | 0x391..=0x3AB | 0x410..=0x42F | 0xFF21..=0xFF3A => code + 32,
        0x130 => 0x69,
        // Pairs that begin with an even number, then those that begin with an odd one.
        0x100..=0x137
        | 0x14A..=0x177
        | 0x1DE..=0x1EF
        | 0x1A0..=0x1A5
        | 0x1F8..=0x21F
        | 0x222..=0x233
        | 0x246..=0x24F
        | 0x3D8..=0x3EF
        | 0x460..=0x481
        | 0x48A..=0x4BF
        | 0x4D0..=0x52F
        | 0x1E00..=0x1E95
        | 0x1EA0..=0x1EFF => code | 1,
        0x139..=0x148 | 0x179..=0x17E | 0x1AF | 0x1CD..=0x1DC | 0x4C1..=0x4CE => code + (code & 1),
        0x178 => 0xFF,
        0x386 => 0x3AC,
        0x388..=0x38A => code + 37,
        0x38C => 0x3CC,
        0x38E | 0x38F => code + 63,
        0x400..=0x40F => code + 80,
        0x4C0 => 0x4CF,
        0x531..=0x556 => code + 48,
        0x1E9E => 0xDF,
        // Greek with breathings: the eight capitals come behind their eight small letters.
        0x1F08..=0x1F6F | 0x1F80..=0x1FAF => code & !8,
        _ => code,
    };
    char::from_u32(folded).unwrap_or(c)
}

/// Returns a text in lower case, letter by letter as [`fold_char`] does.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        folded.push(fold_char(c));
    }
    folded
}
