//! A résumé as it was handed in, and the parts it is read in: what one reply can hold.

use colloquy_schema::{Material, RESUME_PART_BYTES, RESUME_PARTS};
use std::ops::Range;

/// Puts the texts of a material together, and cuts them where a line ends, at best an empty one. Parts past
/// [`RESUME_PARTS`] are left out.
pub(super) fn resume(material: &Material) -> (String, Vec<Range<usize>>) {
    let mut text = String::new();
    for part in &material.texts {
        let part = part.text.trim();
        if !text.is_empty() && !part.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(part);
    }
    let mut parts = Vec::new();
    let mut from = 0;
    while from < text.len() && parts.len() < RESUME_PARTS as usize {
        let end = from + cut(&text[from..]);
        parts.push(from..end);
        let rest = &text[end..];
        from = end + (rest.len() - rest.trim_start().len());
    }
    (text, parts)
}

/// Where the first part of a text ends: the whole of a short one; else the last empty line in its second half, the last
/// end of a line, the last space, the last character that fits.
fn cut(text: &str) -> usize {
    if text.len() <= RESUME_PART_BYTES {
        return text.len();
    }
    let most = text.floor_char_boundary(RESUME_PART_BYTES);
    let half = most / 2;
    for mark in ["\n\n", "\n", " "] {
        if let Some(at) = text[..most].rfind(mark).filter(|at| *at > half) {
            return at;
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::NamedText;

    fn of(texts: &[String]) -> (String, Vec<Range<usize>>) {
        let texts = texts.iter().map(|text| NamedText {
            name: "resume.md".into(),
            text: text.clone(),
        });
        resume(&Material {
            texts: texts.collect(),
            ..Material::default()
        })
    }

    #[test]
    fn a_short_resume_is_one_part_and_none_is_no_part() {
        let (text, parts) = of(&["Python, Go".into(), " ".into(), "Rust".into()]);
        assert_eq!(text, "Python, Go\n\nRust");
        assert_eq!((parts.len(), parts[0].clone()), (1, 0..text.len()));
        assert!(of(&[]).1.is_empty());
        assert!(of(&["  \n".into()]).1.is_empty());
    }

    #[test]
    fn a_long_resume_is_cut_between_its_entries_and_nothing_is_lost() {
        let entry =
            "Engineer at a company\n- did things with Python\n- did more things é\n\n".repeat(400);
        let (text, parts) = of(&[entry]);
        assert!(parts.len() > 4);
        let mut joined = String::new();
        for part in parts {
            assert!(part.len() <= RESUME_PART_BYTES);
            assert!(text[part.clone()].starts_with("Engineer"));
            joined.push_str(&text[part]);
        }
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        assert_eq!(letters(&joined), letters(&text));
    }

    #[test]
    fn one_endless_word_is_cut_all_the_same_and_reading_ends() {
        let (_, parts) = of(&["é".repeat(1_000_000)]);
        assert_eq!(parts.len(), RESUME_PARTS as usize);
    }
}
