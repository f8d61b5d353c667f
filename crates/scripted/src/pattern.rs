//! Sentences with slots: filling them, and telling from a question which sentence it was made from.

/// Names of the slots, in the order of [`Slots`].
const NAMES: [&str; 10] = [
    "x", "y", "who", "label", "title", "angle", "angles", "skill", "a", "b",
];
/// `{x}`: what the question is about.
pub(crate) const X: usize = 0;
/// `{y}`: a second thing.
pub(crate) const Y: usize = 1;
/// `{who}`: whose words they are.
pub(crate) const WHO: usize = 2;
/// `{label}`: the part of the notes it stands in.
pub(crate) const LABEL: usize = 3;
/// `{title}`: title of the content.
pub(crate) const TITLE: usize = 4;
/// `{angle}`: a side of the respondent's life, as a noun phrase.
pub(crate) const ANGLE: usize = 5;
/// `{angles}`: another one.
pub(crate) const ANGLES: usize = 6;
/// `{skill}`: the skill that is asked about.
pub(crate) const SKILL: usize = 7;
/// `{a}`: what is asked about it, as a clause.
pub(crate) const A: usize = 8;
/// `{b}`: a second clause.
pub(crate) const B: usize = 9;

/// What can stand in the slots of a sentence; an empty value means that a sentence with that slot cannot be used.
pub(crate) type Slots<'s> = [&'s str; NAMES.len()];

/// Slots with one or two things to ask about.
pub(crate) fn things<'s>(x: &'s str, y: &'s str) -> Slots<'s> {
    let mut slots = [""; NAMES.len()];
    (slots[X], slots[Y]) = (x, y);
    slots
}

/// Fills the slots of a sentence; `None` when one of them has no value, or no name this version knows.
pub(crate) fn fill(sentence: &str, slots: &Slots) -> Option<String> {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, tail)) = rest.split_once('{') {
        let (name, after) = tail.split_once('}')?;
        let at = NAMES.iter().position(|known| *known == name)?;
        if slots[at].is_empty() {
            return None;
        }
        out.push_str(before);
        out.push_str(slots[at]);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Tells whether a question contains a sentence with its slots filled.
pub(crate) fn made_from(question: &str, sentence: &str) -> bool {
    let mut rest = question;
    let mut tail = sentence;
    loop {
        let (literal, after) = match tail.split_once('{') {
            Some((literal, slot)) => (literal, slot.split_once('}').map_or("", |(_, after)| after)),
            None => (tail, ""),
        };
        // Asked of every sentence of a language: most are longer than the question.
        let found = (literal.len() <= rest.len()).then(|| rest.find(literal));
        match found.flatten() {
            Some(at) => rest = &rest[at + literal.len()..],
            None => return false,
        }
        if after.is_empty() {
            return true;
        }
        tail = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_whose_slot_is_empty_cannot_be_used() {
        let slots = things("rest", "");
        let filled = fill("What is “{x}” to you?", &slots);
        assert_eq!(filled.as_deref(), Some("What is “rest” to you?"));
        assert_eq!(fill("What is “{y}” to you?", &slots), None);
        assert_eq!(fill("What is {nonsense}?", &slots), None);
        assert_eq!(fill("An open { brace", &slots), None);
    }

    #[test]
    fn a_question_is_recognised_by_the_sentence_it_was_made_from() {
        let sentence = "When {who} says “{x}”, what in you resists?";
        assert!(made_from(
            "Right. When Ada says “go”, what in you resists?",
            sentence
        ));
        assert!(!made_from(
            "When Ada says “go”, what in you agrees?",
            sentence
        ));
        assert!(made_from("Anything at all.", "{x}"));
    }
}
