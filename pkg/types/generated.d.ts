// Generated from the Rust types by crates/web/tests/types.rs. Change those, then run it with UPDATE_TYPES=1.

/**
 * A role that is recommended.
 */
export type ActorView = { 
/**
 * Job title of the role.
 */
title: string, 
/**
 * Reason for which the role helps.
 */
reason: string, 
/**
 * What the role needs to know, 3 to 7 skills.
 */
skills: Array<string>, 
/**
 * System prompt for an assistant in this role.
 */
prompt: string, 
/**
 * `reasoning` or `semantic`.
 */
model: string, };

/**
 * Where an advice interview stands.
 */
export type AdviceView = { 
/**
 * Name of the kind, `advice`.
 */
kind: "advice", 
/**
 * The recommendation, once there is one.
 */
proposal: ProposalView | null, };

/**
 * Kind of an answer.
 */
export type AnswerKind = "full" | "partial" | "clarification" | "example" | "off_topic" | "unknown" | "refusal" | "empty";

/**
 * One version of what `persist_data` keeps. A later version of the same id takes its place; the earlier ones stay readable.
 */
export type Artifact = { 
/**
 * Stable within the session, such as `knowledge_card-2`.
 */
id: string, 
/**
 * Type of the data.
 */
dataType: DataType, 
/**
 * Counted from 1.
 */
version: number, 
/**
 * Satisfies the schema of its type, without its id; an empty object where the respondent removed it.
 */
data: Record<string, unknown>, 
/**
 * True when the respondent approved exactly this, where it can be shown for approval.
 */
confirmed: boolean, };

/**
 * One thing that was kept.
 */
export type ArtifactView = { 
/**
 * The last version.
 */
artifact: Artifact, 
/**
 * Its name in the session's language.
 */
label: string, 
/**
 * When that version was kept, in milliseconds since 1970.
 */
at: number, 
/**
 * The earlier versions, oldest first.
 */
earlier: Array<Artifact>, };

/**
 * One of the six things to know of a skill, in the order in which they are asked about.
 */
export type Attribute = "duration" | "depth" | "autonomy" | "scale" | "constraints" | "production_vs_prototype";

/**
 * One attribute of a skill.
 */
export type AttributeView = { 
/**
 * The attribute.
 */
attribute: Attribute, 
/**
 * Name of the attribute in the session's language.
 */
label: string, 
/**
 * Value of the attribute; empty while it is not known.
 */
value: string, 
/**
 * The words that show it; empty for one the respondent set.
 */
quote: string, 
/**
 * Number of the question whose answer showed it.
 */
question: number | null, 
/**
 * Where the value comes from; absent while it is not known.
 */
source: SkillSource | null, 
/**
 * True when the open question asks for it.
 */
now: boolean, };

/**
 * How complete a stage is, in five bands.
 */
export type Band = "starting" | "developing" | "substantial" | "nearly_complete" | "complete";

/**
 * Why a model call failed; every dialect maps its own errors to these.
 */
export type CallErrorKind = "rate_limited" | "overloaded" | "network" | "timeout" | "unauthorized" | "invalid" | "budget" | "reply_limit";

/**
 * One call as the respondent can look it up: what was sent, and what came back.
 */
export type CallView = { 
/**
 * Counted from 1.
 */
call: number, 
/**
 * Step that the call was for.
 */
step: string, 
/**
 * When it started, in milliseconds since 1970.
 */
at: number, 
/**
 * Everything that left the device. Empty for the scripted interviewer, which is sent nothing.
 */
messages: Array<Message>, 
/**
 * The whole raw reply.
 */
reply: string | null, 
/**
 * `running`, `replied`, `failed`, `cancelled` or `interrupted`.
 */
outcome: string, 
/**
 * Tokens sent, as the provider counted them; 0 while it has not replied.
 */
inputTokens: number, 
/**
 * Tokens received, as the provider counted them; 0 while it has not replied.
 */
outputTokens: number, };

/**
 * What the respondent may do now; each names the method that does it.
 */
export type Can = { 
/**
 * Send an answer.
 */
answer: boolean, 
/**
 * Skip or decline the open question.
 */
skip: boolean, 
/**
 * Pause.
 */
pause: boolean, 
/**
 * Resume; in the review, answer more questions after an early end.
 */
resume: boolean, 
/**
 * Close the interview, or complete it in the review.
 */
finish: boolean, 
/**
 * Cancel the running call or the wait.
 */
cancel: boolean, 
/**
 * Try again.
 */
retry: boolean, 
/**
 * Change an earlier answer, or answer a question after all that was skipped or declined.
 */
amend: boolean, 
/**
 * Edit the findings.
 */
editFindings: boolean, 
/**
 * Correct what the interview has noted, by `edit`; what there is to correct is a matter of its kind.
 */
edit: boolean, 
/**
 * Accept or decline the action.
 */
accept: boolean, 
/**
 * Go on with the scripted interviewer in place of the model.
 */
useScripted: boolean, };

