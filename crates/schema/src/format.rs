//! The JSON format of everything that is stored, handed in or shown: each type with its fields, in the order in which they
//! are written. Sessions that were stored once must open for ever: a field is never renamed, and a new one is `optional` or `skip_empty`.

use crate::*;

// Records.

coded! {
    Record { required seq, required at, required v, required fact }
}

tagged! {
    Fact {
        "began" = Began(began),
        "consented" = Consented {},
        "call_started" = CallStarted(call),
        "call_ended" = CallEnded { required call, required outcome },
        "reply_judged" = ReplyJudged(judged),
        "asked" = Asked(question),
        "answered" = Answered { required question, required text, skip_empty redacted },
        "skipped" = Skipped { required question },
        "declined" = Declined { required question },
        "amended" = Amended { required question, required text, skip_empty redacted },
        "paused" = Paused {},
        "resumed" = Resumed { required from },
        "stopped" = Stopped {},
        "retried" = Retried {},
        "network" = Network { required online },
        "interviewer_changed" = InterviewerChanged { required to },
        "tool_started" = ToolStarted { required id },
        "tool_waiting" = ToolWaiting { required id, required reason, required token, skip_empty form },
        "tool_ended" = ToolEnded { required id, required result },
        "part_ended" = PartEnded { required part, required value },
        "persisted" = Persisted(artifact),
        "action_settled" = ActionSettled { required accepted },
        "closed" = Closed { required reason, skip_empty text },
        "findings_edited" = FindingsEdited(edit),
        "finished" = Finished { required findings, required engine },
    } flat Kind(KindFact) else Unknown
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
        "model" = Model { required dialect, required name, required reply_mode, skip_empty max_tokens, skip_empty effort },
    }
}

tagged! {
    FindingsEdit {
        "strike" = Strike { required list, required text },
        "add" = Add { required list, required text },
        "reword" = Reword { required list, required text, required to },
    }
}

coded! {
    Began { required session, required guide, required guide_hash, required engine, required setup }
    Setup {
        optional subject, optional locale, optional template, optional material, optional guidelines, optional interviewer,
        optional limits, optional prices, optional metadata, optional seed, optional digest, optional asked_before, skip_empty tools,
    }
    Limits { skip_empty questions, skip_empty tokens, skip_empty cost_usd, skip_empty answer_chars, skip_empty duration_minutes }
    Prices { required input, required output, skip_empty cached_input as "cachedInput", skip_empty cache_write as "cacheWrite" }
    Material { skip_empty title, skip_empty creator, skip_empty source_url, skip_empty duration_minutes, optional texts }
    NamedText { required name, required text }
    Guidelines { skip_empty tone, skip_empty focus, skip_empty avoid }
    DigestEntry { required question, required answer }
    CallStarted { required call, required step, skip_empty after, required keep, required add, required history_from, required reserved }
    Message { required role, required text, skip_empty answers, skip_empty tool_calls, skip_empty tool_results, skip_empty opaque }
    Usage { required input_tokens, required output_tokens, skip_empty cached_tokens, skip_empty written_tokens }
    RawReply { required text, required stop, required usage, skip_empty tool_calls, skip_empty opaque }
    CallError { required kind, skip_empty retry_after_ms, skip_empty message }
    ReplyJudged { required call, required verdict, skip_empty repairs, skip_empty issues }
    Issue { required path, required rule, required message, skip_empty value }
    Question { required number, required text, required kind, required follow_up_depth, skip_empty follow_up_to, optional origin, flat of_kind, skip_empty form }
    FindingsView { required insights, required actions, skip_empty recommendations, required themes }
    FindingView { required text, required question, required start, required end, required count, required edited }
}

choices! {
    Role { System = "system", User = "user", Assistant = "assistant" }
    ReplyMode { Strict = "strict", Instructed = "instructed", Sequential = "sequential" }
    StopReason { End = "end", MaxTokens = "max_tokens", ToolUse = "tool_use", Refusal = "refusal" }
    CallErrorKind {
        RateLimited = "rate_limited", Overloaded = "overloaded", Network = "network", Timeout = "timeout",
        Unauthorized = "unauthorized", Invalid = "invalid", Budget = "budget", ReplyLimit = "reply_limit",
    }
    Verdict { Accepted = "accepted", AskedAgain = "asked_again", FellBack = "fell_back" }
    QuestionKind { Initial = "initial", FollowUp = "follow_up", Topic = "topic", Conclusion = "conclusion" }
    QuestionOrigin { Reply = "reply", Prose = "prose", Again = "again", BuiltIn = "built_in" }
    ResumedFrom { Paused = "paused", Abandoned = "abandoned", EarlyEnd = "early_end" }
    CloseReason {
        Concluded = "concluded", AskedFor = "asked_for", QuestionLimit = "question_limit",
        TokenLimit = "token_limit", CostLimit = "cost_limit", DurationLimit = "duration_limit",
        Declined = "declined", Complete = "complete", Disengaged = "disengaged", NoGaps = "no_gaps",
    }
    FindingsList { Insights = "insights", Actions = "actions", Recommendations = "recommendations", Themes = "themes" }
}

// What is read from a model, drawn from answers, or computed.

tagged! {
    ModelEvent { "text" = Text { required text }, "done" = Done(reply), "failed" = Failed(error) }
}

coded! {
    ModelRequest { required model, required messages, required settings, skip_empty schema, skip_empty tools }
    StrictSchema { required name, required schema }
    CallSettings { required max_tokens, required temperature, skip_empty top_p, skip_empty effort }
    QuestionReply { required follow_up, required question }
    Findings { required insights, required actions, required recommendations, required themes, skip_empty quotable }
    Finding { required text, required answer, required start, required end }
    Theme { required text, required count }
    Longest {
        required questions, required replies, required input_tokens as "inputTokens", required output_tokens as "outputTokens",
        required cost_usd as "costUsd",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Declarations;

    const DECLARED: Declarations = Declarations(include_str!("../../../pkg/types/generated.d.ts"));

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<Prices>("Prices");
        DECLARED.assert_fields::<NamedText>("NamedText");
        DECLARED.assert_fields::<FindingsView>("FindingsView");
        DECLARED.assert_fields::<FindingView>("FindingView");
        DECLARED.assert_fields::<Findings>("Findings");
        DECLARED.assert_fields::<Finding>("Finding");
        DECLARED.assert_fields::<Theme>("Theme");
        DECLARED.assert_fields::<Longest>("Longest");
    }

    #[test]
    fn names_are_those_that_typescript_declares() {
        for (name, names) in [
            ("Role", Role::NAMES),
            ("CallErrorKind", CallErrorKind::NAMES),
            ("QuestionKind", QuestionKind::NAMES),
            ("QuestionOrigin", QuestionOrigin::NAMES),
            ("CloseReason", CloseReason::NAMES),
            ("FindingsList", FindingsList::NAMES),
            ("ReplyMode", ReplyMode::NAMES),
        ] {
            DECLARED.assert_names(name, names.iter().copied());
        }
    }
}
