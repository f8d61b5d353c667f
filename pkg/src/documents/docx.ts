// Word files: the text of the main part, as lines.
//
// Read here and not by a library, after measuring both: mammoth's `extractRawText` is 80 kB after brotli (this folder's part of it is
// 3), unpacks every part of a file whatever its size, and drops the bullets and cells that a résumé is made of. Unpacking, where a
// mistake would be costly, is the platform's own.
import { clean } from "./clean.js";
import { bullets, type Marks, marksOf } from "./numbering.js";
import { Refused, type Found } from "./refused.js";
import { attribute, tokens, type Token } from "./xml.js";
import { type Part, partsOf, unpack } from "./zip.js";

/** Most bytes of the main part once it is unpacked; 200 dense pages are about 5 MB. */
const MAIN_BYTES = 32_000_000;
/** Most bytes of any other part, and most heads of pages that are read. */
const SMALL_BYTES = 2_000_000;
const HEADERS = 6;
/** How deep tables and text boxes may stand within each other. */
const DEPTH = 100;

/** Both names of Word's vocabulary: that of Word itself, and that of the standard's strict form. */
const WORD =
  /xmlns:(\w+)\s*=\s*["'](?:http:\/\/schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|http:\/\/purl\.oclc\.org\/ooxml\/wordprocessingml\/main)["']/;

/** What was deleted, moved away, or is there a second time for older programs. */
const SKIPPED = new Set(["w:del", "w:moveFrom", "mc:Fallback"]);

/** @internal Finds the main part of a Word file; refuses other files that are packed in the same way. */
export function mainOf(parts: readonly Part[]): Part {
  // Some versions of Word number the main part.
  const main = parts.find(({ name }) => /^word\/document\d*\.xml$/.test(name));
  if (!main) throw new Refused("unsupported");
  if (main.encrypted) throw new Refused("password");
  if (main.size > MAIN_BYTES) throw new Refused("too_large");
  return main;
}

/** @internal Reads a Word file; refuses other files that are packed in the same way. */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<Found> {
  const parts = partsOf(bytes);
  const main = mainOf(parts);
  let xml: string;
  try {
    xml = await xmlOf(bytes, main, MAIN_BYTES);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("damaged");
  }
  const numbering = parts.find(({ name }) => name === "word/numbering.xml");
  const marks = numbering && (await optional(async () => marksOf(await xmlOf(bytes, numbering, SMALL_BYTES))));
  const lines = linesOf(xml, marks);
  // Name and address stand at the head of the page in many a résumé, and nowhere else.
  const there = new Set(lines.map((line) => line.trim()));
  const heads: string[] = [];
  for (const part of parts.filter(({ name }) => /^word\/header\d*\.xml$/.test(name)).slice(0, HEADERS)) {
    const head = (await optional(async () => linesOf(await xmlOf(bytes, part, SMALL_BYTES)))) ?? [];
    for (const line of head) {
      if (!line.trim() || there.has(line.trim())) continue;
      there.add(line.trim());
      heads.push(line);
    }
  }
  return { text: clean([...heads, "", ...lines].join("\n")) };
}

async function xmlOf(bytes: Uint8Array<ArrayBuffer>, part: Part, most: number): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await unpack(bytes, part, most));
}

/** Reads a part without which the document is still one. */
async function optional<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** A paragraph that is being read. */
interface Paragraph {
  text: string;
  /** The list that it is an item of. */
  list: string | undefined;
  level: number;
  heading: boolean;
  /** What stood in text boxes that hang on it. */
  after: string[];
}

/** @internal Reads a part as lines, a blank one around headings and tables. */
export function linesOf(xml: string, marks: Marks = bullets): string[] {
  const prefix = WORD.exec(xml)?.[1];
  if (prefix === undefined) throw new Refused("damaged");
  const reader = new Body(marks);
  for (const token of tokens(xml)) {
    // Whatever the file calls Word's vocabulary, `w` it is below.
    if (prefix !== "w" && token.kind !== "text") {
      token.value = token.value.startsWith(`${prefix}:`) ? `w${token.value.slice(prefix.length)}` : token.value;
      token.attributes = token.attributes.replaceAll(` ${prefix}:`, " w:");
    }
    reader.take(token);
  }
  return reader.end();
}

class Body {
  /** The lines of the document, and above it those of each cell and text box that is open. */
  private readonly holders: string[][] = [[]];
  private readonly paragraphs: Paragraph[] = [];
  /** The rows of each table that is open, each a list of cells. */
  private readonly tables: string[][][][] = [];
  private readonly open: string[] = [];
  private skipping = 0;
  private inText = false;
  private hidden = false;

  constructor(private readonly marks: Marks) {}

