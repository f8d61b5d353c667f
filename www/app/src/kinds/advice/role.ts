// The recommended role.
import type { ProposalView } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { p } from "../../text.js";

/** Shows the recommended role, with the respondent's decision. */
export function roleView({ recommendation, actor, status, missing }: ProposalView): TemplateResult {
  const words = p.kinds.advice;
  const decision = words.decisions[status];
  // Without the first part, or the whole, there is nothing to show but that.
  const all = missing.some((part) => part === "advice" || part === "advice-part-1");
  return html`<section class="role" aria-labelledby="role">
    <p class="eyebrow">${actor ? words.role : words.advice}${decision ? html` · <span class="decision" data-status=${status}>${decision}</span>` : nothing}</p>
    <h2 id="role" dir="auto">${actor?.title ?? words.advice}</h2>
    ${recommendation ? html`<p class="lead" dir="auto">${recommendation}</p>` : nothing}
    ${missing.length > 0 ? html`<p class="warning">${all ? words.missingAll : words.missing}</p>` : nothing}
    ${
      actor
        ? html`<dl class="pairs">
            <div><dt>${words.reason}</dt><dd dir="auto">${actor.reason}</dd></div>
            <div><dt>${words.skills}</dt>
              <dd><ul class="chips">${actor.skills.map((skill) => html`<li dir="auto">${skill}</li>`)}</ul></dd></div>
            <div><dt>${words.model}</dt><dd>${actor.model === "reasoning" ? words.models.reasoning : words.models.semantic}</dd></div>
          </dl>
          <details><summary>${words.prompt}</summary><pre dir="auto">${actor.prompt}</pre></details>`
        : nothing
    }
  </section>`;
}
