import { pluralIn } from "./plural.js";

const plural = pluralIn("en");

/** Words of the page that shows what other apps shared, and files that the device opened with this one. */
export const received = {
  title: "Shared with Colloquy",
  lead: "Kept in this browser for one day, or until you remove it. Nothing is sent anywhere.",
  lost: "What you shared could not be kept: the browser has no room for it, or refuses to store it. Share it again, or add it on the page of an interview.",
  empty: "Nothing is waiting here",
  emptyWhy:
    "Share a text, a link or a file with Colloquy from another app, or open a saved interview or notes with it. You choose here what to do with it.",
  text: "Shared text",
  notes: "Notes for an interview",
  about: "What an interview can be about",
  interview: "Saved interview",
  openInterview: "Add it to your interviews",
  study: "Interview that somebody has prepared",
  openStudy: "Open it",
  unknown: "This is neither an interview saved by Colloquy nor a study, or the file is damaged. Nothing was changed.",
  studyLarge: (most: string) => `This study is too large: it can be up to ${most}.`,
  leftName: "More files",
  left: (n: number) =>
    plural(n, {
      one: "One file was left out: too many, or too large together. Add it on the page of the interview.",
      other: "{n} files were left out: too many, or too large together. Add them on the page of the interview.",
    }),
  removeIt: "Remove",
  remove: (name: string) => `Remove: ${name}`,
  begin: "Start an interview with it",
  choose: "Choose",
};

/** The same words in another language. */
export type ReceivedText = typeof received;
