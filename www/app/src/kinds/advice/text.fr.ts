import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in French. */
export const fr: AdviceText = {
  library: {
    title: "Conseil en recrutement",
    about:
      "Quelques questions sur une difficulté de votre équipe, ou une conversation d’équipe que vous ajoutez. Vous recevez une seule recommandation : quel rôle aiderait, ou qu’aucun n’aiderait.",
    facts: "Jusqu’à 4 questions, puis une recommandation · environ 10 minutes",
    sample: "Utilise une conversation d’équipe inventée ; vous passez tout de suite au conseil.",
  },
  start: {
    lead: "Dites ce qui pose problème à votre équipe, ou ajoutez une conversation à ce sujet. Vous recevez une recommandation que vous pouvez accepter ou refuser.",
    heading: "Une conversation d’équipe",
    why: "Avec une conversation, vous recevez la recommandation tout de suite. Sans elle, on vous pose quelques questions.",
    sample: "Pas de conversation sous la main ?",
    title: "La difficulté",
  },
  skills: "Compétences",
  role: "Rôle recommandé",
  advice: "Recommandation",
  reason: "Pourquoi ce rôle",
  prompt: "Prompt pour un assistant IA dans ce rôle",
  model: "Modèle d’IA suggéré",
  models: {
    reasoning: "Raisonnement : pour analyser et avancer pas à pas",
    semantic: "Sémantique : pour la langue et la conversation",
  },
  decisions: { none: "", offered: "Non décidé", accepted: "Acceptée", declined: "Refusée" },
  missing: "La recommandation est incomplète : malgré plusieurs demandes, le modèle n’a rien donné d’utilisable pour l’une de ses parties.",
  missingAll: "Malgré plusieurs demandes, le modèle n’a donné aucune recommandation utilisable.",
};
