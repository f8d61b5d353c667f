//! Dates of the Gregorian calendar in UTC, without a clock or a table of time zones.

use super::Transcript;

/// Year, month and day of a time in milliseconds since 1970 (days to civil by Howard Hinnant's algorithm).
fn civil(ms: u64) -> (u64, usize, u64) {
    // Days since 0000-03-01, so that the leap day is the last of its year.
    let days = ms / 86_400_000 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (
        era * 400 + year_of_era + u64::from(month < 3),
        month as usize,
        day,
    )
}

fn two(out: &mut String, separator: char, number: u64) {
    out.push(separator);
    out.push(char::from(b'0' + (number / 10 % 10) as u8));
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes a date as `2025-11-08`.
pub(super) fn day(ms: u64) -> String {
    let (year, month, day) = civil(ms);
    let mut out = year.to_string();
    while out.len() < 4 {
        out.insert(0, '0');
    }
    two(&mut out, '-', month as u64);
    two(&mut out, '-', day);
    out
}

/// Writes a time of day as `10:05`.
pub(super) fn time(ms: u64) -> String {
    let minutes = ms / 60_000 % 1_440;
    let mut out = String::new();
    two(&mut out, ' ', minutes / 60);
    two(&mut out, ':', minutes % 60);
    out.remove(0);
    out
}

/// Writes a moment as `2025-11-08T10:05:00Z`.
pub(super) fn moment(ms: u64) -> String {
    let mut out = day(ms);
    out.push('T');
    out.push_str(&time(ms));
    two(&mut out, ':', ms / 1_000 % 60);
    out.push('Z');
    out
}

impl Transcript<'_> {
    /// The day of the interview in words: `November 8th, 2025`.
    pub(super) fn date(&self) -> String {
        let (year, month, day) = civil(self.started_at);
        let month = self
            .label("months")
            .split(',')
            .nth(month - 1)
            .unwrap_or_default();
        let (year, day) = (year.to_string(), day.to_string());
        let suffix = match (day.as_str(), day.as_bytes()[day.len() - 1]) {
            ("11" | "12" | "13", _) => "th",
            (_, b'1') => "st",
            (_, b'2') => "nd",
            (_, b'3') => "rd",
            _ => "th",
        };
        let ordinal = [&day, suffix].concat();
        self.fill(
            "date_words",
            &[
                ("month", month.trim()),
                ("day", &day),
                ("day_th", &ordinal),
                ("year", &year),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_leap_years_and_centuries() {
        for (ms, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399_999, "2000-02-28T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_762_596_300_000, "2025-11-08T10:05:00Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (253_402_300_799_000, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(moment(ms), expected);
        }
        assert!(moment(u64::MAX).ends_with('Z'));
    }
}
