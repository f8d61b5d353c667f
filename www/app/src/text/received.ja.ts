import type { ReceivedText } from "./received.en.js";

export const received: ReceivedText = {
  title: "Colloquyに共有されたもの",
  lead: "このブラウザーに1日間、または削除するまで保存されます。どこにも送信されません。",
  lost: "共有されたものを保存できませんでした。ブラウザーに空きがないか、保存が許可されていません。もう一度共有するか、インタビューのページで追加してください。",
  empty: "ここには何もありません",
  emptyWhy:
    "ほかのアプリからテキスト、リンク、ファイルをColloquyに共有するか、保存したインタビューやメモをColloquyで開いてください。どう使うかをここで選べます。",
  text: "共有されたテキスト",
  notes: "インタビュー用のメモ",
  about: "インタビューのテーマになるもの",
  interview: "保存したインタビュー",
  openInterview: "自分のインタビューに追加",
  study: "ほかの人が用意したインタビュー",
  openStudy: "開く",
  unknown: "Colloquyで保存したインタビューでも調査でもないか、ファイルが壊れています。何も変更されていません。",
  studyLarge: (most) => `この調査は大きすぎます。上限は${most}です。`,
  leftName: "そのほかのファイル",
  left: (n) => `数が多すぎるか、合計サイズが大きすぎるため、${n}個のファイルは除かれました。インタビューのページで追加してください。`,
  removeIt: "削除",
  remove: (name) => `削除：${name}`,
  begin: "これを使ってインタビューを始める",
  choose: "選ぶ",
};
