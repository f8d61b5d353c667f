import type { GapsText } from "./text.en.js";
import { pluralIn } from "../../text/plural.js";

const plural = pluralIn("de");

/** The words of the pages for an interview about skills in German. */
export const de: GapsText = {
  library: {
    title: "Interview zu Fähigkeiten",
    about:
      "Ein Gespräch über Ihren Lebenslauf. Gefragt wird nur nach dem, was er über Ihre Fähigkeiten offen lässt: wie lange, wie tief, selbständig oder nicht, in welchem Umfang.",
    facts: "Endet, wenn genug bekannt ist · etwa 20 Minuten",
    sample: "Nutzt den Lebenslauf einer erfundenen Ingenieurin.",
  },
  start: {
    lead: "Bringen Sie Ihren Lebenslauf mit: Er wird gelesen, und gefragt wird nur nach dem, was er über Ihre Fähigkeiten offen lässt. Ohne Lebenslauf werden Sie gefragt, um welche es gehen soll.",
    heading: "Ihr Lebenslauf",
    why: "PDF, Word (.docx), Markdown oder reiner Text, auf diesem Gerät gelesen. Eingescannte PDFs lassen sich nicht lesen.",
    drop: "Lebenslauf hinzufügen",
    choose: "Datei wählen",
    paste: "Text des Lebenslaufs",
    sample: "Keinen Lebenslauf zur Hand?",
  },
  title: "Fähigkeiten",
  format: "Tabelle der Fähigkeiten (CSV)",
  caption: "Fähigkeiten mit dem, was über jede bekannt ist, und den Worten, die es belegen",
  columns: ["Was", "Wert", "Worte, die es belegen"],
  none: "Es wurde keine Fähigkeit genannt.",
  complete: (known, goal) => `${known} bekannt; ${goal} genügen.`,
  certainty: (sure: string) => `Gewissheit ${sure}`,
  unknown: "Nicht bekannt:",
  sources: { resume: "aus dem Lebenslauf", answer: (n: number) => `aus Antwort ${n}`, respondent: "Ihr eigenes Wort" },
  values: { production: "Produktion", prototype: "Prototyp", both: "beides" },
  ended: {
    complete: "Die Fragen endeten, weil genug bekannt ist.",
    disengaged: "Die Fragen endeten, weil die letzten Antworten wenig sagten.",
    no_gaps: "Die Fragen endeten: Es gibt keine weitere Frage.",
    asked_for: "Sie haben die Fragen beendet.",
  },
  refused: (n: number) =>
    plural(n, {
      one: "Eine gelesene Angabe wurde nicht übernommen: Die Worte belegen sie nicht.",
      other: "{n} gelesene Angaben wurden nicht übernommen: Die Worte belegen sie nicht.",
    }),
  unread: (n: number) =>
    plural(n, {
      one: "Ein Teil konnte nicht gelesen werden.",
      other: "{n} Teile konnten nicht gelesen werden.",
    }),
};
