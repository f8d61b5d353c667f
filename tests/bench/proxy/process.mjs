// Programs of the proxy's bench: what they have used of the processor and hold of the memory, all their children included.

import { spawn } from "node:child_process";
import { openSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It ended between two looks.
    return "";
  }
};

/** A process and all below it. @param {number} root */
const tree = (root) => {
  const children = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The name in parentheses may hold anything; the parent is the second field after it.
    const parent = Number(read(`/proc/${name}/stat`).split(") ").pop()?.split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const all = [root];
  for (const pid of all) all.push(...(children.get(pid) ?? []));
  return all;
};

/** How finely a process's own time is told, in milliseconds: Linux shows every program a hundredth of a second. */
const TICK = 10;

/**
 * Milliseconds on a processor so far, as the scheduler counts them for each thread. A thread that has ended is counted only with
 * its process, whose time is told less finely.
 * @param {number} root
 */
export const cpuMs = (root) => {
  let ms = 0;
  for (const pid of tree(root)) {
    let ns = 0;
    let threads = [];
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      continue;
    }
    for (const thread of threads) ns += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0] || 0);
    // User and system time are the 14th and 15th field; the name, the second, may hold spaces.
    const [user, system] = (read(`/proc/${pid}/stat`).split(") ").pop() ?? "").split(" ").slice(11, 13).map(Number);
    ms += Math.max(ns / 1e6, ((user || 0) + (system || 0)) * TICK);
  }
  return ms;
};

/**
 * Megabytes that are there because of these processes; pages that several share are divided among them.
 * @param {number} root
 */
export const memoryMB = (root) => {
  let kB = 0;
  for (const pid of tree(root)) kB += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return kB / 1024;
};

/** A port that nobody listens on. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });

/** Programs that were started and not ended. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends what was started. */
export const endAll = () => {
  for (const child of running) child.kill();
};

/**
 * Starts a program; its errors go to a file.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, log: string }} options
 */
export const start = (program, args, { env = {}, cwd, log }) => {
  const out = openSync(log, "w");
  const child = spawn(program, args, { env: { ...process.env, ...env }, cwd, stdio: ["pipe", "pipe", out] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
};

/**
 * Waits for the first line a program prints.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<string>}
 */
export const firstLine = (child) =>
  new Promise((done, fail) => {
    let text = "";
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`${child.spawnfile} ended with ${code} before it said anything`)));
    child.stdout?.on("data", (data) => {
      text += data;
      if (text.includes("\n")) done(text.slice(0, text.indexOf("\n")));
    });
  });

/**
 * Runs a program to its end on one line of input.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, input?: string, log: string }} options
 * @returns {Promise<string>} what it printed
 */
export const run = (program, args, { env, input = "", log }) =>
  new Promise((done, fail) => {
    const child = start(program, args, { env, log });
    let text = "";
    child.stdout?.on("data", (data) => {
      text += data;
    });
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0) done(text);
      else fail(new Error(`${program} ${args.join(" ")} ended with ${code}: ${read(log).slice(-2000)}`));
    });
    // A program may end without having read what it was given.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