/**
 * What this browser can do, as the page found out. Not a part of the session: it may go on in another browser.
 */
export type Capabilities = { 
/**
 * True where the system's address book can be asked (Contact Picker).
 */
contactPicker: boolean, 
/**
 * True where the host registered a reader of pictures.
 */
ocr: boolean, 
/**
 * Kinds of documents that can be read, such as `pdf`; empty where none can.
 */
documents: Array<string>, 
/**
 * Largest file that is taken, in bytes.
 */
maxBytes: number, };

/**
 * Why no further question is asked.
 */
export type CloseReason = "concluded" | "asked_for" | "question_limit" | "token_limit" | "cost_limit" | "duration_limit" | "declined" | "complete" | "disengaged" | "no_gaps";

/**
 * What the respondent is asked to agree to.
 */
export type ConsentView = { 
/**
 * What the respondent is asked to agree to.
 */
asked: string, 
/**
 * Recipients of the answers.
 */
recipients: string, 
/**
 * How long they are kept, and where.
 */
kept: string, };

/**
 * A kind of data. Each has a published JSON Schema, see [`DataType::schema_text`].
 */
export type DataType = "applicant_profile" | "skeleton_timeline" | "experience" | "education" | "knowledge_card" | "artifact_record" | "writing_sample" | "candidate_dossier";

/**
 * One question with the reaction to it.
 */
export type ExchangeView = { 
/**
 * The question.
 */
question: QuestionView, 
/**
 * The reaction.
 */
reaction: ReactionKind, 
/**
 * The answer; empty unless it was answered.
 */
answer: string, 
/**
 * True when the answer was changed later.
 */
amended: boolean, 
/**
 * True when the respondent had the answer removed.
 */
redacted: boolean, 
/**
 * Words of the answer.
 */
words: number, 
/**
 * Time from the question to the answer, pauses left out, in milliseconds.
 */
thinkingMs: number, 
/**
 * How its form was settled, where it had one that was.
 */
filled: FilledView | null, };

/**
 * Figures of a session, computed from its records.
 */
export type Figures = { 
/**
 * Questions put.
 */
questions: number, 
/**
 * Questions answered. One that was only answered with a question back, and put again in plain words, is not among them.
 */
answered: number, 
/**
 * Answers of ten words and more (the guide's `substantive_words`).
 */
substantive: number, 
/**
 * Words of all answers.
 */
words: number, 
/**
 * Words per answer, rounded to the nearest whole; 0 without answers.
 */
averageWords: number, 
/**
 * Time between question and answer, pauses left out, in milliseconds.
 */
thinkingMs: number, 
/**
 * Time from the first question to the last record, pauses left out, in milliseconds.
 */
durationMs: number, 
/**
 * Share of the questions put that were answered, by words or by their form, in percent; those that were asked back about are
 * counted where they were put again.
 */
completionPercent: number, 
/**
 * Tokens sent.
 */
inputTokens: number, 
/**
 * Tokens received.
 */
outputTokens: number, 
/**
 * Cost in USD; absent without prices.
 */
costUsd: number | null, };

/**
 * A file that the respondent handed in. Its bytes are kept beside the session's records.
 */
export type FileRef = { 
/**
 * `colloquy-file:<uuid>`, readable in this session's store only.
 */
storageUrl: string, 
/**
 * As the respondent's device names it, cut to 200 characters.
 */
name: string, 
/**
 * Kind of its content, by its bytes.
 */
mimeType: string, 
/**
 * Size in bytes.
 */
size: number, };

/**
 * A form that was settled.
 */
export type FilledView = { 
/**
 * Name of the tool that asked.
 */
tool: string, 
/**
 * Kind of data that was to be approved.
 */
dataType: DataType | null, 
/**
 * `ok`, `approved`, `modified`, `rejected`, or `error` where it was refused.
 */
status: string, 
/**
 * What was chosen or handed in, or the names of the fields that were changed.
 */
items: Array<string>, 
/**
 * Notes of the respondent.
 */
notes: string, };

/**
 * One insight, action item or recommendation: a sentence of one answer, with its place.
 */
export type Finding = { 
/**
 * The sentence, trimmed, as the respondent wrote it.
 */
text: string, 
/**
 * Index into the texts that were searched, from 0.
 */
answer: number, 
/**
 * Where the sentence starts in that text: in bytes of UTF-8 inside Rust, in UTF-16 units at the JavaScript edge.
 */
start: number, 
/**
 * Where it ends, exclusive, in the same unit as `start`.
 */
end: number, };

/**
 * One finding as it is shown.
 */
