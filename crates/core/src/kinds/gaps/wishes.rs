//! The skill that a respondent asks to speak about, “can we talk about Go at some point”, or not to speak about.

use super::names::group;
use super::state::{Gaps, Skill};
use crate::session::Session;
use colloquy_findings::{fold, normal_form};

/// What stands before the name of a skill that somebody wishes to speak about, in the languages that are heard.
const SPEAKING: &str = "talk about|speak about|ask about|ask me about|discuss|über|hablar de|hablemos de|parler de|parlons de";
/// What stands before one that somebody wishes to come to.
const TURNING: &str = "tell you about|turn to|move on to|get to|come to|switch to|focus on|go to|what about|how about|go on with|rather do";
/// Words that may stand between.
const BETWEEN: &str =
    "my the some more a bit of that those mein meine die der das dem mi de du la el le les";

/// Words before these, within a few words, by which it is no wish; before a word for speaking it is a refusal.
const DENYING: &str = "not don't dont won't wont can't cant cannot never no nothing nicht kein keine nie jamais pas sin";
/// How many words before may deny.
const DENIED_WORDS: usize = 4;
/// What stands before a skill of which somebody has had enough. “We leave Docker running” is work.
const ENOUGH: &str = "please leave|enough of|enough about|enough with|stop with|stop about|no more of|no more about|genug von|genug über|\
    lassen wir|basta de|assez de";

/// Finds the skill that the last answer wishes for: one that has something open.
pub(super) fn wished<'a>(gaps: &'a Gaps, session: &Session) -> Option<&'a str> {
    let text = padded(session.exchanges.last()?.answer_text());
    let open = |skill: &&Skill| skill.gap.ended.is_none() && skill.askable().next().is_some();
    let phrases = [SPEAKING, TURNING].into_iter();
    let places = phrases.flat_map(|phrases| places(&text, phrases));
    let mut wishes = places.filter(|(before, _)| !is_denied(before));
    wishes.find_map(|(_, after)| {
        let mut skills = gaps.kept().filter(open);
        let skill = skills.find(|skill| is_named(gaps, skill, after))?;
        Some(skill.name.as_str())
    })
}

/// Finds the skills that an answer will not speak about: “I'd rather not talk about the firewall”, “enough of Excel”.
pub(super) fn refused(gaps: &Gaps, answer: &str) -> Vec<String> {
    let text = padded(answer);
    let denied = places(&text, SPEAKING).filter(|(before, _)| is_denied(before));
    let mut names = Vec::new();
    for (_, after) in denied.chain(places(&text, ENOUGH)) {
        let named = gaps.kept().filter(|skill| is_named(gaps, skill, after));
        names.extend(named.map(|skill| skill.name.clone()));
    }
    names
}

/// What stands before and behind each of some phrases in a text.
fn places<'t>(text: &'t str, phrases: &'static str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let phrases = phrases.split('|');
    phrases.filter_map(move |words| text.split_once(&[" ", words, " "].concat()))
}

fn is_denied(before: &str) -> bool {
    let mut words = before.split(' ').rev().take(DENIED_WORDS);
    words.any(|word| DENYING.split(' ').any(|other| other == word))
}

/// True when a skill's name, or another one for it, is what a text begins with, but for a few small words.
fn is_named(gaps: &Gaps, skill: &Skill, after: &str) -> bool {
    let words = after.split(' ').skip_while(|word| is_between(word));
    let after = words.map(singular).collect::<Vec<_>>().join(" ");
    let names = group(gaps, &skill.name).into_iter().flatten();
    let mut names = names.chain([&skill.name]);
    names.any(|name| begins(&after, name))
}

/// The normal form of a text between spaces.
fn padded(text: &str) -> String {
    [" ", &normal_form(text), " "].concat()
}

/// “Firewall” is the same as “firewalls”.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

fn is_between(word: &str) -> bool {
    BETWEEN.split(' ').any(|other| other == word)
}

/// True when a text begins with a name, as whole words.
fn begins(text: &str, name: &str) -> bool {
    let name = fold(&normal_form(name));
    let name = name.split(' ').map(singular).collect::<Vec<_>>().join(" ");
    let rest = text.strip_prefix(name.as_str());
    !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
