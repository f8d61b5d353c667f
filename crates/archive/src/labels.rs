//! The words that documents are written with.

use colloquy_core::fill;
use colloquy_schema::Wording;

/// The labels of every kind of interview. ` | ` parts variants that are taken in turn.
const COMMON: &[Label] = &[
    ("heading", "Interview: {title}"),
    ("heading_qa", "Interview transcript: {title}"),
    ("heading_narrative", "My conversation about {title}"),
    ("statistics", "Statistics"),
    ("conversation", "Conversation"),
    ("insights", "Insights"),
    ("actions", "Next steps"),
    ("recommendations", "Advice to others"),
    ("themes", "Themes"),
    ("none", "None found."),
    ("question", "Question {n}"),
    ("follow_up", "follow-up"),
    ("response", "Your response:"),
    ("q", "Q"),
    ("a", "A"),
    ("skipped", "Skipped."),
    ("declined", "Preferred not to say."),
    ("redacted", "This answer was removed by the respondent."),
    ("filled", "Answered with a form."),
    ("open", "Not answered."),
    ("amended", "This answer was changed later."),
    ("date", "Date"),
    ("source", "Source"),
    ("creator", "From"),
    ("interviewer", "Interviewer"),
    (
        "interviewer_scripted",
        "Built-in interviewer, no language model",
    ),
    ("interviewer_model", "Language model {name}"),
    ("stat_questions", "Questions"),
    ("stat_answered", "Answered"),
    ("stat_duration", "Duration"),
    ("stat_average", "Average response"),
    ("stat_thinking", "Thinking time"),
    ("stat_completion", "Completion"),
    ("stat_tokens", "Tokens in and out"),
    ("stat_cost", "Cost"),
    ("minutes", "{n} minutes"),
    ("minutes_one", "{n} minute"),
    ("words", "{n} words"),
    ("words_one", "{n} word"),
    ("decimal", "."),
    (
        "months",
        "January,February,March,April,May,June,July,August,September,October,November,December",
    ),
    ("date_words", "{month} {day_th}, {year}"),
    ("unfinished", "This interview is not finished yet."),
    ("closed_concluded", "The interview came to its conclusion."),
    ("closed_asked_for", "The respondent ended the interview."),
    (
        "closed_question_limit",
        "The interview ended at its limit on questions.",
    ),
    (
        "closed_token_limit",
        "The interview ended at its limit on tokens.",
    ),
    (
        "closed_cost_limit",
        "The interview ended at its limit on cost.",
    ),
    (
        "closed_duration_limit",
        "The interview ended at its time limit.",
    ),
    ("closed_declined", "The respondent would rather not go on."),
    (
        "closed_complete",
        "The interview ended because enough is known of the skills.",
    ),
    (
        "closed_disengaged",
        "The interview ended because the respondent did not take part any more.",
    ),
    (
        "closed_no_gaps",
        "The interview ended because there was nothing left to ask.",
    ),
    ("outcome", "Outcome"),
    // What was filled into forms.
    ("form_chosen", "Chosen: {items}"),
    ("form_chosen_none", "Nothing was chosen."),
    ("form_files", "Handed in: {items}"),
    ("form_contact", "Gave a contact card."),
    ("form_approved", "Approved: {label}"),
    ("form_modified", "Approved with changes: {label}"),
    ("form_changes", "Changed: {items}"),
    ("form_rejected", "Not approved: {label}"),
    ("form_notes", "Note: {notes}"),
    (
        "narrative_intro",
        "On {date}, I reflected on “{title}” from {creator}.",
    ),
    (
        "narrative_intro_plain",
        "On {date}, I reflected on “{title}”.",
    ),
    (
        "narrative_intro_untitled",
        "On {date}, I took part in an interview: {guide}.",
    ),
    (
        "narrative_all",
        "I answered every question I was asked, in {duration}.",
    ),
    (
        "narrative_some",
        "I answered {answered} of {questions} questions, in {duration}.",
    ),
    (
        "narrative_initial",
        "To begin with, I was asked: “{question}” This is what I said:",
    ),
    (
        "narrative_follow_up",
        "Diving deeper: “{question}” I explored this: | Asked to say more – “{question}” – I went on:",
    ),
    (
        "narrative_topic",
        "Then the conversation turned: “{question}” I shared this: | Another thread was opened: “{question}” I answered:",
    ),
    (
        "narrative_conclusion",
        "Finally, I was asked: “{question}” I closed with this:",
    ),
    (
        "narrative_skipped",
        "I passed over one question: “{question}”",
    ),
    (
        "narrative_declined",
        "One question I preferred not to answer: “{question}”",
    ),
    (
        "narrative_filled",
        "I was shown a form: “{question}” This is what I filled in: | With a form came: “{question}” I gave this:",
    ),
    (
        "narrative_redacted",
        "I answered one question and removed my answer later: “{question}”",
    ),
    ("narrative_open", "One question was left open: “{question}”"),
    ("narrative_amended", "I changed this answer later."),
    ("narrative_takeaways", "Key takeaways"),
    ("narrative_insights", "What I took away:"),
    ("narrative_actions", "What I intend to do:"),
    (
        "narrative_recommendations",
        "What I would advise others to do:",
    ),
    ("narrative_themes", "What I kept coming back to: {themes}."),
];

