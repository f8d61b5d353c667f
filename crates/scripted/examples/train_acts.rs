//! Makes `data/acts/en.weights` from labelled answers:
//! `cargo run --release -p colloquy-scripted --example train_acts -- OUT KEPT FILE...`.
//!
//! A file has a JSON object a line, with `question`, `answer` and `acts`; one that ends in `.txt` has the form of `tests/acts.txt`. A file
//! that is named several times counts as often. The weights that ship are made in the folder of this crate by
//! `T=../../tests/cases/acts/training C=tests/acts.txt; … data/acts/en.weights 1200 $C $C $C $C $C $C $C $C $T/*.jsonl $T/21.jsonl`.
//! Labels are of whole answers; of one that does something the sentence that shows it best, or the answer as a whole, is taken to do it, in
//! three rounds. Each act is a logistic regression, in which an answer that does it counts more; of its weights the KEPT largest are kept
//! and fitted again.

// A program that runs by hand: it reads and writes files, which the crate itself never does.
#![allow(clippy::disallowed_methods)]

use colloquy_scripted::acts::{features, learned};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Steps of each round but the last, and of the last one, of the weights that are kept. Each begins where the one before ended.
const ROUNDS: [usize; 3] = [120, 50, 50];
const STEPS: usize = 120;
/// Sentences in which a feature occurs at least.
const SEEN: usize = 3;
/// How much a sentence counts beside the size of the weights, as long as all are wanted, and in the last round.
const STRENGTH: [f64; 2] = [1.0, 1.0];
/// How often an answer counts that does it.
const DOES: f64 = 1.5;
/// Steps to which the largest weight of an act is rounded.
const LARGEST: f64 = 15.0;

struct Rows {
    features: Vec<Vec<u32>>,
    /// What one feature of each sentence counts.
    each: Vec<f64>,
    /// The answer of each sentence.
    answers: Vec<usize>,
    labels: Vec<Vec<String>>,
}

/// A line of cases: the acts or `-`, the question, and the answer.
fn case(line: &str) -> Value {
    let parts: Vec<&str> = line.splitn(3, " | ").collect();
    let acts: Vec<&str> = parts[0].split(' ').filter(|act| *act != "-").collect();
    json!({"acts": acts, "question": parts[1], "answer": parts[2]})
}

fn read(files: &[String]) -> Rows {
    let mut rows = Rows {
        features: Vec::new(),
        each: Vec::new(),
        answers: Vec::new(),
        labels: Vec::new(),
    };
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file that can be read");
        let lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let line = if file.ends_with(".txt") {
                case(line)
            } else {
                serde_json::from_str(line).expect("a JSON object a line")
            };
            let text = |key: &str| line[key].as_str().expect("a text");
            let labels: Vec<String> = serde_json::from_value(line["acts"].clone()).expect("acts");
            // Another language is heard by its letters and words.
            if labels.iter().any(|label| label == "language") {
                continue;
            }
            for sentence in features(text("question"), text("answer")) {
                rows.each
                    .push(learned::weight_of_each(sentence.len()).into());
                rows.features.push(sentence);
                rows.answers.push(rows.labels.len());
            }
            rows.labels.push(labels);
        }
    }
    rows
}

/// One logistic regression.
struct Fit {
    bias: f64,
    weights: Vec<f64>,
}

impl Fit {
    fn score(&self, rows: &Rows, at: usize) -> f64 {
        let weights = rows.features[at].iter().map(|f| self.weights[*f as usize]);
        self.bias + rows.each[at] * weights.sum::<f64>()
    }
}

/// The most that the slope of a loss can change for a step of one, found by power iteration.
fn steepest(rows: &Rows) -> f64 {
    let mut direction = vec![1.0 / (learned::FEATURES as f64).sqrt(); learned::FEATURES];
    let (mut bias, mut length) = (1.0, 1.0);
    for _ in 0..20 {
        let now = Fit {
            bias,
            weights: direction,
        };
        direction = vec![0.0; learned::FEATURES];
        bias = 0.0;
        for (at, features) in rows.features.iter().enumerate() {
            let score = now.score(rows, at);
            bias += score;
            for feature in features {
                direction[*feature as usize] += score * rows.each[at];
            }
        }
        length = (bias * bias + direction.iter().map(|part| part * part).sum::<f64>()).sqrt();
        bias /= length;
        direction.iter_mut().for_each(|part| *part /= length);
    }
    // A logistic function rises by a quarter at most.
    DOES * 0.25 * length * 1.05
}

