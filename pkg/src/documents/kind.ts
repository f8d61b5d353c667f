// Recognises a file by its bytes. Names and types are what somebody calls it: they decide only between kinds of text.
import { Refused } from "./refused.js";

/** Names of files that are text; what has another name than these and no known content is refused. */
const TEXT_NAME = /\.(txt|text|md|markdown|mdown)$/i;
const TEXT_TYPE = /^text\/(plain|markdown)\b/;

/** How much of a file `beginning` needs, in bytes. */
export const BEGINNING = 1_024;

/** @internal Recognises kinds by the beginning of a file; anything else may be text. */
export function beginning(bytes: Uint8Array): "pdf" | "zip" | "office" | "other" {
  const begins = (...expected: number[]) => expected.every((byte, at) => bytes[at] === byte);
  // Readers of PDF take what stands before its beginning for the envelope of a mail program; the format allows 1,024 bytes.
  if (String.fromCharCode(...bytes.subarray(0, BEGINNING)).includes("%PDF-")) return "pdf";
  if (begins(0x50, 0x4b)) return "zip";
  // Word's older format, which is also the envelope of a newer file with a password.
  return begins(0xd0, 0xcf, 0x11, 0xe0) ? "office" : "other";
}

/** @internal Reads a file as text; refuses what is none. */
export function textOf(bytes: Uint8Array, name: string, type: string): string {
  if (/\.(pdf|docx)$/i.test(name)) throw new Refused("damaged");
  if (!TEXT_NAME.test(name) && !TEXT_TYPE.test(type) && /\.\w+$/.test(name)) throw new Refused("unsupported");
  return decoded(bytes);
}

/** The name of a part in Word's envelope, as UTF-16. */
const ENCRYPTED = [..."EncryptedPackage"].flatMap((letter) => [letter.charCodeAt(0), 0]);

/** @internal True for the envelope of a file with a password. */
export function hasPassword(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (ENCRYPTED.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  // A zero byte is no text in UTF-8: a picture or a program with the name of a text.
  if (encoding === "utf-8" && bytes.includes(0)) throw new Refused("unsupported");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    // Guessing at an encoding would put wrong letters into names without anybody noticing.
    throw new Refused("not_utf8");
  }
}
