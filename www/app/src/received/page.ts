// What other apps shared with this one, and files that the device opened with it: the person chooses what becomes of them.
import { guides, type Library } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { attempt } from "../actions.js";
import { openedLibrary } from "../engine.js";
import { ago } from "../format.js";
import { importFiles } from "../import.js";
import { libraryOf, roomOf } from "../kinds/index.js";
import { Page, go } from "../page.js";
import { languageOf } from "../preferences.js";
import { problemOf, warning, type Problem } from "../problem.js";
import { link, sessionLink } from "../route.js";
import { t } from "../text.js";
import { updates } from "../updates.js";
import { judged, type Item, type Judged } from "./items.js";
import { keep, list, remove } from "./store.js";
import { r } from "./text.js";

/** How much of a text is shown, in UTF-16 units. */
const EXCERPT = 240;

type Guide = (typeof guides)[number];

/** Files that the device opens with this app, as browsers hand them over. */
interface LaunchQueue {
  setConsumer(take: (params: { files?: readonly { getFile?(): Promise<File> }[] }) => void): void;
}

/** Shows what waits. */
export class ReceivedPage extends Page {
  static override properties = {
    things: { state: true },
    guides: { state: true },
    failure: { state: true },
    busy: { state: true },
  };

  /** True where the worker could not keep what was shared. */
  declare lost: boolean;
  declare private things: readonly Judged[] | undefined;
  /** Interviews that can begin with notes. */
  declare private guides: readonly Guide[];
  declare private failure: Problem | undefined;
  declare private busy: boolean;
  private library: Library | undefined;
  private reading = 0;
  private readonly stopping = new AbortController();

  constructor() {
    super();
    this.lost = false;
    this.guides = [];
    this.busy = false;
  }

