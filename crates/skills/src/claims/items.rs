//! The items of a list, and the names that they are.

use colloquy_findings::is_function_word;

use crate::tokens::{Gap, Token, has};

/// What parts the items of a list.
pub(super) const PARTS: &str = ", ; | • / . ! ?";
const AND: &str = "and or & und sowie y e et ou oder";
/// Words before a name that are no part of it.
pub(super) const BEFORE: &str = "the a an my our all some good very mostly also use using knowledge experience of in with from \
    der die das den ein eine gute sehr kenntnisse kurs mit vor allem besonders hauptsächlich especially notably notamment surtout sobre todo principalmente el la los las un una uso del al manejo le les des du de une dans";
/// Words that end a name which goes on.
const BEHIND: &str = "in on at for to with by from since as that which who for into across per but is was auch seit bei im am mit für auf \
    desde para con por depuis chez pour avec sur sous a";
/// Words between the words of a name.
const JOINING: &str = "of and & de del la des du et y al à en von und zu der für nach";
/// Words that no name of a skill has.
const NO_NAME: &str = "i ive im we me you he she they his her their your ich wir je nous yo none yes no years jahre años ans \
    phone email tel led ran built put set cut kept made took grew wrote taught lead run not finished present now own keen player nothing ok okay sure whatever hello thanks fine maybe";
const TRAITS: &str = "patient reliable punctual friendly flexible honest motivated organised organized hardworking \
    zuverlässig teamfähig belastbar pünktlich flexibel puntual responsable trabajador ponctuel ponctuelle rigoureux";
/// Spoken languages that their ending does not show.
const SPOKEN: &str = "german french dutch czech arabic hindi welsh greek deutsch alemán español catalán italiano allemand italien \
    breton arabe russe gallego";
const LEVELS: &str = "basic basics fluent native conversational spoken good básico nativo scolaire courant maternelle \
    muttersprache a1 a2 b1 b2 c1 c2";
/// Verbs that a duty begins with.
const DUTIES: &str = "run keep order train manage lead cover build make take look handle coordinate supervise teach write maintain \
    provide prepare organise organize ensure monitor assist help deal serve greet answer do oversee liaise produce create sell buy";
/// Words of a name, without those that join them.
pub(super) const WORDS: usize = 4;

/// An item of a list.
pub(super) struct Item<'a> {
    pub(super) words: &'a [Token],
    /// The name that it is; none for a sentence.
    pub(super) name: Option<&'a [Token]>,
    /// The same of what stands before where a sentence goes on.
    pub(super) short: Option<&'a [Token]>,
}

/// True when one of the tokens is in a list of words.
#[inline(never)]
pub(super) fn any(tokens: &[Token], list: &str) -> bool {
    tokens.iter().any(|one| has(list, &one.word))
}

/// The tokens before the first one that is in a list of words.
#[inline(never)]
pub(super) fn upto<'a>(tokens: &'a [Token], list: &str) -> &'a [Token] {
    let end = tokens.iter().position(|one| has(list, &one.word));
    &tokens[..end.unwrap_or(tokens.len())]
}

/// Parts a list at its signs, and at words such as `and` too.
pub(super) fn items(line: &[Token], and: bool) -> Vec<Item<'_>> {
    let mut open = false;
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..=line.len() {
        let word = line.get(at).map_or(",", |one| &one.word);
        open = (open || word == "(") && word != ")" && at < line.len();
        // “Vue.js” is one name.
        let inner = word == "." && line.get(at + 1).is_some_and(|next| next.gap == Gap::None);
        if has(PARTS, word) && !inner && !open || and && has(AND, word) {
            if start < at {
                let words = &line[start..at];
                found.push(Item {
                    words,
                    name: named(words),
                    short: named(shortened(words)),
                });
            }
            start = at + 1;
        }
    }
    found
}

/// What stands in brackets behind an item.
pub(super) fn bracketed(item: &[Token]) -> &[Token] {
    let before = upto(item, "(").len();
    upto(&item[(before + 1).min(item.len())..], ")")
}

/// An item up to where a sentence goes on.
pub(super) fn shortened(item: &[Token]) -> &[Token] {
    match item {
        [_, rest @ ..] => &item[..=upto(rest, BEHIND).len()],
        [] => item,
    }
}

/// The name that an item is, without what stands before and behind it; none for a sentence.
pub(super) fn named(item: &[Token]) -> Option<&[Token]> {
    if is_spoken(item) {
        return None;
    }
    let mut name = item;
    while let [first, rest @ ..] = name
        && (has(BEFORE, &first.word) || has(": ( • - * # + &", &first.word))
    {
        name = rest;
    }
    let digit = |one: &Token| one.word.starts_with(|c: char| c.is_ascii_digit());
    // “Payroll for 40 clients”
    if name.iter().any(digit) {
        name = shortened(name);
    }
    let mut words = 0;
    let mut end = 0;
    for one in name {
        if !one.is_word && !has("& + # '", &one.word) {
            break;
        }
        end += 1;
        words += usize::from(one.is_word && one.gap != Gap::Hyphen && !has(JOINING, &one.word));
    }
    let name = &name[..end];
    let (first, last) = (name.first()?, name.last()?);
    let trait_alone = name.len() == 1 && has(TRAITS, &first.word);
    let fits = (1..=WORDS).contains(&words)
        && last.end - first.start > 1
        && !any(name, NO_NAME)
        && !trait_alone
        && !is_dated(name)
        && !is_spoken(name)
        && !first.word.bytes().all(|c| c.is_ascii_digit())
        && !has(BEHIND, &last.word)
        && last.word != "of"
        && !name.iter().all(|one| is_function_word(&one.word));
    fits.then_some(name)
}

/// True for a spoken language, with or without its level.
pub(super) fn is_spoken(name: &[Token]) -> bool {
    let language = |one: &Token| {
        let endings = ["ish", "ese", "isch", "ian", "és", "ais"];
        has(SPOKEN, &one.word) || endings.iter().any(|ending| one.word.ends_with(ending))
    };
    let inner = bracketed(name);
    if any(inner, LEVELS) {
        return !any(inner, "basics basic good");
    }
    match name {
        [.., level, _] | [level] if language(name.last().unwrap_or(level)) => true,
        [first, level] => language(first) && has(LEVELS, &level.word),
        _ => false,
    }
}

/// True for what has a year in it.
pub(super) fn is_dated(item: &[Token]) -> bool {
    item.iter().any(|one| {
        one.word.len() == 4 && matches!(one.word.parse::<u32>(), Ok(1950..2100))
            || has("present heute actualidad", &one.word)
    })
}

/// True for what begins with a verb, as a sentence about work does: “trained two”, “keep the accounts”. “Order picking” is a name.
pub(super) fn is_done(item: &[Token]) -> bool {
    let nouns = ["ing", "ion", "ment"];
    let noun = |one: &Token| nouns.iter().any(|end| one.word.ends_with(end));
    match item {
        [first, ..] if first.word.len() > 4 && first.word.ends_with("ed") => true,
        [first, next, ..] => has(DUTIES, &first.word) && next.gap != Gap::Hyphen && !noun(next),
        _ => false,
    }
}
