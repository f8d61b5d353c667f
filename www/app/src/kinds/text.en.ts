// The words of the kinds in English: the table of their files.
import { en as advice } from "./advice/text.en.js";
import { en as gaps } from "./gaps/text.en.js";
import { en as onboarding } from "./onboarding/text.en.js";
import { en as reflective } from "./reflective/text.en.js";
import { en as staged } from "./staged/text.en.js";
import { en as topics } from "./topics/text.en.js";

export const kinds = { advice, gaps, onboarding, reflective, staged, topics };
