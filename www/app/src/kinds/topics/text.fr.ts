import type { TopicsText } from "./text.en.js";

/** The words of the pages for an interview over topics in French. */
export const fr: TopicsText = {
  ended: "Comment il s’est terminé",
  ends: {
    complete: "Tous les thèmes ont été abordés.",
    screened_out: "Il s’est terminé aux premières questions : l’entretien s’adresse à d’autres.",
    quota_full: "Il s’est terminé plus tôt : assez de personnes avaient répondu.",
    stopped: "Il a été terminé avant que tous les thèmes soient abordés.",
  },
  topics: "Thèmes",
  handedIn: "Connu d’avance",
  goOn: "Continuer",
  states: {
    answered: "Répondu",
    refused: "Refusé",
    skipped: "Passé",
    not_applicable: "Sans objet",
    not_reached: "Non atteint",
    current: "En cours",
    ahead: "À venir",
  },
};
