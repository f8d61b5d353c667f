import type { Library, Listed } from "colloquy";
import type { Claim } from "./claim.js";

/** States in which a session is gone on with. */
const OPEN: readonly Listed["status"][] = ["active", "paused", "abandoned"];

/** Where this tab keeps, over a reload, which element had which session: pairs of what was asked for and an id. */
const KEY = "colloquy-sessions";
let listening = false;

function kept(): readonly (readonly [string, string | null])[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Keeps which element has which session when the page goes away. */
function keep(claims: ReadonlySet<Claim>): void {
  if (listening) return;
  listening = true;
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...claims].map((claim) => [claim.wanted, claim.agreed() ? claim.session : null])));
    } catch {
      // A browser that stores nothing.
    }
  });
}

/**
 * Finds the session to go on with where a page has several elements. Those with one guide and one subject each go on with a session of
 * their own: after a reload each with the one it had, and without such a memory the first of them with the one that was begun first.
 */
export async function find(
  own: Claim,
  claims: ReadonlySet<Claim>,
  library: Library,
  guide: string,
  subject: string,
): Promise<string | null> {
  keep(claims);
  const listed = await library.list({ guide, subject });
  const equals = [...claims].filter((claim) => claim === own || claim.wanted === own.wanted);
  const before = kept().filter(([wanted]) => wanted === own.wanted);
  const taken = [...claims].map((claim) => claim !== own && claim.session);
  const free = listed.filter(({ session, status }) => OPEN.includes(status) && !taken.includes(session));
  let found = free.find(({ session }) => session === before[equals.indexOf(own)]?.[1])?.session;
  if (!found && (equals.length > 1 || free.length < listed.length)) {
    const left = free
      .filter(({ session }) => !before.some(([, id]) => id === session))
      .sort((one, other) => other.startedAt - one.startedAt);
    const rivals = equals.filter((claim) => claim === own || claim.session === null);
    found = left.slice(0, rivals.length).reverse()[rivals.indexOf(own)]?.session;
  } else found ??= (await library.findResumable(guide, subject))?.session;
  if (found) own.session = found;
  return found ?? null;
}
