//! The parts a word can play around a cue, as bits.

use crate::chars;

/// May stand inside a cue.
pub(crate) const ADVERB: u32 = 1;
/// Denies what follows.
pub(crate) const NEGATOR: u32 = 1 << 1;
/// Thinking, feeling, knowing.
pub(crate) const ATTITUDE: u32 = 1 << 2;
/// Saying, telling.
pub(crate) const REPORT: u32 = 1 << 3;
/// Thinking of an earlier time.
pub(crate) const PAST: u32 = 1 << 4;
/// Makes a clause a condition, a comparison or an indirect question.
pub(crate) const BLOCK: u32 = 1 << 5;
/// Begins a new clause.
pub(crate) const STOP: u32 = 1 << 6;
/// Says how things always are.
pub(crate) const HABIT: u32 = 1 << 7;
/// The respondent.
pub(crate) const SELF: u32 = 1 << 8;
/// Stands between a subject and its verb.
pub(crate) const HELPER: u32 = 1 << 9;
/// Carries no topic.
pub(crate) const FUNCTION: u32 = 1 << 10;

/// Makes a clause a condition.
pub(crate) const CONDITION: u32 = 1 << 11;
/// Before "I", makes a question.
pub(crate) const INVERT: u32 = 1 << 12;
/// Reasons and certainties, which count only when denied ("no reason", "not sure").
pub(crate) const GROUND: u32 = 1 << 13;
/// A subject that is nobody ("this tells me I should").
pub(crate) const THING: u32 = 1 << 14;
/// Whom something is said to.
pub(crate) const OBJECT: u32 = 1 << 15;
/// Subjects that are somebody else.
pub(crate) const OTHER: u32 = 1 << 16;
/// A time that is not over.
pub(crate) const SOON: u32 = 1 << 17;
/// Turns against what was said before.
pub(crate) const TURN: u32 = 1 << 18;
/// What somebody does when a plan is carried out.
pub(crate) const DEED: u32 = 1 << 19;
/// Names nothing, in the languages of the answers: no theme starts or ends with it.
pub(crate) const FLAT: u32 = 1 << 20;
/// No name of a thing: a theme may start with it and not be or end with it.
pub(crate) const LOOSE: u32 = 1 << 21;
/// Tells of what is over.
pub(crate) const OVER: u32 = 1 << 22;
/// Whom a rule of thumb is for.
pub(crate) const ANYONE: u32 = 1 << 23;
/// The one who speaks, as a subject.
pub(crate) const SPEAKER: u32 = 1 << 24;
/// Begins what holds against what was before, or for it: "but", "so".
pub(crate) const BUT: u32 = 1 << 25;
/// Leads in what somebody is told to do, and is passed over.
pub(crate) const OPENER: u32 = 1 << 26;
/// Speaks of what was so earlier.
pub(crate) const EARLIER: u32 = 1 << 27;
/// Speaks of what is so by now.
pub(crate) const NOW: u32 = 1 << 28;
/// Ends in "-ing".
pub(crate) const ING: u32 = 1 << 30;
/// No theme starts or ends with it: a function word with its contractions, or a number.
pub(crate) const EMPTY: u32 = 1 << 31;

/// The names in the table, in the order of the bits.
pub(crate) const NAMES: &str = "adverb negator attitude report past block stop habit self helper function condition \
    invert ground thing object other soon turn deed flat loose over anyone speaker but opener earlier now";

pub(crate) fn of(name: &str) -> u32 {
    chars::place(NAMES, name).map_or(FUNCTION, |bit| 1 << bit)
}

/// Tells what a word is by its last letters.
pub(crate) fn by_ending(word: &[u8]) -> u32 {
    match word {
        [_, _, .., b'i', b'n', b'g'] => ING,
        [_, _, .., b'e', b'e', b'd'] => 0,
        [_, _, _, .., b'e', b'd'] => OVER,
        _ => 0,
    }
}
