// Which next steps are done. Kept in localStorage, as no part of any interview: a tick is made long after one has ended. What a step says is not
// in it, only a short sum of its text, so that nothing of an answer is left once that is removed.

const KEY = "colloquy.steps";
/** Most interviews and steps of one that are read: more is not ours. */
const MOST_SESSIONS = 2_000;
const MOST_STEPS = 200;

/** The sums of the steps that are done, by session. */
type Ticks = Map<string, ReadonlySet<string>>;

/** What stands in place of the browser's storage where that is refused. */
let unkept: Ticks | undefined;

function read(): Ticks {
  if (unkept) return unkept;
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const rows = typeof found === "object" && found !== null ? Object.entries(found).slice(0, MOST_SESSIONS) : [];
    return new Map(
      rows.map(([session, sums]) => {
        const valid = Array.isArray(sums)
          ? sums.filter((sum): sum is string => typeof sum === "string" && /^[0-9a-z]{1,7}$/.test(sum))
          : [];
        return [session, new Set(valid.slice(0, MOST_STEPS))];
      }),
    );
  } catch {
    return new Map();
  }
}

function write(ticks: Ticks): boolean {
  try {
    const rows = [...ticks].filter(([, sums]) => sums.size > 0).map(([session, sums]) => [session, [...sums]]);
    if (rows.length > 0) localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(rows)));
    else localStorage.removeItem(KEY);
    unkept = undefined;
    return true;
  } catch {
    unkept = ticks;
    return false;
  }
}

/** Sums a text up: the same steps have the same sum, and nobody reads a step from it (FNV-1a, 32 bits). */
export function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(36);
}

/** Returns the steps of a session that are done. */
export function ticksOf(session: string): ReadonlySet<string> {
  return read().get(session) ?? new Set();
}

/** Keeps which steps of a session are done; returns false where the browser does not keep it for the next visit. */
export function keepTicks(session: string, done: ReadonlySet<string>): boolean {
  return write(read().set(session, done));
}

/** Removes the ticks of every session that is not there any more. */
export function tidyTicks(sessions: readonly { session: string }[]): void {
  const ticks = read();
  const there = new Set(sessions.map(({ session }) => session));
  const gone = [...ticks.keys()].filter((session) => !there.has(session));
  if (gone.length === 0) return;
  for (const session of gone) ticks.delete(session);
  write(ticks);
}

/** Calls `listener` when another tab has changed a tick; returns what ends that. */
export function onTicks(listener: () => void): () => void {
  const changed = ({ key }: StorageEvent) => (key === KEY || key === null) && listener();
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}
