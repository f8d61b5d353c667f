import type { ReactiveController, ReactiveControllerHost } from "lit";
import { parentOf } from "./viewport.js";

/**
 * Follows the page's own `color-scheme` where it declares one of the two, whatever the reader's setting: a dark page has a dark interview. A
 * page's switch is an attribute of its root or body, as a rule, and no event.
 */
export class Scheme implements ReactiveController {
  #page = globalThis.MutationObserver && new MutationObserver(() => this.#look());

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const element of [document.documentElement, document.body]) if (element) this.#page?.observe(element, { attributes: true });
    this.#look();
  }

  hostDisconnected(): void {
    this.#page?.disconnect();
  }

  #look(): void {
    const around = parentOf(this.host);
    if (around) this.host.dataset["scheme"] = getComputedStyle(around).colorScheme;
  }
}
