//! Data crosses as JSON text.

use wasm_bindgen::prelude::*;

/// Interviews with personas, led a question at a time.
#[wasm_bindgen]
pub struct Simulation(colloquy_study::simulate::Simulation);

#[wasm_bindgen]
impl Simulation {
    /// Reads a study and the options. Throws JSON text, a list of the faults, where there are any.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str, options: &str) -> Result<Simulation, String> {
        let read = colloquy_study::simulate::Simulation::read(study, options);
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
