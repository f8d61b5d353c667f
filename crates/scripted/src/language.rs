//! What the interviewer knows of a language: one value for each, made of the files in `data` that its README describes.

use crate::cues::is_one_of;
use crate::wishes::{ENDINGS, without_ending};
use colloquy_findings::{Tables, fold_char, is_function_word, normal_form};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A language in which answers are heard. English is always there; the others are handed to [`Hearing::with`](crate::Hearing::with), so
/// that a program may load them when they are needed.
pub struct Language {
    /// Its tag, in two letters.
    pub tag: &'static str,
    /// Its place among the languages.
    pub(crate) place: usize,
    /// Cues of what an answer does.
    pub(crate) acts: &'static str,
    words: &'static str,
    pub(crate) reactions: &'static str,
    pub(crate) findings: &'static Tables,
    lists: OnceLock<Words>,
}

macro_rules! language {
    ($(#[$doc:meta])* $name:ident $place:literal $tag:literal $findings:ident) => {
        $(#[$doc])*
        pub static $name: Language = Language {
            tag: $tag,
            place: $place,
            acts: include_str!(concat!("../data/acts/", $tag, ".txt")),
            words: include_str!(concat!("../data/words/", $tag, ".txt")),
            reactions: include_str!(concat!("../data/reactions/", $tag, ".txt")),
            findings: &colloquy_findings::$findings,
            lists: OnceLock::new(),
        };
    };
}

language! {
    /// English.
    ENGLISH 0 "en" ENGLISH
}
language! {
    /// German.
    GERMAN 1 "de" GERMAN
}
language! {
    /// Spanish.
    SPANISH 2 "es" SPANISH
}
language! {
    /// French.
    FRENCH 3 "fr" FRENCH
}

/// How many languages there are.
pub(crate) const LANGUAGES: usize = 4;

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Language({})", self.tag)
    }
}

impl Language {
    /// Its lists of words, read once.
    pub(crate) fn words(&'static self) -> &'static Words {
        self.lists.get_or_init(|| {
            // English words are known without its tables.
            let tables = (!self.is_english()).then_some(self.findings);
            Words::read(self.is_english(), tables, self.words)
        })
    }

    pub(crate) fn is_english(&self) -> bool {
        self.tag == "en"
    }
}

/// Makes the struct of lists. Each is one text, as slices of slices weigh twice as much to download.
macro_rules! lists {
    ($($name:ident)*) => {
        /// The lists of a language, by the names that `data/README.md` explains.
        pub(crate) struct Words {
            english: bool,
            /// Where function words are known; none for English.
            tables: Option<&'static Tables>,
            $(pub(crate) $name: &'static str,)*
        }

        impl Words {
            /// Nothing is known: enough for the first question.
            const NONE: Words = Words {
                english: true,
                tables: None,
                $($name: "",)*
            };

            fn read(
                english: bool,
                tables: Option<&'static Tables>,
                text: &'static str,
            ) -> Words {
                let mut words = Words { english, tables, ..Words::NONE };
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    if let Some((name, value)) = line.split_once(':') {
                        match name {
                            $(stringify!($name) => words.$name = value.trim(),)*
                            _ => {}
                        }
                    }
                }
                words
            }

            #[cfg(test)]
            const NAMES: &[&str] = &[$(stringify!($name)),*];
        }
    };
}

lists! {
    function stems elisions short native foreign tails traits
    between after before saying speaker you and or which not own own_opening own_denied irregular hedged blank refusing no_subject all polar
    times past past_forms auxiliaries participles no_past general steps joined counts counted promises learned feeling opinion never
    past_verbs
    states chosen wrong fault undergone since present usual trouble when reason
    persons speech calling my your relations
    breath joins determiners subjects personal emotion no_emotion decision claim contrast openers trailers fillers delicate
    starts turns denying clause_joins clause_ends complement far unclear no_deed unreal dangling vague behind_thing no_names regular asks_feeling asks_last
    titles perceived intended torn softened mild mortal mortals dead_things beasts knowhow amused ruled realised long_ago recovered asks_past asks_lesson asks_decision asks_touched asks_sign asks_hard asks_good asks_wish asks_why asks_view asks_way asks_plan asks_rule asks_difference asks_day asks_work asks_general asks_state
    deeds deeds_past deeds_now whole_deeds likes dislikes says_now says_past
    closes confides unasked unasked_for reproaches asks_advice asks_me passed_over asks_know addressing rather about heavy received occasions parts_of unconsoled hardly
    speaker_of on off going_on denies_pain setting_time setting_data setting_who setting_why
}

/// Words of bodies, tears and illness in every language, for what is quoted before any of them is loaded: a conversation that was handed
/// in. As they are written, with accents.
const DELICATE: &str = "naked shower toilet cried cry crying cries tears sick ill illness cancer pregnant miscarriage died dying death dead drunk vomit vomited bleeding \
    nackt dusche klo weinte weinen weint geweint tränen krank krankheit krebs schwanger fehlgeburt gestorben tot betrunken erbrochen blutet \
    desnudo desnuda ducha lloré lloró lloraba llorar llorando lágrimas enfermo enferma enfermedad cáncer embarazada murió muerto muerta borracho borracha vomitó \
    nue douche pleuré pleure pleurer pleurait larmes malade maladie enceinte mort morte ivre vomi";

static DEAF: Words = Words {
    delicate: DELICATE,
    ..Words::NONE
};

impl Words {
    /// Those of one who hears nothing.
    pub(crate) fn none() -> &'static Words {
        &DEAF
    }

