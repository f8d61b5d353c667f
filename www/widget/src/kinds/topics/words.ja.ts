import type { TopicsWords } from "./words.js";

/** The words of an interview over topics in Japanese. */
export const ja: TopicsWords = {
  coverage: "話題",
  answered: "回答済み",
  refused: "回答を控えた",
  skipped: "スキップ",
  not_applicable: "該当なし",
  not_reached: "未到達",
  current: "質問中",
  ahead: "この後",
  covered: "別の箇所で回答済み",
  goOn: "続ける",
};
