// What finished interviews came to, read one after the other without opening any, and kept for as long as it is the same.
import type { FindingView, Library, Listed } from "colloquy";
import { codeOf } from "../engine.js";
import { pause } from "./find.js";

/** The findings of one finished interview. */
export interface Result {
  readonly session: Listed;
  readonly actions: readonly FindingView[];
  readonly themes: readonly FindingView[];
}

/** All results that could be read, newest first. */
export interface Results {
  readonly results: readonly Result[];
  readonly unread: number;
}

const known = new Map<string, { readonly mark: string; readonly result: Omit<Result, "session"> }>();

/** Reads the findings of every finished session; nothing once `signal` is aborted. */
export async function readResults(
  library: Library,
  sessions: readonly Listed[],
  progress: (read: number, of: number) => void,
  signal: AbortSignal,
): Promise<Results | undefined> {
  const finished = sessions.filter(({ status }) => status === "completed");
  for (const session of known.keys()) if (!finished.some((one) => one.session === session)) known.delete(session);
  const results: Result[] = [];
  let unread = 0;
  for (const [place, session] of finished.entries()) {
    try {
      results.push({ session, ...(await findingsOf(library, session)) });
    } catch (error) {
      // One that was deleted meanwhile is not missed.
      if (codeOf(error) !== "no_such_session") unread += 1;
    }
    if (signal.aborted) return undefined;
    progress(place + 1, finished.length);
  }
  return { results, unread };
}

async function findingsOf(library: Library, { session, records, updatedAt }: Listed): Promise<Omit<Result, "session">> {
  const mark = `${records} ${updatedAt}`;
  const kept = known.get(session);
  if (kept?.mark === mark) return kept.result;
  // Writing a session out is one piece of work: the page draws before each.
  await pause();
  const { findings } = JSON.parse(await library.result(session, "json")) as { findings?: { [list: string]: unknown } };
  const list = (name: string) => {
    const found = findings?.[name];
    return Array.isArray(found) ? (found as FindingView[]).filter(({ text }) => typeof text === "string" && text.trim() !== "") : [];
  };
  const result = { actions: list("actions"), themes: list("themes") };
  known.set(session, { mark, result });
  return result;
}