export type FindingView = { 
/**
 * The text of the finding.
 */
text: string, 
/**
 * Number of the question whose answer it comes from; absent for a theme and for what the respondent added.
 */
question: number | null, 
/**
 * Where it starts in that answer, in UTF-16 units; 0 where `question` is absent.
 */
start: number, 
/**
 * Where it ends, exclusive, in UTF-16 units.
 */
end: number, 
/**
 * How often a theme comes; 0 otherwise.
 */
count: number, 
/**
 * True when the respondent added or reworded it.
 */
edited: boolean, };

/**
 * The lists that are drawn from answers.
 */
export type Findings = { 
/**
 * In the order of the texts, then of the sentences.
 */
insights: Array<Finding>, 
/**
 * In the order of the texts, then of the sentences.
 */
actions: Array<Finding>, 
/**
 * What others are advised to do, in the order of the texts, then of the sentences; no sentence of the lists above.
 */
recommendations: Array<Finding>, 
/**
 * Strongest first, then in the order of first appearance.
 */
themes: Array<Theme>, };

/**
 * One edit of the findings, on top of what the engine draws from the answers.
 */
export type FindingsEdit = { "strike": { 
/**
 * The list.
 */
list: FindingsList, 
/**
 * The entry as it is shown.
 */
text: string, } } | { "add": { 
/**
 * The list.
 */
list: FindingsList, 
/**
 * The new entry.
 */
text: string, } } | { "reword": { 
/**
 * The list.
 */
list: FindingsList, 
/**
 * The entry as it is shown.
 */
text: string, 
/**
 * The new wording.
 */
to: string, } };

/**
 * The lists of findings.
 */
export type FindingsList = "insights" | "actions" | "recommendations" | "themes";

/**
 * The findings of a session as they are shown, edited and frozen.
 */
export type FindingsView = { 
/**
 * Insights.
 */
insights: Array<FindingView>, 
/**
 * Action items.
 */
actions: Array<FindingView>, 
/**
 * What the respondent advises others to do; absent where there is nothing of it, as in sessions from before.
 */
recommendations?: Array<FindingView>, 
/**
 * Themes.
 */
themes: Array<FindingView>, };

/**
 * What is to be filled in, by the kind of the form.
 */
export type FormKind = { "options": { 
/**
 * What there is to choose from, 2 to 6.
 */
options: Array<OptionView>, 
/**
 * True when several may be chosen.
 */
multiple: boolean, 
/**
 * False when none may be chosen.
 */
required: boolean, } } | { "upload": { 
/**
 * Kinds that are taken, such as `pdf`.
 */
accepts: Array<string>, 
/**
 * Largest file, in bytes.
 */
max_bytes: number, 
/**
 * True when several may come.
 */
multiple: boolean, 
/**
 * The question of a study that the file answers, which is passed over as any other; absent where a tool asks for files.
 */
question?: string, } } | { "validation": { 
/**
 * What it is; its JSON Schema is published with the package.
 */
data_type: DataType, 
/**
 * As the tool was called with it.
 */
data: Record<string, unknown>, 
/**
 * What keeps it from being approved as it is.
 */
issues: Array<Issue>, } } | { "contact": { 
/**
 * True where the system's address book can be asked.
 */
picker: boolean, } } | { "host": { 
/**
 * Heading of the form.
 */
title: string, 
/**
 * JSON Schema of its data.
 */
schema: Record<string, unknown>, 
/**
 * What it is filled with at first.
 */
data: Record<string, unknown>, } };

/**
 * The form that waits for the respondent. Its lead is the open question's text.
 */
export type FormView = { 
/**
 * Names it: for `settle` and `refuse`, once.
 */
token: string, 
/**
 * Name of the tool that asks for it.
 */
tool: string, 
/**
 * Kind of the form, with what is to be filled in.
 */
kind: FormKind, 
/**
 * How many more forms wait behind it.
 */
behind: number, };

/**
 * Why a gap is not asked about any more.
 */
export type GapEnd = "resolved" | "exhausted" | "off_topic" | "not_known" | "refused";

/**
 * Why a question was put: the gap it is for, and how it stands.
 */
export type GapQuestion = { 
/**
 * The skill; empty when the respondent is asked which skills there are, or what they would add.
 */
skill: string, 
/**
 * What is asked about; empty when skills are asked for.
 */
attributes: Array<Attribute>, 
/**
 * 0.9, 0.6 or 0.3; 0 when skills are asked for.
 */
severity: number, 
/**
 * Which probe of the gap this is, from 1.
 */
probe: number, 
/**
 * How many probes the gap may have, as of now.
 */
probes: number, 
/**
 * Intent of the question.
 */
intent: Intent, 
/**
 * How it stands to the question before.
 */
topic: Topic, 
/**
 * Skills about which the last answer left nothing to ask; the question's first words acknowledge them.
 */
closed: Array<string>, };

/**
 * What is read of a skills interview beside its view.
 */
export type GapsDetails = { 
/**
 * Name of the kind, `gaps`.
 */
kind: "gaps", 
/**
 * Every skill in the order in which they were named; those the respondent struck are left out.
 */
skills: Array<SkillView>, };

