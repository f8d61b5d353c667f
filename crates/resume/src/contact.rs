//! How to reach a person: e-mail, telephone, pages and profiles.

use colloquy_findings::fold;
use colloquy_findings::letters::is_alphanumeric;

use crate::dates;
use crate::lines::trim;
use crate::text::Text;

/// A page of the person on a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Profile {
    pub(crate) network: &'static str,
    pub(crate) username: String,
    pub(crate) url: String,
}

/// Networks: their name, and how the address of a person's page begins.
const NETWORKS: [(&str, &str); 13] = [
    ("LinkedIn", "linkedin.com/in/"),
    ("GitHub", "github.com/"),
    ("GitLab", "gitlab.com/"),
    ("Xing", "xing.com/profile/"),
    ("X", "twitter.com/"),
    ("X", "x.com/"),
    ("Stack Overflow", "stackoverflow.com/users/"),
    ("Behance", "behance.net/"),
    ("Dribbble", "dribbble.com/"),
    ("ORCID", "orcid.org/"),
    ("Medium", "medium.com/@"),
    ("Kaggle", "kaggle.com/"),
    ("Bluesky", "bsky.app/profile/"),
];

/// Finds the first e-mail address of a line.
pub(crate) fn email(text: &str) -> Option<&str> {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-');
    let mut from = 0;
    for (at, _) in text.match_indices('@') {
        let before = text.get(from..at)?;
        let local = before.rsplit(|c| !inside(c)).next().unwrap_or_default();
        let behind = text.get(at + 1..)?;
        let domain = behind
            .split(|c| !inside(c))
            .next()
            .unwrap_or_default()
            .strip_end(".-");
        let ending = domain.rsplit('.').next().unwrap_or_default();
        let sound = !local.is_empty()
            && domain.has_any(".")
            && ending.len() > 1
            && !ending.bytes().any(|b| b.is_ascii_digit());
        if sound && local.len() + domain.len() < 250 {
            return text.get(at - local.len()..at + 1 + domain.len());
        }
        from = at + 1;
    }
    None
}

/// Finds the first telephone number of a line.
pub(crate) fn phone(text: &str) -> Option<&str> {
    let inside = |c: char| {
        c.is_ascii_digit() || matches!(c, ' ' | '+' | '(' | ')' | '-' | '.' | '/' | '–' | '\u{a0}')
    };
    let mut from = 0;
    while let Some(begin) = text
        .get(from..)?
        .find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '('))
    {
        let begin = from + begin;
        let rest = text.get(begin..)?;
        let run = rest
            .find(|c| !inside(c))
            .map_or(rest, |end| rest.get(..end).unwrap_or_default());
        from = begin + run.len().max(1);
        let before = text
            .get(..begin)
            .and_then(|before| before.chars().next_back());
        // "No. X12", "a1@…", "/2019" are parts of something else.
        let part = before.is_some_and(|c| is_alphanumeric(c) || matches!(c, '@' | '_' | '=' | '-'));
        let behind = rest.get(run.len()..).and_then(|rest| rest.chars().next());
        let found = run.strip_end(" +(-./–\u{a0}");
        let joined = found.len() == run.len();
        let part =
            part || joined && behind.is_some_and(|c| is_alphanumeric(c) || matches!(c, '@' | '_'));
        let found = found.trim();
        let open = found.matches('(').count() > found.matches(')').count();
        let found = if open { found.strip_start("(") } else { found };
        let digits = found.bytes().filter(|b| b.is_ascii_digit()).count();
        if !part
            && (7..=15).contains(&digits)
            && dates::span(found, 2100).is_none_or(|span| span.to - span.from < found.len() / 2)
        {
            return Some(found);
        }
    }
    None
}

/// Finds the pages of a line: those on networks, and others.
pub(crate) fn pages(text: &str) -> (Vec<Profile>, Vec<String>) {
    let (mut profiles, mut others) = (Vec::new(), Vec::new());
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '|' | ',' | ';' | '(' | ')' | '<' | '>' | '"' | '·' | '•' | '[' | ']'
            )
    };
    for word in text
        .split(ends)
        .filter(|word| word.has_any(".") && !word.has_any("@") || word.contains("medium.com/@"))
    {
        let word = word.strip_end(".:/");
        let folded = fold(word);
        let schemed = folded.starts_with("http://") || folded.starts_with("https://");
        let bare = folded
            .trim_start_matches("https://")
            .trim_start_matches("http://")
            .trim_start_matches("www.");
        if word.len() > 300
            || !word.is_ascii()
            || !is_domain(bare.cut_at("/").next().unwrap_or_default())
        {
            continue;
        }
        let url = if schemed {
            word.into()
        } else {
            ["https://", word].concat()
        };
        // The name of a country's page: "de.linkedin.com".
        let network = NETWORKS.iter().find_map(|(network, start)| {
            let at = bare
                .find(start)
                .filter(|at| *at == 0 || *at == 3 && bare.as_bytes().get(2) == Some(&b'.'))?;
            let from = word.len() - bare.len() + at + start.len();
            let name = word.get(from..)?.cut_at("/?").next()?;
            (!name.is_empty()).then_some((*network, name))
        });
        match network {
            Some((network, username)) => profiles.push(Profile {
                network,
                username: username.into(),
                url,
            }),
            None if schemed || folded.starts_with("www.") || is_alone(text, word) => {
                others.push(url)
            }
            None => {}
        }
    }
    (profiles, others)
}

fn is_domain(text: &str) -> bool {
    let parts: Vec<&str> = text.cut_at(".").collect();
    let sound = |part: &&str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    parts.len() > 1
        && parts.iter().all(sound)
        && parts
            .last()
            .is_some_and(|last| last.len() > 1 && last.bytes().all(|b| b.is_ascii_lowercase()))
        && parts.first().is_some_and(|first| first.len() > 2)
}

/// True when an address without `www.` has its cell for itself, but for a label.
fn is_alone(text: &str, word: &str) -> bool {
    text.cut_at("|\t·•,")
        .filter(|cell| cell.contains(word))
        .any(|cell| {
            let rest = cell.replacen(word, "", 1);
            let label = fold(trim(&rest)).replace(['(', ')', ':'], "");
            matches!(
                label.trim(),
                "" | "personal"
                    | "portfolio"
                    | "web"
                    | "website"
                    | "webseite"
                    | "homepage"
                    | "blog"
                    | "company"
                    | "url"
            )
        })
}
