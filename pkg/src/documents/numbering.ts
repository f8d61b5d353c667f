// How the lists of a Word file are numbered: the main part names only which list a paragraph is of.
import { attribute, tokens } from "./xml.js";

/** @internal Returns the mark of a list's item: nothing for lists without one. */
export type Marks = (list: string, level: number) => string;

/** @internal Marks every item of every list alike. */
export const bullets: Marks = (_, level) => (level > 0 ? "–" : "•");

/** @internal Reads the part `word/numbering.xml`; each call of what it gives counts on. */
export function marksOf(xml: string): Marks {
  /** The format of each level, by the number of what it is taken from. */
  const abstract = new Map<string, string[]>();
  const lists = new Map<string, string>();
  let formats: string[] | undefined;
  let level = 0;
  let list = "";
  for (const { kind, value, attributes } of tokens(xml)) {
    if (kind === "text" || kind === "close") continue;
    const of = (name: string) => attribute(attributes, name) ?? "";
    if (value === "w:abstractNum") abstract.set(of("w:abstractNumId"), (formats = []));
    else if (value === "w:lvl") level = Math.min(8, Number(of("w:ilvl")) || 0);
    else if (value === "w:numFmt" && formats) formats[level] ??= of("w:val");
    else if (value === "w:num") [list, formats] = [of("w:numId"), undefined];
    else if (value === "w:abstractNumId" && list) lists.set(list, of("w:val"));
  }
  const counts = new Map<string, number[]>();
  return (list, level) => {
    const format = abstract.get(lists.get(list) ?? "")?.[level];
    if (format === "none") return "";
    if (format === undefined || format === "bullet") return bullets(list, level);
    const count = counts.get(list) ?? [];
    counts.set(list, count);
    count[level] = (count[level] ?? 0) + 1;
    // A deeper list begins again below the next item.
    count.length = level + 1;
    return format === "lowerLetter" || format === "upperLetter" ? letter(count[level] as number, format) : `${count[level]}.`;
  };
}

function letter(count: number, format: string): string {
  const text = count > 26 ? String(count) : String.fromCharCode(96 + count);
  return `${format === "upperLetter" ? text.toUpperCase() : text}.`;
}
