// How fast and how often clients and sessions may ask, as far as this isolate sees.
import type { Client } from "./client.js";
import { Rates, Recent } from "./rates.js";
import { Refusal } from "./refusal.js";
import type { ProxyCost, ProxyLimit, ProxyNumbers } from "./types.js";

/** How many times the rate of one client a /48 of IPv6 has in all. */
const SUBNETS = 10;

/** Milliseconds of a day. */
const DAY = 24 * 3_600_000;

/** Seconds after which a call may find the counters again. */
const AWAY = 5;

/** What a client asks for at a rate. */
export type Rate = "request" | "call" | "token";

/** The counters of one isolate. */
export class Limiter {
  readonly #rates: Rates;
  readonly #sessions: Rates;
  readonly #turns: Recent;
  readonly #perMinute: Readonly<Record<Rate, number>>;
  readonly #sessionCalls: number;

  constructor(numbers: ProxyNumbers) {
    // A client is counted for each of the three.
    this.#rates = new Rates(3 * numbers.clients);
    this.#sessions = new Rates(numbers.clients);
    this.#turns = new Recent(numbers.clients);
    this.#sessionCalls = numbers.sessionCallsPerMinute;
    this.#perMinute = {
      request: numbers.clientRequestsPerMinute,
      call: numbers.clientCallsPerMinute,
      token: numbers.clientTokensPerMinute,
    };
  }

  /** Takes one of a client's rate, and of its whole network's. */
  take({ name, network }: Client, rate: Rate): void {
    const now = Date.now();
    const most = this.#perMinute[rate];
    let wait = this.#rates.take(`${rate} ${name}`, most, now);
    if (wait === 0 && network !== undefined) wait = this.#rates.take(`${rate} ${network}`, most * SUBNETS, now);
    if (wait > 0) throw tooFast(wait);
  }

  /** Takes one of a session's rate and turns. */
  takeTurn({ account, sessionTurns }: ProxyCost): void {
    const wait = this.#sessions.take(account, this.#sessionCalls, Date.now());
    if (wait > 0) throw tooFast(wait);
    const taken = this.taken(account);
    if (taken >= sessionTurns) throw limited("session_turns");
    this.#turns.set(account, taken + 1);
  }

  /** Gives a turn back that cost nothing. */
  giveBack(account: string): void {
    this.#turns.set(account, Math.max(0, this.taken(account) - 1));
  }

  /** The turns that a session has taken. */
  taken(account: string): number {
    return this.#turns.get(account);
  }
}

function tooFast(wait: number): Refusal {
  return new Refusal("rate_limited", `too many requests; wait ${wait} seconds`, wait);
}

/** The refusal of a call that a limit stands against. */
export function limited(limit: ProxyLimit): Refusal {
  switch (limit) {
    case "session_turns":
      return new Refusal(limit, "this session has made all the calls it may; finish the interview");
    case "session_tokens":
      return new Refusal(limit, "this session's tokens do not suffice for the call; finish the interview, or ask for less output");
    case "daily_budget": {
      const wait = (DAY - (Date.now() % DAY)) / 1000;
      return new Refusal(limit, "today's budget does not suffice for the call; try again tomorrow", wait);
    }
    case "rate_limited":
      return tooFast(60);
  }
}

/** The refusal while the host's own counters do not answer. */
export function away(): Refusal {
  return new Refusal("counters_away", "calls cannot be counted at the moment; try again in a moment", AWAY);
}
