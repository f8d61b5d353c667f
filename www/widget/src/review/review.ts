import type { FindingsList, View } from "colloquy";
import type { nothing, TemplateResult } from "lit";
import type { KindRoom, Shared, Ui } from "../types.js";
import { FindingsEditor } from "./findings.js";
import { figures, Transcript } from "./transcript.js";

const LISTS: readonly FindingsList[] = ["insights", "actions", "recommendations", "themes"];

/** The end of an interview: the findings to look over, then the result. Its kind adds what only it collects. */
export class Review {
  #editor: FindingsEditor;
  #transcript: Transcript;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {
    this.#editor = new FindingsEditor(shared, ui);
    this.#transcript = new Transcript(shared, ui);
  }

  render(view: View, room: KindRoom): TemplateResult {
    return view.phase === "review" ? this.#review(view, room) : this.#finished(view, room);
  }

  #review(view: View, room: KindRoom): TemplateResult {
    const { html, nothing, readOnly } = this.shared;
    const words = this.ui.lazyWords;
    const { kind } = view;
    const early = cut(this.shared, this.ui, view);
    const intro = room.intro?.() ?? (view.closing || view.exchanges === 0 ? "" : words.reviewText);
    return html`<section class="results" part="panel" aria-labelledby="results-title">
      <h2 id="results-title" tabindex="-1" data-focus>${words.reviewTitle}</h2>
      ${view.closing ? html`<p class="lead" dir="auto" lang=${view.locale}>${view.closing}</p>` : early}
      ${intro ? html`<p class="intro">${intro}</p>` : nothing}
      <button type="button" class="pass secondary" @click=${() => this.ui.find<HTMLElement>("#finish")?.focus()}>${words.toEnd}</button>
      ${room.summary?.(view, kind)} ${room.outcome?.(view, kind)} ${this.#lists(view, room)} ${room.coverage?.(view, kind)}
      <p class="row">
        <button type="button" id="finish" class="primary" ?disabled=${!view.can.finish || readOnly(view)}
          @click=${() => this.ui.act((interview) => interview.finish())}>${this.ui.words.finish}</button>
        ${
          view.can.resume
            ? html`<button type="button" class="secondary" @click=${() => this.ui.act((interview) => interview.resume())}>${words.answerMore}</button>`
            : nothing
        }
      </p>
    </section>`;
  }

  #finished(view: View, room: KindRoom): TemplateResult {
    const { html, nothing } = this.shared;
    const words = this.ui.lazyWords;
    const { kind } = view;
    return html`<section class="results" part="panel" aria-labelledby="results-title">
      <h2 id="results-title" tabindex="-1" data-focus>${words.finishedTitle}</h2>
      <p class="intro">${words.finishedText}</p>
      <slot name="finished"></slot>
      ${room.summary?.(view, kind)} ${view.exchanges > 0 ? figures(this.shared, this.ui, view) : nothing}
      ${this.#found(view, room)}
      ${this.#transcript.render(room.formats?.() ?? [])}
    </section>`;
  }

  /** What came out of it, folded where the page leads on to results of its own, which would repeat it. */
  #found(view: View, room: KindRoom): TemplateResult | typeof nothing {
    const { html, icons, nothing } = this.shared;
    const { kind } = view;
    const parts = [room.outcome?.(view, kind), this.#lists(view, room), room.coverage?.(view, kind)];
    const found = parts.filter((part) => part && part !== nothing);
    if (found.length === 0) return nothing;
    if (room.findingsAside || !leadsOn(this.ui)) return html`${found}`;
    return html`<details class="also"><summary>${icons.chevron}${this.ui.lazyWords.reviewTitle}</summary>${found}</details>`;
  }

  #lists(view: View, room: KindRoom): TemplateResult | typeof nothing {
    const { html, icons, nothing } = this.shared;
    // Where nothing was asked there is nothing to find, and nothing to look over.
    if (view.exchanges === 0) return nothing;
    if (!view.findings) return html`<p class="hint" role="status">${this.ui.lazyWords.findingsComing}</p>`;
    const lists = LISTS.map((list) => this.#editor.render(view, list)).filter((list) => list !== this.shared.nothing);
    if (lists.length === 0) return nothing;
    if (!room.findingsAside) return html`${lists}`;
    return html`<details class="also"><summary>${icons.chevron}${this.ui.lazyWords.alsoFound}</summary>${lists}</details>`;
  }
}

/** Returns whether the page has put something below the thanks. */
function leadsOn(ui: Ui): boolean {
  const root = ui.find("*")?.getRootNode();
  return root instanceof ShadowRoot && root.host.querySelector(":scope > [slot=finished]") !== null;
}

/** Why it ended, where the guide has no words of its own for that. */
function cut({ html, nothing }: Shared, ui: Ui, view: View): TemplateResult | typeof nothing {
  const words = ui.lazyWords;
  if (view.closed === "question_limit") return html`<p class="lead">${words.closedQuestionLimit}</p>`;
  if (view.closed?.endsWith("_limit")) return html`<p class="lead">${words.closedLimit}</p>`;
  return nothing;
}
