import type { TemplateResult } from "lit";
import type { ExchangeView, View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { amend } from "./amend.js";
import { explain } from "./notice.js";
import { Results } from "./results.js";
import { preparing, Role } from "./role.js";
import { Stages } from "./stages.js";
import { banner, problem } from "./trouble.js";
import laterCss from "./later.css?inline";
import roleCss from "./role.css?inline";
import stagesCss from "./stages.css?inline";

/**
 * The parts of the screen that nobody needs to begin: stages, trouble, amending, the recommendation, the review and the results. They are fetched when the page is
 * idle after the first question, so that they are there when the network is not.
 */
export class Later {
  #results: Results;
  #role: Role;
  #stages: Stages;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
    root: ShadowRoot,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(laterCss + stagesCss + roleCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#role = new Role(kit, ui);
    this.#stages = new Stages(kit, ui);
    this.#results = new Results(kit, ui, this.#role);
  }

  /** How far an interview in stages is. */
  stages(view: View): TemplateResult | null {
    return this.#stages.render(view);
  }

  /** The recommendation, while it is prepared and while it waits for the respondent's word. */
  proposal(view: View): TemplateResult | null {
    return view.phase === "proposal" ? this.#role.render(view) : preparing(this.kit, this.ui, view);
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
