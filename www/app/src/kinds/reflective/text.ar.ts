import type { ReflectiveText } from "./text.en.js";

/** The words of the pages for a reflective interview in Arabic. */
export const ar: ReflectiveText = {
  library: {
    title: "تأمّل في محتوى",
    about: "محادثة قصيرة عن شيء سمعته أو قرأته أو شاهدته: ما الذي بقي معك وماذا تصنع به.",
    facts: "حتى 5 أسئلة · نحو 15 دقيقة",
    sample: "يأتي المثال بملاحظات عن حلقة بودكاست.",
    begin: "ابدأ بملاحظاتك",
  },
  start: {
    lead: "أحضر ملاحظات عن حلقة أو محاضرة أو مقال: يقرؤها المحاور ويسأل عمّا فيها وعمّا في أجوبتك.",
    heading: "ملاحظاتك",
    why: "الملفات المعروفة: summary.md و quotes.md و key-concepts.md. أي ملف ‎.md آخر مقبول، ولا شيء منها إلزامي.",
    sample: "لا ملاحظات لديك؟",
    about: "عن ماذا",
    title: "العنوان",
    creator: "البودكاست أو الموقع أو المؤلف",
    source: "رابطه",
    nothing: "أضف ملاحظات أو عنوانًا أولًا، ليكون هناك ما يُسأل عنه.",
  },
};
