// A plain page that holds the built package as `colloquy`, without any element: for tests of what is kept.
import { cp, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { folder, open } from "./harness/index.mjs";

const built = resolve(dirname(fileURLToPath(import.meta.url)), process.env.PACKAGE_DIST ?? "../../pkg/dist");

const PAGE = `
import * as colloquy from "./colloquy/index.js";
globalThis.colloquy = colloquy;
await colloquy.init();
globalThis.library = await colloquy.openLibrary();
globalThis.ready = true;
`;

/** Lays the page out and returns its folder. */
export async function layOut() {
  const root = await folder("site");
  await cp(built, join(root, "colloquy"), { recursive: true });
  await writeFile(join(root, "index.html"), '<!doctype html><title>store</title><script type="module" src="page.js"></script>');
  await writeFile(join(root, "page.js"), PAGE);
  return root;
}

/** Waits until the package is loaded in a page. */
export async function ready(page) {
  await page.waitFor(() => globalThis.ready === true);
  return page;
}

/** Opens the page. */
export async function openStore(options = {}) {
  const root = await layOut();
  return ready(await open("/", { root, ...options }));
}
