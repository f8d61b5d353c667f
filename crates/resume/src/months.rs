//! The names of months and seasons: English, German, Spanish, French.

use crate::lines::has;

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
/// How months begin elsewhere: German, Spanish, French.
const OTHERS: [(&str, u32); 18] = [
    ("mär", 3),
    ("mrz", 3),
    ("mai", 5),
    ("okt", 10),
    ("dez", 12),
    ("ene", 1),
    ("abr", 4),
    ("ago", 8),
    ("dic", 12),
    ("janv", 1),
    ("fév", 2),
    ("fev", 2),
    ("avr", 4),
    ("juin", 6),
    ("juil", 7),
    ("aoû", 8),
    ("déc", 12),
    ("set", 9),
];

/// Returns the month that a word in lower case names, or the season's first whole one.
pub(crate) fn month(word: &str) -> Option<u32> {
    const SEASONS: [&str; 8] = [
        "spring",
        "summer",
        "autumn",
        "fall",
        "frühjahr",
        "sommer",
        "herbst",
        "winter",
    ];
    if let Some(at) = SEASONS.iter().position(|season| *season == word) {
        return [3, 6, 9, 9, 3, 6, 9, 12].get(at).copied();
    }
    const WHOLE: &str = "jan january januar janvier enero ene janv feb february februar februari fév févr février fevrier febrero mar march märz \
        mär mrz mars marzo apr april abr abril avr avril may mai mayo jun june juni juin junio jul july juli juil juillet julio aug august \
        ago agosto août aoû sep sept september septiembre septembre set oct october okt oktober octubre octobre nov november \
        noviembre novembre dec december dez dezember dic diciembre déc décembre";
    if !has(WHOLE, word) {
        return None;
    }
    let other = OTHERS.iter().find(|(start, _)| word.starts_with(start));
    if let Some((_, month)) = other {
        return Some(*month);
    }
    let at = MONTHS.iter().position(|start| word.starts_with(start))?;
    u32::try_from(at + 1).ok()
}
