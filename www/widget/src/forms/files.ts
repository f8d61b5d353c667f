import type { FormStrings } from "./words/index.js";

/** Writes a size as the reader's language does, in the unit that suits it. */
export function sizeOf(lang: string, bytes: number): string {
  const [value, unit] = bytes < 1_000 ? [bytes, "byte"] : bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_048_576, "megabyte"];
  return new Intl.NumberFormat(lang, {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: value < 10 && unit !== "byte" ? 1 : 0,
  }).format(value);
}

/** What a kind of file is called. */
export function kindName(words: FormStrings, kind: string): string {
  switch (kind) {
    case "pdf":
      return words.kindPdf;
    case "docx":
      return words.kindWord;
    case "txt":
      return words.kindText;
    case "md":
      return words.kindMarkdown;
    case "other":
      return words.kindOther;
    default:
      return kind.toUpperCase();
  }
}

/** What a picker accepts, by the kinds: endings, and types for phones that know no endings. */
export function acceptOf(kinds: readonly string[]): string {
  const types = kinds.map((kind) =>
    kind === "pdf"
      ? "application/pdf"
      : kind === "docx"
        ? "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        : "text/plain",
  );
  return [...new Set([...kinds.map((kind) => `.${kind}`), ...types])].join(",");
}

/** The kind of a file by its first bytes, for showing; what may be handed in is judged by the package. */
export async function sniffed(file: Blob & { readonly name?: string }): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const begins = (...bytes: number[]) => bytes.every((byte, place) => head[place] === byte);
  const ending = /\.([a-z0-9]+)$/i.exec(file.name ?? "")?.[1]?.toLowerCase() ?? "";
  if (begins(0x25, 0x50, 0x44, 0x46)) return "pdf";
  if (begins(0x50, 0x4b)) return ending === "docx" ? "docx" : "zip";
  if (begins(0xff, 0xd8, 0xff)) return "jpeg";
  if (begins(0x89, 0x50, 0x4e, 0x47)) return "png";
  // Text of two bytes a character begins with a mark; any other text has no zeros.
  if (head.includes(0) && !begins(0xff, 0xfe) && !begins(0xfe, 0xff)) return "other";
  return ending === "md" || ending === "markdown" ? "md" : "txt";
}
