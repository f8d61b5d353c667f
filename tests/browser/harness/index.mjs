// One way to drive a page in Chromium, Firefox and WebKit, so that each test is written once.
//
//   import { open, browser } from "./harness/index.mjs";
//   const page = await open("/?guide=reflective", { viewport: { width: 360, height: 800 } });
//
// The browser is named by BROWSER (chromium, firefox or webkit). The server is started on a free port when the first page
// opens, and serves SITE (www/dist unless it says otherwise). What a test opens is closed when the test file ends.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { Page } from "./page.mjs";
import { startServer } from "./server.mjs";

/** The browser this run is about. */
export const browser = process.env.BROWSER ?? "chromium";

const drivers = { chromium: "./chromium.mjs", firefox: "./firefox.mjs", webkit: "./webkit.mjs" };
if (!(browser in drivers)) throw new Error(`BROWSER=${browser}; there are ${Object.keys(drivers).join(", ")}`);

const driver = import(drivers[browser]);
const opened = new Set();
const servers = new Map();
const folders = [];

/** The server of a folder; one is shared by all pages unless `own` asks for one that can be stopped without harm to others. */
async function serverOf(root, own) {
  if (own) return startServer(root);
  if (!servers.has(root)) servers.set(root, startServer(root));
  return servers.get(root);
}

/**
 * Opens a page that shares no storage with any other, in a browser process of its own when it has a `profileDir`.
 *
 * Options: `viewport` {width, height} in CSS pixels (1280 × 800), `colorScheme` "light" or "dark", `reducedMotion` true or
 * false, `profileDir` a folder that keeps storage between runs (none: a fresh one), `root` another folder to serve, `ownServer`
 * true for one that `setOffline` may stop without taking other pages offline, `server` one that another page uses, `touch` true for
 * a screen that is touched.
 */
export async function open(path, options = {}) {
  const settings = { viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: true, ...options };
  const server = settings.server ?? (await serverOf(settings.root, settings.ownServer));
  const { launch } = await driver;
  const page = new Page(launch, settings, server);
  opened.add(page);
  await page.start(path);
  return page;
}

/** Makes a folder that is there until the test file ends and the browsers are gone: a running one goes on writing into its profile. */
export async function folder(name) {
  const made = await mkdtemp(join(tmpdir(), `colloquy-${name}-`));
  folders.push(made);
  return made;
}

after(async () => {
  await Promise.allSettled([...opened].map((page) => page.close()));
  await (await driver).shutdown();
  await Promise.allSettled([...servers.values()].map(async (server) => (await server).stop()));
  // What a browser's last processes still write is no failure of what was tested.
  await Promise.allSettled(folders.map((made) => rm(made, { recursive: true, force: true, maxRetries: 5 })));
});
