// The words of the rooms of the kinds in German: the table of their files.
import { de as advice } from "./advice/words.de.js";
import { de as gaps } from "./gaps/words.de.js";
import { de as staged } from "./staged/words.de.js";
import type { KindWords } from "./words.js";

export const deKinds: KindWords = { advice, gaps, staged };
