//! The JSON format of everything that is stored, handed in or shown: each type with its fields, in the order in which they
//! are written. Sessions that were stored once must open for ever: a field is never renamed, and a new one is `may` or `spare`.

use crate::*;

// Records.

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
        "tool_waiting" = ToolWaiting { must id, must reason, must token },
        "tool_ended" = ToolEnded { must id, must result },
        "part_ended" = PartEnded { must part, must value },
        "closed" = Closed { must reason },
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

coded! {
    Began { must session, must guide, must guide_hash, must engine, must setup }
    Setup {
        may subject, may locale, may template, may material, may guidelines, may interviewer,
        may limits, may prices, may metadata, may seed, may digest, may asked_before,
    }
    Limits { spare questions, spare tokens, spare cost_usd, spare answer_chars, spare duration_minutes }
    Prices { must input, must output }
    Material { spare title, spare creator, spare source_url, spare duration_minutes, may texts }
    NamedText { must name, must text }
    Guidelines { spare tone, spare focus, spare avoid }
    DigestEntry { must question, must answer }
    CallStarted { must call, must step, must keep, must add, must history_from, must reserved }
    Message { must role, must text, spare answers }
    Usage { must input_tokens, must output_tokens }
    RawReply { must text, must stop, must usage, spare tool_calls }
    ToolCall { must id, must name, must arguments }
    CallError { must kind, spare retry_after_ms, spare message }
    ReplyJudged { must call, must verdict, spare repairs, spare issues }
    Issue { must path, must rule, must message, spare value }
    Question { must number, must text, must kind, must follow_up_depth, spare follow_up_to, may origin }
    FindingsView { must insights, must actions, must themes }
    FindingView { must text, must question, must start, must end, must count, must edited }
}

choices! {
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
    }
    FindingsList { Insights = "insights", Actions = "actions", Themes = "themes" }
    Contract { Question = "question" }
    FindingKind { Insight = "insight", Action = "action" }
}

// What is read from a model, drawn from answers, or computed.

coded! {
    QuestionReply { must follow_up, must question }
    Findings { must insights, must actions, must themes }
    Finding { must text, must answer, must start, must end }
    Theme { must text, must count }
    Longest {
        must questions, must replies, must input_tokens as "inputTokens", must output_tokens as "outputTokens",
        must cost_usd as "costUsd",
    }
}
