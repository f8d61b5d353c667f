//! The kinds of interview, one room each: what a kind adds to transcripts, to redaction and to the checks of a session file.
//! This file is the only one that lists them.

mod advice;
mod gaps;
mod onboarding;
mod reflective;
mod staged;
#[cfg(feature = "topics")]
mod topics;

use crate::kind::Kind;

/// How many there are.
const COUNT: usize = if cfg!(feature = "topics") { 6 } else { 5 };

/// Every kind. The first has nothing of its own, and stands in for a kind that is not here.
pub(crate) const ALL: [&dyn Kind; COUNT] = [
    &reflective::Reflective,
    &staged::Staged,
    &advice::Advice,
    &gaps::Gaps,
    &onboarding::Onboarding,
    #[cfg(feature = "topics")]
    &topics::Topics,
];

/// Finds a kind by its name.
pub(crate) fn of(name: &str) -> &'static dyn Kind {
    let found = ALL.iter().find(|kind| kind.name() == name);
    *found.unwrap_or(&ALL[0])
}

#[cfg(test)]
mod tests {
    use super::{ALL, of};

    #[test]
    fn every_kind_of_the_core_has_a_room_and_is_found_by_its_name() {
        for kind in ALL {
            assert!(colloquy_core::kinds::find(kind.name()).is_some());
            assert_eq!(of(kind.name()).name(), kind.name());
        }
        assert_eq!(of("séance").name(), ALL[0].name());
    }
}
