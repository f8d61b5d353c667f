// The words of the rooms of the kinds in French: the table of their files.
import { fr as advice } from "./advice/words.fr.js";
import { fr as gaps } from "./gaps/words.fr.js";
import { fr as staged } from "./staged/words.fr.js";
import type { KindWords } from "./words.js";

export const frKinds: KindWords = { advice, gaps, staged };
