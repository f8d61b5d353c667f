//! What the respondent asks for: another subject, or that no use is made of something.

use super::{Move, Reactor};
use crate::acts::Act;
use crate::cues::is_one_of;
use crate::handle::thing;
use colloquy_findings::{is_function_word, normal_form};

/// Words of a subject that is named back.
const SUBJECT_WORDS: usize = 4;

impl Reactor<'_, '_> {
    /// Asks what the respondent wants to be asked, or what they want to know.
    pub(super) fn wanted(&self) -> Option<String> {
        let wanted = self.said.heard.requests.wanted.as_ref();
        let wanted = wanted.filter(|_| self.is_own())?;
        self.filled(wanted.name, &wanted.clause)
    }

    /// True where a complaint speaks to the interviewer or of its questions: “she expects me to shut up” is part of a story.
    pub(super) fn speaks_to(&self) -> bool {
        const THIS: &str = "question questions interview bot machine program survey form this";
        let lists = self.ask.words;
        let own = lists.plain(&self.said.heard.doing(self.said.text, Act::Complaint));
        let to = |word: &str| {
            is_one_of(word, lists.you) || is_one_of(word, THIS) || word.starts_with("ask")
        };
        !lists.is_english() || own.split(' ').any(to)
    }

    /// Assents to make no use of something, before whatever else is called for.
    pub(super) fn confided(&self, found: Option<Move>) -> Option<Move> {
        let heard = &self.said.heard;
        let first = [Act::Crisis, Act::Moment, Act::Stop];
        if !self.said.heard.requests.confided || first.into_iter().any(|act| heard.has(act)) {
            return found;
        }
        let Some(lead) = self.line("confidence.lead") else {
            return found;
        };
        match found {
            Some(Move::Say(text)) => Some(Move::Say([&lead, " ", &text].concat())),
            _ => Some(Move::Turn(lead)),
        }
    }

    /// True where the answer before the last one has words for a wish to end the interview.
    pub(super) fn wanted_to_stop(&self) -> bool {
        let before = self.all.iter().rev().nth(1);
        before.is_some_and(|said| said.heard.has_words_for(Act::Stop))
    }

    /// Takes up the subject that the respondent wants, in words turned round: “my teacher” is “your teacher”.
    pub(super) fn subject(&self) -> Option<Move> {
        if let Some(text) = self.wanted() {
            return Some(Move::Say(text));
        }
        let lists = self.ask.words;
        let wish = self.said.heard.doing(self.said.text, Act::OtherSubject);
        let form = normal_form(&wish);
        // “About him, not about how he died” names him.
        let others = [
            " not about ",
            " instead of ",
            " rather than ",
            " than about ",
        ];
        let ends = others.into_iter().filter_map(|other| form.find(other));
        let form = &form[..ends.min().unwrap_or(form.len())];
        let after = |word: &str| form.rsplit_once(word).map(|(_, x)| x);
        let x = [
            " about ",
            " came for ",
            " here for ",
            " stay in ",
            " stay with ",
            " stay at ",
        ];
        let x = x.into_iter().find_map(after).unwrap_or_default();
        let named = thing(lists, &wish, "", &|_| false).filter(|_| x.is_empty());
        let x = named.as_deref().unwrap_or(x);
        let mut words = Vec::new();
        for word in x.split(' ') {
            match word {
                "instead" | "please" | "now" | "rather" | "then" => break,
                "my" | "our" => words.push("your"),
                word => words.push(word),
            }
        }
        let named = words.iter().any(|word| {
            !is_function_word(word) && !is_one_of(word, "something else other different anything")
        });
        let own = words
            .iter()
            .any(|word| is_one_of(word, "i me we us you i'm it that this is was"));
        if self.language == "en"
            && named
            && !own
            && words.len() <= SUBJECT_WORDS
            && let Some(line) = self.filled("subject", &words.join(" "))
        {
            return Some(Move::Say(line));
        }
        self.say("subject.plain").or_else(|| self.turn(""))
    }
}
