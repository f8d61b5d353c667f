import type { TopicsText } from "./text.en.js";

/** The words of the pages for an interview over topics in German. */
export const de: TopicsText = {
  ended: "Wie es endete",
  ends: {
    complete: "Über jedes Thema wurde gesprochen.",
    screened_out: "Es endete mit den ersten Fragen: Das Interview ist für andere gedacht.",
    quota_full: "Es endete vorzeitig: Genug Menschen hatten geantwortet.",
    stopped: "Es wurde beendet, bevor über jedes Thema gesprochen war.",
  },
  topics: "Themen",
  handedIn: "Vorher bekannt",
  goOn: "Weiter",
  states: {
    answered: "Beantwortet",
    refused: "Abgelehnt",
    skipped: "Übersprungen",
    not_applicable: "Trifft nicht zu",
    not_reached: "Nicht erreicht",
    current: "Wird gefragt",
    ahead: "Folgt noch",
  },
};
