// All proxies side by side, each with the same clients and upstream: how much later an answer's first byte comes, how many
// answers a second, what a call costs the processor, and what they hold of the memory. Only ratios mean something on another machine.

import { figure } from "../lib/measure.mjs";
import { short } from "../lib/table.mjs";
import { cpuMs, memoryMB } from "./process.mjs";

const ROUNDS = 7;
/** One call after the other, so that none waits for another. */
const CALM = { connections: 1, millis: 2000 };
/** As fast as they answer. */
const BUSY = { connections: 16, millis: 1500 };

/** What each is measured at. */
const MEASURES = [
  { name: "first byte later by, p50, ms", model: "bench-paced", how: CALM, take: (seen) => seen.first_p50_us / 1000, added: true },
  { name: "first byte later by, p99, ms", model: "bench-paced", how: CALM, take: (seen) => seen.first_p99_us / 1000, added: true },
  { name: "plain answers a second", model: "bench-plain", how: BUSY, take: (seen) => seen.requests / seen.seconds },
  { name: "processor per plain answer, ms", model: "bench-plain", how: BUSY, take: (seen) => seen.cpu / seen.requests },
  { name: "streams of 50 events a second", model: "bench-burst", how: BUSY, take: (seen) => seen.requests / seen.seconds },
  { name: "processor per stream, ms", model: "bench-burst", how: BUSY, take: (seen) => seen.cpu / seen.requests },
];

/**
 * Measures all, taking turns, and returns a table in Markdown: of times the least of the rounds, of all else the median, with the
 * ratio to ours.
 * @param {Record<string, import("./gateways.mjs").Gateway>} gateways ours is `colloquy`
 * @param {import("./gateways.mjs").Gateway} direct the upstream itself
 * @param {(gateway: import("./gateways.mjs").Gateway, model: string, connections: number, rest: object) => Promise<any>} load
 */
export const sideBySide = async (gateways, direct, load) => {
  const names = Object.keys(gateways);
  const turn = [["direct", direct], ...Object.entries(gateways)];
  const runs = new Map();
  for (const { model, how } of MEASURES) {
    if (runs.has(model)) continue;
    const all = Object.fromEntries(turn.map(([one]) => [one, []]));
    for (let round = -1; round < ROUNDS; round += 1) {
      // Each round begins with another, so that none always follows the same one.
      for (let at = 0; at < turn.length; at += 1) {
        const [one, gateway] = turn[(at + Math.abs(round)) % turn.length];
        const before = cpuMs(gateway.pid);
        const seen = await load(gateway, model, how.connections, how);
        if (round >= 0) all[one].push({ ...seen, cpu: cpuMs(gateway.pid) - before });
      }
    }
    runs.set(model, all);
  }
  const lines = [`| | ${names.join(" | ")} |`, `|---|${"---|".repeat(names.length)}`];
  const line = (name, of) => {
    const beside = (one) => (one === "colloquy" ? short(of(one)) : `${short(of(one))} (${short(of(one) / of("colloquy"))} ×)`);
    lines.push(`| ${name} | ${names.map(beside).join(" | ")} |`);
  };
  for (const { name, model, take, added } of MEASURES) {
    const all = runs.get(model);
    const median = (one) => figure(all[one].map(take)).median;
    // What else the machine does adds to a time and never takes away: the least of the rounds counts.
    const least = (one) => Math.min(...all[one].map(take));
    line(name, (one) => (added ? least(one) - least("direct") : median(one)));
  }
  line("memory afterwards, MB", (one) => memoryMB(gateways[one].pid));
  const spread = figure(runs.get("bench-plain").direct.map((seen) => seen.requests / seen.seconds));
  lines.push(
    "",
    `The upstream itself gave ${short(spread.median)} plain answers a second (${short(spread.low)}–${short(spread.high)} in half of the rounds): how calm the machine was.`,
  );
  return lines;
};
