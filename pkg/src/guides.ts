// The guides that ship with the package, each a JSON file of its own that is loaded when it is needed.
import { readJson } from "./engine.js";
import { ColloquyError } from "./errors.js";

/** A guide that ships with the package. */
export interface BuiltInGuide {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Loads the guide document, in Node from the disk. */
  load(): Promise<object>;
}

/** The built-in guides. */
export const guides: readonly BuiltInGuide[] = Object.freeze([
  {
    id: "reflective",
    title: "Reflection on content",
    description: "A short conversation about something you listened to, read or watched: what stayed with you and what you make of it.",
    load: () => readJson(new URL("./guides/reflective.json", import.meta.url)),
  },
]);

/** Gives the document of a guide that is named or handed in. */
export async function guideDocument(guide: unknown): Promise<unknown> {
  if (typeof guide !== "string") return guide;
  const found = guides.find(({ id }) => id === guide);
  if (!found) {
    const known = guides.map(({ id }) => id).join(", ");
    throw new ColloquyError("unknown_guide", `there is no built-in guide "${guide}" (there is ${known}): hand in the guide document itself`);
  }
  return found.load();
}
