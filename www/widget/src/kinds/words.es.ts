// The words of the rooms of the kinds in Spanish: the table of their files.
import { es as advice } from "./advice/words.es.js";
import { es as gaps } from "./gaps/words.es.js";
import { es as staged } from "./staged/words.es.js";
import type { KindWords } from "./words.js";

export const esKinds: KindWords = { advice, gaps, staged };
