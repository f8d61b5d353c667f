// How the handle of one interview is made.
import type { Handle } from "../dist/glue/colloquy.js";

/**
 * @internal Makes a handle with the two functions that it calls: to say that something changed, and to ask a model or stop it. The id
 * of a tool is a text.
 */
export type Open = (
  wake: (streaming: boolean) => void,
  models: (id: number | string, dialect?: string, request?: string) => void,
) => Promise<Handle>;
