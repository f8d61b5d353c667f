import type { TemplateResult } from "lit";
import type { ObjectiveState, PhaseEnd, PhaseView, View } from "colloquy";
import type { KindOf } from "../../types.js";
import type { Around } from "./around.js";

type Onboarding = KindOf<"onboarding">;

/** Phases of the screen in which the interview's own phases stand at its head. */
const SHOWN: readonly View["phase"][] = ["asking", "answering", "retrying", "offline", "given_up", "paused"];

/** How an objective stands, in words. */
const STATES = {
  open: "stateOpen",
  approved: "stateApproved",
  met: "stateMet",
  declined: "stateDeclined",
  not_reached: "stateNotReached",
} as const satisfies Record<ObjectiveState, string>;

/** Why a phase ended. */
const ENDS = {
  met: "phaseMet",
  declined: "phaseDeclined",
  turn_limit: "phaseTurns",
  form_limit: "phaseForms",
} as const satisfies Record<PhaseEnd, string>;

/** How far the interview is: one line where there is little room, all phases with their objectives beside the questions where there is more. */
export class Phases {
  #open = false;
  /** The session and phase that were last drawn. */
  #last = "";
  /** Announced once when a phase begins; empty for the one that was there when the page came. */
  #announced = "";

  constructor(private readonly around: Around) {}

  render(view: View, onboarding: Onboarding): TemplateResult | null {
    const { shared, ui, words } = this.around;
    const { html, icons, nothing, say } = shared;
    const { phases } = onboarding;
    const at = phases.findIndex((phase) => phase.state === "current");
    const now = phases[at];
    if (!now || !SHOWN.includes(view.phase)) return null;
    const values = { n: at + 1, max: phases.length, title: now.title };
    this.#watch(view, now, say(ui, words.phaseNow, values));
    const collected = collectedLine(this.around, onboarding);
    const segment = (phase: PhaseView) => html`<progress data-state=${phase.state} max="100" value=${share(phase)}></progress>`;
    const where = html`${say(ui, words.phaseOf, values)} · <b dir="auto" lang=${view.locale}>${now.title}</b>`;
    // The segments repeat the line, for the eye.
    return html`<section class="stages phases ${this.#open ? "" : "closed"}" part="stages" aria-label=${words.phases}>
      <p class="unseen" role="status">${this.#announced}</p>
      <div class="segments" aria-hidden="true">${phases.map(segment)}</div>
      <button type="button" class="quiet" aria-expanded=${this.#open} aria-controls="phase-list" @click=${this.#toggle}>
        <span class="where">${where}${collected ? ` · ${collected}` : nothing}</span>${icons.chevron}
      </button>
      <p class="eyebrow" aria-hidden="true">${words.phases}</p>
      <ol id="phase-list" tabindex=${this.#open ? "0" : nothing} aria-label=${words.phases}>${phases.map((phase, place) => this.#phase(view, phase, place + 1))}${
        collected ? html`<li><span></span><p class="facts"><span>${collected}</span></p></li>` : nothing
      }</ol>
    </section>`;
  }

  #phase(view: View, phase: PhaseView, place: number): TemplateResult {
    const { shared, ui } = this.around;
    const { html, icons, nothing, count } = shared;
    const { state, title } = phase;
    return html`<li data-state=${state} aria-current=${state === "current" ? "step" : nothing}>
      <span class="place" aria-hidden="true">${state === "over" ? icons.check : count(ui, place)}</span>
      <div>
        <p class="name" dir="auto" lang=${view.locale}>${title}</p>
        ${phase.ended ? html`<p class="facts"><span>${this.around.words[ENDS[phase.ended]]}</span></p>` : nothing}
        ${objectives(this.around, view, phase)}
      </div>
    </li>`;
  }

  #watch(view: View, now: PhaseView, words: string): void {
    const key = `${view.session} ${now.id}`;
    if (key === this.#last) return;
    this.#announced = this.#last.startsWith(`${view.session} `) ? words : "";
    this.#last = key;
  }

  #toggle = (): void => {
    this.#open = !this.#open;
    this.around.ui.requestUpdate();
  };
}

/** What a phase is to bring together, each with how it stands. */
function objectives({ shared, words }: Around, view: View, phase: PhaseView): TemplateResult {
  const { html, icons } = shared;
  return html`<ul class="objectives" aria-label=${words.objectives}>
    ${phase.objectives.map(
      ({ label, state }) => html`<li data-objective=${state}>${state === "met" ? icons.check : html`<i aria-hidden="true"></i>`}<span
        ><span class="label" dir="auto" lang=${view.locale}>${label}</span> <span class="faint">· ${words[STATES[state]]}</span></span></li>`,
    )}
  </ul>`;
}

/** What came of the phases, for the review and the results. */
export function phasesDone(around: Around, view: View, { phases }: Onboarding): TemplateResult {
  const { html } = around.shared;
  return html`<section class="coverage" aria-labelledby="phases-title">
    <h3 id="phases-title">${around.words.phases}</h3>
    <ol>
      ${phases.map(
        (phase) => html`<li>
          <p class="name" dir="auto" lang=${view.locale}>${phase.title}</p>
          <p class="facts"><span>${phase.ended ? around.words[ENDS[phase.ended]] : around.words.stateNotReached}</span></p>
          ${objectives(around, view, phase)}
        </li>`,
      )}
    </ol>
  </section>`;
}

/** How many things and files there are, or nothing. */
function collectedLine({ shared, ui, words }: Around, { artifacts, files }: Onboarding): string {
  const counts = [
    [artifacts, words.artifactsCount],
    [files, words.filesCount],
  ] as const;
  return counts.flatMap(([n, count]) => (n > 0 ? [shared.say(ui, count, { n })] : [])).join(" · ");
}

/** How much of a segment is filled: objectives that are settled, whichever way. */
function share({ state, objectives: all }: PhaseView): number {
  if (state === "over") return 100;
  const settled = all.filter((one) => one.state !== "open" && one.state !== "approved").length;
  return state === "ahead" || all.length === 0 ? 0 : (100 * settled) / all.length;
}
