//! What a turn of a long skills interview costs: bytes sent to the model, bytes stored, and the engine's own time. Prints
//! a table of turns around the 5th, the 50th and the 500th (`cargo xtask bench turns`).
//!
//! The same interview is led several times, and of each turn the least time counts: what else the machine does adds to a time
//! and never takes any away.

use colloquy_core::{Begin, Effect, Event, Interview, Phase};
use colloquy_dialects::{Dialect, Refused};
use colloquy_schema::{Call, Purpose, RawReply};
use colloquy_tests::behaviour::gaps_rules::with_resume;
use colloquy_tests::reader;
use colloquy_tests::sections::skills_of;
use colloquy_tests::world::{BEGIN, gaps_guide};
use serde_json::json;
use std::time::{Duration, Instant};

/// How many skills the résumé names: three questions about each are more than 500.
const SKILLS: usize = 190;
/// The turns that are looked at, first and last. Several each: what a turn sends goes up until the older half of the
/// history is dropped, so that one turn alone says little.
const TURNS: [(usize, usize); 3] = [(3, 7), (40, 60), (460, 499)];
/// How often the interview is led.
const SESSIONS: usize = 7;
/// Words around what an answer says: about 40 of them, as long as people's answers are.
const AROUND: &str = "That was in the second of three jobs, where I looked after the system that the whole warehouse ran on, \
    and we had to keep it alive through every night of the year, which taught me more than any course did.";

/// What one turn cost.
#[derive(Clone, Copy, Default)]
struct Turn {
    calls: usize,
    sent: usize,
    stored: usize,
    records: usize,
    engine: Duration,
    drawing: Duration,
}

/// An interview with a model that is at hand.
struct Bench {
    interview: Interview,
    now: u64,
    turn: Turn,
}

impl Bench {
    fn begin() -> Bench {
        let mut resume = String::from("Data engineer. Skills:\n");
        for n in 0..SKILLS {
            resume.push_str(&format!(
                "- [Technology_{n}] in daily use at Northwind Rail. {AROUND}\n"
            ));
        }
        let mut guide = gaps_guide();
        guide["strategy"]["complete"] = json!(100);
        guide["strategy"]["max_questions"] = json!(500);
        guide["limits"] = json!({ "questions": 500 });
        let begin = Begin {
            session: "00000000-0000-4000-8000-000000000001".into(),
            guide,
            setup: with_resume(&resume),
            validator: None,
            notes: Some(colloquy_notes::context),
        };
        let interview =
            colloquy_core::kinds::begin(begin, BEGIN).expect("the guide and the setup are sound");
        let mut bench = Bench {
            interview,
            now: BEGIN,
            turn: Turn::default(),
        };
        bench.event(Event::Consent);
        bench
    }

    /// Gives an event, and does all that follows.
    fn event(&mut self, event: Event) {
        let start = Instant::now();
        let handled = self.interview.handle(self.now, event);
        self.turn.engine += start.elapsed();
        handled.expect("the event is accepted");
        loop {
            let start = Instant::now();
            let effect = self.interview.poll_effect();
            self.turn.engine += start.elapsed();
            match effect {
                Some(effect) => self.perform(effect),
                None => return,
            }
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Append { id, records, .. } => {
                let texts = records
                    .iter()
                    .map(|record| serde_json::to_string(record).expect("a record is JSON"));
                self.turn.stored += texts.map(|text| text.len()).sum::<usize>();
                self.turn.records += records.len();
                self.event(Event::Saved { id });
            }
            Effect::AskModel { id, call, .. } => {
                self.turn.calls += 1;
                let request = call.request("model");
                let body = Dialect::Anthropic.body(&request, &Refused::default());
                self.turn.sent += body.len();
                let reply = model(&call);
                self.event(Event::ModelDone { id, reply });
            }
            _ => {}
        }
    }

    /// Answers the open question and returns what that cost, the next question included.
    fn answer(&mut self) -> Turn {
        self.turn = Turn::default();
        self.now += 20_000;
        let view = self.interview.view();
        assert_eq!(view.phase, Phase::Answering, "{:?}", view.closed);
        let gap = view.question.and_then(|question| question.of_kind.gap);
        let gap = gap.expect("every question is about a gap");
        let values = gap.attributes.iter();
        // `both` is a value that every attribute takes.
        let values: Vec<String> = values.map(|one| format!("{}=both", one.name())).collect();
        let skill = gap.skill.replace(' ', "_");
        let text = format!("[{skill} {}] {AROUND}", values.join(" "));
        self.event(Event::Answer { text });
        let start = Instant::now();
        let view = self.interview.view();
        let skills = skills_of(&self.interview);
        self.turn.drawing = start.elapsed();
        assert_eq!((view.phase, skills.len()), (Phase::Answering, SKILLS));
        self.turn
    }
}

/// A model that has each answer read by its tool, and asks in as many words as models do.
fn model(call: &Call) -> RawReply {
    let Purpose::Gap(ask) = &call.ask.purpose else {
        return reader::obliging(call);
    };
    let question = format!(
        "Thank you, that helps. With {}, {}?",
        ask.gap.skill,
        ask.clauses.join(", and ")
    );
    reader::text(&json!({ "follow_up": false, "question": question }).to_string())
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn main() {
    let last = TURNS.iter().map(|(_, last)| *last).max();
    let mut turns: Vec<Turn> = Vec::new();
    for _ in 0..SESSIONS {
        let mut bench = Bench::begin();
        for place in 0..last.unwrap_or_default() {
            let turn = bench.answer();
            match turns.get_mut(place) {
                Some(best) => {
                    best.engine = best.engine.min(turn.engine);
                    best.drawing = best.drawing.min(turn.drawing);
                }
                None => turns.push(turn),
            }
        }
    }
    let windows = TURNS.map(|(first, last)| &turns[first - 1..last]);
    println!(
        "One turn of a skills interview with a model: a résumé of {SKILLS} skills, answers of about 45 words, \
        {SESSIONS} sessions.\n"
    );
    let [five, fifty, most] = TURNS.map(|(first, last)| format!("{first} to {last}"));
    println!(
        "{:<26} {five:>10} {fifty:>10} {most:>10} {:>8} {:>8}",
        "turns", "50 : 5", "500 : 5"
    );
    let row = |name: &str, figures: [f64; 3]| {
        let [five, fifty, most] = figures;
        println!(
            "{name:<26} {five:>10.0} {fifty:>10.0} {most:>10.0} {:>8.2} {:>8.2}",
            fifty / five,
            most / five
        );
    };
    let mean = |of: fn(&Turn) -> usize| {
        windows
            .each_ref()
            .map(|turns| turns.iter().map(of).sum::<usize>() as f64 / turns.len() as f64)
    };
    let middle = |of: fn(&Turn) -> Duration| {
        windows
            .each_ref()
            .map(|turns| median(turns.iter().map(of).collect()))
    };
    row("calls, mean", mean(|turn| turn.calls));
    row("bytes sent, mean", mean(|turn| turn.sent));
    row("records, mean", mean(|turn| turn.records));
    row("bytes stored, mean", mean(|turn| turn.stored));
    row("engine, µs, median", middle(|turn| turn.engine));
    row("drawing, µs, median", middle(|turn| turn.drawing));
}
