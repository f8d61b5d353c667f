//! What is wrong with a question by its words: rules that an owner is advised by, and that an interview is reported on by.

use colloquy_findings::{is_function_word, normal_form};

/// Beginnings that suggest an answer.
const LEADING_STARTS: [&str; 17] = [
    "don t you",
    "doesn t it",
    "isn t it",
    "aren t you",
    "wouldn t you",
    "won t you",
    "didn t you",
    "do you agree",
    "would you agree",
    "how much do you love",
    "how much do you like",
    "how much did you enjoy",
    "how great",
    "how good",
    "how bad",
    "how much better",
    "wouldn t it",
];
/// Ends that do, by language.
const LEADING_ENDS: [(&str, &[&str]); 4] = [
    (
        "en",
        &[
            " right",
            " correct",
            " isn t it",
            " don t you",
            " aren t you",
            " wasn t it",
            " doesn t it",
            " didn t you",
            " don t you think",
        ],
    ),
    ("de", &[" nicht wahr", " oder nicht", " stimmt s", " oder"]),
    ("es", &[" verdad", " no es así", " no cree", " cierto"]),
    ("fr", &[" n est ce pas", " pas vrai", " non"]),
];
/// Words with which a second question begins, in English.
const SECOND: [&str; 16] = [
    "how", "why", "what", "when", "who", "where", "which", "did", "do", "does", "are", "is", "was",
    "were", "would", "have",
];
/// Letters from which a word counts as shared by two texts.
const SHARED_CHARS: usize = 4;

fn is(language: &str, tag: &str) -> bool {
    let own = language.split('-').next().unwrap_or_default();
    own.eq_ignore_ascii_case(tag)
}

/// Lower-case words without punctuation, a space between two.
#[must_use]
pub fn plain(text: &str) -> String {
    let spaced: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// True for a question that suggests its answer.
#[must_use]
pub fn leads(language: &str, text: &str) -> bool {
    let form = plain(text);
    let starts = is(language, "en") && LEADING_STARTS.iter().any(|start| form.starts_with(start));
    let ends = LEADING_ENDS.iter().find(|(tag, _)| is(language, tag));
    starts || ends.is_some_and(|(_, ends)| ends.iter().any(|end| form.ends_with(end)))
}

/// True for a question that asks two things: by its marks, in English by its words as well.
#[must_use]
pub fn is_double(language: &str, text: &str) -> bool {
    if text.matches(['?', '？', '؟']).count() > 1 {
        return true;
    }
    let padded = [" ", &plain(text), " "].concat();
    let has = |words: &str| padded.contains(words);
    is(language, "en")
        && (SECOND
            .iter()
            .any(|word| has(&[" and ", word, " "].concat()))
            || has(" and or ")
            || has(" as well as "))
}

/// True for a question that names a word of the answer which the question before did not name.
pub(super) fn names_answer(question: &str, answer: &str, before: &str) -> bool {
    let (question, answer, before) = [question, answer, before].map(normal_form).into();
    let has = |text: &str, word: &str| text.split(' ').any(|other| other == word);
    question.split(' ').any(|word| {
        word.chars().count() >= SHARED_CHARS
            && !is_function_word(word)
            && has(&answer, word)
            && !has(&before, word)
    })
}

/// True for a text that touches one of the subjects that are never asked about: it has a word that carries one of them.
pub(super) fn touches(never: &[String], text: &str) -> bool {
    let text = normal_form(text);
    never.iter().any(|subject| {
        let subject = normal_form(subject);
        let mut words = subject.split(' ').filter(|word| {
            word.chars().count() >= SHARED_CHARS
                && !is_function_word(word)
                && !COMMON.iter().any(|common| same_stem(word, common))
        });
        words.any(|word| text.split(' ').any(|said| same_stem(word, said)))
    })
}

/// True for two forms of a word, such as “salary” and “salaries”: they differ by their endings alone.
fn same_stem(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.chars().count(), b.chars().count());
    shared + 1 >= a.min(b) && shared >= SHARED_CHARS && a.abs_diff(b) <= 3
}

/// Words that stand in many subjects and carry none.
const COMMON: [&str; 10] = [
    "people",
    "person",
    "persons",
    "names",
    "details",
    "questions",
    "information",
    "personal",
    "about",
    "anything",
];

#[cfg(test)]
mod tests {
    use super::{is_double, leads, names_answer, touches};

    #[test]
    fn questions_are_judged_by_their_words() {
        assert!(leads("en", "Don't you think so?") && leads("en-GB", "It is faster, right?"));
        assert!(leads("de", "Das war gut, oder?") && leads("fr", "C'est mieux, n'est-ce pas ?"));
        assert!(!leads("en", "What happened?") && !leads("de", "Was war das right?"));
        assert!(is_double("en", "What was it like, and who was there?"));
        assert!(is_double("de", "Was war? Und warum?") && !is_double("de", "Was and how?"));
    }

    #[test]
    fn words_of_the_answer_are_those_that_it_brought() {
        let (answer, before) = ("The boiler failed on Sunday", "What failed?");
        assert!(names_answer("Who saw the boiler?", answer, before));
        assert!(!names_answer("When had it failed?", answer, before));
        assert!(!names_answer("What about this?", answer, before));
    }

    #[test]
    fn what_is_never_asked_is_known_by_its_words() {
        let never = ["other people's accounts or passwords".to_string()];
        assert!(touches(&never, "What was the password?"));
        assert!(touches(&never, "What exactly do you mean by “Account”?"));
        assert!(touches(&["salaries".into()], "What is your salary?"));
        assert!(!touches(&never, "Who were the people there?"));
    }
}
