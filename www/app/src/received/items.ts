// What was received, judged by what is in it: a saved interview, a study, notes, or something that this app cannot open.
import { SESSION_FILE_BYTES } from "../files.js";
import { bytes } from "../format.js";
import { readNotes, type Note } from "../notes.js";
import { p } from "../text.js";
import { filesOf, type Received } from "./store.js";
import { r } from "./text.js";

/** Largest study that is read, in bytes: the ones people write have a hundredth of that. */
const STUDY_BYTES = 500_000;

/** One piece of what was received. */
export type Item =
  | { readonly kind: "notes"; readonly name: string; readonly note: Note }
  /** A title or an address without a text: it fills in what the interview is about. */
  | { readonly kind: "about"; readonly name: string }
  | { readonly kind: "interview"; readonly name: string; readonly file: File }
  | { readonly kind: "study"; readonly name: string; readonly text: string }
  | { readonly kind: "refused"; readonly name: string; readonly why: string };

/** A thing with its pieces. */
export interface Judged {
  readonly thing: Received;
  readonly items: readonly Item[];
}

/** Judges everything of one thing. */
export async function judged(thing: Received, signal: AbortSignal): Promise<Judged> {
  const items: Item[] = [];
  const { title, text, url } = thing;
  if (text.trim()) {
    const name = title.trim() || r.text;
    items.push({ kind: "notes", name, note: { name: `${plain(name)}.md`, text } });
  } else if (title.trim() || url.trim()) items.push({ kind: "about", name: title.trim() || url.trim() });
  for (const file of await filesOf(thing)) items.push(await itemOf(file, signal));
  if (thing.left > 0) items.push({ kind: "refused", name: r.leftName, why: r.left(thing.left) });
  return { thing, items };
}

/** Judges a file by its contents; a name alone makes nothing an interview. */
async function itemOf(file: File, signal: AbortSignal): Promise<Item> {
  const { name } = file;
  if (/\.json$/i.test(name) || file.type === "application/json") {
    const known = await documentOf(file);
    if (known) return known;
    if (!/^metadata\.json$/i.test(name)) return { kind: "refused", name, why: r.unknown };
  }
  const { notes, problems } = await readNotes([file], 0, () => undefined, signal);
  const [note] = notes;
  return note ? { kind: "notes", name, note } : { kind: "refused", name, why: problems[0] ?? p.start.unreadable(name) };
}

async function documentOf(file: File): Promise<Item | undefined> {
  const { name, size } = file;
  if (size > SESSION_FILE_BYTES) return { kind: "refused", name, why: p.actions.tooLarge(name, bytes(size), bytes(SESSION_FILE_BYTES)) };
  let found: unknown;
  const text = await file.text().catch(() => "");
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof found !== "object" || found === null) return undefined;
  const document = found as Readonly<Record<string, unknown>>;
  const { schema } = document;
  // The engine reads all of it before anything is kept; here it is only what it claims to be.
  if (schema === "colloquy.session/1" && typeof document["session"] === "string" && Array.isArray(document["records"])) {
    return { kind: "interview", name, file };
  }
  if (schema === "colloquy.sessions/1" && Array.isArray(document["sessions"])) return { kind: "interview", name, file };
  const isStudy =
    schema === "colloquy.study/1" || (schema === undefined && typeof document["goal"] === "string" && Array.isArray(document["topics"]));
  if (!isStudy) return undefined;
  return size > STUDY_BYTES ? { kind: "refused", name, why: r.studyLarge(bytes(STUDY_BYTES)) } : { kind: "study", name, text };
}

/** Makes a title into a file name, as far as the list of notes needs one. */
function plain(title: string): string {
  const stem = title.replace(/[\\/:*?"<>|.\s]+/g, " ").trim();
  return [...stem].slice(0, 60).join("").trim() || r.text;
}
