// The words of the kinds in Arabic: the table of their files.
import { ar as advice } from "./advice/text.ar.js";
import { ar as gaps } from "./gaps/text.ar.js";
import { ar as onboarding } from "./onboarding/text.ar.js";
import { ar as reflective } from "./reflective/text.ar.js";
import { ar as staged } from "./staged/text.ar.js";
import { ar as topics } from "./topics/text.ar.js";
import type { kinds as english } from "./text.en.js";

export const kinds: typeof english = { advice, gaps, onboarding, reflective, staged, topics };
