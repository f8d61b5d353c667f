//! What a program in another language hands over to have interviews simulated.

use super::Simulation;
use crate::personas::{PERSONAS, Persona};
use crate::read_text;
use colloquy_schema::{Fields, Issue};
use serde_json::Value;

/// Interviews where none are asked for.
const RUNS: u64 = 50;
/// Most interviews at once: all of their records are kept until the report.
const MOST_RUNS: u64 = 1_000;
/// Greatest whole number that JavaScript has.
const GREATEST: u64 = (1 << 53) - 1;

impl Simulation {
    /// Reads a study and what is wanted of it, both JSON text: `{runs, seed, personas}`, each optional: 1 to 1,000 interviews, 50 by default;
    /// a whole number; names of personas, which lead in turn, all of them by default.
    ///
    /// # Errors
    /// Every fault of the study, else every fault of the options, those with paths below `options`.
    /// ```
    /// use colloquy_study::simulate::Simulation;
    ///
    /// let study = include_str!("../../studies/churn.json");
    /// let mut simulation = Simulation::read(study, r#"{"runs": 2, "personas": ["terse"]}"#).unwrap();
    /// while simulation.turn() {}
    /// assert_eq!(simulation.report().personas["terse"].runs, 2);
    /// let faults = Simulation::read(study, r#"{"runs": 0}"#).err().unwrap();
    /// assert_eq!((faults[0].path.as_str(), faults[0].rule.as_str()), ("options.runs", "range"));
    /// ```
    pub fn read(study: &str, options: &str) -> Result<Simulation, Vec<Issue>> {
        let study = read_text(study)?;
        let mut issues = Vec::new();
        let options: Value = serde_json::from_str(options).unwrap_or_default();
        let mut fields = Fields::open(&options, "options", &mut issues);
        let runs = fields.int_opt("runs", 1, MOST_RUNS, &mut issues);
        let seed = fields.int_opt("seed", 0, GREATEST, &mut issues);
        let mut personas = Vec::new();
        for item in fields.items("personas", PERSONAS.len(), &mut issues) {
            match item.value.as_str().and_then(Persona::named) {
                Some(persona) => personas.push(persona),
                None => {
                    let known = PERSONAS.map(Persona::name).join(", ");
                    let message = format!("must be one of: {known}");
                    Issue::report(&mut issues, &item.path, "enum", &message, Some(item.value));
                }
            }
        }
        fields.refuse_unknown(&mut issues);
        if !issues.is_empty() {
            return Err(issues);
        }
        let numbers = 0..runs.unwrap_or(RUNS) as u32;
        Ok(Simulation::new(
            &study,
            numbers,
            seed.unwrap_or(0),
            &personas,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(options: &str) -> Vec<(String, String)> {
        let read = Simulation::read(include_str!("../../studies/churn.json"), options);
        let faults = read.err().unwrap_or_default().into_iter();
        faults.map(|fault| (fault.path, fault.rule)).collect()
    }

    #[test]
    fn every_fault_of_the_options_is_reported_with_its_place() {
        let found =
            faults(r#"{"runs": 1001, "seed": -1, "personas": ["terse", "poet", 3], "speed": 2}"#);
        let found: Vec<_> = found
            .iter()
            .map(|(path, rule)| (path.as_str(), rule.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("options.runs", "range"),
                ("options.seed", "type"),
                ("options.personas[1]", "enum"),
                ("options.personas[2]", "enum"),
                ("options.speed", "unknown_key"),
            ]
        );
        assert_eq!(faults("[]"), [("options".into(), "type".into())]);
        assert_eq!(faults("{"), [("options".into(), "type".into())]);
        assert_eq!(faults("{}"), []);
    }

    #[test]
    fn a_study_with_faults_is_refused_with_its_own() {
        let faults = Simulation::read(r#"{"id": "a"}"#, "{}").err().unwrap();
        assert!(faults.iter().any(|fault| fault.path == "topics"));
    }
}
