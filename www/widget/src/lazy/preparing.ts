import type { TemplateResult } from "lit";
import type { View } from "colloquy";
import type { Shared, Ui } from "../types.js";

/**
 * The result that a guide ends in, while it is asked for: in one reply or part by part; `name` is what the kind of interview calls that.
 * It takes the focus of the answer box, which is not there meanwhile.
 */
export function preparing({ html, nothing, say }: Shared, ui: Ui, view: View, name: string | undefined): TemplateResult | null {
  const { parts } = view;
  if (view.phase !== "asking" || !parts || view.problem) return null;
  const words = ui.lazyWords;
  // One reply may be any guide's own result.
  const title = (parts.of > 1 && name) || words.preparingResult;
  return html`<div class="current live preparing" tabindex="-1" data-focus role="group" aria-busy="true" aria-label=${title}>
    <p class="question waiting">${title}<span class="ellipsis" aria-hidden="true"><i></i><i></i><i></i></span></p>
    ${
      parts.of > 1
        ? html`<p class="hint" role="status">${say(ui, words.preparingPart, { n: Math.min(parts.done + 1, parts.of), max: parts.of })}</p>
          <progress aria-label=${title} max=${parts.of} value=${parts.done}></progress>`
        : nothing
    }
  </div>`;
}
