//! Sentences with slots: filling them, and telling from a question which sentence it was made from.

/// What can stand in the slots of a sentence; an empty value means that a sentence with that slot cannot be used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// `{x}`: what the question is about.
    pub(crate) x: String,
    /// `{y}`: a second thing.
    pub(crate) y: String,
    /// `{who}`: who said it.
    pub(crate) who: String,
    /// `{label}`: the part of the notes it stands in.
    pub(crate) label: String,
    /// `{title}`: title of the content.
    pub(crate) title: String,
    /// `{angle}`: a side of the respondent's life, as a noun phrase.
    pub(crate) angle: String,
    /// `{angles}`: another one.
    pub(crate) angles: String,
}

impl Slots {
    /// Slots with one thing to ask about.
    pub(crate) fn of(x: String) -> Self {
        Slots {
            x,
            ..Slots::default()
        }
    }

    /// Slots with two things.
    pub(crate) fn two(x: String, y: String) -> Self {
        Slots {
            x,
            y,
            ..Slots::default()
        }
    }

    fn value(&self, name: &str) -> &str {
        match name {
            "x" => &self.x,
            "y" => &self.y,
            "who" => &self.who,
            "label" => &self.label,
            "title" => &self.title,
            "angle" => &self.angle,
            "angles" => &self.angles,
            _ => "",
        }
    }

    /// Fills the slots of a sentence; `None` when one of them has no value, or no name this version knows.
    pub(crate) fn fill(&self, sentence: &str) -> Option<String> {
        let mut out = String::with_capacity(sentence.len() + self.x.len() + self.y.len());
        let mut rest = sentence;
        while let Some((before, tail)) = rest.split_once('{') {
            let (name, after) = tail.split_once('}')?;
            let value = self.value(name);
            if value.is_empty() {
                return None;
            }
            out.push_str(before);
            out.push_str(value);
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }
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
        match rest.find(literal) {
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
        let slots = Slots {
            x: "rest".into(),
            ..Slots::default()
        };
        assert_eq!(
            slots.fill("What is “{x}” to you?").as_deref(),
            Some("What is “rest” to you?")
        );
        assert_eq!(slots.fill("What is “{y}” to you?"), None);
        assert_eq!(slots.fill("What is {nonsense}?"), None);
        assert_eq!(slots.fill("An open { brace"), None);
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
