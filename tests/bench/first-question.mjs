// From the navigation to a first question that can be answered, with nothing cached: Colloquy's element on a plain page beside
// deep-chat, SurveyJS and a page without anything, in Chromium. Each round has other notes, of a person who never saw the engine: made
// by the generator of the size bench and taken from READMEs of packages. They are the host's, and not counted as downloaded.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CASES, writePages } from "./first-question/pages.mjs";
import { READY, serve } from "./first-question/server.mjs";
import { figure, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";
import { materials, random } from "./size/materials.mjs";

const ROUNDS = 9;
const PATIENCE_MS = 180_000;

/** Which notes, and how long ordinary ones are, in bytes. */
const SEED = 20261123;
const ORDINARY = { least: 1_000, most: 20_000 };

// What the developer tools of Chromium call Fast 3G: 1.6 Mbps down and 750 kbps up, nine tenths of it, and 150 ms of latency, 3.75 times.
const FAST_3G = {
  offline: false,
  downloadThroughput: ((1.6e6 / 8) * 9) / 10,
  uploadThroughput: ((750e3 / 8) * 9) / 10,
  latency: 150 * 3.75,
};
const CONDITIONS = {
  plain: { title: "as fast as this machine goes", cpu: 1, network: null },
  slow: { title: "CPU 4 times slower, Fast 3G (1.44 Mbps down, 0.675 up, 562.5 ms for each request)", cpu: 4, network: FAST_3G },
};

/** Runs in the page before anything else: looks in every frame until there is a question and a box that takes an answer. */
const watch = ({ question, box, readyAt }) => {
  const find = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? find(shadowRoot, selector) : [])),
  ];
  const shown = (selector) => find(document, selector).filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const takes = (element) =>
    element.isContentEditable || (/^(input|textarea)$/.test(element.localName) && !element.disabled && !element.readOnly);
  const look = () => {
    const asked = shown(question).some((element) => element.innerText.trim() !== "");
    if (asked && (!box || shown(box).some(takes))) {
      globalThis.firstQuestionAt = performance.now();
      void fetch(readyAt);
      return;
    }
    // Consent is given at once: how long somebody reads is not what is measured.
    shown("button")
      .find((button) => /^\s*(I )?agree/i.test(button.textContent))
      ?.click();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const all = await materials(root, { seed: SEED, made: 48, found: 24 });
const ordinary = all.texts.filter(({ bytes }) => bytes >= ORDINARY.least && bytes <= ORDINARY.most);
const notes = random(SEED).shuffled(ordinary).slice(0, ROUNDS);
console.log(`Notes of the rounds: ${notes.map(({ name, bytes }) => `${name} (${(bytes / 1000).toFixed(1)} kB)`).join("; ")}.`);

const folder = await mkdtemp(join(tmpdir(), "colloquy-first-question-"));
await writePages(folder);
const server = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"],
});

/** Opens a case in a context of its own, which shares no cache with any other; gives milliseconds and the bytes by file. */
const visit = async (name, { cpu, network }, { texts } = notes[0]) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const { question, box } = CASES[name];
    await page.addInitScript(watch, { question, box, readyAt: READY });
    await page.addInitScript((given) => (globalThis.notes = given), { texts });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    if (network) {
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", network);
    }
    const sent = server.visit();
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`${name}: no question that can be answered after ${PATIENCE_MS} ms`)), PATIENCE_MS).unref();
    });
    await page.goto(`${server.origin}/${name}/`, { waitUntil: "commit" });
    const bytes = await Promise.race([sent, late]);
    return { ms: await page.evaluate(() => globalThis.firstQuestionAt), bytes };
  } finally {
    await context.close();
  }
};

const names = Object.keys(CASES);
const sum = (bytes) => [...bytes.values()].reduce((total, length) => total + length, 0);
const kilobytes = (bytes) => `${(sum(bytes) / 1000).toFixed(1)} kB in ${bytes.size}`;

/** Why it takes longer than a peer that downloads so many bytes less. */
const why = (more, { network }) =>
  network
    ? `It downloads ${(more / 1000).toFixed(0)} kB more, which alone take ${((more / network.downloadThroughput) * 1000).toFixed(0)} ms of this line.`
    : "The page's thread is busy nine tenths of the way, with starting the engine, opening the store, composing and drawing; the peer shows a text it was given.";

try {
  // Unmeasured: everything is compressed, and the browser's own code is in memory.
  for (const name of names) await server.warm((await visit(name, CONDITIONS.plain)).bytes.keys());
  for (const condition of Object.values(CONDITIONS)) {
    const times = Object.fromEntries(names.map((name) => [name, []]));
    const bytes = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + round) % names.length];
        const seen = await visit(name, condition, notes[round % notes.length]);
        times[name].push(seen.ms);
        if (!bytes[name] || sum(seen.bytes) > sum(bytes[name])) bytes[name] = seen.bytes;
      }
    }
    const figures = Object.fromEntries(names.map((name) => [name, figure(times[name])]));
    const ours = figures.colloquy;
    heading(
      `First question from a cold cache, ${condition.title}; ms of ${ROUNDS} rounds, each with other notes; brotli kB and requests, of the heaviest`,
    );
    row({
      what: "a page without anything (the floor)",
      ours: "",
      peer: spread(figures.empty, "ms"),
      ratio: spread(ratio(ours, figures.empty)),
    });
    for (const name of ["deep-chat", "SurveyJS"]) {
      const share = ratio(ours, figures[name]);
      const missed = name === "deep-chat" && share.median >= 1;
      row({
        what: `until it can be answered, beside ${name}`,
        ours: spread(ours, "ms"),
        peer: spread(figures[name], "ms"),
        ratio: spread(share),
        target: name === "deep-chat" ? "< 1" : "",
        holds: name === "deep-chat" ? share.median < 1 : undefined,
        note: missed ? why(sum(bytes.colloquy) - sum(bytes[name]), condition) : undefined,
      });
      row({
        what: `downloaded until then, beside ${name}`,
        ours: kilobytes(bytes.colloquy),
        peer: kilobytes(bytes[name]),
        ratio: short(sum(bytes.colloquy) / sum(bytes[name])),
      });
    }
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
