//! Hears what an answer does before anything looks at what it is about: it refuses, corrects, asks back, breaks down, or it tells
//! something. Several at once, each in its sentence.
//!
//! Cues are phrases with the person in them, compared word by word, never parts of words: “dead topic” and “killed the process” say
//! nothing about anybody. What stands in a story is part of the story, and what somebody else said is none of the respondent's acts.
//! In English a small network ([`learned`]), for which the cues are some of its features, decides in their place.
//!
//! ```
//! use colloquy_scripted::acts::{Act, hear};
//!
//! let heard = hear("How did you settle it?", "I'd rather not talk about that. The new team is better.");
//! assert!(heard.has(Act::Refusal) && !heard.has(Act::Stop));
//! // The sentence that refuses is nothing to talk about; the other one is.
//! assert_eq!(heard.telling("I'd rather not talk about that. The new team is better."), "The new team is better.");
//! ```

mod act;
mod asked;
mod context;
mod cues;
mod language;
pub mod learned;
mod request;
mod telling;
mod words;

pub use act::Act;
pub(crate) use request::{Requests, Wanted};

use crate::clean::bounded;
use crate::cues::is_one_of;
use crate::language::{ENGLISH, Language, Words};
use asked::Asked;
use colloquy_findings::word_count;
use context::{asks_back, denies, puts_right};
use std::ops::Range;
use words::{Sentence, apart};

/// Most bytes of one answer that are heard.
const ANSWER_BYTES: usize = 20_000;
/// Words from which an answer is a story, in which a refusal in the middle is told and not made.
const STORY: usize = 40;
/// Most words of an answer or sentence in which a cue of grade 2 counts wherever it stands.
const SHORTLY: usize = 25;
/// Most words before what an answer begins with.
const BEFORE: usize = 4;
/// Most words of a short answer.
const SHORT: usize = 8;
/// Most words of a question back that no cue shows.
const ASKS: usize = 20;

/// Grade of a cue that nothing else overrules.
const CERTAIN: u8 = 4;

/// What an answer does.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    acts: u32,
    /// What each sentence does.
    sentences: Vec<(Range<usize>, u32)>,
    /// Tag of the language, where it can be told.
    pub language: Option<&'static str>,
    /// How many words there are.
    pub words: usize,
    /// What some words of the answer are a cue of.
    worded: u32,
    /// What cues show for certain, each with its sentence.
    certain: Vec<(Act, usize)>,
    /// What it asks of the interviewer.
    pub(crate) requests: Requests,
}

impl Heard {
    /// True when the answer does this.
    pub fn has(&self, act: Act) -> bool {
        self.acts & act.bit() != 0
    }

    /// True when the answer does this, and has words for it: not where it is taken from how something is put.
    pub fn has_words_for(&self, act: Act) -> bool {
        self.acts & self.worded & act.bit() != 0
    }

    /// Everything it does, what decides first at the beginning.
    pub fn acts(&self) -> Vec<Act> {
        let all = Act::ALL.iter().copied();
        all.filter(|act| self.has(*act)).collect()
    }

