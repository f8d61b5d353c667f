import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import type { Guidelines, Interview, InterviewOptions, Limits, Material, View } from "colloquy";
import { Composer } from "./composer.js";
import { emit, emitChanges } from "./events.js";
import { current, Log } from "./log.js";
import * as panels from "./panels.js";
import { kit } from "./kit.js";
import type { Later } from "./later/index.js";
import { Session, type Wish } from "./session.js";
import { head, StatusLine } from "./status.js";
import { directionOf, english, tableFor, type Table } from "./strings/index.js";
import type { ColloquyInterviewElement } from "./public/element.js";
import type { Place, Ui } from "./ui.js";
import { Viewport } from "./viewport.js";
import tokens from "./tokens.css?inline";
import frameCss from "./styles/frame.css?inline";
import talkCss from "./styles/talk.css?inline";
import panelsCss from "./styles/panels.css?inline";

/** Phases whose screen is read from its beginning, not from its end. */
const READ_FROM_THE_TOP: readonly View["phase"][] = ["proposal", "review", "finished"];

/** `<colloquy-interview>`, behind its public face. @see ColloquyInterviewElement for the contract. */
export class ColloquyInterview extends LitElement implements Ui, ColloquyInterviewElement {
  static override styles = [tokens, frameCss, talkCss, panelsCss].map((css) => unsafeCSS(css));

  static override properties = {
    guide: {},
    subject: {},
    proxy: {},
    dialect: {},
    model: {},
    replyMode: { attribute: "reply-mode" },
    layout: {},
    theme: {},
    storage: {},
    material: { attribute: false },
    guidelines: { attribute: false },
    template: { attribute: false },
    limits: { attribute: false },
    sampleFiles: { attribute: false },
  };

  declare guide: string | object | null;
  declare subject: string | null;
  declare proxy: string | null;
  declare dialect: string | null;
  declare model: string | null;
  declare replyMode: string | null;
  declare layout: string | null;
  declare theme: string | null;
  declare storage: ColloquyInterviewElement["storage"];
  declare material: Material | null;
  declare guidelines: Guidelines | null;
  declare template: string | null;
  declare limits: Limits | null;
  declare sampleFiles: readonly File[] | null;

  /** @internal */
  readonly session = new Session(
    () => this.#wish(),
    (before) => this.#changed(before),
  );
  #table: Table = english;
  #viewport = new Viewport(this);
  #log = new Log(this);
  #consent = new panels.Consent(this);
  #status = new StatusLine(this);
  #composer = new Composer(this, () => this.#sent());
  #later: Later | null = null;
  #loading: Promise<void> | null = null;
  #failure: string | null = null;
  #countdown: ReturnType<typeof setInterval> | undefined;
  /** Set when the interview was given by the page, so that the element opens none of its own. */
  #given = false;
  #focused = false;
  /** The phase the screen was last drawn for, to move the focus when what had it went away. */
  #drawn: View["phase"] | null = null;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, "lang"];
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

  get laterWords(): Table["later"] {
    return this.#table.later;
  }

