//! Sentences: what ends one, what does not, and what is not part of it.

use colloquy_findings::sentences;

/// Splits `text` and compares; `|` in `expected` separates sentences.
fn check(text: &str, expected: &str) {
    let found: Vec<&str> = sentences(text).map(|range| &text[range]).collect();
    let expected: Vec<&str> = if expected.is_empty() {
        Vec::new()
    } else {
        expected.split('|').collect()
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn closing_punctuation_ends_a_sentence() {
    check(
        "One is here. Two is there! Three? Four",
        "One is here.|Two is there!|Three?|Four",
    );
    check("What?! No way!!! Fine.", "What?!|No way!!!|Fine.");
    check(
        "i type no capitals. it still works. see",
        "i type no capitals.|it still works.|see",
    );
    check(
        "He left (at last.) She stayed.",
        "He left (at last.)|She stayed.",
    );
    check("Really?I think so!Yes.", "Really?|I think so!|Yes.");
}

#[test]
fn newlines_end_a_sentence() {
    check(
        "First line\nsecond line\r\n\r\nthird",
        "First line|second line|third",
    );
    check(
        "a line\u{2028}another\u{85}one more",
        "a line|another|one more",
    );
    check(
        "<p>One thing.</p><p>Another</p>a third<br>a fourth",
        "One thing.|Another|a third|a fourth",
    );
}

#[test]
fn abbreviations_do_not() {
    check(
        "Dr. Meyer and Mrs. Ito met e.g. on Mondays. Good.",
        "Dr. Meyer and Mrs. Ito met e.g. on Mondays.|Good.",
    );
    check(
        "See No. 5 and pp. 3-4. No. I won't.",
        "See No. 5 and pp. 3-4.|No.|I won't.",
    );
    check(
        "At 5 p.m. we left. We met at 5 p.m. Then we ate.",
        "At 5 p.m. we left.|We met at 5 p.m.|Then we ate.",
    );
    check(
        "Bread, milk, etc. are gone. Bread, etc. I went home.",
        "Bread, milk, etc. are gone.|Bread, etc.|I went home.",
    );
    check(
        "In the U.S. it is so. The U.S. Army. In the U.S. We saw.",
        "In the U.S. it is so.|The U.S. Army.|In the U.S.|We saw.",
    );
}

#[test]
fn initials_do_not() {
    check(
        "J. K. Rowling and George W. Bush. End.",
        "J. K. Rowling and George W. Bush.|End.",
    );
    check(
        "We took plan B. It worked. So did I. Then rain.",
        "We took plan B.|It worked.|So did I.|Then rain.",
    );
}

#[test]
fn decimals_times_and_addresses_do_not() {
    check(
        "It grew 3.5 percent to 1.000.000 in v2.1. Fine.",
        "It grew 3.5 percent to 1.000.000 in v2.1.|Fine.",
    );
    check(
        "See https://a.example/x?y=1&z=2! Or www.example.org. Then mail a.b@c.org? Yes",
        "See https://a.example/x?y=1&z=2!|Or www.example.org.|Then mail a.b@c.org?|Yes",
    );
    check(
        "Node.js is fine. So is example.com/a?b=c for me.",
        "Node.js is fine.|So is example.com/a?b=c for me.",
    );
}

#[test]
fn ellipses_do_not_unless_a_new_sentence_plainly_follows() {
    check(
        "Well... I should go… maybe... tomorrow.",
        "Well... I should go… maybe... tomorrow.",
    );
    check(
        "I was so tired... The next day was better.",
        "I was so tired...|The next day was better.",
    );
}

#[test]
fn quotations_stay_in_their_sentence() {
    check(
        "\"Why?\" she asked. \"No idea.\" He left.",
        "\"Why?\" she asked.|\"No idea.\"|He left.",
    );
    check("“I should go.” That was it.", "“I should go.”|That was it.");
    check(
        "He said (why not?) and left.",
        "He said (why not?) and left.",
    );
}

#[test]
fn other_scripts_end_theirs() {
    check(
        "今日は雨です。明日は？はい！終わり",
        "今日は雨です。|明日は？|はい！|終わり",
    );
    check(
        "彼は「行きたい。」と言った。そうだ。",
        "彼は「行きたい。」と言った。|そうだ。",
    );
    check("هل تعلمت شيئا؟ نعم. شكرا", "هل تعلمت شيئا؟|نعم.|شكرا");
    check("मैंने सीखा। अब चलें।", "मैंने सीखा।|अब चलें।");
    check("Ça va. Étonnant, non ? Oui.", "Ça va.|Étonnant, non ?|Oui.");
}

#[test]
fn marks_at_the_start_of_a_line_are_no_text() {
    check(
        "- one\n* two\n+ three\n• four\n1. five\n12) six\na) seven\n# eight\n### nine",
        "one|two|three|four|five|six|seven|eight|nine",
    );
    check(
        "- [ ] do it\n- [x] done\n> quoted\n> - deep",
        "do it|done|quoted|deep",
    );
    check(
        "-5 degrees\n#tag here\n3.5 meters\n2024. A year",
        "-5 degrees|#tag here|3.5 meters|2024.|A year",
    );
}

#[test]
fn markup_around_a_sentence_is_no_text_and_inside_stays() {
    check("**All of it.** _Next one_", "All of it.|Next one");
    check(
        "**I realized** that it works",
        "**I realized** that it works",
    );
    check("<b>I should</b> call", "<b>I should</b> call");
    check("<b>I should call.</b> <em>Yes</em>", "I should call.|Yes");
    check("a < b and c > d. I <3 it.", "a < b and c > d.|I <3 it.");
}

#[test]
fn nothing_is_no_sentence() {
    check("", "");
    check(" \n\t ... !!! \n --- \n ** **", "");
    check("…", "");
    check("<b></b>\n<i class=\"x\"> </i>!", "");
}