    /// The sentences of the answer that can be a subject: without refusals, complaints, pain, courtesies, questions back.
    pub fn telling(&self, answer: &str) -> String {
        let mut out = String::new();
        let confided = self.requests.whole;
        for (range, acts) in self.sentences.iter().filter(|_| !confided) {
            let sentence = answer.get(range.clone()).unwrap_or_default().trim();
            let is_subject = !Act::ALL
                .iter()
                .any(|act| act.is_no_subject() && acts & act.bit() != 0);
            if is_subject && !sentence.is_empty() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(sentence);
            }
        }
        out
    }

    /// The places of the sentences that do none of some acts.
    pub(crate) fn without(&self, acts: &[Act]) -> Vec<Range<usize>> {
        let bits = acts.iter().fold(0, |bits, act| bits | act.bit());
        let others = self.sentences.iter().filter(|(_, acts)| acts & bits == 0);
        others.map(|(range, _)| range.clone()).collect()
    }

    /// The sentences of the answer that do something.
    pub fn doing(&self, answer: &str, act: Act) -> String {
        let doing = self
            .sentences
            .iter()
            .filter(|(_, acts)| acts & act.bit() != 0);
        let texts: Vec<&str> = doing
            .filter_map(|(range, _)| answer.get(range.clone()))
            .collect();
        texts.join(" ")
    }

    /// True where a sentence does this and next to nothing stands before it. “Somebody above has to decide. It isn't me.” corrects
    /// nothing.
    pub(crate) fn begins_with(&self, answer: &str, act: Act) -> bool {
        let mut before = 0;
        for (range, acts) in &self.sentences {
            if acts & act.bit() != 0 {
                return before <= BEFORE || self.words <= SHORT;
            }
            before += word_count(answer.get(range.clone()).unwrap_or_default());
        }
        false
    }

    /// True where the last sentence does this.
    pub(crate) fn ends_with(&self, act: Act) -> bool {
        let last = self.sentences.last();
        last.is_some_and(|(_, acts)| acts & act.bit() != 0)
    }

    /// True where an answer begins with short questions back and goes on with what does nothing else: somebody makes sure, and tells.
    /// “To what, the offer? We said no.”
    pub(crate) fn answers_itself(&self, answer: &str) -> bool {
        let asks = |acts: &u32| acts & Act::QuestionBack.bit() != 0;
        let tells = |acts: &u32| {
            let mut decided = Act::ALL.iter().filter(|act| **act <= Act::Distress);
            decided.all(|act| acts & act.bit() == 0)
        };
        let first = self.sentences.iter().take_while(|(_, acts)| asks(acts));
        let (first, rest) = self.sentences.split_at(first.count());
        let text = |range: &Range<usize>| answer.get(range.clone()).unwrap_or_default().trim();
        let short = |(range, _): &(Range<usize>, u32)| {
            text(range).ends_with('?') && word_count(text(range)) <= SHORT
        };
        let words: usize = rest.iter().map(|(range, _)| word_count(text(range))).sum();
        !first.is_empty()
            && words >= 2
            && !answer.trim_end().ends_with('?')
            && first.iter().all(short)
            && rest.iter().all(|(_, acts)| tells(acts))
    }

    /// Adds what only the answers before can show.
    pub(crate) fn insert(&mut self, act: Act) {
        self.add(act, None);
    }

    fn add(&mut self, act: Act, sentence: Option<usize>) {
        self.acts |= act.bit();
        if let Some((_, acts)) = sentence.and_then(|at| self.sentences.get_mut(at)) {
            *acts |= act.bit();
        }
    }

    fn drop(&mut self, act: Act) {
        self.acts &= !act.bit();
        for (_, acts) in &mut self.sentences {
            *acts &= !act.bit();
        }
    }
}

/// Hears what an answer to a question does. The question may be empty.
///
/// The interview is in English; see [`hear_in`].
pub fn hear(question: &str, answer: &str) -> Heard {
    hear_in(&ENGLISH, question, answer)
}

/// The same in an interview in a language.
pub fn hear_in(language: &'static Language, question: &str, answer: &str) -> Heard {
    let lists = language.words();
    let answer = bounded(answer, ANSWER_BYTES);
    let sentences = apart(language, answer);
    let asked = Asked::of(lists, question);
    let mut heard = by_cues(language, answer, &sentences, &asked.stems);
    if language.is_english()
        && !heard.has(Act::OtherLanguage)
        && let Some(model) = learned::english()
    {
        learned::judge(model, lists, &mut heard, &sentences, &asked);
    }
    // “Did you work there yourself?” – “No, it was my brother.”
    let first = |text: &str| {
        lists
            .plain(text)
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_string()
    };
    if is_one_of(&first(question), lists.polar) && is_one_of(&first(answer), lists.refusing) {
        heard.drop(Act::Correction);
    }
    settle(lists, &mut heard, answer, &sentences);
    heard
}

