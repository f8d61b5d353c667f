// How every bench takes its figures: the cases take turns, so that what else the machine does falls on all of them alike, and
// CPU time is what counts where the work is done in this process.

/**
 * @typedef {object} Figure
 * @property {number} median of the rounds, in the unit of the case
 * @property {number} low the 25th percentile
 * @property {number} high the 75th percentile
 * @property {number} p99
 * @property {number[]} all in the order in which they were measured
 */

/** CPU time of this process so far, user and system, in milliseconds. */
export const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Gives the value below which a share of the figures lies.
 * @param {number[]} figures
 * @param {number} share from 0 to 1
 */
export const quantile = (figures, share) => {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  return below + ((sorted[Math.ceil(at)] ?? below) - below) * (at % 1);
};

/**
 * Sums up what was measured.
 * @param {number[]} all
 * @returns {Figure}
 */
export const figure = (all) => ({
  median: quantile(all, 0.5),
  low: quantile(all, 0.25),
  high: quantile(all, 0.75),
  p99: quantile(all, 0.99),
  all,
});

/**
 * Runs every case once a round, in turn, after unmeasured rounds that warm them up.
 * @template {string} Name
 * @param {Record<Name, () => unknown>} cases each does its work once, or gives a promise of it
 * @param {{ rounds: number, warm?: number, clock?: () => number }} options `clock` in milliseconds; CPU time by default
 * @returns {Promise<Record<Name, Figure>>} in milliseconds
 */
export const interleave = async (cases, { rounds, warm = 2, clock = cpuMs }) => {
  const names = Object.keys(cases);
  const all = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warm; round < rounds; round += 1) {
    // Each round begins with another case, so that no case always follows the same one.
    const turn = names.map((_, at) => names[(at + Math.abs(round)) % names.length]);
    for (const name of turn) {
      globalThis.gc?.();
      const before = clock();
      await cases[name]();
      if (round >= 0) all[name].push(clock() - before);
    }
  }
  return Object.fromEntries(names.map((name) => [name, figure(all[name])]));
};

/**
 * Divides two cases of one `interleave` round by round: what the machine did in a round falls on both.
 * @param {Figure} above
 * @param {Figure} below
 * @returns {Figure}
 */
export const ratio = (above, below) => figure(above.all.map((value, round) => value / below.all[round]));
