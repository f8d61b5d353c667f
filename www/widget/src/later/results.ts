import type { nothing, TemplateResult } from "lit";
import type { FindingsList, View } from "colloquy";
import { FindingsEditor } from "./findings.js";
import type { Role } from "./role.js";
import type { Skills } from "./skills.js";
import { ended } from "./skills-notes.js";
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
    private readonly skills: Skills,
    /** What an onboarding interview brought together. */
    private readonly kept: (view: View) => TemplateResult | null,
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
    const early = cut(this.kit, this.ui, view);
    const intro = view.skills ? words.skillsReview : view.closing || view.exchanges === 0 ? "" : words.reviewText;
    return html`<section class="results" part="panel" aria-labelledby="results-title">
      <h2 id="results-title" tabindex="-1" data-focus>${words.reviewTitle}</h2>
      ${view.closing ? html`<p class="lead" dir="auto" lang=${view.locale}>${view.closing}</p>` : early}
      ${intro ? html`<p class="intro">${intro}</p>` : nothing}
      ${ended(this.kit, this.ui, view)} ${this.role.render(view)} ${this.skills.section(view)} ${this.kept(view)} ${this.#lists(view)} ${coverage(this.kit, this.ui, view)}
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
      ${ended(this.kit, this.ui, view)} ${this.role.render(view)} ${view.exchanges > 0 ? figures(this.kit, this.ui, view) : nothing} ${this.skills.section(view)} ${this.kept(view)} ${this.#lists(view)} ${coverage(this.kit, this.ui, view)} ${this.#transcript.render()}
    </section>`;
  }

  #lists(view: View): TemplateResult {
    const { html, icons } = this.kit;
    // Where nothing was asked there is nothing to find, and nothing to look over.
    if (view.exchanges === 0) return html``;
    const lists = LISTS.map((list) => this.#editor.render(view, list));
    if (!view.skills && !view.onboarding) return html`${lists}`;
    // The skills, or what was brought together, are what it is about; what else the answers show does not stand in their way.
    return html`<details class="also"><summary>${icons.chevron}${wordsOf(this.ui).alsoFound}</summary>${lists}</details>`;
  }
}

/** Why it ended, where the guide says nothing of its own. */
function cut({ html, nothing }: Kit, ui: Ui, view: View): TemplateResult | typeof nothing {
  const words = wordsOf(ui);
  if (view.closed === "question_limit") return html`<p class="lead">${words.closedQuestionLimit}</p>`;
  if (view.closed?.endsWith("_limit")) return html`<p class="lead">${words.closedLimit}</p>`;
  return nothing;
}
