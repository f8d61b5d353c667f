//! How long a provider asks to wait.

/// The longest wait that is passed on, one day: past it, it is a wish for another day.
const LONGEST_MS: u64 = 86_400_000;

/// Reads the wait in milliseconds: `retry-after-ms`, then `retry-after` as seconds, then as a date against the response's own
/// `date`, then the words of the message (`try again in 6.57s`), which is where OpenAI has it inside of a stream.
pub(super) fn advised(header: &dyn Fn(&str) -> Option<String>, message: &str) -> Option<u32> {
    let after = header("retry-after");
    let after = after.as_deref();
    let by_date = || {
        let then = date(after?)?;
        let now = date(&header("date")?)?;
        // A date that has passed is no advice.
        u64::try_from(then - now).ok()?.checked_mul(1000)
    };
    let wait = header("retry-after-ms")
        .and_then(|text| times(text.trim(), 1))
        .or_else(|| times(after?.trim(), 1000))
        .or_else(by_date)
        .or_else(|| in_words(message))?;
    Some(wait.min(LONGEST_MS) as u32)
}

/// Reads a decimal number and multiplies it, rounded down to thousandths before and up to a whole after. Without `f64`, whose reader brings a
/// table of 10 kB.
fn times(text: &str, unit: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return None;
    }
    // What has more digits than a number has is longer than any wait.
    let whole = whole.parse::<u64>().unwrap_or(u64::MAX);
    let mut thousandths = 0;
    for place in 0..3 {
        let digit = part.as_bytes().get(place).map_or(0, |byte| byte - b'0');
        thousandths = thousandths * 10 + u64::from(digit);
    }
    let part = (thousandths * unit).div_ceil(1000);
    Some(whole.saturating_mul(unit).saturating_add(part))
}

/// Reads `try again in 1m20.5s` or `… in 250ms`.
fn in_words(message: &str) -> Option<u64> {
    let lower = message.to_ascii_lowercase();
    let at = lower.find("again in ")? + "again in ".len();
    let mut rest = &lower[at..];
    let mut total: Option<u64> = None;
    loop {
        let digits = rest
            .bytes()
            .position(|byte| !byte.is_ascii_digit() && byte != b'.')
            .unwrap_or(rest.len());
        let unit = rest[digits..].trim_start();
        let letters = unit
            .bytes()
            .position(|byte| !byte.is_ascii_lowercase())
            .unwrap_or(unit.len());
        let milliseconds = match &unit[..letters] {
            "ms" | "milliseconds" => 1,
            "s" | "sec" | "second" | "seconds" => 1_000,
            "m" | "min" | "minute" | "minutes" => 60_000,
            "h" | "hour" | "hours" => 3_600_000,
            _ => return total,
        };
        let Some(part) = times(&rest[..digits], milliseconds) else {
            return total;
        };
        total = Some(total.unwrap_or(0).saturating_add(part));
        rest = &unit[letters..];
    }
}

/// Reads a date of HTTP in any of its three forms (RFC 9110, section 5.6.7) as seconds since 1970. They are distinguished by their
/// pieces: a month by name, a time by its colons, a day of one or two digits, and the year as the number after it.
fn date(text: &str) -> Option<i64> {
    let months = "janfebmaraprmayjunjulaugsepoctnovdec";
    let (mut day, mut month, mut year, mut seconds) = (None, None, None, None);
    for piece in text
        .split([' ', ',', '-'])
        .filter(|piece| !piece.is_empty())
    {
        if piece.contains(':') {
            let mut parts = piece.split(':').map(|part| part.parse::<i64>().ok());
            let (hours, minutes) = (parts.next()??, parts.next()??);
            seconds = Some(hours * 3600 + minutes * 60 + parts.next()??);
        } else if let Ok(number) = piece.parse::<i64>() {
            if day.is_none() {
                day = Some(number);
            } else {
                year = Some(number);
            }
        } else if let Some(at) = piece
            .get(..3)
            .and_then(|name| months.find(&name.to_ascii_lowercase()))
            && at % 3 == 0
            && piece.len() == 3
        {
            month = Some(at as i64 / 3 + 1);
        }
    }
    let year = match year? {
        short @ 0..70 => 2000 + short,
        short @ 70..100 => 1900 + short,
        year @ 1970..10_000 => year,
        _ => return None,
    };
    Some(days(year, month?, day?)? * 86_400 + seconds?)
}

/// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day comes last.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let leap = year / 4 - year / 100 + year / 400;
    Some(365 * year + leap + (153 * month + 2) / 5 + day - 1 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(headers: &[(&str, &str)], message: &str) -> Option<u32> {
        let header = |name: &str| {
            let found = headers.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| value.to_string())
        };
        advised(&header, message)
    }

    #[test]
    fn seconds_and_milliseconds_are_read() {
        assert_eq!(with(&[("retry-after", "20")], ""), Some(20_000));
        assert_eq!(with(&[("retry-after", " 1.5 ")], ""), Some(1500));
        assert_eq!(
            with(&[("retry-after", "20"), ("retry-after-ms", "250")], ""),
            Some(250)
        );
        assert_eq!(with(&[("retry-after", "0")], ""), Some(0));
    }

    #[test]
    fn a_date_counts_from_the_response_s_own() {
        let now = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
        for then in [
            "Sun, 06 Nov 1994 08:50:07 GMT",
            "Sunday, 06-Nov-94 08:50:07 GMT",
            "Sun Nov  6 08:50:07 1994",
        ] {
            assert_eq!(
                with(&[("retry-after", then), now], ""),
                Some(30_000),
                "{then}"
            );
        }
        let over = ("retry-after", "Sun, 06 Nov 1994 08:49:36 GMT");
        assert_eq!(with(&[over, now], ""), None);
        assert_eq!(
            with(&[("retry-after", "Sun, 06 Nov 1994 08:50:07 GMT")], ""),
            None
        );
    }

    #[test]
    fn days_are_counted_over_months_leap_days_and_years() {
        let day = |text: &str| date(&[text, " 00:00:00 GMT"].concat()).unwrap() / 86_400;
        assert_eq!(day("Thu, 01 Jan 1970"), 0);
        assert_eq!(day("Tue, 29 Feb 2000"), 11_016);
        assert_eq!(day("Wed, 01 Mar 2000"), 11_017);
        assert_eq!(day("Fri, 31 Dec 2100"), 47_846);
    }

    #[test]
    fn words_are_read_where_no_header_has_it() {
        for (words, expected) in [
            (
                "Please try again in 6.57s. Visit https://example.com",
                Some(6570),
            ),
            ("Please try again in 250ms.", Some(250)),
            ("try again in 1m20s", Some(80_000)),
            ("Try again in 2 minutes", Some(120_000)),
            ("try again in a moment", None),
            ("try again in 5 apples", None),
            ("again in", None),
        ] {
            assert_eq!(with(&[], words), expected, "{words}");
        }
    }

    #[test]
    fn nonsense_is_no_advice() {
        for wait in [
            "",
            "soon",
            "-5",
            "NaN",
            "99:99",
            "1 Foo 2020 1:2:3",
            "Sun, 99 Nov 1994 08:50:07 GMT",
            "é",
            "1:2",
        ] {
            assert_eq!(
                with(&[("retry-after", wait), ("date", wait)], ""),
                None,
                "{wait}"
            );
        }
        for long in ["9".repeat(300), "604800".into()] {
            assert_eq!(with(&[("retry-after", &long)], ""), Some(86_400_000));
        }
    }
}
