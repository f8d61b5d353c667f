// What the pages have in common that look at all interviews together: they read the list, notice changes of it, and lead to each other.
import type { Library, Listed } from "colloquy";
import { html, type TemplateResult } from "lit";
import { onceStored, openedLibrary } from "../engine.js";
import { Page } from "../page.js";
import { problemOf, warning, type Problem } from "../problem.js";
import { link } from "../route.js";
import { p, t } from "../text.js";
import { tidyTicks } from "../ticks.js";
import { updates } from "../updates.js";
import { acrossLinks, type View } from "./links.js";

/** A page over all interviews. */
export abstract class AcrossPage extends Page {
  static override properties = {
    sessions: { state: true },
    silent: { state: true },
    failure: { state: true },
  };

  declare protected sessions: readonly Listed[] | undefined;
  /** True while the browser's storage does not answer: it is asked again. */
  declare private silent: boolean;
  declare private failure: Problem | undefined;
  protected library: Library | undefined;
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.silent = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.stop = undefined;
  }

  /** The name of this page's view. */
  protected abstract readonly view: View;

  /** The list is there, or is another one now. */
  protected abstract listed(library: Library, sessions: readonly Listed[]): Promise<void>;

  /** Draws what is below the links, once there is a list. */
  protected abstract body(sessions: readonly Listed[]): TemplateResult;

  private async enter(): Promise<void> {
    this.failure = undefined;
    try {
      const library = await openedLibrary();
      this.library = library;
      await this.refresh(library);
      if (this.isConnected) this.stop ??= library.subscribe(() => void this.refresh(library).catch((error: unknown) => this.fail(error)));
    } catch (error) {
      this.fail(error);
    }
    void updates.register();
  }

  private async refresh(library: Library): Promise<void> {
    const sessions = await onceStored(
      () => library.list(),
      [],
      () => (this.silent = this.isConnected),
    );
    this.silent = false;
    if (!this.isConnected) return;
    this.sessions = sessions;
    const { state, sessions: stored } = await library.storage();
    // A list that broke off has fewer than there are: nothing is gone.
    if (state === "indexeddb" && stored <= sessions.length) tidyTicks(sessions);
    // The page may have been left meanwhile, and the address is the next one's.
    if (this.isConnected) await this.listed(library, sessions);
  }

  private fail(error: unknown): void {
    this.failure = problemOf(error);
  }

  protected override render(): TemplateResult {
    const { failure, sessions } = this;
    return html`<div class="page across">
      ${this.h1()} ${acrossLinks(this.view)}
      ${
        failure
          ? html`${warning(failure)}<p><button class="button" @click=${() => void this.enter()}>${t.again}</button></p>`
          : sessions
            ? this.body(sessions)
            : html`<p class="wait" role="status">${this.silent ? p.stored.silent : t.loading}</p>`
      }
    </div>`;
  }

  /** Draws what stands there when there is nothing to list. */
  protected empty(title: string, why: string): TemplateResult {
    return html`<section class="empty">
      <h2>${title}</h2>
      <p>${why}</p>
      <p class="actions"><a class="button secondary" href=${link()}>${t.toLibrary}</a></p>
    </section>`;
  }
}
