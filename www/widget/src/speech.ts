import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { importAgain } from "../../../pkg/src/import-again.js";
import { icons } from "./icons.js";
import { shared } from "./shared.js";
import type { LazyVoice, Ui, Vocal, VoiceUse } from "./types.js";
import type { Recognizer } from "./voice/recognition.js";

/** Where browsers have what recognises speech. */
interface Recognizing {
  readonly SpeechRecognition?: Recognizer;
  readonly webkitSpeechRecognition?: Recognizer;
}
const recognizerOf = ({ SpeechRecognition, webkitSpeechRecognition }: Recognizing): Recognizer | undefined =>
  SpeechRecognition ?? webkitSpeechRecognition;

/** A press on a button beside the answer box must not take the focus from it: on a phone the keyboard would close and open again. */
export const keepFocus = (event: Event): void => event.preventDefault();

/** Speaking in place of typing, and listening in place of reading: the two buttons. What they do is loaded when one is first pressed. */
export class Speech implements ReactiveController, Vocal {
  #voice: LazyVoice | null = null;
  /** The button whose press could not load that; empty where none did. */
  #failed: VoiceUse | "" = "";

  constructor(private readonly host: Ui & ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostUpdated(): void {
    this.#voice?.check();
  }

  hostDisconnected(): void {
    this.stop();
  }

  stop(): boolean {
    return this.#voice?.stop() ?? false;
  }

  /** The button that listens, and what it shows; only where the browser can, and the page wants it. */
  dictation(): { button: unknown; panel: unknown } {
    const { voice, words } = this.host;
    const recognizer = recognizerOf(window as Window & Recognizing);
    if (!recognizer || (voice !== "on" && !(voice === "device" && recognizer.available))) return { button: nothing, panel: nothing };
    const button = html`<button
      type="button" class="quiet mic" aria-label=${words.dictate} title=${words.dictate} aria-pressed="${this.#voice?.listening ?? false}"
      @pointerdown=${keepFocus} @click=${() => this.#with("dictation", (part) => part.dictate(recognizer))}
    >${icons.mic}</button>`;
    return { button, panel: this.#panel("dictation") };
  }

  /** The button that reads the question, and what it shows. */
  reading(): TemplateResult | typeof nothing {
    const { voice, words } = this.host;
    if (!window.speechSynthesis || (voice !== "on" && voice !== "device")) return nothing;
    return html`<p class="answer-row"><button
      type="button" class="quiet small aloud" aria-pressed="${this.#voice?.reading ?? false}"
      @click=${() => this.#with("reading", (part) => part.read())}
    >${icons.speaker}${words.readAloud}</button></p>${this.#panel("reading")}`;
  }

  #panel(of: VoiceUse): TemplateResult {
    const line = this.#failed === of ? this.host.words.partTitle : this.#voice?.line(of);
    return html`<div class="voice"><p role="status">${line}</p>${this.#voice?.panel(of)}</div>`;
  }

  #with(button: VoiceUse, run: (voice: LazyVoice) => void): void {
    this.#load().then(
      (voice) => {
        this.#failed = "";
        run(voice);
      },
      () => {
        this.#failed = button;
        this.host.requestUpdate();
      },
    );
  }

  async #load(): Promise<LazyVoice> {
    const { Voice } = await importAgain(() => import("./voice/index.js"));
    const voice = (this.#voice ??= new Voice(shared, this.host, this.host.shadowRoot as ShadowRoot));
    await voice.speak();
    return voice;
  }
}
