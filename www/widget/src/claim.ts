import type { Library, Listed } from "colloquy";

/** Those of this page's elements that have a session or look for one, in the order in which they came. */
const claims = new Set<Claim>();

/** States in which a session is gone on with. */
const OPEN: readonly Listed["status"][] = ["active", "paused", "abandoned"];

/**
 * What an element of this page has of the sessions that there are. Elements with one guide and one subject each go on with a session of
 * their own: after a reload the first of them with the one that was begun first, and so on.
 */
export class Claim {
  #session: string | null = null;
  /** What the element asks for: elements that ask for the same are rivals. */
  #wanted = "";

  /** Notes that the element looks for a session; before it waits for anything, so that the order is that of the page. */
  seek(wanted: unknown): void {
    this.#wanted = JSON.stringify(wanted);
    claims.add(this);
  }

  /** Notes the session that the element shows. */
  hold(session: string | null): void {
    this.#session = session;
    claims.add(this);
  }

  /** Notes that the element shows none. */
  drop(): void {
    this.#session = null;
    claims.delete(this);
  }

  /** Finds the session to go on with, of those that no other element of the page has; null where there is none. */
  async find(library: Library, guide: string, subject: string): Promise<string | null> {
    const listed = claims.size > 1 ? await library.list({ guide, subject }) : [];
    const others = [...claims].filter((claim) => claim !== this);
    const held = others.map((claim) => claim.#session);
    const rivals = [...claims].filter((claim) => claim.#session === null && claim.#wanted === this.#wanted);
    let found: string | undefined;
    if (rivals.length > 1 || listed.some(({ session }) => held.includes(session))) {
      const free = listed.filter(({ session, status }) => OPEN.includes(status) && !held.includes(session));
      const latest = free.sort((a, b) => b.startedAt - a.startedAt).slice(0, rivals.length);
      found = latest.reverse()[rivals.indexOf(this)]?.session;
    } else found = (await library.findResumable(guide, subject))?.session;
    if (found) this.#session = found;
    return found ?? null;
  }
}
