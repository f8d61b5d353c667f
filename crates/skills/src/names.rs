//! Which skills a piece of text names.
//!
//! A name that is an ordinary word too ("Go", "R", "Excel") counts in clear company only: in a list with another skill,
//! behind a heading such as `Languages:`, or next to a word that speaks of tools ("wrote it in Go", "Go services").

use colloquy_findings::letters::is_alphanumeric;

use crate::lexicon::{Lexicon, Name, Trust};
use crate::tokens::{Gap, Token, all_capitals, has};

/// How a skill is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// As something the person lacks, wants to learn or left out.
    Denied,
    /// As something barely known.
    Vague,
    /// As something used.
    Plain,
}

/// A skill that is named.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) skill: usize,
    /// First token.
    pub(crate) start: usize,
    /// Behind its last token.
    pub(crate) end: usize,
    pub(crate) tone: Tone,
}

/// Words before a name that speak of tools.
const BEFORE: &str = "in with using used use uses know knows learned learnt write wrote written writing program programmed \
    programming code coded coding via advanced expert basic proficient intermediate scripting apache hashicorp running \
    language languages fluent mit auf avec en con usando";
/// Words behind a name that speak of tools.
const BEHIND: &str = "developer developers engineer programming programmer code codebase service services microservice \
    microservices backend api apis app apps application applications script scripts scripting package packages library \
    libraries framework language module modules macros pivot vba server cluster clusters plugin plugins compiler \
    components dashboards dashboard frontend frontends pipelines pipeline deployments site sites website websites tests spreadsheets spreadsheet formulas playbooks recipes manifests developers queries jobs firmware \
    expert skills templates sheets files prototypes mockups shaders operators binding bindings";
/// Nouns that a name may be the object of: "years of Go", "knowledge of R".
const OF: &str = "years experience knowledge command understanding jahre months lines";
/// Words behind a name that make it something else.
const NOT_BEFORE: &str = "to at level suite shaped rated through ahead out live home back away wild first right rights control \
    management point of than interest entry delivery line lines duty section a the our my";
/// Words before a letter that make it something else.
const NOT_AFTER: &str = "vitamin hepatitis plan grade series class section usb category type schedule exhibit lets let \
    appendix part phase level vitamins group block building terminal gate dr mr";
/// Words at the head of a list of skills.
const LIST_HEADS: &str = "skills skill languages language technologies technology tools tool stack programming software \
    frameworks framework databases database platforms platform technical environment libraries kenntnisse sprachen \
    scripting coding backend frontend systems applications programs cloud devops tech competencies";
/// Runs of words behind which a skill is denied, and behind which it is barely known.
const DENIALS: [&[&str]; 20] = [
    &["no", "experience"],
    &["no", "knowledge"],
    &["never", "used"],
    &["never", "touched"],
    &["never", "worked"],
    &["never", "tried"],
    &["never", "did"],
    &["havent", "used"],
    &["not", "used"],
    &["didnt", "use"],
    &["dont", "know"],
    &["dont", "use"],
    &["not", "know"],
    &["not", "familiar"],
    &["want", "to", "learn"],
    &["like", "to", "learn"],
    &["looking", "to", "learn"],
    &["hope", "to", "learn"],
    &["interested", "in"],
    &["instead", "of"],
];
const VAGUE: [&[&str]; 18] = [
    &["exposure", "to"],
    &["basics", "of"],
    &["basics", "in"],
    &["familiar", "with"],
    &["familiarity", "with"],
    &["awareness", "of"],
    &["aware", "of"],
    &["heard", "of"],
    &["a", "bit", "of"],
    &["a", "little"],
    &["some", "knowledge"],
    &["some", "experience"],
    &["basic", "knowledge"],
    &["basic", "understanding"],
    &["currently", "learning"],
    &["dabbled", "in"],
    &["played", "with"],
    &["played", "around"],
];

/// What is known of the place where names are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// It is a list of skills, so that an item of it is a skill.
    pub(crate) list: bool,
}

/// How the letters are written.
#[derive(Clone, Copy)]
struct Case {
    /// As in the lexicon.
    exact: bool,
    /// Everything around is in capitals, so that they mean nothing.
    capitals: bool,
}

struct Candidate {
    mention: Mention,
    sure: bool,
    /// Written with the capitals of the lexicon.
    exact: bool,
}

