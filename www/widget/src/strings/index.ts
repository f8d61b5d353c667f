import type { KindWords } from "../kinds/words.js";
import { en, type Strings } from "./en.js";
import type { LazyStrings } from "./en-lazy.js";

export type { LazyStrings, Strings };

/** Languages written from right to left, of those the element or a guide may come in. */
const RIGHT_TO_LEFT = /^(ar|fa|he|ps|ur|yi|dv|ckb|sd|ug)\b/i;

/** Returns the writing direction of a BCP 47 tag. */
export function directionOf(lang: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.test(lang) ? "rtl" : "ltr";
}

/** A table of words with the language it is really in. */
export interface Table {
  readonly lang: string;
  readonly words: Strings;
  /** Those of the parts that are loaded lazily; in English they come with those parts. */
  readonly lazy: LazyStrings | null;
  /** Those of the rooms of the kinds; in English they come with the rooms. */
  readonly kinds: KindWords | null;
}

/** The table that comes with the element. */
export const english: Table = { lang: "en", words: en, lazy: null, kinds: null };

/** Returns the language of a locale, such as `en` of `en-GB`. */
export const primaryOf = (lang: string): string => lang.toLowerCase().split("-", 1)[0] ?? lang;

/**
 * Loads the table nearest to a BCP 47 tag; a language there is no table for, or one that cannot be loaded (offline), gives English.
 */
export async function tableFor(lang: string): Promise<Table> {
  const primary = primaryOf(lang);
  try {
    if (primary === "de") {
      const { de, deLazy, deKinds } = await import("./de.js");
      return { lang: "de", words: de, lazy: deLazy, kinds: deKinds };
    }
    if (primary === "es") {
      const { es, esLazy, esKinds } = await import("./es.js");
      return { lang: "es", words: es, lazy: esLazy, kinds: esKinds };
    }
    if (primary === "fr") {
      const { fr, frLazy, frKinds } = await import("./fr.js");
      return { lang: "fr", words: fr, lazy: frLazy, kinds: frKinds };
    }
    if (primary === "ar") {
      const { ar, arLazy, arKinds } = await import("./ar.js");
      return { lang: "ar", words: ar, lazy: arLazy, kinds: arKinds };
    }
    if (primary === "ja") {
      const { ja, jaLazy, jaKinds } = await import("./ja.js");
      return { lang: "ja", words: ja, lazy: jaLazy, kinds: jaKinds };
    }
  } catch {
    // The words are not worth an interview that does not open.
  }
  return english;
}

/** Fills `{name}` slots; an unknown slot stays as it is, so that a mistake shows. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot));
}
