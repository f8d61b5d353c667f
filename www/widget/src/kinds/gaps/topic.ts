import type { QuestionView } from "colloquy";
import type { KindOf } from "../../types.js";

/** The skill that a question is about; empty where it is about none. */
export const topicOf = (_kind: KindOf<"gaps">, { gap }: QuestionView): string => gap?.skill ?? "";
