import type { ReactiveController, ReactiveControllerHost } from "lit";

/**
 * Keeps the end of the interview in sight: follows what is new unless the reader scrolled away, and lifts the composer above a
 * phone's keyboard, which covers the page without resizing it. Sets for the style sheet how much the head and the composer cover
 * (`--cq-head`, `--cq-dock`), so that nothing that gets the focus lies under them.
 *
 * It scrolls nothing until the respondent has done something here: an element far down a page must not pull the page to it.
 */
export class Viewport implements ReactiveController {
  /** Set once the respondent has sent something, or was taken to the end. */
  engaged = false;
  #atEnd = true;
  /** How far the page was scrolled when the end was last shown; above that the reader went back. */
  #shownAt = Infinity;
  #end: Element | null = null;
  #edges: readonly (Element | null)[] = [];
  /** Where there is none, as in tests without a browser, the head and the composer may cover what has the focus. */
  #measuring =
    globalThis.ResizeObserver &&
    // What it sets lays the page out again: within the notification the browser would report a loop to the host's `onerror`.
    new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #seen = "";
  /** Height of what is in sight when it was last measured, in CSS pixels. */
  #height = 0;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#height = window.visualViewport?.height ?? 0;
    window.visualViewport?.addEventListener("resize", this.#lift);
    window.visualViewport?.addEventListener("scroll", this.#lift);
    this.#observe();
  }

  hostDisconnected(): void {
    window.visualViewport?.removeEventListener("resize", this.#lift);
    window.visualViewport?.removeEventListener("scroll", this.#lift);
    this.#measuring?.disconnect();
  }

  /** Looks where the reader is, before the drawing moves what they look at. */
  hostUpdate(): void {
    if (!this.engaged || !this.#end) return;
    const { box, bottom } = this.#scroller();
    this.#atEnd = box.scrollTop >= this.#shownAt - 2 || this.#end.getBoundingClientRect().top <= bottom + 8;
  }

  /** Sets where the interview ends, and what stays in sight at its top and foot. */
  watch(end: Element | null, edges: readonly (Element | null)[]): void {
    this.#end = end;
    if (edges.every((edge, at) => edge === this.#edges[at])) return;
    this.#measuring?.disconnect();
    this.#edges = edges;
    this.#observe();
  }

  #observe(): void {
    for (const edge of this.#edges) if (edge) this.#measuring?.observe(edge);
  }

  /** Shows the end of an interview that was resumed, where the element is what the page opened with and nobody has scrolled yet. */
  open(): void {
    if (this.#scroller().box.scrollTop > 0 || this.host.getBoundingClientRect().top > window.innerHeight / 2) return;
    this.engaged = true;
    this.#show();
  }

  /** Scrolls to the end when `what` is new and the reader is there, or when the respondent asked for it (`force`). */
  follow(what: string, force = false): void {
    if (what === this.#seen && !force) return;
    this.#seen = what;
    if (this.engaged && (force || this.#atEnd)) this.#show();
  }

  #show(): void {
    this.#end?.scrollIntoView?.({ block: "nearest" });
    // A question is read from its beginning: on a small screen that comes before the foot.
    const question = this.#end?.parentElement?.querySelector(".current");
    if (question && question.getBoundingClientRect().top < 0) question.scrollIntoView?.({ block: "start" });
    this.#shownAt = this.#scroller().box.scrollTop;
  }

  /** What scrolls the element, and where what is to be seen of it ends. */
  #scroller(): { box: Element; bottom: number } {
    for (let at = parentOf(this.host); at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
      if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) {
        return { box: at, bottom: Math.min(at.getBoundingClientRect().bottom, window.innerHeight) };
      }
    }
    return { box: document.scrollingElement ?? document.documentElement, bottom: window.innerHeight };
  }

  #measure(): void {
    for (const [at, name] of ["--cq-head", "--cq-dock"].entries()) {
      this.host.style.setProperty(name, `${Math.ceil(this.#edges[at]?.getBoundingClientRect().height ?? 0)}px`);
    }
  }

  #lift = (): void => {
    const view = window.visualViewport;
    if (!view) return;
    // Zoomed in by hand, the reader decides what is in sight.
    const covered = view.scale > 1.05 ? 0 : window.innerHeight - view.height - view.offsetTop;
    this.host.style.setProperty("--cq-keyboard", `${Math.max(0, Math.round(covered))}px`);
    // A keyboard that opens takes the place of the question that is answered.
    if (view.height < this.#height && this.engaged && this.#atEnd) this.#show();
    this.#height = view.height;
  };
}

/** What an element lies in, across shadow roots. */
export const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};
