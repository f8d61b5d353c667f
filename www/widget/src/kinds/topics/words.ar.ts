import type { TopicsWords } from "./words.js";

/** The words of an interview over topics in Arabic. */
export const ar: TopicsWords = {
  coverage: "المواضيع",
  answered: "أُجيب عنه",
  refused: "رُفض",
  skipped: "تُجووز",
  not_applicable: "لا ينطبق",
  not_reached: "لم يُبلَغ",
  current: "قيد السؤال",
  ahead: "لم يأتِ بعد",
  covered: "أُجيب عنه في موضع آخر",
  goOn: "متابعة",
};
