//! Questions of last resort, for when a guide's bank has nothing left, or never had anything: few words, many combinations.

use crate::hash::hash;
use crate::memory::Memory;

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

/// Returns a combination that was not put yet; when all were, the one that was put least recently in spirit: any.
pub(crate) fn question(memory: &Memory, salt: u64) -> String {
    let all = OPENINGS.len() * ENDINGS.len();
    let start = (hash(salt, "spare") >> 32) as usize % all;
    let made = |at: usize| {
        let at = (start + at * 11) % all;
        [
            OPENINGS[at / ENDINGS.len()],
            " ",
            ENDINGS[at % ENDINGS.len()],
        ]
        .concat()
    };
    (0..all)
        .map(made)
        .find(|question| memory.is_fresh(question))
        .unwrap_or_else(|| made(0))
}
