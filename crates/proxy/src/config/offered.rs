//! What the app asks the proxy about itself.

use super::Config;
use crate::refusal::quoted;

impl Config {
    /// Writes `/config.json`: the models that pages may ask for, and where the proxy is.
    pub(crate) fn offered(&self) -> String {
        let models: Vec<String> = self
            .models
            .iter()
            .map(|model| {
                let dialect = model.dialect.name();
                let (name, label) = (quoted(&model.name), quoted(&model.label));
                format!(r#"{{"dialect":"{dialect}","name":{name},"label":{label}}}"#)
            })
            .collect();
        let tokens = if self.tokens_by_host { "host" } else { "proxy" };
        format!(
            r#"{{"models":[{}],"proxy":"/","tokens":"{tokens}"}}"#,
            models.join(",")
        )
    }
}
