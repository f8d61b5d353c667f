//! What is said to questions about the interview itself: who reads it, how long it takes, whether it is a machine.

use super::{Move, Reactor, lines};
use crate::acts::Act;
use crate::cues::says;
use colloquy_schema::Purpose;

impl Reactor<'_, '_> {
    /// Answers a question about the interview from what is known of it, all that was asked for; then puts the open question again. What
    /// was asked by the way, in an answer that also describes something, is answered before the next question.
    pub(super) fn setting(&self, by_the_way: bool) -> Option<Move> {
        let lists = self.ask.words;
        let asked = lists.padded(&self.said.heard.doing(self.said.text, Act::Setting));
        let form = match asked.trim().is_empty() {
            false => asked.clone(),
            true => lists.padded(self.said.text),
        };
        let (mut time, data, mut who) = (
            says(&form, lists.setting_time),
            says(&form, lists.setting_data) && self.is_own(),
            says(&form, lists.setting_who),
        );
        // “Who reads this?” is about the answers, “what happens next?” about nothing that has a number.
        time &= !who || form.contains(" how ");
        who &= !data || form.contains(" you ");
        // “Why do you need that?” asks for a reason; “who reads this, and why?” is answered by who does.
        let mut reasons = lists.setting_why.split('|');
        let opens = reasons.any(|why| asked.starts_with(&[" ", why, " "].concat()));
        let only = !(time || data || who);
        if says(&form, lists.setting_why) && !self.concludes && (opens || only) {
            // A guide that knows what its answers are for gives the reason and asks on.
            let reason = self.line("setting.why.lead").map(Move::Turn);
            let other = || (!by_the_way).then(|| self.say("setting.why")).flatten();
            if let Some(reason) = reason.or_else(other) {
                return Some(reason);
            }
        }
        if time && !by_the_way && (self.concludes || self.ask.max_questions <= self.ask.number) {
            return self.say("setting.last");
        }
        // What else a guide has an answer to: when the recommendation comes.
        if !(time || data || who || by_the_way)
            && let Some(line) = self.say("setting.else")
        {
            return Some(line);
        }
        who |= !time && !data;
        let mut facts = String::new();
        let mut asks = String::new();
        for (name, wanted) in [
            ("setting.who", who),
            ("setting.data", data),
            ("setting.time", time),
        ] {
            // Little stands before a question on something else.
            let name = match name {
                "setting.who" if by_the_way => "setting.lead",
                name => name,
            };
            let Some(line) = self.line(name).filter(|_| wanted) else {
                continue;
            };
            let (fact, question) = parted(&line);
            // Two of them say that nobody reads along.
            if !facts.is_empty() && name == "setting.data" {
                facts.clear();
            }
            facts.push_str(if facts.is_empty() { "" } else { " " });
            facts.push_str(fact);
            asks = question.into();
        }
        if facts.is_empty() {
            return self.turn("setting.lead");
        }
        let question = &self.said.turn.question;
        let reacted = lines::used(self.ask, question).is_some();
        if self.concludes {
            return Some(Move::Turn(facts));
        }
        if self.is_over
            && let Some(more) = self.line("setting.over")
        {
            return Some(Move::Say([&facts, " ", &more].concat()));
        }
        if by_the_way {
            return Some(Move::Stay(facts));
        }
        // What is answered to a reaction counts for no skill.
        let reacted = reacted || matches!(self.ask.purpose, Purpose::Gap(_));
        let open = if reacted || !question.ends_with('?') || !self.is_own() {
            asks.as_str()
        } else {
            lines::shortly(question)
        };
        Some(Move::Say([&facts, " ", open].concat()))
    }
}

/// A line as what it states and what it asks at its end.
fn parted(line: &str) -> (&str, &str) {
    if !line.ends_with('?') {
        return (line, "");
    }
    match line.rfind(". ") {
        Some(at) => (&line[..=at], line[at + 1..].trim_start()),
        None => ("", line),
    }
}
