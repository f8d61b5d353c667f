import type { Words } from "../../strings/words.js";

/** The words of an onboarding interview in English; the other languages have the same keys. */
export const en = {
  phases: "Phases",
  phaseOf: "Phase {n} of {max}",
  phaseNow: "Phase {n} of {max}: {title}",
  objectives: "Your results so far",
  stateOpen: "open",
  stateApproved: "approved, not saved yet",
  stateMet: "done",
  stateDeclined: "left out, as you wished",
  stateNotReached: "not reached",
  phaseMet: "Done",
  phaseDeclined: "Left out, as you wished",
  phaseTurns: "Ended at its limit of questions",
  phaseForms: "Ended at its limit of forms",
  artifactsCount: { one: "{n} item saved", other: "{n} items saved" },
  filesCount: { one: "{n} file", other: "{n} files" },
  reading: "Reading {file}…",
  working: "Working on it…",
  readingPart: "{n} of {max}",
  stop: "Stop",

  kept: "Your results",
  keptNone: "Nothing was saved in this interview.",
  versionOf: "Version {n}",
  earlier: "Earlier versions: {n}",
  confirmed: "approved by you",
  files: "Your files",
  download: "Download",
  downloadName: "Download: {name}",
  downloadJson: "Download JSON",
  downloadJsonName: "Download JSON: {name}",
  downloadAll: "Download all as JSON",
  fileGone: "This file is not on this device any more.",
};

/** Those words in one language. */
export type OnboardingWords = Words<typeof en>;
