//! What a sentence does where no cue shows it, and what only looks like a cue: a small network over the words of a sentence, parts of
//! them, what follows what, where it stands, how the question begins and which words it shares with it, and the cues that were found. The
//! answer as a whole is looked at in the same way. `examples/train_acts.rs` makes its weights from labelled answers.

use super::{Act, Asked, Heard};
use crate::acts::words::{Sentence, Word};
use crate::cues::is_one_of;
use crate::language::Words;
use std::sync::OnceLock;

/// The acts that it decides, in the order of its tables.
pub const ACTS: [Act; 12] = [
    Act::Crisis,
    Act::Moment,
    Act::Stop,
    Act::Refusal,
    Act::Command,
    Act::AlreadySaid,
    Act::Complaint,
    Act::Correction,
    Act::Setting,
    Act::QuestionBack,
    Act::OtherSubject,
    Act::Distress,
];

/// The weights for English.
static WEIGHTS: &[u8] = include_bytes!("../../data/acts/en.weights");
static ENGLISH: OnceLock<Option<Model>> = OnceLock::new();

/// The model for English.
pub(super) fn english() -> Option<&'static Model> {
    ENGLISH.get_or_init(|| Model::read(WEIGHTS)).as_ref()
}

/// The score above which a sentence is taken to do something: what is asked for is worth an alarm more than the rest.
const LEAST: f32 = -0.2;
/// The score that is enough for not wanting to live where a cue shows it.
const GRAVE: f32 = -1.7;
/// The same for what hurts most where it is missed: pain, a refusal, and what was put right.
const CUED: f32 = -1.0;
/// Score above which somebody is taken not to want to live where no cue shows it, and what each word of the answer adds: among many some
/// look like it.
const SURE: (f32, f32) = (1.0, 0.03);

/// Score that a sentence alone needs for what the whole shows of a crisis.
const ALONE: f32 = -1.0;

/// Most words of an answer that is looked at as a whole, too: pain may show in several sentences together, and in none of them alone.
const WHOLE: usize = 120;
/// Words from which a sentence may speak of nobody who is here: fewer leave them out.
const REMOTE: usize = 4;
/// Characters of a part of a word.
const PART: usize = 4;

/// Places of the hidden layer.
pub const HIDDEN: usize = 24;
/// Most steps of a weight of a feature, up and down.
pub const LEVELS: u8 = 2;
/// Weights in a byte: what a byte holds of numbers with `2 * LEVELS + 1` digits.
const PACKED: usize = 3;

/// The weights of a language: a network with one hidden layer, each place of which is a sum over the features where that is above nothing.
///
/// Its bytes are, in `f32`, little endian: the size of a step at each place of the hidden layer, its bias, what it adds to each act, and
/// the bias of each act. Then the number of features (`u16`), for each the distance from the one before (7 bits a byte, the lowest
/// first), and for each its steps at all places, three to a byte.
pub(crate) struct Model {
    steps: [f32; HIDDEN],
    inner_bias: [f32; HIDDEN],
    outer: [[f32; ACTS.len()]; HIDDEN],
    outer_bias: [f32; ACTS.len()],
    /// Sorted.
    features: Vec<u32>,
    packed: &'static [u8],
}

impl Model {
    /// Reads the weights; none where the bytes are no model.
    pub(crate) fn read(bytes: &'static [u8]) -> Option<Model> {
        let mut rest = bytes;
        let mut float = || {
            let (four, after) = rest.split_first_chunk::<4>()?;
            rest = after;
            Some(f32::from_le_bytes(*four))
        };
        let mut model = Model {
            steps: [0.0; HIDDEN],
            inner_bias: [0.0; HIDDEN],
            outer: [[0.0; ACTS.len()]; HIDDEN],
            outer_bias: [0.0; ACTS.len()],
            features: Vec::new(),
            packed: &[],
        };
        let outer = model.outer.iter_mut().flatten();
        let floats = model.steps.iter_mut().chain(&mut model.inner_bias);
        for value in floats.chain(outer).chain(&mut model.outer_bias) {
            *value = float()?;
        }
        let (count, mut rest) = rest.split_first_chunk::<2>()?;
        let mut feature = 0u32;
        for _ in 0..u16::from_le_bytes(*count) {
            let mut shift = 0;
            loop {
                let (byte, after) = rest.split_first()?;
                rest = after;
                feature = feature.wrapping_add(u32::from(byte & 127) << shift);
                shift += 7;
                if *byte < 128 || shift > 14 {
                    break;
                }
            }
            model.features.push(feature);
        }
        model.packed = rest;
        (rest.len() == model.features.len() * HIDDEN / PACKED).then_some(model)
    }

