import type { TemplateResult } from "lit";
import type { LazyVoice, Shared, Ui, VoiceUse } from "../types.js";
import { Dictation } from "./dictation.js";
import { Reading } from "./reading.js";
import type { Recognizer } from "./recognition.js";
import { en, others, type VoiceWords } from "./words/index.js";
import voiceCss from "./voice.css?inline";

/** The one of this page's elements that listens or reads: none reads to another that listens. */
let active: Voice | null = null;

/** Dictation of answers, and reading of questions; one at a time. */
export class Voice implements LazyVoice {
  #words: VoiceWords = en;
  #lang = "en";
  readonly #dictation: Dictation;
  readonly #reading: Reading;
  #leaving: AbortController | null = null;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
    root: ShadowRoot,
  ) {
    shared.adopt(root, voiceCss);
    const begun = (): void => this.#begun();
    this.#dictation = new Dictation(shared, ui, () => this.#words, begun);
    this.#reading = new Reading(shared, ui, () => this.#words, begun);
  }

  get listening(): boolean {
    return this.#dictation.listening;
  }

  get reading(): boolean {
    return this.#reading.speaking;
  }

  async speak(): Promise<void> {
    const { wordsLang } = this.ui;
    if (wordsLang === this.#lang) return;
    this.#lang = wordsLang;
    const words = await this.shared.wordsIn(wordsLang, en, others);
    if (wordsLang === this.#lang) this.#words = words;
  }

  dictate(recognizer: Recognizer): void {
    this.#dictation.toggle(recognizer);
  }

  read(): void {
    this.#reading.toggle();
  }

  stop(): boolean {
    this.#reading.stop();
    return this.#dictation.stop();
  }

  check(): void {
    this.#dictation.check();
    this.#reading.check();
    if (this.#dictation.active || this.#reading.active) return;
    this.#leaving?.abort();
    this.#leaving = null;
  }

  line(of: VoiceUse): string {
    const { line } = of === "dictation" ? this.#dictation : this.#reading;
    return line && this.#words[line];
  }

  panel(of: VoiceUse): TemplateResult | null {
    return of === "dictation" ? this.#dictation.panel() : this.#reading.panel();
  }

  #begun(): void {
    active?.stop();
    active = this;
    this.#leaving?.abort();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    // Before the page and its dialogs take the key.
    document.addEventListener("keydown", this.#key, { signal, capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.stop(), { signal });
    addEventListener("pagehide", () => this.stop(), { signal });
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.isComposing || !(this.#dictation.active || this.#reading.active)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#reading.stop();
    this.#dictation.finish();
  };
}
