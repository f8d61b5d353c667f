//! Leads interviews with personas, and reports on what came of them.

mod options;
mod report;
mod run;

pub use report::{Report, Row, TopicRow, fixed_probes, repeated, report};
pub use run::{Lead, Run, Turn, builtin, led, resumed, serve};

use crate::compile::{compile, plan};
use crate::personas::{PERSONAS, Persona};
use crate::study::Study;
use colloquy_schema::{Call, RawReply, TopicPlan};
use run::Leading;
use serde_json::Value;
use std::ops::Range;

/// Leads the interviews of some numbers with the built-in interviewer, the personas in turn. The same seed and number give the same interview,
/// so that the numbers can be led in parts.
/// ```
/// let study = colloquy_study::read_text(include_str!("../../studies/churn.json")).unwrap();
/// let runs = colloquy_study::simulate::simulate(&study, 0..10, 1, &[]);
/// assert!(runs.iter().all(|run| run.ended && run.outcome["simulated"] == true));
/// ```
pub fn simulate(study: &Study, runs: Range<u32>, seed: u64, personas: &[Persona]) -> Vec<Run> {
    let mut simulation = Simulation::new(study, runs, seed, personas);
    while simulation.turn() {}
    simulation.runs
}

/// The same turn by turn, so that a page can be drawn in between.
pub struct Simulation {
    guide: Value,
    plan: TopicPlan,
    /// Probes that the owner worded.
    fixed: Vec<String>,
    interviewer: Box<dyn FnMut(&Call) -> RawReply>,
    personas: Vec<Persona>,
    seed: u64,
    /// The interview that is led now, and those to come.
    numbers: Range<u32>,
    leading: Option<Leading<'static>>,
    runs: Vec<Run>,
}

impl Simulation {
    /// Takes what [`simulate`] takes; nothing is led yet.
    pub fn new(study: &Study, numbers: Range<u32>, seed: u64, personas: &[Persona]) -> Simulation {
        let personas = if personas.is_empty() {
            &PERSONAS[..]
        } else {
            personas
        };
        let guide = compile(study);
        Simulation {
            fixed: fixed_probes(&guide, &study.language),
            guide,
            plan: plan(study),
            interviewer: Box::new(builtin(&study.language)),
            personas: personas.to_vec(),
            seed,
            numbers,
            leading: None,
            runs: Vec::new(),
        }
    }

    /// Leads on by one question. False when every interview is over.
    pub fn turn(&mut self) -> bool {
        if self.numbers.is_empty() {
            return false;
        }
        let number = self.numbers.start;
        let lead = Lead {
            persona: self.personas[number as usize % self.personas.len()],
            seed: self.seed.wrapping_add(u64::from(number)),
            ..Lead::new(&self.guide, &self.plan)
        };
        let mut leading = self.leading.take().unwrap_or_else(|| Leading::begin(&lead));
        if leading.turn(&lead, &mut self.interviewer) {
            self.leading = Some(leading);
        } else {
            self.runs.push(leading.finish(&lead));
            self.numbers.start += 1;
        }
        !self.numbers.is_empty()
    }

    /// How many interviews are over.
    pub fn done(&self) -> u32 {
        self.runs.len() as u32
    }

    /// Reports on the interviews that are over.
    pub fn report(&self) -> Report {
        report(&self.runs, &self.fixed)
    }
}
