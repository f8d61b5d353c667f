//! The JSON that screens and hosts are shown: each type with its fields, in the order in which they are written. Only
//! written, never stored; the types of `pkg/types/generated.d.ts` are generated from the same structs.

use crate::effect::{Head, Status};
use crate::event::{RefuseReason, SaveError};
use crate::interview::{CallView, ResultView};
use crate::material::{MaterialSummary, PartSummary};
use crate::onboarding_view::*;
use crate::view::*;
use colloquy_schema::{choices, coded, tagged};

coded! {
    View {
        must revision, must session, must guide, must guide_title as "guideTitle", must title, must creator,
        must template, must locale, must status, must phase, must welcome, must consent, must interviewer,
        must progress, must question, must live, must exchanges, must stages, must skills,
        must onboarding, must form,
        must proposal, must parts, must can, must saving, must problem, must notice,
        must findings, must closed, must closing, must answer_chars as "answerChars", must figures,
    }
    StageView {
        must id, must title, must purpose, must minutes_least as "minutesLeast", must minutes_most as "minutesMost",
        must state, must completeness, must band, must questions, must examples,
        must examples_needed as "examplesNeeded", must ended,
    }
    SkillsView {
        must revision, must count, must known, must of, must completeness, must complete, must refused, must reading,
        must unread,
    }
    SkillView {
        must skill, must confidence, must quote, must question, must source, must attributes, must severity, must probes,
        must limit, must now, must ended,
    }
    AttributeView { must attribute, must label, must value, must quote, must question, must source, must now }
    ProposalView { must recommendation, must actor, must status, must missing }
    ActorView { must title, must reason, must skills, must prompt, must model }
    PartsView { must done, must of }
    ConsentView { must asked, must recipients, must kept }
    Progress { must asked, must max, must percent }
    QuestionView {
        must number, must text, must kind, must follow_up_depth as "followUpDepth", must origin,
        must asked_at as "askedAt", must staged, must gap, must form,
    }
    ExchangeView {
        must question, must reaction, must answer, must amended, must redacted, must words,
        must thinking_ms as "thinkingMs", must filled,
    }
    OnboardingView { must revision, must phases, must artifacts, must files, must running }
    PhaseView { must id, must title, must purpose, must state, must objectives, must ended }
    ObjectiveView { must data_type as "dataType", must label, must state }
    RunningView { must tool, must file, must since }
    FormView { must token, must tool, must kind, must behind }
    OptionView { must id, must label, must description }
    FilledView { must tool, must data_type as "dataType", must status, must items, must notes }
    ArtifactsView { must artifacts, must files }
    ArtifactView { must artifact, must label, must at, must earlier }
    Can {
        must answer, must skip, must pause, must resume, must finish, must cancel, must retry, must amend,
        must edit_findings as "editFindings", must edit_skills as "editSkills", must accept, must use_scripted as "useScripted",
    }
    Saving { must state, must reason }
    Problem { must code, must kind, must attempt, must attempts, must retry_at as "retryAt" }
    Notice { must code, must value }
    Figures {
        must questions, must answered, must substantive, must words, must average_words as "averageWords",
        must thinking_ms as "thinkingMs", must duration_ms as "durationMs",
        must completion_percent as "completionPercent", must input_tokens as "inputTokens",
        must output_tokens as "outputTokens", must cost_usd as "costUsd",
    }
    Head {
        must session, must guide, must guide_version as "guideVersion", must guide_title as "guideTitle",
        must subject, must title, must template, must status, must reviewing, must offline,
        must started_at as "startedAt", must updated_at as "updatedAt", must questions,
        must max_questions as "maxQuestions", must last_question as "lastQuestion", must records,
    }
    CallView {
        must call, must step, must at, must messages, must reply, must outcome,
        must input_tokens as "inputTokens", must output_tokens as "outputTokens",
    }
    ResultView { must session, must figures, must findings, must outcome, must transcript }
    MaterialSummary {
        must title, must creator, must source_url as "sourceUrl", must duration_minutes as "durationMinutes",
        must has_summary as "hasSummary", must quotes, must concepts, must additional,
    }
    PartSummary { must label, must items }
}

tagged! {
    FormKind {
        "options" = Options { must options, must multiple, must required },
        "upload" = Upload { must accepts, must max_bytes, must multiple },
        "validation" = Validation { must data_type, must data, must issues },
        "contact" = Contact { must picker },
        "host" = Host { must title, must schema, must data },
    }
}

