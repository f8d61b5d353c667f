import type { OnboardingText } from "./text.en.js";

/** The words of the pages for an onboarding interview in German. */
export const de: OnboardingText = {
  library: {
    title: "Onboarding",
    about:
      "Bringen Sie einen Lebenslauf mit, eine Kontaktkarte oder gar nichts. In drei Abschnitten stellen Sie Ihr Profil und Ihren Werdegang zusammen, beschreiben eine Stelle genauer und legen einen eigenen Text dazu. Sie sehen alles, bevor es gespeichert wird.",
    facts: "Drei Abschnitte mit Formularen · etwa 30 Minuten",
    sample: "Hält einen erfundenen Lebenslauf (Word) bereit, wenn danach gefragt wird.",
  },
  start: {
    lead: "Sie stellen zusammen, wer Sie sind und was Sie wissen: aus einem Lebenslauf, einer Kontaktkarte oder von Hand. Sie sehen alles durch, bevor es aufbewahrt wird.",
    why: "Sie brauchen noch nichts: Nach Dateien wird unterwegs gefragt. Sie werden auf diesem Gerät gelesen und bleiben dort.",
    sample: "Keinen Lebenslauf zur Hand?",
  },
  phases: "Abschnitte",
  ended: {
    met: "Erledigt",
    declined: "Auf Ihren Wunsch ausgelassen",
    turn_limit: "An der Grenze der Fragen beendet",
    form_limit: "An der Grenze der Formulare beendet",
  },
  states: {
    open: "offen",
    approved: "bestätigt",
    met: "erledigt",
    declined: "auf Ihren Wunsch ausgelassen",
    not_reached: "nicht erreicht",
  },
  notReached: "Nicht erreicht",
  /** What was brought together. */
  collected: {
    title: "Was zusammengekommen ist",
    none: "Es wurde nichts gespeichert.",
    all: "Alles als JSON herunterladen",
    json: "JSON herunterladen",
    files: "Dateien",
    confirmed: "von Ihnen bestätigt",
    version: (n) => `Fassung ${n}`,
    earlier: (n) => `Frühere Fassungen: ${n}`,
  },
};
