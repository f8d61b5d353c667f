// The page around the element: finds or begins the session that the address means, and keeps the address true.
import { createInterview, type Interview, type Library, type Listed, type View } from "colloquy";
import "colloquy/element";
import { html, nothing, type TemplateResult } from "lit";
import { codeOf, guideOf, handOver, openedLibrary, openSession, stored, takeHandedOver } from "../engine.js";
import { installable } from "../install/held.js";
import { entryOf } from "../kinds/index.js";
import type { Sample } from "../kinds/types.js";
import { Page, go, rename } from "../page.js";
import { language, preferences } from "../preferences.js";
import { details, problemOf, type Problem } from "../problem.js";
import { link, sessionLink, type Route } from "../route.js";
import { t } from "../text.js";
import { NoModel } from "../respondent-error.js";
import { updates } from "../updates.js";

type InterviewRoute = Extract<Route, { page: "interview" }>;

/** What the page shows in place of an interview. */
type Obstacle = "opening" | "gone" | "no-guide" | { failed: Problem; otherwise: boolean } | { offer: () => TemplateResult };

/** How the subject of an interview begins that is only tried. */
const SAMPLE = "sample:";

/** Shows one interview from the first question to the last. */
export class InterviewPage extends Page {
  static override properties = { obstacle: { state: true }, interview: { state: true }, samples: { state: true } };

  declare route: InterviewRoute;
  declare private obstacle: Obstacle;
  declare private interview: Interview | undefined;
  /** What can be handed in where an interview that is tried asks for a file. */
  declare private samples: readonly File[] | undefined;
  private view: View | undefined;
  private readonly leave = () => this.letGo();
  /** Asks before the page is closed, only while closing it would lose answers. */
  private readonly warn = (event: BeforeUnloadEvent) => {
    if (this.view?.saving.state === "memory" && this.view.exchanges > 0) event.preventDefault();
  };
  private stop: (() => void) | undefined;
  private named = false;

  constructor() {
    super();
    this.obstacle = "opening";
  }

  override get heading(): string {
    return this.view?.title || this.view?.guideTitle || t.interview;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("colloquy-leave", this.leave);
    addEventListener("beforeunload", this.warn);
    if (!this.interview) void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("colloquy-leave", this.leave);
    removeEventListener("beforeunload", this.warn);
    this.letGo();
  }

  /** Saves and frees the session for other tabs; what is stored stays. One that only memory holds is kept, or it would be lost. */
  private letGo(): void {
    this.stop?.();
    this.stop = undefined;
    const { interview } = this;
    if (interview && this.view?.saving.state === "memory") handOver(interview);
    else interview?.dispose();
    this.interview = undefined;
  }

  private async enter(): Promise<void> {
    this.obstacle = "opening";
    try {
      const interview = await this.find();
      if (!interview) return;
      if (!this.isConnected) return interview.dispose();
      this.interview = interview;
      this.stop = interview.subscribe(() => this.changed());
      this.changed();
      this.retitle();
    } catch (error) {
      this.obstacle = codeOf(error) === "no_such_session" ? "gone" : { failed: problemOf(error), otherwise: error instanceof NoModel };
    }
  }

  private async find(): Promise<Interview | undefined> {
    const { guide, session, sample, fresh, model, mode } = this.route;
    if (session) {
      const handed = takeHandedOver(session);
      if (handed) {
        rename(handed.from ?? link({ guide, new: "1" }));
        return handed.interview;
      }
      const library = await openedLibrary();
      const [found] = (await library.list()).filter((one) => one.session === session);
      if (!found) {
        this.obstacle = "gone";
        return undefined;
      }
      if (found.status === "completed") {
        go(link({ view: "results", session }), true);
        return undefined;
      }
      if (found.subject.startsWith(SAMPLE)) void this.bring(found.guide);
      return openSession(library, session);
    }
    const built = guideOf(guide);
    if (!built) {
      this.obstacle = "no-guide";
      return undefined;
    }
    if (sample) void this.bring(guide);
    // The guide, the sample and the engine come at the same time: none needs the other.
    const loading = built.load(language());
    // A failure is handled where the document is needed.
    loading.catch(() => undefined);
    const notes = sample ? (["notes"] as const) : [];
    const needed = model
      ? (["dialects", ...notes, built.kind] as const)
      : { guide: built.kind, ...(sample && { material: { texts: [{ name: "", text: "" }] } }) };
    const [library, given] = await Promise.all([openedLibrary(needed), sample ? sampleOf(guide) : undefined]);
    if (!fresh) {
      const earlier = given
        ? await stored(library.findResumable(guide, given.subject), null)
        : (await stored(library.list({ guide, status: "active" }), [])).find((one) => !one.openElsewhere);
      // A sample is tried anew as often as not; a link that names a guide alone leads back to what goes on.
      if (earlier && !given && earlier.status === "active") return openSession(library, earlier.session);
      if (earlier && (await this.offered(library, earlier)) === "continue") {
        const interview = await openSession(library, earlier.session);
        if (interview.view.can.resume) interview.resume();
        return interview;
      }
    }
    const asks = model ? await (await import("../models.js")).chosen(model, mode) : undefined;
    return createInterview({ guide: await loading, locale: language(), ...given, ...(asks && { model: asks }) });
  }

