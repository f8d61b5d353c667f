//! The skill that a respondent asks to speak about: “can we talk about Go at some point”.

use super::names::group;
use super::state::Gaps;
use crate::session::Session;
use colloquy_findings::{fold, normal_form};

/// What stands before the name of a skill that somebody wishes for, in the languages that are heard.
const BEFORE: &str = "talk about|speak about|ask about|ask me about|tell you about|turn to|move on to|get to|come to|switch to|\
    focus on|go to|what about|how about|go on with|rather do|discuss|über|hablar de|hablemos de|parler de|parlons de";
/// Words that may stand between.
const BETWEEN: &str = "my the some more a bit of mein meine mi de du";

/// Finds the skill that the last answer wishes for: one that has something open.
pub(super) fn wished<'a>(gaps: &'a Gaps, session: &Session) -> Option<&'a str> {
    let text = [
        " ",
        &normal_form(session.exchanges.last()?.answer_text()),
        " ",
    ]
    .concat();
    let mut after = BEFORE.split('|').filter_map(|words| {
        let words = [" ", words, " "].concat();
        text.split_once(&words).map(|(_, after)| after)
    });
    let open = |after: &str| {
        let words = after.split(' ').skip_while(|word| is_between(word));
        let after = words.collect::<Vec<_>>().join(" ");
        let mut skills = gaps
            .kept()
            .filter(|skill| skill.gap.ended.is_none() && skill.askable().next().is_some());
        let named = skills.find(|skill| {
            let names = group(gaps, &skill.name).into_iter().flatten();
            let mut names = names.chain([&skill.name]);
            names.any(|name| begins(&after, name))
        });
        named.map(|skill| skill.name.as_str())
    };
    after.find_map(open)
}

fn is_between(word: &str) -> bool {
    BETWEEN.split(' ').any(|other| other == word)
}

/// True when a text begins with a name, as whole words.
fn begins(text: &str, name: &str) -> bool {
    let name = fold(&normal_form(name));
    let rest = text.strip_prefix(name.as_str());
    !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
