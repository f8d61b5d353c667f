// The room of onboarding interviews: phases with their objectives, the tool that runs, and what was brought together.
import type { View } from "colloquy";
import type { TemplateResult } from "lit";
import { dataWords, english, type DataWords } from "../../data/words.js";
import type { KindOf, KindRoom, MakeRoom, Others, Shared, Ui } from "../../types.js";
import type { Around } from "./around.js";
import { Artifacts } from "./artifacts.js";
import { Phases, phasesDone } from "./phases.js";
import { Running } from "./running.js";
import { en, type OnboardingWords } from "./words.js";
import dataCss from "../../data/data.css?inline";
import onboardingCss from "./onboarding.css?inline";

class Onboarding implements KindRoom<"onboarding">, Around {
  words: OnboardingWords = en;
  data: DataWords = english;
  readonly stopsItself = true;
  readonly findingsAside = true;
  #lang = "en";
  #phases = new Phases(this);
  #running = new Running(this);
  #artifacts = new Artifacts(this);

  constructor(
    readonly shared: Shared,
    readonly ui: Ui,
  ) {}

  progress(view: View, kind: KindOf<"onboarding">): TemplateResult | null {
    void this.#speak();
    return this.#phases.render(view, kind);
  }

  working({ running }: KindOf<"onboarding">): boolean {
    return running !== null;
  }

  task(view: View, kind: KindOf<"onboarding">): TemplateResult | null {
    return this.#running.render(view, kind);
  }

  outcome(view: View, kind: KindOf<"onboarding">): TemplateResult {
    void this.#speak();
    return this.shared.html`${this.#artifacts.render(view, kind)} ${phasesDone(this, view, kind)}`;
  }

  /** Loads the words of the reader's language; until they are there, those of before are shown. */
  async #speak(): Promise<void> {
    const { wordsLang } = this.ui;
    if (wordsLang === this.#lang) return;
    this.#lang = wordsLang;
    const [words, data] = await Promise.all([this.shared.wordsIn(wordsLang, en, others), dataWords(wordsLang)]);
    if (wordsLang !== this.#lang) return;
    this.words = words;
    this.data = data;
    this.ui.requestUpdate();
  }
}

/** The words in other languages than English. */
const others: Others<OnboardingWords> = {
  de: async () => (await import("./words.de.js")).de,
  es: async () => (await import("./words.es.js")).es,
  fr: async () => (await import("./words.fr.js")).fr,
  ar: async () => (await import("./words.ar.js")).ar,
  ja: async () => (await import("./words.ja.js")).ja,
};

export const makeRoom: MakeRoom<"onboarding"> = (shared, ui, root) => {
  shared.adopt(root, dataCss + onboardingCss);
  return new Onboarding(shared, ui);
};
