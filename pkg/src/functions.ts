// Functions without a session: synchronous after `await init()`, in a browser and in Node.
import type { Findings, Issue, Limits, Longest, Material, MaterialSummary, Prices } from "../types/generated.js";
import { call, generation } from "./engine.js";
import { extras, extrasGeneration } from "./extras.js";

/** One thing that became known of a reply that still comes in. */
export interface ReaderChange {
  /** Where in the value, such as `metadata.depth` or `skills[2]`; empty for the whole value. */
  path: string;
  /** Which attempt at reading a value this belongs to, when it is not the first. */
  candidate?: number;
  /** The string at the path grew by this. */
  append?: string;
  /** The value at the path is finished. */
  value?: unknown;
  /** What was said about the path and everything below it no longer holds. */
  withdrawn?: true;
}

/** What a whole reply came to. */
export interface ReaderEnd {
  /** The best reading; `null` when there is none. */
  value: unknown;
  /** What had to be mended for it. */
  repairs: { code: string; note: string }[];
  /** The text around it. */
  prose: string;
  /** What the end itself changed. */
  changes: ReaderChange[];
}

/** Checks a guide: every fault with its path, rule and value; without faults the longest interview it allows and its cost. */
export function checkGuide(
  guide: unknown,
  options: { limits?: Limits; prices?: Prices } = {},
): { issues: Issue[]; longest: Longest | null } {
  return JSON.parse(extras((module) => module.checkGuide(text(guide), text(options)))) as {
    issues: Issue[];
    longest: Longest | null;
  };
}

/** Draws insights, action items and themes from answers; `start` and `end` count UTF-16 units. Without limits all of them. */
export function extractFindings(texts: string[], limits: { insights?: number; actions?: number; themes?: number } = {}): Findings {
  return extras((module) => module.extractFindings(text(texts), text(limits))) as Findings;
}

/** Says what a material would be read as by `createInterview`, and the subject the session would have. */
export function readMaterial(material: Material): { subject: string; summary: MaterialSummary } {
  return JSON.parse(call(generation(), (engine) => engine.readMaterial(text(material)))) as {
    subject: string;
    summary: MaterialSummary;
  };
}

/** Reads JSON while it still comes in, cut anywhere, with whatever is around it and wrong with it. */
export function createReader(): {
  push(text: string): ReaderChange[];
  value(): unknown;
  finish(): ReaderEnd | null;
  dispose(): void;
} {
  const of = extrasGeneration();
  const reader = extras((module) => new module.JsonReader(), of);
  const json = <T>(work: () => string) => JSON.parse(extras(work, of)) as T;
  return {
    push: (text) => json<ReaderChange[]>(() => reader.push(text)),
    value: () => json<unknown>(() => reader.value()),
    finish: () => json<ReaderEnd | null>(() => reader.finish()),
    dispose: () => extras(() => reader.free(), of),
  };
}

function text(value: unknown): string {
  return JSON.stringify(value ?? null);
}
