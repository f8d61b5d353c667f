import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in German. */
export const de: AdviceText = {
  library: {
    title: "Rat zur Einstellung",
    about:
      "Einige Fragen zu einer Schwierigkeit Ihres Teams, oder ein Teamgespräch, das Sie hinzufügen. Sie bekommen eine Empfehlung: welche Rolle helfen würde, oder dass keine nötig ist.",
    facts: "Bis zu 4 Fragen, dann eine Empfehlung · etwa 10 Minuten",
    sample: "Nutzt ein erfundenes Teamgespräch; Sie kommen gleich zum Rat.",
  },
  start: {
    lead: "Sagen Sie, womit Ihr Team sich schwertut, oder fügen Sie ein Gespräch darüber hinzu. Sie bekommen eine Empfehlung, die Sie annehmen oder ablehnen können.",
    heading: "Ein Teamgespräch",
    why: "Mit einem Gespräch bekommen Sie die Empfehlung sofort. Ohne eines werden Ihnen einige Fragen gestellt.",
    sample: "Kein Gespräch zur Hand?",
    title: "Die Schwierigkeit",
  },
  skills: "Fähigkeiten",
  role: "Empfohlene Rolle",
  advice: "Empfehlung",
  reason: "Warum diese Rolle",
  prompt: "Prompt für einen KI-Assistenten in dieser Rolle",
  model: "Vorgeschlagenes KI-Modell",
  models: { reasoning: "Schließend: für Analyse und schrittweises Arbeiten", semantic: "Sprachlich: für Texte und Gespräche" },
  decisions: { none: "", offered: "Nicht entschieden", accepted: "Angenommen", declined: "Abgelehnt" },
  missing: "Die Empfehlung ist unvollständig: Für einen Teil lieferte das Modell auch nach mehreren Versuchen nichts Brauchbares.",
  missingAll: "Das Modell lieferte auch nach mehreren Versuchen keine brauchbare Empfehlung.",
};
