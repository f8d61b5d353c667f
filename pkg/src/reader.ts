// JSON that is read while it still comes in: synchronous after `await init()`, in a browser and in Node.
import { call, callPart, generation } from "./engine.js";

/** One thing that became known of a reply that still comes in. */
export interface ReaderChange {
  /** Where in the value, such as `metadata.depth` or `skills[2]`; empty for the whole value. */
  path: string;
  /** Which attempt at reading a value this belongs to, when it is not the first. */
  candidate?: number;
  /** The string at the path grew by this. */
  append?: string;
  /** The value at the path is finished. */
  value?: unknown;
  /** The changes of the path and everything below it no longer hold. */
  withdrawn?: true;
}

/** What a whole reply came to. */
export interface ReaderEnd {
  /** The best reading; `null` when there is none. */
  value: unknown;
  /** What had to be mended for it. */
  repairs: { code: string; note: string }[];
  /** The text around it. */
  prose: string;
  /** What the end itself changed. */
  changes: ReaderChange[];
}

/** What a number of the row begins; the order is that of `crates/web/src/parts/deltas.rs`, where each is explained. */
enum Kind {
  Attempt,
  Root,
  Name,
  Key,
  Index,
  Slice,
  Append,
  Grown,
  Text,
  Integer,
  Double,
  Word,
  Withdrawn,
}

/** Texts up to this many bytes are put together here: for more the decoder is quicker. */
const SHORT = 24;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Reads changes out of the memory of the engine. */
class Changes {
  readonly #memory: WebAssembly.Memory;
  #words = new Uint32Array();
  #bytes = new Uint8Array();
  /** The keys so far, as the first in a path and behind others. */
  readonly #names: string[] = [];
  readonly #below: string[] = [];
  /** Where each open container is, and what is in it that is read now. */
  readonly #paths: string[] = [""];
  #path = "";
  #candidate = 0;
  /** The string that grows. */
  #grown = "";

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  read(place: number, piece: string): ReaderChange[] {
    const changes: ReaderChange[] = [];
    if (place === 0) return changes;
    if (this.#words.buffer !== this.#memory.buffer) {
      // It grew, which takes the old buffer away.
      this.#words = new Uint32Array(this.#memory.buffer);
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    const words = this.#words;
    const paths = this.#paths;
    let at = place >>> 2;
    const end = at + 2 + (words[at] as number);
    let bytes = words[at + 1] as number;
    at += 2;
    while (at < end) {
      const first = words[at++] as number;
      const rest = first >>> 4;
      switch ((first & 15) as Kind) {
        case Kind.Attempt:
          this.#candidate = rest;
          break;
        case Kind.Root:
          this.#path = "";
          break;
        case Kind.Name: {
          const length = words[at++] as number;
          const name = this.#text(bytes, length);
          bytes += length;
          this.#names[rest] = name;
          this.#below[rest] = name.startsWith("[") ? name : `.${name}`;
          break;
        }
        case Kind.Key: {
          const name = words[at++] as number;
          this.#path = rest === 0 ? (this.#names[name] as string) : `${paths[rest]}${this.#below[name]}`;
          paths[rest + 1] = this.#path;
          break;
        }
        case Kind.Index:
          this.#path = `${paths[rest]}[${words[at++]}]`;
          paths[rest + 1] = this.#path;
          break;
        case Kind.Slice:
        case Kind.Append: {
          let append: string;
          if ((first & 15) === Kind.Slice) {
            append = piece.slice(words[at], words[at + 1]);
            at += 2;
          } else {
            const length = words[at++] as number;
            append = this.#text(bytes, length);
            bytes += length;
          }
          this.#grown = rest === 1 ? append : this.#grown + append;
          changes.push(this.#candidate === 0 ? { path: this.#path, append } : { path: this.#path, candidate: this.#candidate, append });
          break;
        }
        case Kind.Grown:
          changes.push(this.#value(this.#grown));
          this.#grown = "";
          break;
        case Kind.Text: {
          const length = words[at++] as number;
          changes.push(this.#value(this.#text(bytes, length)));
          bytes += length;
          break;
        }
        case Kind.Integer:
          changes.push(this.#value((words[at++] as number) | 0));
          break;
        case Kind.Double:
          halves[0] = words[at++] as number;
          halves[1] = words[at++] as number;
          changes.push(this.#value(double[0]));
          break;
        case Kind.Word:
          changes.push(this.#value(rest < 3 ? [null, false, true][rest] : rest === 3 ? {} : []));
          break;
        case Kind.Withdrawn:
          changes.push(
            this.#candidate === 0
              ? { path: this.#path, withdrawn: true }
              : { path: this.#path, candidate: this.#candidate, withdrawn: true },
          );
          break;
      }
    }
    return changes;
  }

  #value(value: unknown): ReaderChange {
    return this.#candidate === 0 ? { path: this.#path, value } : { path: this.#path, candidate: this.#candidate, value };
  }

  #text(start: number, length: number): string {
    const bytes = this.#bytes;
    const end = start + length;
    let text = "";
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte > 127 || at - start > SHORT) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }
}

/**
 * Reads JSON while it still comes in, cut anywhere, with whatever is around it and wrong with it.
 *
 * @example
 * ```ts
 * import { createReader, init } from "colloquy";
 * await init();
 * const reader = createReader();
 * for (const piece of ['{"question": "What d', 'id you see?"}']) {
 *   for (const { path, append } of reader.push(piece)) console.log(path, append);
 * }
 * console.log(reader.finish()?.value);
 * reader.dispose();
 * ```
 */
export function createReader(): {
  /** Takes the next piece of the reply, and gives what became known with it. */
  push(text: string): ReaderChange[];
  /** The value as far as it has come; `null` while there is none. */
  value(): unknown;
  /** Ends the reply; `null` when it was ended before. */
  finish(): ReaderEnd | null;
  /** Frees its memory in the engine; it must not be used afterwards. */
  dispose(): void;
} {
  const of = generation();
  const reader = callPart("contracts", (engine) => new engine.JsonReader(), of);
  const changes = new Changes(call(of, (engine) => engine.readerMemory() as WebAssembly.Memory));
  const json = <T>(work: () => string) => JSON.parse(call(of, work)) as T;
  let piece = "";
  const push = () => reader.push(piece);
  return {
    push: (text) => {
      piece = text;
      return changes.read(call(of, push), text);
    },
    value: () => json<unknown>(() => reader.value()),
    finish: () => json<ReaderEnd | null>(() => reader.finish()),
    dispose: () => call(of, () => reader.free()),
  };
}
