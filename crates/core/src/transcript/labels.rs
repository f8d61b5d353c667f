//! The wording of transcripts: the guide's labels, with English for what a guide leaves out.

use super::Transcript;
use crate::wording::fill;
use colloquy_schema::Named;

/// Every label with its English wording. ` | ` parts variants that are taken in turn.
pub(super) const DEFAULTS: &[(&str, &str)] = &[
    ("heading", "Interview: {title}"),
    ("heading_qa", "Interview transcript: {title}"),
    ("heading_narrative", "My conversation about {title}"),
    ("statistics", "Statistics"),
    ("conversation", "Conversation"),
    ("insights", "Insights"),
    ("actions", "Action items"),
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
    // The structured outcome.
    ("outcome", "Outcome"),
    ("coverage", "Coverage"),
    (
        "coverage_stage",
        "{stage}: {band}, {percent} %; questions: {questions}; examples: {examples} of {needed}",
    ),
    ("band_starting", "starting"),
    ("band_developing", "developing"),
    ("band_substantial", "substantial"),
    ("band_nearly_complete", "nearly complete"),
    ("band_complete", "complete"),
    ("outcome_insights", "What was new"),
    ("outcome_follow_ups", "Still open"),
    ("recommendation", "Recommendation"),
    ("role", "Role: {value}"),
    ("reason", "Reason: {value}"),
    ("skills", "Skills: {value}"),
    ("prompt", "Prompt for an assistant in this role: {value}"),
    ("missing", "Could not be had: {value}"),
    ("accepted", "The respondent accepted this."),
    ("not_accepted", "The respondent declined this."),
    // The skills of a skills interview.
    ("skills_table", "Skills"),
    ("skill", "Skill"),
    ("confidence", "Confidence"),
    ("evidence", "Words that show it"),
    ("from_resume", "from the résumé"),
    ("from_answer", "from the answer to question {n}"),
    ("from_respondent", "the respondent's own word"),
    (
        "completeness",
        "Known of all skills: {percent} % ({known} of {of})",
    ),
    (
        "refused_values",
        "Not believed, mostly because no words of the text show it: {n}",
    ),
    ("gap_resolved", "Everything is known."),
    ("gap_exhausted", "Asked about as often as one skill may be."),
    ("gap_off_topic", "Two answers were about something else."),
    ("gap_not_known", "The respondent does not know."),
    ("gap_refused", "The respondent would rather not say."),
    (
        "gap_why",
        "About {skill}: {attributes} (gap {severity}, probe {probe} of {probes})",
    ),
    (
        "gap_why_skills",
        "Asks which skills there are (probe {probe} of {probes})",
    ),
    // The forms of an onboarding interview, and what came together in it.
    ("form_chosen", "Chosen: {items}"),
    ("form_chosen_none", "Nothing was chosen."),
    ("form_files", "Handed in: {items}"),
    ("form_contact", "Gave a contact card."),
    ("form_approved", "Approved: {label}"),
    ("form_modified", "Approved with changes: {label}"),
    ("form_changes", "Changed: {items}"),
    ("form_rejected", "Not approved: {label}"),
    ("form_notes", "Note: {notes}"),
    ("phases", "What was to be brought together"),
    ("objective_open", "{label}: still open"),
    ("objective_approved", "{label}: approved, not kept yet"),
    ("objective_met", "{label}: there"),
    (
        "objective_declined",
        "{label}: the respondent would rather not",
    ),
    ("objective_not_reached", "{label}: not reached"),
    ("phase_met", "Everything was reached."),
    (
        "phase_declined",
        "What was not reached the respondent would rather not give.",
    ),
    ("phase_turn_limit", "The limit on questions was reached."),
    ("phase_form_limit", "The limit on forms was reached."),
    ("artifacts", "What was kept"),
    ("artifact", "{label} ({id}, version {version})"),
    (
        "artifact_confirmed",
        "{label} ({id}, version {version}, approved)",
    ),
    ("artifact_removed", "Removed by the respondent."),
    (
        "text_cut",
        "{text} … (the first {shown} of {n} characters; the result as data has all of them)",
    ),
    ("files", "Files"),
    ("file", "{name} ({kind}, {size} bytes)"),
    // What the closing words name where a limit ended the interview.
    ("limit_questions", "the number of questions"),
    ("limit_tokens", "the amount of text for the language model"),
    ("limit_cost", "the cost"),
    ("limit_duration", "the time"),
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
    ("narrative_themes", "What I kept coming back to: {themes}."),
];

/// Returns the wording of a label: the guide's, else English.
pub(crate) fn label<'a>(labels: &'a Named<String>, key: &str) -> &'a str {
    if let Some(text) = labels.get(key) {
        return text;
    }
    let english = DEFAULTS.iter().find(|(name, _)| *name == key);
    english.map_or("", |(_, text)| text)
}

impl Transcript<'_> {
    /// The wording of a label; unknown labels are a fault of ours and read as empty.
    pub(super) fn label(&self, key: &str) -> &str {
        label(self.labels, key)
    }

    /// The wording of a label with its slots filled in.
    pub(super) fn fill(&self, key: &str, slots: &[(&str, &str)]) -> String {
        fill(self.label(key), slots)
    }

    /// The variant of a label whose turn it is.
    pub(super) fn fill_in_turn(&self, key: &str, turn: usize, slots: &[(&str, &str)]) -> String {
        let label = self.label(key);
        let variants = label.split(" | ").count();
        fill(
            label
                .split(" | ")
                .nth(turn % variants)
                .unwrap_or_default()
                .trim(),
            slots,
        )
    }

    /// A number of tenths with its unit: `12.5 minutes`, `1 minute`, `45 words`.
    pub(super) fn count(&self, unit: &str, tenths: u64) -> String {
        let mut number = (tenths / 10).to_string();
        if !tenths.is_multiple_of(10) {
            number.push_str(self.label("decimal"));
            number.push_str(&(tenths % 10).to_string());
        }
        let one = [unit, "_one"].concat();
        self.fill(if tenths == 10 { &one } else { unit }, &[("n", &number)])
    }

    /// A length of time in minutes with one decimal.
    pub(super) fn minutes(&self, ms: u64) -> String {
        self.count("minutes", tenths_of_minutes(ms))
    }
}

/// Milliseconds as tenths of minutes, rounded.
pub(super) fn tenths_of_minutes(ms: u64) -> u64 {
    ms.saturating_add(3_000) / 6_000
}

#[cfg(test)]
mod tests {
    use super::{fill, label};
    use colloquy_schema::Named;

    #[test]
    fn a_limit_has_a_name_in_words_when_a_guide_names_none() {
        let mut labels = Named::default();
        for limit in ["questions", "tokens", "cost", "duration"] {
            let key = ["limit_", limit].concat();
            assert!(label(&labels, &key).contains("the "), "{key}");
        }
        labels.set("limit_cost", "die Kosten".into());
        assert_eq!(label(&labels, "limit_cost"), "die Kosten");
    }

    #[test]
    fn fills_each_slot_once_and_nothing_inside_a_value() {
        assert_eq!(
            fill("{a} and {b} {c} {", &[("a", "{b}"), ("b", "x")]),
            "{b} and x {c} {"
        );
    }
}