  take({ kind, value, attributes }: Token): void {
    if (kind === "text") {
      if (this.inText && !this.hidden) this.add(value);
    } else if (kind === "close") this.close(value);
    else {
      this.begin(value, attributes);
      if (kind === "empty") this.close(value);
    }
  }

  end(): string[] {
    if (this.open.length > 0) throw new Refused("damaged");
    return this.holders[0] ?? [];
  }

  private add(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph) paragraph.text += text;
  }

  private get lines(): string[] {
    return this.holders.at(-1) as string[];
  }

  private begin(name: string, attributes: string): void {
    this.open.push(name);
    if (this.skipping > 0 || SKIPPED.has(name)) {
      this.skipping += 1;
      return;
    }
    const within = this.open.at(-2);
    const value = () => attribute(attributes, "w:val") ?? "";
    const paragraph = this.paragraphs.at(-1);
    switch (name) {
      case "w:p":
        this.paragraphs.push({ text: "", list: undefined, level: 0, heading: false, after: [] });
        break;
      case "w:pStyle":
        if (paragraph && /^List(Bullet|Number)/i.test(value())) paragraph.list ??= "";
        if (paragraph && /^(Heading|Title|berschrift|Titel)/i.test(value())) paragraph.heading = true;
        break;
      case "w:outlineLvl":
        if (paragraph) paragraph.heading = true;
        break;
      case "w:numId":
        if (paragraph) paragraph.list = value() === "0" ? undefined : value();
        break;
      case "w:ilvl":
        if (paragraph) paragraph.level = Math.min(8, Number(value()) || 0);
        break;
      case "w:r":
        this.hidden = false;
        break;
      // Text that nobody sees must not be read as what somebody states about themselves.
      case "w:vanish":
        if (within === "w:rPr" && this.open.at(-3) === "w:r") this.hidden = !/^(0|false|off)$/.test(value());
        break;
      case "w:t":
        this.inText = true;
        break;
      case "w:tab":
      case "w:ptab":
        // The same name stands for a place where tabs stop.
        if (within === "w:r") this.add("\t");
        break;
      case "w:br":
      case "w:cr":
        if (within === "w:r") this.add(attribute(attributes, "w:type") === "page" ? "\n\n" : "\n");
        break;
      case "w:noBreakHyphen":
        this.add("-");
        break;
      case "w:sym":
        this.add("•");
        break;
      case "w:tbl":
        this.tables.push([]);
        break;
      case "w:tr":
        this.tables.at(-1)?.push([]);
        break;
      case "w:tc":
      case "w:txbxContent":
        if (this.holders.length > DEPTH) throw new Refused("damaged");
        this.holders.push([]);
        break;
    }
  }

  private close(name: string): void {
    if (this.open.pop() !== name) throw new Refused("damaged");
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    switch (name) {
      case "w:t":
        this.inText = false;
        break;
      case "w:p":
        this.endParagraph();
        break;
      case "w:tc":
        this.tables
          .at(-1)
          ?.at(-1)
          ?.push(trimmed(this.holders.pop() ?? []));
        break;
      case "w:tbl":
        this.endTable(this.tables.pop() ?? []);
        break;
      case "w:txbxContent": {
        const box = this.holders.pop() ?? [];
        const holder = this.paragraphs.at(-1);
        if (holder) holder.after.push("", ...box, "");
        else this.lines.push("", ...box, "");
        break;
      }
    }
  }

  private endParagraph(): void {
    const { text, list, level, heading, after } = this.paragraphs.pop() as Paragraph;
    const { lines } = this;
    if (heading && text.trim()) lines.push("");
    const mark = list !== undefined && text.trim() ? this.marks(list, level) : "";
    lines.push(mark ? `${mark} ${text}` : text);
    for (const line of after) lines.push(line);
  }

  /** A column that is empty all the way down is there for the looks. */
  private endTable(rows: string[][][]): void {
    const filled = new Set(rows.flatMap((row) => [...row.keys()].filter((at) => (row[at] as string[]).length > 0)));
    this.lines.push("");
    for (const row of rows) this.endRow(row.filter((_, at) => filled.has(at)));
    this.lines.push("");
  }

  /** Cells of one line each are one line; longer ones follow each other, as columns of a page do. */
  private endRow(cells: string[][]): void {
    const { lines } = this;
    if (cells.every((cell) => cell.length <= 1)) {
      lines.push(cells.map(([line = ""]) => line).join("\t"));
      return;
    }
    for (const cell of cells.filter((cell) => cell.length > 0)) {
      for (const line of cell) lines.push(line);
      lines.push("");
    }
  }
}

function trimmed(cell: string[]): string[] {
  const first = cell.findIndex((line) => line.trim());
  return first < 0 ? [] : cell.slice(first, cell.findLastIndex((line) => line.trim()) + 1);
}
