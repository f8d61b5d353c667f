//! What holds for any text.

use colloquy_findings::letters::is_alphanumeric;
use colloquy_findings::{
    PhraseOptions, extract, is_function_word, normal_form, phrases, sentences, word_count, words,
};
use proptest::prelude::*;

/// Pieces that mean something to some rule, so that random texts reach the corners.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "I should ",
        "I realized that ",
        "I will",
        "don't",
        "’",
        "'",
        "\"",
        "“",
        "”",
        "«",
        "»",
        "「",
        "」",
        "<b>",
        "</b>",
        "<br>",
        "<p",
        "<",
        ">",
        "</",
        "**",
        "_",
        "`",
        "...",
        "…",
        ".",
        "?",
        "!",
        "。",
        "？",
        "؟",
        "https://a.b/c?d",
        "www.",
        "a@b.c",
        "Dr. ",
        "e.g. ",
        "p.m. ",
        "J. ",
        "3.5",
        "\n",
        "\r\n",
        "\u{85}",
        "\u{2028}",
        "- ",
        "1. ",
        "> ",
        "# ",
        "[ ] ",
        " ",
        "  ",
        ",",
        "not ",
        "if ",
        "she said ",
        "学",
        "か",
        "ไ",
        "é",
        "e\u{301}",
        "İ",
        "ß",
        "👍",
        "\u{200d}",
        "\u{0}",
        "x",
    ])
    .prop_map(str::to_owned);
    prop_oneof![6 => known, 1 => any::<String>(), 1 => "[a-zA-Z ]{0,12}"]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_gives_true_places(texts in prop::collection::vec(text(), 0..5)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let findings = extract(&texts, None);
        for list in [&findings.insights, &findings.actions] {
            for finding in list {
                prop_assert_eq!(texts[finding.answer].get(finding.start..finding.end), Some(finding.text.as_str()));
                prop_assert_eq!(finding.text.trim(), finding.text.as_str());
            }
            let mut places: Vec<_> = list.iter().map(|finding| (finding.answer, finding.start)).collect();
            let forms: std::collections::BTreeSet<_> = list.iter().map(|finding| normal_form(&finding.text)).collect();
            prop_assert_eq!(forms.len(), list.len());
            prop_assert!(places.is_sorted());
            places.dedup();
            prop_assert_eq!(places.len(), list.len());
        }
        for theme in &findings.themes {
            prop_assert!(theme.count >= 2);
            let parts: Vec<&str> = theme.text.split(' ').collect();
            prop_assert!((1..=3).contains(&parts.len()), "{}", theme.text);
            prop_assert!(!is_function_word(parts[0]) && !is_function_word(parts[parts.len() - 1]));
            prop_assert!(!theme.text.contains(['<', '>', '*', '`', '/', '"']), "{}", theme.text);
        }
        prop_assert_eq!(extract(&texts, None), findings);
    }

    #[test]
    fn sentences_are_apart_in_order_and_trimmed(text in text()) {
        let mut last = 0;
        for range in sentences(&text) {
            prop_assert!(range.start >= last && range.end > range.start);
            last = range.end;
            let sentence = text.get(range.clone());
            prop_assert!(sentence.is_some());
            prop_assert!(sentence.is_some_and(|s| s.trim() == s && s.chars().any(is_alphanumeric) && !s.contains('\n')));
        }
    }

    #[test]
    fn words_are_apart_and_in_order(text in text()) {
        let mut last = 0;
        for word in words(&text) {
            prop_assert!(word.start >= last && word.end > word.start);
            prop_assert!(text.get(word.start..word.end).is_some());
            last = word.end;
        }
        prop_assert!(word_count(&text) <= text.chars().count());
    }

    #[test]
    fn the_normal_form_is_its_own(text in "[a-zA-Z’' ,.!-]{0,60}") {
        let form = normal_form(&text);
        prop_assert_eq!(normal_form(&form), form);
    }

    #[test]
    fn phrases_are_where_they_say(text in text()) {
        let options = PhraseOptions { min_words: 1, max_words: 3, min_count: 1, min_sentences: 1, limit: 50 };
        for phrase in phrases(&[&text], options) {
            prop_assert!(text.get(phrase.start..phrase.end).is_some());
            prop_assert!(phrase.text.len() <= phrase.end - phrase.start);
        }
    }

    #[test]
    fn an_answer_of_words_alone_changes_nothing_before_it(text in text()) {
        let alone = extract(&[&text], None);
        let more = extract(&[&text, "The lamp stood still"], None);
        prop_assert_eq!(alone.insights, more.insights);
        prop_assert_eq!(alone.actions, more.actions);
    }
}
