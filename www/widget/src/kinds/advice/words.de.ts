import type { AdviceWords } from "./words.js";

/** The words of a recommendation in German. */
export const de: AdviceWords = {
  roleEyebrow: "Empfohlene Rolle",
  noRoleTitle: "Keine neue Rolle",
  adviceTitle: "Empfehlung",
  roleReason: "Warum diese Rolle",
  roleSkills: "Fähigkeiten",
  rolePrompt: "Prompt für einen KI-Assistenten in dieser Rolle",
  roleModel: "Vorgeschlagenes KI-Modell",
  modelReasoning: "Schließend: für Analyse und schrittweises Arbeiten",
  modelSemantic: "Sprachlich: für Texte und Gespräche",
  copyPrompt: "Prompt kopieren",
  promptCopyFailed: "Das Kopieren wurde verweigert. Markieren Sie stattdessen den Text.",
  roleHint: "Ohne Ihr Wort geschieht nichts. Ihre Entscheidung wird mit dem Ergebnis gespeichert.",
  accept: "Annehmen",
  roleDecline: "Ablehnen",
  roleAccepted: "Sie haben diese Rolle angenommen.",
  roleDeclined: "Sie haben diese Rolle abgelehnt.",
  missingParts: "Die Empfehlung ist unvollständig. Das Modell lieferte auch nach mehreren Versuchen nichts Brauchbares für: {parts}.",
  missingAll: "Das Modell lieferte auch nach mehreren Versuchen keine brauchbare Empfehlung.",
  missingRole: "Titel, Begründung und Fähigkeiten",
  missingPrompt: "Prompt und vorgeschlagenes Modell",
  preparing: "Die Empfehlung wird vorbereitet",
};
