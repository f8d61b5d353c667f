import { pluralIn } from "../../text/plural.js";
import type { GapsText } from "./text.en.js";

const plural = pluralIn("ja");

/** The words of the pages for an interview about skills in Japanese. */
export const ja: GapsText = {
  library: {
    title: "スキルのインタビュー",
    about:
      "履歴書についての会話です。スキルについて履歴書からわからないことだけを尋ねます。どのくらいの期間か、どこまで深いか、1人で行ったか、どのくらいの規模か。",
    facts: "十分わかった時点で終了 · 約20分",
    sample: "架空のエンジニアの履歴書を使います。",
  },
  start: {
    lead: "履歴書を用意してください。内容を読み取り、スキルについてわからないことだけを尋ねます。履歴書がない場合は、どのスキルについて話すかを尋ねます。",
    heading: "履歴書",
    why: "PDF、Word（.docx）、Markdown、テキストを、この端末で読み取ります。スキャンしたPDFは読み取れません。",
    drop: "履歴書を追加",
    choose: "ファイルを選択",
    paste: "履歴書の文章",
    sample: "手元に履歴書がない場合",
  },
  title: "スキル",
  format: "スキルの表（CSV）",
  caption: "スキルごとにわかっていることと、その根拠となる言葉",
  columns: ["項目", "値", "根拠となる言葉"],
  none: "スキルは挙げられませんでした。",
  complete: (known, goal) => `${known}完了（必要なのは${goal}）。`,
  certainty: (sure) => `確からしさ${sure}`,
  unknown: "不明：",
  sources: { resume: "履歴書より", answer: (n) => `回答${n}より`, respondent: "ご自身の言葉" },
  values: { production: "本番", prototype: "試作", both: "両方" },
  ended: {
    complete: "十分わかったため、質問を終えました。",
    disengaged: "最近の回答が短かったため、質問を終えました。",
    no_gaps: "これ以上の質問がないため、質問を終えました。",
    asked_for: "ご自身で質問を終えました。",
  },
  refused: (n) => plural(n, { other: "あなたの言葉に根拠がないため、{n}件を除外しました。" }),
  unread: (n) => plural(n, { other: "{n}か所を読み取れませんでした。" }),
};
