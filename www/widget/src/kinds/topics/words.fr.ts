import type { TopicsWords } from "./words.js";

/** The words of an interview over topics in French. */
export const fr: TopicsWords = {
  coverage: "Thèmes",
  answered: "Répondu",
  refused: "Refusé",
  skipped: "Passé",
  not_applicable: "Sans objet",
  not_reached: "Non atteint",
  current: "En cours",
  ahead: "À venir",
  covered: "Répondu ailleurs",
  goOn: "Continuer",
};
