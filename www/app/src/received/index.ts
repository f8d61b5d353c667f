// The page that shows what was received, with its words and its style sheet.
import type { Page } from "../page.js";
import "./page.js";
import css from "./received.css?inline";
import { loadReceivedText } from "./text.js";

let styled = false;

/** Makes the page; `lost` is true where what was shared could not be kept. */
export async function make(lost: boolean): Promise<Page> {
  await loadReceivedText();
  if (!styled) {
    styled = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const page = document.createElement("colloquy-received-page");
  page.lost = lost;
  return page;
}
