import type { Interview, Issue } from "colloquy";
import { isFields, type Fields } from "../data/values.js";

/** Keeps what was entered, so that it survives a reload; what cannot be kept is no reason to stop writing. */
export function keepDraft(interview: Interview | null, token: string, value: unknown): void {
  try {
    interview?.setFormDraft(token, value);
  } catch {
    // A closed or crashed interview reports it by itself, where something is sent.
  }
}

/** What was entered before the page was loaded again, or undefined. */
export function keptDraft(interview: Interview | null, token: string): Fields | undefined {
  try {
    const kept = interview?.formDraft(token);
    return isFields(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The code of an engine's error, or nothing. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** The faults of an engine's error, one by one; empty where it has none. */
export function issuesOf(error: unknown): Issue[] {
  const details = error instanceof Error && "details" in error ? error.details : [];
  return Array.isArray(details)
    ? details.filter((one): one is Issue => typeof one?.path === "string" && typeof one.message === "string")
    : [];
}
