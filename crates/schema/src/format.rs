//! The JSON format of everything that is stored, handed in or shown: each type with its fields, in the order in which they
//! are written. Sessions that were stored once must open for ever: a field is never renamed, and a new one is `may` or `spare`.

use crate::*;

// Records.

coded! {
    Artifact { must id, must data_type as "dataType", must version, must data, must confirmed }
    HostTool { must name, must description, must parameters, spare idempotent }
    FileRef { must storage_url as "storageUrl", must name, must mime_type as "mimeType", must size }
    Capabilities {
        may contact_picker as "contactPicker", may ocr, may documents, may max_bytes as "maxBytes",
    }
}

coded! {
    Record { must seq, must at, must v, must fact }
}

tagged! {
    Fact {
        "began" = Began(began),
        "consented" = Consented {},
        "call_started" = CallStarted(call),
        "call_ended" = CallEnded { must call, must outcome },
        "reply_judged" = ReplyJudged(judged),
        "asked" = Asked(question),
        "answered" = Answered { must question, must text, spare redacted },
        "skipped" = Skipped { must question },
        "declined" = Declined { must question },
        "amended" = Amended { must question, must text, spare redacted },
        "paused" = Paused {},
        "resumed" = Resumed { must from },
        "stopped" = Stopped {},
        "retried" = Retried {},
        "network" = Network { must online },
        "interviewer_changed" = InterviewerChanged { must to },
        "tool_started" = ToolStarted { must id },
        "tool_waiting" = ToolWaiting { must id, must reason, must token, spare form },
        "tool_ended" = ToolEnded { must id, must result },
        "part_ended" = PartEnded { must part, must value },
        "tracked" = Tracked(tracked),
        "stage_ended" = StageEnded { must stage, must reason },
        "skills_read" = SkillsRead(read),
        "analysis_due" = AnalysisDue { must question, must reason },
        "gap_ended" = GapEnded { must skill, must reason },
        "skills_edited" = SkillsEdited(edit),
        "persisted" = Persisted(artifact),
        "phase_ended" = PhaseEnded { must phase, must reason, must not_reached },
        "action_settled" = ActionSettled { must accepted },
        "closed" = Closed { must reason, spare text },
        "findings_edited" = FindingsEdited(edit),
        "finished" = Finished { must findings, must engine },
    } else Unknown
}

tagged! {
    CallOutcome {
        "replied" = Replied(reply),
        "failed" = Failed(error),
        "cancelled" = Cancelled {},
        "interrupted" = Interrupted {},
    }
}

tagged! {
    Interviewer {
        "scripted" = Scripted,
        "model" = Model { must dialect, must name, must reply_mode },
    }
}

tagged! {
    FindingsEdit {
        "strike" = Strike { must list, must text },
        "add" = Add { must list, must text },
        "reword" = Reword { must list, must text, must to },
    }
}

tagged! {
    SkillsEdit {
        "strike" = Strike { must skill },
        "add" = Add { must skill },
        "rename" = Rename { must skill, must to },
        "set" = Set { must skill, must attribute, must value },
    }
}

coded! {
    Began { must session, must guide, must guide_hash, must engine, must setup }
    Setup {
        may subject, may locale, may template, may material, may guidelines, may interviewer,
        may limits, may prices, may metadata, may seed, may digest, may asked_before, spare tools,
    }
    Limits { spare questions, spare tokens, spare cost_usd, spare answer_chars, spare duration_minutes }
    Prices { must input, must output }
    Material { spare title, spare creator, spare source_url, spare duration_minutes, may texts }
    NamedText { must name, must text }
    Guidelines { spare tone, spare focus, spare avoid }
    DigestEntry { must question, must answer }
    CallStarted { must call, must step, spare after, must keep, must add, must history_from, must reserved }
    Message { must role, must text, spare answers, spare tool_calls, spare tool_results, spare opaque }
    ToolResult { must id, must result }
    Usage { must input_tokens, must output_tokens, spare cached_tokens }
    RawReply { must text, must stop, must usage, spare tool_calls, spare opaque }
    ToolCall { must id, must name, must arguments }
    CallError { must kind, spare retry_after_ms, spare message }
    ReplyJudged { must call, must verdict, spare repairs, spare issues }
    Issue { must path, must rule, must message, spare value }
    Question { must number, must text, must kind, must follow_up_depth, spare follow_up_to, may origin, spare staged, spare gap, spare form }
    StagedQuestion { must stage, must objective, must depth }
    Tracked {
        must stage, must completeness, must engagement, must examples, spare insights, spare follow_up, spare ready,
    }
    SkillsRead { spare question, spare part, must caller, must read, spare found, spare refused, spare answer }
    FoundSkill { must skill, must confidence, must quote, spare values }
    FoundValue { must attribute, must value, must quote, spare same_as }
    RefusedValue { must skill, spare attribute, must reason }
    AnswerStanding { must kind, must engaged }
    GapQuestion {
        must skill, must attributes, must severity, must probe, must probes, must intent, must topic, spare closed,
    }
    FindingsView { must insights, must actions, must themes }
    FindingView { must text, must question, must start, must end, must count, must edited }
}

