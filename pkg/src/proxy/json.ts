// A JSON text as a tree, read strictly: the checks read the tree and the provider reads the bytes, so both must see the same. What parsers
// disagree about is refused: a key twice in one object, invalid UTF-8, lone surrogates, anything after the value.

/** One value. Numbers other than whole ones of 0 and more are `NaN`; an object is a map of its fields. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** The fields of an object. */
export type JsonObject = Map<string, Json>;

/** The most values in one text, so that a small body cannot become a large tree. A conversation has some thousands. */
const VALUES = 100_000;

/** How deep lists and objects may be nested. */
const DEPTH = 127;

const ESCAPES: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const SPACE = /[ \t\r\n]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Above what counts are not read as whole numbers: 64 bits have no more. */
const LARGEST = 2 ** 64;

/**
 * Reads a whole text.
 *
 * @throws An `Error` with a sentence on what is wrong.
 */
export function readJson(bytes: Uint8Array): Json {
  let text: string;
  try {
    // A byte order mark stays, and is no JSON.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("invalid UTF-8");
  }
  return new Reader(text).whole();
}

class Reader {
  readonly #text: string;
  #at = 0;
  #left = VALUES;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value(0);
    if (this.#next() !== "") throw this.#fault("trailing characters");
    return value;
  }

  #fault(what: string): Error {
    return new Error(`${what} at character ${this.#at}`);
  }

  /** Matches at the place in hand, and goes on behind it. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Returns the next character that is no space, "" at the end. */
  #next(): string {
    this.#match(SPACE);
    return this.#text.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(depth: number): Json {
    if (this.#left === 0) throw new Error("more than 100,000 values");
    this.#left -= 1;
    const first = this.#next();
    if (first === '"') return this.#string();
    if (first !== "{" && first !== "[") return this.#scalar();
    if (depth === DEPTH) throw this.#fault("recursion limit exceeded");
    this.#at += 1;
    return first === "{" ? this.#object(depth + 1) : this.#list(depth + 1);
  }

  #scalar(): Json {
    const word = this.#match(WORD);
    if (word) return word === "null" ? null : word === "true";
    const number = this.#match(NUMBER);
    if (!number) throw this.#fault(this.#at === this.#text.length ? "the text ends early" : "expected a value");
    const value = Number(number);
    if (!Number.isFinite(value)) throw this.#fault("number out of range");
    return /^\d+$/.test(number) && value < LARGEST ? value : Number.NaN;
  }

  #list(depth: number): Json[] {
    const items: Json[] = [];
    if (this.#take("]")) return items;
    do items.push(this.#value(depth));
    while (this.#take(","));
    if (!this.#take("]")) throw this.#fault("expected `,` or `]`");
    return items;
  }

  #object(depth: number): JsonObject {
    const fields: JsonObject = new Map();
    let twice: string | undefined;
    if (this.#take("}")) return fields;
    do {
      if (this.#next() !== '"') throw this.#fault("expected a key");
      const key = this.#string();
      if (!this.#take(":")) throw this.#fault("expected `:`");
      if (fields.has(key)) twice ??= key;
      fields.set(key, this.#value(depth));
    } while (this.#take(","));
    if (!this.#take("}")) throw this.#fault("expected `,` or `}`");
    if (twice !== undefined) throw this.#fault(`the key ${shown(twice)} stands twice in one object`);
    return fields;
  }

  #string(): string {
    this.#at += 1;
    let text = "";
    for (;;) {
      text += this.#match(PLAIN) ?? "";
      const end = this.#text.charAt(this.#at);
      this.#at += 1;
      if (end === '"') return text;
      if (end !== "\\") throw this.#fault(end === "" ? "a string without its end" : "a control character in a string");
      text += this.#escaped();
    }
  }

  #escaped(): string {
    const letter = this.#text.charAt(this.#at);
    this.#at += 1;
    if (letter !== "u") {
      const plain = ESCAPES[letter];
      if (plain === undefined) throw this.#fault("an escape that JSON has not");
      return plain;
    }
    const unit = this.#hex();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    const pair = unit < 0xdc00 && this.#text.startsWith("\\u", this.#at);
    this.#at += 2;
    const low = pair ? this.#hex() : 0;
    if (low < 0xdc00 || low > 0xdfff) throw this.#fault("a lone surrogate");
    return String.fromCharCode(unit, low);
  }

  #hex(): number {
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[\da-f]{4}$/i.test(digits)) throw this.#fault("an escape that JSON has not");
    this.#at += 4;
    return Number.parseInt(digits, 16);
  }
}

/** The value of a field of an object. */
export function get(value: Json | undefined, key: string): Json | undefined {
  return value instanceof Map ? value.get(key) : undefined;
}

/** The text, when it is one. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The number, when it is a whole one of 0 or more. */
export function countOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && !Number.isNaN(value) ? value : undefined;
}

const MARKS: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

/** A text of a request as an error may show it: quoted, short, and without letters that nobody sees. */
export function shown(text: string): string {
  const short = [...text.slice(0, 240)].slice(0, 60).join("");
  const visible = short.replace(/["\\\p{C}\p{M}\p{Z}]/gu, (letter) => {
    if (letter === " ") return letter;
    return MARKS[letter] ?? `\\u{${letter.codePointAt(0)?.toString(16)}}`;
  });
  return `"${visible}"`;
}
