import { html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { ColloquyError } from "colloquy";
import type { Guidelines, Interview, Issue, Limits, Material, ModelAdapter, View } from "colloquy";
import { importAgain } from "../../../pkg/src/import-again.js";
import { fetchParts, hearing, whenIdle } from "./ahead.js";
import { Composer } from "./composer.js";
import { emit, emitChanges } from "./events.js";
import { fetchRoom, needsRoom } from "./kinds/index.js";
import { current, Log } from "./log.js";
import { Launchable, wait } from "./launch.js";
import * as panels from "./panels.js";
import { shared } from "./shared.js";
import { Scheme } from "./scheme.js";
import { Speech } from "./speech.js";
import { Session, type InterviewRequest } from "./session.js";
import { head, StatusLine } from "./status.js";
import { directionOf, english, tableFor, type Table } from "./strings/index.js";
import type { ColloquyInterviewElement } from "./public/element.js";
import type { LazyScreen, Place, Ui } from "./types.js";
import { codeOf, same, submits } from "./ui.js";
import { Viewport } from "./viewport.js";
import tokens from "./tokens.css?inline";
import frameCss from "./styles/frame.css?inline";
import talkCss from "./styles/talk.css?inline";
import panelsCss from "./styles/panels.css?inline";

/** Phases whose screen is read from its beginning, not from its end. */
const READ_FROM_THE_TOP: readonly View["phase"][] = ["proposal", "review", "finished"];

/** Most time that a page takes to say what is asked, in milliseconds: frameworks set properties when they have drawn the element. */
const UNASKED_MS = 3000;

/** How properties are compared that take objects. */
const byValue = { hasChanged: (value: unknown, before: unknown) => !same(value, before) };

/** Properties whose change opens another interview. */
const REOPENS = [
  "guide",
  "study",
  "subject",
  "material",
  "guidelines",
  "template",
  "limits",
  "proxy",
  "dialect",
  "model",
  "replyMode",
  "storage",
] as const;

/** `<colloquy-interview>`, behind its public face. @see ColloquyInterviewElement for the contract. */
export class ColloquyInterview extends Launchable implements Ui, ColloquyInterviewElement {
  static override styles = [tokens, frameCss, talkCss, panelsCss].map((css) => unsafeCSS(css));

  static override properties = {
    guide: byValue,
    study: byValue,
    subject: {},
    proxy: {},
    dialect: {},
    model: byValue,
    replyMode: { attribute: "reply-mode" },
    layout: { reflect: true },
    theme: {},
    storage: {},
    operator: {},
    privacy: {},
    voice: {},
    headingLevel: { attribute: "heading-level" },
    enterKey: { attribute: "enter-key" },
    material: { attribute: false, ...byValue },
    guidelines: { attribute: false, ...byValue },
    template: { attribute: false },
    limits: { attribute: false, ...byValue },
    sampleFiles: { attribute: false },
  };

  declare guide: string | object | null;
  declare study: string | object | null;
  declare subject: string | null;
  declare proxy: string | null;
  declare dialect: string | null;
  declare model: string | ModelAdapter | null;
  declare replyMode: string | null;
  declare layout: string | null;
  declare theme: string | null;
  declare storage: ColloquyInterviewElement["storage"];
  declare operator: string | null;
  declare privacy: string | null;
  declare voice: string | null;
  declare headingLevel: string | null;
  declare enterKey: string | null;
  declare material: Material | null;
  declare guidelines: Guidelines | null;
  declare template: string | null;
  declare limits: Limits | null;
  declare sampleFiles: readonly File[] | null;

  /** @internal */
  readonly session = new Session(
    () => this.#request(),
    (before) => this.#changed(before),
  );
  /** @internal */
  readonly speech = new Speech(this);
  #table: Table = english;
  #viewport = new Viewport(this);
  #log = new Log(this);
  #consent = new panels.Consent(this);
  #status = new StatusLine(this);
  #composer = new Composer(this, () => this.#sent());
  #lazy: LazyScreen | null = null;
  #loading: Promise<void> | null = null;
  #failure: string | null = null;
  /** Does again what failed because a part of the page could not be loaded; until the interview goes on in another way. */
  #again: (() => void) | null = null;
  /** True from a failure to load the lazy parts on until they are there. */
  #lazyFailed = false;
  /** The session that the page was last notified of as open: it is notified of each once. */
  #announced = "";
  #countdown: ReturnType<typeof setInterval> | undefined;
  /** Set when the interview was given by the page, so that the element opens none of its own. */
  #given = false;
  #focused = false;
  /** The phase the screen was last drawn for, to move the focus when what had it went away. */
  #drawn: View["phase"] | null = null;
  /** True from the change to a phase that is read from its top until its heading is drawn. */
  #arriving = false;

  constructor() {
    super();
    new Scheme(this);
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, "lang", "data-launch"];
  }

  /** The interview on the screen: the page's own handle where it set one, else the one the element opened; null while there is none. */
  get interview(): Interview | null {
    return this.session.interview;
  }

  set interview(interview: Interview | null) {
    this.#given = interview !== null;
    if (interview === this.session.interview) return;
    this.session.adopt(interview);
    if (!interview && this.isConnected) this.#openSoon();
  }

  get words(): Table["words"] {
    return this.#table.words;
  }

  get lazyWords(): NonNullable<Table["lazy"]> {
    // Read by the parts that are loaded lazily, so that they are there.
    return this.#table.lazy ?? (this.#lazy as LazyScreen).english;
  }

  get kindWords(): Table["kinds"] {
    return this.#table.kinds;
  }

  get lazy(): LazyScreen | null {
    return this.#lazy;
  }

  /** @internal */
  declined(): void {
    const { view } = this.session;
    if (view) emit(this, "colloquy-decline", { session: view.session });
  }

  /** @internal */
  get box(): Composer {
    return this.#composer;
  }

  get wordsLang(): string {
    return this.#table.lang;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#speak();
    if (!this.#given && this.session.stage === "idle") this.#openSoon();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#countdown);
    this.#countdown = undefined;
    // Moving is taking out and putting in within one task; only what is still out after it was taken away.
    queueMicrotask(() => {
      if (!this.isConnected && !this.#given) this.session.release();
    });
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === "lang") void this.#speak();
    else if (name === "data-launch") after === "open" && this.session.stage === "idle" && this.#openSoon();
    else super.attributeChangedCallback(name, before, after);
  }

  /** @internal */
  find<Type extends Element>(selector: string): Type | null {
    return this.renderRoot.querySelector<Type>(selector);
  }

  /** @internal */
  focusOn(selector: string): void {
    void this.updateComplete.then(() => this.find<HTMLElement>(selector)?.focus());
  }

  /** @internal */
  show(place: Place): void {
    this.#log.place = place;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const answer = this.find<HTMLElement>(`[data-question="${place.question}"]`);
      answer?.scrollIntoView?.({ block: "center" });
      answer?.focus({ preventScroll: true });
    });
  }

  /** @internal */
  act(run: (interview: Interview) => void | Promise<void>): boolean {
    const { interview } = this.session;
    if (!interview) return false;
    this.#failure = null;
    this.#viewport.engaged = true;
    const failed = (error: unknown) => this.#failed(error, () => void this.act(run));
    try {
      const pending = run(interview);
      if (pending) pending.catch(failed);
      this.session.refresh();
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  /** @internal */
  withLazy(run: () => void): void {
    void this.#loadLazy().then(() => (this.#lazy ? run() : this.#missing(() => this.withLazy(run))));
  }

  #loadLazy(): Promise<void> {
    this.#loading ??= importAgain(() => import("./lazy/index.js")).then(
      ({ Screen }) => {
        // No `Screen`: Firefox may give a page that is being left a module that never ran.
        if (this.shadowRoot && Screen) this.#lazy = new Screen(shared, this, this.shadowRoot);
        this.#lazyFailed = false;
        this.requestUpdate();
      },
      () => {
        this.#loading = null; // Tried again with the next change; until then only an interview that is over has nothing to show.
        this.#lazyFailed = true;
        if (this.session.view?.closed) this.requestUpdate();
      },
    );
    return this.#loading;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Noted before the drawing: what goes away takes the focus with it.
    this.#focused = this.shadowRoot?.activeElement != null;
    if (this.hasUpdated && !this.#given && REOPENS.some((name) => changed.has(name))) this.#openSoon();
  }

  protected override render(): TemplateResult {
    // A named section: the head and foot in it are no landmarks of the page around it.
    const name = this.session.view?.guideTitle || this.words.log;
    const { lang } = this.#table;
    return html`<section class="frame" part="frame" aria-label=${name} lang=${lang} dir=${directionOf(lang)} @click=${submits}>${this.#screen()}</section>`;
  }

  #screen(): TemplateResult {
    const { stage, view } = this.session;
    if (stage === "failed") return panels.failed(this);
    if (stage === "crashed") return panels.crashed(this);
    if (!view) return panels.skeleton(this);
    const over = view.phase === "review" || view.phase === "finished";
    const lazy = this.#lazy;
    const missing = panels.missingPart(this, view, this.#again ?? this.#loadAgain(view));
    return html`${head(this, view)}
      ${this.#consent.render(view)}
      ${over ? (lazy?.results(view) ?? panels.skeleton(this)) : nothing}
      ${over ? nothing : panels.welcome(view)}
      ${this.#log.render(view)} ${current(this, view)}
      ${lazy?.task(view)} ${lazy?.form(view)} ${missing ?? lazy?.problem(view)} ${panels.paused(this, view)}
      <p class="failure" role="alert" ?hidden=${!this.#failure}>${this.#failure}</p>
      ${this.#composer.render(view)} ${lazy?.banner(view)} ${this.#status.render(view)}
      <p class="unseen" role="status">${lazy?.arrived(view)}</p>${lazy?.ask()}
      <div class="end"></div>`;
  }

  /** Gives the headings the level they have within the page: the highest of them the one it wants, those below it the ones that follow. */
  #level(): void {
    const top = Number(this.headingLevel) || 2;
    for (const heading of this.renderRoot.querySelectorAll("h2, h3, h4, .question")) {
      const own = Number(heading.tagName[1]) || 2;
      heading.ariaLevel = `${Math.min(Math.max(top + own - 2, 1), 6)}`;
    }
  }

  /** Loads once more what the screen cannot do without now; null where nothing of that failed. */
  #loadAgain(view: View): (() => void) | null {
    if (this.#lazy) return this.#lazy.missing(view);
    return this.#lazyFailed && view.closed ? () => void this.#loadLazy() : null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { view } = this.session;
    if (changed.has("layout")) wait(this);
    if (this.headingLevel || changed.has("headingLevel")) this.#level();
    this.#viewport.watch(this.find(".end"), [this.find("header"), this.find(".dock")]);
    if (!view) return;
    const { exchanges, question, live, saving } = view;
    const grown = `${exchanges} ${question?.number ?? ""} ${live?.length ?? ""} ${saving.state} ${this.#lazy?.loaded ?? 0}`;
    const fromTop = READ_FROM_THE_TOP.includes(view.phase);
    // Who is filling in a field is left there.
    if (!fromTop && !this.find(".form :is(input, textarea, select):focus")) this.#viewport.follow(grown);
    if (this.#drawn !== view.phase) {
      this.#arriving = fromTop && this.#drawn !== null && this.#viewport.engaged;
      this.#moveFocus(view, this.#drawn);
    }
    this.#drawn = view.phase;
    if (this.#arriving) this.#arrive();
  }

  /**
   * Brings what is read now into sight: the respondent is at the end of the questions, a long way below. It gets the focus, too, unless
   * something else in the page has it: a button that goes away, or is disabled, leaves it to nobody.
   */
  #arrive(): void {
    const target = this.find<HTMLElement>("[data-focus]");
    if (!target) return;
    this.#arriving = false;
    target.scrollIntoView?.({ block: "start" });
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || activeElement === this || this.#focused) target.focus({ preventScroll: true });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Below the bar of the launcher, which may be there before this class is.
    this.renderOptions.renderBefore = null;
    return root;
  }

  /** Opens in a task of its own, so that properties set right after the element was made count. */
  #openSoon(): void {
    setTimeout(() => {
      if (!this.isConnected || this.#given || this.dataset["launch"] === "closed") return;
      if (!this.#request() && !this.session.view) setTimeout(() => this.#unasked(), UNASKED_MS);
      else if (this.session.view && this.session.owned) void this.session.open();
      else void this.session.reopen();
    });
  }

  #unasked(): void {
    if (this.session.stage !== "idle" || this.#request()) return;
    this.session.fail(new ColloquyError("no_guide", "set `guide`, `study` or `interview` on the element"));
  }

  #request(): InterviewRequest | null {
    if (!this.guide && !this.study) return null;
    const { proxy, replyMode } = this;
    // What the page wrote is passed on as it is: the engine says what is wrong with it.
    const proxied = { proxy, name: this.model ?? "", dialect: this.dialect ?? "anthropic", ...(isThere(replyMode) && { replyMode }) };
    const model = this.model && typeof this.model === "object" ? this.model : isThere(proxy) ? proxied : null;
    const entries = {
      guide: this.guide,
      study: this.study,
      subject: this.subject,
      material: this.material,
      guidelines: this.guidelines,
      template: this.template,
      limits: this.limits,
      locale: this.#locale(),
      storage: this.storage,
      model,
    };
    return Object.fromEntries(Object.entries(entries).filter(([, value]) => isThere(value))) as unknown as InterviewRequest;
  }

  #locale(): string {
    return this.closest("[lang]")?.getAttribute("lang") || navigator.language || "en";
  }

  async #speak(): Promise<void> {
    const lang = this.#locale();
    const table = await tableFor(lang);
    // A language that was set later wins, whichever table came last.
    if (lang !== this.#locale() || table === this.#table) return;
    this.#table = table;
    this.requestUpdate();
  }

  #changed(before: View | null): void {
    const { view, interview, exchanges, stage } = this.session;
    this.requestUpdate();
    if (stage === "failed" || stage === "crashed") this.#report(this.session.error);
    if (!view || !interview) return;
    if (!before) {
      void this.updateComplete.then(() => {
        this.#composer.restore();
        if (view.exchanges > 0 && !READ_FROM_THE_TOP.includes(view.phase)) this.#viewport.open();
      });
      if (view.session !== this.#announced) emit(this, "colloquy-ready", { session: view.session, resumed: this.session.resumed });
      this.#announced = view.session;
    }
    if (before?.phase !== view.phase || before.question?.number !== view.question?.number) this.#again = null;
    this.#status.watch(view);
    emitChanges(this, interview, before, view, exchanges);
    if (view.phase === "retrying") this.#countdown ??= setInterval(() => this.requestUpdate(), 1000);
    else {
      clearInterval(this.#countdown);
      this.#countdown = undefined;
    }
    this.#fetch(view);
    if (view.exchanges > 0 && before?.exchanges !== view.exchanges) whenIdle(() => fetchParts("archive", ...hearing(view)));
  }

  /** Fetches what the screen needs beside the questions, so that the end of the interview needs no network. */
  #fetch(view: View): void {
    const { phase, saving } = view;
    const agreed = phase !== "consent";
    const room = needsRoom(view);
    if (room) fetchRoom(view);
    // Where there is trouble nothing may be there to be fetched: a model's interview fetches what speaks of it with the first call.
    const trouble = saving.reason !== null || saving.state === "read_only" || (agreed && view.interviewer !== "scripted");
    const talking = phase === "asking" || phase === "answering";
    if (room || trouble || view.parts || view.form || (agreed && !talking)) void this.#loadLazy();
    else if (view.question) {
      whenIdle(() => {
        if (view.interviewer === "scripted") fetchParts("scripted", ...hearing(view));
        fetchRoom(view);
        void this.#loadLazy();
      });
    }
  }

  #sent(): void {
    this.#viewport.engaged = true;
    void this.updateComplete.then(() => {
      const { view } = this.session;
      if (view && !READ_FROM_THE_TOP.includes(view.phase)) this.#viewport.follow("sent", true);
    });
  }

  /** Gives the focus to what the new phase is about, when it was in the element: the button that was pressed may be gone. */
  #moveFocus(view: View, before: View["phase"] | null): void {
    // Back from the review, the question that was left is at the end.
    if (before === "review" && this.#composer.shown(view)) this.#sent();
    if (!before || !this.#focused) return;
    const target = this.#composer.shown(view) ? null : this.find<HTMLElement>("[data-focus]");
    if (target) target.focus({ preventScroll: this.#arriving });
    else if (this.#composer.shown(view) && (["paused", "consent", "review"].includes(before) || !this.shadowRoot?.activeElement))
      this.#composer.focus();
  }

  #failed(error: unknown, again: () => void): void {
    const code = codeOf(error);
    if (code === "engine_crashed") {
      this.session.crashed(error);
      return;
    }
    if (code === "part_unavailable") this.#missing(again);
    else this.#failure = `${this.words.failedText} (${code})`;
    this.requestUpdate();
    this.#report(error);
  }

  /** A part of the page could not be loaded: the respondent reads that in plain words, and `again` does what needed it. */
  #missing(again: () => void): void {
    this.#again = () => {
      this.#again = null;
      this.requestUpdate();
      again();
    };
    this.requestUpdate();
  }

  #report(error: unknown): void {
    const code = codeOf(error);
    const details = error instanceof ColloquyError ? (error.details as Issue[]) : [];
    // For who made the page; what cannot be loaded the browser has reported itself.
    if (code !== "part_unavailable") console.error("<colloquy-interview>", error, ...details);
    emit(this, "colloquy-error", { code, message: error instanceof Error ? error.message : String(error), details });
  }
}

/** Attributes are null without a value, properties that nobody set are undefined. */
function isThere<Type>(value: Type): value is NonNullable<Type> {
  return value !== null && value !== undefined;
}
