import type { nothing, TemplateResult } from "lit";
import type { FindingsList, View } from "colloquy";
import { FindingsEditor } from "./findings.js";
import type { Role } from "./role.js";
import { coverage } from "./stages.js";
import { figures, Transcript } from "./transcript.js";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { wordsOf } from "./words.js";

const LISTS: readonly FindingsList[] = ["insights", "actions", "themes"];

/** The end of an interview: the findings to look over, then the result. */
export class Results {
  #editor: FindingsEditor;
  #transcript: Transcript;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
    private readonly role: Role,
  ) {
    this.#editor = new FindingsEditor(kit, ui);
    this.#transcript = new Transcript(kit, ui);
  }

  render(view: View): TemplateResult {
    return view.phase === "review" ? this.#review(view) : this.#finished(view);
  }

  #review(view: View): TemplateResult {
    const { html, nothing, readOnly } = this.kit;
    const words = wordsOf(this.ui);
    const early = ended(this.kit, this.ui, view);
    return html`<section class="results" part="panel" aria-labelledby="results-title">
      <h2 id="results-title" tabindex="-1" data-focus>${words.reviewTitle}</h2>
      ${view.closing ? html`<p class="lead" dir="auto" lang=${view.locale}>${view.closing}</p>` : early}
      ${view.closing || view.exchanges === 0 ? nothing : html`<p class="intro">${words.reviewText}</p>`}
      ${this.role.render(view)} ${this.#lists(view)} ${coverage(this.kit, this.ui, view)}
      <p class="row">
        <button type="button" class="primary" ?disabled=${!view.can.finish || readOnly(view)} @click=${() => this.ui.act((interview) => interview.finish())}>${this.ui.words.finish}</button>
      </p>
    </section>`;
  }

  #finished(view: View): TemplateResult {
    const { html, nothing } = this.kit;
    const words = wordsOf(this.ui);
    return html`<section class="results" part="panel" aria-labelledby="results-title">
      <h2 id="results-title" tabindex="-1" data-focus>${words.finishedTitle}</h2>
      <p class="intro">${words.finishedText}</p>
      ${this.role.render(view)} ${view.exchanges > 0 ? figures(this.kit, this.ui, view) : nothing} ${this.#lists(view)} ${coverage(this.kit, this.ui, view)} ${this.#transcript.render()}
    </section>`;
  }

  #lists(view: View): TemplateResult {
    const { html } = this.kit;
    // Where nothing was asked there is nothing to find, and nothing to look over.
    if (view.exchanges === 0) return html``;
    return html`${LISTS.map((list) => this.#editor.render(view, list))}`;
  }
}

/** Why it ended, where the guide says nothing of its own. */
function ended({ html, nothing }: Kit, ui: Ui, view: View): TemplateResult | typeof nothing {
  const words = wordsOf(ui);
  if (view.closed === "question_limit") return html`<p class="lead">${words.closedQuestionLimit}</p>`;
  if (view.closed?.endsWith("_limit")) return html`<p class="lead">${words.closedLimit}</p>`;
  return nothing;
}
