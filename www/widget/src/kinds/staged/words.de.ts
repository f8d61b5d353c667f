import type { StagedWords } from "./words.js";

/** The words of an interview in stages in German. */
export const de: StagedWords = {
  stages: "Abschnitte",
  stageOf: "Abschnitt {n} von {max}",
  stageNow: "Abschnitt {n} von {max}: {title}",
  stageDone: "Fertig",
  stageLimit: "Endete an der Fragengrenze",
  stageExamples: "Beispiele: {n} von {needed}",
  stageExamplesAll: "Beispiele: {n}",
  minutes: "{from} min",
  minutesRange: "{from}–{to} min",
  bandStarting: "Am Anfang",
  bandDeveloping: "Im Aufbau",
  bandSubstantial: "Gehaltvoll",
  bandNearly: "Fast vollständig",
  bandComplete: "Vollständig",
  coverage: "Abdeckung",
  notReached: "Nicht erreicht",
};