    /// How sure it is of each act, by the features of a sentence; above nothing means that the sentence does it.
    fn scores(&self, features: &[u32]) -> [f32; ACTS.len()] {
        let each = weight_of_each(features.len());
        let mut sums = [0i32; HIDDEN];
        for feature in features {
            let Ok(at) = self.features.binary_search(feature) else {
                continue;
            };
            let row = &self.packed[at * HIDDEN / PACKED..][..HIDDEN / PACKED];
            for (three, byte) in sums.chunks_mut(PACKED).zip(row) {
                let mut digits = i32::from(*byte);
                for sum in three {
                    *sum += digits % (2 * i32::from(LEVELS) + 1) - i32::from(LEVELS);
                    digits /= 2 * i32::from(LEVELS) + 1;
                }
            }
        }
        let mut scores = self.outer_bias;
        for (at, row) in self.outer.iter().enumerate() {
            let hidden = self.inner_bias[at] + sums[at] as f32 * self.steps[at] * each;
            for (score, weight) in scores.iter_mut().zip(row) {
                *score += hidden.max(0.0) * weight;
            }
        }
        scores
    }
}

/// What one feature of so many counts.
pub fn weight_of_each(features: usize) -> f32 {
    3.0 / (features.max(1) as f32).sqrt()
}

/// Puts what the model takes each sentence to do in place of what its cues show.
pub(super) fn judge(
    model: &Model,
    lists: &Words,
    heard: &mut Heard,
    sentences: &[Sentence],
    asked: &Asked,
) {
    let features = features(lists, heard, sentences, asked);
    let mut scores: Vec<_> = features.iter().map(|each| model.scores(each)).collect();
    let whole = scores.split_off(sentences.len());
    // What shows in the whole alone is done by the sentence that comes next to it.
    for act in 0..ACTS.len() {
        let best = (0..scores.len()).max_by(|a, b| scores[*a][act].total_cmp(&scores[*b][act]));
        // Sentences that have nothing to do with each other look like a crisis together.
        let least = if ACTS[act] == Act::Crisis {
            ALONE
        } else {
            f32::MIN
        };
        if let (Some(whole), Some(best)) = (whole.first(), best)
            && scores[best][act] > least
        {
            scores[best][act] = scores[best][act].max(whole[act]);
        }
    }
    let decided = ACTS.iter().fold(0, |all, act| all | act.bit());
    heard.acts &= !decided;
    for (at, scores) in scores.into_iter().enumerate() {
        let cues = heard.sentences[at].1;
        heard.sentences[at].1 &= !decided;
        if asks_for_a_reason(&sentences[at]) {
            heard.add(Act::Setting, Some(at));
            continue;
        }
        for (act, score) in ACTS.into_iter().zip(scores) {
            let cued = cues & act.bit() != 0;
            // “That you don't read them” says what was asked for, and blames no question.
            if act == Act::Complaint && states(lists, &sentences[at]) {
                continue;
            }
            // “I realize that silence helps me” says what somebody came to see, and refuses nothing.
            if act == Act::Refusal
                && !cued
                && (realizes(&sentences[at]) || is_of_others(&sentences[at]))
            {
                continue;
            }
            // “That money should move slower” asks nothing of anybody.
            if act == Act::Command && !cued && claims(&sentences[at]) {
                continue;
            }
            // “The ending is weak” speaks of nobody who is here.
            if matches!(act, Act::Stop | Act::Complaint) && !cued && is_remote(&sentences[at]) {
                continue;
            }
            // “I'd rather leave my wife out of it from here” leaves a subject, and not the interview.
            if act == Act::Stop && !cued && leaves_out(&sentences[at]) {
                continue;
            }
            let least = match act {
                Act::Crisis if cued => GRAVE,
                Act::Distress | Act::Refusal | Act::Correction if cued => CUED,
                // “I'd be repeating myself” has the form of what hurts, and none of its words.
                Act::Crisis => SURE.0 + SURE.1 * heard.words as f32,
                _ => LEAST,
            };
            if score > least {
                // A denial is most often an answer: “She doesn't own a phone” puts no sentence of the question right.
                let place = (cued || act != Act::Correction).then_some(at);
                heard.add(act, place);
            }
        }
    }
    for (act, at) in std::mem::take(&mut heard.certain) {
        heard.add(act, Some(at));
    }
}

