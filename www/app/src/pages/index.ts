// The pages that the first question does not need, with their words and their style sheet.
import type { Page } from "../page.js";
import type { Route } from "../route.js";
import { loadPageText } from "../text.js";
import css from "./pages.css?inline";

let styled = false;

/** Puts the style sheet of these pages on the document, once. */
export function style(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Makes the page that a route means. */
export async function make(route: Route): Promise<Page> {
  style();
  const words = loadPageText();
  switch (route.page) {
    case "library": {
      await Promise.all([words, import("./library.js")]);
      return document.createElement("colloquy-library-page");
    }
    case "start": {
      await Promise.all([words, import("./start.js")]);
      const page = document.createElement("colloquy-start-page");
      page.route = route;
      return page;
    }
    case "results": {
      await Promise.all([words, import("./results.js")]);
      const page = document.createElement("colloquy-results-page");
      page.session = route.session;
      return page;
    }
    case "stored": {
      await Promise.all([words, import("./stored.js")]);
      return document.createElement("colloquy-stored-page");
    }
    case "settings": {
      await Promise.all([words, import("./settings.js")]);
      return document.createElement("colloquy-settings-page");
    }
    case "interview":
      throw new Error("the interview page is part of the first load");
  }
}
