import { en, type FormStrings } from "./en.js";

export { en, type FormStrings };

/** Loads the words nearest to a language of the element; one that cannot be loaded gives English. */
export async function formStrings(lang: string): Promise<FormStrings> {
  try {
    if (lang === "de") return (await import("./de.js")).de;
    if (lang === "es") return (await import("./es.js")).es;
    if (lang === "fr") return (await import("./fr.js")).fr;
    if (lang === "ar") return (await import("./ar.js")).ar;
  } catch {
    // A form in English is better than none.
  }
  return en;
}