/**
 * Where a skills interview stands.
 */
export type GapsView = { 
/**
 * Name of the kind, `gaps`.
 */
kind: "gaps", 
/**
 * Goes up with every change of the table that `details` returns.
 */
revision: number, 
/**
 * How many skills there are, struck ones left out.
 */
count: number, 
/**
 * Attributes that are known, of all skills together.
 */
known: number, 
/**
 * Attributes there are: six a skill.
 */
of: number, 
/**
 * Known attributes of all, in percent, rounded down; 0 without skills.
 */
completeness: number, 
/**
 * Completeness from which enough is known, in percent.
 */
complete: number, 
/**
 * Values and skills that were refused, because no words of the text show them or for another reason.
 */
refused: number, 
/**
 * How much of the résumé has been read, while it is; absent afterwards, and without one.
 */
reading: PartsView | null, 
/**
 * Parts of the résumé that could not be read, and answers.
 */
unread: number, };

/**
 * What a host or a respondent wants of one interview on top of the guide.
 */
export type Guidelines = { 
/**
 * How the interviewer should sound, at most 300 characters.
 */
tone?: string, 
/**
 * What to come back to, at most 300 characters each.
 */
focus?: Array<string>, 
/**
 * What to leave alone, at most 300 characters each.
 */
avoid?: Array<string>, };

/**
 * What lists show of a session without opening it: one row, rewritten with every append.
 */
export type Head = { 
/**
 * UUID of the session.
 */
session: string, 
/**
 * Id of the guide.
 */
guide: string, 
/**
 * Version of the guide.
 */
guideVersion: string, 
/**
 * Title of the guide in the session's language.
 */
guideTitle: string, 
/**
 * Stable key of what the session is about.
 */
subject: string, 
/**
 * Title of the material, or empty.
 */
title: string, 
/**
 * Template of the interview.
 */
template: string, 
/**
 * Status by the records alone: `active`, `paused` or `completed`. Readers derive `abandoned`.
 */
status: Status, 
/**
 * True while the respondent looks over the findings: every question is over.
 */
reviewing: boolean, 
/**
 * True when by the last record the network is away.
 */
offline: boolean, 
/**
 * First record, in milliseconds since 1970.
 */
startedAt: number, 
/**
 * Last record, in milliseconds since 1970.
 */
updatedAt: number, 
/**
 * Questions put so far.
 */
questions: number, 
/**
 * Hard limit on questions.
 */
maxQuestions: number, 
/**
 * How far the questions are, 0 to 100, by the kind's own measure; 0 in rows of earlier versions.
 */
percent: number, 
/**
 * Time from the first question to the last record, pauses left out, in milliseconds; 0 in rows of earlier versions.
 */
durationMs: number, 
/**
 * Last question put, or empty.
 */
lastQuestion: string, 
/**
 * How many records there are after this append.
 */
records: number, };

/**
 * What a question of a skills interview does.
 */
export type Intent = "question" | "explanation" | "example" | "follow_up";

/**
 * Who asks the questions. Pinned with the session; only the respondent changes it, and that is a record.
 */
export type Interviewer = "scripted" | { "model": { 
/**
 * Dialect of its API.
 */
dialect: string, 
/**
 * Name of the model at its provider.
 */
name: string, 
/**
 * Reply mode of contracts.
 */
reply_mode: ReplyMode, 
/**
 * Least room for each reply in tokens, thinking included; else what its contract needs.
 */
max_tokens?: number, 
/**
 * How much the model thinks before it replies, in its provider's own word.
 */
effort?: string, } };

/**
 * One fault in data that came from outside: a guide, a reply, a file, an import.
 *
 * A fault names the place, the rule and the value, so that the author of the data can mend it without guessing.
 */
export type Issue = { 
/**
 * Where, as a path such as `strategy.max_questions` or `texts[2].name`; empty for the whole document.
 */
path: string, 
/**
 * Which rule was broken: a stable snake_case code such as `required`, `type`, `range`, `length`, `enum`, `unknown_key`.
 */
rule: string, 
/**
 * What is expected instead, as one English sentence without the path.
 */
message: string, 
/**
 * The value that was found, cut to a bounded size; absent when nothing was there, or null.
 */
value?: unknown, };

/**
 * What is read of an interview beside its view, by its kind.
 */
export type KindDetails = { kind: "reflective" | "staged" | "advice" | "topics" } | GapsDetails | OnboardingDetails;

/**
 * Where an interview stands by the account of its kind.
 */
export type KindView = { kind: "reflective" } | StagedView | AdviceView | GapsView | OnboardingView | TopicsView;

/**
 * Limits of one session. Absent means that there is no such limit.
 */
