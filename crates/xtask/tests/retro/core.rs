//! A retrospective: a few questions, one after the other, and no follow-up.

use super::{Kind, NoKind, Step, conversation};
use crate::session::Session;
use colloquy_schema::{CloseReason, Guide, QuestionKind, Retro as Parameters, Setup, Strategy};

/// The kind's name in a guide.
pub const NAME: &str = "retro";

#[derive(Debug)]
struct Retro(Parameters);

/// Makes the kind for one session.
pub fn make(guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Retro(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Retro(parameters.clone()))
}

impl Kind for Retro {
    fn name(&self) -> &'static str {
        NAME
    }

    fn max_questions(&self) -> u32 {
        self.0.max_questions
    }

    fn plan(&self, session: &Session) -> Step {
        let kind = match session.exchanges.last() {
            None => QuestionKind::Initial,
            Some(last) if last.is_open() => return Step::Respondent,
            Some(_) if session.asked() >= session.max_questions() => {
                return Step::Close(CloseReason::Concluded);
            }
            Some(_) => QuestionKind::Topic,
        };
        Step::Ask(Box::new(conversation::question(session, kind)))
    }
}
