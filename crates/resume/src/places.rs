//! Where: countries, American states, postal codes. There is no list of towns; a town is what stands where towns stand.

use colloquy_findings::fold;
use colloquy_findings::letters::{is_alphanumeric, is_upper};

use crate::cues::{is_organisation, role};
use crate::lines::{has, trim, words};
use crate::text::Text;

/// Countries: the code, then its names, `_` for a space inside one.
const COUNTRIES: &str = "DE germany deutschland alemania allemagne;AT austria österreich;CH switzerland schweiz suisse suiza;\
    US usa u.s.a us united_states;GB uk united_kingdom england scotland wales northern_ireland großbritannien great_britain;IE ireland irland;FR france frankreich;\
    ES spain spanien españa;IT italy italien italia;PT portugal;NL netherlands niederlande the_netherlands;BE belgium belgien;LU luxembourg;DK denmark dänemark;\
    SE sweden schweden;NO norway norwegen;FI finland finnland;PL poland polen polska;CZ czech_republic czechia tschechien;SK slovakia;HU hungary ungarn;\
    RO romania rumänien;BG bulgaria;GR greece griechenland;HR croatia kroatien;RS serbia serbien;SI slovenia;UA ukraine;RU russia russland;TR turkey türkei türkiye;\
    IL israel;EG egypt ägypten;LB lebanon;AE uae united_arab_emirates;IN india indien;PK pakistan;BD bangladesh;CN china;JP japan;KR south_korea;SG singapore;\
    MY malaysia;ID indonesia;PH philippines;VN vietnam;TH thailand;AU australia australien;NZ new_zealand;CA canada kanada;MX mexico méxico;BR brazil brasil brasilien;\
    AR argentina;CL chile;CO colombia;PE peru;ZA south_africa;NG nigeria;KE kenya kenia;GH ghana;MA morocco;TN tunisia;EE estonia;LV latvia;LT lithuania;IS iceland";
const STATES: &str = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC \
    SD TN TX UT VT VA WA WV WI WY DC ON QC BC AB MB NS NB NSW VIC QLD";

/// Words of regions.
const REGIONS: &str =
    "community province county region state area district land comunidad provincia";
/// Words that show a supposed town to be a street.
const STREETS: &str =
    "street road avenue ave st lane drive way boulevard blvd court square terrace close crescent";

/// States that are written out more often than others.
const WHOLE: &str = "Alabama Alaska Arizona California Colorado Connecticut Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas \
    Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania \
    Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Ontario Quebec Alberta Queensland Victoria";
/// What is known of a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) address: String,
    pub(crate) postal_code: String,
    pub(crate) city: String,
    pub(crate) region: String,
    pub(crate) country: &'static str,
}

/// Returns a country's code.
pub(crate) fn country(name: &str) -> Option<&'static str> {
    let folded = fold(trim(name)).strip_end(".").replace(' ', "_");
    COUNTRIES.cut_at(";").find_map(|entry| {
        let (code, names) = entry.split_once(' ')?;
        names.cut_at(" ").any(|one| one == folded).then_some(code)
    })
}

fn is_state(text: &str) -> bool {
    STATES.cut_at(" ").any(|state| state == text) || WHOLE.cut_at(" ").any(|state| state == text)
}

/// True for a text that can be the name of a town: one to four words that begin with capitals, and no digits.
fn is_town(text: &str) -> bool {
    let mut parts = text.cut_at(" -").filter(|word| !word.is_empty());
    let count = parts.clone().count();
    let capital = |word: &str| {
        word.chars().next().is_some_and(is_upper)
            || matches!(
                word,
                "am" | "an" | "der" | "de" | "la" | "upon" | "on" | "im"
            )
    };
    (1..=4).contains(&count)
        && parts.all(capital)
        && text.chars().next().is_some_and(is_upper)
        && words(&fold(text))
            .last()
            .is_none_or(|word| !has(STREETS, word))
        && !text
            .chars()
            .any(|c| c.is_ascii_digit() || matches!(c, '\t' | '@' | '/' | ':' | '<' | '(' | '{'))
}

