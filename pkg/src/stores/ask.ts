// What the engine asks of a host's store, as the store's own methods are called.
import type { StoredFileEntry } from "../survival.js";
import type { SessionStore, StoredBatch, StoredDraft, StoredFileChange } from "./types.js";

/** What an operation is about; each has some of these. */
interface About {
  session: string | null;
  id: string;
  guide: string | null;
  subject: string | null;
  epoch: number | null;
  before: number;
  draft: StoredDraft;
}

/** Codes by which a store refuses. */
const REFUSALS = ["taken_over", "deleted", "storage_full", "storage_refused"];

/** Does what `method` names. What comes back is JSON text, for a file `[about, bytes]`; it rejects with a code as text. */
export async function ask(store: SessionStore, method: string, argument: string, files: unknown[]): Promise<unknown> {
  try {
    const answer = await carryOut(store, method, JSON.parse(argument), (files as (StoredFileEntry | string)[]).map(changeOf));
    return method === "file" ? answer : JSON.stringify(answer ?? null);
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code === "string" && REFUSALS.includes(code)) throw code;
    console.error(error);
    throw "storage_lost";
  }
}

async function carryOut(store: SessionStore, method: string, argument: unknown, changes: StoredFileChange[]): Promise<unknown> {
  const { session: named, id, guide, subject, epoch, before, draft } = argument as About;
  // The engine has no session without an id, but a host may ask for one.
  const session = named ?? "";
  switch (method) {
    case "append":
      return store.append(argument as StoredBatch);
    case "rewrite":
      return store.rewrite(argument as StoredBatch, changes);
    case "list": {
      const fits = (wanted: string | null, value: string) => wanted === null || wanted === value;
      const found = await store.list({ ...(guide !== null && { guide }), ...(subject !== null && { subject }) });
      return found.filter(({ row }) => fits(guide, row.guide) && fits(subject, row.subject));
    }
    case "saveDraft":
      return store.saveDraft(session, epoch ?? 0, draft.text === "" && draft.form === "" ? null : draft);
    case "changeFiles":
      return store.changeFiles(session, epoch, changes);
    case "file": {
      const file = await store.file(session, id);
      return file && [file.about, file.bytes];
    }
    case "remove":
      return Number(await store.remove(session));
    case "clear":
      return removeAll(store, () => true);
    case "cleanUp":
      return removeAll(store, (status, updatedAt) => status === "completed" && updatedAt < before);
    default:
      return store[method as "claim" | "read" | "files"](session);
  }
}

/** Deletes the sessions that a rule names, and says how many. */
async function removeAll(store: SessionStore, goes: (status: string, updatedAt: number) => boolean): Promise<number> {
  let count = 0;
  for (const { row } of await store.list({})) {
    if (goes(row.status, row.updatedAt)) count += Number(await store.remove(row.session));
  }
  return count;
}

const changeOf = (change: StoredFileEntry | string): StoredFileChange => {
  if (typeof change === "string") return { remove: change };
  const [id, about, bytes] = change;
  return { keep: { id, about, bytes } };
};
