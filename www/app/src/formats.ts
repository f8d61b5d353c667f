// The formats that any session can be saved in.
import type { ExportFormat } from "colloquy";

/** A format with how its files are named and typed. */
export interface Format {
  readonly format: Exclude<ExportFormat, "session">;
  readonly end: string;
  readonly type: string;
}

/** The formats of every kind of interview. */
export const FORMATS = [
  { format: "markdown", end: ".md", type: "text/markdown" },
  { format: "narrative", end: "-narrative.md", type: "text/markdown" },
  { format: "qa", end: "-qa.md", type: "text/markdown" },
  { format: "html", end: ".html", type: "text/html" },
  { format: "csv", end: ".csv", type: "text/csv" },
  { format: "json", end: ".json", type: "application/json" },
] as const satisfies readonly Format[];
