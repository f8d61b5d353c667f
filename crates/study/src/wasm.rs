//! The module as JavaScript calls it; data crosses as JSON text.

use wasm_bindgen::prelude::*;

/// Reads a study: its faults, or its guide with the hashes and the advice.
#[wasm_bindgen(js_name = readStudy)]
pub fn read_study(study: &str) -> String {
    crate::reading(study)
}

/// Interviews with personas, led a question at a time.
#[cfg(feature = "simulation")]
#[wasm_bindgen]
pub struct Simulation(crate::simulate::Simulation);

#[cfg(feature = "simulation")]
#[wasm_bindgen]
impl Simulation {
    /// Reads a study and the options. Throws JSON text, a list of the faults, where there are any.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str, options: &str) -> Result<Simulation, String> {
        let read = crate::simulate::Simulation::read(study, options);
        read.map(Simulation)
            .map_err(|faults| colloquy_schema::codec::text(&faults))
    }

    /// Leads on by one question. False when every interview is over.
    pub fn turn(&mut self) -> bool {
        self.0.turn()
    }

    /// How many interviews are over.
    pub fn done(&self) -> u32 {
        self.0.done()
    }

    /// The report on the interviews that are over, as JSON text.
    pub fn report(&self) -> String {
        serde_json::to_string(&self.0.report()).unwrap_or_default()
    }
}
