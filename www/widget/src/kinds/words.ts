// The words of the rooms of the kinds that come with the element's own: what a language has to have. Nothing here is code.
import type { AdviceWords } from "./advice/words.js";
import type { GapsWords } from "./gaps/words.js";
import type { StagedWords } from "./staged/words.js";

/** The words of the kinds in one language, by kind. One whose words come with its room is not among them. */
export interface KindWords {
  readonly advice: AdviceWords;
  readonly gaps: GapsWords;
  readonly staged: StagedWords;
}
