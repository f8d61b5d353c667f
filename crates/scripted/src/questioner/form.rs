//! What a question asks for: a way of doing something, a wish, a reason. What follows an answer that shows nothing else fits the question,
//! whatever was answered: “What would you change?” is followed by “What difference would that make?”.

use super::Questioner;
use crate::clean::point;
use crate::cues::{is_one_of, says};
use crate::hash::hash;
use crate::language::Words;
use crate::pattern::made_from;
use crate::reactions::{built_in, is_reaction};
use crate::said::Said;

/// The use with what follows a question of this form. None where its form says nothing.
pub(crate) fn form(lists: &Words, question: &str) -> Option<&'static str> {
    let asked = lists.padded(&unquoted(point(question)));
    let is_past = asked
        .split(' ')
        .any(|word| is_one_of(word, lists.asks_past));
    let past: [(&str, &str); 3] = [
        (lists.asks_lesson, "form.lesson"),
        (lists.asks_decision, "form.decision"),
        (lists.asks_touched, "form.touched"),
    ];
    let present: [(&str, &str); 13] = [
        (lists.asks_plan, "form.plan"),
        (lists.asks_rule, "form.rule"),
        (lists.asks_difference, "form.difference"),
        (lists.asks_sign, "form.sign"),
        (lists.asks_hard, "form.hard"),
        (lists.asks_view, "form.view"),
        (lists.asks_wish, "form.wish"),
        (lists.asks_good, "form.good"),
        (lists.asks_day, "form.day"),
        (lists.asks_why, "form.why"),
        (lists.asks_work, "form.work"),
        (lists.asks_state, "form.state"),
        (lists.asks_way, "form.way"),
    ];
    let find = |forms: &[(&str, &'static str)]| {
        let found = forms.iter().find(|(list, _)| says(&asked, list));
        found.map(|(_, name)| *name)
    };
    find(&past).or_else(|| match is_past {
        true => Some("form.was"),
        false => find(&present),
    })
}

/// A question without what it quotes: “A radio talk about waiting” asks for no radio talk.
fn unquoted(question: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for c in question.chars() {
        match c {
            '„' | '«' => depth += 1,
            '“' if depth == 0 => depth += 1,
            '”' | '»' | '“' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

impl Questioner<'_> {
    /// True where the guide has probes: another one asks in its own order.
    pub(crate) fn probes(&self) -> bool {
        let mut uses = self.ask.bank.uses.iter();
        uses.any(|entry| entry.name.starts_with("probe."))
    }

    /// True where a template has no ways of its own: of several the last one by name follows forms, so that they differ.
    fn follows(&self) -> bool {
        let own = self.ask.bank.uses.iter();
        let own = own.filter(|entry| entry.name == "probe.any" && entry.template != "any");
        let last = own.map(|entry| &entry.template).max();
        self.probes() && last.is_none_or(|last| *last == self.ask.template)
    }

    /// What follows the question that was answered, by its form, with the use it is from.
    pub(crate) fn following(&self, said: &Said) -> Option<(&'static str, String)> {
        // What only reacted to an answer asked for nothing.
        let asks = self.follows() && !is_reaction(self.ask, &said.turn.question);
        let name = form(self.ask.words, &said.turn.question).filter(|_| asks)?;
        let recent = self.recent();
        let mut lines = built_in(self.ask, name);
        lines.retain(|line| {
            !recent.iter().any(|question| made_from(question, line))
                && !self.memory.repeats(line)
                && !self.wishes.forbids(line)
        });
        let worn = |line: &&&str| (self.memory.uses_here(line), hash(self.salt, line));
        let line = lines.iter().min_by_key(worn)?;
        Some((name, (*line).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;

    #[test]
    fn what_a_question_asks_for_is_known_by_its_form() {
        for (question, expected) in [
            (
                "How do you keep the bees alive in winter?",
                Some("form.way"),
            ),
            (
                "All right. What do you do when the van breaks down?",
                Some("form.way"),
            ),
            ("How do you know that a dough is ready?", Some("form.sign")),
            ("What would you change about the rota?", Some("form.wish")),
            ("Why do people quit?", Some("form.why")),
            ("Would you say that the reform works?", Some("form.view")),
            ("What is hard about being on call?", Some("form.hard")),
            ("What do you like about the mornings?", Some("form.good")),
            ("What made you leave the order?", Some("form.decision")),
            ("What did you learn from the course?", Some("form.lesson")),
            ("How was the interview?", Some("form.was")),
            ("What are your plans for the summer?", Some("form.plan")),
            ("What would you tell a new driver first?", Some("form.rule")),
            (
                "What is the difference between the two wards?",
                Some("form.difference"),
            ),
            ("What is your day like at the gate?", Some("form.day")),
            ("Which podcast do you listen to?", Some("form.work")),
            ("How are you these days?", Some("form.state")),
            (
                "What has stayed with you from the talk?",
                Some("form.touched"),
            ),
            ("Could you tell me more about that?", None),
            ("Where do you keep the keys?", None),
        ] {
            assert_eq!(form(ENGLISH.words(), question), expected, "{question}");
        }
    }
}
