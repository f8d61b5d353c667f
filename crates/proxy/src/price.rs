//! What tokens cost.

use crate::usage::Usage;

/// USD per million tokens, which is millionths of a dollar per token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Price {
    pub(crate) input: f64,
    pub(crate) output: f64,
    /// Of input that the provider writes to its cache.
    pub(crate) cache_write: f64,
    /// Of input that the provider reads from its cache.
    pub(crate) cache_read: f64,
    /// What calls with a long input cost instead.
    pub(crate) long: Option<Long>,
}

/// The prices of a call whose whole input is longer than a number of tokens; those of its cache rise as its input does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Long {
    pub(crate) over: u64,
    pub(crate) input: f64,
    pub(crate) output: f64,
}

impl Price {
    /// The price of a model for which none is configured: about that of the dearest in common use, so that a day's dollars bound
    /// it too.
    pub(crate) const ASSUMED: Self = Self {
        input: 5.0,
        output: 25.0,
        cache_write: 6.25,
        cache_read: 5.0,
        long: None,
    };

    /// What a call cost, in millionths of a dollar; part of one counts whole.
    pub(crate) fn of(&self, usage: &Usage) -> u64 {
        let price = self.at(usage.all_input());
        micros(&[
            (usage.input, price.input),
            (usage.cache_write, price.cache_write),
            (usage.cache_read, price.cache_read),
            (usage.output, price.output),
        ])
    }

    /// What a call can cost at most that has so many tokens, in millionths of a dollar: all of its input may be written to
    /// the cache.
    pub(crate) fn most(&self, input: u64, output: u64) -> u64 {
        let price = self.at(input);
        let dearest = price.input.max(price.cache_write);
        micros(&[(input, dearest), (output, price.output)])
    }

    /// The price of a call with so much input.
    fn at(&self, input: u64) -> Self {
        match self.long {
            Some(long) if input > long.over => {
                let factor = if self.input > 0.0 {
                    long.input / self.input
                } else {
                    1.0
                };
                Self {
                    input: long.input,
                    output: long.output,
                    cache_write: self.cache_write * factor,
                    cache_read: self.cache_read * factor,
                    long: None,
                }
            }
            _ => *self,
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tokens are below 2^53 and prices below a million, and a cast saturates"
)]
fn micros(parts: &[(u64, f64)]) -> u64 {
    let sum: f64 = parts.iter().map(|(tokens, usd)| *tokens as f64 * usd).sum();
    sum.ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::{Long, Price};
    use crate::usage::Usage;

    const SONNET: Price = Price {
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

    #[test]
    fn a_cache_is_billed_at_its_own_prices_and_a_long_input_at_its_step() {
        let usage = Usage {
            input: 100,
            cache_write: 100_000,
            cache_read: 1_000,
            output: 10,
        };
        assert_eq!(SONNET.of(&usage), 300 + 375_000 + 300 + 150);
        let long = Usage {
            cache_read: 200_000,
            ..usage
        };
        assert_eq!(SONNET.of(&long), 600 + 750_000 + 120_000 + 225);
        assert_eq!(SONNET.most(1_000, 10), 3_750 + 150);
        assert_eq!(SONNET.most(300_000, 0), 2_250_000);
    }
}
