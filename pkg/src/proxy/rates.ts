// How often something may happen, per name, in bounded memory. Each isolate has its own.

/** Buckets that fill at a rate and hold a minute's worth, of the names seen last. */
export class Rates {
  /** When each bucket will be full again if nothing more is taken, in milliseconds since 1970. */
  readonly #fullAt: Recent;

  /** Holds up to so many names. */
  constructor(most: number) {
    this.#fullAt = new Recent(most);
  }

  /** Takes one of `perMinute` from a name's bucket; returns after how many seconds there is one, 0 when it was taken. */
  take(name: string, perMinute: number, now: number): number {
    const one = Math.max(1, Math.floor(60_000 / perMinute));
    // A clock that jumped back leaves it empty, not locked.
    const empty = now + one * perMinute;
    const fullAt = Math.min(Math.max(this.#fullAt.get(name), now), empty);
    const wait = fullAt + one - empty;
    this.#fullAt.set(name, wait > 0 ? fullAt : fullAt + one);
    return wait > 0 ? Math.ceil(wait / 1000) : 0;
  }
}

/**
 * Numbers by name, of the names used last; 0 for any other. Two generations bound the memory: a name that is set moves to the young one,
 * and when that holds half of what may be held, the old one is forgotten whole.
 */
export class Recent {
  readonly #half: number;
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  get(name: string): number {
    return this.#young.get(name) ?? this.#old.get(name) ?? 0;
  }

  set(name: string, value: number): void {
    if (!this.#young.has(name) && this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, value);
  }
}
