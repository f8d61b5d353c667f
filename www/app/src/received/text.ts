// The words of the page that shows what was received, brought with it.
import { language } from "../preferences.js";
import type { ReceivedText } from "../text/received.en.js";

/** The words; empty until `loadReceivedText` is done. */
export let r: ReceivedText;

/** Brings the words of the language in force. */
export async function loadReceivedText(): Promise<void> {
  const id = language();
  if (id === "de") r = (await import("../text/received.de.js")).received;
  else if (id === "es") r = (await import("../text/received.es.js")).received;
  else if (id === "fr") r = (await import("../text/received.fr.js")).received;
  else if (id === "ar") r = (await import("../text/received.ar.js")).received;
  else if (id === "ja") r = (await import("../text/received.ja.js")).received;
  else r = (await import("../text/received.en.js")).received;
}
