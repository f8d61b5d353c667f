// A sample input for each built-in contract, to be replaced by what somebody really wants to measure. They are English: they are
// material for models, not words of the app.
import { KIND_INPUTS } from "../kinds/lab.js";

export const INPUTS = {
  ...KIND_INPUTS,
  findings: `These are the questions and answers of a short interview.

Question 1: What stayed with you from the episode?
Answer 1: I realised that I treat quiet weeks as wasted ones, although they are when things get mended. Quiet weeks are the real work.

Question 2: What will you do about it?
Answer 2: I should keep a log of the normal for a month, three lines every evening. And I will stop apologising for quiet weeks.`,
  question: `The notes say that maintenance is invisible until it fails, and that most teams learn what normal looks like only after an outage. The last answer was: "We only look at the dashboards when something is red." Ask the next question of the conversation.`,
} as const;

/** A schema to begin with when one of one's own is measured. */
export const SCHEMA = `{
  "type": "object",
  "required": ["summary", "risks"],
  "additionalProperties": false,
  "properties": {
    "summary": { "type": "string", "minLength": 20, "maxLength": 400, "description": "What was said, in one or two sentences" },
    "risks": {
      "type": "array", "minItems": 1, "maxItems": 5,
      "items": {
        "type": "object",
        "required": ["what", "severity"],
        "additionalProperties": false,
        "properties": {
          "what": { "type": "string", "minLength": 5 },
          "severity": { "enum": ["low", "medium", "high"] }
        }
      }
    }
  }
}`;
