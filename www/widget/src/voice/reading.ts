import type { TemplateResult } from "lit";
import type { Shared, Ui } from "../types.js";
import { regional, voiceFor } from "./tags.js";
import type { VoiceWords } from "./words/index.js";

/** Most time that a browser takes to name its voices, in milliseconds. */
const VOICES_MS = 2000;

/** The open question, spoken by the browser when the respondent asks for it. */
export class Reading {
  line: keyof VoiceWords | "" = "";
  #state: "idle" | "checking" | "asking" | "speaking" = "idle";
  /** True once the respondent agreed that a service is sent the questions; until the page is loaded again. */
  #agreed = false;
  /** The voice that waits for that. */
  #voice: SpeechSynthesisVoice | null = null;
  #question = 0;
  /** What is being said. Chromium forgets to report the end of what nothing refers to. */
  #utterances: SpeechSynthesisUtterance[] = [];
  #over = new AbortController();

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
    private readonly words: () => VoiceWords,
    private readonly begun: () => void,
  ) {}

  get active(): boolean {
    return this.#state !== "idle";
  }

  get speaking(): boolean {
    return this.#state === "speaking";
  }

  toggle(): void {
    if (this.active) this.stop();
    else void this.#begin();
  }

  stop(): void {
    if (!this.active) return;
    this.#over.abort();
    if (this.speaking) speechSynthesis.cancel();
    this.#set("idle");
  }

  /** Stops when the question that is read is over, or its button is away. */
  check(): void {
    const gone = this.ui.session.view?.question?.number !== this.#question || !this.ui.find(".aloud");
    if (!gone || !(this.active || this.line)) return;
    this.stop();
    this.#set("idle");
  }

  panel(): TemplateResult | null {
    if (this.#state !== "asking") return null;
    const { html } = this.shared;
    const { readOut, notNow } = this.words();
    const choose = (run: () => void) => () => {
      this.ui.focusOn(".aloud");
      run();
    };
    const agree = (): void => {
      this.#agreed = true;
      if (this.#voice) this.#speak(this.#voice);
    };
    return html`<p class="row">
      <button type="button" class="primary small" @click=${choose(agree)}>${readOut}</button>
      <button type="button" class="quiet small" @click=${choose(() => this.stop())}>${notNow}</button>
    </p>`;
  }

  async #begin(): Promise<void> {
    const { view } = this.ui.session;
    if (!view?.question) return;
    this.begun();
    this.#question = view.question.number;
    this.#over = new AbortController();
    const { signal } = this.#over;
    this.#set("checking");
    const voices = await voicesOf(signal);
    if (signal.aborted) return;
    const voice = voiceFor(voices, regional(view.language, navigator.languages));
    this.#voice = voice;
    if (!voice || (!voice.localService && this.ui.voice !== "on")) this.#set("idle", "noVoice");
    else if (voice.localService || this.#agreed) this.#speak(voice);
    else this.#set("asking", "askVoice");
  }

  #speak(voice: SpeechSynthesisVoice): void {
    const { signal } = this.#over;
    const { view } = this.ui.session;
    this.#utterances = sentences(view?.question?.text ?? "", voice.lang).map((text) => {
      const utterance = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang });
      utterance.addEventListener(
        "error",
        ({ error }) => {
          this.stop();
          this.line = error === "interrupted" || error === "canceled" ? "" : "readFailed";
        },
        { signal },
      );
      return utterance;
    });
    this.#utterances.at(-1)?.addEventListener("end", () => this.#set("idle"), { signal });
    // While somebody listens to a voice of this device nothing is announced, which would speak into it.
    this.#set("speaking", voice.localService ? "" : "voiceElsewhere");
    speechSynthesis.cancel();
    for (const utterance of this.#utterances) speechSynthesis.speak(utterance);
  }

  #set(state: "idle" | "checking" | "asking" | "speaking", line: keyof VoiceWords | "" = ""): void {
    this.#state = state;
    this.line = line;
    this.ui.requestUpdate();
  }
}

/** Cuts a text into sentences: some services stop in the middle of what is long. */
function sentences(text: string, lang: string): string[] {
  if (!("Segmenter" in Intl)) return [text];
  const parts = new Intl.Segmenter(lang.replace("_", "-"), { granularity: "sentence" }).segment(text);
  return [...parts].map(({ segment }) => segment.trim()).filter(Boolean);
}

/** Returns the browser's voices, which some have only a moment after they are first asked for. */
async function voicesOf(signal: AbortSignal): Promise<SpeechSynthesisVoice[]> {
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise<void>((resolve) => {
      speechSynthesis.addEventListener?.("voiceschanged", () => resolve(), { once: true, signal });
      setTimeout(resolve, VOICES_MS);
    });
  }
  return speechSynthesis.getVoices();
}
