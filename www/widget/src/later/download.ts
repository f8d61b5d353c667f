import type { ExportFormat, Interview } from "colloquy";
import type { Kit } from "../kit.js";

/** Type and name ending of each format. */
const FILES: Record<ExportFormat, readonly [type: string, ending: string]> = {
  markdown: ["text/markdown", "md"],
  narrative: ["text/markdown", "narrative.md"],
  qa: ["text/markdown", "qa.md"],
  html: ["text/html", "html"],
  csv: ["text/csv", "csv"],
  "skills-csv": ["text/csv", "skills.csv"],
  json: ["application/json", "json"],
  session: ["application/json", "session.json"],
};

/** Hands an export of the interview to the browser as a file, named after what it is about. */
export async function download({ whole }: Kit, interview: Interview, format: ExportFormat): Promise<void> {
  await whole();
  const [type, ending] = FILES[format];
  const text = format === "session" ? await interview.sessionFile() : interview.export(format);
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName(interview)}.${ending}`;
  link.click();
  // Firefox and Safari read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
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
