// The numbers of the options: names, bounds and defaults, which are the program's.

/** Limits, rates and times. */
export interface ProxyNumbers {
  /** The largest body of a call, in bytes. Default 524,288. */
  bodyBytes: number;
  /** The most output tokens that one call may ask for. Default 8,192. */
  outputTokens: number;
  /** The largest response that is passed on, in bytes; more is cut off. Default 16 MiB. */
  responseBytes: number;
  /** The most calls of a session, over all its tokens. Default 400. Counted by this isolate, unless `limit` is there. */
  sessionTurns: number;
  /** The most tokens of a session. Default 2,000,000. It is written into tokens and handed to `limit`; nothing here counts tokens. */
  sessionTokens: number;
  /** Requests of any kind that a client may make per minute. Default 3,000. */
  clientRequestsPerMinute: number;
  /** Calls a client may make per minute. Default 120. Counted by this isolate, unless `limit` is there. */
  clientCallsPerMinute: number;
  /** Calls a session may make per minute. Default 60. Counted by this isolate, unless `limit` is there. */
  sessionCallsPerMinute: number;
  /** Session tokens a client may ask for per minute. Default 30. */
  clientTokensPerMinute: number;
  /** How long a token that is made here lives, in minutes. Default 60. */
  tokenMinutes: number;
  /** The longest life of a token that is accepted, in minutes. Default 1,440. */
  tokenLongestMinutes: number;
  /** Clients, and sessions, that are remembered at the same time. Default 100,000; each takes about 100 bytes. */
  clients: number;
  /** Time to receive a request's body, in seconds. Default 30. */
  bodySeconds: number;
  /** Bytes a second in which a body must arrive, after five seconds. Default 1,024. */
  bodyBytesPerSecond: number;
  /** Time until an upstream's response begins, in seconds. Default 120. */
  firstByteSeconds: number;
  /** Time between two pieces of an upstream's response, in seconds. Default 120. */
  idleSeconds: number;
  /** Time of a whole call, in seconds. Default 900. */
  callSeconds: number;
}

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
  clients: [100_000, 10, 100_000_000],
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
