// Setting up an interview: notes, what they are about, and how to be asked.
import { createInterview, type ExchangeView, type Listed, type MaterialSummary } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { attempt } from "../actions.js";
import { guideOf, handOver, openedLibrary, stored } from "../engine.js";
import { filePicker } from "../files.js";
import { kindOfGuide, questionsOf, setupOf, templatesOf, withQuestions, type TemplateChoice } from "../guide-document.js";
import { libraryOf, roomOf } from "../kinds/index.js";
import type { StartRoom } from "../kinds/types.js";
import { chosen, offered, type ModelChoice } from "../models.js";
import { droppedFiles, merge, readNotes, textsOf, type Note, type Progress } from "../notes.js";
import { Page, go } from "../page.js";
import { language, languageOf } from "../preferences.js";
import { problemOf, warning, type Problem } from "../problem.js";
import type { Taken } from "../received/take.js";
import { link, sessionLink, type Route } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";
import { offerView } from "./offer.js";
import { recognised } from "./recognised.js";
import { guidelinesOf, linkOf, materialOf, setupFields, type Setup } from "./setup.js";

type StartRoute = Extract<Route, { page: "start" }>;

/** What is typed and chosen at first. */
const EMPTY: Setup = {
  title: "",
  creator: "",
  source: "",
  template: "",
  tone: "",
  focus: "",
  avoid: "",
  questions: 0,
  model: "",
  mode: "instructed",
};

/** Sets up an interview and begins it. */
export class StartPage extends Page {
  static override properties = {
    notes: { state: true },
    problems: { state: true },
    reading: { state: true },
    dropping: { state: true },
    pasting: { state: true },
    beginning: { state: true },
    failure: { state: true },
    earlier: { state: true },
    document: { state: true },
    summary: { state: true },
  };

  declare route: StartRoute;
  /** Where an interview begins with what other apps have shared: the way to it, and what removes it. */
  received: { take(signal: AbortSignal): Promise<Taken>; taken(things: readonly string[]): Promise<void> } | undefined;
  declare private notes: readonly Note[];
  declare private problems: readonly string[];
  declare private reading: Progress | undefined;
  declare private dropping: boolean;
  declare private pasting: boolean;
  declare private beginning: boolean;
  declare private failure: Problem | undefined;
  declare private earlier: { session: Listed; exchanges: readonly ExchangeView[] } | undefined;

  declare private document: object | undefined;
  declare private summary: MaterialSummary | undefined;
  private templates: readonly TemplateChoice[] = [];
  private fields: Setup = { ...EMPTY };
  /** What the page asks for; there with the document. */
  private room: StartRoom | undefined;
  private models: readonly ModelChoice[] = [];
  private depth = 0;
  /** What of the things that were shared is used here. */
  private taken: readonly string[] = [];
  /** Files are read in the order in which they came, those of one choice after those of another. */
  private queue: Promise<void> = Promise.resolve();
  private stopping = new AbortController();
  private readonly listeners: readonly [string, (event: DragEvent) => void][] = [
    ["dragenter", (event) => this.drag(event, 1)],
    ["dragover", (event) => carriesFiles(event) && event.preventDefault()],
    ["dragleave", (event) => this.drag(event, -1)],
    ["drop", (event) => this.drop(event)],
  ];

  constructor() {
    super();
    this.notes = [];
    this.problems = [];
    this.dropping = false;
    this.pasting = false;
    this.beginning = false;
    this.failure = undefined;
  }

