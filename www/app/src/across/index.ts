// The pages that look at all interviews together, with their words and their style sheet.
import type { Page } from "../page.js";
import type { Route } from "../route.js";
import css from "./across.css?inline";
import "./search.js";
import "./steps.js";
import { loadAcrossText } from "./text.js";
import "./themes.js";

let styled = false;

/** Makes the page that a route means. */
export async function make(route: Extract<Route, { page: "search" | "steps" | "themes" }>): Promise<Page> {
  await loadAcrossText();
  if (!styled) {
    styled = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  if (route.page === "steps") return document.createElement("colloquy-steps-page");
  if (route.page === "themes") return document.createElement("colloquy-themes-page");
  const page = document.createElement("colloquy-search-page");
  page.text = route.text;
  return page;
}
