// The words of the kinds in Japanese: the table of their files.
import { ja as advice } from "./advice/text.ja.js";
import { ja as gaps } from "./gaps/text.ja.js";
import { ja as onboarding } from "./onboarding/text.ja.js";
import { ja as reflective } from "./reflective/text.ja.js";
import { ja as staged } from "./staged/text.ja.js";
import { ja as topics } from "./topics/text.ja.js";
import type { kinds as english } from "./text.en.js";

export const kinds: typeof english = { advice, gaps, onboarding, reflective, staged, topics };
