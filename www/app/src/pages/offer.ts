// The choice between an earlier session about the same and a new one.
import type { ExchangeView, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { exchangeList } from "../exchanges.js";
import { ago } from "../format.js";
import { standing } from "../standing.js";
import { p } from "../text.js";

/** What the choice is about. */
export interface Offer {
  session: Listed;
  exchanges: readonly ExchangeView[];
  choose: (choice: "continue" | "anew") => void;
}

/** How many of the last exchanges are shown at once. */
const LAST = 2;

/** Text of the heading above the offer. */
export function heading(): string {
  return p.start.offer;
}

/** Shows the last exchanges, and the two ways on. */
export function offerView({ session, exchanges, choose }: Offer, heading: TemplateResult): TemplateResult {
  const earlier = exchanges.slice(0, -LAST);
  return html`<section class="offer page">
    ${heading}
    <p class="meta">
      <span dir="auto">${session.title || session.guideTitle}</span>
      <span class="status" data-status=${session.status}>${p.library.statuses[session.status]}</span>
      ${standing(session).map((part) => html`<span>${part}</span>`)}
      <span>${ago(session.updatedAt)}</span>
    </p>
    ${earlier.length ? html`<details><summary>${p.library.allExchanges}</summary>${exchangeList(earlier)}</details>` : nothing}
    ${exchanges.length ? exchangeList(exchanges.slice(-LAST)) : html`<p class="fine">${p.library.noExchanges}</p>`}
    ${
      session.lastQuestion && session.lastQuestion !== exchanges.at(-1)?.question.text
        ? html`<p class="asked" dir="auto">${session.lastQuestion}</p>`
        : nothing
    }
    <p class="actions">
      <button class="button" @click=${() => choose("continue")}>${p.start.continue}</button>
      <button class="button secondary" @click=${() => choose("anew")}>${p.start.anew}</button>
    </p>
    <p class="fine">${p.start.anewWhy}</p>
  </section>`;
}
