//! What the base must not hold: code of a part that somebody called past its seam.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::attribute;
use crate::dist::compressed;

/// Names in the functions of each part that is a file of its own, and in none of the base's.
const OWN: [(&str, &[&str]); 11] = [
    ("archive", &["colloquy_archive"]),
    (
        "contracts",
        &[
            "colloquy_web::parts::contracts",
            "colloquy_web::parts::instructions",
        ],
    ),
    ("dialects", &["colloquy_dialects"]),
    ("findings", &["colloquy_findings::extract"]),
    (
        "hearing",
        &[
            "colloquy_scripted::acts",
            "colloquy_scripted::hearing::hear",
        ],
    ),
    ("notes", &["colloquy_notes"]),
    ("resume", &["colloquy_resume"]),
    ("schemas", &["colloquy_schema::contract::profile"]),
    ("scripted", &["colloquy_scripted"]),
    ("skills", &["colloquy_skills"]),
    ("stored", &["colloquy_web::parts::stored"]),
];

/// The most that the base may weigh after brotli, in bytes: what was reached and one percent more, as the order of its functions
/// follows from the folder that it is built in, which alone moves the weight by some hundred bytes. Bring it down with every gain.
const CEILING: usize = 164_000;

/// The most code of one part that the base may hold, in bytes: the build merges what is too small for a file into the base, such as
/// the few functions that two parts share.
const CRUMBS: usize = 6_000;

/// Ends the name of a function of the base that does nothing but call one of a part.
const SHIM: &str = "indirect_call_shim";

/// Looks at the base as it is shipped, and at the same with the names of its functions.
///
/// # Errors
/// When there is code of a part in it, and when it is heavier than what was reached.
pub(super) fn verify(base: &Path, named: &Path) -> Result<()> {
    let strangers = strangers(&attribute::functions(&fs::read(named)?)?, CRUMBS);
    if !strangers.is_empty() {
        bail!(
            "the base of the engine has code of its parts, which is called past `crates/web/src/parts.rs`:\n  {}",
            strangers.join("\n  ")
        );
    }
    let weight = compressed::brotli(&fs::read(base)?)?.len();
    if weight > CEILING {
        bail!(
            "the base of the engine has {weight} bytes after brotli, more than the {CEILING} that were reached before"
        );
    }
    Ok(())
}

/// Lists the functions of each part that has more than so many bytes of them, the largest first.
fn strangers(functions: &[(String, usize)], crumbs: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (part, names) in OWN {
        let mut own: Vec<&(String, usize)> = functions
            .iter()
            .filter(|(name, _)| !name.ends_with(SHIM))
            .filter(|(name, _)| names.iter().any(|own| name.contains(own)))
            .collect();
        if own.iter().map(|(_, size)| size).sum::<usize>() > crumbs {
            own.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
            found.extend(
                own.iter()
                    .map(|(name, size)| format!("{part}: {size} {name}")),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::strangers;

    #[test]
    fn code_of_a_part_is_found_by_its_name_unless_it_is_a_crumb() {
        let functions = [
            ("colloquy_core::session::Session::open", 900),
            ("core::ptr::drop_in_place::<colloquy_dialects::Reply>", 20),
            ("<colloquy_dialects::reply::Reply>::push", 90),
            (
                "<colloquy_dialects::reply::Reply>::end indirect_call_shim",
                900,
            ),
            ("core::ptr::drop_in_place::<colloquy_skills::Lexicon>", 30),
        ];
        let functions = functions.map(|(name, size)| (name.to_owned(), size));
        assert_eq!(
            strangers(&functions, 100),
            [
                "dialects: 90 <colloquy_dialects::reply::Reply>::push",
                "dialects: 20 core::ptr::drop_in_place::<colloquy_dialects::Reply>",
            ]
        );
        assert_eq!(strangers(&functions, 110), Vec::<String>::new());
    }
}
