//! Résumés read by rules: what an onboarding interview takes from a document.

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) read: fn(&str, u32) -> String,
}

pub(crate) static TABLE: Table = Table { read };

/// Any text is read; one that is no résumé gives nothing.
fn read(text: &str, year: u32) -> String {
    colloquy_resume::read(text, year).json()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn what_is_no_resume_gives_nothing() {
        let read: Value = serde_json::from_str(&read("Milk, eggs, bread", 2026)).unwrap();
        assert_eq!(read["resume"], false, "{read}");
        assert!(read["applicant_profile"].is_null() && read["skeleton_timeline"].is_null());
    }

    #[test]
    fn a_resume_gives_a_profile_and_a_timeline() {
        let text = "Anna Meier\nanna@meier.example\n\nExperience\n2019 - present Developer, Acme\n2015 - 2019 Tester, Acme";
        let read: Value = serde_json::from_str(&read(text, 2026)).unwrap();
        assert_eq!(read["resume"], true, "{read}");
        assert_eq!(read["applicant_profile"]["basics"]["name"], "Anna Meier");
        let work = &read["skeleton_timeline"]["work"];
        assert_eq!(work[0]["startDate"], "2019");
        assert!(work[0]["endDate"].is_null(), "it goes on: {work}");
    }
}
