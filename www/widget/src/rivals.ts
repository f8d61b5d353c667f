import type { Library, Listed } from "colloquy";
import type { Claim } from "./claim.js";

/** States in which a session is gone on with. */
const OPEN: readonly Listed["status"][] = ["active", "paused", "abandoned"];

/**
 * Finds the session to go on with where a page has several elements. Those with one guide and one subject each go on with a session of
 * their own: after a reload the first of them with the one that was begun first, and so on.
 */
export async function find(
  own: Claim,
  claims: ReadonlySet<Claim>,
  library: Library,
  guide: string,
  subject: string,
): Promise<string | null> {
  const listed = await library.list({ guide, subject });
  const held = [...claims].map((claim) => claim !== own && claim.session);
  const rivals = [...claims].filter((claim) => claim === own || (claim.session === null && claim.wanted === own.wanted));
  let found: string | undefined;
  if (rivals.length > 1 || listed.some(({ session }) => held.includes(session))) {
    const free = listed.filter(({ session, status }) => OPEN.includes(status) && !held.includes(session));
    const latest = free.sort((a, b) => b.startedAt - a.startedAt).slice(0, rivals.length);
    found = latest.reverse()[rivals.indexOf(own)]?.session;
  } else found = (await library.findResumable(guide, subject))?.session;
  if (found) own.session = found;
  return found ?? null;
}
