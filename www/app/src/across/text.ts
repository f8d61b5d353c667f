// The words of the pages that look at all interviews together, brought with the first of them.
import { language } from "../preferences.js";
import type { AcrossText } from "../text/across.en.js";

/** The words; empty until `loadAcrossText` is done. */
export let a: AcrossText;

/** Brings the words of the language in force. */
export async function loadAcrossText(): Promise<void> {
  const id = language();
  if (id === "de") a = (await import("../text/across.de.js")).across;
  else if (id === "es") a = (await import("../text/across.es.js")).across;
  else if (id === "fr") a = (await import("../text/across.fr.js")).across;
  else if (id === "ar") a = (await import("../text/across.ar.js")).across;
  else if (id === "ja") a = (await import("../text/across.ja.js")).across;
  else a = (await import("../text/across.en.js")).across;
}
