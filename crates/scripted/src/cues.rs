//! Words and phrases in the lists of a language: each list is one text, parted by `|` or by spaces.

/// Tells whether a word is in a list that is parted by spaces.
pub(crate) fn is_one_of(word: &str, list: &str) -> bool {
    let (word, list) = (word.as_bytes(), list.as_bytes());
    let Some((first, rest)) = word.split_first() else {
        return false;
    };
    // Asked for every word of every answer: most of a list is passed over by one letter.
    let mut before = b' ';
    for (at, byte) in list.iter().enumerate() {
        if byte == first && before == b' ' {
            let tail = &list[at + 1..];
            if tail.starts_with(rest) && matches!(tail.get(rest.len()), None | Some(b' ')) {
                return true;
            }
        }
        before = *byte;
    }
    false
}

/// The value of a key in a list of `key=value`.
pub(crate) fn of_key<'l>(key: &str, list: &'l str, apart: u8) -> Option<&'l str> {
    let bytes = list.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Asked for every word of every answer: a pair with another key is passed over byte by byte, without a searcher.
        let pair = &bytes[at..];
        if pair.starts_with(key.as_bytes()) && pair.get(key.len()) == Some(&b'=') {
            let value = list.get(at + key.len() + 1..)?;
            let end = value.bytes().position(|byte| byte == apart);
            return value.get(..end.unwrap_or(value.len()));
        }
        let next = pair.iter().position(|byte| *byte == apart);
        at += next.map_or(pair.len(), |next| next + 1);
    }
    None
}

/// Parts a text at the first mark of one byte; a searcher costs more than these few bytes.
pub(crate) fn parted(text: &str, at: u8) -> (&str, &str) {
    let mark = text.bytes().position(|byte| byte == at);
    mark.and_then(|mark| text.split_at_checked(mark))
        .map_or((text, ""), |(before, after)| (before, &after[1..]))
}

/// Tells whether a normal form, with a space at either end, has one of the phrases of a list that is parted by `|`.
pub(crate) fn says(form: &str, list: &str) -> bool {
    has_any(form, list.split('|'), " ")
}

/// Tells whether one of some phrases, with `end` behind it, begins at a word.
pub(crate) fn has_any<'l>(
    form: &str,
    mut phrases: impl Iterator<Item = &'l str>,
    end: &str,
) -> bool {
    let bit = |byte: u8| 1_u64 << (byte & 63);
    let begins = form.as_bytes().windows(2).filter(|two| two[0] == b' ');
    let firsts = begins.fold(0, |firsts, two| firsts | bit(two[1]));
    // Most phrases begin with a letter that no word here begins with.
    let may = |phrase: &str| {
        phrase
            .bytes()
            .next()
            .is_some_and(|first| firsts & bit(first) != 0)
    };
    phrases.any(|phrase| may(phrase) && form.contains(&[" ", phrase, end].concat()))
}

#[cfg(test)]
mod tests {
    use super::{of_key, parted};
    use crate::language::{ENGLISH, FRENCH, GERMAN, SPANISH};
    #[test]
    fn keys_and_parts_are_those_of_a_searcher() {
        for language in [&ENGLISH, &GERMAN, &SPANISH, &FRENCH] {
            let words = language.words();
            for (list, apart) in [(words.short, '|'), (words.tails, ' ')] {
                let pairs = || list.split(apart).filter_map(|pair| pair.split_once('='));
                for (key, _) in
                    pairs().chain([("", ""), ("no such key", ""), ("nt", ""), ("i", "")])
                {
                    let first = pairs()
                        .find(|(other, _)| *other == key)
                        .map(|(_, value)| value);
                    assert_eq!(of_key(key, list, apart as u8), first, "{key} in {list}");
                }
            }
        }
        for text in ["", "a", "a b", " a", "a ", "é b c", "ä|b"] {
            assert_eq!(
                parted(text, b' '),
                text.split_once(' ').unwrap_or((text, "")),
                "{text}"
            );
        }
    }
}
