import type { StagedWords } from "./words.js";

/** The words of an interview in stages in French. */
export const fr: StagedWords = {
  stages: "Parties",
  stageOf: "Partie {n} sur {max}",
  stageNow: "Partie {n} sur {max} : {title}",
  stageDone: "Terminée",
  stageLimit: "Terminée à sa limite de questions",
  stageExamples: "Exemples : {n} sur {needed}",
  stageExamplesAll: "Exemples : {n}",
  minutes: "{from} min",
  minutesRange: "{from}–{to} min",
  coverage: "Couverture",
  notReached: "Non atteinte",
};
