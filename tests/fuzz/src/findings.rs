//! Findings: the bytes are answers, an empty line between two.

use colloquy_findings::{
    PhraseOptions, extract, is_function_word, normal_form, phrases, sentences, word_count, words,
};
use std::collections::BTreeSet;

/// Every place is one of the text, and the text there is what it says.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let answers: Vec<&str> = text.split("\n\n").collect();
    let findings = extract(&answers, None);
    for list in [
        &findings.insights,
        &findings.actions,
        &findings.recommendations,
    ] {
        let mut last = None;
        let mut forms = BTreeSet::new();
        for finding in list {
            let place = answers[finding.answer].get(finding.start..finding.end);
            assert_eq!(place, Some(finding.text.as_str()));
            assert_eq!(finding.text.trim(), finding.text);
            assert!(last < Some((finding.answer, finding.start)), "in order");
            last = Some((finding.answer, finding.start));
            assert!(
                forms.insert(normal_form(&finding.text)),
                "{:?} twice",
                finding.text
            );
        }
    }
    for theme in &findings.themes {
        assert!(theme.count >= 2);
        let parts: Vec<&str> = theme.text.split(' ').collect();
        assert!((1..=3).contains(&parts.len()), "{:?}", theme.text);
        assert!(!is_function_word(parts[0]) && !is_function_word(parts[parts.len() - 1]));
    }
    for answer in &answers {
        check_one(answer);
    }
}

fn check_one(text: &str) {
    let mut last = 0;
    for range in sentences(text) {
        assert!(range.start >= last && range.end > range.start);
        last = range.end;
        let sentence = text.get(range).expect("a sentence is a part of its text");
        assert_eq!(sentence.trim(), sentence);
    }
    last = 0;
    for word in words(text) {
        assert!(word.start >= last && word.end > word.start);
        assert!(text.get(word.start..word.end).is_some());
        last = word.end;
    }
    assert!(word_count(text) <= text.chars().count());
    let options = PhraseOptions {
        min_words: 1,
        max_words: 3,
        min_count: 1,
        min_sentences: 1,
        limit: 50,
    };
    let found = phrases(&[text], options);
    assert!(found.len() <= 50);
    for phrase in found {
        assert!(text.get(phrase.start..phrase.end).is_some());
    }
}
