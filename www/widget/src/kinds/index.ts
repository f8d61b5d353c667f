// The table of the kinds of interviews: nothing else of the element names one. A kind's room is in the folder of its name.
import { importAgain } from "../../../../pkg/src/import-again.js";
import type { QuestionView, View } from "colloquy";
import type { KindEntry, KindName, KindRoom, Shared, Ui } from "../types.js";
import { topicOf as gapsTopic } from "./gaps/topic.js";
import { topicOf as stagedTopic } from "./staged/topic.js";

const KINDS: { readonly [Kind in KindName]?: KindEntry<Kind> } = {
  staged: { load: () => import("./staged/index.js"), needed: "at once", topic: stagedTopic },
  advice: { load: () => import("./advice/index.js") },
  gaps: { load: () => import("./gaps/index.js"), needed: "agreed", topic: gapsTopic },
  onboarding: { load: () => import("./onboarding/index.js"), needed: "agreed", forms: true },
  topics: { load: () => import("./topics/index.js"), needed: "agreed", forms: true },
};

/** Finds what is known of the kind of an interview; one without a row has nothing of its own. */
const entryOf = (kind: KindName): KindEntry<KindName> => (KINDS[kind] ?? {}) as KindEntry<KindName>;

/** True where the room of the kind is needed now. */
export function needsRoom({ kind, phase }: View): boolean {
  const { needed } = entryOf(kind.kind);
  return needed === "at once" || (needed === "agreed" && phase !== "consent");
}

/** True where interviews of the kind have forms. */
export const hasForms = ({ kind }: View): boolean => entryOf(kind.kind).forms === true;

/** Returns the room of a kind, at once where it has nothing of its own to show. */
export function makeRoom(kind: KindName, shared: Shared, ui: Ui, root: ShadowRoot): KindRoom | Promise<KindRoom> {
  const { load } = entryOf(kind);
  return load ? importAgain(load).then((room) => room.makeRoom(shared, ui, root)) : {};
}

/** Begins to load the room of a kind; who needs it asks again. */
export function fetchRoom({ kind }: View): void {
  entryOf(kind.kind)
    .load?.()
    .catch(() => undefined);
}

/** What stands beside the number of a question; empty where nothing does. */
export function topicOf({ kind }: View, question: QuestionView, before: QuestionView | null): string {
  return entryOf(kind.kind).topic?.(kind, question, before) ?? "";
}
