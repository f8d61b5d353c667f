//! The JSON that screens and hosts are shown: each type with its fields, in the order in which they are written. Only
//! written, never stored; the types of `pkg/types/generated.d.ts` are generated from the same structs.

use crate::effect::{Head, Status};
use crate::event::{Command, RefuseReason, SaveError};
use crate::interview::ResultView;
use crate::view::*;
use colloquy_schema::{choices, coded};

coded! {
    View {
        required revision, required session, required guide, required guide_title as "guideTitle", required title, required creator,
        required template, required locale, required status, required phase, required welcome, required consent, required interviewer,
        required progress, required question, required live, required exchanges, required kind, required form, required parts, required can, required saving, required problem, required notice,
        required findings, required closed, required closing, required answer_chars as "answerChars", required figures,
    }
    PartsView { required done, required of }
    ConsentView { required asked, required recipients, required kept }
    Progress { required asked, required max, required percent }
    QuestionView {
        required number, required text, required kind, required follow_up_depth as "followUpDepth", required origin,
        required asked_at as "askedAt", required staged, required gap, required form,
    }
    ExchangeView {
        required question, required reaction, required answer, required amended, required redacted, required words,
        required thinking_ms as "thinkingMs", required filled,
    }
    Can {
        required answer, required skip, required pause, required resume, required finish, required cancel, required retry, required amend,
        required edit_findings as "editFindings", required edit, required accept, required use_scripted as "useScripted",
    }
    Saving { required state, required reason }
    Problem { required code, required kind, required attempt, required attempts, required retry_at as "retryAt" }
    Notice { required code, required value }
    Figures {
        required questions, required answered, required substantive, required words, required average_words as "averageWords",
        required thinking_ms as "thinkingMs", required duration_ms as "durationMs",
        required completion_percent as "completionPercent", required input_tokens as "inputTokens",
        required output_tokens as "outputTokens", required cost_usd as "costUsd",
    }
    Head {
        required session, required guide, required guide_version as "guideVersion", required guide_title as "guideTitle",
        required subject, required title, required template, required status, required reviewing, required offline,
        required started_at as "startedAt", required updated_at as "updatedAt", required questions,
        required max_questions as "maxQuestions", required last_question as "lastQuestion", required records,
    }
    ResultView { required session, required figures, required findings, required outcome, required transcript }
}

choices! {
    Command {
        Skip = "skip", Decline = "decline", Accept = "accept", Pause = "pause", Resume = "resume", Finish = "finish", Cancel = "cancel",
        Retry = "retry",
    }
    Status { Active = "active", Paused = "paused", Completed = "completed", Abandoned = "abandoned" }
    Phase {
        Consent = "consent", Asking = "asking", Answering = "answering", Proposal = "proposal", Retrying = "retrying", Offline = "offline",
        GivenUp = "given_up", Paused = "paused", Review = "review", Finished = "finished",
    }
    StageState { Ahead = "ahead", Current = "current", Over = "over" }
    ReactionKind { Answered = "answered", Skipped = "skipped", Declined = "declined", Filled = "filled", Open = "open" }
    SavingState { Saved = "saved", Saving = "saving", Memory = "memory", ReadOnly = "read_only" }
    RefuseReason {
        UserCancelled = "user_cancelled", PermissionDenied = "permission_denied", Timeout = "timeout",
        ExecutionFailed = "execution_failed",
    }
    SaveError { Refused = "refused", Full = "full", Lost = "lost", Silent = "silent", TakenOver = "taken_over" }
}

/// Holds what is written to the declarations that TypeScript reads.
#[cfg(test)]
pub(crate) mod declared {
    use colloquy_schema::codec::{Decode, Encode, Node, tree};

    const DECLARED: &str = include_str!("../../../pkg/types/generated.d.ts");

    /// The declaration of a type, from behind its name to its end.
    fn declaration(name: &str) -> &'static str {
        let start = ["export type ", name, " = "].concat();
        let from = DECLARED
            .find(&start)
            .unwrap_or_else(|| panic!("{name} is not declared"));
        let rest = &DECLARED[from + start.len()..];
        rest.split("\n\n").next().unwrap_or_default()
    }

    /// Holds the fields of a type, in their order, to its declaration.
    pub(crate) fn fields_match<T: Encode + Decode>(name: &str) {
        let fields = declaration(name)
            .lines()
            .filter_map(|line| line.split_once(": "));
        let fields = fields.filter(|(field, _)| field.chars().all(char::is_alphanumeric));
        let expected: Vec<String> = fields.map(|(field, _)| field.into()).collect();
        let Node::Object(written) = tree(&T::empty()) else {
            panic!("{name} is no object")
        };
        let written: Vec<String> = written.iter().map(|(key, _)| key.to_string()).collect();
        assert!(!written.is_empty());
        assert_eq!(written, expected, "{name}");
    }

    /// Holds the names of a type's choices, in their order, to its declaration.
    pub(crate) fn names_match<'a>(name: &str, names: impl Iterator<Item = &'a str>) {
        let union: Vec<String> = names.map(|name| ["\"", name, "\""].concat()).collect();
        assert_eq!(
            declaration(name),
            [&union.join(" | "), ";"].concat(),
            "{name}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::declared::{fields_match, names_match};
    use super::*;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        fields_match::<View>("View");
        fields_match::<PartsView>("PartsView");
        fields_match::<ConsentView>("ConsentView");
        fields_match::<Progress>("Progress");
        fields_match::<QuestionView>("QuestionView");
        fields_match::<ExchangeView>("ExchangeView");
        fields_match::<Can>("Can");
        fields_match::<Saving>("Saving");
        fields_match::<Problem>("Problem");
        fields_match::<Notice>("Notice");
        fields_match::<Figures>("Figures");
        fields_match::<Head>("Head");
        fields_match::<ResultView>("ResultView");
    }

    #[test]
    fn names_are_those_typescript_declares() {
        names_match("Status", Status::NAMES.iter().copied());
        names_match("Phase", Phase::NAMES.iter().copied());
        names_match("StageState", StageState::NAMES.iter().copied());
        names_match("ReactionKind", ReactionKind::NAMES.iter().copied());
        names_match("SavingState", SavingState::NAMES.iter().copied());
        names_match("SaveError", SaveError::NAMES.iter().copied());
    }
}
