//! When two names are the same skill: whole and whatever the case, by the guide's lists of names. `Java` is not
//! `JavaScript`, and `C` is neither `C++` nor `C#`.

use crate::session::Session;
use colloquy_schema::Strategy;

/// Returns the name a skill has in the session: that of the skill it is the same as, else the usual one of its list, else
/// its own.
pub(super) fn canonical(session: &Session, name: &str) -> String {
    let name = tidy(name);
    let kept = session.skills.list.iter();
    if let Some(skill) = kept
        .into_iter()
        .find(|skill| same_skill(session, &skill.name, &name))
    {
        return skill.name.clone();
    }
    match group(session, &name) {
        Some(names) => names[0].clone(),
        None => name,
    }
}

/// True when two names are the same skill.
pub(crate) fn same_skill(session: &Session, a: &str, b: &str) -> bool {
    if same(a, b) {
        return true;
    }
    let groups = group(session, a).zip(group(session, b));
    groups.is_some_and(|(a, b)| a[0] == b[0])
}

/// The names of the same skill, the usual one first.
pub(super) fn group<'a>(session: &'a Session, name: &str) -> Option<&'a Vec<String>> {
    let Strategy::Gaps(gaps) = &session.guide.strategy else {
        return None;
    };
    let mut groups = gaps.aliases.iter();
    groups.find(|names| names.iter().any(|other| same(other, name)))
}

fn same(a: &str, b: &str) -> bool {
    let letters = |text: &str| {
        text.chars()
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    a == b || letters(a) == letters(b)
}

/// One line, single spaces, no punctuation that ends a sentence.
fn tidy(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").trim_end_matches([',', ';', ':']).into()
}
