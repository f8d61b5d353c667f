//! Reads a number.
//!
//! Written by hand because `str::parse::<f64>` brings a 10 kB table into the download. Exact for up to 19 significant
//! digits and exponents within ±19, which is all that people and models write; beyond that it may differ from the nearest
//! double in the last places, on every machine alike.

use serde_json::{Number, Value};

/// What the text of a number turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Parsed {
    /// JSON's own form.
    Strict(Value),
    /// Another form that can only mean this.
    Loose(Value),
    /// No number.
    Not,
}

/// Reads `text`, which holds no spaces.
pub(crate) fn parse(text: &str) -> Parsed {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let run = bytes[from..].iter().position(|b| !b.is_ascii_digit());
        run.map_or(bytes.len(), |n| from + n)
    };
    let mut strict = true;
    let negative = bytes.first() == Some(&b'-');
    let mut at = usize::from(negative);
    if bytes.first() == Some(&b'+') {
        strict = false;
        at = 1;
    }
    let whole_end = digits(at);
    let whole = &bytes[at..whole_end];
    strict &= whole.len() == 1 || (whole.len() > 1 && whole[0] != b'0');
    at = whole_end;
    let mut fraction: &[u8] = &[];
    if bytes.get(at) == Some(&b'.') {
        let end = digits(at + 1);
        fraction = &bytes[at + 1..end];
        strict &= !fraction.is_empty();
        at = end;
    }
    if whole.is_empty() && fraction.is_empty() {
        return Parsed::Not;
    }
    let has_fraction = at > whole_end;
    let mut exponent: i64 = 0;
    let mut has_exponent = false;
    if let Some(b'e' | b'E') = bytes.get(at) {
        has_exponent = true;
        at += 1;
        let sign = bytes.get(at).copied();
        if let Some(b'+' | b'-') = sign {
            at += 1;
        }
        let end = digits(at);
        if end == at {
            return Parsed::Not;
        }
        for &b in &bytes[at..end] {
            // Past a million every number is zero or too large; the cap keeps the sum from wrapping.
            exponent = (exponent * 10 + i64::from(b - b'0')).min(1_000_000);
        }
        if sign == Some(b'-') {
            exponent = -exponent;
        }
        at = end;
    }
    if at < bytes.len() {
        return Parsed::Not;
    }
    let value = if has_fraction || has_exponent {
        None
    } else {
        integer(whole, negative)
    };
    let value = value.or_else(|| {
        let float = decimal(whole, fraction, exponent);
        Number::from_f64(if negative { -float } else { float })
    });
    match value {
        Some(number) if strict => Parsed::Strict(Value::Number(number)),
        Some(number) => Parsed::Loose(Value::Number(number)),
        None => Parsed::Loose(Value::Null),
    }
}

/// Reads digits as an integer of 64 bits; none when it does not fit, and for `-0`, which is a float.
fn integer(digits: &[u8], negative: bool) -> Option<Number> {
    let mut sum: u64 = 0;
    for &b in digits {
        sum = sum.checked_mul(10)?.checked_add(u64::from(b - b'0'))?;
    }
    match negative {
        false => Some(sum.into()),
        true if sum == 0 => None,
        true => 0_i64.checked_sub_unsigned(sum).map(Number::from),
    }
}

fn decimal(whole: &[u8], fraction: &[u8], mut exponent: i64) -> f64 {
    let mut mantissa: u64 = 0;
    let mut dropped = false;
    for (i, &b) in whole.iter().chain(fraction).enumerate() {
        let in_fraction = i >= whole.len();
        match mantissa
            .checked_mul(10)
            .and_then(|m| m.checked_add(u64::from(b - b'0')))
        {
            Some(m) if !dropped => {
                mantissa = m;
                exponent -= i64::from(in_fraction);
            }
            _ => {
                dropped = true;
                exponent += i64::from(!in_fraction);
            }
        }
    }
    scale(mantissa, exponent)
}

/// Computes `mantissa` × 10^`exponent`.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    const EXACT: i64 = 19;
    if mantissa == 0 {
        return 0.0;
    }
    if (0..=EXACT).contains(&exponent) {
        return (u128::from(mantissa) * 10_u128.pow(exponent as u32)) as f64;
    }
    if (-EXACT..0).contains(&exponent) {
        // 128 bits divided by at most 64 leave 64 and a sticky bit: more than a double's 53, so it rounds once.
        let divisor = 10_u128.pow(-exponent as u32);
        let shift = u128::from(mantissa).leading_zeros() as i32;
        let scaled = u128::from(mantissa) << shift;
        let quotient = scaled / divisor;
        let sticky = u128::from(!scaled.is_multiple_of(divisor));
        return (quotient | sticky) as f64 * power_of_two(-shift);
    }
    let mut value = mantissa as f64;
    let mut rest = exponent;
    while rest != 0 && value != 0.0 && value.is_finite() {
        // 10^22 is the largest power of ten a double holds exactly.
        let step = rest.clamp(-22, 22);
        let power = 10_u128.pow(step.unsigned_abs() as u32) as f64;
        value = if step > 0 {
            value * power
        } else {
            value / power
        };
        rest -= step;
    }
    value
}

/// 2^`n` for −128 ≤ `n` ≤ 0, exact.
fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_what_json_allows() {
        for (text, value) in [
            ("0", json!(0)),
            ("-1", json!(-1)),
            ("2.5", json!(2.5)),
            ("1e3", json!(1000.0)),
            ("18446744073709551615", json!(u64::MAX)),
            ("-9223372036854775808", json!(i64::MIN)),
            ("18446744073709551616", json!(18446744073709551616.0)),
            ("-0", json!(-0.0)),
            ("0.30000000000000004", json!(0.30000000000000004)),
            ("1E-2", json!(0.01)),
            ("0.7", json!(0.7)),
            ("1e-400", json!(0.0)),
        ] {
            assert_eq!(parse(text), Parsed::Strict(value), "{text}");
        }
    }

    #[test]
    fn reads_other_forms_as_what_they_must_mean() {
        for (text, value) in [
            ("+1", json!(1)),
            (".5", json!(0.5)),
            ("5.", json!(5.0)),
            ("007", json!(7)),
            ("1e999", Value::Null),
        ] {
            assert_eq!(parse(text), Parsed::Loose(value), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in [
            "", "-", "+", ".", "1.2.3", "1-2", "1e", "1e+", "e5", "12px", "--1", "0x10",
        ] {
            assert_eq!(parse(text), Parsed::Not, "{text}");
        }
    }

    #[test]
    fn agrees_with_the_nearest_double_for_ordinary_numbers() {
        let mut seed: u64 = 7;
        for _ in 0..20_000 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let mantissa = seed >> (seed % 60);
            let point = (seed >> 7) % 20;
            let digits = format!("{mantissa:020}");
            let text = format!(
                "{}.{}",
                &digits[..20 - point as usize],
                &digits[20 - point as usize..]
            );
            let (Parsed::Loose(got) | Parsed::Strict(got)) = parse(&text) else {
                panic!("{text}")
            };
            assert_eq!(got.as_f64(), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn stays_within_a_few_last_places_far_out() {
        for text in [
            "1.7976931348623157e308",
            "2.2250738585072014e-308",
            "6.02214076e230",
            "1e-300",
        ] {
            let Parsed::Strict(got) = parse(text) else {
                panic!("{text}")
            };
            let exact: f64 = text.parse().unwrap();
            let apart = got.as_f64().unwrap().to_bits().abs_diff(exact.to_bits());
            assert!(apart <= 16, "{text}: {apart} apart");
        }
    }
}
