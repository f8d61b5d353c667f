import type { TemplateResult } from "lit";
import type { ExchangeView, FilledView, GapQuestion, View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { amend } from "./amend.js";
import type { Onboarding } from "./forms/index.js";
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

/** Time until a part that could not be fetched is asked for again, in milliseconds; the answer box is there meanwhile. */
const AGAIN_MS = 3_000;

/**
 * The parts of the screen that nobody needs to begin: stages, skills, trouble, amending, the recommendation, the review and the results. They are fetched when the page is
 * idle after the first question, so that they are there when the network is not.
 */
export class Later {
  #results: Results;
  #role: Role;
  #skills: Skills;
  #stages: Stages;
  /** Forms, phases and what was kept: fetched when an interview has any. */
  #onboarding: Onboarding | null = null;
  #fetching = false;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
    private readonly root: ShadowRoot,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(laterCss + stagesCss + roleCss + skillsCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#role = new Role(kit, ui);
    this.#skills = new Skills(kit, ui);
    this.#stages = new Stages(kit, ui);
    this.#results = new Results(kit, ui, this.#role, this.#skills, (view) => this.#forms(view)?.results(view) ?? null);
  }

  /** How many parts are there: with another one the screen grows. */
  get parts(): number {
    return this.#onboarding ? 2 : 1;
  }

  /** How far an interview in stages is, or what is known of the skills. */
  standing(view: View): TemplateResult | null {
    if (view.onboarding) return this.#forms(view)?.standing(view) ?? null;
    return view.skills ? this.#skills.line(view) : this.#stages.render(view);
  }

  /** Why a question of a skills interview is asked. */
  why(view: View, gap: GapQuestion): TemplateResult {
    return why(this.kit, this.ui, gap, this.#skills.rows(view));
  }

  /** How far the reading of a résumé or the running tool is, or the recommendation, while it is prepared and while it waits for the respondent's word. */
  proposal(view: View): TemplateResult | null {
    if (view.onboarding?.running) return this.#forms(view)?.running(view) ?? null;
    if (view.skills) return reading(this.kit, this.ui, view, this.#skills.rows(view));
    return view.phase === "proposal" ? this.#role.render(view) : preparing(this.kit, this.ui, view);
  }

  /** The form that waits for the respondent. */
  form(view: View): TemplateResult | null {
    return view.form || view.onboarding ? (this.#forms(view)?.form(view) ?? null) : null;
  }

  /** The placeholder of the answer box, where it is another one than usual. */
  placeholder(view: View): string {
    return this.#onboarding?.placeholder(view) ?? "";
  }

  /** How a form was met; nothing while what says it is on its way. */
  filled(how: FilledView): TemplateResult | null {
    return this.#onboarding?.filled(how) ?? null;
  }

  /** What is in the way of the next question. */
  problem(view: View): TemplateResult | null {
    // A running tool has its own way to be stopped.
    if (view.onboarding?.running && this.#onboarding) return null;
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

  /** The parts of an onboarding interview; null until they are there. What cannot be fetched now is asked for again a while later. */
  #forms({ onboarding, form }: View): Onboarding | null {
    if (this.#onboarding || this.#fetching || !(onboarding || form)) return this.#onboarding;
    this.#fetching = true;
    import("./forms/index.js").then(
      ({ Onboarding: Parts }) => {
        this.#onboarding = new Parts(this.kit, this.ui, this.root);
        this.ui.requestUpdate();
      },
      () => {
        setTimeout(() => {
          this.#fetching = false;
          this.ui.requestUpdate();
        }, AGAIN_MS);
      },
    );
    return null;
  }
}
