// The one way from the app to the engine: the module is initialised once, the library is opened once.
import { guides, init, openLibrary, ColloquyError, type Interview, type Library } from "colloquy";

let library: Promise<Library> | undefined;

/** Opens the library of this device; a failed attempt is made again at the next call. */
export function openedLibrary(): Promise<Library> {
  library ??= init()
    .then(() => openLibrary())
    .catch((error: unknown) => {
      library = undefined;
      throw error;
    });
  return library;
}

/** Finds a built-in guide. */
export function guideOf(id: string): (typeof guides)[number] | undefined {
  return guides.find((guide) => guide.id === id);
}

/** Says what went wrong in the engine's words, which name the remedy. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Names the code of an engine's error, or nothing. */
export function codeOf(error: unknown): string {
  return error instanceof ColloquyError ? error.code : "";
}

/** An interview that the start page created, on its way to the interview page. */
let begun: Interview | undefined;

/** Hands an interview to the page that shows it. */
export function handOver(interview: Interview): void {
  begun?.dispose();
  begun = interview;
}

/** Takes the interview that was handed over for a session, if there is one. */
export function takeHandedOver(session: string): Interview | undefined {
  const taken = begun?.view.session === session ? begun : undefined;
  if (taken) begun = undefined;
  return taken;
}
