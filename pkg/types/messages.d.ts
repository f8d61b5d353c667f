// Generated from the Rust types by crates/web/tests/types.rs. Change those, then run it with UPDATE_TYPES=1.
import type { CallErrorKind, Capabilities, FindingsEdit, RefuseReason, ToolCall } from "./generated.js";

/**
 * A failed model call.
 */
export type CallError = { 
/**
 * Kind of the failure.
 */
kind: CallErrorKind, 
/**
 * Wait asked for by the provider (`retry-after`), in milliseconds.
 */
retry_after_ms?: number, 
/**
 * The provider's own words, at most 500 characters, for diagnostics only.
 */
message?: string, };

/**
 * A respondent's command, as a button or as a word after a slash.
 */
export type Command = "skip" | "decline" | "accept" | "pause" | "resume" | "finish" | "cancel" | "retry";

/**
 * Something that the respondent did, or that the package has done for the interview.
 */
export type Input = "consent" | { "answer": { 
/**
 * As typed.
 */
text: string, } } | { "amend": { 
/**
 * Number of the question.
 */
question: number, 
/**
 * The new text.
 */
text: string, } } | { "draft": { 
/**
 * All of the unsent text.
 */
text: string, } } | { "form_draft": { 
/**
 * Token of the form.
 */
token: string, 
/**
 * What it is filled in with; null when nothing was changed.
 */
value: unknown, } } | { "settle_form": { 
/**
 * Token of the form.
 */
token: string, 
/**
 * What was filled in.
 */
value: unknown, } } | { "refuse_form": { 
/**
 * Token of the form.
 */
token: string, 
/**
 * Why the form was refused.
 */
reason: RefuseReason, } } | { "edit_findings": FindingsEdit } | { "edit": unknown } | { "command": Command } | "use_scripted" | { "model": { 
/**
 * Id of the call.
 */
call: number, 
/**
 * What came of the call.
 */
event: ModelEvent, } } | { "tool_settled": { 
/**
 * Id of the tool's call.
 */
id: string, 
/**
 * What the model is handed.
 */
result: unknown, } } | { "capabilities": Capabilities };

/**
 * What comes back of a call, as a dialect reads it.
 */
export type ModelEvent = { "text": { 
/**
 * The new part alone.
 */
text: string, } } | { "done": RawReply } | { "failed": CallError };

/**
 * A whole reply.
 */
export type RawReply = { 
/**
 * All of its text, unread.
 */
text: string, 
/**
 * Reason for which the model stopped.
 */
stop: StopReason, 
/**
 * Tokens that the reply used.
 */
usage: Usage, 
/**
 * The tools it calls.
 */
tool_calls?: Array<ToolCall>, 
/**
 * The provider's own blocks (thinking, signatures, encrypted reasoning), to be sent back as they came.
 */
opaque?: unknown[], };

/**
 * What is read of an interview, as JSON text.
 */
export type Reading = "view" | "result" | "details" | "diagnostics" | "draft" | "form_draft";

/**
 * Reason for which a model stopped.
 */
export type StopReason = "end" | "max_tokens" | "tool_use" | "refusal";

/**
 * What a call cost, as the provider reports it; an estimate from bytes where it reports nothing.
 */
export type Usage = { 
/**
 * Tokens sent.
 */
input_tokens: number, 
/**
 * Tokens received.
 */
output_tokens: number, 
/**
 * How many of `input_tokens` the provider had cached.
 */
cached_tokens?: number, 
/**
 * How many of `input_tokens` it wrote into its cache, where it reports that.
 */
written_tokens?: number, };
