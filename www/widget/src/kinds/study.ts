// The kind of interview that a study is compiled to, apart from the table of the kinds, which needs what opens sessions.
import type { KindName } from "colloquy";

/** What is known of the guide of a study before it is read: its kind, whose part comes beside the engine. */
export const STUDY_GUIDE = { strategy: { kind: "topics" satisfies KindName } };
