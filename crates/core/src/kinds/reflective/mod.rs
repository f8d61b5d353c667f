//! Reflection on content: an opening, follow-ups where they add something, other parts of the material, a conclusion.

use super::{Kind, NoKind, Step, conversation};
use crate::session::Session;
use colloquy_schema::{
    CloseReason, Guide, QuestionKind, Reaction, Reflective as Parameters, Setup, Strategy,
};

/// The kind's name in a guide.
pub const NAME: &str = "reflective";

#[derive(Debug)]
struct Reflective(Parameters);

/// Makes the kind for one session.
pub fn make(guide: &Guide, _setup: &Setup) -> Box<dyn Kind> {
    let Strategy::Reflective(parameters) = &guide.strategy else {
        return Box::new(NoKind);
    };
    Box::new(Reflective(parameters.clone()))
}

impl Kind for Reflective {
    fn name(&self) -> &'static str {
        NAME
    }

    fn max_questions(&self) -> u32 {
        self.0.max_questions
    }

    fn substantive_words(&self) -> u32 {
        self.0.substantive_words
    }

    fn plan(&self, session: &Session) -> Step {
        let (asked, max) = (session.asked(), session.max_questions());
        let kind = match session.exchanges.last() {
            None => QuestionKind::Initial,
            Some(last) if last.is_open() => return Step::Respondent,
            // A reply to the last answer opens nothing.
            Some(last)
                if last.question.kind == QuestionKind::Conclusion
                    || asked >= max && last.question.is_aside() && concluded(session) =>
            {
                return Step::Close(CloseReason::Concluded);
            }
            Some(_) if asked >= max => return Step::Close(CloseReason::QuestionLimit),
            Some(_) if asked + 1 == max => QuestionKind::Conclusion,
            Some(last) => {
                let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
                let substantive = last.words >= self.0.substantive_words;
                let deeper = last.question.follow_up_depth < self.0.max_follow_up_depth;
                if answered && substantive && deeper {
                    QuestionKind::FollowUp
                } else {
                    QuestionKind::Topic
                }
            }
        };
        Step::Ask(Box::new(conversation::question(session, kind)))
    }
}

/// True once the last question was put.
fn concluded(session: &Session) -> bool {
    let mut exchanges = session.exchanges.iter();
    exchanges.any(|one| one.question.kind == QuestionKind::Conclusion)
}