  override get heading(): string {
    const guide = guideOf(this.route.guide);
    return guide ? libraryOf(guide).title : t.noGuide;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const [type, listener] of this.listeners) addEventListener(type, listener as EventListener);
    void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const [type, listener] of this.listeners) removeEventListener(type, listener as EventListener);
    this.stopping.abort();
  }

  private async enter(): Promise<void> {
    this.failure = undefined;
    // The engine comes while the page is read; whoever brings no notes needs it all the same.
    void openedLibrary().catch(() => undefined);
    try {
      const document = await guideOf(this.route.guide)?.load(language());
      this.room = (await roomOf(kindOfGuide(document))).start?.();
      this.templates = templatesOf(document, language());
      this.fields.template = this.templates[0]?.id ?? "";
      this.fields.questions = questionsOf(document);
      const { from } = this.route;
      // Shown whole or not at all; a server that offers no models answers at once.
      this.models = (await offered()).models;
      if (from) await attempt(this.notify, () => this.takeOver(from));
      await attempt(this.notify, () => this.takeReceived());
      this.document = document;
      void updates.register();
    } catch (error) {
      this.failure = problemOf(error);
    }
  }

  /** Fills the page with what an earlier session began with. */
  private async takeOver(session: string): Promise<void> {
    const library = await openedLibrary();
    const { material, template, guidelines } = setupOf(JSON.parse(await library.result(session, "session")));
    const { title, creator, source_url: source, texts } = material;
    const text = (value: unknown) => (typeof value === "string" ? value : "");
    const lines = (value: unknown) => (Array.isArray(value) ? value.map(text).join("\n") : "");
    this.notes = (Array.isArray(texts) ? (texts as Note[]) : []).map(({ name, text: content }) => ({
      name: text(name),
      text: text(content),
    }));
    this.fields = {
      ...this.fields,
      title: text(title),
      creator: text(creator),
      source: text(source),
      template: template || this.fields.template,
      tone: text(guidelines["tone"]),
      focus: lines(guidelines["focus"]),
      avoid: lines(guidelines["avoid"]),
    };
    void this.prefill();
    this.notify(p.start.copied);
  }

  /** Fills the page with what other apps have shared. */
  private async takeReceived(): Promise<void> {
    if (!this.received) return;
    const { notes, title, source, things } = await this.received.take(this.stopping.signal);
    this.fields = { ...this.fields, title, source };
    this.taken = things;
    if (notes.length > 0) this.put(notes);
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  private drag(event: DragEvent, step: number): void {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    // Enter and leave fire for every element on the way; only their balance shows whether the pointer is over the page.
    this.depth = Math.max(0, this.depth + step);
    this.dropping = this.depth > 0;
  }

  private drop(event: DragEvent): void {
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    this.depth = 0;
    this.dropping = false;
    void droppedFiles(event.dataTransfer).then((files) => this.add(files));
  }

  private async add(files: readonly File[]): Promise<void> {
    if (files.length === 0 || this.room?.place === "later") return;
    const { signal } = this.stopping;
    this.queue = this.queue.then(async () => {
      const result = await readNotes(files, this.notes.length, (progress) => (this.reading = progress), signal);
      this.reading = undefined;
      this.problems = result.problems;
      if (result.notes.length > 0) this.put(result.notes);
    });
    await this.queue;
  }

  /** Ends the reading of files; those that were read stay. */
  private stopReading(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".drop button")?.focus());
  }

  private put(added: readonly Note[]): void {
    const { notes, replaced } = merge(this.notes, added);
    this.notes = notes;
    this.edited();
    for (const name of replaced) this.notify(p.start.replaced(name));
    void this.prefill();
  }

  /** Fills empty fields from the front matter of the notes. */
  private async prefill(): Promise<void> {
    await attempt(this.notify, async () => {
      const { summary } = await recognised({ texts: textsOf(this.notes) });
      this.summary = summary;
      this.fields.title ||= summary.title;
      this.fields.creator ||= summary.creator;
      this.fields.source ||= summary.sourceUrl;
    });
  }

  private takeOut(name: string): void {
    this.notes = this.notes.filter((note) => note.name !== name);
    void this.prefill();
  }

  private paste(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const text = String(data.get("note-text") ?? "");
    if (!text.trim()) return;
    const name = String(data.get("note-name") ?? "").trim() || "notes.md";
    this.put([{ name: /\.[a-z]+$/i.test(name) ? name : `${name}.md`, text }]);
    this.pasting = false;
  }

  /** What is needed and not there yet, or nothing. */
  private get missing(): string {
    return this.notes.length === 0 && !this.fields.title.trim() ? (this.room?.nothing ?? "") : "";
  }

  /** Something was typed, chosen or added: what was said about it before is over. */
  private edited(): void {
    this.failure = undefined;
    this.requestUpdate();
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.beginning) return;
    const fault = this.missing || (linkOf(this.fields) === undefined ? p.start.badLink : "");
    this.failure = fault ? { text: fault, detail: "" } : undefined;
    if (fault) return;
    this.beginning = true;
    try {
      const earlier = await this.findEarlier();
      if (earlier) {
        const library = await openedLibrary();
        this.earlier = { session: earlier, exchanges: await library.exchanges(earlier.session) };
        await this.updateComplete;
        this.focusHeading();
      } else await this.begin();
    } catch (error) {
      this.failure = problemOf(error);
    }
    this.beginning = false;
  }

  /** Looks for a session about the same that can be resumed; asked for once, and never when "start anew" led here. */
  private async findEarlier(): Promise<Listed | undefined> {
    if (this.route.from) return undefined;
    const library = await openedLibrary();
    const { subject } = await recognised(materialOf(this.fields, this.notes));
    return (await stored(library.findResumable(this.route.guide, subject), null)) ?? undefined;
  }

  private async begin(): Promise<void> {
    const { template, questions, model, mode } = this.fields;
    const most = questionsOf(this.document);
    const counted = this.room?.counted ?? false;
    const interview = await createInterview({
      guide: counted && questions > most && this.document ? withQuestions(this.document, questions) : this.route.guide,
      material: materialOf(this.fields, this.notes),
      guidelines: guidelinesOf(this.fields),
      locale: language(),
      ...(template && { template }),
      ...(counted && { limits: { questions } }),
      ...(model && { model: await chosen(model, mode) }),
    });
    handOver(interview);
    // What could not be removed is gone in a day by itself.
    void this.received?.taken(this.taken).catch(() => undefined);
    const { guide, session } = interview.view;
    go(sessionLink({ guide, session }), true);
  }

  private choice(choice: "continue" | "anew"): void {
    const { earlier } = this;
    this.earlier = undefined;
    if (choice === "continue" && earlier) return go(sessionLink(earlier.session), true);
    this.beginning = true;
    void this.begin()
      .catch((error: unknown) => (this.failure = problemOf(error)))
      .finally(() => (this.beginning = false));
  }

  protected override render(): TemplateResult {
    if (this.earlier) {
      return offerView({ ...this.earlier, choose: (choice) => this.choice(choice) }, this.h1(p.start.offer));
    }
    const { room } = this;
    // Shown whole or not at all: what comes later would push what is being pressed on.
    if (!this.document || !room) {
      return html`<div class="page">${this.h1()} ${this.failure ? this.failed(this.failure) : html`<p class="wait" role="status">${t.loading}</p>`}</div>`;
    }
    const guide = guideOf(this.route.guide);
    const led = guide && languageOf(this.fields.model ? guide.languages : guide.askedIn);
    return html`
      <div class="page start ${this.dropping ? "dropping" : ""}">
        ${this.h1()}
        <p class="lead">${room.lead}</p>
        ${led && !led.own ? html`<p class="fine">${p.start.language(led.name)}</p>` : nothing}
        ${this.material(room)} ${this.pasting ? this.pasteForm(room) : nothing}
        <form id="setup" @submit=${(event: SubmitEvent) => void this.submit(event)}>
          ${setupFields(this.fields, room, this.templates, this.models, () => this.edited())}
          ${this.failure ? warning(this.failure) : this.missing ? html`<p class="fine">${this.missing}</p>` : nothing}
          <p class="actions">
            <button class="button" type="submit" ?disabled=${this.beginning || this.reading !== undefined}
              >${this.beginning ? p.start.beginning : p.start.begin}</button>
          </p>
        </form>
        ${this.dropping ? html`<p class="dropnow" aria-hidden="true">${p.start.dropNow}</p>` : nothing}
      </div>
    `;
  }

  private failed(failure: Problem): TemplateResult {
    return html`${warning(failure)}
      <p><button class="button" type="button" @click=${() => void this.enter()}>${t.again}</button></p>`;
  }

  /** What the interview is to be about: notes on the page or folded, or files that are asked for in time. */
  private material(room: StartRoom): TemplateResult {
    if (room.place === "later") return html`<p class="fine">${room.notes.why}</p>${this.sampleLine(room)}`;
    if (room.place === "page") return this.notesSection(room);
    return html`<details class="wishes" ?open=${this.notes.length > 0}>
      <summary>${room.notes.heading} <span class="optional">${p.start.optional}</span></summary>${this.notesSection(room)}
    </details>`;
  }

  private sampleLine({ notes }: StartRoom): TemplateResult | typeof nothing {
    if (!notes.sample) return nothing;
    return html`<p class="fine">${notes.sample} <a href=${this.sampleLink()}>${p.start.sample}</a></p>`;
  }

  private notesSection(room: StartRoom): TemplateResult {
    const { reading } = this;
    const { drop, choose, accept } = room.files;
    return html`<section aria-labelledby="notes">
      <h2 id="notes">${room.notes.heading}</h2>
      <div class="drop">
        <p><b>${drop}</b> <span class="fine">${p.start.dropAnywhere}</span></p>
        <p class="actions">
          ${filePicker(choose, accept, "secondary", (files) => void this.add(files))}
          <button class="button quiet" type="button" aria-expanded=${this.pasting} @click=${() => (this.pasting = !this.pasting)}
            >${p.start.paste}</button>
        </p>
        <p class="fine">${room.notes.why}</p>
        ${this.sampleLine(room)}
      </div>
      <div aria-live="polite">
        ${reading ? this.progress(reading) : nothing}
        ${
          this.problems.length
            ? html`<div class="warning">
              <b>${p.start.problems}</b>
              <ul>
                ${this.problems.map((problem) => html`<li dir="auto">${problem}</li>`)}
              </ul>
            </div>`
            : nothing
        }
        ${
          this.notes.length
            ? html`<colloquy-recognised .notes=${this.notes} .plain=${room.plain} .preview=${room.preview} .summary=${this.summary}
              .takeOut=${(name: string) => this.takeOut(name)}></colloquy-recognised>`
            : nothing
        }
      </div>
    </section>`;
  }

  /** The name is announced once; pages are seen, and not read out one by one. */
  private progress({ name, page, of }: Progress): TemplateResult {
    return html`<div class="reading">
      <p class="fine">${p.start.reading(name)}</p>
      <p class="fine" aria-live="off">${of > 0 ? p.start.readingPage(page, of) : ""}</p>
      <progress aria-label=${p.start.reading(name)} max=${of || nothing} value=${of > 0 ? page : nothing}></progress>
      <button class="button quiet" type="button" @click=${() => this.stopReading()}>${p.actions.cancel}</button>
    </div>`;
  }

  /** The sample is asked about by whoever was chosen here. */
  private sampleLink(): string {
    const { model, mode } = this.fields;
    return link({ guide: this.route.guide, sample: "1", ...(model && { model, mode }) });
  }

  private pasteForm({ paste: { label, name } }: StartRoom): TemplateResult {
    return html`<form class="paste" @submit=${(event: SubmitEvent) => this.paste(event)}>
      <label><span class="eyebrow">${p.start.pasteName}</span><input name="note-name" value=${name} spellcheck="false" /></label>
      <label><span class="eyebrow">${label}</span><textarea name="note-text" rows="6" dir="auto" required></textarea></label>
      <p class="actions"><button class="button secondary">${p.start.add}</button></p>
    </form>`;
  }
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

customElements.define("colloquy-start-page", StartPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-start-page": StartPage;
  }
}
