// Keeps a key, and what names the account, out of what a provider sends back.
import { joined } from "./bytes.js";

/** The fewest characters of a key that is looked for. A shorter one, such as the `ollama` of local servers, is a word. */
const SHORTEST = 16;

/** The fewest characters of a half that is looked for in answers: a provider's keys begin alike for a dozen or so. */
const HALF = 20;

/** As many characters of a key in a row give it away in an error message. */
const PIECE = 6;

/** What stands for letters that are left out: a star, three dots, an ellipsis, and a bullet, the last two as bytes of UTF-8. */
const LEFT_OUT = /\*|\.\.\.|\u00e2\u0080\u00a6|\u00e2\u0080\u00a2/;

/** A word, as the marks for what is left out and letters of most languages are bytes beyond ASCII. */
const WORDS = /[\w.*\-\u0080-\u00ff]+/g;

const STAR = 42;

/** Looks for one key. Errors are looked through as texts with one character for each byte. */
export class Mask {
  readonly #key: string;
  /** What is starred out of answers: the halves of a long key, else the key itself. All are equally long. */
  readonly #parts: Uint8Array[];

  private constructor(key: string) {
    this.#key = key;
    const half = Math.floor(key.length / 2);
    const parts = half >= HALF ? [key.slice(0, half), key.slice(-half)] : [key];
    this.#parts = parts.map((part) => new TextEncoder().encode(part));
  }

  /** Looks for this key; `undefined` when it is too short to be distinguished from a word. */
  static of(key: string | undefined): Mask | undefined {
    return key !== undefined && key.length >= SHORTEST ? new Mask(key) : undefined;
  }

  /** Stars out every word that shows a part of the key: all of it, a piece, or what providers make of it, such as `sk-ab***yz`. */
  clean(text: string): string {
    return text.replace(WORDS, (word) => (this.#shows(word) ? "*".repeat(word.length) : word));
  }

  #shows(word: string): boolean {
    if (word.length < PIECE) return false;
    const key = this.#key;
    // A sentence may end behind it. Counted by hand: an expression would try again from each of many full stops.
    let end = word.length;
    while (word[end - 1] === ".") end -= 1;
    const ends = word.startsWith(key.slice(0, 3)) || word.slice(0, end).endsWith(key.slice(-3));
    if (ends && LEFT_OUT.test(word)) return true;
    for (let at = 0; at + PIECE <= key.length; at += 1) if (word.includes(key.slice(at, at + PIECE))) return true;
    return false;
  }

  /** Where the first part begins, -1 where there is none. */
  find(bytes: Uint8Array): number {
    return this.#first(bytes, 0, bytes.length - this.length);
  }

  /** How many bytes at the end are the beginning of a part. */
  begun(bytes: Uint8Array): number {
    const at = this.#first(bytes, Math.max(0, bytes.length - this.length + 1), bytes.length - 1);
    return at < 0 ? 0 : bytes.length - at;
  }

  /** The first place, of those from `from` to `to`, from which on all is that of a part, -1 where there is none. */
  #first(bytes: Uint8Array, from: number, to: number): number {
    let first = -1;
    for (const part of this.#parts) {
      let at = bytes.indexOf(part[0] ?? 0, from);
      while (at >= 0 && at <= to && !begins(bytes, at, part)) at = bytes.indexOf(part[0] ?? 0, at + 1);
      if (at >= 0 && at <= to && (first < 0 || at < first)) first = at;
    }
    return first;
  }

  /** The length of each part. */
  get length(): number {
    return this.#parts[0]?.length ?? 0;
  }
}

/** Whether the bytes from there are those of a part, as far as there are any. */
function begins(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  const length = Math.min(part.length, bytes.length - at);
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
}

/**
 * Stars the key, or either half of a long one, out of one stream, also where it is cut between two pieces. Bytes are held back only while
 * they could be the beginning of either, and their number stays the same.
 */
export class MaskedStream {
  readonly #mask: Mask | undefined;
  #held = new Uint8Array();
  /** Whether any of it was there. */
  found = false;

  constructor(mask: Mask | undefined) {
    this.#mask = mask;
  }

  /** Passes a piece on; the result may be empty. */
  pass(piece: Uint8Array): Uint8Array {
    const mask = this.#mask;
    if (!mask) return piece;
    if (this.#held.length === 0 && mask.find(piece) < 0 && mask.begun(piece) === 0) return piece;
    const bytes = joined([this.#held, piece], this.#held.length + piece.length);
    for (let at = mask.find(bytes); at >= 0; at = mask.find(bytes)) {
      bytes.fill(STAR, at, at + mask.length);
      this.found = true;
    }
    const passed = bytes.length - mask.begun(bytes);
    this.#held = bytes.slice(passed);
    return bytes.subarray(0, passed);
  }

  /** Returns what was held back, when the stream is over. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array();
    return held;
  }
}

/** Stars out what names the account: ids of organizations and projects, as providers write them into errors. Shorter ones are words. */
export function hideAccount(text: string): string {
  return text.replace(
    /(?<![A-Za-z0-9])((?:org|proj)[-_])([A-Za-z0-9]{8,})/g,
    (_, name: string, id: string) => name + "*".repeat(id.length),
  );
}

/**
 * Stars out how much the account may ask and has asked, as providers write it into the words of a 429: numbers of four digits and more, with
 * or without commas. Times (`1200ms`), parts of names and numbers of JSON itself stay.
 */
export function hideFigures(text: string): string {
  const hide = (words: string, numbers: RegExp) =>
    words.replace(numbers, (found: string, at: number) => {
      const inside = (character: string) => /[\w-]/.test(character);
      const alone = !inside(words.charAt(at - 1)) && !inside(words.charAt(at + found.length));
      return /^\d/.test(found) && alone && found.replace(/\D/g, "").length >= 4 ? "*".repeat(found.length) : found;
    });
  if (!/^[ \t\n\f\r]*[{[]/.test(text)) return hide(text, /\d(?:[\d,._]*\d)?/g);
  // The last string of a text that was cut short has no end. An escape is passed over whole.
  return text.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, (words) => hide(words, /\\[^]|\d(?:[\d,._]*\d)?/g));
}
