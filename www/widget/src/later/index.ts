import type { TemplateResult } from "lit";
import type { ExchangeView, View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { amend } from "./amend.js";
import { explain } from "./notice.js";
import { Results } from "./results.js";
import { banner, problem } from "./trouble.js";
import css from "./later.css?inline";

/**
 * The parts of the screen that nobody needs to begin: trouble, amending, the review and the results. They are fetched when the page is
 * idle after the first question, so that they are there when the network is not.
 */
export class Later {
  #results: Results;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
    root: ShadowRoot,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#results = new Results(kit, ui);
  }

  /** What is in the way of the next question. */
  problem(view: View): TemplateResult | null {
    return problem(this.kit, this.ui, view);
  }

  /** What the respondent must know about where the interview is kept. */
  banner(view: View): TemplateResult | null {
    return banner(this.kit, this.ui, view);
  }

  /** What was wrong with what the respondent sent. */
  notice(view: View, notice: NonNullable<View["notice"]>): TemplateResult {
    return explain(this.kit, this.ui, view, notice);
  }

  /** The editor of an earlier answer. */
  amend(met: ExchangeView, close: () => void): TemplateResult {
    return amend(this.kit, this.ui, met, close);
  }

  /** The review, or the results. */
  results(view: View): TemplateResult {
    return this.#results.render(view);
  }
}
