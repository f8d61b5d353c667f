// The page that shows what was received, with its words: one file, loaded when something was.
import type { Page } from "../page.js";
import "./page.js";
import { loadReceivedText } from "./text.js";

/** Makes the page; `lost` is true where what was shared could not be kept. */
export async function make(lost: boolean): Promise<Page> {
  await loadReceivedText();
  const page = document.createElement("colloquy-received-page");
  page.lost = lost;
  return page;
}