    /// A text in the form in which function words are known: elisions are taken apart.
    pub(crate) fn form(&self, text: &str) -> String {
        let form = normal_form(text);
        if self.elisions.is_empty() || !form.contains('\'') {
            return form;
        }
        let mut out = String::with_capacity(form.len());
        for word in form.split(' ') {
            let mut rest = word;
            while let Some((head, tail)) = rest.split_once('\'')
                && is_one_of(&plain(head), self.elisions)
            {
                out.push_str(head);
                out.push(' ');
                rest = tail;
            }
            out.push_str(rest);
            out.push(' ');
        }
        out.pop();
        out
    }

    /// A text in the form in which the lists are written. English is compared with its accents, which it hardly has.
    pub(crate) fn plain(&self, text: &str) -> String {
        let form = self.form(text);
        match plain(&form) {
            Cow::Owned(plain) if !self.english => plain,
            _ => form,
        }
    }

    /// A word of a form as the lists have it.
    pub(crate) fn bare<'w>(&self, word: &'w str) -> Cow<'w, str> {
        if self.english {
            Cow::Borrowed(word)
        } else {
            plain(word)
        }
    }

    /// A text in the form of the lists, between spaces, so that whole words are found in it.
    pub(crate) fn padded(&self, text: &str) -> String {
        [" ", &self.plain(text), " "].concat()
    }

    /// True for a word that carries no topic.
    pub(crate) fn is_function_word(&self, word: &str) -> bool {
        let known = match self.tables {
            Some(tables) => tables.is_function_word(word),
            None => is_function_word(word),
        };
        known || !self.function.is_empty() && is_one_of(&plain(word), self.function)
    }

    /// Takes the commonest endings off.
    pub(crate) fn stem<'w>(&self, word: &'w str) -> &'w str {
        let endings = if self.stems.is_empty() {
            ENDINGS
        } else {
            self.stems
        };
        without_ending(word, endings)
    }

    /// True for those of English.
    pub(crate) fn is_english(&self) -> bool {
        self.english
    }

    /// True when a capital inside of a sentence is a name.
    pub(crate) fn has_capitals(&self) -> bool {
        is_one_of("capitals", self.traits)
    }

    /// True when a comma stands before every clause.
    pub(crate) fn has_commas(&self) -> bool {
        is_one_of("commas", self.traits)
    }

    /// Draws findings from texts.
    pub(crate) fn extract(
        &self,
        texts: &[&str],
        limits: Option<colloquy_findings::Limits>,
    ) -> colloquy_schema::Findings {
        let tables = self.tables.unwrap_or(&colloquy_findings::ENGLISH);
        colloquy_findings::extract_in(tables, texts, limits)
    }
}

/// Takes accents off letters: `ä` is `a`, `ß` is `ss`.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_plain(&mut out, c));
    Cow::Owned(out)
}

/// Appends a letter in lower case and without its accent.
pub(crate) fn push_plain(text: &mut String, c: char) {
    match fold_char(c) {
        'à'..='å' | 'ā' | 'ă' => text.push('a'),
        'ç' | 'ć' | 'č' => text.push('c'),
        'è'..='ë' | 'ē' | 'ę' | 'ě' => text.push('e'),
        'ì'..='ï' | 'ī' => text.push('i'),
        'ñ' | 'ń' | 'ň' => text.push('n'),
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => text.push('o'),
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => text.push('u'),
        'ý' | 'ÿ' => text.push('y'),
        'š' | 'ś' => text.push('s'),
        'ß' => text.push_str("ss"),
        'œ' => text.push_str("oe"),
        'æ' => text.push_str("ae"),
        '\u{300}'..='\u{36F}' => {}
        c => text.push(c),
    }
}

