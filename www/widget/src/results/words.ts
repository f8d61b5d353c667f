import { enResults, type ResultStrings } from "../strings/en-results.js";
import type { Ui } from "../ui.js";

/** The words of the review and the results in the reader's language. */
export const wordsOf = (ui: Ui): ResultStrings => ui.resultWords ?? enResults;