/// The features of each sentence of an answer in English, and then of the whole if it has several, for whoever trains the model.
pub fn features(question: &str, answer: &str) -> Vec<Vec<u32>> {
    let (lists, answer) = (ENGLISH.words(), bounded(answer, ANSWER_BYTES));
    let sentences = apart(&ENGLISH, answer);
    let asked = Asked::of(lists, question);
    let heard = by_cues(&ENGLISH, answer, &sentences, &asked.stems);
    learned::features(lists, &heard, &sentences, &asked)
}

/// What the cues of each sentence show.
fn by_cues(
    language: &'static Language,
    answer: &str,
    sentences: &[Sentence],
    asked: &[String],
) -> Heard {
    let lists = language.words();
    let mut heard = Heard {
        words: sentences.iter().map(|sentence| sentence.words.len()).sum(),
        language: language::language(language, answer, sentences),
        ..Heard::default()
    };
    // “Non” is a word in Italian, too.
    let mut words = sentences.iter().flat_map(|sentence| &sentence.words);
    if !language.is_english() && words.all(|word| is_one_of(&word.text, lists.blank)) {
        heard.language = None;
    }
    for sentence in sentences {
        heard.sentences.push((sentence.range.clone(), 0));
    }
    if heard.language.is_some_and(|tag| tag != language.tag) {
        heard.add(Act::OtherLanguage, None);
    }
    let mut asks_anywhere = 0;
    for (at, sentence) in sentences.iter().enumerate() {
        for found in cues::find(language, sentence) {
            if counts(&heard, sentences, at, found) {
                heard.add(found.act, Some(at));
                if found.grade == CERTAIN {
                    heard.certain.push((found.act, at));
                }
            } else if found.act == Act::Setting && sentence.asks {
                // A question about the interview is one in the middle of a story, too.
                asks_anywhere = Act::Setting.bit();
            }
        }
        if let Some(act) = asks_back(lists, answer, &heard, sentences, at) {
            heard.add(act, Some(at));
        }
        let closes = heard.sentences[at].1 & Act::Refusal.bit() != 0;
        if (at == 0 || at == 1 && sentences[0].words.len() < 4)
            && !closes
            && (denies(lists, sentence, asked) || at == 0 && puts_right(lists, sentence))
        {
            heard.add(Act::Correction, Some(at));
        }
    }
    heard.worded = heard.acts | asks_anywhere;
    heard
}

/// Names the cues that show what an answer does: for those who write cues.
pub fn cues(answer: &str) -> Vec<(Act, &'static str)> {
    cues_in(&ENGLISH, answer)
}

/// The same in an interview in a language.
pub fn cues_in(language: &'static Language, answer: &str) -> Vec<(Act, &'static str)> {
    let sentences = apart(language, bounded(answer, ANSWER_BYTES));
    let found = sentences
        .iter()
        .flat_map(|sentence| cues::find(language, sentence));
    found.map(|found| (found.act, found.phrase)).collect()
}

/// True when a cue is no part of a story: by its grade, the length of the answer, and where it stands.
fn counts(heard: &Heard, sentences: &[Sentence], at: usize, found: cues::Found) -> bool {
    let words = sentences[at].words.len();
    let outside = at == 0 || at + 1 == sentences.len();
    let near = (outside || heard.words <= SHORTLY)
        && (words <= SHORTLY || found.from < 6 || found.to + 6 > words);
    match found.act {
        Act::Crisis | Act::Distress if found.grade > 2 => true,
        // Who asks about the interview asks, also in the middle of a story.
        Act::Setting if found.grade == CERTAIN => near || sentences[at].asks,
        _ if found.grade == CERTAIN => near,
        _ if found.grade == 1 => heard.words <= SHORT,
        Act::Distress => at + 1 == sentences.len() || heard.words <= SHORTLY || words <= 8,
        // “Not a problem, but a habit” is also a way of telling: it corrects where hardly anything else is said.
        Act::Correction if found.grade == 2 => heard.words <= 20 && at == 0,
        Act::Courtesy | Act::Joke | Act::Digression | Act::Promise => found.grade > 2,
        act if act >= Act::Case => true,
        Act::AlreadySaid if heard.words > STORY => found.grade > 2 && found.from < 3 && near,
        _ if heard.words <= STORY => found.grade > 2 || near,
        _ => near && (found.grade > 2 || words <= SHORTLY / 2),
    }
}

