import { pluralIn } from "./plural.js";

const plural = pluralIn("en");

/** Words of the contract lab. */
export const lab = {
  title: "Contract lab",
  lead: "Measures how well models keep a contract: the same input, in every reply mode, as often as you like. What counts as a value is decided here, by the same rules as in an interview.",
  needsModel: "The lab needs a model",
  needsModelWhy:
    "This page’s server offers none. Give the proxy a key in its environment (COLLOQUY_ANTHROPIC_KEY or COLLOQUY_OPENAI_KEY) and start it again; with “cargo xtask serve” that is all. The built-in interviewer is no model, so there is nothing to measure without one.",
  offline: "The models are out of reach without a network.",
  contract: "Contract",
  contracts: {
    advice: "Advice: a recommendation with a role, or none",
    envelope: "Envelope: one turn of an expert interview",
    findings: "Findings: insights, action items and themes",
    question: "Question: the next question of a reflection",
    skills: "Skills: what a résumé or an answer says of skills",
    own: "A JSON Schema of your own",
  },
  schema: "JSON Schema",
  schemaFault: "This schema cannot be used",
  models: "Models",
  modes: "Reply modes",
  modeNames: { instructed: "Instructed", strict: "Strict", sequential: "Sequential" },
  modeWhy: {
    instructed: "Rules and an example in the prompt",
    strict: "The provider enforces the schema",
    sequential: "Three parts, one after the other",
  },
  sequentialOnly: "Sequential is there for advice, which has parts.",
  runs: "Runs of each",
  input: "Input",
  inputWhy: "Sent to every model as it stands. It leaves this device.",
  most: (runs: string, calls: string) => `${runs} runs, at most ${calls} calls. Every call costs what the model’s provider asks for it.`,
  choose: "Choose at least one model and one reply mode.",
  run: "Run",
  cancel: "Cancel",
  progress: "Progress",
  done: (done: string, of: string) => `${done} of ${of} runs`,
  cancelled: "Cancelled. What was measured until then is below.",
  finished: "Finished.",
  results: "Results",
  none: "Nothing measured yet.",
  columns: {
    model: "Model",
    mode: "Mode",
    valid: "With a value",
    first: "First try",
    after: (n: number) => plural(n, { one: "≤ {n} retry", other: "≤ {n} retries" }),
    tokens: "Tokens per value",
    median: "Median",
    p95: "95 %",
  },
  legend:
    "First try and retries: share of the runs that had a value by then, each step with up to 3 retries. Tokens per value: all tokens, those of unusable replies included, for each value. Median and 95 %: time to the value, retries included.",
  failures: "What was not usable",
  failuresOf: (label: string, mode: string) => `${label}, ${mode}`,
  times: (n: number) => `${n}×`,
  noReply: "No reply",
  emptyReply: "An empty reply",
  noFailures: "Every reply was a value.",
  json: "Export JSON",
  csv: "Export CSV",
};

/** The same words in another language. */
export type LabText = typeof lab;
