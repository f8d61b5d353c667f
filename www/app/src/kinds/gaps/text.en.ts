import { pluralIn } from "../../text/plural.js";

const plural = pluralIn("en");

/** The words of the pages for an interview about skills in English; the other languages have the same. */
export const en = {
  library: {
    title: "Skills interview",
    about:
      "A conversation about your résumé. It asks only for what the résumé leaves open about your skills: how long, how deep, on your own or not, at what scale.",
    facts: "Ends when enough is known · about 20 minutes",
    sample: "Uses the résumé of a made-up engineer.",
  },
  start: {
    lead: "Bring your résumé: it is read, and you are asked only for what it leaves open about your skills. Without one, you are asked which skills to talk about.",
    heading: "Your résumé",
    why: "PDF, Word (.docx), Markdown or plain text, read on this device. Scanned PDFs cannot be read.",
    drop: "Add your résumé",
    choose: "Choose a file",
    paste: "Text of the résumé",
    sample: "No résumé at hand?",
  },
  title: "Skills",
  format: "Table of the skills (CSV)",
  caption: "Skills with what is known of each, and the words that show it",
  columns: ["What", "Value", "Words that show it"],
  none: "No skill was named.",
  complete: (known: string, goal: string) => `${known} complete; ${goal} needed.`,
  certainty: (sure: string) => `Certainty ${sure}`,
  unknown: "Not known:",
  sources: { resume: "from the résumé", answer: (n: number) => `from answer ${n}`, respondent: "your own word" },
  values: { production: "production", prototype: "prototype", both: "both" },
  ended: {
    complete: "The questions ended because enough is known.",
    disengaged: "The questions ended because the last answers said little.",
    no_gaps: "The questions ended: there is no further question.",
    asked_for: "You ended the questions.",
  },
  refused: (n: number) =>
    plural(n, {
      one: "One thing was left out because your words do not support it.",
      other: "{n} things were left out because your words do not support them.",
    }),
  unread: (n: number) => plural(n, { one: "One part could not be read.", other: "{n} parts could not be read." }),
};

/** The same words in another language. */
export type GapsText = typeof en;
