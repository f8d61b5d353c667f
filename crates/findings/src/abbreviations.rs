//! Abbreviations: dots that end no sentence.

use crate::chars::eight;

/// What a dot after an abbreviation means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Abbreviation {
    /// Always in the middle ("Dr.", "e.g.").
    Inner,
    /// In the middle before a number ("No. 5"), else a word like any other ("No. I won't").
    BeforeNumber,
    /// Ends the sentence when an upper-case word follows ("5 p.m. Then").
    MayEnd,
}

const INNER: &str = " mr mrs ms mx dr prof rev gen col capt cpt lt sgt sen rep gov hon st mt ft messrs mme mlle sra \
    e.g i.e eg ie vs cf viz approx resp esp incl excl dept univ assn bros fig op cit et z.b d.h bzw ca bspw u.a s.o \
    p.ex ex v ";
const BEFORE_NUMBER: &str = " no nos nr figs p pp vol vols ch sec eq art ver para jan feb mar apr jun jul aug sep sept \
    oct nov dec tel min max ext ";
const MAY_END: &str = " etc al inc ltd co corp jr sr esq a.m p.m ph.d b.sc m.sc usw ave blvd \
    rd ";

/// The longest abbreviation in the lists, in bytes. Longer words need no look.
const LONGEST: usize = 6;

/// The words of all lists, packed: each as eight bytes, so that one comparison is enough.
static WORDS: [u64; COUNT] = pack();

const INNER_COUNT: usize = count(INNER);
const BEFORE_NUMBER_COUNT: usize = INNER_COUNT + count(BEFORE_NUMBER);
const COUNT: usize = BEFORE_NUMBER_COUNT + count(MAY_END);

const fn count(list: &str) -> usize {
    let list = list.as_bytes();
    let (mut at, mut words) = (1, 0);
    while at < list.len() {
        words += (list[at] == b' ' && list[at - 1] != b' ') as usize;
        at += 1;
    }
    words
}

const fn pack() -> [u64; COUNT] {
    let mut words = [0; COUNT];
    let lists = [
        INNER.as_bytes(),
        BEFORE_NUMBER.as_bytes(),
        MAY_END.as_bytes(),
    ];
    let (mut list, mut word) = (0, 0);
    while list < lists.len() {
        let (mut at, mut shift) = (0, 0);
        while at < lists[list].len() {
            let byte = lists[list][at];
            if byte != b' ' {
                words[word] |= (byte as u64) << shift;
                shift += 8;
            } else if shift > 0 {
                word += 1;
                shift = 0;
            }
            at += 1;
        }
        list += 1;
    }
    words
}

/// By the length of a word and its first and last letters, a bit for the words of the lists. Nearly every sentence ends with a word
/// that is in none; one look-up is enough.
static SEEN: [u32; 32] = {
    let mut seen = [0; 32];
    let mut at = 0;
    while at < COUNT {
        let (place, bit) = place(WORDS[at]);
        seen[place] |= bit;
        at += 1;
    }
    seen
};

const fn place(word: u64) -> (usize, u32) {
    let length = 8 - word.leading_zeros() as u64 / 8;
    let last = word >> (8 * (length - 1));
    (((word + 9 * length) % 32) as usize, 1 << (last % 32))
}

/// Looks up the word before a dot, given without that dot.
pub(crate) fn find(word: &str) -> Option<Abbreviation> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let small = eight::small(eight::load_short(word.as_bytes(), 0))?;
    let (place, bit) = place(small);
    if SEEN[place] & bit == 0 {
        return None;
    }
    match WORDS.iter().position(|known| *known == small)? {
        ..INNER_COUNT => Some(Abbreviation::Inner),
        INNER_COUNT..BEFORE_NUMBER_COUNT => Some(Abbreviation::BeforeNumber),
        _ => Some(Abbreviation::MayEnd),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_whole_words_in_any_case() {
        assert_eq!(find("Dr"), Some(Abbreviation::Inner));
        assert_eq!(find("E.g"), Some(Abbreviation::Inner));
        assert_eq!(find("No"), Some(Abbreviation::BeforeNumber));
        assert_eq!(find("etc"), Some(Abbreviation::MayEnd));
        assert_eq!(find("r"), None);
        assert_eq!(find("drive"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn no_listed_abbreviation_is_longer_than_the_limit() {
        for word in [INNER, BEFORE_NUMBER, MAY_END]
            .iter()
            .flat_map(|list| list.split_whitespace())
        {
            assert!(word.len() <= LONGEST, "{word}");
            assert!(find(word).is_some(), "{word}");
        }
    }
}
