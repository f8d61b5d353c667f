import type { OnboardingText } from "./text.en.js";

/** The words of the pages for an onboarding interview in Arabic. */
export const ar: OnboardingText = {
  library: {
    title: "التعريف بالنفس",
    about:
      "أحضر سيرة ذاتية أو بطاقة اتصال أو لا شيء. في ثلاث مراحل تجمع ملفك الشخصي ومسارك المهني، وتصف وظيفة واحدة بالتفصيل، وتضيف نصًا من كتابتك. ترى كل شيء قبل أن يُحفظ.",
    facts: "ثلاث مراحل مع نماذج · نحو 30 دقيقة",
    sample: "فيه سيرة ذاتية متخيَّلة جاهزة (Word) حين تُطلب.",
  },
  start: {
    lead: "تجمع من أنت وما تعرفه: من سيرة ذاتية أو بطاقة اتصال أو كتابةً. تراجع كل شيء قبل أن يُحفظ.",
    why: "لا حاجة إلى شيء الآن: تُطلب الملفات في أثناء المقابلة. تُقرأ على هذا الجهاز وتبقى عليه.",
    sample: "لا سيرة ذاتية لديك؟",
  },
  phases: "المراحل",
  ended: { met: "تمت", declined: "تُركت كما رغبت", turn_limit: "انتهت عند حد الأسئلة", form_limit: "انتهت عند حد النماذج" },
  states: { open: "مفتوح", approved: "تمت الموافقة", met: "تم", declined: "تُرك كما رغبت", not_reached: "لم يُبلغ" },
  notReached: "لم تُبلَغ",
  /** What was brought together. */
  collected: {
    title: "ما تم جمعه",
    none: "لم يُحفظ شيء.",
    all: "تنزيل الكل بصيغة JSON",
    json: "تنزيل JSON",
    files: "الملفات",
    confirmed: "وافقت عليه",
    version: (n) => `النسخة ${n}`,
    earlier: (n) => `نسخ سابقة: ${n}`,
  },
};
