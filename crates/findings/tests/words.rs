//! Words: counting and comparing.

use colloquy_findings::{normal_form, word_count};

#[test]
fn words_are_counted() {
    for (text, count) in [
        ("", 0),
        ("  ... — !", 0),
        ("one", 1),
        ("don't stop, it’s well-known", 4),
        ("3.5 of 10,000 at 10:30", 5),
        ("see https://a.example/b?c=d&e=f and a@b.org", 4),
        ("<b>bold</b> and **strong** `code`", 4),
        ("snake_case _emphasis_", 2),
        ("and/or", 2),
        ("rock 'n' roll", 3),
        ("e.g. Node.js", 2),
        ("naïve cafe\u{301} Straße", 3),
        ("👍 great 🎉", 1),
    ] {
        assert_eq!(word_count(text), count, "{text:?}");
    }
}

#[test]
fn scripts_without_spaces_are_counted_by_characters() {
    // Six ideographs.
    assert_eq!(word_count("我学到了很多"), 6);
    // 私 は 学 生 です: ideographs one by one, kana by the run.
    assert_eq!(word_count("私は学生です。"), 5);
    assert_eq!(word_count("コンピューター"), 1);
    // Ten Thai characters.
    assert_eq!(word_count("ภาษาไทยดีๆ"), 2);
    // Korean and Hindi have spaces.
    assert_eq!(word_count("나는 많이 배웠다"), 3);
    assert_eq!(word_count("मैंने बहुत कुछ सीखा।"), 4);
    assert_eq!(word_count("I like 寿司 a lot"), 6);
}

#[test]
fn the_normal_form_hides_what_does_not_matter() {
    let form = "i'll read well-known books";
    for text in [
        "I'll read well-known books.",
        "  I’ll  read — WELL‑KNOWN books!!",
        "<i>I'll</i> **read** well-known books",
    ] {
        assert_eq!(normal_form(text), form);
    }
    assert_eq!(normal_form("¿ÉTÉ?"), "été");
    assert_eq!(normal_form("..."), "");
}
