//! Guides checked without a session.

use crate::bridge::{argument, text};
use crate::error::Error;
use colloquy_schema::{Issue, Limits, Prices};
use serde_json::{Value, json};

/// Checks a guide: JSON text of `{issues, longest}`, its faults, or the longest interview it allows.
pub(crate) fn check(guide: &str, options: &str) -> Result<String, Error> {
    let (guide, options) = (argument(guide)?, argument(options)?);
    let mut issues: Vec<Issue> = Vec::new();
    let limits = options
        .get("limits")
        .map(|limits| Limits::read(limits, "limits", &mut issues))
        .unwrap_or_default();
    let prices = options.get("prices").map(|prices| {
        let price = |key: &str| {
            let price = prices.get(key).and_then(Value::as_f64);
            price.filter(|price| *price >= 0.0)
        };
        Prices {
            input: price("input").unwrap_or_default(),
            output: price("output").unwrap_or_default(),
            cached_input: price("cachedInput"),
            cache_write: price("cacheWrite"),
        }
    });
    let longest = match colloquy_core::check_guide(&guide, &limits, prices) {
        Ok(longest) => Some(longest),
        Err(faults) => {
            issues.extend(faults);
            None
        }
    };
    Ok(text(&json!({ "issues": issues, "longest": longest })))
}
