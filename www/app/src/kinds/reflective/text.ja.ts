import type { ReflectiveText } from "./text.en.js";

/** The words of the pages for a reflective interview in Japanese. */
export const ja: ReflectiveText = {
  library: {
    title: "コンテンツの振り返り",
    about: "聴いたもの、読んだもの、観たものについての短い会話です。心に残ったことと、それをどう受け止めたかを話します。",
    facts: "質問は最大5問 · 約15分",
    sample: "架空のポッドキャストのメモを使います。",
    begin: "自分のメモで始める",
  },
  start: {
    lead: "番組や講演、記事についてのメモを用意してください。インタビュアーがそれを読み、メモと回答の内容について質問します。",
    heading: "あなたのメモ",
    why: "この端末で読み取ります。summary.md、quotes.md、key-concepts.mdという名前のファイルが最もよく読み取れます。",
    sample: "手元にメモがない場合",
    about: "内容",
    title: "タイトル",
    creator: "ポッドキャスト、サイト、著者",
    source: "リンク",
    nothing: "質問のもとになるメモかタイトルを追加してください。",
  },
};
