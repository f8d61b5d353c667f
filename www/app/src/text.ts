// The app's own words. What the first question needs is in the first load for English; everything else comes when needed.
import { core as english, type CoreText } from "./text/core.en.js";
import type { PageText } from "./text/pages.en.js";
import { language } from "./preferences.js";

/** Words of the frame and of an interview that opens. */
export let t: CoreText = english;
/** Words of every other page; empty until `loadPageText` is done. */
export let p: PageText;

/** Brings the words of the language in force. */
export async function loadCoreText(): Promise<void> {
  const id = language();
  if (id === "de") t = (await import("./text/core.de.js")).core;
  else if (id === "es") t = (await import("./text/core.es.js")).core;
  else if (id === "fr") t = (await import("./text/core.fr.js")).core;
  else if (id === "ar") t = (await import("./text/core.ar.js")).core;
  else if (id === "ja") t = (await import("./text/core.ja.js")).core;
  else t = english;
}

/** Brings the words of the pages other than the interview. */
export async function loadPageText(): Promise<void> {
  const id = language();
  if (id === "de") p = (await import("./text/pages.de.js")).pages;
  else if (id === "es") p = (await import("./text/pages.es.js")).pages;
  else if (id === "fr") p = (await import("./text/pages.fr.js")).pages;
  else if (id === "ar") p = (await import("./text/pages.ar.js")).pages;
  else if (id === "ja") p = (await import("./text/pages.ja.js")).pages;
  else p = (await import("./text/pages.en.js")).pages;
}
