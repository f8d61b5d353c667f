// A page of Chromium whose profile is on a disk, with the package as `./colloquy` and whatever else a bench lays beside it.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { flags } from "../../browser/harness/chromium.mjs";
import { startServer } from "../../browser/harness/server.mjs";

const bench = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** The checkout. */
export const root = resolve(bench, "../..");
/** The package as it is shipped, or another build of it. */
const built = resolve(bench, process.env.PACKAGE_DIST ?? "../../pkg/dist");

/**
 * Serves a site, opens its page, and hands it to `run` once the page has set `globalThis.bench`.
 * @param {Record<string, string>} files name on the site, and the file in tests/bench that it is; `page.js` is the page's module
 * @param {(page: import("playwright-core").Page, client: import("playwright-core").CDPSession) => Promise<void>} run
 */
export const withPage = async (files, run) => {
  // In the checkout: that is a disk, where a system's temporary folder can be memory.
  await mkdir(join(root, "target"), { recursive: true });
  const folder = await mkdtemp(join(root, "target/bench-"));
  try {
    const site = join(folder, "site");
    await mkdir(site);
    await cp(built, join(site, "colloquy"), { recursive: true });
    for (const [name, file] of Object.entries(files)) await cp(join(bench, file), join(site, name));
    await writeFile(join(site, "index.html"), '<!doctype html><title>bench</title><script type="module" src="page.js"></script>');
    const server = await startServer(site);
    try {
      const context = await chromium.launchPersistentContext(join(folder, "profile"), {
        executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
        args: flags,
      });
      try {
        const page = context.pages()[0] ?? (await context.newPage());
        page.on("pageerror", (error) => console.error(String(error)));
        const client = await context.newCDPSession(page);
        await client.send("Performance.enable");
        await page.goto(`${server.origin}/`);
        await page.waitForFunction(() => globalThis.bench !== undefined);
        await run(page, client);
      } finally {
        await context.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
