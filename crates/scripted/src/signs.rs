//! What texts are about, by the signs in the bank: beginnings of words and phrases, parted by `|`.

use crate::ask::Ask;
use crate::memory::padded;
use colloquy_schema::BankUse;

/// How often one sign counts.
const TIMES: usize = 3;
/// Signs from this length on are beginnings of words; shorter ones are whole words with an ending at most.
const STEM: usize = 6;

/// How much of what was answered is about something.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Weight {
    pub(crate) points: usize,
    pub(crate) signs: usize,
}

/// Entries of a use of the bank that is kept by name.
pub(crate) fn entries<'a>(ask: &'a Ask, name: &str) -> impl Iterator<Item = &'a BankUse> {
    let name = name.to_string();
    ask.bank
        .uses
        .iter()
        .filter(move |entry| entry.name == name && entry.sentences.len() >= 2)
}

/// Texts in their normal form, one behind the other.
pub(crate) fn form_of(statements: &[&str]) -> String {
    let mut form = String::new();
    statements
        .iter()
        .for_each(|text| form.push_str(&padded(text)));
    form
}

/// How much of a normal form is about an entry, by its signs.
pub(crate) fn weigh(form: &str, entry: &BankUse) -> Weight {
    weigh_signs(form, &entry.sentences[0])
}

/// How much of a normal form the signs that are parted by `|` stand for.
pub(crate) fn weigh_signs(form: &str, signs: &str) -> Weight {
    let mut weight = Weight::default();
    for sign in signs.split('|').filter(|sign| !sign.is_empty()) {
        let most = if sign.contains('*') { 1 } else { TIMES };
        let times = places(form, sign).take(most).count();
        weight.signs += usize::from(times > 0);
        weight.points += times * if sign.contains(' ') { 2 } else { 1 };
    }
    weight
}

/// Where a sign stands: at the start of a word, and with an ending at most when it is short. A star is any word: `only * knows`.
pub(crate) fn places<'f>(form: &'f str, sign: &'f str) -> impl Iterator<Item = usize> + 'f {
    let (head, tail) = match sign.split_once(" * ") {
        Some((head, tail)) => (head, Some(tail)),
        None => (sign, None),
    };
    form.match_indices(head)
        .filter(move |(at, _)| {
            let rest = &form[at + head.len()..];
            let ending = rest.split(' ').next().unwrap_or_default();
            form[..*at].ends_with(' ')
                && match tail {
                    // Behind the space, and the word that may be any.
                    Some(tail) => {
                        let behind = rest.strip_prefix(' ').and_then(|rest| rest.split_once(' '));
                        let rest = behind.and_then(|(_, rest)| rest.strip_prefix(tail));
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                    }
                    None => matches!(ending, "" | "s" | "es" | "ed" | "ing") || sign.len() >= STEM,
                }
        })
        .map(|(at, _)| at)
}
