import type { TopicsText } from "./text.en.js";

/** The words of the pages for an interview over topics in Japanese. */
export const ja: TopicsText = {
  ended: "終わり方",
  ends: {
    complete: "すべての話題について話しました。",
    screened_out: "最初の質問で終了しました。このインタビューは別の方を対象としています。",
    quota_full: "すでに十分な人数が回答したため、早めに終了しました。",
    stopped: "すべての話題について話す前に終了しました。",
  },
  topics: "話題",
  handedIn: "事前にわかっていたこと",
  goOn: "続ける",
  states: {
    answered: "回答済み",
    refused: "回答を控えた",
    skipped: "スキップ",
    not_applicable: "該当なし",
    not_reached: "未到達",
    current: "質問中",
    ahead: "この後",
  },
};