  override get heading(): string {
    return r.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
    // Browsers hand files over as soon as somebody takes them, those of this start too.
    const { launchQueue } = window as { launchQueue?: LaunchQueue };
    launchQueue?.setConsumer((params) => void this.opened(params.files ?? []));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping.abort();
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  private async enter(): Promise<void> {
    this.failure = undefined;
    try {
      await this.refresh();
      this.library = await openedLibrary();
      const rooms = await Promise.all(guides.map(async (guide) => ({ guide, room: (await roomOf(guide.kind)).start?.() })));
      this.guides = rooms.flatMap(({ guide, room }) => (room && room.place !== "later" ? [guide] : []));
    } catch (error) {
      this.failure = problemOf(error);
    }
    void updates.register();
  }

  private async refresh(): Promise<readonly Judged[]> {
    this.reading += 1;
    const { reading } = this;
    const things: Judged[] = [];
    for (const thing of await list()) things.push(await judged(thing, this.stopping.signal));
    // One that was begun later has seen more.
    if (this.isConnected && reading === this.reading) this.things = things;
    return things;
  }

  /** Takes files of the device. A single one that needs no choice is opened at once, as whoever opened it expects. */
  private async opened(handles: readonly { getFile?(): Promise<File> }[]): Promise<void> {
    if (handles.length === 0) return;
    await attempt(this.notify, async () => {
      const form = new FormData();
      const names: string[] = [];
      for (const handle of handles) {
        const file = await handle.getFile?.();
        if (!file) continue;
        form.append("files", file);
        names.push(`${file.name} ${file.size} ${file.lastModified}`);
      }
      // A reload hands the same files over once more.
      const id = `opened-${await digestOf(names.join("/"))}`;
      await keep(form, id);
      const things = await this.refresh();
      const only = things.find(({ thing }) => thing.id === id);
      const [item] = only?.items.length === 1 ? only.items : [];
      if (only && item && (item.kind === "interview" || item.kind === "study")) await this.use(only, item);
    });
  }

  private async drop({ thing }: Judged): Promise<void> {
    await attempt(this.notify, async () => {
      await remove(thing.id);
      await this.refresh();
      this.focusHeading();
    });
  }

  /** Opens a saved interview or a study; what came with it stays until it is removed. */
  private async use(judgedThing: Judged, item: Extract<Item, { kind: "interview" | "study" }>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await attempt(this.notify, async () => {
      const done = item.kind === "study" ? studyLink(item.text) : await this.bring(item);
      if (!done) return;
      // Nothing else of it would be lost.
      if (judgedThing.items.every((one) => one === item)) await remove(judgedThing.thing.id);
      go(done);
    });
    this.busy = false;
  }

  /** Brings a saved interview in; returns where it is shown, or nothing where it was refused. */
  private async bring({ file }: Extract<Item, { kind: "interview" }>): Promise<string | undefined> {
    const library = (this.library ??= await openedLibrary());
    const brought = await importFiles(library, [file], this.notify);
    if (!brought) return undefined;
    const [only] = brought;
    return only && brought.length === 1 ? sessionLink(only) : link();
  }

  protected override render(): TemplateResult {
    const { things } = this;
    return html`<div class="page received">
      ${this.h1()}
      ${this.lost ? html`<p class="warning" role="alert">${r.lost}</p>` : nothing}
      ${
        this.failure
          ? html`${warning(this.failure)}<p><button class="button" @click=${() => void this.enter()}>${t.again}</button></p>`
          : nothing
      }
      ${things ? this.all(things) : this.failure ? nothing : html`<p class="wait" role="status">${t.loading}</p>`}
    </div>`;
  }

  private all(things: readonly Judged[]): TemplateResult {
    if (things.length === 0) {
      return html`<section class="empty">
        <h2>${r.empty}</h2>
        <p>${r.emptyWhy}</p>
        <p class="actions"><a class="button secondary" href=${link()}>${t.toLibrary}</a></p>
      </section>`;
    }
    const usable = things.some(({ items }) => items.some(({ kind }) => kind === "notes" || kind === "about"));
    return html`<p class="lead">${r.lead}</p>
      <ul class="rows">${things.map((thing) => this.row(thing))}</ul>
      ${usable && this.guides.length > 0 ? this.choice() : nothing}`;
  }

  private row(thing: Judged): TemplateResult {
    const { at, url } = thing.thing;
    const [first] = thing.items;
    return html`<li>
      ${thing.items.map((item) => this.item(thing, item))}
      <p class="meta"><time datetime=${new Date(at).toISOString()}>${ago(at)}</time>${url ? html`<span><bdi>${url}</bdi></span>` : nothing}</p>
      <p class="actions"><button class="button quiet danger" aria-label=${r.remove(first?.name ?? "")} @click=${() => void this.drop(thing)}>${r.removeIt}</button></p>
    </li>`;
  }

  private item(thing: Judged, item: Item): TemplateResult {
    const name = html`<h2><bdi>${item.name}</bdi></h2>`;
    if (item.kind === "refused") return html`${name}<p class="warning" dir="auto">${item.why}</p>`;
    if (item.kind === "notes") {
      const { text } = item.note;
      const cut = text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, "")}…` : text;
      return html`${name}<p class="fine">${r.notes}</p><p class="answer" dir="auto">${cut}</p>`;
    }
    if (item.kind === "about") return html`${name}<p class="fine">${r.about}</p>`;
    const [why, action] = item.kind === "study" ? [r.study, r.openStudy] : [r.interview, r.openInterview];
    return html`${name}<p class="fine">${why}</p>
      <p class="actions"><button class="button" aria-label=${`${action}: ${item.name}`} aria-disabled=${this.busy}
          @click=${() => void this.use(thing, item)}>${action}</button></p>`;
  }

  private choice(): TemplateResult {
    return html`<section aria-labelledby="begin">
      <h2 id="begin">${r.begin}</h2>
      <ul class="cards">${this.guides.map((guide) => {
        const { title, about, facts } = libraryOf(guide);
        return html`<li class="guide">
          <h3 id=${`guide-${guide.id}`}><bdi>${title}</bdi></h3>
          <p class="fine">${[facts, languageOf(guide.askedIn).name].filter(Boolean).join(" · ")}</p>
          <p class="about"><bdi>${about}</bdi></p>
          <p class="actions"><a class="button" href=${link({ guide: guide.id, new: "1", shared: "1" })} aria-describedby=${`guide-${guide.id}`}>${r.choose}</a></p>
        </li>`;
      })}</ul>
    </section>`;
  }
}

/** Writes the link that has a study in it, as others are handed around: it is reloaded like any page. */
function studyLink(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return `${link()}#study=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

customElements.define("colloquy-received-page", ReceivedPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-received-page": ReceivedPage;
  }
}
