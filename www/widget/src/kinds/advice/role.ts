import type { TemplateResult } from "lit";
import type { ActorView, ProposalView, View } from "colloquy";
import type { Shared, Ui } from "../../types.js";
import { wordsOf } from "./words.js";

/** What each part of a recommendation brings, for a sentence that names what is missing. */
const PARTS: Record<string, "missingRole" | "missingPrompt" | undefined> = {
  "advice-part-2": "missingRole",
  "advice-part-3": "missingPrompt",
};

/** The recommendation: its role as a card, the respondent's decision, and the parts that are missing. */
export class Role {
  /** What came of the last attempt to copy the prompt, in words. */
  #copied = "";

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  /** The card; in the phase `proposal` its title takes the focus, afterwards it stands below the title of the review or the results. */
  render(view: View, proposal: ProposalView): TemplateResult {
    const { html, nothing } = this.shared;
    const { actor, recommendation } = proposal;
    const words = wordsOf(this.ui);
    const asked = view.phase === "proposal";
    const name = actor ? actor.title : proposal.missing.length > 0 ? words.adviceTitle : words.noRoleTitle;
    const title = asked
      ? html`<h2 id="role-title" tabindex="-1" data-focus dir="auto">${name}</h2>`
      : html`<h3 id="role-title" dir="auto">${name}</h3>`;
    return html`<section class="role" part="panel role" aria-labelledby="role-title">
      <div>
        ${actor ? html`<p class="eyebrow">${words.roleEyebrow}</p>` : nothing} ${title}
        ${recommendation ? html`<p class="recommendation" dir="auto" lang=${view.language}>${recommendation}</p>` : nothing}
      </div>
      ${this.#missing(proposal)} ${actor ? this.#actor(view, actor) : nothing} ${this.#decision(view, proposal)}
    </section>`;
  }

  /** Names the parts that are missing; nothing is missing where the advice is that no role is needed. */
  #missing({ missing }: ProposalView): TemplateResult | null {
    const { html, say, icons } = this.shared;
    const words = wordsOf(this.ui);
    if (missing.length === 0) return null;
    const names = missing.map((part) => PARTS[part]).filter((name) => name !== undefined);
    const parts = new Intl.ListFormat(this.ui.wordsLang).format(names.map((name) => words[name]));
    const text = names.length === missing.length ? say(this.ui, words.missingParts, { parts }) : words.missingAll;
    return html`<p class="missing">${icons.warning}<span>${text}</span></p>`;
  }

  #actor(view: View, { reason, skills, prompt, model }: ActorView): TemplateResult {
    const { html } = this.shared;
    const words = wordsOf(this.ui);
    const { language } = view;
    return html`<dl>
        <div><dt>${words.roleReason}</dt><dd dir="auto" lang=${language}>${reason}</dd></div>
        <div><dt id="role-skills">${words.roleSkills}</dt>
          <dd><ul class="skills" aria-labelledby="role-skills">${skills.map((skill) => html`<li dir="auto" lang=${language}>${skill}</li>`)}</ul></dd></div>
        <div><dt>${words.roleModel}</dt><dd>${model === "reasoning" ? words.modelReasoning : words.modelSemantic}</dd></div>
      </dl>
      <details>
        <summary>${this.shared.icons.chevron}${words.rolePrompt}</summary>
        <p class="prompt" dir="auto" lang=${language}>${prompt}</p>
        <p class="row">
          <button type="button" class="secondary small" @click=${() => void this.#copy(prompt)}>${words.copyPrompt}</button>
          <span class="hint" role="status">${this.#copied}</span>
        </p>
      </details>`;
  }

  #decision(view: View, { status }: ProposalView): TemplateResult | null {
    const { html, icons, readOnly } = this.shared;
    const words = wordsOf(this.ui);
    if (status === "accepted" || status === "declined") {
      const [icon, text] = status === "accepted" ? [icons.check, words.roleAccepted] : [icons.cross, words.roleDeclined];
      return html`<p class="decided ${status}">${icon}<span>${text}</span></p>`;
    }
    if (status !== "offered") return null;
    const blocked = !view.can.accept || readOnly(view);
    return html`<p class="hint" id="role-hint">${words.roleHint}</p>
      <p class="row">
        <button type="button" class="primary" aria-describedby="role-title role-hint" ?disabled=${blocked}
          @click=${() => this.ui.act((interview) => interview.accept())}>${words.accept}</button>
        <button type="button" class="secondary" aria-describedby="role-title role-hint" ?disabled=${blocked}
          @click=${() => this.ui.act((interview) => interview.decline())}>${words.roleDecline}</button>
      </p>`;
  }

  async #copy(prompt: string): Promise<void> {
    const words = wordsOf(this.ui);
    try {
      await navigator.clipboard.writeText(prompt);
      this.#copied = this.ui.lazyWords.copied;
    } catch {
      // Refused in an insecure page, in a frame, or by the reader.
      this.#copied = words.promptCopyFailed;
    }
    this.ui.requestUpdate();
  }
}
