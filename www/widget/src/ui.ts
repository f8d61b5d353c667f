import type { View } from "colloquy";
import { fill } from "./strings/index.js";
import type { Plural } from "./strings/words.js";
import type { Others, Ui } from "./types.js";

export type { Place, Ui } from "./types.js";

/**
 * Fills the slots of one of the element's words; numbers are written as the reader's language does. Of a word with a count in it, the
 * form is taken that the language has for `n`.
 */
export function say(ui: Ui, words: string | Plural, values: Record<string, string | number>): string {
  const text = typeof words === "string" ? words : (words[categoryOf(ui.wordsLang, Number(values["n"]))] ?? words.other);
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) shown[name] = typeof value === "number" ? count(ui, value) : value;
  return fill(text, shown);
}

/** Returns the sentence on whose questions these are and where answers are sent, for a model that leads. */
export function aboutModel(ui: Ui, name: string): string {
  const { modelElsewhere, modelMore, modelOnDevice } = ui.words;
  const place = ui.session.interview?.modelPlace;
  return say(ui, place === "device" ? modelOnDevice : place === "elsewhere" ? modelElsewhere : modelMore, { name });
}

/** Writes a whole number as the reader's language does. */
export function count(ui: Ui, value: number): string {
  // The first format of a page takes the browser longer than the rest of the first question's drawing.
  if (value < 1000 && /^(de|en)\b/.test(ui.wordsLang)) return String(value);
  if (numbers?.lang !== ui.wordsLang) numbers = { lang: ui.wordsLang, format: new Intl.NumberFormat(ui.wordsLang) };
  return numbers.format.format(value);
}

/** Returns the words nearest to a language of the element; one that cannot be loaded gives English. */
export async function wordsIn<Words>(lang: string, english: Words, others: Others<Words>): Promise<Words> {
  try {
    return (await others[lang]?.()) ?? english;
  } catch {
    // English words are better than none.
    return english;
  }
}

/** The last language's way with numbers: making one costs more than the whole drawing, and text streams in 20 times a second. */
let numbers: { lang: string; format: Intl.NumberFormat } | undefined;

/** Writes a share of a hundred as the reader's language does. */
export const percent = (ui: Ui, value: number): string => new Intl.NumberFormat(ui.wordsLang, { style: "percent" }).format(value / 100);

/** Names the plural category of a count, such as `few`. */
function categoryOf(lang: string, value: number): Intl.LDMLPluralRule {
  if (/^(de|en)\b/.test(lang)) return value === 1 ? "one" : "other";
  if (plurals?.lang !== lang) plurals = { lang, rules: new Intl.PluralRules(lang) };
  return plurals.rules.select(value);
}

/** The last language's way with counts, for the same reason. */
let plurals: { lang: string; rules: Intl.PluralRules } | undefined;

/** Sets the height of a box to what its text needs; the style sheet bounds it. */
export function grow(box: HTMLTextAreaElement): void {
  box.style.height = "auto";
  // Without its borders, which the height includes.
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

/** True while this tab may only read. */
export const readOnly = (view: View): boolean => view.saving.state === "read_only";

/** Puts one more style sheet on the element: as Lit does it where none can be adopted, as in jsdom. */
export function adopt(root: ShadowRoot, css: string): void {
  if (!root.adoptedStyleSheets) return root.append(Object.assign(document.createElement("style"), { textContent: css }));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** The code of what was thrown; `unexpected` where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unexpected";
}

/**
 * True where two values of a property are the same to an interview. A framework hands in `material={{…}}` as another object with each
 * drawing, which is no other material.
 */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // In circles, or too large.
    return false;
  }
}

/**
 * Submits a form of the screen by script: in a sandboxed frame without `allow-forms` the browser does not even fire `submit`. The Enter
 * key comes here too, as a click on the form's button.
 */
export function submits(event: MouseEvent): void {
  const button = (event.target as Element).closest("button");
  if (button?.type !== "submit" || !button.form || event.defaultPrevented) return;
  event.preventDefault();
  button.form.dispatchEvent(new SubmitEvent("submit", { submitter: button, cancelable: true }));
}
