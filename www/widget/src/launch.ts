// The layouts that open on the page. What does that is `colloquy/launcher`, which a page may have loaded in place of the element.
import { LitElement } from "lit";
import type { Launched } from "colloquy/launcher";

/** Has an element of one of these layouts wait until it is opened; where the launcher cannot be loaded, it is shown where it stands. */
export function wait(element: HTMLElement): void {
  const { dataset } = element;
  if (dataset["launch"] || !/^(popup|bubble|sidetab)$/.test(element.getAttribute("layout") ?? "")) return;
  dataset["launch"] = "closed";
  import("colloquy/launcher").then(
    ({ attach }) => attach(element),
    () => {
      dataset["launch"] = "open";
    },
  );
}

/** An element with the methods of the launcher, which load it: it gives the element its own then. One that stands in the page opens nothing. */
export class Launchable extends LitElement implements Launched {
  open(): void {
    this.#launch("open");
  }

  close(): void {
    this.#launch("close");
  }

  toggle(): void {
    this.#launch("toggle");
  }

  reset(): void {
    this.#launch("reset");
  }

  #launch(name: Exclude<keyof Launched, keyof HTMLElement>): void {
    void import("colloquy/launcher").then(({ attach }) => {
      attach(this);
      if (Object.hasOwn(this, name)) this[name]();
    });
  }
}
