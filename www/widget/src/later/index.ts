import type { TemplateResult } from "lit";
import type { ExchangeView, GapQuestion, View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { amend } from "./amend.js";
import { explain } from "./notice.js";
import { Results } from "./results.js";
import { preparing, Role } from "./role.js";
import { Skills } from "./skills.js";
import { reading, why } from "./skills-notes.js";
import { Stages } from "./stages.js";
import { banner, problem } from "./trouble.js";
import laterCss from "./later.css?inline";
import roleCss from "./role.css?inline";
import skillsCss from "./skills.css?inline";
import stagesCss from "./stages.css?inline";

/**
 * The parts of the screen that nobody needs to begin: stages, skills, trouble, amending, the recommendation, the review and the results. They are fetched when the page is
 * idle after the first question, so that they are there when the network is not.
 */
export class Later {
  #results: Results;
  #role: Role;
  #skills: Skills;
  #stages: Stages;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
    root: ShadowRoot,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(laterCss + stagesCss + roleCss + skillsCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#role = new Role(kit, ui);
    this.#skills = new Skills(kit, ui);
    this.#stages = new Stages(kit, ui);
    this.#results = new Results(kit, ui, this.#role, this.#skills);
  }

  /** How far an interview in stages is, or what is known of the skills. */
  standing(view: View): TemplateResult | null {
    return view.skills ? this.#skills.line(view) : this.#stages.render(view);
  }

  /** Why a question of a skills interview is asked. */
  why(view: View, gap: GapQuestion): TemplateResult {
    return why(this.kit, this.ui, gap, this.#skills.rows(view));
  }

  /** How far the reading of a résumé is, or the recommendation, while it is prepared and while it waits for the respondent's word. */
  proposal(view: View): TemplateResult | null {
    if (view.skills) return reading(this.kit, this.ui, view, this.#skills.rows(view));
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
