// The words of the kinds in French: the table of their files.
import { fr as advice } from "./advice/text.fr.js";
import { fr as gaps } from "./gaps/text.fr.js";
import { fr as onboarding } from "./onboarding/text.fr.js";
import { fr as reflective } from "./reflective/text.fr.js";
import { fr as staged } from "./staged/text.fr.js";
import { fr as topics } from "./topics/text.fr.js";
import type { kinds as english } from "./text.en.js";

export const kinds: typeof english = { advice, gaps, onboarding, reflective, staged, topics };