/// True for a sentence that is what somebody thinks or says, “That you don't read them”, or is about something else: “Listening is
/// tiring.”
fn states(lists: &Words, sentence: &Sentence) -> bool {
    const THIS: &str = "question questions interview survey chat bot talking answering writing typing boring annoying enough";
    let text = |at: usize| sentence.words.get(at).map_or("", |word| &*word.text);
    let own = !lists.is_function_word(text(0)) && !is_one_of(text(0), THIS);
    text(0) == "that" && is_one_of(text(1), "you i we they he she it nobody the my our your")
        || own && is_one_of(text(1), "is are was were")
}

/// True for a sentence that begins with how somebody came to see something: “I realize that”.
fn realizes(sentence: &Sentence) -> bool {
    const SEEING: &str = "realize realise realized realised learn learned learnt notice noticed understand understood discovered found";
    let text = |at: usize| sentence.words.get(at).map_or("", |word| &*word.text);
    text(0) == "i" && is_one_of(text(1), SEEING) && text(2) == "that"
}

/// True for a sentence in which somebody else will not do something: “She won't hire anybody, it has to be family.”
fn is_of_others(sentence: &Sentence) -> bool {
    let text = |at: usize| sentence.words.get(at).map_or("", |word| &*word.text);
    let near = |word: &str| is_one_of(word, "i me my mine you your we us our this that");
    is_one_of(text(0), "he she they")
        && is_one_of(text(1), "will would does do did can could")
        && text(2) == "not"
        && !sentence.words.iter().any(|word| near(&word.text))
}

/// True for a sentence that is what somebody thinks should be, of nobody who is here: “That work should stop at six.”
fn claims(sentence: &Sentence) -> bool {
    const HERE: &str =
        "i me my you your we us our question questions interview topic subject please";
    let words = || sentence.words.iter().map(|word| &*word.text);
    words().next() == Some("that")
        && words().any(|word| is_one_of(word, "should must ought has have"))
        && !words().any(|word| is_one_of(word, HERE))
}

/// True for a sentence of some words in which neither anybody who is here nor the interview occurs.
fn is_remote(sentence: &Sentence) -> bool {
    const HERE: &str = "i me my mine myself we us our let you your yours u ur this that these it all now here please question questions \
        interview survey chat bot next enough stop finish end done bye goodbye over later";
    let mut words = sentence.words.iter();
    sentence.words.len() >= REMOTE && !words.any(|word| is_one_of(&word.text, HERE))
}

/// True for a sentence that leaves something out of the interview: “Let's keep the boat out of this.”
fn leaves_out(sentence: &Sentence) -> bool {
    let words = || sentence.words.iter().map(|word| &*word.text);
    let left = words().position(|word| is_one_of(word, "leave leaving keep"));
    left.is_some_and(|left| words().skip(left + 2).any(|word| word == "out"))
}

/// True for “Why do you ask?”, which is about the interview and blames nobody. “Why do you need to know?” is left to the model.
fn asks_for_a_reason(sentence: &Sentence) -> bool {
    let words: Vec<&str> = sentence.words.iter().map(|word| &*word.text).collect();
    let reason = ["ask", "asking", "need", "want"];
    words.len() <= 10
        && words.first() == Some(&"why")
        && words.get(2) == Some(&"you")
        && words.iter().any(|word| reason.contains(word))
        && !words
            .windows(3)
            .any(|three| three == ["need", "to", "know"])
}

/// Where words stand: in a sentence of so many, or in all of them together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Sentence { first: bool, last: bool },
    Whole,
}

/// The features of each sentence, and then of the whole answer if it has several and is not long: sorted, each once.
pub(super) fn features(
    lists: &Words,
    heard: &Heard,
    sentences: &[Sentence],
    asked: &Asked,
) -> Vec<Vec<u32>> {
    let all: usize = sentences.iter().map(|sentence| sentence.words.len()).sum();
    let mut out = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let words: Vec<&Word> = sentence.words.iter().collect();
        let place = Place::Sentence {
            first: at == 0,
            last: at + 1 == sentences.len(),
        };
        let mut found = of_words(lists, &words, sentence.asks, asked);
        found.extend(of_place(heard, all, heard.sentences[at].1, place));
        out.push(found);
    }
    if sentences.len() > 1 && all <= WHOLE {
        let words: Vec<&Word> = sentences.iter().flat_map(|each| &each.words).collect();
        let mut found = of_words(lists, &words, false, asked);
        found.extend(of_place(heard, all, heard.acts, Place::Whole));
        out.push(found);
    }
    for found in &mut out {
        found.sort_unstable();
        found.dedup();
    }
    out
}

