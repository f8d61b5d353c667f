// Interviews that are opened on a page: `<colloquy-interview layout="popup">`, `bubble` and `sidetab`. This is all that a page loads before
// somebody opens one; the element and the engine come then.
import { finished, forgotten, mayOpen, NOTHING, opened, rulesOf, type Facts } from "./launcher/decide.js";
import { barOf, openerOf, place } from "./launcher/look.js";
import { watch, type Trigger } from "./launcher/triggers.js";
import { wordsIn } from "./launcher/words.js";
import { importAgain } from "./import-again.js";

export {
  duration,
  finished,
  forgotten,
  mayOpen,
  opened,
  rulesOf,
  type Facts,
  type Repeat,
  type Rules,
  type Seen,
} from "./launcher/decide.js";
export type { Trigger } from "./launcher/triggers.js";

/** What an interview can do that is opened on the page. */
export interface Launched extends HTMLElement {
  /** Opens it, however often it was open before, and gives it the focus. */
  open(): void;
  /** Closes it; the interview goes on when it is opened again. The focus returns to where it was. */
  close(): void;
  /** Opens or closes it. */
  toggle(): void;
  /** Forgets how often it was open, and the site's cooldown. */
  reset(): void;
}

/** Where the facts are stored. */
const KEY = "colloquy-launcher";
const LAYOUTS = /^(popup|bubble|sidetab)$/;
/** What lies over a page, so that nothing opens over it by itself. */
const OVER = 'dialog[open],[aria-modal="true"],colloquy-interview[data-launch="open"]';

/** The elements that are launched, with what takes the launcher's things off them. */
const launched = new Map<Element, AbortController>();
/** The facts where the browser stores nothing. */
let unstored: Facts = NOTHING;

function facts(): Facts {
  try {
    const { at, seen } = JSON.parse(localStorage.getItem(KEY) ?? "null") as Facts;
    return { at: Number(at) || 0, seen: { ...seen } };
  } catch {
    return unstored;
  }
}

function store(next: Facts): void {
  unstored = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that stores nothing.
  }
}

/** What has the focus, in whatever shadow root it is. */
function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Makes an element with one of the three layouts one that opens on the page; for any other, and a second time, it does nothing. */
export function attach(element: HTMLElement): void {
  const layout = element.getAttribute("layout") ?? "";
  if (!LAYOUTS.test(layout) || Object.hasOwn(element, "toggle")) return;
  const ends = new AbortController();
  const { signal } = ends;
  launched.set(element, ends);
  const lang = element.closest("[lang]")?.getAttribute("lang") || navigator.language;
  const words = wordsIn(lang);
  const label = element.getAttribute("label") || words.open;
  const key =
    element.id || `${element.getAttribute("guide") ?? element.getAttribute("study") ?? ""} ${element.getAttribute("subject") ?? ""}`;
  /** What had the focus when it was opened. */
  let from: Element | null = null;
  /** Ends the wait for what lies over the page. */
  let waiting: AbortController | null = null;
  const isOpen = (): boolean => element.dataset["launch"] === "open";
  const emit = (name: string, trigger?: Trigger): boolean => {
    const cancelable = name === "colloquy-before-open";
    const detail = trigger ? { trigger } : null;
    return element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  };

  const load = (): void => {
    const here = customElements.get("colloquy-interview");
    if (!here) say(words.loading);
    importAgain<unknown>(() => (here ? Promise.resolve() : import("./element.js"))).then(
      () => say(""),
      () => say(words.failed, [words.again, load]),
    );
  };
  const open = (trigger: Trigger, alone: boolean): void => {
    if (isOpen() || !emit("colloquy-before-open", trigger)) return;
    store(opened(facts(), key, alone, Date.now()));
    from = focused();
    (element.shadowRoot ?? element.attachShadow({ mode: "open" })).prepend(bar);
    element.dataset["launch"] = "open";
    show(true);
    element.showPopover?.();
    // Who reads or types elsewhere is left there.
    if (!alone) element.focus({ preventScroll: true });
    load();
    emit("colloquy-open", trigger);
  };
  const close = (): void => {
    if (!isOpen()) return;
    const within = element.matches(":focus-within");
    element.hidePopover?.();
    element.dataset["launch"] = "closed";
    show(false);
    const back =
      from instanceof HTMLElement && from.isConnected && from !== document.body ? from : opener.shadowRoot?.querySelector("button");
    if (within) back?.focus({ preventScroll: true });
    emit("colloquy-close");
  };
  const toggle = (trigger: Trigger): void => (isOpen() ? close() : open(trigger, false));
  /** Opens it by itself if it may, once nothing lies over the page. */
  const alone = (trigger: Trigger): void => {
    if (
      signal.aborted ||
      waiting ||
      isOpen() ||
      !mayOpen(facts(), key, rulesOf(element.getAttribute("repeat"), element.getAttribute("cooldown")), Date.now())
    )
      return;
    if (!document.querySelector(OVER)) return open(trigger, true);
    waiting = new AbortController();
    const later = (): void => {
      waiting?.abort();
      waiting = null;
      setTimeout(alone, 0, trigger);
    };
    for (const name of ["close", "colloquy-close", "click", "keyup"])
      document.addEventListener(name, later, { capture: true, signal: waiting.signal });
  };

  const [bar, say] = barOf(words.close, close);
  const [opener, show] = openerOf(element, label, () => toggle("button"));
  const own = { open: () => open("script", false), close, toggle: () => toggle("script"), reset: () => store(forgotten(facts(), key)) };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(element, name, { value, configurable: true });
  if (element.dataset["launch"] !== "open") element.dataset["launch"] = "closed";
  element.setAttribute("role", "dialog");
  if (!element.hasAttribute("aria-label")) element.setAttribute("aria-label", label);
  element.tabIndex = -1;
  element.popover = "manual";
  place(element);
  if (layout !== "popup") document.body.append(opener);
  element.addEventListener("colloquy-complete", () => store(finished(facts(), key)), { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        !event.isComposing &&
        !event.composedPath().some((at) => at instanceof HTMLDialogElement)
      )
        close();
    },
    { signal },
  );
  watch(element.getAttribute("trigger") ?? "", signal, (trigger) => (trigger === "click" ? open(trigger, false) : alone(trigger)));
  signal.addEventListener("abort", () => {
    launched.delete(element);
    for (const part of [bar, opener]) part.remove();
    for (const name of Object.keys(own)) delete (element as unknown as Record<string, unknown>)[name];
    for (const name of ["data-launch", "popover", "role", "tabindex"]) element.removeAttribute(name);
  });
}

/** Takes up what is new in the page and lets go of what is gone or is `inline` now. */
function scan(): void {
  for (const [element, ends] of launched) {
    if (!element.isConnected || !LAYOUTS.test(element.getAttribute("layout") ?? "")) ends.abort();
  }
  // Notified of its own end, the page of a test is gone already.
  for (const element of globalThis.document?.querySelectorAll<HTMLElement>("colloquy-interview[layout]") ?? []) attach(element);
}

if (typeof document !== "undefined") {
  new MutationObserver(scan).observe(document, { subtree: true, childList: true, attributeFilter: ["layout"] });
  scan();
}
