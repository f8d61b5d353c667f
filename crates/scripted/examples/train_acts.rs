//! Makes `data/acts/en.weights` from labelled answers:
//! `cargo run --release -p colloquy-scripted --example train_acts -- OUT KEPT FILE...`.
//!
//! A file has a JSON object a line, with `question`, `answer` and `acts`; one that ends in `.txt` has the form of `tests/acts.txt`. A file
//! that is named several times counts as often. The weights that ship are made in the folder of this crate by
//! `T=../../tests/cases/acts/training C=tests/acts.txt; … data/acts/en.weights 8000 $C $C $C $C $T/*.jsonl $T/{21,27,27}.jsonl`.
//!
//! What is trained is a network with one hidden layer ([`learned`]). Labels are of whole answers; of one that does something, the sentence
//! that shows it best, or the answer as a whole, is taken to do it: the largest score counts, and learns. A first network sees all
//! features; the KEPT that matter most to it are kept, and a second one is trained on these, in its second half with weights that are
//! rounded as those that ship. Adam (Kingma and Ba 2015), dropout of features, rounding as in Courbariaux and others 2015. The same files
//! give the same weights.

// A program that runs by hand: it reads and writes files, which the crate itself never does.
#![allow(clippy::disallowed_methods)]

use colloquy_scripted::acts::{features, learned};
use learned::{ACTS, FEATURES, HIDDEN, LEVELS};
use serde_json::{Value, json};

/// Rounds over all answers of the first network and of the second one.
const ROUNDS: [usize; 2] = [6, 20];
/// Answers of a step.
const BATCH: usize = 256;
/// Size of a step at the beginning; at the end it is a tenth of that.
const RATE: f32 = 2e-3;
/// Share of the features of a sentence that are left out of a step.
const DROPPED: f32 = 0.3;
/// What the size of the weights costs.
const DECAY: f32 = 1e-6;
/// Answers in which a feature occurs at least.
const SEEN: usize = 3;
/// How often an answer counts that does it.
const DOES: f32 = 1.5;
/// Where rounding ends, in standard deviations.
const WIDTH: f32 = 2.2;

/// A sentence, or an answer as a whole: its features, and what each of them counts.
struct Part {
    features: Vec<u32>,
    each: f32,
}

struct Answer {
    parts: Vec<Part>,
    does: [bool; ACTS.len()],
}

/// A line of cases: the acts or `-`, the question, and the answer.
fn case(line: &str) -> Value {
    let parts: Vec<&str> = line.splitn(3, " | ").collect();
    let acts: Vec<&str> = parts[0].split(' ').filter(|act| *act != "-").collect();
    json!({"acts": acts, "question": parts[1], "answer": parts[2]})
}

fn read(files: &[String]) -> Vec<Answer> {
    let mut answers = Vec::new();
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
            let parts = features(text("question"), text("answer")).into_iter();
            let parts = parts.map(|features| Part {
                each: learned::weight_of_each(features.len()),
                features,
            });
            answers.push(Answer {
                parts: parts.collect(),
                does: ACTS.map(|act| labels.iter().any(|label| label == act.name())),
            });
        }
    }
    answers
}

/// Numbers that look random and are the same each time: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Around 0, nearly normal, of a deviation.
    fn around(&mut self, deviation: f32) -> f32 {
        let sum: f32 = (0..12).map(|_| self.share()).sum();
        (sum - 6.0) * deviation
    }
}

/// Weights of one kind, with what Adam knows of their slopes.
struct Weights {
    now: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Weights {
    fn new(now: Vec<f32>) -> Self {
        let zero = vec![0.0; now.len()];
        Weights {
            now,
            slope: zero.clone(),
            mean: zero.clone(),
            square: zero,
        }
    }

    fn step(&mut self, rate: f32, time: i32, decay: f32) {
        let (first, second) = (1.0 - 0.9_f32.powi(time), 1.0 - 0.999_f32.powi(time));
        for at in 0..self.now.len() {
            let slope = self.slope[at] + decay * self.now[at];
            self.mean[at] += 0.1 * (slope - self.mean[at]);
            self.square[at] += 0.001 * (slope * slope - self.square[at]);
            let size = (self.square[at] / second).sqrt() + 1e-8;
            self.now[at] -= rate * self.mean[at] / first / size;
            self.slope[at] = 0.0;
        }
    }
}

/// The network: what a feature adds to the hidden layer, where that begins, what it adds to the acts, and where these begin.
struct Network {
    inner: Weights,
    inner_bias: Weights,
    outer: Weights,
    outer_bias: Weights,
    time: i32,
}

/// The hidden layer and the scores of a part.
struct Scored {
    hidden: [f32; HIDDEN],
    scores: [f32; ACTS.len()],
}

impl Network {
    fn new(features: usize, random: &mut Random) -> Self {
        let inner = (0..features * HIDDEN).map(|_| random.around(0.05));
        let inner = inner.collect();
        let outer = (0..HIDDEN * ACTS.len()).map(|_| random.around(0.3));
        Network {
            inner: Weights::new(inner),
            inner_bias: Weights::new(vec![0.0; HIDDEN]),
            outer: Weights::new(outer.collect()),
            outer_bias: Weights::new(vec![-3.0; ACTS.len()]),
            time: 0,
        }
    }

