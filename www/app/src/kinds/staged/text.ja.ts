import type { StagedText } from "./text.en.js";

/** The words of the pages for an interview in stages in Japanese. */
export const ja: StagedText = {
  library: {
    title: "専門家インタビュー",
    about:
      "最もよく知っている仕事についての、9段階の長い会話です。どのように行うか、何がうまくいかないか、経験からしか学べないことは何か。",
    facts: "9段階 · 約2時間、休憩は何度でも",
    sample: "",
  },
  start: {
    lead: "最もよく知っている仕事について質問します。準備は不要です。具体的な事例が何よりも役立ちます。",
    heading: "参考資料",
    why: "職務内容、報告書、一覧など、よりよい質問に役立つものなら何でも。なくても構いません。",
    title: "あなたの仕事",
    titleHint: "例：病院のネットワークの運用",
  },
  coverage: "網羅度",
  bands: {
    starting: "開始",
    developing: "進行中",
    substantial: "かなり進行",
    nearly_complete: "ほぼ完了",
    complete: "完了",
  },
  stageLimit: "質問の上限に達して終了",
  examples: (n, needed) => (n < needed ? `具体例：${needed}件中${n}件` : `具体例：${n}件`),
  examplesAll: (n) => `具体例：${n}件`,
  learned: "わかったこと",
  open: "まだわからないこと",
  notReached: "未到達",
};
