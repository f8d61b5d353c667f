import type { TemplateResult } from "lit";
import type { StageView, View } from "colloquy";
import type { KindOf, Shared, Ui } from "../../types.js";
import { wordsOf } from "./words.js";

/** Phases in which the stages stand at the head; the review and the results show them as coverage. */
const SHOWN: readonly View["phase"][] = ["asking", "answering", "retrying", "offline", "given_up", "paused"];

/** How far an interview in stages is: one line where there is little room, the list of all stages beside the questions where there is more. */
export class Stages {
  #open = false;
  /** The session and stage that were last drawn. */
  #last = "";
  /** Announced once when a stage begins; empty for the one that was there when the page came. */
  #announced = "";

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  render(view: View, { stages }: KindOf<"staged">): TemplateResult | null {
    const { html, icons, nothing, percent, say } = this.shared;
    const at = stages.findIndex((stage) => stage.state === "current");
    const now = stages[at];
    if (!now || !SHOWN.includes(view.phase)) return null;
    const words = wordsOf(this.ui);
    const values = { n: at + 1, max: stages.length, title: now.title };
    this.#watch(view, now, say(this.ui, words.stageNow, values));
    const segment = (stage: StageView) => html`<progress data-state=${stage.state} max="100" value=${filled(stage)}></progress>`;
    const where = html`${say(this.ui, words.stageOf, values)} · <b dir="auto" lang=${view.locale}>${now.title}</b>`;
    // The segments repeat the line, for the eye.
    return html`<section class="stages ${this.#open ? "" : "closed"}" part="stages" aria-label=${words.stages}>
      <p class="unseen" role="status">${this.#announced}</p>
      <div class="segments" aria-hidden="true">${stages.map(segment)}</div>
      <button type="button" class="quiet" aria-expanded=${this.#open} aria-controls="stage-list" @click=${this.#toggle}>
        <span class="where">${where} · ${percent(this.ui, now.completeness)}</span>${icons.chevron}
      </button>
      <p class="eyebrow" aria-hidden="true">${words.stages}</p>
      <ol id="stage-list" tabindex=${this.#open ? "0" : nothing} aria-label=${words.stages}>${stages.map((stage, place) => this.#stage(view, stage, place + 1))}</ol>
    </section>`;
  }

  #stage(view: View, stage: StageView, place: number): TemplateResult {
    const { html, icons, nothing, count } = this.shared;
    const { state, title, completeness } = stage;
    return html`<li data-state=${state} aria-current=${state === "current" ? "step" : nothing}>
      <span class="place" aria-hidden="true">${state === "over" ? icons.check : count(this.ui, place)}</span>
      <div>
        <p class="name" dir="auto" lang=${view.locale}>${title}</p>
        <p class="facts">${facts(this.shared, this.ui, stage)}</p>
        ${state === "current" ? html`<progress aria-hidden="true" max="100" value=${completeness}></progress>` : nothing}
      </div>
    </li>`;
  }

  #watch(view: View, now: StageView, words: string): void {
    const key = `${view.session} ${now.id}`;
    if (key === this.#last) return;
    this.#announced = this.#last.startsWith(`${view.session} `) ? words : "";
    this.#last = key;
  }

  #toggle = (): void => {
    this.#open = !this.#open;
    this.ui.requestUpdate();
  };
}

/** What came of each stage, for the review and the results. */
export function coverage(shared: Shared, ui: Ui, view: View, { stages }: KindOf<"staged">): TemplateResult {
  const { html } = shared;
  const words = wordsOf(ui);
  return html`<section class="coverage" aria-labelledby="coverage-title">
    <h3 id="coverage-title">${words.coverage}</h3>
    <ol>
      ${stages.map(
        (stage) => html`<li>
          <p class="name" dir="auto" lang=${view.locale}>${stage.title}</p>
          <p class="facts">${stage.questions > 0 ? facts(shared, ui, stage) : html`<span>${words.notReached}</span>`}</p>
          <progress aria-hidden="true" max="100" value=${stage.completeness}></progress>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** A stage in figures: how long it is meant to take while it is ahead, else how complete it is and what it has. */
function facts({ html, percent, say }: Shared, ui: Ui, stage: StageView): TemplateResult {
  const words = wordsOf(ui);
  const { state, minutesLeast: from, minutesMost: to, examplesNeeded: needed } = stage;
  const time = say(ui, from === to ? words.minutes : words.minutesRange, { from, to });
  if (state === "ahead") return html`<span>${time}</span>`;
  // One word on how it stands: a stage that is over is over, however much of it is known.
  const parts = [
    state !== "over" ? percent(ui, stage.completeness) : stage.ended === "question_limit" ? words.stageLimit : words.stageDone,
  ];
  // More than were needed are no share of them.
  if (needed > 0)
    parts.push(say(ui, stage.examples < needed ? words.stageExamples : words.stageExamplesAll, { n: stage.examples, needed }));
  if (state === "current") parts.push(time);
  return html`${parts.map((part) => html`<span>${part}</span>`)}`;
}

/** How much of a segment is filled: a stage that is over is over, however complete it became. */
const filled = ({ state, completeness }: StageView): number => (state === "over" ? 100 : state === "ahead" ? 0 : completeness);