choices! {
    DataType {
        ApplicantProfile = "applicant_profile", SkeletonTimeline = "skeleton_timeline", Experience = "experience",
        Education = "education", KnowledgeCard = "knowledge_card", ArtifactRecord = "artifact_record",
        WritingSample = "writing_sample", CandidateDossier = "candidate_dossier",
    }
    PhaseEnd { Met = "met", Declined = "declined", TurnLimit = "turn_limit", FormLimit = "form_limit" }
    ObjectiveState {
        Open = "open", Approved = "approved", Met = "met", Declined = "declined", NotReached = "not_reached",
    }
    Role { System = "system", User = "user", Assistant = "assistant" }
    ReplyMode { Strict = "strict", Instructed = "instructed", Sequential = "sequential" }
    StopReason { End = "end", MaxTokens = "max_tokens", ToolUse = "tool_use", Refusal = "refusal" }
    CallErrorKind {
        RateLimited = "rate_limited", Overloaded = "overloaded", Network = "network", Timeout = "timeout",
        Unauthorized = "unauthorized", Invalid = "invalid", Budget = "budget",
    }
    Verdict { Accepted = "accepted", AskedAgain = "asked_again", FellBack = "fell_back" }
    QuestionKind { Initial = "initial", FollowUp = "follow_up", Topic = "topic", Conclusion = "conclusion" }
    QuestionOrigin { Reply = "reply", Prose = "prose", Again = "again" }
    ResumedFrom { Paused = "paused", Abandoned = "abandoned" }
    CloseReason {
        Concluded = "concluded", AskedFor = "asked_for", QuestionLimit = "question_limit",
        TokenLimit = "token_limit", CostLimit = "cost_limit", DurationLimit = "duration_limit",
        Declined = "declined", Complete = "complete", Disengaged = "disengaged", NoGaps = "no_gaps",
    }
    Attribute {
        Duration = "duration", Depth = "depth", Autonomy = "autonomy", Scale = "scale", Constraints = "constraints",
        ProductionVsPrototype = "production_vs_prototype",
    }
    AnalysisCaller { Engine = "engine", Model = "model" }
    RefusalReason { NotInText = "not_in_text", Unresolved = "unresolved", TooMany = "too_many", Corrected = "corrected" }
    AnswerKind {
        Full = "full", Partial = "partial", Clarification = "clarification", Example = "example", OffTopic = "off_topic",
        Unknown = "unknown", Refusal = "refusal", Empty = "empty",
    }
    Intent { Question = "question", Explanation = "explanation", Example = "example", FollowUp = "follow_up" }
    Topic { First = "first", Same = "same", New = "new", Back = "back" }
    GapEnd {
        Resolved = "resolved", Exhausted = "exhausted", OffTopic = "off_topic", NotKnown = "not_known", Refused = "refused",
    }
    AnalysisDue { NotCalled = "not_called", RoundsUsedUp = "rounds_used_up" }
    FindingsList { Insights = "insights", Actions = "actions", Themes = "themes" }
    Contract {
        Question = "question", Envelope = "envelope", Advice = "advice", AdvicePart1 = "advice-part-1",
        AdvicePart2 = "advice-part-2", AdvicePart3 = "advice-part-3", Findings = "findings", Skills = "skills",
        Outcome = "outcome",
    }
    Engagement { High = "high", Medium = "medium", Low = "low" }
    StageEnd { Ready = "ready", QuestionLimit = "question_limit" }
}

// What is read from a model, drawn from answers, or computed.

tagged! {
    ModelEvent { "text" = Text { must text }, "done" = Done(reply), "failed" = Failed(error) }
}

coded! {
    ModelRequest { must model, must messages, must settings, spare schema, spare tools }
    StrictSchema { must name, must schema }
    CallSettings { must max_tokens, must temperature, spare top_p }
    ToolSpec { must name, must description, must parameters }
    QuestionReply { must follow_up, must question }
    SkillsAsk { must resume, must text, must question, must skill, must attributes, must known, must year }
    KnownSkill { must skill, must unknown }
    Findings { must insights, must actions, must themes }
    Finding { must text, must answer, must start, must end }
    Theme { must text, must count }
    Longest {
        must questions, must replies, must input_tokens as "inputTokens", must output_tokens as "outputTokens",
        must cost_usd as "costUsd",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Coded, write};

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
            let crate::codec::Node::Object(written) = write(&mut T::blank()) else {
                panic!("{name} is no object")
            };
            let written: Vec<String> = written.iter().map(|(key, _)| key.to_string()).collect();
            assert!(!written.is_empty());
            assert_eq!(written, expected, "{name}");
        }
        check::<Prices>("Prices");
        check::<NamedText>("NamedText");
        check::<FindingsView>("FindingsView");
        check::<FindingView>("FindingView");
        check::<Findings>("Findings");
        check::<Finding>("Finding");
        check::<Theme>("Theme");
        check::<Longest>("Longest");
    }

    #[test]
    fn names_are_those_typescript_is_told() {
        for (name, names) in [
            ("Role", Role::NAMES),
            ("CallErrorKind", CallErrorKind::NAMES),
            ("QuestionKind", QuestionKind::NAMES),
            ("QuestionOrigin", QuestionOrigin::NAMES),
            ("CloseReason", CloseReason::NAMES),
            ("FindingsList", FindingsList::NAMES),
            ("ReplyMode", ReplyMode::NAMES),
        ] {
            let union: Vec<String> = names
                .iter()
                .map(|name| ["\"", name, "\""].concat())
                .collect();
            assert_eq!(declared(name), [&union.join(" | "), ";"].concat(), "{name}");
        }
    }
}
