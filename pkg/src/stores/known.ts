// The stores that a host handed in. The engine knows each by a name.
import { ColloquyError } from "../errors.js";
import { importAgain } from "../import-again.js";
import type { SessionStore } from "./types.js";

const stores = new Map<string, SessionStore>();

/** @internal Gives the name by which the engine knows a place for sessions. */
export function nameOf(storage: string | SessionStore | undefined): string | undefined {
  if (typeof storage !== "object" || storage === null) return storage;
  for (const [name, store] of stores) if (store === storage) return name;
  if (typeof storage.append !== "function")
    throw new ColloquyError("invalid_options", '`storage` must be "indexeddb", "memory" or an object with the methods of a SessionStore');
  const name = `host:${stores.size}`;
  stores.set(name, storage);
  return name;
}

/** @internal What the engine calls to have one of them do something; see `ask.ts` of this folder. */
export async function askStore(name: string, method: string, argument: string, files: unknown[]): Promise<unknown> {
  const store = stores.get(name);
  // The engine has a code for what failed in between.
  if (!store) throw "storage_lost";
  const { ask } = await importAgain(() => import("./ask.js"));
  return ask(store, method, argument, files);
}
