//! Replies, and what must not come again where one was refused.

use crate::ask::Ask;
use colloquy_schema::{QuestionReply, RawReply, codec};

/// The reply that is this text.
pub(crate) fn text(text: String) -> RawReply {
    RawReply {
        text,
        ..RawReply::default()
    }
}

/// The reply that puts a question; `follow_up` when it goes deeper into the last answer.
pub(crate) fn put(question: String, follow_up: bool) -> RawReply {
    text(codec::text(&QuestionReply {
        follow_up,
        question,
    }))
}

/// Returns the question to the same ask without issues, which was refused. None for an ask without any.
pub(crate) fn refused(ask: &Ask, question: impl FnOnce(&Ask) -> String) -> Option<String> {
    if ask.issues.is_empty() {
        return None;
    }
    let mut first = colloquy_schema::Ask::clone(ask);
    first.issues.clear();
    Some(question(&Ask::new(&first, ask.hearing)))
}
