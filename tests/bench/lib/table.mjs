// How every bench prints: one row per claim, with the peer beside it and the target it is held to.

const widths = [44, 26, 26, 22, 20];

const line = (cells) =>
  cells
    .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
    .join(" ")
    .trimEnd();

/** Three significant digits, without exponents. @param {number} value */
export const short = (value) => {
  if (!Number.isFinite(value)) return "-";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
};

/**
 * A figure as "median (25 %–75 %) unit".
 * @param {import("./measure.mjs").Figure} figure
 * @param {string} unit
 */
export const spread = ({ median, low, high }, unit = "") => `${short(median)} (${short(low)}–${short(high)})${unit && ` ${unit}`}`;

/**
 * Prints a heading with what the columns hold.
 * @param {string} title
 */
export const heading = (title) => {
  console.log(`\n${title}\n`);
  console.log(line(["what", "Colloquy", "peer", "ratio", "target"]));
};

/**
 * Prints one claim.
 * @param {{ what: string, ours: string, peer: string, ratio?: string, target?: string, holds?: boolean, note?: string }} claim
 *   `holds` says whether the target was met; without it the row is only for the reader. `note` says why it was missed.
 */
export const row = ({ what, ours, peer, ratio = "", target = "", holds, note }) => {
  const verdict = holds === undefined ? "" : holds ? "holds" : "MISSED";
  console.log(`${line([what, ours, peer, ratio, target])} ${verdict}`.trimEnd());
  if (note) console.log(`    ${note}`);
};
