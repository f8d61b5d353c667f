import type { Words } from "../../strings/words.js";

/** The words of an interview over topics in English; the other languages have the same keys. */
export const en = {
  coverage: "Topics",
  answered: "Answered",
  refused: "Refused",
  skipped: "Skipped",
  not_applicable: "Does not apply",
  not_reached: "Not reached",
  current: "Being asked",
  ahead: "To come",
  covered: "Answered elsewhere",
  goOn: "Continue",
};

/** Those words in one language. */
export type TopicsWords = Words<typeof en>;