/// A label with its English wording.
pub(crate) type Label = (&'static str, &'static str);

/// The labels of one session: the guide's, with English for what a guide leaves out.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'a> {
    /// The guide's words in the session's language.
    pub(crate) wording: &'a Wording,
    /// What the kind of interview adds to [`COMMON`].
    pub(crate) own: &'static [Label],
}

impl<'a> Labels<'a> {
    /// Returns the wording of a label; empty for a label that nobody knows.
    pub(crate) fn get(&self, key: &str) -> &'a str {
        if let Some(text) = self.wording.transcript.get(key) {
            return text;
        }
        let mut english = COMMON.iter().chain(self.own);
        english
            .find(|(name, _)| *name == key)
            .map_or("", |(_, text)| text)
    }

    /// Returns the wording of a label with its slots filled in.
    pub(crate) fn fill(&self, key: &str, slots: &[(&str, &str)]) -> String {
        fill(self.get(key), slots)
    }

    /// Returns the variant of a label whose turn it is.
    pub(crate) fn fill_in_turn(&self, key: &str, turn: usize, slots: &[(&str, &str)]) -> String {
        let label = self.get(key);
        let variants = label.split(" | ").count();
        let variant = label.split(" | ").nth(turn % variants);
        fill(variant.unwrap_or_default().trim(), slots)
    }

    /// Writes a number of tenths with its unit: `12.5 minutes`, `1 minute`, `45 words`.
    pub(crate) fn count(&self, unit: &str, tenths: u64) -> String {
        let mut number = (tenths / 10).to_string();
        if !tenths.is_multiple_of(10) {
            number.push_str(self.get("decimal"));
            number.push_str(&(tenths % 10).to_string());
        }
        let one = [unit, "_one"].concat();
        self.fill(if tenths == 10 { &one } else { unit }, &[("n", &number)])
    }

    /// Writes a length of time in minutes with one decimal.
    pub(crate) fn minutes(&self, ms: u64) -> String {
        self.count("minutes", tenths_of_minutes(ms))
    }
}

/// Milliseconds as tenths of minutes, rounded.
pub(crate) fn tenths_of_minutes(ms: u64) -> u64 {
    ms.saturating_add(3_000) / 6_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::ALL;

    #[test]
    fn each_slot_is_filled_once_and_nothing_inside_a_value() {
        assert_eq!(
            fill("{a} and {b} {c} {", &[("a", "{b}"), ("b", "x")]),
            "{b} and x {c} {"
        );
    }

    /// The names in braces of a label, without order: each as often as it is there, in the first of its variants.
    fn slots(label: &str) -> Vec<&str> {
        let first = label.split(" | ").next().unwrap_or_default();
        let parts = first.split('{').skip(1);
        let mut names: Vec<&str> = parts
            .filter_map(|part| Some(part.split_once('}')?.0))
            .collect();
        names.sort_unstable();
        names
    }

    #[allow(clippy::disallowed_methods)]
    #[test]
    fn the_translated_guides_have_every_label_with_its_slots() {
        let root = env!("CARGO_MANIFEST_DIR");
        let read = |file: String| -> serde_json::Value {
            let text = std::fs::read_to_string(format!("{root}/../../{file}")).unwrap();
            serde_json::from_str(&text).unwrap()
        };
        for kind in ALL {
            for language in ["de", "es", "fr", "ar", "ja"] {
                let name = kind.name();
                // Studies have no words in these.
                if name == "topics" && ["ar", "ja"].contains(&language) {
                    continue;
                }
                // Guides over topics are compiled from studies: no guide of theirs ships, but the words that every one has.
                let own = match name {
                    "topics" => {
                        let file = format!("crates/core/guides/transcript.{language}.json");
                        let mut own = read(file);
                        let words = read(format!("crates/study/words/{language}.json"));
                        for (label, text) in words["transcript"].as_object().unwrap() {
                            own[label] = text.clone();
                        }
                        own
                    }
                    _ => {
                        let guide = read(format!("pkg/guides/{name}.{language}.json"));
                        guide["locales"][language]["transcript"].clone()
                    }
                };
                for (label, english) in COMMON.iter().chain(kind.labels()) {
                    let text = own[label].as_str().unwrap_or_default();
                    assert!(!text.is_empty(), "{name}.{language}: {label} is missing");
                    // A day is written without its ending elsewhere.
                    let english = match *label {
                        "date_words" => "{month} {day} {year}",
                        "heading_narrative" | "narrative_intro_untitled" => continue,
                        _ => english,
                    };
                    assert_eq!(slots(text), slots(english), "{name}.{language}: {label}");
                }
                let months = own["months"].as_str().unwrap();
                assert_eq!(months.split(',').count(), 12, "{name}.{language}");
            }
        }
    }

    #[test]
    fn no_kind_has_a_label_that_all_have() {
        for kind in ALL {
            for (name, _) in kind.labels() {
                let common = COMMON.iter().any(|(common, _)| common == name);
                assert!(!common, "{name}");
            }
        }
    }
}