export type Limits = { 
/**
 * Questions asked, 1 to 500.
 */
questions?: number, 
/**
 * Tokens in and out together.
 */
tokens?: number, 
/**
 * Cost in USD; needs prices.
 */
cost_usd?: number, 
/**
 * Length of one answer in characters, 1 to 1,000,000; 50,000 by default.
 */
answer_chars?: number, 
/**
 * Time from the first question, pauses left out, in minutes.
 */
duration_minutes?: number, };

/**
 * The worst case of one session.
 */
export type Longest = { 
/**
 * Questions put to the respondent.
 */
questions: number, 
/**
 * Model replies asked for, retries after unusable replies included.
 */
replies: number, 
/**
 * Tokens sent, bounded by UTF-8 bytes.
 */
inputTokens: number, 
/**
 * Tokens received.
 */
outputTokens: number, 
/**
 * Cost in USD; absent without prices.
 */
costUsd: number | null, };

/**
 * The named texts that a host or a respondent hands in, with what is known about them.
 *
 * Everything in it is data: it is delimited in prompts, shown as text, and never followed.
 */
export type Material = { 
/**
 * Title of the content, such as an episode's; when absent it is read from front matter or a `metadata` file.
 */
title?: string, 
/**
 * Who published it: the podcast, the site, the author.
 */
creator?: string, 
/**
 * Address of the source.
 */
source_url?: string, 
/**
 * How long it is to listen to or to watch, in minutes.
 */
duration_minutes?: number, 
/**
 * The texts by file name, such as `summary.md`; at most [`TEXTS`] of at most [`TEXT_BYTES`] each.
 */
texts: Array<NamedText>, };

/**
 * What a start page shows of a material before the interview begins.
 */
export type MaterialSummary = { 
/**
 * Title, or empty.
 */
title: string, 
/**
 * Podcast, site or author, or empty.
 */
creator: string, 
/**
 * Source URL, or empty.
 */
sourceUrl: string, 
/**
 * Length in minutes, when known.
 */
durationMinutes: number | null, 
/**
 * True when there is a summary to speak about.
 */
hasSummary: boolean, 
/**
 * Number of quotes.
 */
quotes: number, 
/**
 * How many key concepts were found.
 */
concepts: number, 
/**
 * The further parts by label.
 */
additional: Array<PartSummary>, };

/**
 * One message of a call.
 */
export type Message = { 
/**
 * Side that the message is from.
 */
role: Role, 
/**
 * The message itself.
 */
text: string, 
/**
 * Numbers of the questions whose answers this message contains, so that redaction finds every copy.
 */
answers?: Array<number>, 
/**
 * Tools the assistant called with this message.
 */
tool_calls?: Array<ToolCall>, 
/**
 * Results of tools, in a message of the user's side: one for each call of the message before.
 */
tool_results?: Array<ToolResult>, 
/**
 * The provider's own blocks of an assistant message (thinking, signatures, encrypted reasoning), sent back as they came.
 */
opaque?: unknown[], };

/**
 * One text of a material.
 */
export type NamedText = { 
/**
 * File name, such as `quotes.md`; only the last part of a path counts.
 */
name: string, 
/**
 * The content, Markdown or plain text.
 */
text: string, };

/**
 * What was wrong with the last thing the respondent sent.
 */
export type Notice = { 
/**
 * `unknown_command`, `help` or `answer_too_long`.
 */
code: string, 
/**
 * The word or the length in question.
 */
value: string, };

/**
 * State of an objective.
 */
export type ObjectiveState = "open" | "approved" | "met" | "declined" | "not_reached";

/**
 * One objective of a phase.
 */
export type ObjectiveView = { 
/**
 * Kind of data that is wanted.
 */
dataType: DataType, 
/**
 * Its name in the session's language.
 */
label: string, 
/**
 * State of the objective.
 */
state: ObjectiveState, };

/**
 * Everything that was kept, and the files.
 */
export type OnboardingDetails = { 
/**
 * Name of the kind, `onboarding`.
 */
kind: "onboarding", 
/**
 * What was kept, in the order in which it was first kept.
 */
artifacts: Array<ArtifactView>, 
/**
 * The files, oldest first.
 */
files: Array<FileRef>, };

/**
 * Where an onboarding interview stands.
 */
export type OnboardingView = { 
/**
 * Name of the kind, `onboarding`.
 */
kind: "onboarding", 
/**
 * Goes up with every change of what `details` returns.
 */
revision: number, 
/**
 * The phases in their order.
 */
phases: Array<PhaseView>, 
/**
 * How many things were kept; `details` lists them.
 */
artifacts: number, 
/**
 * Number of files.
 */
files: number, 
/**
 * The tool that runs outside of the engine.
 */
running: RunningView | null, };

/**
 * One choice.
 */
export type OptionView = { 
/**
 * Names it.
 */
id: string, 
/**
 * Label of the option.
 */
label: string, 
/**
 * Description of the option; may be empty.
 */
description: string, };

/**
 * One further part of a material, such as the books that were mentioned.
 */
