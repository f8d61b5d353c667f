// The words of the rooms of the kinds in Japanese: the table of their files.
import { ja as advice } from "./advice/words.ja.js";
import { ja as gaps } from "./gaps/words.ja.js";
import { ja as staged } from "./staged/words.ja.js";
import type { KindWords } from "./words.js";

export const jaKinds: KindWords = { advice, gaps, staged };
