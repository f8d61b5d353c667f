// The numbers of the options: names, bounds and defaults, which are the program's but for one.

import type { ProxyNumbers } from "./types.js";

/** Default, least and most of each. */
const TABLE: Readonly<Record<keyof ProxyNumbers, readonly [number, number, number]>> = {
  bodyBytes: [524_288, 1_024, 16_777_216],
  outputTokens: [8_192, 1, 1_000_000],
  responseBytes: [16_777_216, 65_536, 1_073_741_824],
  sessionTurns: [400, 1, 1_000_000],
  sessionTokens: [2_000_000, 1_000, 1_000_000_000_000],
  clientRequestsPerMinute: [3_000, 1, 100_000_000],
  clientCallsPerMinute: [120, 1, 1_000_000],
  sessionCallsPerMinute: [60, 1, 1_000_000],
  clientTokensPerMinute: [30, 1, 1_000_000],
  tokenMinutes: [60, 1, 1_440],
  tokenLongestMinutes: [1_440, 1, 525_600],
  // Fewer than the program's: an isolate may have 128 MB in all.
  clients: [20_000, 10, 100_000_000],
  bodySeconds: [30, 1, 3_600],
  bodyBytesPerSecond: [1_024, 1, 16_777_216],
  firstByteSeconds: [120, 1, 3_600],
  idleSeconds: [120, 1, 3_600],
  callSeconds: [900, 1, 86_400],
};

/** Reads the numbers that are given, with the defaults of the others; what is wrong is added to `faults`. */
export function readNumbers(given: Partial<ProxyNumbers>, faults: string[]): ProxyNumbers {
  const names = Object.keys(TABLE) as (keyof ProxyNumbers)[];
  const pairs = names.map((name) => {
    const [usual, least, most] = TABLE[name];
    const value = given[name] ?? usual;
    if (!Number.isInteger(value) || value < least || value > most) faults.push(`${name} must be a whole number from ${least} to ${most}`);
    return [name, value];
  });
  return Object.fromEntries(pairs) as ProxyNumbers;
}

/** Names of the numbers. */
export const NUMBERS: readonly string[] = Object.keys(TABLE);
