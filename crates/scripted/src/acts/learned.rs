//! What a sentence does where no cue shows it, and what only looks like a cue: a linear model over the words of a sentence, pairs of
//! them, where it stands, and the cues that were found. `examples/train_acts.rs` makes its weights from labelled answers.

use super::{Act, Heard};
use crate::acts::words::Sentence;
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

/// The score below which a sentence is not taken to do what a cue of it shows.
const DOUBT: f32 = -1.0;
/// Score from which a sentence without a cue blames the question: an answer is taken for a complaint more often than for anything else.
const BLAME: f32 = 0.5;
/// Score from which somebody is taken not to want to live without any of the words for it.
const SURE: f32 = 2.0;

/// How far apart two words of a pair may stand.
const REACH: usize = 5;

/// The weights of a language.
///
/// Its bytes are, for each act of [`ACTS`]: the bias and the size of one step of weight (`f32`, little endian), the number of weights
/// (`u16`), for each the distance of its feature from the one before (7 bits a byte, the lowest first), and for each its steps (`i8`).
pub(crate) struct Model {
    bias: [f32; ACTS.len()],
    /// Feature, place of the act, weight: sorted.
    weights: Vec<(u32, u8, f32)>,
    /// Where the weights of each [`STRIDE`] features begin: a sentence has hundreds of features, and most have no weight.
    starts: Vec<u32>,
}

/// Features between two places of the index.
const STRIDE: usize = 32;

impl Model {
    /// Reads the weights; none where the bytes are no model.
    pub(crate) fn read(bytes: &[u8]) -> Option<Model> {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next();
        let mut model = Model {
            bias: [0.0; ACTS.len()],
            weights: Vec::new(),
            starts: Vec::new(),
        };
        for act in 0..ACTS.len() {
            let mut float = || Some(f32::from_le_bytes([next()?, next()?, next()?, next()?]));
            model.bias[act] = float()?;
            let step = float()?;
            let count = usize::from(u16::from_le_bytes([next()?, next()?]));
            let first = model.weights.len();
            let mut feature = 0u32;
            for _ in 0..count {
                let mut shift = 0;
                loop {
                    let byte = next()?;
                    feature = feature.wrapping_add(u32::from(byte & 127) << shift);
                    shift += 7;
                    if byte < 128 || shift > 14 {
                        break;
                    }
                }
                model.weights.push((feature, act as u8, step));
            }
            for (_, _, weight) in &mut model.weights[first..] {
                *weight *= f32::from(next()? as i8);
            }
        }
        model
            .weights
            .sort_unstable_by_key(|(feature, act, _)| (*feature, *act));
        let starts = (0..FEATURES).step_by(STRIDE).map(|from| {
            let before = |weight: &(u32, u8, f32)| (weight.0 as usize) < from;
            model.weights.partition_point(before) as u32
        });
        model.starts = starts.collect();
        Some(model)
    }

    /// How sure it is of each act, by the features of a sentence; above nothing means that the sentence does it.
    fn scores(&self, features: &[u32]) -> [f32; ACTS.len()] {
        let each = weight_of_each(features.len());
        let mut scores = self.bias;
        for feature in features {
            let from = self.starts[*feature as usize / STRIDE] as usize;
            for (other, act, weight) in &self.weights[from..] {
                if other == feature {
                    scores[usize::from(*act)] += weight * each;
                } else if other > feature {
                    break;
                }
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
    asked: &[String],
) {
    let features = features(lists, heard, sentences, asked);
    let decided = ACTS.iter().fold(0, |all, act| all | act.bit());
    heard.acts &= !decided;
    for (at, features) in features.iter().enumerate() {
        let cues = heard.sentences[at].1;
        heard.sentences[at].1 &= !decided;
        if asks_for_a_reason(&sentences[at]) {
            heard.add(Act::Setting, Some(at));
            continue;
        }
        let mut words = sentences[at].words.iter();
        let grave = words.any(|word| is_one_of(&word.text, lists.grave));
        for (act, score) in ACTS.into_iter().zip(model.scores(features)) {
            // “I'd be repeating myself” has the form of what hurts, and none of its words.
            if act == Act::Crisis && cues & act.bit() == 0 && !grave && score < SURE {
                continue;
            }
            let cued = cues & act.bit() != 0;
            // “That you don't read them” says what was asked for, and blames no question.
            if act == Act::Complaint && states(&sentences[at]) {
                continue;
            }
            let least = match act {
                _ if cued => DOUBT,
                Act::Complaint => BLAME,
                _ => 0.0,
            };
            if score > least {
                // A denial is most often an answer: “She doesn't own a phone” puts no sentence of the question right.
                let place = (cued || act != Act::Correction).then_some(at);
                heard.add(act, place);
            }
        }
    }
}

/// True for a sentence that is what somebody thinks or says: “That you don't read them”.
fn states(sentence: &Sentence) -> bool {
    let text = |at: usize| sentence.words.get(at).map_or("", |word| &*word.text);
    text(0) == "that" && is_one_of(text(1), "you i we they he she it nobody the my our your")
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

/// The features of each sentence, sorted, each once.
pub(super) fn features(
    lists: &Words,
    heard: &Heard,
    sentences: &[Sentence],
    asked: &[String],
) -> Vec<Vec<u32>> {
    let all: usize = sentences.iter().map(|sentence| sentence.words.len()).sum();
    let mut out = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let mut found = Vec::new();
        let mut add = |parts: &[&str]| found.push(hash(parts));
        let mut words = vec!["^"];
        for word in &sentence.words {
            add(&[&word.text]);
            words.push(lists.stem(&word.text));
        }
        if sentence.asks {
            words.push("?");
        }
        words.push("$");
        for (from, first) in words.iter().enumerate() {
            let to = |far: usize| words.get(from + far).copied();
            if let Some(second) = to(1) {
                add(&[first, " ", second]);
                if let Some(third) = to(2) {
                    add(&[first, " ", second, " ", third]);
                    add(&[first, " * ", third]);
                }
            }
            for far in 3..=REACH {
                if let Some(other) = to(far) {
                    add(&[first, "~", other]);
                }
            }
        }
        let known = |word: &&&str| asked.iter().any(|other| other == **word);
        let known = words.iter().filter(known).count();
        add(&["#words", size(words.len() - 1)]);
        add(&["#all", size(all + 1)]);
        add(&["#asked", size(known + 1)]);
        if at == 0 {
            add(&["#first"]);
        }
        if at + 1 == sentences.len() {
            add(&["#last"]);
        }
        for act in Act::ALL {
            if heard.sentences[at].1 & act.bit() != 0 {
                add(&["#here ", act.name()]);
            }
            if heard.has(*act) {
                add(&["#heard ", act.name()]);
            }
        }
        found.sort_unstable();
        found.dedup();
        out.push(found);
    }
    out
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
pub const FEATURES: usize = 1 << 18;

/// FNV-1a, folded to the bits of [`FEATURES`].
fn hash(parts: &[&str]) -> u32 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash ^ (hash >> 18)) & (FEATURES as u32 - 1)
}
