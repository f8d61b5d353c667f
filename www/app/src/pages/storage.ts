// Everything that is stored on this device, and everything that has left it.
import type { Library, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { attempt, deleteSession, exportAll, exportSession, titleOf } from "../actions.js";
import { confirmed } from "../confirm.js";
import { guideOf, onceStored, openedLibrary } from "../engine.js";
import { filePicker } from "../files.js";
import { ago, bytes, count } from "../format.js";
import { entryOf, roomOf } from "../kinds/index.js";
import type { KindName, KindRoom } from "../kinds/types.js";
import { SESSION_FILES, importFiles } from "../import.js";
import { Page } from "../page.js";
import { problemOf, warning, type Problem } from "../problem.js";
import { link, sessionLink } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";

type Storage = Awaited<ReturnType<Library["storage"]>>;
type Calls = Awaited<ReturnType<Library["calls"]>>;

/** Age from which completed sessions are offered for cleaning up, in days. */
const CLEAN_UP_DAYS = 90;

/** Shows what is stored and lets the respondent take it away. */
export class StoragePage extends Page {
  static override properties = {
    sessions: { state: true },
    storage: { state: true },
    silent: { state: true },
    failure: { state: true },
    days: { state: true },
    waiting: { state: true },
  };

  declare private sessions: readonly Listed[] | undefined;
  declare private storage: Storage | undefined;
  /** True while the browser's storage does not answer: it is asked again. */
  declare private silent: boolean;
  /** Why there is nothing to show. */
  declare private failure: Problem | undefined;
  declare private days: number;
  /** Whether something waits that other apps shared. */
  declare private waiting: boolean;
  private library: Library | undefined;
  private stop: (() => void) | undefined;
  private readonly sizes = new Map<string, number>();
  private readonly calls = new Map<string, Calls>();
  /** Sessions that were read, or could not be: what is shown of all of them together waits for every one. */
  private readonly looked = new Set<string>();

  /** Sessions whose data and files are shown, with what shows them: they are read when they are asked for. */
  private readonly unfolded = new Map<string, KindRoom>();

  constructor() {
    super();
    this.waiting = false;
    this.days = CLEAN_UP_DAYS;
    this.silent = false;
  }

  override get heading(): string {
    return p.stored.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private async enter(): Promise<void> {
    this.failure = undefined;
    try {
      this.library = await openedLibrary();
      await this.refresh();
      if (this.isConnected) this.stop = this.library.subscribe(() => void this.refresh());
    } catch (error) {
      this.failure = problemOf(error);
    }
    void updates.register();
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  private async refresh(): Promise<void> {
    const { library } = this;
    if (!library) return;
    const sessions = await onceStored(
      () => library.list(),
      [],
      () => (this.silent = this.isConnected),
    );
    this.silent = false;
    this.sessions = sessions;
    this.storage = await library.storage();
    // What goes with an interview goes with those that were cleaned up, too.
    this.waiting = await import("../received/store.js")
      .then(({ list }) => list())
      .then(
        ({ length }) => length > 0,
        () => false,
      );
    const { state, sessions: stored } = this.storage;
    if (state === "indexeddb" && stored <= sessions.length)
      void import("../ticks.js").then(({ tidyTicks }) => tidyTicks(sessions)).catch(() => undefined);
    for (const gone of [...this.looked].filter((id) => !sessions.some(({ session }) => session === id))) {
      this.looked.delete(gone);
      this.sizes.delete(gone);
    }
    // One after the other, so that the page stays quick however much there is; gone as soon as the page is.
    for (const { session } of sessions) {
      if (!this.isConnected || this.sessions !== sessions) return;
      await attempt(this.notify, async () => {
        this.sizes.set(session, new Blob([await library.export(session)]).size);
        this.calls.set(session, await library.calls(session));
      });
      this.looked.add(session);
      this.requestUpdate();
    }
  }

  private async unfold(kind: KindName, session: string, open: boolean): Promise<void> {
    if (!open || this.unfolded.has(session)) return;
    this.unfolded.set(session, await roomOf(kind));
    this.requestUpdate();
  }

  private async deleteOne(session: Listed): Promise<void> {
    const question = { title: p.stored.deleteOneTitle, text: p.stored.deleteOneWhy(titleOf(session)), action: p.actions.delete };
    if (!this.library || !(await confirmed(question))) return;
    await deleteSession(this.library, session, this.notify);
    await this.refresh();
  }

  private async removeAll(n: number): Promise<void> {
    const { library } = this;
    const question = { title: p.stored.deleteAllTitle, text: p.stored.deleteAllWhy(n), action: p.stored.deleteAll };
    if (!library || !(await confirmed(question))) return;
    await attempt(this.notify, async () => {
      await library.removeAll();
      await import("../received/store.js").then(({ clear }) => clear()).catch(() => undefined);
      this.notify(p.stored.allDeleted);
    });
    await this.refresh();
  }

  private async cleanUp(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { library, days } = this;
    const question = { title: p.stored.cleanTitle, text: p.stored.cleanQuestion(days), action: p.stored.cleanUp };
    if (!library || !(await confirmed(question))) return;
    await attempt(this.notify, async () => this.notify(p.stored.cleaned(await library.cleanUp(days))));
    await this.refresh();
  }

  private async protect(): Promise<void> {
    const agreed = await navigator.storage?.persist?.().catch(() => false);
    this.notify(agreed ? p.stored.askedYes : p.stored.askedNo);
    await this.refresh();
  }

  protected override render(): TemplateResult {
    const { sessions, storage, library } = this;
    return html`
      <div class="page">
        ${this.h1()}
        <p class="lead">${p.stored.lead}</p>
        ${storage?.state === "memory" ? html`<p class="warning">${p.stored.memory}</p>` : nothing}
        ${
          sessions && library
            ? html`${this.leftSection(sessions)} ${storage ? this.space(storage, sessions) : nothing} ${this.sessionsSection(sessions, library)} ${this.cleaning(sessions)}`
            : this.failure
              ? html`${warning(this.failure)}<p><button class="button" @click=${() => void this.enter()}>${t.again}</button></p>`
              : html`<p class="wait" role="status">${this.silent ? p.stored.silent : t.loading}</p>`
        }
        <p class="fine">${p.stored.preferences}</p>
        ${this.waiting ? html`<p><a href=${link({ view: "shared" })}>${p.stored.shared}</a></p>` : nothing}
      </div>
    `;
  }

  /** A value that is known once every session was read. Its line is there before: what stands below must not move under the pointer. */
  private computing(sessions: readonly Listed[], value: () => string): string {
    return sessions.every(({ session }) => this.looked.has(session)) ? value() : p.stored.computing;
  }

  private leftSection(sessions: readonly Listed[]): TemplateResult {
    const sent = sessions.flatMap(({ session }) => this.calls.get(session) ?? []).filter(({ messages }) => messages.length > 0);
    const sum = (key: "inputTokens" | "outputTokens") => sent.reduce((all, call) => all + call[key], 0);
    return html`<section aria-labelledby="left">
      <h2 id="left">${p.stored.left}</h2>
      <p class="sum">${this.computing(sessions, () =>
        sent.length === 0
          ? p.stored.nothingLeft
          : `${p.stored.callsLeft(sent.length)} ${p.stored.tokensAll(count(sum("inputTokens")), count(sum("outputTokens")))}`,
      )}</p>
    </section>`;
  }

  private space(storage: Storage, sessions: readonly Listed[]): TemplateResult {
    const rows: [string, string | TemplateResult][] = [
      [p.stored.where, storage.state === "memory" ? p.stored.inMemory : p.stored.indexeddb],
    ];
    const files = () => bytes([...this.sizes.values()].reduce((sum, size) => sum + size, 0));
    if (sessions.length > 0) rows.push([p.stored.files, this.computing(sessions, files)]);
    if (storage.bytes !== null) rows.push([p.stored.used, bytes(storage.bytes)]);
    if (storage.quota !== null) rows.push([p.stored.quota, bytes(storage.quota)]);
    if (storage.state !== "memory") {
      const { persisted } = storage;
      rows.push([
        p.stored.persist,
        persisted === null
          ? p.stored.unknown
          : persisted
            ? p.stored.persisted
            : html`${p.stored.notPersisted} <button class="link" @click=${() => void this.protect()}>${p.stored.askPersist}</button>`,
      ]);
    }
    return html`<section aria-labelledby="space">
      <h2 id="space">${p.stored.space}</h2>
      <dl class="pairs">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    </section>`;
  }

  private sessionsSection(sessions: readonly Listed[], library: Library): TemplateResult {
    return html`<section aria-labelledby="sessions">
      <h2 id="sessions">${p.stored.sessions}</h2>
      ${
        sessions.length === 0
          ? html`<p class="fine">${p.stored.empty}</p>`
          : html`<ul class="rows">
            ${repeat(
              sessions,
              ({ session }) => session,
              (session) => this.row(session, library),
            )}
          </ul>`
      }
      <p class="actions">
        ${
          sessions.length
            ? html`<button class="button secondary" @click=${() => void exportAll(library, sessions, this.notify)}>${p.stored.exportAll}</button>`
            : nothing
        }
        ${filePicker(p.stored.import, SESSION_FILES, "secondary", (files) => void importFiles(library, files, this.notify).then(() => this.refresh()))}
        ${
          sessions.length
            ? html`<button class="button quiet danger" @click=${() => void this.removeAll(sessions.length)}>${p.stored.deleteAll}</button>`
            : nothing
        }
      </p>
    </section>`;
  }

  private row(session: Listed, library: Library): TemplateResult {
    const title = titleOf(session);
    const size = this.sizes.get(session.session);
    return html`<li class="session compact">
      <h3><a href=${sessionLink(session)}><bdi>${title}</bdi></a></h3>
      <p class="meta">
        <span class="status" data-status=${session.status}>${p.library.statuses[session.status]}</span>
        <span>${p.library.questions(session.questions)}</span>
        <span>${p.stored.counts(session.records)}</span>
        <span>${ago(session.updatedAt)}</span>
        <span class="size">${size === undefined ? p.stored.computing : bytes(size)}</span>
      </p>
      <p class="actions">
        <button class="button quiet" aria-label=${`${p.actions.export}: ${title}`} @click=${() => void exportSession(library, session, this.notify)}>${p.actions.export}</button>
        <button class="button quiet danger" aria-label=${`${p.actions.delete}: ${title}`} @click=${() => void this.deleteOne(session)}>${p.actions.delete}</button>
      </p>
      ${this.collected(session, library)}
      <details>
        <summary>${p.stored.left}</summary>
        ${this.ledger(this.calls.get(session.session) ?? [])}
      </details>
    </li>`;
  }

  /** What a session of some kinds has besides questions and answers, read when it is unfolded. */
  private collected({ guide, session }: Listed, library: Library): TemplateResult | typeof nothing {
    const kind = guideOf(guide)?.kind;
    const title = kind && entryOf(kind).collects?.();
    if (!kind || !title) return nothing;
    const unfold = (event: Event) => void this.unfold(kind, session, (event.target as HTMLDetailsElement).open);
    const room = this.unfolded.get(session);
    return html`<details @toggle=${unfold}>
      <summary>${title}</summary>
      ${room?.collected?.(library, session, 4) ?? nothing}
    </details>`;
  }

  /** Each call with the messages that were sent; a call of the built-in interviewer sent none. */
  private ledger(calls: Calls): TemplateResult {
    if (!calls.some(({ messages }) => messages.length > 0)) return html`<p class="fine">${p.stored.nothingLeft}</p>`;
    return html`<ol class="ledger">
      ${calls.map(
        (call) => html`<li>
          <p class="eyebrow">${callLine(call)}</p>
          ${
            call.messages.length === 0
              ? html`<p class="fine">${p.stored.noMessages}</p>`
              : html`<details>
                <summary>${p.stored.messages(call.messages.length)}</summary>
                ${call.messages.map((message) => html`<p class="eyebrow">${p.stored.roles[message.role]}</p><pre dir="auto">${message.text}</pre>`)}
                ${call.reply ? html`<p class="eyebrow">${p.stored.reply}</p><pre dir="auto">${call.reply}</pre>` : nothing}
              </details>`
          }
        </li>`,
      )}
    </ol>`;
  }

  private cleaning(sessions: readonly Listed[]): TemplateResult | typeof nothing {
    if (!sessions.some(({ status }) => status === "completed")) return nothing;
    return html`<section aria-labelledby="clean">
      <h2 id="clean">${p.stored.cleanUp}</h2>
      <form class="inline" @submit=${(event: SubmitEvent) => void this.cleanUp(event)}>
        <label>${p.stored.cleanUpWhy}
          <input type="number" name="days" min="0" max="36500" required .value=${String(this.days)}
            @input=${(event: Event) => (this.days = (event.target as HTMLInputElement).valueAsNumber)} />
          ${p.stored.days}</label>
        <button class="button secondary">${p.stored.cleanUp}</button>
      </form>
    </section>`;
  }
}

/** One line about a call: when it was, how it ended, what it cost. */
function callLine(call: Calls[number]): string {
  const outcome = p.stored.outcomes[call.outcome as keyof typeof p.stored.outcomes] ?? call.outcome;
  const used = call.inputTokens + call.outputTokens > 0 ? [p.stored.tokens(count(call.inputTokens), count(call.outputTokens))] : [];
  return [p.stored.call(call.call), ago(call.at), outcome, ...used].join(" · ");
}

customElements.define("colloquy-storage-page", StoragePage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-storage-page": StoragePage;
  }
}
