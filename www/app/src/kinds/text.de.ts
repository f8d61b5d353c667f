// The words of the kinds in German: the table of their files.
import { de as advice } from "./advice/text.de.js";
import { de as gaps } from "./gaps/text.de.js";
import { de as onboarding } from "./onboarding/text.de.js";
import { de as reflective } from "./reflective/text.de.js";
import { de as staged } from "./staged/text.de.js";
import { de as topics } from "./topics/text.de.js";
import type { kinds as english } from "./text.en.js";

export const kinds: typeof english = { advice, gaps, onboarding, reflective, staged, topics };