/// Tells whether a word has one of the forms of a list: `ge*t`, where the star is two letters or more, or a whole word.
pub(crate) fn has_form(word: &str, forms: &str) -> bool {
    forms.split(' ').any(|form| match form.split_once('*') {
        Some((head, tail)) => {
            word.len() >= head.len() + tail.len() + 2
                && word.starts_with(head)
                && word.ends_with(tail)
        }
        None => !form.is_empty() && form == word,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&Language; 4] = [&ENGLISH, &GERMAN, &SPANISH, &FRENCH];

    #[test]
    fn every_line_of_the_lists_is_understood() {
        for language in ALL {
            for line in language.words.lines() {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let name = line.split_once(':').map(|(name, _)| name);
                assert!(
                    name.is_some_and(|name| Words::NAMES.contains(&name)),
                    "{}: {line}",
                    language.tag
                );
                let value = line.split_once(':').map_or("", |(_, value)| value);
                assert!(
                    !value.contains('’') && !value.contains(" |") && !value.contains("| "),
                    "{line}"
                );
                // Some are looked for in the answer as it was written; English is compared with its accents.
                let written = [
                    "calling",
                    "past_forms",
                    "participles",
                    "no_past",
                    "asks_feeling",
                    "asks_last",
                ];
                if !language.is_english() && !name.is_some_and(|name| written.contains(&name)) {
                    assert_eq!(plain(value), value, "{}", language.tag);
                }
                assert_eq!(value.to_lowercase(), value, "{}", language.tag);
            }
        }
    }

    #[test]
    fn every_list_has_words_in_english_and_every_word_is_a_word() {
        for name in Words::NAMES {
            let line = [name, ":"].concat();
            assert!(
                ENGLISH.words.lines().any(|other| other.starts_with(&line)),
                "{name}"
            );
        }
    }

    #[test]
    fn cues_and_lines_are_written_as_they_are_compared() {
        for language in [&GERMAN, &SPANISH, &FRENCH] {
            for line in language.acts.lines().filter(|line| !line.starts_with('#')) {
                assert_eq!(plain(&line.to_lowercase()), line, "{}", language.tag);
                assert!(!line.contains('\''), "{}: {line}", language.tag);
            }
        }
    }

    #[test]
    fn a_text_is_compared_without_accents_and_elisions() {
        let french = FRENCH.words();
        assert_eq!(
            french.plain("J’ai vu qu’il l’a fermée"),
            "j ai vu qu il l a fermee"
        );
        assert_eq!(GERMAN.words().plain("Die Größe"), "die grosse");
        assert_eq!(ENGLISH.words().plain("I'll say café"), "i'll say café");
    }

    #[test]
    fn a_form_has_two_letters_at_least_where_the_star_is() {
        assert!(has_form("gemacht", "ge*t *iert") && has_form("repariert", "ge*t *iert"));
        assert!(!has_form("geht", "ge*t") && has_form("war", "war"));
    }

    #[test]
    fn every_reaction_has_words_in_every_language() {
        let more = include_str!("../data/reactions/more.txt");
        let uses = ENGLISH
            .reactions
            .lines()
            .filter_map(|line| line.strip_prefix("= "));
        // What the respondent names is turned round in English alone.
        let english = [
            "subject",
            "correction.about",
            "somebody",
            "thing",
            "wish",
            "wish.whether",
            "wish.open",
            "plain.thing",
            "plain.deed",
            "plain.dislike",
            "plain.reported",
        ];
        let turned = |name: &&str| name.starts_with("deed.") || name.starts_with("reported.");
        for name in uses.filter(|name| !english.contains(name) && !turned(name)) {
            for language in [&GERMAN, &SPANISH, &FRENCH] {
                let own = ["= ", name].concat();
                let known = ["= ", language.tag, " ", name].concat();
                let has = language.reactions.lines().any(|line| line == own)
                    || more.lines().any(|line| line == known);
                assert!(has, "{}: {name}", language.tag);
            }
        }
    }
}
