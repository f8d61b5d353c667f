import type { StagedText } from "./text.en.js";

/** The words of the pages for an interview in stages in Arabic. */
export const ar: StagedText = {
  library: {
    title: "مقابلة مع خبير",
    about: "محادثة طويلة عن العمل الذي تتقنه، في تسع مراحل: كيف تؤدّيه، وما الذي يتعثّر، وما لا تعلّمه إلا الخبرة.",
    facts: "تسع مراحل · نحو ساعتين، مع ما شئت من فترات راحة",
    sample: "",
  },
  start: {
    lead: "تُسأل عن العمل الذي تتقنه. لا حاجة إلى تحضير: أكثر ما ينفع هو الحالات الواقعية.",
    heading: "مواد خلفية",
    why: "وصف وظيفة أو تقرير أو قائمة: كل ما يعين على أسئلة أفضل. لا شيء منه إلزامي.",
    title: "عملك",
    titleHint: "مثلًا: إبقاء شبكة مستشفى قيد العمل",
  },
  coverage: "التغطية",
  bands: { starting: "في البداية", developing: "قيد التطوّر", substantial: "وافية", nearly_complete: "شبه مكتملة", complete: "مكتملة" },
  stageLimit: "انتهت عند حدّ أسئلتها",
  examples: (n, needed) => (n < needed ? `الأمثلة: ${n} من ${needed}` : `الأمثلة: ${n}`),
  examplesAll: (n) => `الأمثلة الواقعية المروية: ${n}`,
  learned: "ما تبيّن",
  open: "ما زال مفتوحًا",
  notReached: "لم تُبلَغ",
};
