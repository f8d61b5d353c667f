//! When two names are the same skill: whole and whatever the case, by the guide's lists of names. `Java` is not
//! `JavaScript`, and `C` is neither `C++` nor `C#`.

use super::state::Gaps;
use colloquy_findings::fold_char;

/// Returns the name a skill has in the session: that of the skill it is the same as, else the usual one of its list, else
/// its own.
pub(super) fn canonical(gaps: &Gaps, name: &str) -> String {
    let name = tidy(name);
    let names = group(gaps, &name);
    // A guide has hundreds of lists, so they are gone through once for the name and not once for each skill.
    let listed =
        |other: &str| names.is_some_and(|names| names.iter().any(|name| same(name, other)));
    let mut skills = gaps.list.iter();
    if let Some(skill) = skills.find(|skill| same(&skill.name, &name) || listed(&skill.name)) {
        return skill.name.clone();
    }
    match names {
        Some(names) => names[0].clone(),
        None => name,
    }
}

/// True when two names are the same skill.
pub(super) fn same_skill(gaps: &Gaps, a: &str, b: &str) -> bool {
    if same(a, b) {
        return true;
    }
    group(gaps, a).is_some_and(|a| group(gaps, b).is_some_and(|b| a[0] == b[0]))
}

/// The names of the same skill, the usual one first.
pub(super) fn group<'a>(gaps: &'a Gaps, name: &str) -> Option<&'a Vec<String>> {
    let mut groups = gaps.parameters.aliases.iter();
    groups.find(|names| names.iter().any(|other| same(other, name)))
}

fn same(a: &str, b: &str) -> bool {
    // Letter by letter: most names differ in the first one.
    a == b || letters(a).eq(letters(b))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(fold_char)
}

/// One line, single spaces, no punctuation that ends a sentence.
fn tidy(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").trim_end_matches([',', ';', ':']).into()
}
