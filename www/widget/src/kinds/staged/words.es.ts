import type { StagedWords } from "./words.js";

/** The words of an interview in stages in Spanish. */
export const es: StagedWords = {
  stages: "Partes",
  stageOf: "Parte {n} de {max}",
  stageNow: "Parte {n} de {max}: {title}",
  stageDone: "Hecha",
  stageLimit: "Terminó en su límite de preguntas",
  stageExamples: "Ejemplos: {n} de {needed}",
  stageExamplesAll: "Ejemplos: {n}",
  minutes: "{from} min",
  minutesRange: "{from}–{to} min",
  coverage: "Cobertura",
  notReached: "No se llegó",
};
