// The guides that ship with the package, each a JSON file of its own that is loaded when it is needed.
import { ColloquyError } from "./errors.js";
import { type KindName, KINDS } from "./kinds.js";

/** A guide that ships with the package. */
export interface BuiltInGuide {
  readonly id: string;
  /** The kind of interview that it leads. */
  readonly kind: KindName;
  readonly title: string;
  readonly description: string;
  /** Loads the guide document, in Node from the disk. */
  load(): Promise<object>;
}

/** The built-in guides. */
export const guides: readonly BuiltInGuide[] = Object.freeze(
  (Object.keys(KINDS) as KindName[]).map((kind) => {
    const { title, description, guide } = KINDS[kind];
    return { id: kind, kind, title, description, load: guide };
  }),
);

/** Returns the document of a guide that is named or handed in. */
export async function guideDocument(guide: unknown): Promise<unknown> {
  if (typeof guide !== "string") return guide;
  const found = guides.find(({ id }) => id === guide);
  if (!found) {
    const known = guides.map(({ id }) => id).join(", ");
    throw new ColloquyError(
      "unknown_guide",
      `there is no built-in guide "${guide}" (there is ${known}): hand in the guide document itself`,
    );
  }
  return found.load();
}
