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
    let size = exponent.unsigned_abs();
    if mantissa < 1 << 53 && size <= 22 {
        // Both sides are exact doubles, so the one operation rounds once.
        let power = power_of_ten(size);
        let mantissa = mantissa as f64;
        return if exponent < 0 {
            mantissa / power
        } else {
            mantissa * power
        };
    }
    if size <= 19 {
        let power = (0..size).fold(1_u64, |power, _| power * 10);
        return match exponent < 0 {
            false => (u128::from(mantissa) * u128::from(power)) as f64,
            true => quotient(mantissa, power),
        };
    }
    let mut value = mantissa as f64;
    let mut rest = size;
    while rest > 0 && value != 0.0 && value.is_finite() {
        let step = rest.min(22);
        let power = power_of_ten(step);
        value = if exponent > 0 {
            value * power
        } else {
            value / power
        };
        rest -= step;
    }
    value
}

/// 10^`n` for `n` ≤ 22, the largest power of ten that a double holds exactly.
fn power_of_ten(n: u64) -> f64 {
    (0..n).fold(1.0, |power, _| power * 10.0)
}

/// Divides and rounds to the nearest double.
///
/// Bit by bit, as it is rarely needed and a division of 128 bits is a kilobyte of code. 66 bits and a sticky one are more than
/// a double's 53, so it rounds once.
fn quotient(mantissa: u64, divisor: u64) -> f64 {
    const BITS: i32 = 66;
    let (mut rest, divisor) = (u128::from(mantissa), u128::from(divisor));
    let (mut quotient, mut shift) = (0_u128, 0);
    // The first bit of the quotient can be as far down as the divisor is larger than the mantissa.
    while rest < divisor {
        rest <<= 1;
        shift += 1;
    }
    let mut scaled = divisor;
    while scaled << 1 <= rest {
        scaled <<= 1;
        shift -= 1;
    }
    for _ in 0..BITS {
        quotient <<= 1;
        if rest >= scaled {
            rest -= scaled;
            quotient |= 1;
        }
        rest <<= 1;
    }
    (quotient | u128::from(rest != 0)) as f64 * power_of_two(1 - BITS - shift)
}

/// 2^`n` for −1022 ≤ `n` ≤ 1023, exact.
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
