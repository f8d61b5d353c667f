// The room of interviews over an owner's topics: how it ended, and what was said of each topic.
import type { KindRoom } from "../types.js";
import { topicsView } from "./outcome.js";

export const room: KindRoom<"topics"> = {
  outcome: (view, kind, result) => topicsView(view, kind, result),
  ownOutcome: () => true,
};
