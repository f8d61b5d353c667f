import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in Japanese. */
export const ja: AdviceText = {
  library: {
    title: "採用の相談",
    about:
      "チームが困っていることについての質問に少し答えるか、チームの会話を追加します。どの役割が役立つか、または不要かを、1つ提案します。",
    facts: "質問は最大4問、その後に提案 · 約10分",
    sample: "架空のチームチャットを使い、すぐに提案へ進みます。",
  },
  start: {
    lead: "チームが困っていることを書くか、それについての会話を追加してください。承諾も辞退もできる提案が得られます。",
    heading: "チームの会話",
    why: "会話を追加すると、すぐに提案が得られます。ない場合は、いくつか質問します。",
    sample: "手元に会話がない場合",
    title: "困っていること",
  },
  skills: "スキル",
  role: "おすすめの役割",
  advice: "提案",
  reason: "この役割をすすめる理由",
  prompt: "この役割を担うAIアシスタントへのプロンプト",
  model: "推奨するAIモデル",
  models: { reasoning: "推論型：分析や段階的な作業向き", semantic: "言語型：文章や会話向き" },
  decisions: { none: "", offered: "未決定", accepted: "承諾", declined: "辞退" },
  missing: "提案は不完全です。何度か尋ねましたが、モデルから一部について使える応答が得られませんでした。",
  missingAll: "何度か尋ねましたが、モデルから使える提案は得られませんでした。",
};
