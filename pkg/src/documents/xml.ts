// Reads XML as a row of tags and texts, in one pass. There is no document type, so no entities but those of XML itself: what else a
// parser would do with a hostile file cannot happen here.
import { Refused } from "./refused.js";

/** What stands next in an XML text. */
export interface Token {
  kind: "open" | "close" | "empty" | "text";
  /** The tag's name with its prefix, or the text. */
  value: string;
  /** The tag's attributes as they stand in the file; empty for a text. */
  attributes: string;
}

/** @internal Yields tag after tag and text after text; refuses what is cut off or has a document type. */
export function* tokens(xml: string): Generator<Token, void> {
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf("<", at);
    if (next !== at) yield { kind: "text", value: resolved(xml.slice(at, next < 0 ? xml.length : next)), attributes: "" };
    if (next < 0) return;
    if (xml.startsWith("<!--", next)) at = after(xml, "-->", next);
    else if (xml.startsWith("<?", next)) at = after(xml, "?>", next);
    else if (xml.startsWith("<![CDATA[", next)) {
      at = after(xml, "]]>", next);
      yield { kind: "text", value: xml.slice(next + 9, at - 3), attributes: "" };
    } else if (xml.startsWith("<!", next)) throw new Refused("damaged");
    else {
      at = tagEnd(xml, next) + 1;
      yield tag(xml.slice(next + 1, at - 1));
    }
  }
}

function tag(inner: string): Token {
  if (inner.startsWith("/")) return { kind: "close", value: inner.slice(1).trim(), attributes: "" };
  const empty = inner.endsWith("/");
  const body = empty ? inner.slice(0, -1) : inner;
  const space = body.search(/\s/);
  return {
    kind: empty ? "empty" : "open",
    value: space < 0 ? body : body.slice(0, space),
    attributes: space < 0 ? "" : body.slice(space),
  };
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new Refused("damaged");
  return at + mark.length;
}

/** A bracket within quotes ends no tag. */
function tagEnd(xml: string, from: number): number {
  for (let at = from; at < xml.length; at += 1) {
    const letter = xml[at];
    if (letter === ">") return at;
    if (letter === '"' || letter === "'") at = after(xml, letter, at + 1) - 1;
  }
  throw new Refused("damaged");
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** @internal Puts characters in the place of their references. */
export function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{1,4});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name] ?? whole;
    const point = name.startsWith("#x") ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : "";
  });
}

/** @internal Returns the value of one attribute, by its name with its prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(`${name}=`);
  if (at < 0 || !/\s/.test(attributes[at - 1] ?? " ")) return undefined;
  const quote = attributes[at + name.length + 1];
  if (quote !== '"' && quote !== "'") return undefined;
  const begin = at + name.length + 2;
  const end = attributes.indexOf(quote, begin);
  return end < 0 ? undefined : resolved(attributes.slice(begin, end));
}
