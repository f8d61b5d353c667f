// A page for tests without Vitest. Whatever is of a page is imported after this, with the names of the whole window: some are not enough.
import { JSDOM } from "jsdom";

/** What Node has too, and what a page's events take of their own page alone. */
const ITS_OWN = ["Event", "CustomEvent", "EventTarget", "AbortController", "AbortSignal"];

const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis) || ITS_OWN.includes(name))
    Object.defineProperty(globalThis, name, { configurable: true, get: () => window[name] });
}

/** Ends the page, whose timers would keep the process running. */
export const close = () => window.close();
