import type { AdviceWords } from "./words.js";

/** The words of a recommendation in French. */
export const fr: AdviceWords = {
  roleEyebrow: "Rôle recommandé",
  noRoleTitle: "Aucun nouveau rôle",
  adviceTitle: "Recommandation",
  roleReason: "Pourquoi ce rôle",
  roleSkills: "Compétences",
  rolePrompt: "Prompt pour un assistant IA dans ce rôle",
  roleModel: "Modèle d’IA suggéré",
  modelReasoning: "Raisonnement : pour analyser et avancer pas à pas",
  modelSemantic: "Sémantique : pour la langue et la conversation",
  copyPrompt: "Copier le prompt",
  promptCopyFailed: "La copie a été refusée. Sélectionnez plutôt le texte.",
  roleHint: "Rien ne se passe sans votre accord. Votre décision est enregistrée avec le résultat.",
  accept: "Accepter",
  roleDecline: "Refuser",
  roleAccepted: "Vous avez accepté ce rôle.",
  roleDeclined: "Vous avez refusé ce rôle.",
  missingParts: "La recommandation est incomplète. Malgré plusieurs demandes, le modèle n’a rien donné d’utilisable pour {parts}.",
  missingAll: "Malgré plusieurs demandes, le modèle n’a donné aucune recommandation utilisable.",
  missingRole: "le titre, la raison et les compétences",
  missingPrompt: "le prompt et le modèle suggéré",
  preparing: "La recommandation se prépare",
};
