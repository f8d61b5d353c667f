//! Which languages a person speaks, and how well.

use colloquy_findings::fold;

use crate::lines::{Line, has, trim, words};
use crate::sections::Section;
use crate::text::Text;

/// The most languages that are kept.
const MOST: usize = 30;
const NAMES: &str = "english englisch inglés anglais german deutsch alemán allemand french französisch français francés spanish spanisch español espagnol \
    italian italienisch italiano italien portuguese portugiesisch português portugués dutch niederländisch danish dänisch swedish schwedisch \
    norwegian norwegisch finnish finnisch polish polnisch polski czech tschechisch slovak slowakisch hungarian ungarisch romanian rumänisch \
    bulgarian bulgarisch greek griechisch croatian kroatisch serbian serbisch bosnian bosnisch slovenian albanian albanisch ukrainian ukrainisch \
    russian russisch turkish türkisch türkçe arabic arabisch árabe arabe hebrew hebräisch persian farsi persisch dari pashto kurdish kurdisch hindi urdu \
    bengali punjabi tamil telugu marathi gujarati malayalam kannada chinese chinesisch mandarin cantonese japanese japanisch korean \
    koreanisch vietnamese vietnamesisch thai indonesian malay tagalog filipino swahili yoruba igbo hausa amharic somali afrikaans catalan \
    català katalanisch valencian basque galician welsh irish gaelic scots latin latein estonian latvian lithuanian icelandic georgian armenian esperanto zulu \
    luxembourgish";
const LEVELS: &str = "native bilingual fluent fluently professional conversational basic basics beginner elementary intermediate advanced proficient good \
    excellent limited working full mother tongue first second business a1 a2 b1 b2 c1 c2 school very or upper lower proficiency level knowledge spoken written \
    muttersprache muttersprachlich fließend fliessend verhandlungssicher grundkenntnisse gut sehr gute kenntnisse konversationssicher wort schrift in und \
    zweitsprache schulkenntnisse basiskenntnisse fortgeschritten nativo nativa materna lengua fluido avanzado intermedio básico alto medio \
    langue maternelle courant bilingue intermédiaire notions débutant modersmål & and near a b c";

/// True for the name of a language.
pub(crate) fn is_language(word: &str) -> bool {
    has(NAMES, word)
}

fn is_level(folded: &str) -> bool {
    words(folded).next().is_some() && words(folded).all(|word| has(LEVELS, word))
}

/// Reads the languages, each with how well it is spoken or nothing.
pub(crate) fn read(lines: &[Line], sections: &[(Section, bool)]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    // What stands behind the list in a text of two columns is something else.
    let mut over = false;
    for (line, (section, heading)) in lines.iter().zip(sections) {
        let mut text = line.text.as_str();
        over &= !heading;
        if *section != Section::Languages || over {
            continue;
        }
        let before = found.clone();
        if *heading {
            // "Languages: English, German"
            text = text.split_once(':').map_or("", |(_, rest)| rest);
        }
        // "Mother tongue(s): Romanian"
        let mut common = "";
        if let Some((head, rest)) = text.split_once(':') {
            let folded = fold(head).replace("(s)", "");
            if is_level(&folded) {
                (common, text) = (trim(head), rest);
            } else if folded.contains("other") || folded.contains("weitere") {
                text = rest;
            }
        }
        let mut depth = 0;
        let parts = text.split(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            matches!(c, ',' | ';' | '|' | '·' | '•' | '/') && depth <= 0
        });
        for part in parts {
            item(part, common, &mut found);
        }
        over = !heading && !found.is_empty() && found == before;
        if found.len() >= MOST {
            break;
        }
    }
    found.truncate(MOST);
    found
}

fn item(part: &str, common: &str, found: &mut Vec<(String, String)>) {
    let part = trim(part.strip(".\t"));
    if part.is_empty() || part.len() > 120 {
        return;
    }
    let name = part
        .cut_at(" \t(:–—")
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let name = trim(name.cut_at("-").next().unwrap_or_default());
    let rest = trim(part.get(name.len()..).unwrap_or_default());
    let level = trim(rest.strip("()")).strip("().");
    let folded = fold(name);
    let known = is_language(&folded);
    if known || is_level(&fold(level)) && !has(LEVELS, &folded) && name.len() > 3 {
        let level = if level.is_empty() { common } else { level };
        if !found.iter().any(|(one, _)| fold(one) == folded) {
            found.push((name.into(), level.into()));
        }
        return;
    }
    // A level alone belongs to the language before it: the cells of a table, or "English, very good".
    if let Some((_, last)) = found.last_mut().filter(|(_, last)| last.is_empty())
        && is_level(&fold(part))
    {
        *last = part.into();
    }
}