export type PartSummary = { 
/**
 * Label of the items.
 */
label: string, 
/**
 * Number of items.
 */
items: number, };

/**
 * How far a reply is that is asked for in parts.
 */
export type PartsView = { 
/**
 * Parts that are there.
 */
done: number, 
/**
 * Parts there will be.
 */
of: number, };

/**
 * Phase of a session, as the screen shows it.
 */
export type Phase = "consent" | "asking" | "answering" | "proposal" | "retrying" | "offline" | "given_up" | "paused" | "review" | "finished";

/**
 * Reason for which a phase ended.
 */
export type PhaseEnd = "met" | "declined" | "turn_limit" | "form_limit";

/**
 * One phase of the interview.
 */
export type PhaseView = { 
/**
 * Id, such as `core_facts`.
 */
id: string, 
/**
 * Title in the session's language.
 */
title: string, 
/**
 * Purpose of the phase.
 */
purpose: string, 
/**
 * Whether the phase is still to come, current or over.
 */
state: StageState, 
/**
 * Data that the phase is to bring together.
 */
objectives: Array<ObjectiveView>, 
/**
 * Why the phase ended; absent before.
 */
ended: PhaseEnd | null, };

/**
 * What the host pays, in USD per million tokens. The engine knows no price by heart.
 */
export type Prices = { 
/**
 * Per million input tokens.
 */
input: number, 
/**
 * Per million output tokens.
 */
output: number, 
/**
 * Per million input tokens that the provider had cached; `input` where it is absent, so that the cost is too high and never too low.
 */
cachedInput?: number, 
/**
 * Per million input tokens that the provider writes into its cache, where that is charged; `input` where it is absent.
 */
cacheWrite?: number, };

/**
 * What is in the way of the next question.
 */
export type Problem = { 
/**
 * `API_ERROR` while it is tried again, `API_RETRY_FAILED` when that was given up, `CANCELLED`; `PART_UNAVAILABLE` while the
 * built-in interviewer could not be loaded.
 */
code: string, 
/**
 * What kind of failure, such as `rate_limited`.
 */
kind: CallErrorKind | null, 
/**
 * Attempts made.
 */
attempt: number, 
/**
 * Attempts there are.
 */
attempts: number, 
/**
 * When the next is made, in milliseconds since 1970.
 */
retryAt: number | null, };

/**
 * Progress of an interview.
 */
export type Progress = { 
/**
 * Questions put.
 */
asked: number, 
/**
 * Most questions there can be.
 */
max: number, 
/**
 * 0 to 100.
 */
percent: number, };

/**
 * What the respondent decided about an action.
 */
export type ProposalStatus = "none" | "offered" | "accepted" | "declined";

/**
 * A recommendation and the action it comes with.
 */
export type ProposalView = { 
/**
 * What is recommended, plain text.
 */
recommendation: string, 
/**
 * The role to create; null when none is recommended, or when a part of it is missing.
 */
actor: ActorView | null, 
/**
 * What the respondent decided about the action.
 */
status: ProposalStatus, 
/**
 * Contracts of the parts that could not be had, such as `advice-part-2`; empty when it is whole.
 */
missing: Array<string>, };

/**
 * What a question does in the conversation.
 */
export type QuestionKind = "initial" | "follow_up" | "topic" | "conclusion";

/**
 * Origin of a question.
 */
export type QuestionOrigin = "reply" | "prose" | "again" | "built_in";

/**
 * A question as it is shown.
 */
export type QuestionView = { 
/**
 * From 1.
 */
number: number, 
/**
 * Plain text.
 */
text: string, 
/**
 * Kind of the question.
 */
kind: QuestionKind, 
/**
 * 0 to 3.
 */
followUpDepth: number, 
/**
 * Origin of the question.
 */
origin: QuestionOrigin, 
/**
 * When it was put, in milliseconds since 1970.
 */
askedAt: number, 
/**
 * True when it leads in a form.
 */
form: boolean, 
/**
 * Its stage, its objective and its depth, in an interview with stages.
 */
staged: StagedQuestion | null, 
/**
 * Which gap it is for, and why it was put, in an interview about skills.
 */
gap: GapQuestion | null, };

/**
 * How the respondent reacted to a question.
 */
export type ReactionKind = "answered" | "skipped" | "declined" | "filled" | "open";

/**
 * The reason for which a form has no answer.
 */
export type RefuseReason = "user_cancelled" | "permission_denied" | "timeout" | "execution_failed";

/**
 * How a reply that satisfies a contract is asked for.
 */
export type ReplyMode = "strict" | "instructed" | "sequential";

/**
 * What an interview hands back.
 */
export type ResultView = { 
/**
 * The session's row.
 */
session: Head, 
/**
 * Figures of the session.
 */
figures: Figures, 
/**
 * The findings as they stand; frozen once the session is complete.
 */
findings: FindingsView, 
/**
 * Structured outcome of guides that have one; null where there is none.
 */
outcome: unknown, 
/**
 * Structured Markdown.
 */
transcript: string, };

