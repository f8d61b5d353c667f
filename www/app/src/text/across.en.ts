import { pluralIn } from "./plural.js";

const plural = pluralIn("en");

/** Words of the pages that look at all interviews together, and of the offer to install the app. */
export const across = {
  reading: (read: number, of: number) => `Reading your interviews: ${read} of ${of}`,
  unread: (n: number) =>
    plural(n, {
      one: "One interview could not be read and is left out here. It is not lost.",
      other: "{n} interviews could not be read and are left out here. They are not lost.",
    }),
  install: {
    line: "You can install Colloquy on this device: it then opens like any app, without a network too.",
    install: "Install",
    decline: "No, thanks",
  },
  search: {
    title: "Search your answers",
    label: "Words in a question or an answer",
    hint: (n: number) =>
      plural(n, {
        one: "Searches one interview on this device. Accents and capitals make no difference.",
        other: "Searches {n} interviews on this device. Accents and capitals make no difference.",
      }),
    searching: "Searching…",
    none: "Nothing found. Try fewer words, or only the beginning of a word.",
    found: (hits: number, interviews: number) =>
      `${plural(hits, { one: "One passage", other: "{n} passages" })} in ${plural(interviews, { one: "one interview", other: "{n} interviews" })}`,
    more: (n: number) => plural(n, { one: "Show one more", other: "Show more ({n} left)" }),
    noInterviews: "There is nothing to search yet. What you answer in an interview can be found here.",
  },
  steps: {
    title: "Next steps",
    standing: (open: number, done: number) => `${open} open, ${done} done`,
    kept: "Ticks are kept in this browser. They are deleted together with the interview.",
    notKept: "The browser did not keep this tick; it holds until the page is closed.",
    none: "No next steps yet",
    noneFinished: "When you finish an interview, the next steps you named are collected here, so that you can tick them off.",
    noneFound: "Your finished interviews name no next steps. Those of the next one are collected here.",
  },
  themes: {
    title: "Themes over time",
    lead: "What your answers in finished interviews keep coming back to, newest month first.",
    recurring: "In several interviews",
    times: (n: number) => plural(n, { one: "mentioned once", other: "mentioned {n} times" }),
    interviews: (n: number) => plural(n, { one: "One interview", other: "{n} interviews" }),
    more: (n: number) => plural(n, { one: "One more theme", other: "{n} more themes" }),
    none: "No themes yet",
    noneFinished: "When you finish an interview, its themes appear here. After several, you see what comes back.",
    noneFound: "Your finished interviews have no themes. Longer answers usually have some.",
  },
};

/** The same words in another language. */
export type AcrossText = typeof across;
