// Word files: the text of the main part, as lines.
//
// Read here and not by a library, after measuring both: mammoth's `extractRawText` is 80 kB after brotli (this folder's part of it is
// 3), unpacks every part of a file whatever its size, and drops the bullets and cells that a résumé is made of. Unpacking, where a
// mistake would be costly, is the platform's own.
import { clean } from "./clean.js";
import { Refused, type Found } from "./refused.js";
import { attribute, tokens, type Token } from "./xml.js";
import { type Part, partsOf, unpack } from "./zip.js";

/** Most bytes of the main part once it is unpacked; 200 dense pages are about 5 MB. */
const MAIN_BYTES = 32_000_000;
/** How deep tables and text boxes may stand within each other. */
const DEPTH = 100;

/** Both names of Word's vocabulary: that of Word itself, and that of the standard's strict form. */
const WORD = /xmlns:(\w+)\s*=\s*["'](?:http:\/\/schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|http:\/\/purl\.oclc\.org\/ooxml\/wordprocessingml\/main)["']/;

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
  const main = mainOf(partsOf(bytes));
  let xml: string;
  try {
    xml = new TextDecoder("utf-8", { fatal: true }).decode(await unpack(bytes, main, MAIN_BYTES));
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("damaged");
  }
  return { text: clean(linesOf(xml).join("\n")) };
}

/** A paragraph that is being read. */
interface Paragraph {
  text: string;
  bullet: boolean;
  heading: boolean;
  /** What stood in text boxes that hang on it. */
  after: string[];
}

/** @internal Reads the main part as lines, a blank one around headings and tables. */
export function linesOf(xml: string): string[] {
  const prefix = WORD.exec(xml)?.[1];
  if (prefix === undefined) throw new Refused("damaged");
  const reader = new Body();
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
  /** The cells of each table row that is open. */
  private readonly rows: string[][][] = [];
  private readonly open: string[] = [];
  private skipping = 0;
  private inText = false;
  private hidden = false;

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
        this.paragraphs.push({ text: "", bullet: false, heading: false, after: [] });
        break;
      case "w:pStyle":
        if (paragraph && /^List(Bullet|Number)/i.test(value())) paragraph.bullet = true;
        if (paragraph && /^(Heading|Title|berschrift|Titel)/i.test(value())) paragraph.heading = true;
        break;
      case "w:outlineLvl":
        if (paragraph) paragraph.heading = true;
        break;
      case "w:numId":
        if (paragraph) paragraph.bullet = value() !== "0";
        break;
      case "w:r":
        this.hidden = false;
        break;
      // Text that nobody sees must not be read as what somebody says of themselves.
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
      case "w:tr":
        this.rows.push([]);
        break;
      case "w:tbl":
        this.lines.push("");
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
        this.rows.at(-1)?.push(this.holders.pop() ?? []);
        break;
      case "w:tr":
        this.endRow(this.rows.pop() ?? []);
        break;
      case "w:tbl":
        this.lines.push("");
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
    const { text, bullet, heading, after } = this.paragraphs.pop() as Paragraph;
    const { lines } = this;
    if (heading && text.trim()) lines.push("");
    lines.push(bullet && text.trim() ? `• ${text}` : text);
    for (const line of after) lines.push(line);
  }

  /** Cells of one line each are one line; longer ones follow each other, as columns of a page do. */
  private endRow(cells: string[][]): void {
    const { lines } = this;
    const filled = cells.map((cell) => trimmed(cell)).filter((cell) => cell.length > 0);
    if (filled.every((cell) => cell.length === 1)) {
      lines.push(filled.flat().join("\t"));
      return;
    }
    for (const cell of filled) {
      for (const line of cell) lines.push(line);
      lines.push("");
    }
  }
}

function trimmed(cell: string[]): string[] {
  const first = cell.findIndex((line) => line.trim());
  return first < 0 ? [] : cell.slice(first, cell.findLastIndex((line) => line.trim()) + 1);
}
