import type { DataWords } from "../../data/types.js";
import type { Shared, Ui } from "../../types.js";
import type { OnboardingWords } from "./words.js";

/** What the parts of the room need of what is around them. */
export interface Around {
  readonly shared: Shared;
  readonly ui: Ui;
  /** The words in the reader's language. */
  readonly words: OnboardingWords;
  /** The words for data in the reader's language. */
  readonly data: DataWords;
}
