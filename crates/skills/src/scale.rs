//! How large: a number with what is counted, "2 million users", "40 TB", "10k requests per second".

use crate::numbers::number;
use crate::tokens::{Gap, Token, has};

/// What is counted.
const COUNTED: &str = "users user customers clients patients students employees people visitors subscribers members citizens \
    players nurses doctors physicians clinicians teachers agents drivers managers staff workers residents readers viewers \
    listeners tenants learners pupils merchants sellers buyers households voters farmers operators personen nutzer benutzer \
    kunden usuarios clientes utilisateurs \
    requests queries transactions events messages orders calls tickets emails mails payments invoices bookings sessions \
    downloads installs clicks impressions hits logins uploads searches trades claims deliveries shipments parcels \
    records rows documents files images pictures photos videos pages products items articles tables entries datasets \
    samples points parameters models features vectors datapoints tweets posts articles genomes sequences specimens \
    machines servers nodes pods containers clusters vms hosts instances endpoints switches routers workstations computers \
    laptops desktops devices sensors panels robots vehicles cars trucks buses trains aircraft drones meters controllers \
    plcs drives motors pumps valves turbines cameras printers racks cores gpus cpus fpgas boards units phones terminals \
    stores shops branches sites locations offices buildings apartments flats houses homes rooms beds wards hospitals \
    clinics schools universities plants factories warehouses stations airports ports substations farms lines loops \
    countries cities regions markets municipalities languages brands companies organisations organizations teams \
    departments accounts repositories repos services microservices apis pipelines jobs databases tests screens forms \
    dashboards reports workflows flows drawings components parts parcels projects websites apps domains sheets spreadsheets \
    maschinen länder";
/// Amounts of data, power, length and money.
const MEASURES: &str = "b kb mb gb tb pb kib mib gib tib terabytes terabyte petabytes petabyte gigabytes gigabyte megabytes \
    rps qps tps hz khz mhz ghz kw mw gw kwh mwh kwp kv kva mva volts km hectares acres tonnes tons sqm loc";
/// How often.
const RATE: &str = "per a an each every / pro";
const TIME: &str = "second seconds sec s minute minutes min hour hours h day days week weeks month months year years night shift \
    tag monat";
const OFTEN: &str =
    "daily monthly weekly yearly annually hourly concurrently simultaneously worldwide";
/// Words between a number and what it counts that make it something else.
const NOT_BETWEEN: &str = "of and or years year months month weeks week days hours hour percent in for with to on per the by as at";

/// Those who work beside somebody: a team, and no size of the work.
const BESIDE: &str = "juniors seniors interns trainees apprentices colleagues coworkers others kollegen kolleginnen azubis compañeros \
    compañeras becarios collègues stagiaires";

/// Finds what is counted from a token on. Returns where it ends.
fn counted(tokens: &[Token], at: usize, anything: bool) -> Option<usize> {
    let number = number(tokens, at)?;
    let word = |at: usize| {
        tokens
            .get(at)
            .filter(|one| one.is_word && one.gap != Gap::Wide)
            .map_or("", |one| one.word.as_str())
    };
    let mut end;
    if !number.rest.is_empty() {
        if !has(MEASURES, &number.rest) {
            return None;
        }
        end = number.end;
    } else if has(MEASURES, word(number.end)) && word(number.end) != "b" {
        end = number.end + 1;
        if word(end) == "of" && !word(end + 1).is_empty() && !has("ram memory flash", word(end + 1))
        {
            end += 2;
        }
    } else {
        // A year counts nothing, nor does a version.
        let year = tokens.get(at).is_some_and(|one| one.word.len() == 4)
            && (1900.0..2100.0).contains(&number.value);
        let mut noun = number.end;
        if tokens
            .get(noun)
            .is_some_and(|one| one.gap == Gap::Line && !one.small)
        {
            return None;
        }
        for _ in 0..3 {
            if word(noun).is_empty() || has(COUNTED, word(noun)) || has(NOT_BETWEEN, word(noun)) {
                break;
            }
            noun += 1;
        }
        let known = has(COUNTED, word(noun));
        let beside = has(BESIDE, word(noun)) || has(BESIDE, word(number.end));
        let other = anything
            && !beside
            && !word(number.end).is_empty()
            && !has(NOT_BETWEEN, word(number.end));
        if year || !known && !other {
            return None;
        }
        end = if known { noun + 1 } else { number.end + 1 };
        // "200 sales managers", "10,000 lines of code".
        if word(end) == "of" && word(end + 1) == "code" {
            end += 2;
        }
    }
    // "a day", "per second", "/s", "daily"
    let link = tokens.get(end).map_or("", |one| one.word.as_str());
    if has(RATE, link) && has(TIME, word(end + 1)) {
        end += 2;
    } else if has(OFTEN, link) {
        end += 1;
    }
    Some(end)
}

/// Finds everything that is counted, as ranges of tokens. Where the scale was asked for, `anything` with a noun behind its
/// number is.
pub(crate) fn amounts(tokens: &[Token], anything: bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // "C4 models", "S3 files": a number inside a word is none.
        let inside = at > 0 && tokens[at].gap == Gap::None && tokens[at - 1].is_word;
        match counted(tokens, at, anything).filter(|_| !inside) {
            Some(end) => {
                found.push((at, end));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}
