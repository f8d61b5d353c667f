// What makes an interview open.
import { duration } from "./decide.js";

/** What an interview was opened by: a trigger of the page, its button (`button`), or a script (`script`). */
export type Trigger = "load" | "time" | "scroll" | "exit" | "click" | "event" | "button" | "script";

/**
 * Waits for what the attribute `trigger` names, several apart by semicolons: `load`, `time:30s`, `scroll:50%`, `exit`, `click:SELECTOR`,
 * `event:NAME`, `manual`. Calls `fire` each time, and stops when the signal aborts.
 */
export function watch(text: string, signal: AbortSignal, fire: (trigger: Trigger) => void): void {
  const settings = { signal, passive: true };
  for (const one of text.split(";")) {
    const [, name, value = ""] = /^\s*(\w+)(?::(.*?))?\s*$/.exec(one) ?? [];
    if (name === "load") afterPaint(signal, () => fire("load"));
    if (name === "time") {
      const timer = setTimeout(() => afterPaint(signal, () => fire("time")), duration(value) ?? 0);
      signal.addEventListener("abort", () => clearTimeout(timer));
    }
    if (name === "scroll") {
      const share = (Number.parseFloat(value) || 50) / 100;
      const look = () => {
        const { scrollHeight } = document.documentElement;
        if (scrollY === 0 || scrollY + innerHeight < share * scrollHeight) return;
        removeEventListener("scroll", look);
        fire("scroll");
      };
      addEventListener("scroll", look, settings);
    }
    if (name === "exit") {
      // Out at the top, where the tabs and the address are.
      const look = ({ clientY }: MouseEvent) => clientY <= 0 && fire("exit");
      document.documentElement.addEventListener("mouseleave", look, settings);
    }
    if (name === "click") {
      const look = ({ target }: Event) => target instanceof Element && target.closest(value) && fire("click");
      document.addEventListener("click", look, settings);
    }
    if (name === "event") document.addEventListener(value, () => fire("event"), settings);
  }
}

/** Runs when the page is loaded and painted: a tab in the background is not, until somebody looks at it. */
function afterPaint(signal: AbortSignal, run: () => void): void {
  const painted = () => requestAnimationFrame(() => setTimeout(() => signal.aborted || run()));
  if (document.readyState === "complete") painted();
  else addEventListener("load", painted, { signal });
}
