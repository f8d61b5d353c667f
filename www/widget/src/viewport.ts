import type { ReactiveController, ReactiveControllerHost } from "lit";

/**
 * Keeps the end of the interview in sight: follows what is new unless the reader scrolled away, and lifts the composer above a
 * phone's keyboard, which covers the page without resizing it.
 *
 * It scrolls nothing until the respondent has done something here: an element far down a page must not pull the page to it.
 */
export class Viewport implements ReactiveController {
  /** Set once the respondent has sent something, or was taken to the end. */
  engaged = false;
  #atEnd = true;
  #ends: IntersectionObserver | null = null;
  #end: Element | null = null;
  #seen = "";

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostConnected(): void {
    // The end counts as in sight a few lines below the edge: whoever is that close is reading along.
    this.#ends = new IntersectionObserver((entries) => (this.#atEnd = entries.at(-1)?.isIntersecting ?? true), { rootMargin: "0px 0px 160px" });
    if (this.#end) this.#ends.observe(this.#end);
    window.visualViewport?.addEventListener("resize", this.#lift);
    window.visualViewport?.addEventListener("scroll", this.#lift);
  }

  hostDisconnected(): void {
    this.#ends?.disconnect();
    window.visualViewport?.removeEventListener("resize", this.#lift);
    window.visualViewport?.removeEventListener("scroll", this.#lift);
  }

  /** Watches where the interview ends. */
  watch(end: Element | null): void {
    if (end === this.#end) return;
    this.#end = end;
    this.#ends?.disconnect();
    if (end) this.#ends?.observe(end);
  }

  /** Shows the end of an interview that was resumed, where the element is what the page opened with and nobody has scrolled yet. */
  open(): void {
    if (window.scrollY > 0 || this.host.getBoundingClientRect().top > window.innerHeight / 2) return;
    this.engaged = true;
    this.#show();
  }

  /** Scrolls to the end when `what` is new and the reader is there, or when `force` says that the respondent asked for it. */
  follow(what: string, force = false): void {
    if (what === this.#seen && !force) return;
    this.#seen = what;
    if (this.engaged && (force || this.#atEnd)) this.#show();
  }

  #show(): void {
    this.#end?.scrollIntoView({ block: "nearest" });
    // A question is read from its beginning: on a small screen that comes before the foot.
    const question = this.#end?.parentElement?.querySelector(".current");
    if (question && question.getBoundingClientRect().top < 0) question.scrollIntoView({ block: "start" });
  }

  #lift = (): void => {
    const view = window.visualViewport;
    if (!view) return;
    // Zoomed in by hand, the reader decides what is in sight.
    const covered = view.scale > 1.05 ? 0 : window.innerHeight - view.height - view.offsetTop;
    this.host.style.setProperty("--cq-keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
}
