//! What a provider or a model did not take.

/// A parameter of a request that some models refuse, and that the request can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    /// `temperature`; reasoning models take none.
    Temperature,
    /// `top_p`; some models take it only without a temperature.
    TopP,
    /// `max_tokens`, in Responses `max_output_tokens`. In Chat Completions, `max_completion_tokens` is sent instead.
    MaxTokens,
    /// `max_completion_tokens`; `max_tokens` is sent instead.
    MaxCompletionTokens,
    /// The strict schema of the reply. Without it the reply is whatever the prompt asks for, so the prompt should describe it.
    Schema,
    /// `stream_options`; without it there may be no usage.
    StreamOptions,
    /// `tools`; the model cannot call any.
    Tools,
    /// `include` with the encrypted reasoning, which only reasoning models have.
    EncryptedReasoning,
    /// How much the model thinks: `output_config.effort`, `reasoning_effort` or `reasoning.effort`.
    Effort,
}

impl Parameter {
    const ALL: [(Parameter, &'static str); 9] = [
        (Parameter::Temperature, "temperature"),
        (Parameter::TopP, "top_p"),
        (Parameter::MaxTokens, "max_tokens"),
        (Parameter::MaxCompletionTokens, "max_completion_tokens"),
        (Parameter::Schema, "schema"),
        (Parameter::StreamOptions, "stream_options"),
        (Parameter::Tools, "tools"),
        (Parameter::EncryptedReasoning, "encrypted_reasoning"),
        (Parameter::Effort, "effort"),
    ];

    /// Returns its name, for diagnostics.
    pub fn name(self) -> &'static str {
        Parameter::ALL[self as usize].1
    }
}

/// The parameters that were refused so far, by one model at one address. It holds for later calls to the same model too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused(u16);

impl Refused {
    /// Adds a parameter; returns false when it was in already, so that leaving it out did not help.
    pub fn insert(&mut self, parameter: Parameter) -> bool {
        let new = !self.contains(parameter);
        self.0 |= 1 << parameter as u8;
        new
    }

    /// True when the parameter was refused.
    pub fn contains(&self, parameter: Parameter) -> bool {
        self.0 & 1 << parameter as u8 != 0
    }

    /// Returns what was refused.
    pub fn iter(&self) -> impl Iterator<Item = Parameter> {
        let all = Parameter::ALL.into_iter().map(|(parameter, _)| parameter);
        all.filter(|parameter| self.contains(*parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_refused_once() {
        let mut refused = Refused::default();
        assert!(refused.insert(Parameter::TopP));
        assert!(!refused.insert(Parameter::TopP));
        assert!(refused.insert(Parameter::Schema));
        let names: Vec<_> = refused.iter().map(Parameter::name).collect();
        assert_eq!(names, ["top_p", "schema"]);
    }

    #[test]
    fn names_stand_in_the_order_of_declaration() {
        for (place, (parameter, _)) in Parameter::ALL.into_iter().enumerate() {
            assert_eq!(parameter as usize, place);
        }
    }
}