/// Finds the skills that a run of tokens names, in order, the longest name at each place.
pub(crate) fn mentions(
    lexicon: &Lexicon,
    text: &str,
    tokens: &[Token],
    place: Place,
) -> Vec<Mention> {
    let capitals = match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => all_capitals(text, first.start..last.end),
        _ => return Vec::new(),
    };
    let head = list_head(tokens);
    let mut found: Vec<Candidate> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((name, count)) = lexicon
            .longest(&tokens[at..])
            .filter(|(_, count)| whole(text, tokens, at, at + count))
        else {
            at += 1;
            continue;
        };
        let end = at + count;
        let written = text
            .get(tokens[at].start..tokens[end - 1].end)
            .unwrap_or_default();
        let exact = capitals || same_letters(written, &name.written);
        let listed = place.list || head.is_some_and(|head| at >= head);
        if let Some(sure) = judge(tokens, at, end, name, Case { exact, capitals }, listed) {
            found.push(Candidate {
                mention: Mention {
                    skill: name.skill,
                    start: at,
                    end,
                    tone: Tone::Plain,
                },
                sure,
                exact,
            });
        }
        at = end;
    }
    spread(tokens, &mut found);
    let mut mentions: Vec<Mention> = found
        .into_iter()
        .filter(|one| one.sure)
        .map(|one| one.mention)
        .collect();
    tone(tokens, &mut mentions);
    mentions
}

/// Returns whether a name counts here for certain, or only with a neighbour that does; none when it cannot be meant.
fn judge(
    tokens: &[Token],
    start: usize,
    end: usize,
    name: &Name,
    case: Case,
    listed: bool,
) -> Option<bool> {
    let Case { exact, capitals } = case;
    if name.trust == Trust::Plain {
        return Some(true);
    }
    let before = start.checked_sub(1).map(|at| &tokens[at]);
    let behind = tokens.get(end);
    let word_before = before.filter(|one| one.is_word).map_or("", |one| &one.word);
    let word_behind = behind.filter(|one| one.is_word).map_or("", |one| &one.word);
    let short = tokens.len() <= 2;
    if name.trust == Trust::Exact && (!capitals || short) {
        return exact.then_some(true);
    }
    // "from Ruby to Go" goes from one to the other.
    let moved = word_before == "from" && word_behind == "to";
    if has(NOT_BEFORE, word_behind) && !moved || has(NOT_AFTER, word_before) {
        return None;
    }
    // "R&D", "A/C", "C & I"; in a list only what is a whole item of it.
    if behind.is_some_and(|one| one.word == "&" && one.gap == Gap::None) {
        return None;
    }
    let parted = |gap: Gap| gap == Gap::Line || gap == Gap::Wide;
    let alone = (edge(before) || parted(tokens[start].gap))
        && (edge(behind) || behind.is_some_and(|one| parted(one.gap)));
    let cue_before = has(BEFORE, word_before)
        || (has("of mit de", word_before) && start >= 2 && has(OF, &tokens[start - 2].word));
    let cue_behind = has(BEHIND, word_behind);
    let closes = behind.is_none_or(|one| !one.is_word || has("for since and or", &one.word));
    if exact {
        // A capital in the middle of small words is meant: "the Rust part of it", but not "Spring 2019", "Julia Roberts".
        let letters = name.written.chars().count() > 1 && !capitals;
        let quiet = before.is_some_and(|one| {
            one.is_word && (one.small || start == 1) && tokens[start].gap == Gap::Space
        }) && behind.is_none_or(|one| !one.is_word || one.small)
            && letters;
        return Some((listed && alone) || cue_before || cue_behind || quiet);
    }
    // In small letters it has to be both: spoken of as a tool, and not going on.
    if closes {
        Some(cue_before && word_before != "in")
    } else {
        None
    }
}

