// Whether what an adapter is handed may be in a page: a key never, as whoever opens the page can read it.
import { ColloquyError } from "colloquy";

/** True in a page and in its workers, false in Node and its like. */
export const inPage = (): boolean => "document" in globalThis || "importScripts" in globalThis;

/** True for an address of the device itself. */
export function isLoopback(address: string | URL): boolean {
  try {
    const { hostname } = new URL(address);
    return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  } catch {
    return false;
  }
}

/** Makes the error for an option. */
export const misuse = (path: string, rule: string, message: string): ColloquyError =>
  new ColloquyError("invalid_options", `\`${path}\` ${message}`, [{ path, rule, message }]);

/** Makes the error for a key in a page. */
export const keyInPage = (path: string): ColloquyError =>
  misuse(
    path,
    "key",
    "would be readable by whoever opens this page: put colloquy-proxy in front of the model, or set `local: true` if it is no secret",
  );
