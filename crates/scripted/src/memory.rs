//! What was asked already, here and in earlier sessions, in a form in which questions can be compared quickly.

use colloquy_findings::normal_form;
use colloquy_schema::{Ask, Issue, Reaction};

/// Earlier questions whose sentence patterns are remembered: the last ones a respondent may still have in the ear.
const PATTERN_MEMORY: usize = 60;

/// Hash of a text (FNV-1a, 64 bit): the same on every machine, and no secret depends on it.
pub(crate) fn hash(start: u64, text: &str) -> u64 {
    text.bytes()
        .fold(start ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
}

/// The distinct words of a question, hashed and sorted.
fn word_set(text: &str) -> Vec<u64> {
    let mut set: Vec<u64> = normal_form(text)
        .split(' ')
        .map(|word| hash(0, word))
        .collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// Everything that was asked.
pub(crate) struct Memory<'a> {
    /// Questions of this session, oldest first.
    pub(crate) here: Vec<&'a str>,
    /// The last questions of earlier sessions.
    pub(crate) earlier: &'a [String],
    sets: Vec<Vec<u64>>,
    forms_here: String,
    forms_earlier: String,
    declined: String,
}

impl<'a> Memory<'a> {
    /// Remembers the questions of an ask, and those a refused reply to it contained.
    pub(crate) fn new(ask: &'a Ask, refused: &[String]) -> Self {
        let here: Vec<&str> = ask
            .history
            .iter()
            .map(|turn| turn.question.as_str())
            .collect();
        let before = ask
            .asked_before
            .iter()
            .map(String::as_str)
            .chain(ask.digest.iter().map(|entry| entry.question.as_str()));
        let refused = ask
            .issues
            .iter()
            .filter_map(refused_question)
            .chain(refused.iter().map(String::as_str));
        let sets = here
            .iter()
            .copied()
            .chain(before.clone())
            .chain(refused)
            .map(word_set)
            .collect();
        let declined = ask
            .history
            .iter()
            .filter(|turn| turn.reaction == Reaction::Declined)
            .map(|turn| turn.question.as_str());
        Memory {
            sets,
            forms_here: joined(here.iter().copied()),
            forms_earlier: joined(before),
            declined: joined(declined),
            earlier: &ask.asked_before[ask.asked_before.len().saturating_sub(PATTERN_MEMORY)..],
            here,
        }
    }

    /// True when neither this question nor nearly this question was put.
    ///
    /// Nearly: nine tenths of the distinct words of both, or all but one of the words of this one.
    pub(crate) fn is_fresh(&self, question: &str) -> bool {
        let set = word_set(question);
        // More words of its own than this make it another question under both rules, and most others show them at once.
        let most = 1.max(set.len() / 10);
        !self.sets.iter().any(|other| {
            let strange = set.iter().filter(|word| other.binary_search(word).is_err());
            let strange = strange.take(most + 1).count();
            let shared = set.len() - strange;
            strange <= most && shared * 10 >= (set.len() + other.len() - shared) * 9 || strange <= 1
        })
    }

    /// True when a question of this session spoke of what has this normal form.
    pub(crate) fn touched_here(&self, form: &str) -> bool {
        self.forms_here.contains(form)
    }

    /// True when a question of an earlier session spoke of it.
    pub(crate) fn touched_earlier(&self, form: &str) -> bool {
        self.forms_earlier.contains(form)
    }

    /// True when the respondent would rather not speak of it.
    pub(crate) fn declined(&self, form: &str) -> bool {
        self.declined.contains(form)
    }

    /// How many questions of this session were made from a sentence.
    pub(crate) fn uses_here(&self, sentence: &str) -> usize {
        self.here
            .iter()
            .filter(|question| crate::pattern::made_from(question, sentence))
            .count()
    }

    /// How many of the last questions of earlier sessions were made from it.
    pub(crate) fn uses_earlier(&self, sentence: &str) -> usize {
        self.earlier
            .iter()
            .filter(|question| crate::pattern::made_from(question, sentence))
            .count()
    }
}

fn refused_question(issue: &Issue) -> Option<&str> {
    issue.value.as_ref()?.as_str()
}

/// Normal forms, each between line ends, so that a phrase cannot be found across two questions.
fn joined<'a>(questions: impl Iterator<Item = &'a str>) -> String {
    questions
        .map(|question| [" ", &normal_form(question), " \n"].concat())
        .collect()
}