/// True for what stands at the edge of an item of a list.
fn edge(token: Option<&Token>) -> bool {
    token.is_none_or(|one| {
        (!one.is_word && one.word != "'" && one.word != "&")
            || has("and or und y et", &one.word)
            || one.word.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Makes sure of names next to sure ones in a list, in both directions, and of two written as in the lexicon.
fn spread(tokens: &[Token], found: &mut [Candidate]) {
    for at in 1..found.len() {
        if neighbours(tokens, &found[at - 1], &found[at]) {
            // "Rust and Go for tools", but not "Swift and Puppet theatre".
            let closes = tokens.get(found[at].mention.end).is_none_or(|one| {
                !one.is_word || has("and or for in at on as with since to i we", &one.word)
            });
            let both = found[at - 1].exact && found[at].exact && closes;
            if found[at - 1].sure || both {
                found[at].sure = true;
                found[at - 1].sure |= both;
            }
        }
    }
    for at in (1..found.len()).rev() {
        if found[at].sure && neighbours(tokens, &found[at - 1], &found[at]) {
            found[at - 1].sure = true;
        }
    }
}

/// True when nothing but what parts the items of a list is between two names.
fn neighbours(tokens: &[Token], one: &Candidate, other: &Candidate) -> bool {
    let between = &tokens[one.mention.end..other.mention.start];
    !between.is_empty()
        && between.len() <= 4
        && between.iter().all(|token| {
            has(", / | ; • & + ( ) and or und y et e sowie", &token.word)
                || token.word.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// True when a name stands here as a whole: not in the middle of a longer one with signs.
fn whole(text: &str, tokens: &[Token], start: usize, end: usize) -> bool {
    let first = &tokens[start];
    if let Some(before) = start
        .checked_sub(1)
        .map(|at| &tokens[at])
        .filter(|_| first.gap == Gap::None)
    {
        // "foo.go", "#go", "@go", "$R"; but "and.Python" begins a sentence.
        let inner = start >= 2 && before.gap == Gap::None && tokens[start - 2].is_word;
        if (before.word == "." && inner && first.small)
            || matches!(before.word.as_str(), "@" | "$" | "\\")
        {
            return false;
        }
    }
    let Some(behind) = tokens.get(end) else {
        return true;
    };
    let next = tokens.get(end + 1).filter(|next| next.gap == Gap::None);
    match behind.gap {
        Gap::None => match behind.word.as_str() {
            // "C+E" is a licence.
            "+" | "#" => {
                next.is_none_or(|next| next.word != "+" && !next.is_word) && behind.word != "#"
            }
            // "index.html" and "python.org" name no skill; "I know Go.They" is two sentences.
            "." => next.is_none_or(|next| {
                !next.is_word || !next.small || next.word.len() > 4 && !first.small
            }),
            _ => {
                // A name ends where its letters end: "C" is not the head of "C11" or of "°C".
                !text
                    .get(..first.start)
                    .is_some_and(|text| text.ends_with('°'))
            }
        },
        Gap::Hyphen => !has("like level ish free suite style", &behind.word),
        _ => true,
    }
}

fn same_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(|c| is_alphanumeric(*c)).collect() };
    letters(one) == letters(other)
}

/// Returns behind which token the list begins that a heading such as `Programming languages:` opens.
pub(crate) fn list_head(tokens: &[Token]) -> Option<usize> {
    let at = tokens
        .iter()
        .take(7)
        .position(|one| one.word == ":" || one.word == "-" && one.gap == Gap::Space)?;
    tokens[..at]
        .iter()
        .any(|one| has(LIST_HEADS, &one.word))
        .then_some(at + 1)
}

/// Finds how the skills are spoken of. What is denied or vague stays so to the end of the clause.
fn tone(tokens: &[Token], mentions: &mut [Mention]) {
    let mut tone = Tone::Plain;
    let mut next = 0;
    for at in 0..tokens.len() {
        while let Some(mention) = mentions.get_mut(next).filter(|one| one.start == at) {
            mention.tone = tone;
            next += 1;
        }
        let word = tokens[at].word.as_str();
        let ends = has(". ; ! ? but ( ) aber however then |", word)
            || tokens[at].gap == Gap::Line && !tokens[at].small;
        if ends {
            tone = Tone::Plain;
        }
        let runs = |list: &[&[&str]]| {
            list.iter().any(|run| {
                let start = (at + 1).checked_sub(run.len());
                start.is_some_and(|start| {
                    run.iter()
                        .zip(&tokens[start..])
                        .all(|(word, token)| *word == token.word)
                })
            })
        };
        if runs(&DENIALS) {
            tone = Tone::Denied;
        } else if runs(&VAGUE) {
            tone = Tone::Vague;
        }
    }
}
