import type { OnboardingText } from "./text.en.js";

/** The words of the pages for an onboarding interview in French. */
export const fr: OnboardingText = {
  library: {
    title: "Entretien d’accueil",
    about:
      "Apportez un CV, une carte de contact ou rien du tout. En trois parties, vous réunissez votre profil et votre chronologie, décrivez un poste en détail et ajoutez un texte de vous. Vous voyez tout avant que ce soit enregistré.",
    facts: "Trois parties avec des formulaires · environ 30 minutes",
    sample: "Tient prêt un CV inventé (Word) pour quand il est demandé.",
  },
  start: {
    lead: "Vous réunissez qui vous êtes et ce que vous savez : à partir d’un CV, d’une carte de contact ou à la main. Vous parcourez tout avant que ce soit conservé.",
    why: "Rien n’est nécessaire pour l’instant : les fichiers vous sont demandés en chemin. Ils sont lus sur cet appareil et y restent.",
    sample: "Pas de CV sous la main ?",
  },
  phases: "Parties",
  ended: {
    met: "Terminée",
    declined: "Laissée de côté, comme vous le vouliez",
    turn_limit: "Terminée à sa limite de questions",
    form_limit: "Terminée à sa limite de formulaires",
  },
  states: {
    open: "à faire",
    approved: "approuvé",
    met: "fait",
    declined: "laissé de côté, comme vous le vouliez",
    not_reached: "non atteint",
  },
  notReached: "Non atteinte",
  /** What was put together. */
  collected: {
    title: "Ce que vous avez réuni",
    none: "Rien n’a été enregistré.",
    all: "Tout télécharger en JSON",
    json: "Télécharger en JSON",
    files: "Fichiers",
    confirmed: "approuvé par vous",
    version: (n) => `Version ${n}`,
    earlier: (n) => `Versions antérieures : ${n}`,
  },
};