choices! {
    Status { Active = "active", Paused = "paused", Completed = "completed", Abandoned = "abandoned" }
    Phase {
        Consent = "consent", Asking = "asking", Answering = "answering", Proposal = "proposal", Retrying = "retrying", Offline = "offline",
        GivenUp = "given_up", Paused = "paused", Review = "review", Finished = "finished",
    }
    StageState { Ahead = "ahead", Current = "current", Over = "over" }
    Band {
        Starting = "starting", Developing = "developing", Substantial = "substantial",
        NearlyComplete = "nearly_complete", Complete = "complete",
    }
    SkillSource { Resume = "resume", Answer = "answer", Respondent = "respondent" }
    ProposalStatus { None = "none", Offered = "offered", Accepted = "accepted", Declined = "declined" }
    ReactionKind { Answered = "answered", Skipped = "skipped", Declined = "declined", Filled = "filled", Open = "open" }
    SavingState { Saved = "saved", Saving = "saving", Memory = "memory", ReadOnly = "read_only" }
    RefuseReason {
        UserCancelled = "user_cancelled", PermissionDenied = "permission_denied", Timeout = "timeout",
        ExecutionFailed = "execution_failed",
    }
    SaveError { Refused = "refused", Full = "full", Lost = "lost", Silent = "silent", TakenOver = "taken_over" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::codec::{Coded, write};

    const DECLARED: &str = include_str!("../../../pkg/types/generated.d.ts");

    /// What TypeScript is told about a type: its declaration from behind the name to its end.
    fn declared(name: &str) -> &'static str {
        let start = ["export type ", name, " = "].concat();
        let from = DECLARED
            .find(&start)
            .unwrap_or_else(|| panic!("{name} is not declared"));
        let rest = &DECLARED[from + start.len()..];
        rest.split("\n\n").next().unwrap_or_default()
    }

    #[test]
    fn what_is_written_is_what_typescript_is_told() {
        fn check<T: Coded + serde::Serialize>(name: &str) {
            let fields = declared(name)
                .lines()
                .filter_map(|line| line.split_once(": "));
            let fields = fields.filter(|(field, _)| field.chars().all(char::is_alphanumeric));
            let expected: Vec<String> = fields.map(|(field, _)| field.into()).collect();
            let colloquy_schema::codec::Node::Object(written) = write(&mut T::blank()) else {
                panic!("{name} is no object")
            };
            let written: Vec<String> = written.iter().map(|(key, _)| key.to_string()).collect();
            assert!(!written.is_empty());
            assert_eq!(written, expected, "{name}");
        }
        check::<View>("View");
        check::<StageView>("StageView");
        check::<SkillsView>("SkillsView");
        check::<SkillView>("SkillView");
        check::<AttributeView>("AttributeView");
        check::<ProposalView>("ProposalView");
        check::<ActorView>("ActorView");
        check::<PartsView>("PartsView");
        check::<ConsentView>("ConsentView");
        check::<Progress>("Progress");
        check::<QuestionView>("QuestionView");
        check::<ExchangeView>("ExchangeView");
        check::<OnboardingView>("OnboardingView");
        check::<PhaseView>("PhaseView");
        check::<ObjectiveView>("ObjectiveView");
        check::<RunningView>("RunningView");
        check::<FormView>("FormView");
        check::<OptionView>("OptionView");
        check::<FilledView>("FilledView");
        check::<ArtifactsView>("ArtifactsView");
        check::<ArtifactView>("ArtifactView");
        check::<Can>("Can");
        check::<Saving>("Saving");
        check::<Problem>("Problem");
        check::<Notice>("Notice");
        check::<Figures>("Figures");
        check::<Head>("Head");
        check::<CallView>("CallView");
        check::<ResultView>("ResultView");
        check::<MaterialSummary>("MaterialSummary");
        check::<PartSummary>("PartSummary");
    }

    #[test]
    fn names_are_those_typescript_is_told() {
        for (name, names) in [
            ("Status", Status::NAMES),
            ("Phase", Phase::NAMES),
            ("StageState", StageState::NAMES),
            ("Band", Band::NAMES),
            ("SkillSource", SkillSource::NAMES),
            ("ProposalStatus", ProposalStatus::NAMES),
            ("ReactionKind", ReactionKind::NAMES),
            ("SavingState", SavingState::NAMES),
            ("SaveError", SaveError::NAMES),
        ] {
            let union: Vec<String> = names
                .iter()
                .map(|name| ["\"", name, "\""].concat())
                .collect();
            assert_eq!(declared(name), [&union.join(" | "), ";"].concat(), "{name}");
        }
    }
}
