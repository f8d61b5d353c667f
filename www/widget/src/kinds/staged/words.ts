import type { Words } from "../../strings/words.js";

/** The words of an interview in stages in English; the other languages have the same keys. */
export const en = {
  stages: "Stages",
  stageOf: "Stage {n} of {max}",
  stageNow: "Stage {n} of {max}: {title}",
  stageDone: "Done",
  stageLimit: "Ended at its limit of questions",
  stageExamples: "Examples: {n} of {needed}",
  stageExamplesAll: "Examples: {n}",
  minutes: "{from} min",
  minutesRange: "{from}–{to} min",
  coverage: "Coverage",
  notReached: "Not reached",
};

/** Those words in one language. */
export type StagedWords = Words<typeof en>;

/** Those words in the reader's language. */
export const wordsOf = (ui: { readonly kindWords: { readonly staged: StagedWords } | null }): StagedWords => ui.kindWords?.staged ?? en;