  /** Brings the files that an interview is tried with, while its first questions are asked. */
  private async bring(guide: string): Promise<void> {
    const kind = guideOf(guide)?.kind;
    this.samples = kind && (await entryOf(kind).sampleFiles?.());
  }

  /** Shows the last exchanges of an earlier session and waits for the respondent's choice. */
  private async offered(library: Library, session: Listed): Promise<"continue" | "anew"> {
    const [pages, exchanges] = await Promise.all([import("./index.js"), library.exchanges(session.session)]);
    await pages.prepare();
    return new Promise((resolve) => {
      const choose = (choice: "continue" | "anew") => {
        this.obstacle = "opening";
        resolve(choice);
      };
      this.obstacle = { offer: () => pages.offerView({ session, exchanges, choose }, this.h1(pages.heading())) };
    });
  }

  private changed(): void {
    try {
      this.view = this.interview?.view;
    } catch {
      // A crashed engine: the element reports it and opens the session again.
      return;
    }
    const { view } = this;
    this.requestUpdate();
    // Before the respondent agreed nothing is stored: a reload has to begin where this interview began.
    if (!view || view.phase === "consent") return;
    if (!this.named) rename(sessionLink(view));
    this.named = true;
    // Offline use is prepared when there is nothing more urgent to load.
    if (view.phase !== "asking") void updates.register();
    if (view.phase === "finished" && installable()) void import("../install/offer.js").catch(() => undefined);
  }

  protected override render(): TemplateResult {
    const { interview, view } = this;
    if (!interview || !view) return this.standIn();
    const { guide, session, saving } = view;
    const theme = preferences.theme === "system" ? nothing : preferences.theme;
    return html`
      <div class="stage">
        <h1 class="unseen" tabindex="-1">${this.heading}</h1>
        <colloquy-interview .interview=${interview} .sampleFiles=${this.samples ?? null} lang=${language()} theme=${theme} voice="on"
          enter-key=${preferences.enterKey}
          @colloquy-decline=${() => this.declined()}>
          <a slot="paused" class="button quiet" href=${link({ guide, from: session })}>${t.anew}</a>
          ${
            saving.state === "memory"
              ? nothing
              : html`<a slot="finished" class="button secondary" href=${link({ view: "results", session })}>${t.results}</a>
            ${view.phase === "finished" ? html`<colloquy-install-offer slot="finished"></colloquy-install-offer>` : nothing}`
          }
        </colloquy-interview>
      </div>
    `;
  }

  /** Who would rather not begin is back where interviews are chosen. */
  private declined(): void {
    this.toast(t.notBegun);
    go(link());
  }

  private standIn(): TemplateResult {
    const { obstacle } = this;
    if (obstacle === "opening") return html`<p class="wait" role="status">${t.opening}</p>`;
    const home = html`<a class="button" href=${link()}>${t.toLibrary}</a>`;
    const quietHome = html`<a class="button quiet" href=${link()}>${t.toLibrary}</a>`;
    if (obstacle === "gone") return this.notice(t.gone, t.goneWhy, home);
    if (obstacle === "no-guide") return this.notice(t.noGuide, t.noGuideWhy, home);
    const again = html`<button class="button" @click=${() => void this.enter()}>${t.again}</button>`;
    if ("offer" in obstacle) return obstacle.offer();
    const { failed, otherwise } = obstacle;
    const { guide, sample } = this.route;
    // A model that is not offered will not be offered at the next try either.
    const builtIn = html`<a class="button" href=${link({ guide, ...(sample && { sample: "1" }), new: "1" })}>${t.builtIn}</a>`;
    return this.notice(t.failed, failed.text, html`${otherwise ? builtIn : again} ${quietHome}`, failed);
  }

  private notice(title: string, why: string, action: TemplateResult, failed?: Problem): TemplateResult {
    return html`<section class="notice">
      ${this.h1(title)}
      <p dir="auto">${why}</p>
      ${failed?.detail && failed.text !== t.failedWhy ? html`<p>${t.failedWhy}</p>` : nothing}
      <p class="choices">${action}</p>
      ${failed ? details(failed) : nothing}
    </section>`;
  }
}

/** What a guide is tried with; some need no more than somebody to ask. */
async function sampleOf(guide: string): Promise<Partial<Sample> & Pick<Sample, "subject">> {
  const kind = guideOf(guide)?.kind;
  const module = kind && (await entryOf(kind).sample?.());
  return module?.sample ?? { subject: `${SAMPLE}${guide}` };
}

customElements.define("colloquy-interview-page", InterviewPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-interview-page": InterviewPage;
  }
}
