// What is fetched before it is needed.
import { init, type Part, type View } from "colloquy";

/** Names what hears answers in the language of an interview. */
export function hearing({ locale }: View): Part[] {
  const words = ({ de: "words_de", es: "words_es", fr: "words_fr" } as const)[locale.slice(0, 2).toLowerCase()];
  return words ? ["hearing", words] : ["hearing"];
}

/** Fetches a part before it is needed, so that no network is needed then; whoever needs it asks again after a failure here, and reports it. */
export function fetchParts(...preload: Part[]): void {
  init({ engineOnly: true, preload }).catch(() => undefined);
}

/** Runs when the page has nothing better to do; Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 5000 });
  else setTimeout(run, 1500);
}
