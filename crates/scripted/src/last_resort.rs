//! Questions of last resort, for when a guide's bank has nothing left, or never had anything: few words, many combinations.

use crate::ask::Ask;
use crate::hash::hash;
use crate::memory::Memory;
use crate::reactions::built_in;

const OPENINGS: &[&str] = &[
    "Thinking of all this once more,",
    "To look at it from another side,",
    "Leaving the details aside for a moment,",
    "If you imagine telling a friend,",
    "Going back to where we began,",
    "Setting your first impression aside,",
    "From where you stand today,",
    "If only one sentence could remain,",
];
const ENDINGS: &[&str] = &[
    "what would you say it is really about?",
    "which part deserves more attention than it gets?",
    "what is still missing from the picture?",
    "what would you want others to notice first?",
    "how has your own view developed?",
    "what makes it relevant to you at all?",
    "which example would show it best?",
    "where do you see it leading?",
];

/// Returns a combination that was not put yet; when all were, the one that was put least recently in spirit: any. In the language of the
/// interview, where it is known.
pub(crate) fn question(ask: &Ask, memory: &Memory, salt: u64) -> String {
    let own = [built_in(ask, "spare.begin"), built_in(ask, "spare.end")];
    let (openings, endings) = match &own {
        [openings, endings] if !openings.is_empty() && !endings.is_empty() => {
            (openings.as_slice(), endings.as_slice())
        }
        _ => (OPENINGS, ENDINGS),
    };
    let all = openings.len() * endings.len();
    let start = (hash(salt, "spare") >> 32) as usize % all;
    let made = |at: usize| {
        let at = (start + at * 11) % all;
        [
            openings[at / endings.len()],
            " ",
            endings[at % endings.len()],
        ]
        .concat()
    };
    (0..all)
        .map(made)
        .find(|question| memory.is_fresh(question))
        .unwrap_or_else(|| made(0))
}