/// What the whole shows, and what one act says of another.
fn settle(lists: &Words, heard: &mut Heard, answer: &str, sentences: &[Sentence]) {
    let meta = |heard: &Heard| {
        Act::ALL
            .iter()
            .any(|act| *act <= Act::Distress && heard.has(*act))
    };
    // “I can't discuss that. Stop.”
    if heard.has(Act::Refusal) && heard.has(Act::Stop) {
        let bare = sentences.iter().zip(&heard.sentences);
        let mut stops = bare.filter(|(_, (_, acts))| acts & Act::Stop.bit() != 0);
        if stops.all(|(sentence, _)| sentence.words.len() < 3) {
            heard.drop(Act::Stop);
        }
    }
    // “End? It ended when the mill closed.” takes a word of the question up, and “the end. She mends it.” is that of a book.
    if heard.words > SHORT
        && let Some(first) = sentences.first()
        && (first.asks || first.words[0].text == "the")
        && first.words.len() < 3
        && heard.sentences[1..]
            .iter()
            .all(|(_, acts)| acts & Act::Stop.bit() == 0)
    {
        heard.drop(Act::Stop);
    }
    // Nothing else that was said counts beside it.
    if heard.has(Act::Crisis) {
        heard.drop(Act::Correction);
        heard.drop(Act::Complaint);
    }
    // “No idea.” is empty where nothing follows that has content: “You tell me.” has none.
    let is_blank = |sentence: &Sentence| {
        let mut words = sentence.words.iter();
        words.all(|word| is_one_of(&word.text, lists.blank))
    };
    let has_content = sentences
        .iter()
        .zip(&heard.sentences)
        .any(|(sentence, (_, acts))| {
            sentence.words.len() > 1 && acts & Act::Empty.bit() == 0 && !is_blank(sentence)
        });
    let many = sentences.iter().filter(|sentence| sentence.words.len() > 1);
    if heard.has(Act::Empty) && has_content && many.count() > 1 {
        heard.drop(Act::Empty);
    }
    // What one act of a sentence makes of another: “Please don't ask me about her” wants no other subject.
    let settled: [(&[Act], Act); 5] = [
        (&[Act::Empty], Act::QuestionBack),
        (&[Act::Moment, Act::Refusal, Act::Stop], Act::OtherSubject),
        (
            &[
                Act::Moment,
                Act::Stop,
                Act::Refusal,
                Act::Complaint,
                Act::Setting,
                Act::OtherSubject,
            ],
            Act::QuestionBack,
        ),
        (&[Act::Crisis, Act::Distress], Act::Complaint),
        (&[Act::Moment, Act::Stop, Act::OtherSubject], Act::Setting),
    ];
    for (stronger, weaker) in settled {
        for (_, acts) in &mut heard.sentences {
            if stronger.iter().any(|act| *acts & act.bit() != 0) {
                *acts &= !weaker.bit();
            }
        }
        if !heard
            .sentences
            .iter()
            .any(|(_, acts)| acts & weaker.bit() != 0)
        {
            heard.acts &= !weaker.bit();
        }
    }
    if heard.has(Act::Refusal) && heard.words > 2 {
        heard.drop(Act::Command);
    }
    let blank = sentences.iter().all(is_blank);
    // “No, not really.” puts nothing right.
    if blank && heard.words <= SHORT {
        heard.drop(Act::Correction);
    }
    if !meta(heard)
        && heard.words <= SHORT
        && !heard.has(Act::OtherLanguage)
        && !heard.has(Act::Courtesy)
        && !heard.has(Act::Joke)
    {
        heard.add(if blank { Act::Empty } else { Act::Short }, None);
    }
    let commands = ["/skip", "/decline", "/done", "/next", "/pause", "/stop"];
    if commands.iter().any(|command| answer.contains(command)) {
        heard.add(Act::Command, None);
    }
    if heard.words == 0 {
        heard.add(Act::Empty, None);
    }
    telling::add(lists, heard, answer, sentences);
}
