// The words for data, per language. Titles and hints are those of the schemas, which are English; a language has them translated.
import type { DataWords } from "./types.js";

export type { DataWords } from "./types.js";

/** The words that come with the data. */
export const english: DataWords = {
  lang: "en",
  titles: {
    "one: Work": "Position",
    "one: Education": "Education",
    "one: Profiles": "Profile",
    "one: Languages": "Language",
    "one: Evidence": "Quotation",
    Id: "Part",
    parsed: "all of it",
    partial: "in part",
    unparsable: "no text could be read",
    failed: "not at all",
    "YYYY, YYYY-MM or YYYY-MM-DD.": "Such as 2024, 2024-03 or 2024-03-15.",
    "YYYY, YYYY-MM or YYYY-MM-DD. Left out while it goes on.": "Such as 2024 or 2024-03. Leave empty while it goes on.",
  },
  entry: "Entry",
  nothing: "nothing",
  yes: "yes",
  no: "no",
  present: "today",
  whole: "Show all of it",
};

/** Loads the words nearest to a BCP 47 tag; one there is none for, or that cannot be loaded, gives English. */
export async function dataWords(lang: string): Promise<DataWords> {
  const primary = lang.toLowerCase().split("-", 1)[0];
  try {
    if (primary === "de") return (await import("./words.de.js")).german;
    if (primary === "es") return (await import("./words.es.js")).spanish;
    if (primary === "fr") return (await import("./words.fr.js")).french;
    if (primary === "ar") return (await import("./words.ar.js")).arabic;
    if (primary === "ja") return (await import("./words.ja.js")).japanese;
  } catch {
    // Data is shown in English rather than not at all.
  }
  return english;
}
