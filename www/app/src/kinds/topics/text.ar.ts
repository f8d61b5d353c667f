import type { TopicsText } from "./text.en.js";

/** The words of the pages for an interview over topics in Arabic. */
export const ar: TopicsText = {
  ended: "كيف انتهت",
  ends: {
    complete: "جرى الحديث عن كل المواضيع.",
    screened_out: "انتهت عند الأسئلة الأولى: المقابلة موجّهة إلى غيرك.",
    quota_full: "انتهت مبكرًا: أجاب عدد كافٍ من الناس.",
    stopped: "أُنهيت قبل الحديث عن كل المواضيع.",
  },
  topics: "المواضيع",
  handedIn: "معروف من قبل",
  goOn: "متابعة",
  states: {
    answered: "أُجيب عنه",
    refused: "رُفض",
    skipped: "تُجووز",
    not_applicable: "لا ينطبق",
    not_reached: "لم يُبلَغ",
    current: "قيد السؤال",
    ahead: "لم يأتِ بعد",
  },
};
