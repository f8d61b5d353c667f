//! Advice on the words of a question, by rules of English; other languages have marks, lengths and leading ends alone.

use super::Say;
use colloquy_core::kinds::topics::{is_double, leads, plain};

/// Words that judge before anybody has answered.
const LOADED: [&str; 22] = [
    "obviously",
    "of course",
    "clearly",
    "everyone knows",
    "everybody knows",
    "surely",
    "undoubtedly",
    "amazing",
    "terrible",
    "awful",
    "horrible",
    "fantastic",
    "wonderful",
    "ridiculous",
    "innovative",
    "outdated",
    "failed to",
    "waste of",
    "best in class",
    "user friendly",
    "admit that",
    "as experts say",
];
/// Beginnings that ask for what did not happen.
const HYPOTHETICAL: [&str; 12] = [
    "would you",
    "if you could",
    "if you had",
    "if you were",
    "what if",
    "imagine",
    "suppose",
    "what would you do",
    "how would you feel if",
    "how likely would you",
    "would it be",
    "let s say",
];
/// Grade of reading from which a question is hard.
const GRADE: f64 = 11.0;
/// Words from which a sentence is long.
const LONG: usize = 30;

pub(super) fn judge(language: &str, text: &str, typed: bool, path: &str, say: &mut Say<'_>) {
    let marks = text.matches(['?', '？', '؟']).count();
    if marks > 1 {
        say(
            "double_barrelled",
            path.into(),
            "has more than one question mark: ask one thing".into(),
        );
    }
    if leads(language, text) {
        say(
            "leading",
            path.into(),
            "suggests its answer: ask openly, such as “How …?” or “What …?”".into(),
        );
    }
    if let Some(message) = hard(language, text) {
        say("reading_level", path.into(), message);
    }
    if !english(language) {
        return;
    }
    let form = plain(text);
    let padded = [" ", &form, " "].concat();
    if let Some(word) = LOADED
        .iter()
        .find(|word| padded.contains(&[" ", word, " "].concat()))
    {
        say(
            "loaded",
            path.into(),
            format!("judges by “{word}” before anybody has answered: leave it out"),
        );
    }
    let starts = HYPOTHETICAL.iter().any(|start| {
        form.starts_with(start)
            || padded.contains(&[" ", start, " "].concat()) && start.starts_with("if ")
    });
    if starts {
        say(
            "hypothetical",
            path.into(),
            "asks for what did not happen: ask for the last time that it did".into(),
        );
    }
    if marks < 2 && (is_double(language, text) || typed && two_things(&padded)) {
        say(
            "double_barrelled",
            path.into(),
            "asks two things at once: make two questions of it".into(),
        );
    }
}

fn english(language: &str) -> bool {
    language.to_lowercase().starts_with("en")
}

/// “How satisfied are you with the price and the support?”: one value for two things.
fn two_things(padded: &str) -> bool {
    let Some((before, after)) = padded.split_once(" and ") else {
        return false;
    };
    let rates = [
        "satisfied",
        "happy",
        "easy",
        "useful",
        "clear",
        "agree",
        "rate",
        "important",
        "likely",
        "well",
    ];
    let rates = rates
        .iter()
        .any(|word| before.contains(&[" ", word, " "].concat()));
    rates && after.split(' ').filter(|word| !word.is_empty()).count() >= 1
}

/// Sentences that are long in any language; in English also the grade by Flesch and Kincaid, for texts of some length.
fn hard(language: &str, text: &str) -> Option<String> {
    let mut words = 0;
    let mut syllables = 0;
    let mut longest = 0;
    let mut sentences = 0;
    for place in colloquy_findings::sentences(text) {
        let own = plain(&text[place]);
        let count = own.split(' ').filter(|word| !word.is_empty()).count();
        sentences += usize::from(count > 0);
        longest = longest.max(count);
        words += count;
        syllables += own.split(' ').map(syllables_of).sum::<usize>();
    }
    if longest > LONG {
        return Some(format!(
            "has a sentence of {longest} words: make it shorter"
        ));
    }
    if !english(language) || words < 8 || sentences == 0 {
        return None;
    }
    let grade =
        0.39 * words as f64 / sentences as f64 + 11.8 * syllables as f64 / words as f64 - 15.59;
    (grade > GRADE)
        .then(|| format!("reads like school year {grade:.0}: use shorter words and sentences"))
}

fn syllables_of(word: &str) -> usize {
    let vowel = |c: char| "aeiouy".contains(c);
    let mut count = 0;
    let mut before = false;
    for c in word.chars() {
        count += usize::from(vowel(c) && !before);
        before = vowel(c);
    }
    let silent = word.len() > 3 && word.ends_with('e') && !word.ends_with("le") && count > 1;
    (count - usize::from(silent)).max(usize::from(!word.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::judge;

    fn codes(text: &str, typed: bool) -> Vec<&'static str> {
        let mut out = Vec::new();
        judge("en", text, typed, "ask", &mut |code, _, _| out.push(code));
        out
    }

    #[test]
    fn wording_is_judged_by_rules() {
        for (text, typed, expected) in [
            ("What happened the last time?", false, &[][..]),
            (
                "What was the first day like, and who was there with you?",
                false,
                &["double_barrelled"],
            ),
            (
                "Don't you think the new page is faster?",
                false,
                &["leading"],
            ),
            ("The new page is faster, right?", false, &["leading"]),
            (
                "What did you think of our amazing new page?",
                false,
                &["loaded"],
            ),
            ("Would you buy this again?", false, &["hypothetical"]),
            (
                "What would you change if you could start again?",
                false,
                &["hypothetical"],
            ),
            (
                "How satisfied are you with the price and the support?",
                true,
                &["double_barrelled"],
            ),
            ("How do bread and butter go together?", false, &[]),
            ("What happened? Why?", false, &["double_barrelled"]),
            (
                "Considering organisational communication methodologies, characterise their effectiveness regarding interdepartmental collaboration.",
                false,
                &["reading_level"],
            ),
        ] {
            assert_eq!(codes(text, typed), expected, "{text}");
        }
    }

    #[test]
    fn rules_of_english_are_for_english() {
        let mut out = Vec::new();
        judge("de", "Would you? Etwa?", false, "ask", &mut |code, _, _| {
            out.push(code)
        });
        assert_eq!(out, ["double_barrelled"]);
    }
}
