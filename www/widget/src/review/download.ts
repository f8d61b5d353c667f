import type { ExportFormat, Interview } from "colloquy";
import type { KindFormat } from "../types.js";

/** MIME type and name ending of each format that any interview can be exported in. */
const FILES = {
  markdown: ["text/markdown", "md"],
  narrative: ["text/markdown", "narrative.md"],
  qa: ["text/markdown", "qa.md"],
  html: ["text/html", "html"],
  csv: ["text/csv", "csv"],
  json: ["application/json", "json"],
  session: ["application/json", "session.json"],
} as const satisfies Partial<Record<ExportFormat, readonly [type: string, ending: string]>>;

/** A format that any interview can be exported in. */
export type CommonFormat = keyof typeof FILES;

/** Hands an export of the interview to the browser as a file, named after what it is about. */
export async function download(interview: Interview, format: CommonFormat | KindFormat): Promise<void> {
  const { name, type, ending } = typeof format === "string" ? commonFile(format) : { ...format, name: format.format };
  const text = name === "session" ? await interview.sessionFile() : await interview.export(name);
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName(interview)}.${ending}`;
  link.click();
  // Firefox and Safari read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}

function commonFile(name: CommonFormat): { name: CommonFormat; type: string; ending: string } {
  const [type, ending] = FILES[name];
  return { name, type, ending };
}

/** A name that every file system takes: letters and digits of any script, at most 60 characters. */
function fileName(interview: Interview): string {
  const { title, guideTitle } = interview.view;
  const name = (title || guideTitle)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return Array.from(name).slice(0, 60).join("") || "interview";
}
