// Files out of the page and into it.
import { html, type TemplateResult } from "lit";

/** Most bytes of a session file that is read: 400 MB, with room for everything a respondent may have handed in. */
export const SESSION_FILE_BYTES = 400_000_000;

/** Offers a text as a download. */
export function save(name: string, text: string, type: string): void {
  offer(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Offers a file of the respondent's as a download. Whatever it is, it is saved and not opened: it must not run as a page of this site. */
export function saveBlob(name: string, blob: Blob): void {
  offer(name, new Blob([blob], { type: "application/octet-stream" }));
}

function offer(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // Some browsers begin the download only after this task; a minute is more than any of them takes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A button that asks for files; nothing happens when the respondent closes the browser's dialog. */
export function filePicker(label: string, accept: string, looks: string, chosen: (files: File[]) => void): TemplateResult {
  const ask = (event: Event) => ((event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement).click();
  const take = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // The same file can be chosen again, after it was mended.
    input.value = "";
    chosen(files);
  };
  return html`<input type="file" accept=${accept} multiple hidden aria-label=${label} @change=${take} /><button
      class="button ${looks}" type="button" @click=${ask}>${label}</button>`;
}

/** Kind of the file that holds several exported sessions; each is kept as text, byte for byte. */
const BUNDLE = "colloquy.sessions/1";

/** Puts exported sessions into one file. */
export function bundle(sessions: string[]): string {
  return JSON.stringify({ schema: BUNDLE, sessions });
}

/** Takes the exported sessions out of a file: those of a bundle, else the one that the file is. */
export function unbundle(text: string): string[] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    // The engine reports better what is wrong with it.
    return [text];
  }
  if (typeof found !== "object" || found === null || !("schema" in found) || found.schema !== BUNDLE) return [text];
  const sessions = "sessions" in found && Array.isArray(found.sessions) ? found.sessions : [];
  return sessions.filter((one): one is string => typeof one === "string");
}
