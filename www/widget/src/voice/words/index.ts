import type { Others } from "../../types.js";
import { en, type VoiceWords } from "./en.js";

export { en, type VoiceWords };

/** The words in other languages than English. */
export const others: Others<VoiceWords> = {
  de: async () => (await import("./de.js")).de,
  es: async () => (await import("./es.js")).es,
  fr: async () => (await import("./fr.js")).fr,
  ar: async () => (await import("./ar.js")).ar,
  ja: async () => (await import("./ja.js")).ja,
};
