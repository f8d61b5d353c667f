/** The words of the pages for an interview in stages in English; the other languages have the same. */
export const en = {
  library: {
    title: "Expert interview",
    about:
      "A long conversation about the work you know best, in nine stages: how you do it, what goes wrong, and what only experience teaches.",
    facts: "Nine stages · about 2 hours, with as many breaks as you like",
    sample: "",
  },
  start: {
    lead: "You are asked about the work you know best. Nothing has to be prepared: concrete cases are what helps most.",
    heading: "Background material",
    why: "A job description, a report, a list: whatever helps to ask better. None of it is required.",
    title: "Your work",
    titleHint: "For example: keeping a hospital’s network running",
  },
  coverage: "Coverage",
  bands: {
    starting: "Starting",
    developing: "Developing",
    substantial: "Substantial",
    nearly_complete: "Nearly complete",
    complete: "Complete",
  },
  stageLimit: "ended at its question limit",
  examples: (n: number, needed: number) => (n < needed ? `Examples: ${n} of ${needed}` : `Examples: ${n}`),
  examplesAll: (n: number) => `Concrete examples: ${n}`,
  learned: "What was learned",
  open: "Still open",
  notReached: "Not reached",
};

/** The same words in another language. */
export type StagedText = typeof en;
