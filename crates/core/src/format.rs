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
        required template, required locale, required language, required status, required phase, required welcome, required consent, required interviewer,
        required progress, required question, required live, required exchanges, required kind, required form, required parts, required can, required saving, required problem, required notice,
        required findings, required closed, required closing, required answer_chars as "answerChars", required figures,
    }
    PartsView { required done, required of }
    ConsentView { required asked, required recipients, required kept }
    Progress { required asked, required max, required percent }
    QuestionView {
        required number, required text, required kind, required follow_up_depth as "followUpDepth", required origin,
        required asked_at as "askedAt", flat_required of_kind, required form,
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
        required max_questions as "maxQuestions", optional percent, optional duration_ms as "durationMs",
        required last_question as "lastQuestion", required records,
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
    SaveError { Refused = "refused", Full = "full", Lost = "lost", Silent = "silent", TakenOver = "taken_over", Deleted = "deleted" }
}

/// What TypeScript declares of the types that are shown.
#[cfg(test)]
pub(crate) const DECLARED: colloquy_schema::codec::Declarations =
    colloquy_schema::codec::Declarations(include_str!("../../../pkg/types/generated.d.ts"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<View>("View");
        DECLARED.assert_fields::<PartsView>("PartsView");
        DECLARED.assert_fields::<ConsentView>("ConsentView");
        DECLARED.assert_fields::<Progress>("Progress");
        DECLARED.assert_fields::<QuestionView>("QuestionView");
        DECLARED.assert_fields::<ExchangeView>("ExchangeView");
        DECLARED.assert_fields::<Can>("Can");
        DECLARED.assert_fields::<Saving>("Saving");
        DECLARED.assert_fields::<Problem>("Problem");
        DECLARED.assert_fields::<Notice>("Notice");
        DECLARED.assert_fields::<Figures>("Figures");
        DECLARED.assert_fields::<Head>("Head");
        DECLARED.assert_fields::<ResultView>("ResultView");
    }

    #[test]
    fn names_are_those_typescript_declares() {
        DECLARED.assert_names("Status", Status::NAMES.iter().copied());
        DECLARED.assert_names("Phase", Phase::NAMES.iter().copied());
        DECLARED.assert_names("StageState", StageState::NAMES.iter().copied());
        DECLARED.assert_names("ReactionKind", ReactionKind::NAMES.iter().copied());
        DECLARED.assert_names("SavingState", SavingState::NAMES.iter().copied());
        DECLARED.assert_names("SaveError", SaveError::NAMES.iter().copied());
    }
}
