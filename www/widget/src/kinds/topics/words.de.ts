import type { TopicsWords } from "./words.js";

/** The words of an interview over topics in German. */
export const de: TopicsWords = {
  coverage: "Themen",
  answered: "Beantwortet",
  refused: "Abgelehnt",
  skipped: "Übersprungen",
  not_applicable: "Trifft nicht zu",
  not_reached: "Nicht erreicht",
  current: "Wird gefragt",
  ahead: "Folgt noch",
  covered: "An anderer Stelle beantwortet",
  goOn: "Weiter",
};
