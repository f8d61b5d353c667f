//! One question of a conversation: a reflective interview is nothing else, and a recommendation is preceded by one.

use crate::ask::Ask;
use crate::opening::Frame;
use crate::questioner::Questioner;
use crate::reply::{put, refused};
use colloquy_schema::RawReply;

/// Returns the reply to the first ask.
pub(crate) fn open(ask: &Ask) -> Option<RawReply> {
    let question = Frame::new(ask, None).initial()?;
    Some(put(question, false))
}

/// Returns the reply to an ask for a question of a conversation.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let refused = refused(ask, |first| Questioner::new(first, None).question().0);
    let (text, follow_up) = Questioner::new(ask, refused.as_deref()).question();
    put(text, follow_up)
}
