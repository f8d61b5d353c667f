import { enLater, type LaterStrings } from "../strings/en-later.js";
import type { Ui } from "../ui.js";

/** The words of these parts in the reader's language. */
export const wordsOf = (ui: Ui): LaterStrings => ui.laterWords ?? enLater;
