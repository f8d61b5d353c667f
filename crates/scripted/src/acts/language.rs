//! In which language an answer is written: by the letters, and by the small words that every sentence has.

use super::words::Sentence;
use crate::language::Language;
use std::sync::OnceLock;

/// Languages by their small words; each a tag and words that the others hardly share.
const WORDS: &str = include_str!("../../data/acts/languages.txt");

/// How many there are at most, English at the beginning.
const LANGUAGES: usize = 24;
/// Words of an answer in which all function words of the interview's language count.
const FEW: usize = 12;
/// Words of an answer that are looked at: more of them tell nothing else.
const ENOUGH: usize = 120;

/// All small words, sorted, each with the place of its language.
fn small_words() -> &'static [(&'static str, u8)] {
    static SMALL: OnceLock<Vec<(&str, u8)>> = OnceLock::new();
    SMALL.get_or_init(|| {
        let mut small = Vec::new();
        for (at, line) in WORDS.lines().enumerate().take(LANGUAGES) {
            small.extend(line.split(' ').skip(1).map(|word| (word, at as u8)));
        }
        small.sort_unstable();
        small.dedup();
        small
    })
}

/// Returns the tag of the language that an answer is written in, as far as that can be told; `und` for one that is not English and has
/// no list here. None where there is too little to tell.
///
/// In doubt it is the interview's own: small words are shared, and of German ones English has “die”, “war”, “was”.
pub(super) fn language(
    own: &'static Language,
    answer: &str,
    sentences: &[Sentence],
) -> Option<&'static str> {
    if let Some(tag) = by_letters(answer) {
        return Some(tag);
    }
    let words = || {
        sentences
            .iter()
            .flat_map(|sentence| &sentence.words)
            .take(ENOUGH)
    };
    let count = words().count();
    let small = small_words();
    let mut tags = WORDS.lines().map(|line| line.split(' ').next());
    let own_at = tags.position(|tag| tag == Some(own.tag));
    let mut counts = [0_usize; LANGUAGES];
    for word in words() {
        let start = small.partition_point(|(known, _)| *known < word.text.as_str());
        for (_, tag) in small[start..]
            .iter()
            .take_while(|(known, _)| *known == word.text)
        {
            // A letter or two is a word in some language or other.
            if *tag == 0 || Some(usize::from(*tag)) == own_at || count > 4 || word.text.len() > 2 {
                counts[usize::from(*tag)] += 1;
            }
        }
    }
    let english = counts[0];
    if !own.is_english() {
        let mut mine = own_at.map_or(0, |at| counts[at]);
        if count <= FEW {
            let lists = own.words();
            let known = words().filter(|word| lists.is_function_word(&word.text));
            mine = mine.max(known.count());
        }
        if mine > 0 && mine * 6 >= count && counts.iter().all(|other| *other <= mine) {
            return Some(own.tag);
        }
    }
    let mut best = ("", 0);
    for (line, shared) in WORDS.lines().zip(counts).skip(1) {
        if shared > best.1 {
            best = (line.split(' ').next().unwrap_or_default(), shared);
        }
    }
    // A name or a quotation in another language has a small word or two; a sentence has one in four.
    let enough = best.1 > english && best.1 * if english == 0 { 8 } else { 5 } >= count;
    if enough
        && (best.1 > 1
            || count <= 4
            || english == 0 && answer.chars().any(|c| c.is_alphabetic() && !c.is_ascii()))
    {
        return Some(best.0);
    }
    if english == 0 && count > 2 && answer.contains(['ı', 'ğ', 'İ']) {
        return Some("tr");
    }
    let enough = own.is_english() || english > 1 || count <= 4;
    (english * 6 >= count && english > 0 && enough).then_some("en")
}

/// The language that the letters tell where they are not Latin: more than half of all.
fn by_letters(answer: &str) -> Option<&'static str> {
    const SCRIPTS: [(&str, u32, u32); 12] = [
        ("el", 0x370, 0x3FF),
        ("ru", 0x400, 0x52F),
        ("he", 0x590, 0x5FF),
        ("ar", 0x600, 0x77F),
        ("hi", 0x900, 0x97F),
        ("bn", 0x980, 0x9FF),
        ("ta", 0xB80, 0xBFF),
        ("th", 0xE00, 0xE7F),
        ("ka", 0x10A0, 0x10FF),
        ("ja", 0x3040, 0x30FF),
        ("zh", 0x3400, 0x9FFF),
        ("ko", 0xAC00, 0xD7AF),
    ];
    let mut counts = [0_usize; 12];
    let mut all = 0;
    let mut ukrainian = false;
    for c in answer.chars().filter(|c| c.is_alphabetic()) {
        all += 1;
        ukrainian |= matches!(c, 'і' | 'ї' | 'є' | 'ґ');
        for (count, (_, first, last)) in counts.iter_mut().zip(SCRIPTS) {
            *count += usize::from((first..=last).contains(&(c as u32)));
        }
    }
    // Japanese is written with Chinese characters, too.
    if counts[9] > 0 {
        counts[9] += std::mem::take(&mut counts[10]);
    }
    let at = (0..counts.len()).find(|at| counts[*at] * 2 > all)?;
    Some(if SCRIPTS[at].0 == "ru" && ukrainian {
        "uk"
    } else {
        SCRIPTS[at].0
    })
}
