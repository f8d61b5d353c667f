/** The words of the pages for an onboarding interview in English; the other languages have the same. */
export const en = {
  library: {
    title: "Onboarding",
    about:
      "Bring a résumé, a contact card or nothing at all. In three phases you put together your profile and your timeline, describe one job in detail, and add a text of your own. You see everything before it is saved.",
    facts: "Three phases with forms · about 30 minutes",
    sample: "Has a made-up résumé ready (Word) for when you are asked for one.",
  },
  start: {
    lead: "You put together who you are and what you know: from a résumé, a contact card, or by hand. You look over everything before it is kept.",
    why: "You need nothing yet: you are asked for files along the way. They are read on this device and stay on it.",
    sample: "No résumé at hand?",
  },
  phases: "Phases",
  ended: {
    met: "Done",
    declined: "Left out, as you wished",
    turn_limit: "Ended at its limit of questions",
    form_limit: "Ended at its limit of forms",
  },
  states: { open: "open", approved: "approved", met: "done", declined: "left out, as you wished", not_reached: "not reached" },
  notReached: "Not reached",
  /** What you put together. */
  collected: {
    title: "What you put together",
    none: "Nothing was saved.",
    all: "Download all as JSON",
    json: "Download JSON",
    files: "Files",
    confirmed: "approved by you",
    version: (n: number) => `Version ${n}`,
    earlier: (n: number) => `Earlier versions: ${n}`,
  },
};

/** The same words in another language. */
export type OnboardingText = typeof en;