    fn score(&self, part: &[(usize, f32)]) -> Scored {
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&self.inner_bias.now);
        for (feature, counts) in part {
            let row = &self.inner.now[feature * HIDDEN..][..HIDDEN];
            for (hidden, weight) in hidden.iter_mut().zip(row) {
                *hidden += counts * weight;
            }
        }
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        let mut scores = [0.0; ACTS.len()];
        scores.copy_from_slice(&self.outer_bias.now);
        for (hidden, row) in hidden.iter().zip(self.outer.now.chunks(ACTS.len())) {
            for (score, weight) in scores.iter_mut().zip(row) {
                *score += hidden * weight;
            }
        }
        Scored { hidden, scores }
    }

    /// Adds the slopes of one answer.
    fn learn(&mut self, parts: &[Vec<(usize, f32)>], does: &[bool; ACTS.len()], share: f32) {
        let scored: Vec<Scored> = parts.iter().map(|part| self.score(part)).collect();
        let mut off = vec![[0.0; ACTS.len()]; parts.len()];
        for act in 0..ACTS.len() {
            let score = |at: &usize| scored[*at].scores[act];
            let best = (0..parts.len()).max_by(|a, b| score(a).total_cmp(&score(b)));
            let Some(best) = best else { continue };
            let taken = 1.0 / (1.0 + (-score(&best)).exp());
            let (target, counts) = if does[act] { (1.0, DOES) } else { (0.0, 1.0) };
            off[best][act] = (taken - target) * counts * share;
        }
        for ((part, scored), off) in parts.iter().zip(&scored).zip(&off) {
            if off.iter().all(|off| *off == 0.0) {
                continue;
            }
            let mut inner = [0.0; HIDDEN];
            for (at, inner) in inner.iter_mut().enumerate() {
                let row = &self.outer.now[at * ACTS.len()..][..ACTS.len()];
                let slopes = &mut self.outer.slope[at * ACTS.len()..][..ACTS.len()];
                for act in 0..ACTS.len() {
                    slopes[act] += scored.hidden[at] * off[act];
                    *inner += row[act] * off[act];
                }
                *inner *= f32::from(u8::from(scored.hidden[at] > 0.0));
                self.inner_bias.slope[at] += *inner;
            }
            for (slope, off) in self.outer_bias.slope.iter_mut().zip(off) {
                *slope += off;
            }
            for (feature, counts) in part {
                let slopes = &mut self.inner.slope[feature * HIDDEN..][..HIDDEN];
                for (slope, inner) in slopes.iter_mut().zip(&inner) {
                    *slope += counts * inner;
                }
            }
        }
    }

    fn step(&mut self, rate: f32) {
        self.time += 1;
        self.inner.step(rate, self.time, DECAY);
        self.inner_bias.step(rate, self.time, 0.0);
        self.outer.step(rate, self.time, DECAY);
        self.outer_bias.step(rate, self.time, 0.0);
    }

    /// One step of rounding for each place of the hidden layer.
    fn scales(&self) -> [f32; HIDDEN] {
        let rows = (self.inner.now.len() / HIDDEN) as f32;
        let (mut sums, mut squares) = ([0.0_f32; HIDDEN], [0.0_f32; HIDDEN]);
        for row in self.inner.now.chunks(HIDDEN) {
            for at in 0..HIDDEN {
                sums[at] += row[at];
                squares[at] += row[at] * row[at];
            }
        }
        let deviation = |at: usize| {
            let mean = sums[at] / rows;
            (squares[at] / rows - mean * mean).max(0.0).sqrt()
        };
        std::array::from_fn(|at| WIDTH * deviation(at) / f32::from(LEVELS) + 1e-9)
    }

    /// Weights of the features in steps.
    fn rounded(&self, scales: &[f32; HIDDEN]) -> Vec<i8> {
        let most = f32::from(LEVELS);
        let places = self.inner.now.iter().enumerate();
        let steps = places.map(|(at, weight)| (weight / scales[at % HIDDEN]).round());
        steps.map(|step| step.clamp(-most, most) as i8).collect()
    }
}

