//! Concluding: the last question, open, or on what of the notes was talked about most.

use super::{Questioner, SUBSTANTIVE_WORDS};
use crate::acts::Act;
use crate::choose::Source;
use crate::content::Kind;
use crate::memory::padded;
use crate::pattern::things;
use crate::reactions::open_end;
use crate::said::Said;
use colloquy_findings::word_count;

impl Questioner<'_> {
    /// The last question. Where something hurt or was refused it takes nothing up.
    pub(crate) fn conclusion(&self) -> String {
        // A recommendation needs its last question, whatever detail of the difficulty was refused.
        let calm = |said: &Said| {
            let acts = [Act::Crisis, Act::Distress, Act::Stop];
            !acts.into_iter().any(|act| said.heard.has(act))
        };
        let advises = self.ask.bank.uses.iter().any(|entry| entry.name == "slot");
        if !(advises && self.answers.iter().all(calm))
            && let Some(question) = open_end(self.ask, &self.memory, &self.answers, self.salt)
        {
            return question;
        }
        let mut sources = vec![Source::plain(30, "end")];
        let mut most = SUBSTANTIVE_WORDS;
        for said in &self.answers {
            let asked = padded(&said.turn.question);
            let count = word_count(&said.telling);
            let named = self
                .topics
                .iter()
                .find(|topic| topic.kind == Kind::Concept && asked.contains(&topic.key));
            if let Some(topic) = named.filter(|_| count >= most) {
                most = count;
                sources.truncate(1);
                sources.push(Source::names(things(&topic.text, ""), 0, "end.one"));
            }
        }
        let chooser = self.chooser(self.lead());
        chooser
            .choose(&sources, false)
            .unwrap_or_else(|| self.topic())
    }
}
