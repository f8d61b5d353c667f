//! Holds the small ranges of `letters` to the tables of the standard library.

use colloquy_findings::letters::*;

/// The blocks in which every character is judged exactly as the standard library does: Latin to IPA, accents, Greek,
/// Cyrillic, Armenian, Latin with marks above and below, Greek with breathings.
const EXACT: [std::ops::RangeInclusive<u32>; 4] =
    [0x00..=0x24F, 0x370..=0x52F, 0x531..=0x556, 0x1E00..=0x1EFF];

fn exact() -> impl Iterator<Item = char> {
    EXACT.into_iter().flatten().filter_map(char::from_u32)
}

/// Rare letters of African orthographies, old Croatian and the Pan-Nigerian alphabet, digraphs and symbols of Greek, which
/// keep their case.
const UNFOLDED: &str = "ƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǱǲǴǶǷȠȺȻȽȾɁɃɄɅͰͲͶͿϏϴϷϹϺϽϾϿ";

#[test]
fn case_is_folded_as_the_standard_library_does() {
    for c in exact() {
        let lower: Vec<char> = c.to_lowercase().collect();
        if c == 'İ' {
            assert_eq!(fold_char(c), 'i');
        } else if UNFOLDED.contains(c) {
            assert_eq!(fold_char(c), c, "{c} is listed and folded");
            assert_ne!(lower, [c], "{c} is listed and has no case");
        } else {
            assert_eq!(vec![fold_char(c)], lower, "{c} U+{:04X}", c as u32);
        }
    }
    assert_eq!(
        fold("ÄÖÜẞ ΣΊΣΥΦΟΣ Ёж Ｆｕｌｌ ἈΘΉΝΗ"),
        "äöüß σίσυφοσ ёж ｆｕｌｌ ἀθήνη"
    );
    assert_eq!(fold("漢字 हिन्दी العربية 😀"), "漢字 हिन्दी العربية 😀");
}

#[test]
fn no_lower_case_letter_of_any_script_changes() {
    for c in (0..0x11_0000).filter_map(char::from_u32) {
        if c.is_alphabetic() && !c.is_uppercase() && c.to_lowercase().eq([c]) {
            assert_eq!(fold_char(c), c, "{c} U+{:04X}", c as u32);
        }
    }
}

#[test]
fn letters_and_digits_are_those_of_the_standard_library() {
    for c in exact().filter(|c| c.is_alphanumeric() || !is_unassigned(*c)) {
        // Marks count as parts of words here.
        let mark = matches!(c as u32, 0x483..=0x489);
        assert_eq!(
            is_word(c),
            c.is_alphanumeric() || mark,
            "{c} U+{:04X}",
            c as u32
        );
        if !mark {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c}");
            assert_eq!(is_alphabetic(c), c.is_alphabetic(), "{c}");
            assert_eq!(is_numeric(c), c.is_numeric(), "{c}");
        }
    }
}

/// No property of the standard library tells assigned characters; these are the gaps in the exact blocks.
fn is_unassigned(c: char) -> bool {
    matches!(
        c as u32,
        0x378 | 0x379 | 0x380..=0x383 | 0x38B | 0x38D | 0x3A2
    )
}

#[test]
fn no_letter_of_a_living_script_is_lost() {
    // Syllables, scripts of India and of South-East Asia, Han, kana, Hangul and their extensions.
    for c in (0x80..0x3_2000).filter_map(char::from_u32) {
        if matches!(c as u32, 0x2100..=0x33FF | 0x1D000..=0x1D3FF | 0x1F000..=0x1FAFF) {
            continue;
        }
        if c.is_alphabetic() {
            assert!(is_word(c), "{c} U+{:04X}", c as u32);
        }
    }
}

#[test]
fn case_is_known_in_the_scripts_that_have_it() {
    for c in exact().filter(|c| !UNFOLDED.contains(*c)) {
        assert_eq!(is_upper(c), c.to_lowercase().ne([c]), "{c}");
    }
    for c in "aßéžșяёωάἀաƒ".chars() {
        assert!(is_lower(c) && !is_upper(c), "{c}");
    }
    for c in "AÄŽȘЯЁΩΆἈԱ1٣漢あ·’—–…«»„“”¿¡€™№℃→✓😀 \u{a0}\u{3000}「」。、，！".chars()
    {
        assert!(!is_lower(c), "{c}");
    }
}

#[test]
fn punctuation_and_symbols_are_no_words() {
    let signs = "·’‘—–…«»„“”¿¡€£¥™№℃→✓☕😀🇫🇷🎧\u{a0}\u{200b}\u{2028}\u{3000}「」『』。、，！？；：・～॥।؟،؛۔״׳־၊።፣៖᠃";
    for c in signs.chars() {
        assert!(!is_word(c), "{c} U+{:04X}", c as u32);
    }
    // Parts of words that are no letters.
    for c in "\u{301}\u{5b0}\u{64e}\u{94d}\u{200d}\u{fe0f}".chars() {
        assert!(is_word(c), "U+{:04X}", c as u32);
    }
    for c in "\u{301}\u{200d}\u{fe0f}\u{20e3}".chars() {
        assert!(!is_alphanumeric(c), "U+{:04X}", c as u32);
    }
}
