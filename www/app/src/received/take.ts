// Handing what was received over to the page where an interview is set up.
import type { Note } from "../notes.js";
import { judged } from "./items.js";
import { list, remove } from "./store.js";
import { loadReceivedText } from "./text.js";

/** What an interview can begin with. */
export interface Taken {
  readonly notes: readonly Note[];
  readonly title: string;
  readonly source: string;
  /** The things that it comes from. */
  readonly things: readonly string[];
}

/** Gathers the notes of everything that waits. Two of one name are both kept. */
export async function take(signal: AbortSignal): Promise<Taken> {
  await loadReceivedText();
  const notes: Note[] = [];
  const things: string[] = [];
  let title = "";
  let source = "";
  for (const thing of await list()) {
    const { items } = await judged(thing, signal);
    const own = items.flatMap((item) => (item.kind === "notes" ? [item.note] : []));
    if (own.length === 0 && !items.some(({ kind }) => kind === "about")) continue;
    // A saved interview or a study beside the notes is not used by this one.
    if (!items.some(({ kind }) => kind === "interview" || kind === "study")) things.push(thing.id);
    title ||= thing.title.trim();
    source ||= thing.url.trim();
    for (const note of own) notes.push({ ...note, name: free(note.name, notes) });
  }
  return { notes, title, source, things };
}

/** Removes what an interview has begun with. */
export async function taken(things: readonly string[]): Promise<void> {
  await Promise.all(things.map(remove));
}

function free(name: string, notes: readonly Note[]): string {
  const [, stem = name, end = ""] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let found = name;
  for (let n = 2; notes.some((note) => note.name === found); n += 1) found = `${stem} ${n}${end}`;
  return found;
}
