import type { Library } from "colloquy";

/** What an element of this page has of the sessions that there are, or looks for. */
export class Claim {
  /** The session that the element shows, or is about to. */
  session: string | null = null;
  /** What the element asks for: elements that ask for the same are rivals. */
  wanted = "";

  constructor(
    /** True once the respondent has agreed: before that nothing of a session is kept. */
    readonly agreed: () => boolean,
  ) {}

  /** Notes that the element looks for a session; before it waits for anything, so that the order is that of the page. */
  seek(wanted: unknown): void {
    this.wanted = JSON.stringify(wanted);
    claims.add(this);
  }

  /** Notes the session that the element shows; null for none. */
  hold(session: string | null): void {
    this.session = session;
    claims[session ? "add" : "delete"](this);
  }

  /** Finds the session to go on with, of those that no other element of the page has; null where there is none. */
  async find(library: Library, guide: string, subject: string): Promise<string | null> {
    if (claims.size > 1) return (await import("./rivals.js")).find(this, claims, library, guide, subject);
    return (await library.findResumable(guide, subject))?.session ?? null;
  }
}

/** Those of this page's elements that have a session or look for one, in the order in which they came. */
const claims = new Set<Claim>();
