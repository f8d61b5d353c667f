//! What comes before the first answer: all that the built-in interviewer needs until then. Whatever else it is made of can be loaded
//! while the respondent writes.

use crate::ask::Ask;
use crate::choose::{Chooser, Source};
use crate::clean::{clean, cut};
use crate::hash::hash;
use crate::hearing::Hearing;
use crate::kinds;
use crate::memory::Memory;
use crate::pattern::{Slots, TITLE, things};
use crate::wishes::Wishes;
use colloquy_findings::normal_form;
use colloquy_schema::{Purpose, QuestionKind, RawReply, ToolRun, tools::CAPABILITIES};

/// Most words of a title that is named.
const TITLE_WORDS: usize = 12;

/// What every question is made with.
pub(crate) struct Frame<'a> {
    pub(crate) ask: &'a Ask<'a>,
    pub(crate) memory: Memory<'a>,
    pub(crate) wishes: Wishes,
    /// Title of the content, or empty.
    pub(crate) title: String,
    /// Breaks ties; differs between sessions, questions and attempts.
    pub(crate) salt: u64,
}

impl<'a> Frame<'a> {
    /// Takes an ask in, without its answers.
    pub(crate) fn new(ask: &'a Ask, refused: Option<&str>) -> Self {
        let wishes = Wishes::new(&ask.guidelines);
        // A title that had to be cut would be a riddle.
        let title = cut(&clean(&ask.context.title), TITLE_WORDS)
            .filter(|title| !title.ends_with('…') && !wishes.forbids(&normal_form(title)))
            .unwrap_or_default();
        let mut salt = hash(ask.seed ^ (u64::from(ask.number) << 32), &ask.template);
        for issue in &ask.issues {
            salt = hash(salt, &issue.message);
        }
        let memory = Memory::new(ask, refused);
        Frame {
            ask,
            memory,
            wishes,
            title,
            salt,
        }
    }

    pub(crate) fn chooser<'c>(&'c self, lead: &'c str) -> Chooser<'c> {
        Chooser {
            ask: self.ask,
            memory: &self.memory,
            wishes: &self.wishes,
            lead,
            salt: self.salt,
        }
    }

    /// Slots with the title of the content alone.
    pub(crate) fn titled(&self) -> Slots<'_> {
        let mut slots = things("", "");
        slots[TITLE] = &self.title;
        slots
    }

    /// The first question: about the content as a whole, by its title, or by what of it is looked for.
    pub(crate) fn initial(&self) -> Option<String> {
        let mut sources = Vec::new();
        if self.ask.context.is_empty() {
            sources.push(Source::plain(0, "empty"));
        } else {
            sources.push(Source::names(self.titled(), 0, "open.title"));
            sources.push(Source::plain(200, "open"));
        }
        self.chooser("").choose(&sources, false)
    }
}

/// What replies to the first ask of a session, by far less than [`respond`](crate::respond) and in the same words. `None` where that
/// takes all of it: where the bank has no sentence that fits, or where something else comes first.
pub type Open = fn(&colloquy_schema::Ask) -> Option<RawReply>;

/// How an interview opens. Each way needs little of the interviewer, and nothing of what the others need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// By a question: [`open_question`].
    Question,
    /// By a recommendation on a conversation that was handed in: [`open_advice`].
    Advice,
    /// By tools and a form: [`open_onboarding`].
    Onboarding,
}

impl Opening {
    /// Returns how an ask is replied to before anything was answered; `None` for any later ask.
    pub fn of(ask: &colloquy_schema::Ask) -> Option<Opening> {
        if !ask.history.is_empty() || !ask.issues.is_empty() {
            return None;
        }
        let (opening, opens) = match &ask.purpose {
            Purpose::Question | Purpose::Stage(_) | Purpose::Gap(_) => {
                (Opening::Question, ask.kind == QuestionKind::Initial)
            }
            Purpose::Advice(_) => (Opening::Advice, true),
            Purpose::Onboarding(wanted) => {
                let described = |run: &ToolRun| run.tool == CAPABILITIES;
                (Opening::Onboarding, wanted.log.iter().all(described))
            }
            _ => return None,
        };
        opens.then_some(opening)
    }
}

/// Opens by a question: [`Opening::Question`].
pub fn open_question(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Question, |ask| match ask.purpose {
        Purpose::Question => kinds::reflective::open(ask),
        Purpose::Stage(_) => kinds::staged::open(ask),
        _ => kinds::gaps::open(ask),
    })
}

/// Opens by a recommendation: [`Opening::Advice`].
pub fn open_advice(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Advice, kinds::advice::open)
}

/// Opens by tools and a form: [`Opening::Onboarding`].
pub fn open_onboarding(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Onboarding, kinds::onboarding::open)
}

/// Replies to an ask that opens in this way; nothing was answered, so nothing has to be heard.
fn open(
    ask: &colloquy_schema::Ask,
    opening: Opening,
    reply: impl FnOnce(&Ask) -> Option<RawReply>,
) -> Option<RawReply> {
    if Opening::of(ask) != Some(opening) {
        return None;
    }
    let deaf = Hearing::default();
    reply(&Ask::new(ask, &deaf))
}
