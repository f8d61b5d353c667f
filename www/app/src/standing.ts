// How far a session is, by the measure that its interview itself shows.
import type { Listed } from "colloquy";
import { minutesLeft } from "../../widget/src/pace.js";
import { guideOf } from "./engine.js";
import { share as inPercent } from "./format.js";
import { entryOf } from "./kinds/index.js";
import { p } from "./text.js";

/** True for an unfinished session whose number of questions is its plan: the limits of others are far away. */
function isCounted({ guide, status, reviewing, maxQuestions }: Listed): boolean {
  const kind = guideOf(guide)?.kind;
  return status !== "completed" && !reviewing && maxQuestions > 0 && kind !== undefined && entryOf(kind).counted === true;
}

/** Says how far a session is, and how long the rest takes somebody who goes on at this respondent's pace. */
export function standing(session: Listed): string[] {
  const { questions, maxQuestions, reviewing, status, percent, durationMs } = session;
  if (status === "completed") return [p.library.questions(questions)];
  if (reviewing) return [p.library.over];
  // Stages, phases and skills have no number of questions: what is asked is how much of them is over.
  const plain = questions > 0 && percent > 0 ? p.library.share(inPercent(percent)) : p.library.questions(questions);
  const far = isCounted(session) && questions > 0 ? p.library.of(questions, maxQuestions) : plain;
  const left = minutesLeft(percent, durationMs);
  return left > 0 ? [far, p.library.left(left)] : [far];
}

/** How far the questions of an unfinished session are, 0 to 100; rows of earlier versions have no more than how many were put. */
export function share(session: Listed): number {
  const { percent, questions, maxQuestions } = session;
  return percent || (isCounted(session) ? (Math.max(0, questions - 1) * 100) / maxQuestions : 0);
}