  get later(): Later | null {
    return this.#later;
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
      answer?.scrollIntoView({ block: "center" });
      answer?.focus({ preventScroll: true });
    });
  }

  /** @internal */
  act(run: (interview: Interview) => void | Promise<void>): boolean {
    const { interview } = this.session;
    if (!interview) return false;
    this.#failure = null;
    this.#viewport.engaged = true;
    try {
      const pending = run(interview);
      if (pending) pending.catch((error: unknown) => this.#failed(error));
      this.session.refresh();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** @internal */
  loadLater(): Promise<void> {
    this.#loading ??= import("./later/index.js").then(
      ({ Later }) => {
        if (this.shadowRoot) this.#later = new Later(kit, this, this.shadowRoot);
        this.requestUpdate();
        // What is exported at the end needs no network then; a failure here is met again, and said, by whoever exports.
        kit.whole().catch(() => undefined);
      },
      (error: unknown) => {
        this.#loading = null;
        // Tried again with the next change; until then only an interview that is over has nothing to show.
        if (this.session.view?.closed) this.#failed(error);
      },
    );
    return this.#loading;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Noted before the drawing: what goes away takes the focus with it.
    this.#focused = this.shadowRoot?.activeElement != null;
    const reopens = ["guide", "subject", "material", "guidelines", "template", "limits", "proxy", "dialect", "model", "replyMode", "storage"] as const;
    if (this.hasUpdated && !this.#given && reopens.some((name) => changed.has(name))) this.#openSoon();
  }

  protected override render(): TemplateResult {
    // A named section: the head and foot in it are no landmarks of the page around it.
    const name = this.session.view?.guideTitle || this.words.log;
    return html`<section class="frame" part="frame" aria-label=${name} lang=${this.#table.lang} dir=${directionOf(this.#table.lang)}>${this.#screen()}</section>`;
  }

  #screen(): TemplateResult {
    const { stage, view } = this.session;
    if (stage === "failed") return panels.failed(this);
    if (stage === "crashed") return panels.crashed(this);
    if (!view) return panels.skeleton(this);
    const over = view.phase === "review" || view.phase === "finished";
    return html`${head(this, view)}
      ${this.#consent.render(view)}
      ${over ? (this.#later?.results(view) ?? panels.skeleton(this)) : nothing}
      ${view.welcome && view.phase !== "consent" && view.exchanges === 0 && !over && view.phase !== "proposal" ? html`<p class="welcome" dir="auto" lang=${view.locale}>${view.welcome}</p>` : nothing}
      ${this.#log.render(view)} ${current(this, view)}
      ${this.#later?.proposal(view)} ${this.#later?.form(view)} ${this.#later?.problem(view)} ${panels.paused(this, view)}
      <p class="failure" role="alert" ?hidden=${!this.#failure}>${this.#failure}</p>
      ${this.#composer.render(view)} ${this.#later?.banner(view)} ${this.#status.render(view)}
      <div class="end"></div>
      ${view.phase === "finished" ? html`<slot name="finished"></slot>` : nothing}`;
  }

  protected override updated(): void {
    const { view } = this.session;
    this.#viewport.watch(this.find(".end"), [this.find("header"), this.find(".dock")]);
    if (!view) return;
    if (view.phase !== "proposal") this.#viewport.follow(`${view.exchanges} ${view.question?.number ?? ""} ${view.live?.length ?? ""} ${view.saving.state} ${this.#later?.parts ?? 0}`);
    if (this.#drawn !== view.phase) this.#moveFocus(view, this.#drawn);
    this.#drawn = view.phase;
  }

  /** Opens in a task of its own, so that properties set right after the element was made count. */
  #openSoon(): void {
    setTimeout(() => {
      if (!this.isConnected || this.#given) return;
      if (this.session.view && this.session.owned) void this.session.open();
      else void this.session.reopen();
    });
  }

  #wish(): Wish | null {
    if (!this.guide) return null;
    const { proxy, replyMode } = this;
    // What the page wrote is passed on as it is: the engine says what is wrong with it.
    const model = isThere(proxy) ? { proxy, name: this.model ?? "", dialect: this.dialect ?? "anthropic", ...(isThere(replyMode) && { replyMode }) } : null;
    const entries = {
      guide: this.guide,
      subject: this.subject,
      material: this.material,
      guidelines: this.guidelines,
      template: this.template,
      limits: this.limits,
      locale: this.#locale(),
      storage: this.storage,
      model,
    };
    return Object.fromEntries(Object.entries(entries).filter(([, value]) => isThere(value))) as unknown as InterviewOptions;
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
    if (stage === "failed" || stage === "crashed") this.#tell(this.session.error);
    if (!view || !interview) return;
    if (!before) {
      void this.updateComplete.then(() => {
        this.#composer.restore();
        if (view.exchanges > 0 && !READ_FROM_THE_TOP.includes(view.phase)) this.#viewport.open();
      });
      emit(this, "colloquy-ready", { session: view.session, resumed: this.session.resumed });
    }
    this.#status.watch(view);
    emitChanges(this, interview, before, view, exchanges);
    if (view.phase === "retrying") this.#countdown ??= setInterval(() => this.requestUpdate(), 1000);
    else {
      clearInterval(this.#countdown);
      this.#countdown = undefined;
    }
    // Fetched while there is time, so that the end of the interview needs no network; stages, skills and a recommendation are drawn by it. A
    // model that cannot be reached has to be spoken of when nothing can be fetched any more: with its first call it is fetched at once.
    if (view.stages.length > 0 || view.parts || view.form || ((view.skills || view.onboarding) && view.phase !== "consent") || (view.interviewer !== "scripted" && view.phase !== "consent")) void this.loadLater();
    else if (view.phase !== "consent" && view.phase !== "asking" && view.phase !== "answering") void this.loadLater();
    else if (view.saving.reason || view.saving.state === "read_only") void this.loadLater();
    else if (view.question) whenIdle(() => void this.loadLater());
  }

  #sent(): void {
    this.#viewport.engaged = true;
    void this.updateComplete.then(() => this.#viewport.follow("sent", true));
  }

  /** Gives the focus to what the new phase is about, when it was in the element: the button that was pressed may be gone. */
  #moveFocus(view: View, before: View["phase"] | null): void {
    if (!before || !this.#focused) return;
    const target = Composer.shown(view) ? null : this.find<HTMLElement>("[data-focus]");
    if (target) target.focus();
    else if (Composer.shown(view) && (before === "paused" || before === "consent" || !this.shadowRoot?.activeElement)) this.#composer.focus();
  }

  #failed(error: unknown): void {
    if (codeOf(error) === "engine_crashed") {
      this.session.crashed(error);
      return;
    }
    this.#failure = error instanceof Error ? error.message : String(error);
    this.requestUpdate();
    this.#tell(error);
  }

  #tell(error: unknown): void {
    emit(this, "colloquy-error", { code: codeOf(error), message: error instanceof Error ? error.message : String(error) });
  }
}

/** Attributes are null without a value, properties that nobody set are undefined. */
function isThere<Type>(value: Type): value is NonNullable<Type> {
  return value !== null && value !== undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unexpected";
}

/** Runs when the page has nothing better to do; Safari has no idle callback. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 5000 });
  else setTimeout(run, 1500);
}
