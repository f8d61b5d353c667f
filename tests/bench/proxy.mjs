// The proxy with every check on, beside nginx, which checks nothing, Portkey's gateway and LiteLLM: what a call costs the
// processor, what they hold of the memory, and how much later an answer comes. All are before one upstream, in one run, and
// take turns. Upstream and clients are Rust programs of their own whose time does not count.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { figure, quantile, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";
import { colloquy, endAll, kept, litellm, nginx, plain, portkey, shared } from "./proxy/gateways.mjs";
import { cpuMs, firstLine, memoryMB, run, start } from "./proxy/process.mjs";
import { sideBySide } from "./proxy/side.mjs";

const ROUNDS = 3;
const MILLIS = 800;
const CONNECTIONS = [1, 16, 64];
/** Calls a second at which answers' times are compared: neither proxy is near its limit there. */
const RATE = 400;
const STREAMS = 10_000;

/** What is asked for, and how many times more than Colloquy Portkey may need at least. */
const KINDS = [
  { model: "bench-plain", name: "plain, 1 kB", portkey: 50 },
  { model: "bench-burst", name: "50 events without a pause", portkey: 20 },
  { model: "bench-paced", name: "50 events, 1–2 ms between", portkey: 20 },
];

const program = process.env.PROXY;
if (!program) throw new Error("PROXY must name the proxy's program; `cargo xtask bench proxy` does that");
const target = dirname(dirname(program));
const folder = join(target, "bench-proxy");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const examples = ["upstream", "load", "plain"].flatMap((name) => ["--example", name]);
const cargo = ["build", "--release", "--quiet", "--package", "colloquy-proxy", ...examples];
execFileSync("cargo", [...cargo, "--target-dir", target], { stdio: "inherit" });
const example = (name) => join(target, "release/examples", name);

/** A call as the package makes it: instructions, a few turns, a limit of output. */
const body = (model) =>
  JSON.stringify({
    model,
    stream: model !== "bench-plain",
    max_completion_tokens: 512,
    messages: [
      { role: "system", content: "You lead an interview. Ask one question at a time, and go deeper where it is worth it. ".repeat(5) },
      { role: "user", content: "We tried it with two teams, and one of them stopped after a week." },
      { role: "assistant", content: "What did the other team do differently?" },
      { role: "user", content: "They met every morning and said what they had not understood. ".repeat(3) },
    ],
  });

const job = (gateway, model, connections, rest) => {
  const { address, path, headers, tokens } = gateway;
  return `${JSON.stringify({ address, path, headers, tokens, body: body(model), connections, ...rest })}\n`;
};

/** Runs clients for a while. */
const load = async (gateway, model, connections, rest) => {
  const input = job(gateway, model, connections, rest);
  const seen = JSON.parse(await run(example("load"), ["run"], { input, log: join(folder, "load.log") }));
  if (seen.errors > 0 || seen.requests === 0) throw new Error(`${model}: ${JSON.stringify(seen)}`);
  return seen;
};

/** Opens streams, looks at the memory once all have begun, and leaves. */
const hold = async (gateway, count) => {
  const child = start(example("load"), ["hold"], { log: join(folder, "hold.log") });
  child.stdin?.write(job(gateway, "bench-idle", count));
  try {
    const held = Number(await firstLine(child));
    return { held, memory: memoryMB(gateway.pid) };
  } finally {
    child.kill();
  }
};

/** How many streams this machine lets one process hold, at two open files each. */
const holdable = () => {
  const most = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.min(STREAMS, Math.floor((Number(most) - 128) / 2));
};

