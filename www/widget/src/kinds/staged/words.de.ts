import type { StagedWords } from "./words.js";

/** The words of an interview in stages in German. */
export const de: StagedWords = {
  stages: "Abschnitte",
  stageOf: "Abschnitt {n} von {max}",
  stageNow: "Abschnitt {n} von {max}: {title}",
  stageDone: "Fertig",
  stageLimit: "An der Grenze der Fragen beendet",
  stageExamples: "Beispiele: {n} von {needed}",
  stageExamplesAll: "Beispiele: {n}",
  minutes: "{from} min",
  minutesRange: "{from}–{to} min",
  coverage: "Abdeckung",
  notReached: "Nicht erreicht",
};
