// Texts of the host's, on their way into the engine.
import { ColloquyError } from "./errors.js";

/** A text of the host's: one that is none would reach the engine as something else. */
export function stringOf(text: unknown): string {
  if (typeof text !== "string") throw new ColloquyError("invalid_options", "the text must be a string");
  return text;
}

/** Puts the replacement character where half of a character stands alone, which no UTF-8 text has: nothing else of it is lost. */
export function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}
