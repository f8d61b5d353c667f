// A sample input for each built-in contract, to be replaced by what somebody really wants to measure. They are English: they are
// material for models, not words of the app.
export const INPUTS = {
  advice: `Here is a conversation of a product team. Recommend the one role that would help it most, or none.

Noor: The order page took 14 seconds again this morning. I restarted the service and it was fine for an hour.
Felix: It is always the same three queries. I added an index last month and then the nightly import became slower.
Noor: Does anybody read the query plans?
Felix: Not really. I try things until it gets better.
Samira: We have pushed the schema change back for the third release now, because nobody dares to run it on the big table.
Noor: Marketing wants the sale on Friday. I would like to sleep on Friday.`,
  envelope: `You interview an expert about their daily work. The stage is "operations", and three of its questions were asked. The last answer was:

"Last Tuesday the badge readers of the whole surgical wing went dark at six in the morning. I do not start at the reader; I start at the controller, because in nine cases out of ten one flapping uplink takes down all of them. I had it back in twenty minutes, and the first surgery began on time."

Ask the next question.`,
  findings: `These are the questions and answers of a short interview.

Question 1: What stayed with you from the episode?
Answer 1: I realised that I treat quiet weeks as wasted ones, although they are when things get mended. Quiet weeks are the real work.

Question 2: What will you do about it?
Answer 2: I should keep a log of the normal for a month, three lines every evening. And I will stop apologising for quiet weeks.`,
  skills: `This is a part of a résumé. What does it say of technical skills?

Site reliability engineer, Harbour Freight Lines, March 2019 to today
- Run PostgreSQL for the booking system (4 TB, 900 writes a second) without downtime; on call for it alone at night.
- Moved the nightly reports from shell scripts to Airflow, together with two colleagues; live since 2021.
- Tried Rust for the port scanner, a prototype that never went live.
Also: Terraform, Grafana, basics of Kubernetes.`,
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
