//! Names that the lexicon does not have, where somebody lists what they can do: wound care, queen rearing, bricklaying.

use colloquy_findings::{fold, is_function_word};

/// Most names of one text.
const MOST: usize = 12;
/// Fewest items of a line that says what somebody does.
const ITEMS: usize = 3;
/// Words of an item that is a sentence, or none at all.
const NO_NAME: &str = "i i'm i've i'd we me you he she they my our your it's that's is was are were have had do did no none nothing \
    not know yes ok sure whatever hello thanks use used work worked years year email phone languages english german french spanish \
    italian portuguese turkish polish russian ukrainian arabic dutch czech romanian chinese japanese hindi \
    example instance last yesterday today tomorrow week weeks month months monday tuesday wednesday thursday friday saturday sunday \
    led ran built wrote taught trained managed designed developed introduced organised organized coordinated supervised";
/// Words before a name that are no part of it.
const BEFORE: &str = "mostly mainly also and or some a an the lots of basic usually daily well oh maybe perhaps then skills skill \
    especially notably particularly primarily honestly surtout notamment principalement franchement vor allem besonders \
    hauptsächlich sobre todo especialmente principalmente";

/// Returns the names in an answer that lists some.
pub(crate) fn listed(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.split(['\n', '.', ';', '!']) {
        let line = line.trim().trim_start_matches(['-', '•', '*', '#']).trim();
        if line.contains('?') {
            continue;
        }
        let line = match line.split_once(':') {
            Some((_, items)) if items.contains(',') => items,
            _ => line,
        };
        let joined = line.replace(" and ", ",").replace(" & ", ",");
        let items = things_done(&joined);
        let items = items.unwrap_or_else(|| joined.split(',').filter_map(name).collect());
        out.extend(items.into_iter().map(str::to_owned));
    }
    out.truncate(MOST);
    out
}

/// What somebody does, where every item of a line says so of the speaker, such as “I cook, I plan shifts”; one or two of them may be
/// about anything.
fn things_done(line: &str) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    for item in line.split(',') {
        let item = item.trim();
        if !item.is_empty() {
            let done = item.strip_prefix("I can ").or(item.strip_prefix("I "));
            items.push(done.and_then(name)?);
        }
    }
    (items.len() >= ITEMS).then_some(items)
}

/// The name that an item is, without the words before it; none for a sentence.
fn name(item: &str) -> Option<&str> {
    // “Active Directory (basics)” is known for what stands before the bracket.
    let mut item = item.split('(').next().unwrap_or_default().trim();
    while let Some((first, rest)) = item.split_once(' ')
        && is_one_of(first, BEFORE)
    {
        item = rest.trim_start();
    }
    let words: Vec<&str> = item.split_whitespace().collect();
    // “Training of colleagues” is one thing, however it is put.
    let most = if words.get(1) == Some(&"of") { 4 } else { 3 };
    let fits = (1..=most).contains(&words.len())
        && item.len() > 2
        && item
            .chars()
            .all(|c| c.is_alphabetic() || " -/'".contains(c))
        && !words.iter().any(|word| is_one_of(word, NO_NAME))
        && !words.iter().all(|word| is_function_word(&fold(word)));
    fits.then_some(item)
}

fn is_one_of(word: &str, list: &str) -> bool {
    let word = fold(word).replace('’', "'");
    list.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_list_is_taken_apart_and_a_sentence_is_none() {
        assert_eq!(
            listed("Mostly ventilation, CRRT and wound care. And teaching beginners."),
            ["ventilation", "CRRT", "wound care", "teaching beginners"]
        );
        assert_eq!(
            listed("I am a nurse: ventilation, training of new colleagues, patient communication."),
            [
                "ventilation",
                "training of new colleagues",
                "patient communication"
            ]
        );
        assert_eq!(
            listed("I cook, I plan shifts and I repair ovens."),
            ["cook", "plan shifts", "repair ovens"]
        );
        assert_eq!(
            listed("Mostly metavision, surtout le servo-u, vor allem Excel, especially SAP"),
            ["metavision", "le servo-u", "Excel", "SAP"]
        );
        for text in [
            "I look after people.",
            "I cook, I plan shifts.",
            "no idea",
            "None",
            "what do you mean?",
            "Last Tuesday, for example, I worked on my own for three years' worth of mail.",
            "",
        ] {
            assert!(listed(text).is_empty(), "{text}");
        }
    }
}
