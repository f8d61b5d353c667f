import type { TemplateResult } from "lit";
import type { Shared, Ui } from "../types.js";
import type { Recognised, Recognition, RecognitionFault, Recognizer } from "./recognition.js";
import { regional, spaced } from "./tags.js";
import type { VoiceWords } from "./words/index.js";

/** What goes on; between `idle` and `listening` the respondent may be asked. */
type State = "idle" | "checking" | "askRemote" | "askDownload" | "downloading" | "starting" | "listening" | "stopping";

/** Where speech is turned into text. */
type Place = "device" | "remote";

/** The words for what browsers report; anything else did not work either. */
const FAULTS: Record<string, keyof VoiceWords> = {
  "not-allowed": "notAllowed",
  "service-not-allowed": "notAllowed",
  "no-speech": "noSpeech",
  network: "network",
  "language-not-supported": "noLanguage",
  "audio-capture": "noMicrophone",
};

/** On Android a continuous listening reports the same words again and again. */
const ONE_PHRASE = /Android/.test(navigator.userAgent);

/** Speech that becomes text at the caret of the answer box, for the respondent to correct. Nothing is sent by it. */
export class Dictation {
  line: keyof VoiceWords | "" = "";
  #state: State = "idle";
  #place: Place = "remote";
  /** True once the respondent agreed that a service hears them; until the page is loaded again. */
  #agreed = false;
  /** The words spoken last, before the browser is sure of them. */
  #interim = "";
  /** How many questions were over when it began: what is dictated belongs to one. */
  #exchanges = 0;
  #recognizer: Recognizer | null = null;
  #recognition: Recognition | null = null;
  /** Detaches from what goes on: what it reports later is about nothing. */
  #over = new AbortController();

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
    private readonly words: () => VoiceWords,
    /** Called with each beginning, before the microphone is on. */
    private readonly begun: () => void,
  ) {}

  get active(): boolean {
    return this.#state !== "idle";
  }

  get listening(): boolean {
    return this.#state === "starting" || this.#state === "listening";
  }

  /** Begins, or ends what goes on. */
  toggle(recognizer: Recognizer): void {
    if (this.listening) this.finish();
    else if (this.active) this.stop();
    else void this.#begin(recognizer);
  }

  /** Ends it when what was spoken is recognised. */
  finish(): void {
    if (!this.listening) return void this.stop();
    this.#set("stopping");
    this.#recognition?.stop();
  }

  /** Ends it at once. True when words came into the box by that which were not there yet. */
  stop(): boolean {
    if (!this.active) return false;
    const heard = this.#recognition !== null;
    this.#detach();
    const added = this.#keep();
    this.#set("idle", added ? "added" : heard ? "stopped" : "");
    return added;
  }

  /** Stops where the box is away, or is for another question. */
  check(): void {
    const { view } = this.ui.session;
    const box = this.#box();
    if (view?.exchanges !== this.#exchanges) {
      // What was dictated to a question that is over is no answer to the next.
      this.#interim = "";
      this.stop();
      if (this.line) this.#set("idle");
    } else if (this.active && (!box || box.closest("[hidden]") || !this.ui.find(".mic"))) this.stop();
  }

  panel(): TemplateResult | null {
    const { html, nothing } = this.shared;
    const words = this.words();
    if (this.#state === "askRemote") return this.#ways([words.begin, () => this.#agree()]);
    if (this.#state === "askDownload") {
      const elsewhere = this.ui.voice === "on" ? ([words.elsewhere, () => this.#remote()] as const) : null;
      return this.#ways([words.download, () => void this.#download()], elsewhere);
    }
    if (!this.listening && this.#state !== "stopping") return null;
    return html`${this.#interim ? html`<p class="interim" dir="auto" lang=${this.ui.session.view?.locale ?? nothing}>${this.#interim}</p>` : nothing}
      <p class="hint">${this.#place === "device" ? words.heardHere : words.heardElsewhere} ${words.correct}</p>`;
  }

  #ways(...ways: (readonly [string, () => void] | null)[]): TemplateResult {
    const { html } = this.shared;
    const choose = (run: () => void) => (event: Event) => {
      // The button goes away with the choice.
      if ((event.target as HTMLElement).matches(":focus")) this.ui.focusOn(".mic");
      run();
    };
    const button = (word: string, look: string, run: () => void) =>
      html`<button type="button" class="${look} small" @pointerdown=${(event: Event) => event.preventDefault()} @click=${choose(run)}>${word}</button>`;
    return html`<p class="row">
      ${ways.map((way, at) => way && button(way[0], at ? "secondary" : "primary", way[1]))}${button(this.words().notNow, "quiet", () => this.stop())}
    </p>`;
  }

  async #begin(recognizer: Recognizer): Promise<void> {
    this.begun();
    this.#recognizer = recognizer;
    this.#exchanges = this.ui.session.view?.exchanges ?? 0;
    this.#over = new AbortController();
    const { signal } = this.#over;
    if (!mayListen()) return this.#set("idle", "notHere");
    this.#set("checking");
    let state: string | undefined;
    try {
      state = await recognizer.available?.(this.#wanted());
    } catch {
      // Not for this language, or not in this frame.
    }
    if (signal.aborted) return;
    if (state === "available") this.#listen("device");
    else if ((state === "downloadable" || state === "downloading") && recognizer.install) this.#set("askDownload", "askDownload");
    else if (this.ui.voice === "on") this.#remote();
    else this.#set("idle", "onlyHere");
  }

  #remote(): void {
    if (this.#agreed) this.#listen("remote");
    else this.#set("askRemote", "askRemote");
  }

  #agree(): void {
    this.#agreed = true;
    this.#listen("remote");
  }

  async #download(): Promise<void> {
    const { signal } = this.#over;
    this.#set("downloading", "downloading");
    const done = await this.#recognizer?.install?.(this.#wanted()).catch(() => false);
    // The microphone is not switched on a while after the press: it takes another one.
    if (!signal.aborted) this.#set("idle", done ? "downloaded" : "downloadFailed");
  }

  #wanted(): { langs: string[]; processLocally: true } {
    return { langs: [this.#lang()], processLocally: true };
  }

  #lang(): string {
    return regional(this.ui.session.view?.language ?? "en", navigator.languages);
  }

  #listen(place: Place): void {
    if (!this.#recognizer) return;
    const { signal } = this.#over;
    this.#place = place;
    this.#interim = "";
    const recognition = new this.#recognizer();
    this.#recognition = recognition;
    recognition.lang = this.#lang();
    recognition.continuous = !ONE_PHRASE;
    recognition.interimResults = true;
    if (place === "device") recognition.processLocally = true;
    /** Results that are in the box. */
    const taken = new Set<number>();
    let fault: keyof VoiceWords | "" = "";
    const ended = (): void => {
      const added = this.#keep();
      this.#detach();
      // Silence after something was recognised is no fault.
      const shown = fault === "noSpeech" && (added || taken.size > 0) ? "" : fault;
      this.#set("idle", shown || "stopped");
    };
    recognition.addEventListener("start", () => this.#state === "starting" && this.#set("listening", "listening"), { signal });
    recognition.addEventListener("result", (event) => this.#take((event as Recognised).results, taken), { signal });
    recognition.addEventListener(
      "error",
      (event) => {
        const { error } = event as RecognitionFault;
        if (error !== "aborted") fault = FAULTS[error] ?? "failed";
      },
      { signal },
    );
    recognition.addEventListener("end", ended, { signal });
    this.#set("starting", "starting");
    try {
      recognition.start();
    } catch {
      fault = "failed";
      ended();
    }
  }

  /** Puts into the box what the browser is sure of, and shows the rest. */
  #take(results: SpeechRecognitionResultList, taken: Set<number>): void {
    this.#interim = "";
    for (const [at, result] of [...results].entries()) {
      const words = result[0]?.transcript ?? "";
      if (!result.isFinal) this.#interim += words;
      else if (!taken.has(at)) {
        taken.add(at);
        this.#insert(words);
      }
    }
    this.ui.requestUpdate();
    if ((this.#box()?.value.length ?? 0) <= (this.ui.session.view?.answerChars ?? 0)) return;
    this.stop();
    this.#set("idle", "full");
  }

  /** Puts what is only shown into the box. True when there was something. */
  #keep(): boolean {
    const words = this.#interim;
    this.#interim = "";
    return this.#insert(words);
  }

  /** Inserts words at the caret, as typing does, except that nothing that is selected goes. */
  #insert(words: string): boolean {
    const box = this.#box();
    if (!box || !words.trim()) return false;
    const { value, selectionEnd: at } = box;
    const text = spaced(value.slice(0, at), words, value.slice(at), this.ui.session.view?.locale ?? "en");
    box.setRangeText(text, at, at, "end");
    box.dispatchEvent(new InputEvent("input", { inputType: "insertText", data: text, bubbles: true, composed: true }));
    return true;
  }

  #detach(): void {
    this.#over.abort();
    this.#recognition?.abort();
    this.#recognition = null;
  }

  #set(state: State, line: keyof VoiceWords | "" = ""): void {
    this.#state = state;
    this.line = line;
    this.ui.requestUpdate();
  }

  #box(): HTMLTextAreaElement | null {
    return this.ui.find<HTMLTextAreaElement>(".composer textarea");
  }
}

/** False where the page, or the one around it, forbids the microphone; browsers that cannot say so report it when it is used. */
function mayListen(): boolean {
  const { permissionsPolicy, featurePolicy } = document as unknown as Record<string, { allowsFeature?(name: string): boolean } | undefined>;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature?.("microphone") !== false;
}
