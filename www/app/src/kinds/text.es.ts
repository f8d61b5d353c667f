// The words of the kinds in Spanish: the table of their files.
import { es as advice } from "./advice/text.es.js";
import { es as gaps } from "./gaps/text.es.js";
import { es as onboarding } from "./onboarding/text.es.js";
import { es as reflective } from "./reflective/text.es.js";
import { es as staged } from "./staged/text.es.js";
import { es as topics } from "./topics/text.es.js";
import type { kinds as english } from "./text.en.js";

export const kinds: typeof english = { advice, gaps, onboarding, reflective, staged, topics };