/// Reads "Columbus, OH", "Oslo, Norway", "Valencia, Valencian Community, Spain", "Remote".
pub(crate) fn place(text: &str) -> Option<Place> {
    let text = trim(text);
    if text.len() > 120 {
        return None;
    }
    let parts: Vec<&str> = text
        .cut_at(",(")
        .map(|part| trim(part.strip_end(")")))
        .collect();
    let last = *parts.last()?;
    // "OH 43215"
    let (state, code) = last.split_once(' ').unwrap_or((last, ""));
    let coded =
        code.is_empty() || code.len() < 11 && code.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let found = if is_state(state) && coded && parts.len() > 1 {
        Place {
            region: state.into(),
            postal_code: code.into(),
            ..Place::default()
        }
    } else if let Some(country) = country(last).filter(|_| parts.len() > 1) {
        Place {
            country,
            ..Place::default()
        }
    } else {
        return None;
    };
    let before = parts.get(..parts.len() - 1)?;
    // With a country the town is first, unless more stands before it than a town and its region.
    let short = before.len() == 2
        && before
            .iter()
            .all(|part| is_town(part) && !is_organisation(&fold(part)));
    let at = if short { 0 } else { before.len() - 1 };
    let mut town = *before.get(at)?;
    let mut found = found;
    if short && found.region.is_empty() {
        found.region = before.get(1).map_or("", |part| part).to_string();
    }
    if let Some((code, rest)) = coded_town(town) {
        (found.postal_code, town) = (code.into(), rest);
    }
    if !is_town(town) || role(&fold(town)) != 0 {
        return None;
    }
    found.city = town.into();
    let street = if at > 0 { before.first() } else { None };
    found.address = street
        .filter(|part| part.bytes().any(|b| b.is_ascii_digit()))
        .map_or("", |part| part)
        .to_string();
    Some(found)
}

/// True for what is a place and nothing else.
pub(crate) fn is_place(text: &str) -> bool {
    // Two columns are two texts.
    if text.has_any("\t") {
        return false;
    }
    matches!(
        fold(text).as_str(),
        "remote" | "hybrid" | "home office" | "homeoffice"
    ) || country(text).is_some()
        || {
            let parts: Vec<&str> = text.cut_at(",").map(trim).collect();
            let two = match parts.as_slice() {
                [_, _] => true,
                // "Berlin, Berlin, Germany"; an organisation, its town and its country are three parts, too.
                [town, region, _] => {
                    town == region || words(&fold(region)).any(|word| has(REGIONS, word))
                }
                _ => false,
            };
            two && place(text).is_some_and(|place| place.address.is_empty())
                && !is_organisation(&fold(text))
        }
}

/// Reads "24103 Kiel" and "D-24103 Kiel".
fn coded_town(text: &str) -> Option<(&str, &str)> {
    let (code, town) = trim(text).split_once(' ')?;
    let digits = code
        .trim_start_matches(|c: char| c.is_ascii_uppercase())
        .strip_start("-");
    let sound =
        (4..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    // Four digits may be the year of anything.
    let sound = sound
        && (digits.len() > 4
            || code.len() > digits.len()
            || !digits.starts_with("19") && !digits.starts_with("20"));
    let town = trim(town);
    (sound && is_town(town)).then_some((code, town))
}

/// Reads "Leeds LS6 2AB".
fn british_town(text: &str) -> Option<(&str, &str)> {
    let (rest, second) = trim(text).rsplit_once(' ')?;
    let (town, first) = rest.rsplit_once(' ')?;
    let sound = second.len() == 3
        && (2..=4).contains(&first.len())
        && second.starts_with(|c: char| c.is_ascii_digit())
        && first.starts_with(|c: char| c.is_ascii_uppercase())
        && first
            .bytes()
            .chain(second.bytes())
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let code = text.get(text.find(first)?..)?;
    (sound && is_town(trim(town))).then_some((trim(code), trim(town)))
}

/// Reads the address of a person out of a cell of the heading.
pub(crate) fn address(cell: &str) -> Option<Place> {
    if cell.len() > 160 || cell.has_any("@<{") {
        return None;
    }
    let mut found = None;
    let mut street = "";
    for part in cell.cut_at(",(;–") {
        let part = trim(part.strip_end(")"));
        let coded = coded_town(part).or_else(|| british_town(part));
        match (coded, &mut found) {
            (Some((code, town)), None) => {
                found = Some(Place {
                    postal_code: code.into(),
                    city: town.into(),
                    address: street.into(),
                    ..Place::default()
                });
            }
            (_, Some(place)) => place.country = country(part).unwrap_or(place.country),
            _ if part.bytes().any(|b| b.is_ascii_digit())
                && part
                    .chars()
                    .any(|c| is_alphanumeric(c) && !c.is_ascii_digit()) =>
            {
                street = part
            }
            _ => {}
        }
    }
    found.or_else(|| place(cell))
}

/// Reads a cell that stands among a person's addresses as a town.
pub(crate) fn town(cell: &str) -> Option<Place> {
    let cell = trim(cell);
    let sound = is_town(cell)
        && cell.cut_at(" ").count() < 4
        && role(&fold(cell)) == 0
        && country(cell).is_none();
    sound.then(|| Place {
        city: cell.into(),
        ..Place::default()
    })
}
