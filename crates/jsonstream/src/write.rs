//! Values as text again.

use serde_json::{Number, Value};

/// Appends a value as JSON without spaces, members in the order of their map.
///
/// What [`parse`](crate::parse) reads back is the same value, floats to the last bit. Written by hand because a serializer that can
/// write anything brings 8 kB of code and tables into the download.
pub fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => write_number(number, out),
        Value::String(text) => write_string(text, out),
        Value::Array(items) => {
            let mut mark = '[';
            for item in items {
                out.push(mark);
                write(item, out);
                mark = ',';
            }
            out.push_str(if mark == '[' { "[]" } else { "]" });
        }
        Value::Object(members) => {
            let mut mark = '{';
            for (key, member) in members {
                out.push(mark);
                write_string(key, out);
                out.push(':');
                write(member, out);
                mark = ',';
            }
            out.push_str(if mark == '{' { "{}" } else { "}" });
        }
    }
}

/// Appends a text in quotes, with `"`, `\` and control characters escaped and everything else as it is.
pub fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            8 => b'b',
            12 => b'f',
            0..32 => b'u',
            _ => continue,
        };
        out.push_str(text.get(from..at).unwrap_or_default());
        from = at + 1;
        out.push('\\');
        out.push(char::from(short));
        if short == b'u' {
            out.push_str(if byte < 16 { "000" } else { "001" });
            let low = byte & 15;
            out.push(char::from(low + if low < 10 { b'0' } else { b'a' - 10 }));
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push('"');
}

/// Appends a number: whole ones as digits, floats as [`write_float`] does.
pub fn write_number(number: &Number, out: &mut String) {
    if let Some(whole) = number.as_u64() {
        write_digits(whole, 0, out);
    } else if let Some(whole) = number.as_i64() {
        out.push('-');
        write_digits(whole.unsigned_abs(), 0, out);
    } else {
        write_float(number.as_f64().unwrap_or_default(), out);
    }
}

/// Appends a float with the fewest decimals that distinguish it from its neighbours, always with a point or an exponent: `0.7`, `3.0`.
///
/// Beyond 2^64, and where 19 decimals do not suffice, it has 17 significant digits and an exponent. Every reader of JSON reads
/// back the same double. Infinities and what is no number become `null`, as JSON has none.
pub fn write_float(float: f64, out: &mut String) {
    if !float.is_finite() {
        return out.push_str("null");
    }
    let bits = float.to_bits();
    if bits >> 63 == 1 {
        out.push('-');
    }
    let (raw, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
    // The float is `mantissa` × 2^`exponent`.
    let (mantissa, exponent) = if raw == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, raw - 1075)
    };
    if mantissa == 0 {
        return out.push_str("0.0");
    }
    if (0..=11).contains(&exponent) {
        write_digits(mantissa << exponent, 0, out);
        return out.push_str(".0");
    }
    if (-126..0).contains(&exponent) {
        let shift = -exponent;
        let mut power: u64 = 1;
        for decimals in 0..=19 {
            // The nearest multiple of 10^-`decimals`, and how far it is off, both exact.
            let scaled = u128::from(mantissa) * u128::from(power);
            let rounded = ((scaled >> (shift - 1)) + 1) >> 1;
            let off = (rounded << shift).abs_diff(scaled);
            // Below a power of two the neighbour is half as far.
            let near = if fraction == 0 { off << 2 } else { off << 1 };
            if near < u128::from(power) {
                // Seventeen digits distinguish every double, so these fit.
                write_digits(rounded as u64, decimals, out);
                if decimals == 0 {
                    out.push_str(".0");
                }
                return;
            }
            power = power.wrapping_mul(10);
        }
    }
    write_far(mantissa, exponent, out);
}

