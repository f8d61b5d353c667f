// vCard files, as address books write them: versions 2.1 (of old phones), 3 and 4.
//
// Read here and not by a library, after measuring: ical.js is 20 kB after brotli, this is a tenth, and it refuses version 2.1.
import type { ApplicantProfile } from "./types.js";
import { ColloquyError } from "../errors.js";
import { type Card, profileOf } from "./profile.js";

/** Most bytes of a file; a card with a large picture in it has about 300 kB. */
const BYTES = 1_000_000;
/** Most properties that are read of a card, and most of each, in UTF-16 units; what a profile takes is shorter. */
const PROPERTIES = 2_000;
const PROPERTY_CHARS = 20_000;

/** One line of a card. */
interface Property {
  name: string;
  /** Parameters by their names in capitals; those of version 2.1 without a name are types. */
  parameters: Map<string, string[]>;
  value: string;
}

/** @internal See the package's own `readContactCard`. */
export async function readContactCard(file: Blob): Promise<ApplicantProfile> {
  if (file.size > BYTES) throw refused("has more than 1 MB: save the one contact without its picture");
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw refused("could not be read: it may have been moved; choose it again");
  }
  const { lines, several } = cardOf(decoded(bytes));
  const profile = profileOf(contents(lines));
  if (!profile) throw refused("has no name in it: choose another one, or fill in the form by hand");
  return several ? { ...profile, issues: ["several_cards"] } : profile;
}

function refused(message: string): ColloquyError {
  return new ColloquyError("invalid_card", `the contact card ${message}`);
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // What version 2.1 was written in, where no charset is given.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the lines of the first card, unfolded, and whether more cards follow. */
function cardOf(text: string): { lines: Property[]; several: boolean } {
  const rows = text.replace(/\r\n?/g, "\n").split("\n");
  const begins = (row: string) => /^\s*BEGIN\s*:\s*VCARD\s*$/i.test(row);
  const ends = (row: string) => /^\s*END\s*:\s*VCARD\s*$/i.test(row);
  const begin = rows.findIndex(begins);
  if (begin < 0) throw refused("is not a vCard file: choose a .vcf file, as address books export it");
  // A card may hold another one, of whoever acts for the person.
  let depth = 0;
  const end = rows.findIndex((row, at) => {
    if (at < begin || !(begins(row) || ends(row))) return false;
    depth += begins(row) ? 1 : -1;
    return depth === 0;
  });
  if (end < 0) throw refused("breaks off in the middle: export it again");
  const own = rows.slice(begin + 1, end);
  const old = own.some((row) => /^VERSION\s*:\s*2/i.test(row));
  return { lines: unfolded(own, old), several: rows.slice(end + 1).some(begins) };
}

function unfolded(rows: readonly string[], old: boolean): Property[] {
  const lines: Property[] = [];
  let whole: string[] = [];
  let printable = false;
  let within = 0;
  const finish = () => {
    const property = whole.length > 0 ? propertyOf(whole.join("").slice(0, PROPERTY_CHARS)) : undefined;
    whole = [];
    if (/^BEGIN$/.test(property?.name ?? "")) within += 1;
    else if (/^END$/.test(property?.name ?? "")) within -= 1;
    else if (property && within === 0 && lines.length < PROPERTIES) lines.push(property);
  };
  for (const row of rows) {
    if (printable && whole.at(-1)?.endsWith("=")) {
      // A line of quoted-printable goes on after a `=` at its end, at the beginning of the next.
      whole.push((whole.pop() as string).slice(0, -1), row);
    } else if (/^[ \t]/.test(row)) {
      if (whole.length > 0) whole.push(old ? ` ${row.trim()}` : row.slice(1));
    } else {
      finish();
      whole = [row];
      printable = /^[^:]*QUOTED-PRINTABLE/i.test(row);
    }
  }
  finish();
  return lines;
}

function propertyOf(line: string): Property | undefined {
  // A colon within quotes ends no parameters.
  const head = /^(?:[^":]|"[^"]*")*(?=:)/.exec(line)?.[0];
  if (head === undefined) return undefined;
  const [first = "", ...rest] = parts(head, ";");
  // `item1.EMAIL`: groups are not read.
  const name = first
    .slice(first.lastIndexOf(".") + 1)
    .trim()
    .toUpperCase();
  const parameters: Property["parameters"] = new Map();
  for (const parameter of rest) {
    const equals = parameter.indexOf("=");
    const key = equals < 0 ? "TYPE" : parameter.slice(0, equals).trim().toUpperCase();
    const values = parts(parameter.slice(equals + 1), ",").map((value) => value.trim().replace(/^"|"$/g, ""));
    parameters.set(key, [...(parameters.get(key) ?? []), ...values]);
  }
  let value = line.slice(head.length + 1);
  const encodings = [...(parameters.get("ENCODING") ?? []), ...(parameters.get("TYPE") ?? [])];
  if (encodings.some((encoding) => /^(b|base64)$/i.test(encoding))) return undefined;
  if (encodings.some((encoding) => /^quoted-printable$/i.test(encoding))) value = printed(value, parameters.get("CHARSET")?.[0]);
  return { name, parameters, value };
}

/** Parts a text at a letter, not within quotes. */
function parts(text: string, at: string): string[] {
  const out = [""];
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (letter === at && !quoted) out.push("");
    else out[out.length - 1] += letter;
  }
  return out;
}

function printed(value: string, charset = "utf-8"): string {
  const bytes = Array.from(new TextEncoder().encode(value));
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] === 0x3d ? /^[0-9A-Fa-f]{2}$/.exec(String.fromCharCode(...bytes.slice(at + 1, at + 3)))?.[0] : undefined;
    out.push(code === undefined ? (bytes[at] as number) : parseInt(code, 16));
    if (code !== undefined) at += 2;
  }
  const found = new Uint8Array(out);
  for (const encoding of [charset, "utf-8"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(found);
    } catch {
      // A name of no encoding, or a wrong one.
    }
  }
  return new TextDecoder("windows-1252").decode(found);
}

