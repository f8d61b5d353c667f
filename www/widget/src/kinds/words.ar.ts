// The words of the rooms of the kinds in Arabic: the table of their files.
import { ar as advice } from "./advice/words.ar.js";
import { ar as gaps } from "./gaps/words.ar.js";
import { ar as staged } from "./staged/words.ar.js";
import type { KindWords } from "./words.js";

export const arKinds: KindWords = { advice, gaps, staged };
