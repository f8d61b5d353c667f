//! What the guidelines of an interview ask for: what to come back to, what to leave alone, how to sound.

use crate::clean::{clean, cut};
use crate::cues::is_one_of;
use colloquy_findings::{is_function_word, normal_form};
use colloquy_schema::Guidelines;

/// Words that say how a wish is meant and not what it is about.
const FILLER: &str = "anything about questions question asking ask talk talking avoid focus details detail topic \
    topics personal please related mention mentioning discuss discussing everything subject";
/// Most wishes looked at, and most parts of one: a page may hand in anything.
const WISHES: usize = 20;

/// The guidelines in a form that can be compared with content.
pub(crate) struct Wishes {
    focus: Vec<Vec<String>>,
    avoid: Vec<Vec<String>>,
    /// The wishes for focus as they can be quoted.
    pub(crate) focus_texts: Vec<String>,
    /// Leave lead-ins out.
    pub(crate) brief: bool,
}

impl Wishes {
    /// Reads guidelines.
    pub(crate) fn new(guidelines: &Guidelines) -> Self {
        let tone = normal_form(guidelines.tone.as_deref().unwrap_or_default());
        let sounds = |words: &[&str]| tone.split(' ').any(|word| words.contains(&word));
        Wishes {
            focus: parts(&guidelines.focus),
            avoid: parts(&guidelines.avoid),
            focus_texts: guidelines
                .focus
                .iter()
                .take(WISHES)
                .filter_map(|text| cut(&clean(text), 12).filter(|text| !text.ends_with('…')))
                .collect(),
            brief: sounds(&[
                "brief",
                "short",
                "concise",
                "direct",
                "formal",
                "terse",
                "sober",
                "matter-of-fact",
                "neutral",
            ]),
        }
    }

    /// Makes wishes of one focus alone.
    pub(crate) fn focus_on(text: &str) -> Self {
        Wishes::new(&Guidelines {
            focus: vec![text.to_string()],
            ..Guidelines::default()
        })
    }

    /// True when a text is about something to come back to.
    pub(crate) fn wants(&self, form: &str) -> bool {
        speaks_of(form, &self.focus)
    }

    /// True when a text is about something to leave alone.
    pub(crate) fn forbids(&self, form: &str) -> bool {
        speaks_of(form, &self.avoid)
    }

    /// True when something is to be left alone.
    pub(crate) fn has_avoid(&self) -> bool {
        !self.avoid.is_empty()
    }
}

/// Splits wishes into the things they name, each as its significant words.
fn parts(wishes: &[String]) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for wish in wishes.iter().take(WISHES) {
        for part in wish
            .split([',', ';', '/', '\n'])
            .flat_map(|part| part.split(" and "))
            .flat_map(|part| part.split(" or "))
        {
            let form = normal_form(part);
            let words = form.split(' ').filter(|word| {
                !word.is_empty() && !is_function_word(word) && !is_one_of(word, FILLER)
            });
            let words: Vec<String> = words.take(8).map(|word| stem(word).to_string()).collect();
            if !words.is_empty() && out.len() < 4 * WISHES {
                out.push(words);
            }
        }
    }
    out
}

fn speaks_of(form: &str, wishes: &[Vec<String>]) -> bool {
    let has = |wanted: &String| form.split(' ').any(|word| stem(word) == wanted);
    wishes.iter().any(|wish| wish.iter().all(has))
}

/// Endings of English, which wishes are compared without in every language.
pub(crate) const ENDINGS: &str = "ing ies es ed s y e";

/// Takes the commonest endings off, so that “colleague” meets “colleagues” and “investing” meets “invest”.
pub(crate) fn stem(word: &str) -> &str {
    without_ending(word, ENDINGS)
}

/// Takes the first ending that fits off a word and leaves three letters at least.
pub(crate) fn without_ending<'w>(word: &'w str, endings: &str) -> &'w str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    for ending in endings.split(' ') {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
        {
            return stem;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(focus: &[&str], avoid: &[&str]) -> Wishes {
        let list = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
        Wishes::new(&Guidelines {
            tone: None,
            focus: list(focus),
            avoid: list(avoid),
        })
    }

    #[test]
    fn a_wish_is_met_by_what_it_names_in_any_inflection() {
        let wishes = wishes(
            &["how this applies to my teams"],
            &["my divorce and anything about money", "work stress"],
        );
        assert!(wishes.forbids("saving money early"));
        assert!(wishes.forbids("what divorces cost"));
        assert!(wishes.forbids("stressful work is stress"));
        assert!(
            !wishes.forbids("deep work"),
            "half of a wish is another topic"
        );
        assert!(!wishes.forbids("anything else"));
    }

    #[test]
    fn no_wish_is_met_by_nothing() {
        let wishes = wishes(&[], &["", "about the"]);
        assert!(
            !wishes.forbids("about the weather") && !wishes.wants("weather") && !wishes.has_avoid()
        );
    }
}
