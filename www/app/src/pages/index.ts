// The pages that the first question does not need, with their words and their style sheet: one file, so that the frame
// and these pages share what they share in one other.
import type { Page } from "../page.js";
import type { More, Route } from "../route.js";
import { loadPageText } from "../text.js";
import "./library.js";
import forms from "./forms.css?inline";
import pages from "./pages.css?inline";
import "./results.js";
import "./settings.js";
import "./start.js";
import "./storage.js";
import "./study.js";

export { heading, offerView } from "./offer.js";

let styled = false;

/** Brings the words of these pages and puts their style sheet on the document. */
export async function prepare(): Promise<void> {
  if (!styled) {
    styled = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pages + forms);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  await loadPageText();
}

/** Makes the page that a route means. */
export async function make(route: Exclude<Route, { page: "interview" | More }>): Promise<Page> {
  await prepare();
  switch (route.page) {
    case "library":
      return document.createElement("colloquy-library-page");
    case "start": {
      const page = document.createElement("colloquy-start-page");
      page.route = route;
      return page;
    }
    case "results": {
      const page = document.createElement("colloquy-results-page");
      page.session = route.session;
      return page;
    }
    case "study": {
      const page = document.createElement("colloquy-study-page");
      page.study = route.study;
      return page;
    }
    case "stored":
      return document.createElement("colloquy-storage-page");
    case "lab": {
      const { prepareLab } = await import("./lab.js");
      await prepareLab();
      return document.createElement("colloquy-lab-page");
    }
    case "settings":
      return document.createElement("colloquy-settings-page");
  }
}
