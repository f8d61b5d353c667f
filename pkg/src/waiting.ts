// Waiting for what an interview shows.
import type { View } from "../types/generated.js";

/** What is waited for: an interview, as far as this reads it. */
export interface Shown {
  readonly view: View;
  subscribe(listener: () => void): () => void;
}

/** Who waits for an interview. Unlike its listeners they hear of its end. */
export class Waiting {
  readonly #looks = new Set<() => void>();

  /** Waits until the view satisfies a predicate; rejects with what reading it throws, and with the signal's reason. */
  until(of: Shown, predicate: (view: View) => boolean, signal?: AbortSignal): Promise<View> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          signal?.throwIfAborted();
          const { view } = of;
          if (!predicate(view)) return;
          resolve(view);
        } catch (error) {
          reject(error);
        }
        this.#looks.delete(look);
        signal?.removeEventListener("abort", look);
        stop();
      };
      const stop = of.subscribe(look);
      this.#looks.add(look);
      signal?.addEventListener("abort", look);
      look();
    });
  }

  /** Has everybody look once more, when reading the view throws. */
  end(): void {
    for (const look of [...this.#looks]) look();
  }
}

/** Binds an object's methods to it, those of its class, so that they can be handed on by themselves. */
export function bind(target: object, methods: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof value === "function" && name !== "constructor")
      Object.defineProperty(target, name, { value: value.bind(target), configurable: true, writable: true });
  }
}
