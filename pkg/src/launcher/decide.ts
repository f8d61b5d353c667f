// Whether an interview may open by itself: a function of what is stored and of the clock, which sees neither.

/** How often an interview opens by itself. */
export type Repeat =
  /** At most so many times, and not once it is done. */
  | { readonly times: number }
  /** Again and again until it is done. */
  | "until-done"
  /** Again, this many milliseconds after it was last open, whether it is done or not. */
  | { readonly everyMs: number };

/** What a page asks for. */
export interface Rules {
  readonly repeat: Repeat;
  /** Least time between two openings by themselves of any interview of the site, in milliseconds. */
  readonly cooldownMs: number;
}

/** What is stored of a site: times, and nothing of a person or an interview. Times are in milliseconds since 1970. */
export interface Facts {
  /** When an interview last opened by itself; 0 when none has. */
  readonly at: number;
  /** What became of each interview, by its key. */
  readonly seen: Readonly<Record<string, Seen>>;
}

/** What became of one interview. */
export interface Seen {
  /** How often it was opened, by itself or by somebody. */
  readonly times: number;
  /** When it was last opened. */
  readonly at: number;
  /** True once it was finished. */
  readonly done: boolean;
}

const DAY = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY };

/** Nothing has happened yet. */
export const NOTHING: Facts = { at: 0, seen: {} };
const UNSEEN: Seen = { times: 0, at: 0, done: false };

/** Reads a duration such as `30s`, `5m`, `2h` or `7d`, in milliseconds; null for anything else. */
export function duration(text: string): number | null {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  return number ? Number(number) * (UNITS[unit] ?? 0) : null;
}

/**
 * Reads the attributes `repeat` (`once`, `until-done`, a number of times, a duration, `always`; `once` when it is none of these) and `cooldown`
 * (a duration, or `0`; a day when it is neither).
 */
export function rulesOf(repeat: string | null, cooldown: string | null): Rules {
  const text = repeat?.trim() ?? "";
  const everyMs = text === "always" ? 0 : duration(text);
  const times = /^[1-9]\d*$/.test(text) ? Number(text) : 1;
  return {
    repeat: text === "until-done" ? text : everyMs === null ? { times } : { everyMs },
    cooldownMs: cooldown?.trim() === "0" ? 0 : (duration(cooldown ?? "") ?? DAY),
  };
}

/** True once `ms` have passed since `at`. A time to come is that of a clock that was put back since, and counts as long ago. */
const past = (at: number, ms: number, now: number): boolean => at > now || now - at >= ms;

/** True when the interview `key` may open by itself now, in milliseconds since 1970. */
export function mayOpen(facts: Facts, key: string, { repeat, cooldownMs }: Rules, now: number): boolean {
  if (facts.at > 0 && !past(facts.at, cooldownMs, now)) return false;
  const seen = facts.seen[key] ?? UNSEEN;
  if (typeof repeat === "object" && "everyMs" in repeat) return seen.at === 0 || past(seen.at, repeat.everyMs, now);
  return !seen.done && (repeat === "until-done" || seen.times < repeat.times);
}

/** The facts after an opening, by itself (`alone`) or by somebody. */
export function opened(facts: Facts, key: string, alone: boolean, now: number): Facts {
  const { times, done } = facts.seen[key] ?? UNSEEN;
  return { at: alone ? now : facts.at, seen: { ...facts.seen, [key]: { times: times + 1, at: now, done } } };
}

/** The facts once an interview is done. */
export function finished(facts: Facts, key: string): Facts {
  return { ...facts, seen: { ...facts.seen, [key]: { ...UNSEEN, ...facts.seen[key], done: true } } };
}

/** The facts as if an interview had never been opened; the site's cooldown ends as well. */
export function forgotten(facts: Facts, key: string): Facts {
  const { [key]: _gone, ...seen } = facts.seen;
  return { at: 0, seen };
}