/// Trains a network on some features, numbered by `places`; `rounds` over all answers, rounding in the second half where it shall.
fn train(answers: &[Answer], places: &[Option<usize>], rounds: usize, rounds_off: bool) -> Network {
    let mut random = Random(1);
    let features = places.iter().flatten().count();
    let mut network = Network::new(features, &mut random);
    let mut order: Vec<usize> = (0..answers.len()).collect();
    for round in 0..rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, (random.next() % (at as u64 + 1)) as usize);
        }
        let rate = RATE * (1.0 - 0.9 * round as f32 / rounds as f32);
        for batch in order.chunks(BATCH) {
            // What is learned is what the rounded weights do; it is added to those that are not.
            let exact = (rounds_off && 2 * round >= rounds).then(|| {
                let scales = network.scales();
                let steps = network.rounded(&scales).into_iter().enumerate();
                let rounded = steps.map(|(at, step)| f32::from(step) * scales[at % HIDDEN]);
                let rounded: Vec<f32> = rounded.collect();
                (
                    std::mem::replace(&mut network.inner.now, rounded.clone()),
                    rounded,
                )
            });
            for answer in batch {
                let answer = &answers[*answer];
                let parts: Vec<Vec<(usize, f32)>> = answer
                    .parts
                    .iter()
                    .map(|part| {
                        let known = part.features.iter().filter_map(|f| places[*f as usize]);
                        let left = known.filter(|_| random.share() >= DROPPED);
                        left.map(|place| (place, part.each / (1.0 - DROPPED)))
                            .collect()
                    })
                    .collect();
                network.learn(&parts, &answer.does, 1.0 / batch.len() as f32);
            }
            network.step(rate);
            if let Some((mut exact, rounded)) = exact {
                for at in 0..exact.len() {
                    exact[at] += network.inner.now[at] - rounded[at];
                }
                network.inner.now = exact;
            }
        }
    }
    network
}

/// The features that matter most to a network: by what they add to the acts, and how often they occur.
fn chosen(network: &Network, places: &[Option<usize>], count: &[usize], kept: usize) -> Vec<u32> {
    let weight = |feature: &u32| {
        let place = places[*feature as usize].expect("a known feature");
        let row = &network.inner.now[place * HIDDEN..][..HIDDEN];
        let adds = (0..ACTS.len()).map(|act| {
            let pairs = row.iter().enumerate();
            let sum: f32 = pairs
                .map(|(at, weight)| weight * network.outer.now[at * ACTS.len() + act])
                .sum();
            sum * sum
        });
        adds.sum::<f32>() * count[*feature as usize] as f32
    };
    let known = (0..FEATURES as u32).filter(|feature| places[*feature as usize].is_some());
    let mut known: Vec<(f32, u32)> = known.map(|feature| (weight(&feature), feature)).collect();
    known.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut out: Vec<u32> = known
        .into_iter()
        .take(kept)
        .map(|(_, feature)| feature)
        .collect();
    out.sort_unstable();
    out
}

/// Places of some features, which are sorted.
fn places(features: impl Iterator<Item = u32>) -> Vec<Option<usize>> {
    let mut places = vec![None; FEATURES];
    for (place, feature) in features.enumerate() {
        places[feature as usize] = Some(place);
    }
    places
}

/// The bytes of a network as [`learned`] reads them.
fn bytes(network: &Network, features: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    let scales = network.scales();
    let floats = [
        &scales[..],
        &network.inner_bias.now,
        &network.outer.now,
        &network.outer_bias.now,
    ];
    for float in floats.into_iter().flatten() {
        out.extend(float.to_le_bytes());
    }
    out.extend((features.len() as u16).to_le_bytes());
    let mut before = 0;
    for feature in features {
        let mut far = feature - before;
        before = *feature;
        while far > 127 {
            out.push(far as u8 & 127 | 128);
            far >>= 7;
        }
        out.push(far as u8);
    }
    let base = 2 * LEVELS + 1;
    for three in network.rounded(&scales).chunks(3) {
        let digits = three.iter().rev().map(|step| (step + LEVELS as i8) as u8);
        out.push(digits.fold(0, |sum, digit| sum * base + digit));
    }
    out
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, kept, files @ ..] = &arguments[..] else {
        eprintln!("train_acts OUT KEPT FILE...");
        std::process::exit(2);
    };
    let kept: usize = kept.parse().expect("a number of features, such as 8000");
    let answers = read(files);
    let mut count = vec![0; FEATURES];
    for answer in &answers {
        let all = answer.parts.iter().flat_map(|part| &part.features);
        let mut all: Vec<u32> = all.copied().collect();
        all.sort_unstable();
        all.dedup();
        all.iter().for_each(|feature| count[*feature as usize] += 1);
    }
    let seen = (0..FEATURES as u32).filter(|feature| count[*feature as usize] >= SEEN);
    let all = places(seen);
    let first = train(&answers, &all, ROUNDS[0], false);
    let features = chosen(&first, &all, &count, kept);
    let network = train(&answers, &places(features.iter().copied()), ROUNDS[1], true);
    let bytes = bytes(&network, &features);
    println!(
        "{} answers, {} features, {} bytes",
        answers.len(),
        features.len(),
        bytes.len()
    );
    std::fs::write(out, bytes).expect("a file that can be written");
}
