// The one way from the app to the engine: the module is initialised once, the library is opened once.
import { guides, init, openLibrary, ColloquyError, type Interview, type Issue, type InitOptions, type Library } from "colloquy";

let library: Promise<Library> | undefined;

/** Opens the library of this device; what is known to be needed next comes beside it. A failed attempt is made again at the next call. */
export function openedLibrary(preload: NonNullable<InitOptions["preload"]> = []): Promise<Library> {
  // The first question waits for no more than leads to it; exports load the rest.
  library ??= init({ engineOnly: true, preload })
    .then(() => openLibrary())
    .catch((error: unknown) => {
      library = undefined;
      throw error;
    });
  return library;
}

/** Opens a session; one that a model leads goes on with the models that this page's server offers. */
export async function openSession(library: Library, session: string): Promise<Interview> {
  const { connection } = await import("./models.js");
  return library.open(session, { model: await connection() });
}

/** Finds a built-in guide. */
export function guideOf(id: string): (typeof guides)[number] | undefined {
  return guides.find((guide) => guide.id === id);
}

/** Words what went wrong as the engine does, for developers: `problemOf` has words for respondents. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const faults = error instanceof ColloquyError && Array.isArray(error.details) ? (error.details as readonly Issue[]) : [];
  return [error.message, ...faults.map(({ path, message }) => `${path}: ${message}`)].join(" · ");
}

/** Names the code of an engine's error, or nothing. */
export function codeOf(error: unknown): string {
  return error instanceof ColloquyError ? error.code : "";
}

/** Interviews on their way between pages, and those that only this page's memory holds. */
const held = new Map<string, { readonly interview: Interview; readonly from?: string | undefined }>();

/** Keeps an interview for the next page that shows its session; `from` is the address where it begins anew before anything is stored. */
export function handOver(interview: Interview, from?: string): void {
  held.set(interview.view.session, { interview, from });
}

/** Takes the interview that was kept for a session, if there is one. */
export function takeHandedOver(session: string): { readonly interview: Interview; readonly from?: string | undefined } | undefined {
  const kept = held.get(session);
  held.delete(session);
  return kept;
}

/** Lists the interviews that would be lost with this page: no store has them. */
export function memoryOnly(): Interview[] {
  return [...held.values()]
    .map(({ interview }) => interview)
    .filter(({ view }) => view.saving.state === "memory" && view.phase !== "consent");
}

/**
 * Reads from the store. One that was lost or does not answer is asked again, at longer and longer intervals, for as long as
 * `waits` is called before each wait. Where the browser refuses storage, `refused` is what there is.
 */
export async function onceStored<T>(read: () => Promise<T>, refused: T, waits: () => boolean): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 15_000)) {
    try {
      return await read();
    } catch (error) {
      if (!["storage_lost", "storage_silent"].includes(codeOf(error))) return stored(Promise.reject(error), refused);
      if (!waits()) return refused;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Returns `otherwise` where the browser refuses storage: a page then goes on with what it has. */
export async function stored<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error).startsWith("storage_")) return otherwise;
    throw error;
  }
}

addEventListener("beforeunload", (event) => {
  if (memoryOnly().length > 0) event.preventDefault();
});
