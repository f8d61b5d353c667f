// What every page has: it renders into the document (one style sheet, one set of landmarks), sets its title, and asks the
// frame to go elsewhere.
import { LitElement, html, type PropertyValues, type TemplateResult } from "lit";

/** A short message with at most one thing to do about it. */
export interface Toast {
  text: string;
  /** The technical text behind it, folded. */
  detail?: string;
  action?: { label: string; run: () => void };
  /** True for what must not vanish by itself. */
  stays?: boolean;
}

/**
 * A page of the app.
 *
 * @fires page-title - The title changed; the frame reads `heading`.
 * @fires page-toast - A short message for the frame to show and speak; detail is a `Toast`.
 */
export abstract class Page extends LitElement {
  /** Text of the page's h1, which is also the document's title. */
  abstract get heading(): string;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private focusDue = false;

  /** Puts the focus on the heading, where a screen reader begins to read, as soon as there is one. */
  focusHeading(): void {
    this.focusDue = true;
    this.requestUpdate();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const heading = this.focusDue ? this.querySelector("h1") : null;
    if (!heading) return;
    this.focusDue = false;
    heading.focus({ preventScroll: true });
  }

  protected h1(text = this.heading): TemplateResult {
    return html`<h1 tabindex="-1"><bdi>${text}</bdi></h1>`;
  }

  protected retitle(): void {
    this.dispatchEvent(new CustomEvent("page-title", { bubbles: true }));
  }

  protected toast(toast: Toast | string): void {
    const detail = typeof toast === "string" ? { text: toast } : toast;
    this.dispatchEvent(new CustomEvent<Toast>("page-toast", { bubbles: true, detail }));
  }
}

/** Goes to an address of the app; `replace` leaves no step behind for the back button. */
export function go(href: string, replace = false): void {
  const url = new URL(href, document.baseURI);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  dispatchEvent(new Event("colloquy-go"));
}

/** Changes the address without going anywhere, so that a reload shows the same. */
export function rename(href: string): void {
  try {
    history.replaceState(null, "", new URL(href, document.baseURI));
  } catch {
    // Some browsers allow so many in a while; the address of a moment before does as well.
  }
}
