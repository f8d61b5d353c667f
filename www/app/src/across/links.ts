// The links to the pages that look at all interviews together: these pages have them, and so has the library.
import { html, nothing, type TemplateResult } from "lit";
import { link } from "../route.js";
import { p } from "../text.js";

/** The pages, by the name of their view. */
export type View = "search" | "steps" | "themes";

/** Draws the links; `current` is the page that has them. */
export function acrossLinks(current?: View, views: readonly View[] = ["search", "steps", "themes"]): TemplateResult {
  return html`<div class="contents" role="navigation" aria-label=${p.across.all}>
    <ul>${views.map((view) => html`<li><a href=${link({ view })} aria-current=${view === current ? "page" : nothing}>${p.across[view]}</a></li>`)}</ul>
  </div>`;
}
