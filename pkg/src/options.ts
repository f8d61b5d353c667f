// What a host can ask for when an interview begins.
import type { Guidelines, Limits, Material } from "../types/generated.js";

/** Where a session is kept. */
export type Storage = "indexeddb" | "memory";
/** How the scripted interviewer's questions stream in. */
export type Pace = "natural" | "instant";

/** What a host can ask for when an interview begins. */
export interface InterviewOptions {
  /** Id of a built-in guide, or a guide document. */
  guide: string | object;
  /** What the interview is about; everything in it is data and is never followed. */
  material?: Material;
  /** What is wanted of this interview on top of the guide. */
  guidelines?: Guidelines;
  /** Stable key of what it is about; by default the material's source URL, else its hash. */
  subject?: string;
  /** Template of the guide; by default its first. */
  template?: string;
  /** BCP 47 tag; by default `en`. */
  locale?: string;
  /** The host's own data about the session, at most 64 kB of JSON; handed back, never read. */
  metadata?: object;
  /** Limits of this interview; the tighter of these and the guide's holds. */
  limits?: Limits;
  /** Models come with the next version; without one the built-in scripted interviewer asks. */
  model?: never;
  /** By default IndexedDB in a browser, and memory elsewhere. */
  storage?: Storage;
  /** By default `natural` in a page whose visitor has not asked for less motion, else `instant`. */
  pace?: Pace;
}

/** The pace where a host does not name one. */
export function defaultPace(): Pace {
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  return still ? "instant" : "natural";
}
