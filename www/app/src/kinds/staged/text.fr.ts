import type { StagedText } from "./text.en.js";

/** The words of the pages for an interview in stages in French. */
export const fr: StagedText = {
  library: {
    title: "Entretien d’expertise",
    about:
      "Une longue conversation sur le travail que vous connaissez le mieux, en neuf parties : comment vous le faites, ce qui tourne mal, et ce que seule l’expérience enseigne.",
    facts: "Neuf parties · environ 2 heures, avec autant de pauses que vous voulez",
    sample: "",
  },
  start: {
    lead: "On vous interroge sur le travail que vous connaissez le mieux. Rien n’est à préparer : ce qui aide le plus, ce sont les cas concrets.",
    heading: "Documents de contexte",
    why: "Une fiche de poste, un rapport, une liste : tout ce qui aide à mieux interroger. Rien de cela n’est obligatoire.",
    title: "Votre travail",
    titleHint: "Par exemple : faire fonctionner le réseau d’un hôpital",
  },
  coverage: "Couverture",
  bands: {
    starting: "Au début",
    developing: "En cours",
    substantial: "Substantielle",
    nearly_complete: "Presque complète",
    complete: "Complète",
  },
  stageLimit: "terminée à sa limite de questions",
  examples: (n, needed) => (n < needed ? `Exemples : ${n} sur ${needed}` : `Exemples : ${n}`),
  examplesAll: (n) => `Exemples concrets : ${n}`,
  learned: "Ce qui a été appris",
  open: "Encore ouvert",
  notReached: "Non atteinte",
};