/**
 * Side of a conversation that a message is from.
 */
export type Role = "system" | "user" | "assistant";

/**
 * A tool that runs outside of the engine.
 */
export type RunningView = { 
/**
 * Name of the running tool.
 */
tool: string, 
/**
 * Name of the file that is read, or empty.
 */
file: string, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, };

/**
 * Why records could not be stored.
 */
export type SaveError = "refused" | "full" | "lost" | "silent" | "taken_over" | "deleted";

/**
 * Whether what was submitted is stored.
 */
export type Saving = { 
/**
 * Whether everything is stored.
 */
state: SavingState, 
/**
 * The reason for which a session is kept in memory only.
 */
reason: SaveError | null, };

/**
 * Whether what was submitted is stored.
 */
export type SavingState = "saved" | "saving" | "memory" | "read_only";

/**
 * Where something about a skill comes from.
 */
export type SkillSource = "resume" | "answer" | "respondent";

/**
 * One skill of the table.
 */
export type SkillView = { 
/**
 * Name of the skill.
 */
skill: string, 
/**
 * How sure it is that the person has the skill, 0 to 1.
 */
confidence: number, 
/**
 * The words that name it; empty for one that the respondent put in.
 */
quote: string, 
/**
 * Number of the question whose answer named it; absent for the résumé, and for one the respondent put in.
 */
question: number | null, 
/**
 * Source of the name of the skill.
 */
source: SkillSource, 
/**
 * The six attributes in their order.
 */
attributes: Array<AttributeView>, 
/**
 * 0.9, 0.6 or 0.3 by how much is unknown; 0 when nothing is.
 */
severity: number, 
/**
 * Answers about it so far.
 */
probes: number, 
/**
 * How many answers about it there may be.
 */
limit: number, 
/**
 * True when the open question is about it.
 */
now: boolean, 
/**
 * Why it is not asked about any more.
 */
ended: GapEnd | null, };

/**
 * One correction of the skills by the respondent, whose word wins.
 */
export type SkillsEdit = { "strike": { 
/**
 * Name of the skill, as it is shown.
 */
skill: string, } } | { "add": { 
/**
 * Name of the skill, 1 to 80 characters.
 */
skill: string, } } | { "rename": { 
/**
 * Name of the skill, as it is shown.
 */
skill: string, 
/**
 * The new name, 1 to 80 characters.
 */
to: string, } } | { "set": { 
/**
 * The skill's name, as it is shown.
 */
skill: string, 
/**
 * The attribute.
 */
attribute: Attribute, 
/**
 * Its value, at most 200 characters; empty when it is not known after all.
 */
value: string, } };

/**
 * Reason for which a stage ended.
 */
export type StageEnd = "ready" | "question_limit";

/**
 * Whether a part of an interview, such as a stage or a phase, is ahead, current or over.
 */
export type StageState = "ahead" | "current" | "over";

/**
 * One stage of a staged interview.
 */
export type StageView = { 
/**
 * Id, such as `failure_modes`.
 */
id: string, 
/**
 * Title in the session's language.
 */
title: string, 
/**
 * Purpose of the stage.
 */
purpose: string, 
/**
 * Shortest time the stage is meant to take, in minutes.
 */
minutesLeast: number, 
/**
 * Longest time the stage is meant to take, in minutes.
 */
minutesMost: number, 
/**
 * Whether the stage is still to come, current or over.
 */
state: StageState, 
/**
 * 0 to 100, as the interviewer sees it; never decreasing.
 */
completeness: number, 
/**
 * The band that completeness falls into.
 */
band: Band, 
/**
 * Questions put in this stage.
 */
questions: number, 
/**
 * Examples collected in this stage.
 */
examples: number, 
/**
 * Examples the stage needs.
 */
examplesNeeded: number, 
/**
 * Why the stage ended; absent before.
 */
ended: StageEnd | null, };

/**
 * Where a question belongs in a staged interview.
 */
export type StagedQuestion = { 
/**
 * Id of the stage.
 */
stage: string, 
/**
 * Place of the objective it was put for, from 0, in the stage's list.
 */
objective: number, 
/**
 * How deep it goes into its topic, 1 to 4.
 */
depth: number, };

/**
 * Where a staged interview stands.
 */
export type StagedView = { 
/**
 * Name of the kind, `staged`.
 */
kind: "staged", 
/**
 * The stages in their order.
 */
stages: Array<StageView>, };

/**
 * Status of a session.
 */
export type Status = "active" | "paused" | "completed" | "abandoned";

/**
 * A phrase that came back in more than one sentence, or a word in more than one answer.
 */
export type Theme = { 
/**
 * The phrase as it was first written, one to three words.
 */
text: string, 
/**
 * How often the phrase comes, 2 or more.
 */
count: number, };

