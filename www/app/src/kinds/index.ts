// The table of the kinds of interviews: nothing else of the app names one. A kind's room is in the folder of its name.
import type { guides, View } from "colloquy";
import { p } from "../text.js";
import type { KindEntry, KindName, KindRoom, LibraryText } from "./types.js";

type Guide = (typeof guides)[number];

/** How a kind without a room here is asked about: as notes are. */
const OTHER: KindEntry<"reflective"> = { load: () => import("./reflective/index.js") };

const KINDS: { readonly [Kind in KindName]?: KindEntry<Kind> } = {
  reflective: { ...OTHER, counted: true, sample: () => import("./reflective/sample.js") },
  staged: { load: () => import("./staged/index.js") },
  advice: { load: () => import("./advice/index.js"), counted: true, sample: () => import("./advice/sample.js") },
  gaps: { load: () => import("./gaps/index.js"), sample: () => import("./gaps/sample.js") },
  onboarding: {
    load: () => import("./onboarding/index.js"),
    sampleFiles: () => import("./onboarding/sample-files.js").then(({ sampleFiles }) => sampleFiles()),
    collects: () => p.kinds.onboarding.collected.title,
  },
  topics: { load: () => import("./topics/index.js") },
};

/** The kind of interview that a study is compiled to. */
export const STUDY_KIND = "topics" satisfies KindName;

/** Reads the name of a kind; one that this page does not know is asked about as notes are. */
export function kindNamed(name: unknown): KindName {
  return typeof name === "string" && Object.hasOwn(KINDS, name) ? (name as KindName) : "reflective";
}

/** Returns what is known of a kind before its room is there. */
export const entryOf = (kind: KindName): KindEntry => (KINDS[kind] ?? OTHER) as KindEntry;

/** Returns what the library writes about a guide of a kind; a kind without words here is described by its guide. */
export function libraryOf({ kind, title, description }: Guide): LibraryText {
  const own = p.kinds as { readonly [Kind in KindName]?: { readonly library?: LibraryText } & object };
  return own[kind]?.library ?? { title, about: description, facts: "", sample: "" };
}

/** Loads what a kind adds to the pages. */
export async function roomOf(kind: KindName | View["kind"]): Promise<KindRoom> {
  return (await entryOf(kindNamed(typeof kind === "string" ? kind : kind.kind)).load()).room;
}
