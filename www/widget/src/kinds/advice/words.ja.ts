import type { AdviceWords } from "./words.js";

/** The words of a recommendation in Japanese. */
export const ja: AdviceWords = {
  roleEyebrow: "おすすめの役割",
  noRoleTitle: "新しい役割は不要",
  adviceTitle: "提案",
  roleReason: "この役割をすすめる理由",
  roleSkills: "スキル",
  rolePrompt: "この役割を担うAIアシスタントへのプロンプト",
  roleModel: "推奨するAIモデル",
  modelReasoning: "推論型：分析や段階的な作業向き",
  modelSemantic: "言語型：文章や会話向き",
  copyPrompt: "プロンプトをコピー",
  promptCopyFailed: "コピーが拒否されました。代わりに文章を選択してください。",
  roleHint: "承諾するまで何も起こりません。決定は結果とともに保存されます。",
  accept: "承諾",
  roleDecline: "辞退",
  roleAccepted: "この役割を承諾しました。",
  roleDeclined: "この役割を辞退しました。",
  missingParts: "提案は不完全です。何度か尋ねましたが、モデルから使える内容が得られなかった項目：{parts}。",
  missingAll: "何度か尋ねましたが、モデルから使える提案は得られませんでした。",
  missingRole: "名称・理由・スキル",
  missingPrompt: "プロンプトと推奨モデル",
  preparing: "提案を準備しています",
};
