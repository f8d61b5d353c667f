//! What was asked already, here and in earlier sessions, in a form in which questions can be compared quickly.

use crate::answer::{Cue, cue};
use crate::ask::Ask;
use crate::clean::bounded;
use crate::cues::{is_one_of, says};
use crate::hash::hash;
use crate::pattern::made_from;
use colloquy_findings::normal_form;
use colloquy_schema::Reaction;
use serde_json::Value;

/// Earlier questions whose sentence patterns are remembered: the last ones a respondent may still have in the ear.
const PATTERN_MEMORY: usize = 60;
/// Questions of this session that are remembered: more than any guide that ships allows. The engine refuses an older one that comes
/// again, so that what a turn of a longer interview costs does not grow with it.
const LOOKED_BACK: usize = 100;

/// Bytes of the last answer that are looked at.
const ANSWER_BYTES: usize = 4_000;

/// The distinct words of a question, hashed.
fn word_set(text: &str) -> Vec<u32> {
    let mut set = Vec::new();
    for word in normal_form(text).split(' ') {
        let word = hash(0, word) as u32;
        if !set.contains(&word) {
            set.push(word);
        }
    }
    set
}

/// A bit for each word of a sentence without a slot in it, or of a question: a question has all bits of a sentence it was made from.
fn marks(text: &str) -> u64 {
    let words = text.split(' ');
    let own = words.filter(|word| !word.is_empty() && !word.contains('{'));
    own.fold(0, |marks, word| marks | 1 << (hash(0, word) & 63))
}

/// Questions that were put, oldest first.
#[derive(Default)]
pub(crate) struct Questions<'a> {
    pub(crate) questions: Vec<&'a str>,
    /// Of each.
    marks: Vec<u64>,
}

impl<'a> Questions<'a> {
    fn add(&mut self, question: &'a str) {
        self.questions.push(question);
        self.marks.push(marks(question));
    }

    /// How many were made from a sentence.
    fn uses(&self, sentence: &str) -> u32 {
        if self.questions.is_empty() {
            return 0;
        }
        let wanted = marks(sentence);
        let all = self.questions.iter().zip(&self.marks);
        let may = all.filter(|(_, marks)| wanted & !**marks == 0);
        may.filter(|(question, _)| made_from(question, sentence))
            .count() as u32
    }
}

/// The normal form of a text between spaces, so that whole words are found in it.
pub(crate) fn padded(text: &str) -> String {
    [" ", &normal_form(text), " "].concat()
}

/// Everything that was asked.
#[derive(Default)]
pub(crate) struct Memory<'a> {
    /// Questions of this session.
    pub(crate) here: Questions<'a>,
    /// The last questions of earlier sessions.
    earlier: Questions<'a>,
    sets: Vec<Vec<u32>>,
    // Padded normal forms, each with a line end behind it, so that a phrase cannot be found across two questions.
    forms_here: String,
    forms_earlier: String,
    declined: String,
}

impl<'a> Memory<'a> {
    /// Remembers the questions of an ask, and those a refused reply to it contained.
    pub(crate) fn new(ask: &'a Ask, refused: Option<&str>) -> Self {
        let mut memory = Memory::default();
        let first = ask.asked_before.len().saturating_sub(PATTERN_MEMORY);
        let last = &ask.asked_before[first..];
        last.iter()
            .for_each(|question| memory.earlier.add(question));
        let first = ask.history.len().saturating_sub(LOOKED_BACK);
        for turn in &ask.history[first..] {
            let form = memory.keep(&turn.question);
            memory.forms_here.push_str(&form);
            if turn.reaction == Reaction::Declined {
                memory.declined.push_str(&form);
            }
            memory.here.add(&turn.question);
        }
        for question in ask.asked_before.iter() {
            let form = memory.keep(question);
            memory.forms_earlier.push_str(&form);
        }
        for entry in ask.digest.iter() {
            let form = memory.keep(&entry.question);
            memory.forms_earlier.push_str(&form);
        }
        for issue in &ask.issues {
            if let Some(Value::String(question)) = &issue.value {
                memory.keep(question);
            }
        }
        if let Some(question) = refused {
            memory.keep(question);
        }
        memory.keep_answered(ask);
        memory
    }

    /// Remembers the questions that the last answer answers by itself, as if they had been put: how it was, and when it was last.
    fn keep_answered(&mut self, ask: &Ask) {
        let Some(turn) = ask.history.last() else {
            return;
        };
        let Reaction::Answered(answer) = &turn.reaction else {
            return;
        };
        let lists = ask.words;
        let asked = padded(&turn.question);
        let form = lists.padded(bounded(answer, ANSWER_BYTES));
        let mut questions = lists.asks_feeling.split('|');
        let put = questions.any(|question| asked.contains(&padded(question)));
        // Who was asked how it was has had the occasion to tell, in whatever words.
        let feels = put || says(&form, lists.feeling) || cue(lists, &form) == Cue::Emotion;
        let regular = form.split(' ').any(|word| is_one_of(word, lists.regular));
        for (told, questions) in [(feels, lists.asks_feeling), (regular, lists.asks_last)] {
            let questions = questions
                .split('|')
                .filter(|question| told && !question.is_empty());
            for question in questions {
                self.keep(question);
            }
        }
    }

    fn keep(&mut self, question: &str) -> String {
        self.sets.push(word_set(question));
        [&padded(question), "\n"].concat()
    }

    /// True when neither this question nor nearly this question was put.
    ///
    /// Nearly: nine tenths of the distinct words of both, or all but one of the words of this one.
    pub(crate) fn is_fresh(&self, question: &str) -> bool {
        let set = word_set(question);
        // More words of its own than this make it another question under both rules, and most others show them at once.
        let most = 1.max(set.len() / 10);
        !self.sets.iter().any(|other| {
            let strange = set.iter().filter(|word| !other.contains(word));
            let strange = strange.take(most + 1).count();
            let shared = set.len() - strange;
            strange <= most && shared * 10 >= (set.len() + other.len() - shared) * 9 || strange <= 1
        })
    }

    /// True when the engine would refuse this question as put before: nine tenths of the distinct words of both are the same.
    pub(crate) fn repeats(&self, question: &str) -> bool {
        let set = word_set(question);
        self.sets.iter().any(|other| {
            let shared = set.iter().filter(|word| other.contains(word)).count();
            shared * 10 >= (set.len() + other.len() - shared) * 9
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
    pub(crate) fn uses_here(&self, sentence: &str) -> u32 {
        self.here.uses(sentence)
    }

    /// How many of the last questions of earlier sessions were made from it.
    pub(crate) fn uses_earlier(&self, sentence: &str) -> u32 {
        self.earlier.uses(sentence)
    }
}
