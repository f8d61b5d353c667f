// The session token: who may call, for how long, how much. It is the program's: `colloquy1.<claims>.<mac>`, where the claims are a JSON object
// in base64url without padding, and the mac is HMAC-SHA256 with the shared secret over everything before the last dot.
import { countOf, get, type Json, readJson, textOf } from "./json.js";
import { Refusal } from "./refusal.js";

const VERSION = "colloquy1.";

/** The longest token that is looked at. One of ours has about 250 characters. */
const LONGEST = 1024;

/** Seconds by which two clocks may differ before a token counts as made in the future. */
const SKEW = 60;

/** The fewest bytes of a secret: as many as SHA-256 gives. */
export const SECRET_BYTES = 32;

/** What a token claims. */
export interface Claims {
  /** The session that may call, a UUID in lower case. */
  readonly session: string;
  /** The name under which what it spends is counted: its own unless the token has another. */
  readonly account: string;
  /** When it was made and from when it is refused, in seconds since 1970. */
  readonly issued: number;
  readonly expires: number;
  /** The most calls and tokens of the session. */
  readonly turns: number | undefined;
  readonly tokens: number | undefined;
}

const CLAIMS = ["sid", "acc", "iat", "exp", "turns", "tokens"];

/** Reads a UUID of 36 characters in either case; `undefined` for anything else. */
export function readSession(value: Json | undefined): string | undefined {
  const text = textOf(value) ?? "";
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** The 16 bytes of a UUID. */
export function bytesOf(session: string): Uint8Array<ArrayBuffer> {
  const digits = session.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

const encoder = new TextEncoder();

/** Makes and checks tokens with one secret. */
export class Signer {
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** Takes the secret as the bytes of its UTF-8; `undefined` for one of less than 32. */
  static async of(secret: string): Promise<Signer | undefined> {
    const bytes = encoder.encode(secret);
    if (bytes.length < SECRET_BYTES) return undefined;
    return new Signer(await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]));
  }

  /** A name for something in 32 hexadecimal digits, the same for as long as the secret is, that shows nothing of it. */
  async alias(kind: string, ...parts: readonly Uint8Array[]): Promise<string> {
    const bytes = [...encoder.encode(`${kind} `), ...parts.flatMap((part) => [...part])];
    const mac = await crypto.subtle.sign("HMAC", this.#key, Uint8Array.from(bytes));
    return [...new Uint8Array(mac, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Makes a token. */
  async sign({ session, account, issued, expires, turns, tokens }: Claims): Promise<string> {
    const acc = account === session ? undefined : account;
    const claims = JSON.stringify({ sid: session, iat: issued, exp: expires, acc, turns, tokens });
    const signed = VERSION + encode(encoder.encode(claims));
    return `${signed}.${encode(new Uint8Array(await crypto.subtle.sign("HMAC", this.#key, encoder.encode(signed))))}`;
  }

  /**
   * Checks a token; `now` and `longest`, the longest life that is accepted, are in seconds.
   *
   * @throws A `Refusal` with `token_invalid` or `token_expired`.
   */
  async check(token: string, now: number, longest: number): Promise<Claims> {
    const claims = token.length <= LONGEST ? await this.#signed(token) : undefined;
    const life = claims && claims.expires - claims.issued;
    if (!claims || !life || claims.issued > now + SKEW || life < 0 || life > longest)
      throw new Refusal("token_invalid", "the session token is not valid; ask for a new one");
    if (claims.expires <= now) throw new Refusal("token_expired", "the session token has expired; ask for a new one");
    return claims;
  }

  /** Reads the claims of a token that is signed with this secret. */
  async #signed(token: string): Promise<Claims | undefined> {
    const dot = token.lastIndexOf(".");
    const signed = token.slice(0, dot);
    const mac = decode(token.slice(dot + 1));
    if (!token.startsWith(VERSION) || dot < VERSION.length || !mac) return undefined;
    // It compares in constant time, and before anything of the claims is read.
    if (!(await crypto.subtle.verify("HMAC", this.#key, mac, encoder.encode(signed)))) return undefined;
    const claims = decode(signed.slice(VERSION.length));
    return claims && readClaims(claims);
  }
}

/** Reads claims; one that is not known here would be a promise nobody keeps, so it is refused. */
function readClaims(bytes: Uint8Array): Claims | undefined {
  let value: Json;
  try {
    value = readJson(bytes);
  } catch {
    return undefined;
  }
  if (!(value instanceof Map) || [...value.keys()].some((name) => !CLAIMS.includes(name))) return undefined;
  const [session, acc] = [readSession(get(value, "sid")), readSession(get(value, "acc"))];
  const [issued, expires, turns, tokens] = ["iat", "exp", "turns", "tokens"].map((name) => countOf(get(value, name)));
  const odd = (name: string, read: unknown) => value.has(name) && read === undefined;
  if (session === undefined || issued === undefined || expires === undefined) return undefined;
  if (odd("acc", acc) || odd("turns", turns) || odd("tokens", tokens)) return undefined;
  return { session, account: acc ?? session, issued, expires, turns, tokens };
}

/** Writes base64url without padding. */
function encode(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads base64url without padding, of which each sequence of bytes has one spelling; `undefined` for anything else. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  return encode(bytes) === text ? bytes : undefined;
}