const main = async () => {
  const upstream = start(example("upstream"), [], { log: join(folder, "upstream.log") });
  const there = await firstLine(upstream);
  const direct = { address: there, path: "/v1/chat/completions", headers: [], tokens: [], pid: upstream.pid ?? 0 };
  const gateways = { colloquy: await colloquy(program, there, folder) };
  const missing = [];
  const own = {
    "with `state`": { start: () => kept(program, there, folder), hint: "a folder that can be written" },
    "with Redis": { start: () => shared(program, there, folder), hint: "apt-get install redis-server" },
    "without any check": { start: () => plain(example("plain"), there, folder), hint: "the examples of crates/proxy" },
  };
  const peers = {
    nginx: { start: () => nginx(there, folder), hint: "apt-get install nginx-light" },
    Portkey: { start: () => portkey(there, folder), hint: "npm ci in tests/bench" },
    LiteLLM: { start: () => litellm(there, folder, join(target, "litellm")), hint: "python3 with venv, and PyPI in reach" },
  };
  /** Starts some of them; those that do not answer are reported as missing. */
  const begin = async (some) => {
    const begun = {};
    for (const [name, peer] of Object.entries(some)) {
      try {
        const gateway = await peer.start();
        await load(gateway, "bench-plain", 1, { millis: 300 });
        begun[name] = gateway;
      } catch (error) {
        missing.push(`${name} has no ratio, as it did not answer: ${String(error.message).slice(0, 300)}\n  It needs ${peer.hint}.`);
      }
    }
    return begun;
  };
  Object.assign(gateways, await begin(peers));
  const ours = await begin(own);
  console.log("\nSide by side, and each one's ratio to ours: medians of the rounds, of times the least\n");
  for (const line of await sideBySide({ ...gateways, ...ours }, direct, load)) console.log(line);
  for (const gateway of Object.values(ours)) process.kill(gateway.pid);
  if (process.argv.includes("--beside")) {
    for (const line of missing) console.log(`\n${line}`);
    return;
  }
  const names = Object.keys(gateways);
  const idle = Object.fromEntries(names.map((name) => [name, memoryMB(gateways[name].pid)]));

  heading("Processor time of the proxy per call, ms: median (25 %–75 %) of the rounds");
  const reasons = [];
  for (const { model, name, portkey: times } of KINDS) {
    const able = [];
    for (const one of names) {
      try {
        await load(gateways[one], model, 1, { millis: 300 });
        able.push(one);
      } catch (error) {
        if (one === "colloquy") throw error;
        missing.push(`${one} has no ratio for "${name}", as it answered no such call: ${String(error.message).slice(0, 200)}`);
      }
    }
    for (const connections of CONNECTIONS) {
      const all = Object.fromEntries(able.map((one) => [one, []]));
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const one of able) {
          const gateway = gateways[one];
          const before = cpuMs(gateway.pid);
          const { requests } = await load(gateway, model, connections, { millis: round < 0 ? MILLIS / 4 : MILLIS });
          if (round >= 0) all[one].push((cpuMs(gateway.pid) - before) / requests);
        }
      }
      const ours = figure(all.colloquy);
      const what = `${name}, ${connections} at once`;
      const held = { nginx: 1.5, Portkey: times, LiteLLM: 300 };
      for (const one of able.slice(1)) {
        const peer = figure(all[one]);
        const near = one === "nginx";
        const share = near ? ratio(ours, peer) : ratio(peer, ours);
        const holds = near ? share.median <= held[one] : share.median >= held[one];
        if (!holds) reasons.push(one);
        row({
          what,
          ours: spread(ours),
          peer: `${one} ${spread(peer)}`,
          ratio: near ? `${spread(share)} of it` : `${short(share.median)} × less`,
          target: near ? `≤ ${held[one]} of it` : `≥ ${held[one]} × less`,
          holds,
          // The floor of a proxy that checks nothing.
          note: holds || near || !all.nginx ? undefined : `nginx takes ${short(ratio(peer, figure(all.nginx)).median)} × less than ${one}`,
        });
      }
    }
  }
  if (reasons.includes("nginx")) {
    console.log("\n  nginx reads neither token nor body, counts nothing and looks for no key.");
  }

  heading("Memory, MB");
  const after = Object.fromEntries(names.map((name) => [name, memoryMB(gateways[name].pid)]));
  const beside = (of) =>
    names
      .slice(1)
      .map((name) => `${name} ${short(of[name])}`)
      .join(", ");
  row({ what: "idle", ours: short(idle.colloquy), peer: beside(idle), target: "≤ 15", holds: idle.colloquy <= 15 });
  row({ what: "after all of the above", ours: short(after.colloquy), peer: beside(after), target: "≤ 30", holds: after.colloquy <= 30 });

  const near = ["colloquy", "nginx"].filter((name) => gateways[name]);
  if (near.length === 2) {
    heading(`Time added to an answer at ${RATE} calls a second over 16 connections, 99 of 100 within, ms`);
    for (const { model, name, key } of [
      { model: "bench-plain", name: "plain, until it is whole", key: "p99_us" },
      { model: "bench-burst", name: "stream without a pause, until its first byte", key: "first_p99_us" },
    ]) {
      const all = { direct: [], colloquy: [], nginx: [] };
      const turn = [["direct", direct], ...near.map((one) => [one, gateways[one]])];
      for (let round = 0; round < 7; round += 1) {
        // Each round begins with another, so that none always follows the same one.
        for (let at = 0; at < turn.length; at += 1) {
          const [one, gateway] = turn[(at + round) % turn.length];
          all[one].push((await load(gateway, model, 16, { millis: 1500, rate: RATE }))[key] / 1000);
        }
      }
      const without = quantile(all.direct, 0.5);
      const added = (one) => figure(all[one].map((value) => value - without));
      const [ours, peer] = [added("colloquy"), added("nginx")];
      const whole = ["direct", "colloquy", "nginx"].map((one) => `${one} ${spread(figure(all[one]))}`).join(", ");
      row({
        what: name,
        ours: spread(ours),
        peer: `nginx ${spread(peer)}`,
        target: "median ≤ nginx's",
        holds: ours.median <= peer.median,
        note: `from asking to then, without taking the upstream's part off: ${whole}`,
      });
    }
  }

  heading("Idle streams held");
  const count = holdable();
  const streams = await hold(gateways.colloquy, count);
  row({
    what: `${count} at once`,
    ours: `${streams.held}, ${short(streams.memory)} MB`,
    peer: "",
    ratio: `${short(((streams.memory - after.colloquy) * 1024) / streams.held)} kB each`,
    target: `${STREAMS}`,
    holds: streams.held >= STREAMS,
    note: count < STREAMS ? "`ulimit -Hn` allows no more: each stream has two open files" : undefined,
  });
  for (const line of missing) console.log(`\n${line}`);
};

try {
  await main();
} finally {
  endAll();
}
