import type { StagedText } from "./text.en.js";

/** The words of the pages for an interview in stages in German. */
export const de: StagedText = {
  library: {
    title: "Experteninterview",
    about:
      "Ein langes Gespräch über die Arbeit, die Sie am besten kennen, in neun Abschnitten: wie Sie sie tun, was schiefgeht und was nur Erfahrung lehrt.",
    facts: "Neun Abschnitte · etwa 2 Stunden, mit beliebig vielen Pausen",
    sample: "",
  },
  start: {
    lead: "Gefragt wird nach der Arbeit, die Sie am besten kennen. Vorbereiten müssen Sie nichts: Am meisten helfen konkrete Fälle.",
    heading: "Hintergrundmaterial",
    why: "Eine Stellenbeschreibung, ein Bericht, eine Liste: was immer hilft, besser zu fragen. Nichts davon ist Pflicht.",
    title: "Ihre Arbeit",
    titleHint: "Zum Beispiel: das Netz eines Krankenhauses in Betrieb halten",
  },
  coverage: "Abdeckung",
  bands: {
    starting: "Am Anfang",
    developing: "Im Aufbau",
    substantial: "Gehaltvoll",
    nearly_complete: "Fast vollständig",
    complete: "Vollständig",
  },
  stageLimit: "endete an der Fragengrenze",
  examples: (n, needed) => (n < needed ? `Beispiele: ${n} von ${needed}` : `Beispiele: ${n}`),
  examplesAll: (n) => `Erzählte konkrete Beispiele: ${n}`,
  learned: "Was sich zeigte",
  open: "Noch offen",
  notReached: "Nicht erreicht",
};
