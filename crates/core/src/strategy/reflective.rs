//! Reflection on content (seed 002): an opening, follow-ups where they add something, other parts of the material, a conclusion.

use super::{Step, conversation};
use crate::session::Session;
use colloquy_schema::{CloseReason, QuestionKind, Reaction, Reflective};

pub(super) fn plan(session: &Session, parameters: &Reflective) -> Step {
    let asked = session.asked();
    let max = session.max_questions();
    let kind = match session.exchanges.last() {
        None => QuestionKind::Initial,
        Some(last) if last.is_open() => return Step::Respondent,
        Some(last) if last.question.kind == QuestionKind::Conclusion => {
            return Step::Close(CloseReason::Concluded);
        }
        Some(_) if asked >= max => return Step::Close(CloseReason::QuestionLimit),
        Some(_) if asked + 1 == max => QuestionKind::Conclusion,
        Some(last) => {
            let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
            let substantive = last.words >= parameters.substantive_words;
            let deeper = last.question.follow_up_depth < parameters.max_follow_up_depth;
            if answered && substantive && deeper {
                QuestionKind::FollowUp
            } else {
                QuestionKind::Topic
            }
        }
    };
    Step::Ask(Box::new(conversation::question(session, kind)))
}
