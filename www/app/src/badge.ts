// The number on the app's icon, where it is installed and the system shows one: how many interviews wait to be finished.
import { openedLibrary } from "./engine.js";

/** How long changes are gathered before they are counted, in milliseconds: each answer is one. */
const GATHERED_MS = 1_000;

type Badge = Pick<Navigator, "setAppBadge" | "clearAppBadge">;

let following = false;
let timer = 0;

/** Shows the number from now on; calling it again changes nothing. */
export async function followBadge(): Promise<void> {
  if (following) return;
  following = true;
  const library = await openedLibrary();
  const count = async () => {
    const badge = navigator as Partial<Badge>;
    // What was left alone for long is no reminder, or the number would never go.
    const waiting = (await library.list()).filter(({ status }) => status === "active" || status === "paused").length;
    await (waiting > 0 ? badge.setAppBadge?.(waiting) : badge.clearAppBadge?.());
  };
  // A system may refuse the number, and a store the list: the icon is then as it was.
  const quietly = () => void count().catch(() => undefined);
  quietly();
  library.subscribe(() => {
    clearTimeout(timer);
    timer = window.setTimeout(quietly, GATHERED_MS);
  });
}
