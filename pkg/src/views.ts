// An interview as a sequence of views.
import type { View } from "../types/generated.js";
import { ColloquyError } from "./errors.js";

/** Gives the view now and after every change, until it is finished and settled, or the interview is let go. */
export async function* views(of: { until(predicate: (view: View) => boolean): Promise<View> }): AsyncGenerator<View, void, undefined> {
  let last: View | undefined;
  for (;;) {
    try {
      last = await of.until((view) => view !== last);
    } catch (error) {
      if (error instanceof ColloquyError && error.code === "disposed") return;
      throw error;
    }
    yield last;
    if (last.phase === "finished" && last.saving.state !== "saving") return;
  }
}
