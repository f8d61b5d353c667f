import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in German. */
export const de: AdviceText = {
  library: {
    title: "Rat zur Einstellung",
    about:
      "Einige Fragen zu einer Schwierigkeit Ihres Teams, oder ein Gespräch, das Sie mitbringen. Sie bekommen eine Empfehlung: welche Rolle helfen würde, oder dass keine nötig ist.",
    facts: "Bis zu 4 Fragen, dann eine Empfehlung · etwa 10 Minuten",
    sample: "Das Beispiel bringt das Gespräch eines Teams mit; gefragt werden muss dann nichts.",
  },
  start: {
    lead: "Sagen Sie, womit Ihr Team sich schwertut, oder bringen Sie ein Gespräch darüber mit. Sie bekommen eine Empfehlung, die Sie annehmen oder ablehnen können.",
    heading: "Ein Gespräch Ihres Teams",
    why: "Mit einem Gespräch wird nichts gefragt: Die Empfehlung stützt sich darauf. Ohne eines werden Ihnen einige Fragen gestellt.",
    sample: "Kein Gespräch zur Hand?",
    title: "Worum es geht",
  },
  skills: "Fähigkeiten",
  role: "Empfohlene Rolle",
  advice: "Empfehlung",
  reason: "Warum diese Rolle",
  prompt: "Prompt für einen KI-Assistenten in dieser Rolle",
  model: "Art des Modells",
  models: { reasoning: "Schließend: für Analyse und schrittweises Arbeiten", semantic: "Sprachlich: für Texte und Gespräche" },
  decisions: { none: "", offered: "Nicht entschieden", accepted: "Angenommen", declined: "Abgelehnt" },
  missing: "Die Empfehlung ist unvollständig: Für einen Teil lieferte das Modell auch nach mehreren Versuchen nichts Brauchbares.",
  missingAll: "Das Modell lieferte auch nach mehreren Versuchen keine brauchbare Empfehlung.",
};
