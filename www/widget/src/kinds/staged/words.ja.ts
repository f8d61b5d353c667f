import type { StagedWords } from "./words.js";

/** The words of an interview in stages in Japanese. */
export const ja: StagedWords = {
  stages: "段階",
  stageOf: "段階{n}/{max}",
  stageNow: "段階{n}/{max}：{title}",
  stageDone: "完了",
  stageLimit: "質問の上限に達して終了",
  stageExamples: "具体例：{needed}件中{n}件",
  stageExamplesAll: "具体例：{n}件",
  minutes: "{from}分",
  minutesRange: "{from}～{to}分",
  coverage: "網羅度",
  notReached: "未到達",
};
