/** The words of the pages for an interview over topics in English; the other languages have the same. */
export const en = {
  ended: "How it ended",
  ends: {
    complete: "Every topic was talked about.",
    screened_out: "It ended with the first questions: the interview is for others.",
    quota_full: "It ended early: enough people had answered.",
    stopped: "It was ended before every topic was talked about.",
  },
  topics: "Topics",
  handedIn: "Known before",
  goOn: "Continue",
  states: {
    answered: "Answered",
    refused: "Refused",
    skipped: "Skipped",
    not_applicable: "Does not apply",
    not_reached: "Not reached",
    current: "Being asked",
    ahead: "To come",
  },
};

/** The same words in another language. */
export type TopicsText = typeof en;
