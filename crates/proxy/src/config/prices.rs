//! Prices of the built-in models, and how those of the file are read.

use toml::{Table, Value};

use super::Dialect;
use super::file::{Settings, amount};
use crate::price::{Long, Price};

/// What cost more when this was written may cost less today; the file's prices win.
pub(super) const SONNET_4_5: Price = Price {
    input: 3.0,
    output: 15.0,
    cache_write: 3.75,
    cache_read: 0.3,
    long: Some(Long {
        over: 200_000,
        input: 6.0,
        output: 22.5,
    }),
};
pub(super) const HAIKU_4_5: Price = plain(1.0, 5.0, 1.25, 0.1);
pub(super) const GPT_5_MINI: Price = plain(0.25, 2.0, 0.25, 0.025);
pub(super) const GPT_4_1: Price = plain(2.0, 8.0, 2.0, 0.5);

const fn plain(input: f64, output: f64, cache_write: f64, cache_read: f64) -> Price {
    Price {
        input,
        output,
        cache_write,
        cache_read,
        long: None,
    }
}

/// Takes a model's prices out of its table; `None` when there are none, or faulty ones.
pub(super) fn read(
    settings: &mut Settings,
    place: &str,
    table: &mut Table,
    dialect: Option<Dialect>,
) -> Option<Price> {
    let before = settings.faults.len();
    let mut usd = |settings: &mut Settings, key: &str| {
        let value = table.remove(key)?;
        let amount = amount(&value);
        if amount.is_none() {
            settings.fault(
                format!("{place}.{key}"),
                "must be a number: USD per million tokens",
            );
        }
        amount
    };
    let (input, output) = (usd(settings, "input_usd"), usd(settings, "output_usd"));
    let cache_write = usd(settings, "cache_write_usd");
    let cache_read = usd(settings, "cache_read_usd");
    let long = (
        usd(settings, "long_input_usd"),
        usd(settings, "long_output_usd"),
    );
    let over = table.remove("long_input_tokens");
    if settings.faults.len() > before {
        return None;
    }
    let over = over.map(|value| match value {
        Value::Integer(tokens) => u64::try_from(tokens).ok(),
        _ => None,
    });
    let long = match (over, long) {
        (None, (None, None)) => None,
        (Some(Some(over)), (Some(input), Some(output))) => Some(Long {
            over,
            input,
            output,
        }),
        _ => {
            let message = "long_input_tokens, long_input_usd and long_output_usd must be numbers and go together";
            settings.fault(place, message);
            None
        }
    };
    match (input, output) {
        (Some(input), Some(output)) => {
            // Anthropic bills what is written to its cache above the input, and what is read far below it. Of others it is not
            // known, so that a cache saves nothing here unless somebody says so.
            let (write, read) = match dialect {
                Some(Dialect::Anthropic) => (1.25, 0.1),
                _ => (1.0, 1.0),
            };
            Some(Price {
                input,
                output,
                cache_write: cache_write.unwrap_or(input * write),
                cache_read: cache_read.unwrap_or(input * read),
                long,
            })
        }
        (None, None) if cache_write.is_none() && cache_read.is_none() && long.is_none() => None,
        _ => {
            let message = "input_usd and output_usd must both be numbers: USD per million tokens";
            settings.fault(place, message);
            None
        }
    }
}
