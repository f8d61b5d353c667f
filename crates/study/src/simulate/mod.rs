//! Leads interviews with personas, and reports on what came of them.

mod report;
mod run;

pub use report::{Report, Row, TopicRow, fixed_probes, repeated, report};
pub use run::{Lead, Run, Turn, builtin, led, resumed, serve};

use crate::compile::{compile, plan};
use crate::personas::{PERSONAS, Persona};
use crate::study::Study;
use std::ops::Range;

/// Leads the interviews of some numbers with the built-in interviewer, the personas in turn. The same seed and number give the same interview,
/// so that the numbers can be led in parts.
/// ```
/// let study = colloquy_study::read_text(include_str!("../../studies/churn.json")).unwrap();
/// let runs = colloquy_study::simulate::simulate(&study, 0..10, 1, &[]);
/// assert!(runs.iter().all(|run| run.ended && run.outcome["simulated"] == true));
/// ```
pub fn simulate(study: &Study, runs: Range<u32>, seed: u64, personas: &[Persona]) -> Vec<Run> {
    let personas = if personas.is_empty() {
        &PERSONAS[..]
    } else {
        personas
    };
    let guide = compile(study);
    let plan = plan(study);
    let mut interviewer = builtin(&study.language);
    runs.map(|run| {
        let persona = personas[run as usize % personas.len()];
        let lead = Lead {
            persona,
            seed: seed.wrapping_add(u64::from(run)),
            ..Lead::new(&guide, &plan)
        };
        led(&lead, &mut interviewer)
    })
    .collect()
}
