import type { QuestionView } from "colloquy";
import type { KindOf } from "../../types.js";

/** The title of the stage that begins with a question; empty within a stage. */
export function topicOf({ stages }: KindOf<"staged">, question: QuestionView, before: QuestionView | null): string {
  const stage = question.staged?.stage;
  return (stage !== before?.staged?.stage && stages.find(({ id }) => id === stage)?.title) || "";
}
