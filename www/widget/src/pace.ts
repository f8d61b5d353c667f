/** From how many percent on the time they took says how long the rest takes. */
const PACED_FROM = 10;

/**
 * Returns how many minutes the rest of the questions takes somebody who goes on as this respondent did: each hundredth as long as those
 * before it. 0 while too little is over to say, and at the end.
 */
export function minutesLeft(percent: number, durationMs: number): number {
  return percent < PACED_FROM ? 0 : Math.ceil((durationMs * (100 - percent)) / percent / 60_000);
}
