// When an interview opens by itself: rules and stored facts in, an answer out, by the clock that is handed in.
import assert from "node:assert/strict";
import { duration, finished, forgotten, mayOpen, opened, rulesOf } from "colloquy/launcher";

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
const NOTHING = { at: 0, seen: {} };

assert.deepEqual(["30s", "1.5m", "2h", "7d", "7", "d", "", "-1d", "1 d"].map(duration), [
  30_000,
  90_000,
  7_200_000,
  7 * DAY,
  null,
  null,
  null,
  null,
  null,
]);
for (const [repeat, wanted] of [
  [null, { times: 1 }],
  ["once", { times: 1 }],
  ["nonsense", { times: 1 }],
  ["0", { times: 1 }],
  ["3", { times: 3 }],
  ["7d", { everyMs: 7 * DAY }],
  ["always", { everyMs: 0 }],
  ["until-done", "until-done"],
])
  assert.deepEqual(rulesOf(repeat, null), { repeat: wanted, cooldownMs: DAY });
assert.deepEqual(
  ["0", "2h", "nonsense"].map((cooldown) => rulesOf(null, cooldown).cooldownMs),
  [0, 7_200_000, DAY],
);

/** At which of the days an interview may open by itself that is opened by itself whenever it may, and is finished at `done`. */
const days = (repeat, { length = 10, cooldown = "0", done = Infinity } = {}) => {
  let facts = NOTHING;
  return Array.from({ length }, (_, day) => day).filter((day) => {
    const now = NOW + day * DAY;
    if (day === done) facts = finished(facts, "a");
    if (!mayOpen(facts, "a", rulesOf(repeat, cooldown), now)) return false;
    facts = opened(facts, "a", true, now);
    return true;
  });
};
assert.deepEqual(days("once"), [0]);
assert.deepEqual(days("3"), [0, 1, 2]);
assert.deepEqual(days("3", { done: 1 }), [0]);
assert.deepEqual(days("4d"), [0, 4, 8]);
assert.deepEqual(days("4d", { done: 1 }), [0, 4, 8]);
assert.deepEqual(days("until-done", { done: 3 }), [0, 1, 2]);
assert.deepEqual(days("until-done", { cooldown: "3d" }), [0, 3, 6, 9]);
assert.deepEqual(days("always"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

// One cooldown for the site: what one opened by itself holds all others back, what somebody opened holds nobody back.
const rules = rulesOf("once", "1d");
const other = opened(NOTHING, "b", true, NOW);
assert.equal(mayOpen(other, "a", rules, NOW + DAY - 1), false);
assert.equal(mayOpen(other, "a", rules, NOW + DAY), true);
assert.equal(mayOpen(opened(NOTHING, "b", false, NOW), "a", rules, NOW + 1), true);
// Who opened it has seen it.
assert.equal(mayOpen(opened(NOTHING, "a", false, NOW), "a", rules, NOW + 1), false);
assert.equal(mayOpen(forgotten(opened(other, "a", true, NOW), "a"), "a", rules, NOW + 1), true);
assert.deepEqual(Object.keys(forgotten(opened(other, "a", true, NOW), "a").seen), ["b"]);
// A clock that is put back by a year locks nobody out.
assert.equal(mayOpen(opened(NOTHING, "a", true, NOW + 365 * DAY), "a", rulesOf("7d", "1d"), NOW), true);
// Nothing changes what it is given.
assert.deepEqual(NOTHING, { at: 0, seen: {} });
console.log("launcher: all checks passed");