/// Accelerated gradient descent over the features that may have a weight, from a fit on.
fn fit(
    (rows, steepest): (&Rows, f64),
    target: &[bool],
    allowed: &[bool],
    from: Fit,
    (strength, steps): (f64, usize),
) -> Fit {
    let size = learned::FEATURES;
    let weights = from.weights.iter().zip(allowed);
    let mut now: Vec<f64> = weights
        .map(|(w, may)| if *may { *w } else { 0.0 })
        .collect();
    let mut before = now.clone();
    let (mut bias, mut bias_before, mut momentum) = (from.bias, from.bias, 1.0_f64);
    let rate = 1.0 / (strength * steepest + 1.0);
    for _ in 0..steps {
        let next = (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0;
        let share = (momentum - 1.0) / next;
        momentum = next;
        let ahead = Fit {
            bias: bias + share * (bias - bias_before),
            weights: now
                .iter()
                .zip(&before)
                .map(|(now, before)| now + share * (now - before))
                .collect(),
        };
        let mut slope = vec![0.0; size];
        let mut bias_slope = 0.0;
        for (at, features) in rows.features.iter().enumerate() {
            let counts = if target[at] { DOES } else { 1.0 };
            let taken = 1.0 / (1.0 + (-ahead.score(rows, at)).exp());
            let off = strength * counts * (taken - f64::from(u8::from(target[at])));
            bias_slope += off;
            for feature in features {
                slope[*feature as usize] += off * rows.each[at];
            }
        }
        before = now;
        now = (0..size)
            .map(|at| {
                let slope = slope[at] + ahead.weights[at];
                if allowed[at] {
                    ahead.weights[at] - rate * slope
                } else {
                    0.0
                }
            })
            .collect();
        bias_before = bias;
        bias = ahead.bias - rate * bias_slope;
    }
    Fit { bias, weights: now }
}

/// The sentences that do what their answers do, as far as a fit shows it: the best of each answer, and all that are sure.
fn of_sentences(rows: &Rows, does: &dyn Fn(usize) -> bool, found: &Fit) -> Vec<bool> {
    let scores: Vec<f64> = (0..rows.features.len())
        .map(|at| found.score(rows, at))
        .collect();
    let mut best: BTreeMap<usize, usize> = BTreeMap::new();
    for at in (0..scores.len()).filter(|at| does(*at)) {
        let best = best.entry(rows.answers[at]).or_insert(at);
        if scores[at] > scores[*best] {
            *best = at;
        }
    }
    (0..scores.len())
        .map(|at| does(at) && (scores[at] > 0.0 || best[&rows.answers[at]] == at))
        .collect()
}

/// The model of one act.
fn train(rows: &Rows, act: &str, seen: &[bool], kept: usize, steepest: f64) -> Fit {
    let does = |at: usize| rows.labels[rows.answers[at]].iter().any(|l| l == act);
    let mut target: Vec<bool> = (0..rows.features.len()).map(does).collect();
    let mut found = Fit {
        bias: 0.0,
        weights: vec![0.0; learned::FEATURES],
    };
    for (round, steps) in ROUNDS.into_iter().enumerate() {
        if round > 0 {
            target = of_sentences(rows, &does, &found);
        }
        let how = (STRENGTH[0], steps);
        found = fit((rows, steepest), &target, seen, found, how);
    }
    target = of_sentences(rows, &does, &found);
    let mut sizes: Vec<f64> = found.weights.iter().map(|weight| weight.abs()).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    let least = sizes[kept];
    let allowed: Vec<bool> = found.weights.iter().map(|w| w.abs() > least).collect();
    let how = (STRENGTH[1], STEPS);
    fit((rows, steepest), &target, &allowed, found, how)
}

/// Adds a model to the bytes as [`learned`] reads them, and returns how many weights it has.
fn write(bytes: &mut Vec<u8>, found: &Fit) -> usize {
    let largest = found
        .weights
        .iter()
        .fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
    let step = largest.max(f64::MIN_POSITIVE) / LARGEST;
    let rounded = found.weights.iter().map(|w| (w / step).round() as i8);
    let rounded: Vec<(usize, i8)> = rounded.enumerate().filter(|(_, w)| *w != 0).collect();
    bytes.extend((found.bias as f32).to_le_bytes());
    bytes.extend((step as f32).to_le_bytes());
    bytes.extend((rounded.len() as u16).to_le_bytes());
    let mut before = 0;
    for (feature, _) in &rounded {
        let mut far = feature - before;
        before = *feature;
        while far > 127 {
            bytes.push(far as u8 & 127 | 128);
            far >>= 7;
        }
        bytes.push(far as u8);
    }
    bytes.extend(rounded.iter().map(|(_, weight)| *weight as u8));
    rounded.len()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, kept, files @ ..] = &arguments[..] else {
        eprintln!("train_acts OUT KEPT FILE...");
        std::process::exit(2);
    };
    let kept: usize = kept.parse().expect("a number of weights, such as 1000");
    let rows = read(files);
    let mut count = vec![0; learned::FEATURES];
    for feature in rows.features.iter().flatten() {
        count[*feature as usize] += 1;
    }
    let seen: Vec<bool> = count.iter().map(|count| *count >= SEEN).collect();
    let steepest = steepest(&rows);
    let fits: Vec<Fit> = std::thread::scope(|scope| {
        let (rows, seen) = (&rows, &seen);
        let halves = learned::ACTS.chunks(learned::ACTS.len().div_ceil(2));
        let threads: Vec<_> = halves
            .map(|acts| {
                let train = move |act: &colloquy_scripted::acts::Act| {
                    train(rows, act.name(), seen, kept, steepest)
                };
                scope.spawn(move || acts.iter().map(train).collect::<Vec<Fit>>())
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .flat_map(|fits| fits.expect("a thread that ends"))
            .collect()
    });
    let mut bytes: Vec<u8> = Vec::new();
    let weights: usize = fits.iter().map(|found| write(&mut bytes, found)).sum();
    println!(
        "{} answers, {} sentences, {weights} weights, {} bytes",
        rows.labels.len(),
        rows.features.len(),
        bytes.len()
    );
    std::fs::write(out, bytes).expect("a file that can be written");
}