/** Parts a value at semicolons and takes escapes out of its parts. */
function fields(value: string): string[] {
  return (value.match(/(?:\\[^]|[^;\\])*(?:;|$)/g) ?? []).map((part) => plain(part.replace(/;$/, "")));
}

function plain(value: string): string {
  return value.replace(/\\([nN]|[^])/g, (_, letter: string) => (letter === "n" || letter === "N" ? "\n" : letter));
}

/** Most preferred first, then as they stand in the card. */
function ranked(properties: readonly Property[]): Property[] {
  const rank = ({ parameters }: Property) => {
    const types = (parameters.get("TYPE") ?? []).map((type) => type.toLowerCase());
    // A fax is not a number to call.
    if (types.some((type) => type === "fax" || type === "pager" || type === "modem")) return 1_000;
    if (types.includes("pref")) return 0;
    return Number(parameters.get("PREF")?.[0]) || 100;
  };
  return [...properties].sort((a, b) => rank(a) - rank(b));
}

function contents(lines: readonly Property[]): Card {
  const all = (...names: string[]) => ranked(lines.filter(({ name }) => names.includes(name)));
  const values = (...names: string[]) => all(...names).map(({ value }) => plain(value));
  const names = all("N").map(({ value }) => {
    const [family = "", given = "", more = "", before = "", after = ""] = fields(value);
    return [before, given, more, family, after]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" ");
  });
  const organisations = all("ORG").map(({ value }) =>
    fields(value)
      .filter((part) => part.trim())
      .join(", "),
  );
  const emails = values("EMAIL");
  const phones = values("TEL");
  const [place] = all("ADR");
  const [box = "", more = "", street = "", city, region, postalCode, countryCode] = place ? fields(place.value) : [];
  const location = {
    address: [box, street, more]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", "),
    city,
    region,
    postalCode,
    countryCode,
  };
  return {
    names: [...values("FN"), ...names, ...values("NICKNAME"), ...organisations, ...emails, ...phones],
    labels: [[(values("TITLE")[0] ?? values("ROLE")[0] ?? "").trim(), organisations[0] ?? ""].filter(Boolean).join(", ")],
    emails,
    phones,
    urls: values("URL"),
    notes: values("NOTE"),
    ...(place && { location }),
    profiles: all("X-SOCIALPROFILE", "SOCIALPROFILE").map(({ value, parameters }) => {
      const [network = parameters.get("SERVICE-TYPE")?.[0] ?? ""] = (parameters.get("TYPE") ?? []).filter(
        (type) => !/^(pref|home|work|x-user)/i.test(type),
      );
      const username = parameters.get("X-USER")?.[0] ?? parameters.get("USERNAME")?.[0] ?? "";
      const text = plain(value);
      return /^https?:/i.test(text) ? { network, username, url: text } : { network, username: username || text.replace(/^[a-z-]+:/i, "") };
    }),
  };
}
