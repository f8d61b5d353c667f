// Looks at a file that a respondent hands in, before anything is done with it: what it is by its bytes, and whether it was asked for.
import type { DocumentIssue } from "../documents/types.js";
import { mainOf } from "../documents/docx.js";
import { BEGINNING, beginning, hasPassword, textOf } from "../documents/kind.js";
import { Refused } from "../documents/refused.js";
import { partsOf } from "../documents/zip.js";
import type { Issue } from "../../types/generated.js";

/** A kind of file, by the name that forms use. */
export type Kind = "pdf" | "docx" | "txt" | "md";

/** @internal The name that each kind has in a `FileRef`. */
export const MIME: Readonly<Record<Kind, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain",
  md: "text/markdown",
};

const NAMES: Readonly<Record<Kind, string>> = { pdf: "PDF", docx: "Word (.docx)", txt: "plain text (.txt)", md: "Markdown (.md)" };

/** What is wrong with a file that is refused for what is in it, and what helps. */
const FAULTS: Partial<Record<DocumentIssue, [rule: string, message: string]>> = {
  password: ["password", "asks for a password: save it without one"],
  damaged: ["damaged", "is damaged or not what its name says: save it again, or choose another file"],
  not_utf8: ["encoding", "is text in an old encoding: save it as UTF-8"],
  too_large: ["maximum", "would unpack to more than 32 MB: save it without its pictures"],
  unparsable_no_text: ["empty", "has no text in it: choose another file"],
};
const MACROS = ["macros", "contains macros, which are small programs: save it as a Word document without macros (.docx)"] as const;

/** @internal What a file is, or why it is not taken. The path of the issue is empty. */
export async function look(file: Blob & { readonly name?: string }, accepts: readonly string[], maxBytes: number): Promise<Kind | Issue> {
  const issue = (rule: string, message: string): Issue => ({ path: "", rule, message, value: String(file.name ?? "").slice(0, 200) });
  // First, by what the browser knows of it: a file of 200 MB is never read.
  if (file.size > maxBytes) {
    return issue(
      "maximum",
      `has ${megabytes(file.size)} MB, and ${megabytes(maxBytes)} MB is the most that is taken: save a smaller version`,
    );
  }
  if (file.size === 0) return issue("empty", "is empty: choose another file");
  const asked = accepts.filter((kind): kind is Kind => kind in MIME);
  try {
    const kind = await kindOf(file, asked);
    if (kind === "macros") return issue(...MACROS);
    if (kind && asked.includes(kind)) return kind;
  } catch (error) {
    if (!(error instanceof Refused)) return issue("unreadable", "could not be read: it may have been moved; choose it again");
    const fault = FAULTS[error.issue];
    if (fault) return issue(...fault);
  }
  const names = asked.map((kind) => NAMES[kind]);
  return issue("enum", `is not of a kind that is asked for: choose ${names.join(" or ") || "another file"}`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1).replace(/\.0$/, "");
}

async function kindOf(file: Blob & { readonly name?: string }, asked: readonly Kind[]): Promise<Kind | "macros" | undefined> {
  const begins = beginning(await bytesOf(file.slice(0, BEGINNING)));
  if (begins === "pdf") return "pdf";
  const bytes = await bytesOf(file);
  const name = file.name ?? "";
  if (begins === "zip") {
    const parts = partsOf(bytes);
    mainOf(parts);
    // Word itself opens no `.docx` with macros in it: somebody gave it another name.
    return parts.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name)) ? "macros" : "docx";
  }
  if (begins === "office") throw new Refused(hasPassword(bytes) ? "password" : "unsupported");
  const text = textOf(bytes, name, file.type);
  // Its readers are other programs; read as text it would be their commands.
  if (/^\s*(\{\\rtf|%!PS|<!doctype html|<html)/i.test(text)) return undefined;
  if (text.trim() === "") throw new Refused("unparsable_no_text");
  // Markdown is text and text is Markdown: the name decides where both are asked for.
  const named = /\.(md|markdown|mdown)$/i.test(name) || /^text\/markdown\b/.test(file.type) ? "md" : "txt";
  return asked.includes(named) ? named : asked.find((kind) => kind === "txt" || kind === "md");
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}
