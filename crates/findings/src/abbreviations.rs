//! Abbreviations: dots that end no sentence.

use crate::chars;

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

/// Looks up the word before a dot, given without that dot.
pub(crate) fn find(word: &str) -> Option<Abbreviation> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    if chars::is_listed(INNER, word) {
        Some(Abbreviation::Inner)
    } else if chars::is_listed(BEFORE_NUMBER, word) {
        Some(Abbreviation::BeforeNumber)
    } else if chars::is_listed(MAY_END, word) {
        Some(Abbreviation::MayEnd)
    } else {
        None
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
