//! Whether answers are in another language than the guide's words: the engine's own words before a question are then left to the model.

use colloquy_findings::normal_form;

/// Small words by language: none of them is in two lists.
const SMALL: [(&str, &str); 4] = [
    (
        "en",
        "the and of to was were with for it is are that this have had has from at by my we they then but or not about",
    ),
    (
        "de",
        "der die das und ist nicht mit ich wir für auf ein eine einen von den dem zu auch war habe haben aber oder bei sie es im",
    ),
    (
        "fr",
        "le la les et est pas avec je nous pour sur un une des du dans que qui était ai mais ou chez elle il au aux ce",
    ),
    (
        "es",
        "el los las y es con yo nosotros para en una unos del que era he pero o como lo muy más también se por al fue",
    ),
];
/// Small words of another language from which on it is one.
const LEAST: usize = 2;

/// True when a text is in another language than that of a locale; nothing where that cannot be decided.
pub(super) fn is_other(locale: &str, text: &str) -> Option<bool> {
    let own = locale.split(['-', '_']).next().unwrap_or_default();
    let (_, small) = SMALL.iter().find(|(language, _)| *language == own)?;
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let latin = letters().filter(|c| *c < '\u{250}').count();
    if letters().count() > 2 * latin {
        return Some(true);
    }
    let text = normal_form(text);
    let count = |small: &str| {
        let words = text.split(' ');
        words
            .filter(|word| small.split(' ').any(|other| *word == other))
            .count()
    };
    let here = count(small);
    let others = SMALL.iter().filter(|(language, _)| *language != own);
    let most = others.map(|(_, small)| count(small)).max().unwrap_or(0);
    if most >= LEAST && most > 2 * here {
        Some(true)
    } else {
        (here >= LEAST).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::is_other;

    #[test]
    fn a_language_is_told_by_its_small_words_and_letters() {
        let german = "Drei Jahre, ich war mit zwei anderen im Team und habe die Cluster betreut";
        let english = "Three years, I was in a team with two others and looked after the clusters";
        assert_eq!(is_other("en", german), Some(true));
        assert_eq!(is_other("en-GB", english), Some(false));
        assert_eq!(is_other("de", german), Some(false));
        assert_eq!(is_other("de", english), Some(true));
        assert_eq!(
            is_other("en", "Trois ans avec une équipe, et je gère les alertes"),
            Some(true)
        );
        assert_eq!(is_other("en", "ثلاث سنوات مع فريق صغير"), Some(true));
        for open in ["Kafka, Terraform", "3y", "", "Das Boot"] {
            assert_eq!(is_other("en", open), None, "{open}");
        }
        assert_eq!(is_other("pl", english), None, "nothing is known of it");
    }
}