/**
 * One tool call a model made.
 */
export type ToolCall = { 
/**
 * The provider's id of the call.
 */
id: string, 
/**
 * Name of the tool.
 */
name: string, 
/**
 * Arguments as the model wrote them; validated at dispatch.
 */
arguments: unknown, };

/**
 * The one result of one tool call.
 */
export type ToolResult = { 
/**
 * The provider's id of the call.
 */
id: string, 
/**
 * Result as the model reads it.
 */
result: unknown, };

/**
 * How a question stands to the one before.
 */
export type Topic = "first" | "same" | "new" | "back";

/**
 * The value of a typed question.
 */
export type TopicValue = { 
/**
 * Number of the question.
 */
question: number, 
/**
 * JSON Schema of its form, as in `view.form`.
 */
schema: Record<string, unknown>, 
/**
 * What it is filled with.
 */
data: Record<string, unknown>, };

/**
 * One topic.
 */
export type TopicView = { 
/**
 * Id.
 */
id: string, 
/**
 * Title; may be empty.
 */
title: string, 
/**
 * True when it must be asked, or refused.
 */
must: boolean, 
/**
 * `ahead`, `current`, or what it came to: `answered`, `refused`, `skipped`, `not_applicable`, `not_reached`.
 */
state: "ahead" | "current" | "answered" | "refused" | "skipped" | "not_applicable" | "not_reached", 
/**
 * Questions that were put for it.
 */
questions: number, 
/**
 * True when an answer to another topic covers it.
 */
covered: boolean, };

/**
 * Where an interview over topics stands.
 */
export type TopicsView = { 
/**
 * Name of the kind, `topics`.
 */
kind: "topics", 
/**
 * Topics that are asked of everybody or apply to this respondent, in their order.
 */
topics: Array<TopicView>, 
/**
 * Values that were given, as the forms by which they are changed: while `view.can.edit` holds, by
 * [`Event::Edit`](crate::Event::Edit) with `{ question, value }`.
 */
values: Array<TopicValue>, 
/**
 * How it ended: `complete`, `screened_out`, `quota_full` or `stopped`; empty before.
 */
end: "" | "complete" | "screened_out" | "quota_full" | "stopped", 
/**
 * Where to go on to when it has ended; empty for nowhere.
 */
redirect: string, };

/**
 * The state of an interview as a screen shows it.
 */
export type View = { 
/**
 * Goes up with every change; equal revisions mean equal views.
 */
revision: number, 
/**
 * UUID of the session.
 */
session: string, 
/**
 * Id of the guide.
 */
guide: string, 
/**
 * Title of the guide.
 */
guideTitle: string, 
/**
 * Title of the material, or empty.
 */
title: string, 
/**
 * Podcast, site or author of the material, or empty.
 */
creator: string, 
/**
 * Template of the interview.
 */
template: string, 
/**
 * Locale of the wording.
 */
locale: string, 
/**
 * Locale of the questions: a model asks in the one that was requested, where the guide has no wording in it.
 */
language: string, 
/**
 * Status of the session.
 */
status: Status, 
/**
 * Phase of the session, as the screen shows it.
 */
phase: Phase, 
/**
 * Shown above the first question.
 */
welcome: string, 
/**
 * What the respondent is asked to agree to, while `phase` is `consent`.
 */
consent: ConsentView | null, 
/**
 * The interviewer that asks the questions.
 */
interviewer: Interviewer, 
/**
 * How far it is; never goes backwards.
 */
progress: Progress, 
/**
 * The open question.
 */
question: QuestionView | null, 
/**
 * The part of the next question that has arrived, provisional; of a skills interview the engine's own words, too, before any of it has.
 */
live: string | null, 
/**
 * How many exchanges are over; read them with `exchanges`.
 */
exchanges: number, 
/**
 * Where the interview stands by the account of its kind; its field `kind` names it.
 */
kind: KindView, 
/**
 * The form that waits for the respondent, beside the open question, which leads it in. An answer refuses it.
 */
form: FormView | null, 
/**
 * How far a reply is that is asked for in parts, while it is.
 */
parts: PartsView | null, 
/**
 * Methods that have an effect now.
 */
can: Can, 
/**
 * Whether everything that was submitted is stored.
 */
saving: Saving, 
/**
 * What is in the way of the next question.
 */
problem: Problem | null, 
/**
 * What was wrong with the last thing the respondent sent; nothing of it was lost or recorded.
 */
notice: Notice | null, 
/**
 * Findings so far, from the review on.
 */
findings: FindingsView | null, 
/**
 * Why no further question is asked, from the review on.
 */
closed: CloseReason | null, 
/**
 * Closing words, once no further question is asked.
 */
closing: string, 
/**
 * Longest answer, in characters.
 */
answerChars: number, 
/**
 * Computed from the records.
 */
figures: Figures, };