/// What stands where in an answer of so many words, and what its cues show.
fn of_place(heard: &Heard, all: usize, here: u32, place: Place) -> Vec<u32> {
    let mut found = vec![hash(&["#all", size(all + 1)])];
    match place {
        Place::Whole => found.push(hash(&["#whole"])),
        Place::Sentence { first, last } => {
            found.extend(first.then(|| hash(&["#first"])));
            found.extend(last.then(|| hash(&["#last"])));
        }
    }
    for act in Act::ALL {
        if here & act.bit() != 0 {
            found.push(hash(&["#here ", act.name()]));
        }
        if heard.has(*act) {
            found.push(hash(&["#heard ", act.name()]));
        }
    }
    found
}

/// What words show by themselves and beside the question.
fn of_words(lists: &Words, sentence: &[&Word], asks: bool, asked: &Asked) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |parts: &[&str]| found.push(hash(parts));
    let mut words = vec!["^"];
    let mut part = String::new();
    for word in sentence {
        add(&[&word.text]);
        words.push(lists.stem(&word.text));
        part.clear();
        part.extend(["<", &word.text, ">"]);
        let starts: Vec<usize> = part.char_indices().map(|(at, _)| at).collect();
        for (at, start) in starts.iter().enumerate() {
            if at + PART <= starts.len() {
                let end = starts.get(at + PART).copied().unwrap_or(part.len());
                add(&["%", &part[*start..end]]);
            }
        }
    }
    if asks {
        words.push("?");
    }
    words.push("$");
    for (at, word) in sentence.iter().enumerate() {
        if word.breaks {
            let next = words[at + 1];
            add(&[", ", next]);
            if at + 1 < sentence.len() {
                add(&[", ", next, " ", words[at + 2]]);
            }
            if at > 0 {
                add(&[words[at], " ,"]);
            }
        }
    }
    if sentence.iter().any(|word| word.quoted) {
        add(&["#quoted"]);
    }
    // “I never liked ships” and “I never liked children” deny the question alike: its words stand as a sign, too.
    let is_asked = |word: &&str| asked.stems.iter().any(|other| other == *word);
    let known = words.iter().filter(|word| is_asked(word)).count();
    let signs: Vec<&str> = words
        .iter()
        .map(|word| if is_asked(word) { "=" } else { *word })
        .collect();
    for (words, every) in [(&words, true), (&signs, false)] {
        for (at, first) in words.iter().enumerate() {
            let (second, third) = (words.get(at + 1), words.get(at + 2));
            let counts = |word: Option<&&str>| every || word == Some(&"=");
            let pair = counts(Some(first)) || counts(second);
            if let Some(second) = second {
                if pair {
                    add(&[first, " ", second]);
                }
                if let Some(third) = third
                    && (pair || counts(Some(third)))
                {
                    add(&[first, " ", second, " ", third]);
                    add(&[first, " * ", third]);
                }
            }
        }
    }
    add(&["#words", size(words.len() - 1)]);
    add(&["#asked", size(known + 1)]);
    let [first, second] = asked.opening.each_ref().map(String::as_str);
    let own = words[1];
    add(&["#q ", first]);
    add(&["#q ", first, " ", second]);
    add(&["#q ", first, " > ", own]);
    let clauses = if asked.has_clauses {
        "#clauses"
    } else {
        "#plain"
    };
    add(&[clauses]);
    add(&[clauses, " > ", own]);
    if asked.of_you {
        add(&["#you"]);
    }
    found
}

/// A number by its size.
fn size(number: usize) -> &'static str {
    const SIZES: [(usize, &str); 10] = [
        (1, "0"),
        (2, "1"),
        (3, "2"),
        (5, "4"),
        (8, "7"),
        (12, "11"),
        (18, "17"),
        (28, "27"),
        (45, "44"),
        (80, "79"),
    ];
    let fits = SIZES.iter().find(|(below, _)| number <= *below);
    fits.map_or("more", |(_, name)| name)
}

/// How many features there may be.
pub const FEATURES: usize = 1 << 19;

/// FNV-1a, folded to the bits of [`FEATURES`].
fn hash(parts: &[&str]) -> u32 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash ^ (hash >> 19)) & (FEATURES as u32 - 1)
}
