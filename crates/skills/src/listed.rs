//! Names that the lexicon does not have, where somebody lists what they can do: wound care, queen rearing, bricklaying.

use colloquy_findings::{fold, is_function_word};

/// Most names of one text.
const MOST: usize = 12;
/// Fewest items of a line of a résumé that is a list.
const ITEMS: usize = 3;
/// Words of an item that is a sentence, or none at all.
const NO_NAME: &str = "i i'm i've i'd we me you he she they my our your it's that's is was are were have had do did no none nothing \
    not know yes ok sure whatever hello thanks use used work worked years year email phone languages english german french spanish \
    italian portuguese turkish polish russian ukrainian arabic dutch czech romanian chinese japanese hindi \
    example instance last yesterday today tomorrow week weeks month months monday tuesday wednesday thursday friday saturday sunday \
    led ran built wrote taught trained managed designed developed introduced organised organized coordinated supervised";
/// First words of headings in a résumé below which a list is none of skills.
const OTHERS: &str = "hobbies hobby hobbys interests interessen aficiones intereses loisirs centres languages sprachen idiomas langues \
    references referenzen awards education";
/// Words of a heading below which a line with commas is a list of skills.
const SKILLS: &str = "skills key technical professional computer it my core kenntnisse fähigkeiten competencias habilidades compétences";

/// Words before a name that are no part of it.
const BEFORE: &str = "mostly mainly also and or some a an the lots of basic usually daily well oh maybe perhaps then skills skill \
    especially notably particularly primarily honestly surtout notamment principalement franchement vor allem besonders \
    hauptsächlich sobre todo especialmente principalmente";

/// Returns the names in a text that lists some: of a résumé only lines with three items or more.
pub(crate) fn listed(text: &str, resume: bool) -> Vec<String> {
    let mut out = Vec::new();
    let (mut aside, mut below) = (false, false);
    for line in text.split(['\n', '.', ';', '!']) {
        let bullet = line.trim_start().starts_with(['-', '•', '*']);
        let line = line.trim().trim_start_matches(['-', '•', '*', '#']).trim();
        let headed = fold(line).starts_with("skills");
        let first = line.split([' ', ':']).next().unwrap_or_default();
        if !bullet && !first.is_empty() || is_one_of(first, OTHERS) {
            aside = is_one_of(first, OTHERS);
        }
        if !line.is_empty() && !line.contains(',') {
            let heading = line.trim_end_matches(['*', ':']);
            below = heading.split(' ').all(|word| is_one_of(word, SKILLS));
        }
        if line.contains('?') || resume && (aside || !bullet && !headed && !below) {
            continue;
        }
        let line = match line.split_once(':') {
            Some((_, items)) if headed || !resume && items.contains(',') => items,
            _ => line,
        };
        let joined = if resume {
            line.to_owned()
        } else {
            line.replace(" and ", ",").replace(" & ", ",")
        };
        let done = things_done(&joined).filter(|_| !resume);
        let items = done.unwrap_or_else(|| joined.split(',').filter_map(name).collect());
        if !resume || items.len() >= ITEMS {
            out.extend(items.into_iter().map(str::to_owned));
        }
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
            listed(
                "Mostly ventilation, CRRT and wound care. And teaching beginners.",
                false
            ),
            ["ventilation", "CRRT", "wound care", "teaching beginners"]
        );
        assert_eq!(
            listed(
                "I am a nurse: ventilation, training of new colleagues, patient communication.",
                false
            ),
            [
                "ventilation",
                "training of new colleagues",
                "patient communication"
            ]
        );
        assert_eq!(
            listed("I cook, I plan shifts and I repair ovens.", false),
            ["cook", "plan shifts", "repair ovens"]
        );
        assert_eq!(
            listed(
                "Mostly metavision, surtout le servo-u, vor allem Excel, especially SAP",
                false
            ),
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
            assert!(listed(text, false).is_empty(), "{text}");
        }
    }

    #[test]
    fn below_a_heading_of_skills_a_line_is_a_list() {
        let text = "# Ana Sá\n\n## Experience\n\nCook, Hotel Mar, Faro, 2019\n\n## Skills\n\nMenu costing, stock \
            taking (weekly), ticketing, Turkish\n\n## Hobbies\n\nchess, hiking, choir\n";
        assert_eq!(
            listed(text, true),
            ["Menu costing", "stock taking", "ticketing"]
        );
    }

    #[test]
    fn of_a_resume_only_lists_count() {
        let text = "Marta Olsen, RN\nSt. Brigid's, Cork, 2009\n- Ventilation, triage, wound care\n\
            - Introduced a checklist, trained 30 nurses\n- Led rounds, hiring, budgets\nHobbies\n\n- Chess, hiking, choir\n\
            Courses\n- Dialysis, ultrasound, pain therapy";
        assert_eq!(
            listed(text, true),
            [
                "Ventilation",
                "triage",
                "wound care",
                "Dialysis",
                "ultrasound",
                "pain therapy"
            ]
        );
    }
}
