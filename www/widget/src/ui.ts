import type { Interview, View } from "colloquy";
import type { Later } from "./later/index.js";
import type { Session } from "./session.js";
import { fill, type LaterStrings, type Strings } from "./strings/index.js";

/** A part of an answer, in UTF-16 units; nothing of it where `end` is 0. */
export interface Place {
  readonly question: number;
  readonly start: number;
  readonly end: number;
}

/** What the parts of the element's screen need of the element. */
export interface Ui {
  readonly session: Session;
  /** The words in the reader's language. */
  readonly words: Strings;
  /** Those of the parts that are loaded later, where the reader's language is not English. */
  readonly laterWords: LaterStrings | null;
  /** Language of those words, for numbers and durations. */
  readonly wordsLang: string;
  /** Calls a method of the interview; what it refuses is told to the page and the respondent. True when it was carried out. */
  act(run: (interview: Interview) => void | Promise<void>): boolean;
  /** The parts that are loaded later; null until they are there. */
  readonly later: Later | null;
  /** What can be handed in where a file is asked for and none is at hand. */
  readonly sampleFiles: readonly File[] | null;
  /** Loads those parts, unless they are there. */
  loadLater(): Promise<void>;
  /** Shows a place in an answer, marks it, and puts the reader there. */
  show(place: Place): void;
  /** Draws the screen again. */
  requestUpdate(): void;
  /** Settles when that is drawn: before the next key, so that nothing a quick person types is lost or lands elsewhere. */
  readonly updateComplete: Promise<boolean>;
  /** Gives the focus to what a selector finds when the screen is drawn again. */
  focusOn(selector: string): void;
  /** Finds an element of the screen. */
  find<Type extends Element>(selector: string): Type | null;
}

/** Fills the slots of one of the element's words; numbers are written as the reader's language does. */
export function say(ui: Ui, words: string, values: Record<string, string | number>): string {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) shown[name] = typeof value === "number" ? count(ui, value) : value;
  return fill(words, shown);
}

/** Writes a whole number as the reader's language does. */
export function count(ui: Ui, value: number): string {
  // The first format of a page takes the browser longer than the rest of the first question's drawing.
  if (value < 1000 && /^(de|en)\b/.test(ui.wordsLang)) return String(value);
  if (numbers?.lang !== ui.wordsLang) numbers = { lang: ui.wordsLang, format: new Intl.NumberFormat(ui.wordsLang) };
  return numbers.format.format(value);
}

/** The last language's way with numbers: making one costs more than the whole drawing, and text streams in 20 times a second. */
let numbers: { lang: string; format: Intl.NumberFormat } | undefined;

/** Gives a box the height its text needs; the style sheet bounds it. */
export function grow(box: HTMLTextAreaElement): void {
  box.style.height = "auto";
  // Without its borders, which the height includes.
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

/** True while this tab may only read. */
export const readOnly = (view: View): boolean => view.saving.state === "read_only";
