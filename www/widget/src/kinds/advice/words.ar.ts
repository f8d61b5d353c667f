import type { AdviceWords } from "./words.js";

/** The words of a recommendation in Arabic. */
export const ar: AdviceWords = {
  roleEyebrow: "الدور الموصى به",
  noRoleTitle: "لا دور جديد",
  adviceTitle: "التوصية",
  roleReason: "لماذا هذا الدور",
  roleSkills: "المهارات",
  rolePrompt: "تعليمات لمساعد ذكاء اصطناعي في هذا الدور",
  roleModel: "نموذج الذكاء الاصطناعي المقترح",
  modelReasoning: "استدلالي: للتحليل والعمل خطوة بخطوة",
  modelSemantic: "لغوي: للكتابة والمحادثة",
  copyPrompt: "نسخ التعليمات",
  promptCopyFailed: "رُفض النسخ. حدّد النص بدلًا من ذلك.",
  roleHint: "لا يحدث شيء دون كلمتك. يُحفظ قرارك مع النتيجة.",
  accept: "قبول",
  roleDecline: "رفض",
  roleAccepted: "قبلتَ هذا الدور.",
  roleDeclined: "رفضتَ هذا الدور.",
  missingParts: "التوصية غير مكتملة. لم يُعطِ النموذج، رغم سؤاله عدة مرات، ما يصلح من: {parts}.",
  missingAll: "لم يُعطِ النموذج توصية صالحة، رغم سؤاله عدة مرات.",
  missingRole: "المسمّى والسبب والمهارات",
  missingPrompt: "التعليمات والنموذج المقترح",
  preparing: "تُحضَّر التوصية",
};
