import type { TemplateResult } from "lit";
import type { ActorView, ProposalView, View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { wordsOf } from "./words.js";

/** What each part of a recommendation brings, for a sentence that says what is missing. */
const PARTS: Record<string, "missingRole" | "missingPrompt" | undefined> = {
  "advice-part-2": "missingRole",
  "advice-part-3": "missingPrompt",
};

/** The recommendation: its role as a card, the respondent's word on it, and what could not be had. */
export class Role {
  /** Session and words of the last attempt to copy the prompt. */
  #said = "";

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
  ) {}

  /** The card; in the phase `proposal` its title takes the focus, afterwards it stands below the title of the review or the results. */
  render(view: View): TemplateResult | null {
    const { html, nothing } = this.kit;
    const { proposal, phase } = view;
    if (!proposal) return null;
    const { actor, recommendation } = proposal;
    const words = wordsOf(this.ui);
    const asked = phase === "proposal";
    const name = actor ? actor.title : proposal.missing.length > 0 ? words.adviceTitle : words.noRoleTitle;
    const title = asked
      ? html`<h2 id="role-title" tabindex="-1" data-focus dir="auto">${name}</h2>`
      : html`<h3 id="role-title" dir="auto">${name}</h3>`;
    return html`<section class="role" part="panel role" aria-labelledby="role-title">
      <div>
        ${actor ? html`<p class="eyebrow">${words.roleEyebrow}</p>` : nothing} ${title}
        ${recommendation ? html`<p class="said" dir="auto" lang=${view.locale}>${recommendation}</p>` : nothing}
      </div>
      ${this.#missing(proposal)} ${actor ? this.#actor(view, actor) : nothing} ${this.#decision(view, proposal)}
    </section>`;
  }

  /** Says which parts could not be had; nothing is missing where the advice is that no role is needed. */
  #missing({ missing }: ProposalView): TemplateResult | null {
    const { html, say, icons } = this.kit;
    const words = wordsOf(this.ui);
    if (missing.length === 0) return null;
    const names = missing.map((part) => PARTS[part]).filter((name) => name !== undefined);
    const parts = new Intl.ListFormat(this.ui.wordsLang).format(names.map((name) => words[name]));
    const text = names.length === missing.length ? say(this.ui, words.missingParts, { parts }) : words.missingAll;
    return html`<p class="missing">${icons.warning}<span>${text}</span></p>`;
  }

  #actor(view: View, { reason, skills, prompt, model }: ActorView): TemplateResult {
    const { html } = this.kit;
    const words = wordsOf(this.ui);
    const { locale } = view;
    return html`<dl>
        <div><dt>${words.roleReason}</dt><dd dir="auto" lang=${locale}>${reason}</dd></div>
        <div><dt id="role-skills">${words.roleSkills}</dt><dd><ul class="skills" aria-labelledby="role-skills">${skills.map((skill) => html`<li dir="auto" lang=${locale}>${skill}</li>`)}</ul></dd></div>
        <div><dt>${words.roleModel}</dt><dd>${model === "reasoning" ? words.modelReasoning : words.modelSemantic}</dd></div>
      </dl>
      <details>
        <summary>${this.kit.icons.chevron}${words.rolePrompt}</summary>
        <p class="prompt" dir="auto" lang=${locale}>${prompt}</p>
        <p class="row">
          <button type="button" class="secondary small" @click=${() => void this.#copy(prompt)}>${words.copyPrompt}</button>
          <span class="hint" role="status">${this.#said}</span>
        </p>
      </details>`;
  }

  #decision(view: View, { status }: ProposalView): TemplateResult | null {
    const { html, icons, readOnly } = this.kit;
    const words = wordsOf(this.ui);
    if (status === "accepted" || status === "declined") {
      return html`<p class="decided ${status}">${status === "accepted" ? icons.check : icons.cross}<span>${status === "accepted" ? words.roleAccepted : words.roleDeclined}</span></p>`;
    }
    if (status !== "offered") return null;
    const blocked = !view.can.accept || readOnly(view);
    return html`<p class="hint" id="role-hint">${words.roleHint}</p>
      <p class="row">
        <button type="button" class="primary" aria-describedby="role-title role-hint" ?disabled=${blocked} @click=${() => this.ui.act((interview) => interview.accept())}>${words.accept}</button>
        <button type="button" class="secondary" aria-describedby="role-title role-hint" ?disabled=${blocked} @click=${() => this.ui.act((interview) => interview.decline())}>${words.roleDecline}</button>
      </p>`;
  }

  async #copy(prompt: string): Promise<void> {
    const words = wordsOf(this.ui);
    try {
      await navigator.clipboard.writeText(prompt);
      this.#said = words.copied;
    } catch {
      // Refused in an insecure page, in a frame, or by the reader.
      this.#said = words.promptCopyFailed;
    }
    this.ui.requestUpdate();
  }
}

/**
 * The recommendation, or what else a guide ends in, while it is asked for: in one reply or part by part. It takes the focus of the answer
 * box, which is not there meanwhile.
 */
export function preparing({ html, nothing, say }: Kit, ui: Ui, view: View): TemplateResult | null {
  const { parts } = view;
  if (view.phase !== "asking" || !parts || view.problem) return null;
  const words = wordsOf(ui);
  // Only a recommendation has parts; one reply may be any guide's own result.
  const title = parts.of > 1 ? words.preparing : words.preparingResult;
  return html`<div class="current live preparing" tabindex="-1" data-focus role="group" aria-busy="true" aria-label=${title}>
    <p class="question waiting">${title}<span class="ellipsis" aria-hidden="true"><i></i><i></i><i></i></span></p>
    ${parts.of > 1
      ? html`<p class="hint" role="status">${say(ui, words.preparingPart, { n: Math.min(parts.done + 1, parts.of), max: parts.of })}</p>
          <progress aria-label=${title} max=${parts.of} value=${parts.done}></progress>`
      : nothing}
  </div>`;
}
