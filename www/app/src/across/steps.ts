// The next steps of all finished interviews in one list, each with a tick.
import type { Library, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { titleOf } from "../actions.js";
import { ago, moment } from "../format.js";
import { sessionLink } from "../route.js";
import { keepTicks, onTicks, sumOf, ticksOf } from "../ticks.js";
import { AcrossPage } from "./page.js";
import { readResults } from "./results.js";
import { a } from "./text.js";

/** One next step. */
interface Step {
  readonly session: Listed;
  readonly sum: string;
  readonly text: string;
}

/** Lists next steps, those that are open first. */
export class StepsPage extends AcrossPage {
  static override properties = {
    ...AcrossPage.properties,
    steps: { state: true },
    read: { state: true },
    unread: { state: true },
  };

  protected readonly view = "steps";
  /** In the order in which they are shown: what is ticked keeps its place until the page is opened again. */
  declare private steps: readonly Step[] | undefined;
  declare private read: readonly [number, number];
  declare private unread: number;
  private running = new AbortController();
  private unlisten: (() => void) | undefined;

  constructor() {
    super();
    this.read = [0, 0];
    this.unread = 0;
  }

  override get heading(): string {
    return a.steps.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unlisten = onTicks(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running.abort();
    this.unlisten?.();
  }

  protected override async listed(library: Library, sessions: readonly Listed[]): Promise<void> {
    this.running.abort();
    const { signal } = (this.running = new AbortController());
    const read = await readResults(library, sessions, (done, of) => (this.read = [done, of]), signal);
    if (!read) return;
    this.unread = read.unread;
    const found = read.results.flatMap(({ session, actions }) => {
      const texts = [...new Set(actions.map(({ text }) => text))];
      return texts.map((text) => ({ session, text, sum: sumOf(text) }));
    });
    this.steps = this.arranged(found);
  }

  /** Open ones first; those that are on the screen stay where they are. */
  private arranged(found: readonly Step[]): readonly Step[] {
    const name = ({ session, sum }: Step) => `${session.session} ${sum}`;
    const places = new Map(this.steps?.map((step, place) => [name(step), place]));
    const rank = (step: Step) => places.get(name(step)) ?? (this.steps || !isDone(step) ? -1 : 0);
    return [...found].sort((one, other) => rank(one) - rank(other));
  }

  private tick({ session, sum }: Step, done: boolean): void {
    const sums = new Set(ticksOf(session.session));
    if (done) sums.add(sum);
    else sums.delete(sum);
    if (!keepTicks(session.session, sums)) this.toast(a.steps.notKept);
    this.requestUpdate();
  }

  protected override body(sessions: readonly Listed[]): TemplateResult {
    const { steps } = this;
    if (!steps) return html`<p class="wait">${a.reading(...this.read)}</p>`;
    const left = this.unread > 0 ? html`<p class="warning">${a.unread(this.unread)}</p>` : nothing;
    if (steps.length === 0) {
      const finished = sessions.some(({ status }) => status === "completed");
      return html`${left}${this.empty(a.steps.none, finished ? a.steps.noneFound : a.steps.noneFinished)}`;
    }
    const done = steps.filter(isDone).length;
    return html`
      <p class="fine" role="status">${a.steps.standing(steps.length - done, done)}</p>
      ${left}
      <ul class="rows steps">
        ${repeat(
          steps,
          ({ session, sum }) => `${session.session} ${sum}`,
          (step) => this.row(step),
        )}
      </ul>
      <p class="fine">${a.steps.kept}</p>
    `;
  }

  private row(step: Step): TemplateResult {
    const { session, text, sum } = step;
    const from = `from-${session.session}-${sum}`;
    return html`<li>
      <label><input type="checkbox" aria-describedby=${from} .checked=${isDone(step)}
          @change=${(event: Event) => this.tick(step, (event.target as HTMLInputElement).checked)} /><span dir="auto">${text}</span></label>
      <p class="fine" id=${from}><a href=${sessionLink(session)}><bdi>${titleOf(session)}</bdi></a>
        <time datetime=${new Date(session.updatedAt).toISOString()} title=${moment(session.updatedAt)}>${ago(session.updatedAt)}</time></p>
    </li>`;
  }
}

const isDone = ({ session, sum }: Step): boolean => ticksOf(session.session).has(sum);

customElements.define("colloquy-steps-page", StepsPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-steps-page": StepsPage;
  }
}
