// How far a session is, by the measure that its interview itself shows.
import type { Listed } from "colloquy";
import { guideOf } from "./engine.js";
import { entryOf } from "./kinds/index.js";
import { p } from "./text.js";

/** True for an unfinished session whose number of questions is its plan: the limits of others are far away. */
export function isCounted({ guide, status, reviewing, maxQuestions }: Listed): boolean {
  const kind = guideOf(guide)?.kind;
  return status !== "completed" && !reviewing && maxQuestions > 0 && kind !== undefined && entryOf(kind).counted === true;
}

/** Says how far a session is. */
export function standing(session: Listed): string {
  const { questions, maxQuestions, reviewing, status } = session;
  if (reviewing && status !== "completed") return p.library.over;
  return isCounted(session) && questions > 0 ? p.library.of(questions, maxQuestions) : p.library.questions(questions);
}
