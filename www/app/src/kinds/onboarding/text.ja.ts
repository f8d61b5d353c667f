import type { OnboardingText } from "./text.en.js";

/** The words of the pages for an onboarding interview in Japanese. */
export const ja: OnboardingText = {
  library: {
    title: "オンボーディング",
    about:
      "履歴書や連絡先カードを使っても、何も用意しなくても構いません。3つのフェーズで、プロフィールと経歴をまとめ、1つの仕事を詳しく説明し、ご自身の文章を追加します。内容はすべて、保存する前に確認できます。",
    facts: "フォームのある3つのフェーズ · 約30分",
    sample: "履歴書を求められたときに使える、架空の履歴書（Word）があります。",
  },
  start: {
    lead: "あなたがどんな人で、何を知っているかを、履歴書や連絡先カードから、または手入力でまとめます。内容はすべて、保存する前に確認できます。",
    why: "今は何も必要ありません。ファイルは途中でお願いします。この端末で読み取られ、端末の外には出ません。",
    sample: "手元に履歴書がない場合",
  },
  phases: "フェーズ",
  ended: {
    met: "完了",
    declined: "ご希望により省略",
    turn_limit: "質問の上限に達して終了",
    form_limit: "フォームの上限に達して終了",
  },
  states: { open: "未完了", approved: "承認済み", met: "完了", declined: "ご希望により省略", not_reached: "未到達" },
  notReached: "未到達",
  /** What you put together. */
  collected: {
    title: "まとめた内容",
    none: "何も保存されていません。",
    all: "すべてをJSONでダウンロード",
    json: "JSONをダウンロード",
    files: "ファイル",
    confirmed: "ご自身で承認済み",
    version: (n) => `第${n}版`,
    earlier: (n) => `以前の版：${n}件`,
  },
};
