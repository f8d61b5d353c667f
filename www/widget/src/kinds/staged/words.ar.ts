import type { StagedWords } from "./words.js";

/** The words of an interview in stages in Arabic. */
export const ar: StagedWords = {
  stages: "المراحل",
  stageOf: "المرحلة {n} من {max}",
  stageNow: "المرحلة {n} من {max}: {title}",
  stageDone: "تمّت",
  stageLimit: "انتهت عند حدّ أسئلتها",
  stageExamples: "الأمثلة: {n} من {needed}",
  stageExamplesAll: "الأمثلة: {n}",
  minutes: "{from} د",
  minutesRange: "{from}–{to} د",
  coverage: "التغطية",
  notReached: "لم تُبلَغ",
};
