import type { Words } from "../../strings/words.js";

/** The words of a recommendation in English; the other languages have the same keys. */
export const en = {
  roleEyebrow: "Recommended role",
  noRoleTitle: "No new role",
  adviceTitle: "Recommendation",
  roleReason: "Why this role",
  roleSkills: "Skills",
  rolePrompt: "Prompt for an AI assistant in this role",
  roleModel: "Suggested AI model",
  modelReasoning: "Reasoning: for analysis and step-by-step work",
  modelSemantic: "Semantic: for language and conversation",
  copyPrompt: "Copy prompt",
  promptCopyFailed: "Copying was refused. Select the text instead.",
  roleHint: "Nothing happens unless you say so. Your decision is saved with the result.",
  accept: "Accept",
  roleDecline: "Decline",
  roleAccepted: "You accepted this role.",
  roleDeclined: "You declined this role.",
  missingParts: "The recommendation is incomplete. The model gave no usable {parts}, although it was asked several times.",
  missingAll: "The model gave no usable recommendation, although it was asked several times.",
  missingRole: "title, reason and skills",
  missingPrompt: "prompt and suggested model",
  preparing: "Preparing the recommendation",
};

/** Those words in one language. */
export type AdviceWords = Words<typeof en>;

/** Those words in the reader's language. */
export const wordsOf = (ui: { readonly kindWords: { readonly advice: AdviceWords } | null }): AdviceWords => ui.kindWords?.advice ?? en;