/// Writes up to seventeen significant digits and an exponent.
///
/// The number is scaled by tens in 124 bits until seventeen digits stand before the point. A step loses less than the last bit,
/// so after the 340 steps of the farthest double the error is below 2^-114 and the seventeenth digit is right.
#[inline(never)]
fn write_far(mantissa: u64, exponent: i32, out: &mut String) {
    let mut wide = u128::from(mantissa);
    let mut exponent = exponent;
    let mut tens: i32 = 16;
    let mut digits = loop {
        // `wide` × 2^`exponent` with the highest bit of `wide` in place 123.
        let up = wide.leading_zeros() as i32 - 4;
        wide = if up < 0 { wide >> -up } else { wide << up };
        exponent -= up;
        // Seventeen digits are 2^53.1 to 2^56.5.
        let whole = match exponent {
            ..-70 => 0,
            -70..=-67 => ((wide >> (-exponent - 1)) as u64).div_ceil(2),
            _ => u64::MAX,
        };
        if whole >= 100_000_000_000_000_000 {
            wide = tenth(wide);
            tens += 1;
        } else if whole < 10_000_000_000_000_000 {
            wide *= 10;
            tens -= 1;
        } else {
            break whole;
        }
    };
    let mut decimals = 16;
    while decimals > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        decimals -= 1;
    }
    write_digits(digits, decimals, out);
    out.push('e');
    if tens < 0 {
        out.push('-');
    }
    write_digits(u64::from(tens.unsigned_abs()), 0, out);
}

/// Divides by ten in steps of 32 bits, as a division of 128 bits is a kilobyte of code.
fn tenth(wide: u128) -> u128 {
    let (mut tenth, mut rest) = (0, 0);
    for part in (0..4).rev() {
        let digit = rest << 32 | (wide >> (32 * part)) as u64 & 0xFFFF_FFFF;
        tenth = tenth << 32 | u128::from(digit / 10);
        rest = digit % 10;
    }
    tenth
}

/// Appends an integer with a point before its last `decimals` digits, at most 20.
fn write_digits(mut digits: u64, decimals: usize, out: &mut String) {
    let mut text = [b'0'; 24];
    let mut at = text.len();
    let mut count = 0;
    while digits > 0 || count <= decimals {
        if count == decimals && count > 0 {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        text[at] = b'0' + (digits % 10) as u8;
        digits /= 10;
        count += 1;
    }
    for byte in &text[at..] {
        out.push(char::from(*byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn float(float: f64) -> String {
        let mut out = String::new();
        write_float(float, &mut out);
        out
    }

    #[test]
    fn writes_floats_as_people_do() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (0.7, "0.7"),
            (0.95, "0.95"),
            (0.000_000_45, "0.00000045"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1.0 / 3.0, "0.3333333333333333"),
            (100.0, "100.0"),
            (1e18, "1000000000000000000.0"),
            (123_456.789, "123456.789"),
            (1e300, "1.0000000000000001e300"),
            (5e-324, "4.9406564584124654e-324"),
            (f64::MAX, "1.7976931348623157e308"),
            (0.25 * f64::powi(2.0, -70), "2.1175823681357508e-22"),
            (f64::INFINITY, "null"),
            (f64::NAN, "null"),
        ] {
            assert_eq!(float(value), text);
        }
    }

    #[test]
    fn every_float_is_read_back_to_the_last_bit() {
        let mut seed: u64 = 11;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for round in 0..400_000_u64 {
            let bits = match round % 4 {
                // Any double, doubles near 1, few decimals, powers of two.
                0 => random(),
                1 => random() >> 2 & ((1 << 58) - 1) | 0x3C << 56,
                2 => ((random() % 1_000_000) as f64
                    / [1.0, 10.0, 1e3, 1e6, 1e9][(round % 5) as usize])
                    .to_bits(),
                _ => (random() % 2047) << 52,
            };
            let value = f64::from_bits(bits);
            if !value.is_finite() {
                continue;
            }
            let text = float(value);
            let read: f64 = text.parse().unwrap();
            assert_eq!(read.to_bits(), value.to_bits(), "{value:?} as {text}");
        }
    }

    #[test]
    fn numbers_people_write_come_back_as_they_were_written() {
        for cents in 0..200_000_u32 {
            let value = f64::from(cents) / 1000.0;
            let expected = format!("{value:?}");
            assert_eq!(float(value), expected);
        }
    }

    #[test]
    fn values_are_written_as_a_serializer_writes_them() {
        let value = json!({
            "text": "a\"b\\c/é\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f}\u{2028}🎧",
            "list": [1, -7, u64::MAX, i64::MIN, 0.5, true, false, null, [], {}, ["x"]],
            "": {"a": {"b": ""}}
        });
        let mut out = String::new();
        write(&value, &mut out);
        assert_eq!(out, value.to_string());
        assert_eq!(crate::parse(&out), Some(value));
    }
}
