// Chromium through playwright-core.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { inPage } from "./resolver.mjs";

// A closed network: without these the browser keeps asking for its maker's hosts.
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
];

export const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
let shared;

/** Pages without a profile of their own share a process, each in a context that shares nothing else. */
export async function launch(settings) {
  const { viewport, colorScheme, reducedMotion, profileDir, touch = false } = settings;
  const options = {
    viewport,
    hasTouch: touch,
    colorScheme,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    acceptDownloads: true,
  };
  if (profileDir) return launchProfile(profileDir, options);
  shared ??= chromium.launch({ executablePath, args: flags });
  const context = await (await shared).newContext(options);
  return {
    name: "chromium",
    firstTab: async () => new Tab(await context.newPage(), context),
    newTab: async () => new Tab(await context.newPage(), context),
    close: () => context.close(),
    async kill() {
      throw new Error("a page that is to be killed needs a profileDir");
    },
  };
}

async function launchProfile(folder, options) {
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: flags, ...options });
  let ended = false;
  return {
    name: "chromium",
    firstTab: async () => new Tab(context.pages()[0] ?? (await context.newPage()), context),
    newTab: async () => new Tab(await context.newPage(), context),
    async close() {
      if (!ended) await context.close();
      ended = true;
    },
    async kill() {
      ended = true;
      const gone = new Promise((done) => context.once("close", done));
      for (const pid of await processesOf(folder)) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It went with its parent.
        }
      }
      await gone;
    },
  };
}

/** Ends what is shared. */
export async function shutdown() {
  await (await shared)?.close();
}

/** The browser's processes are those that name its profile folder; of the others only the first is not its child. */
async function processesOf(folder) {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,args", "-ww"], { maxBuffer: 1 << 24 });
  return stdout
    .split("\n")
    .filter((line) => line.includes(`--user-data-dir=${folder}`))
    .map((line) => Number.parseInt(line, 10));
}

class Tab {
  #page;
  #context;
  #problems = [];

  constructor(page, context) {
    this.#page = page;
    this.#context = context;
    page.setDefaultNavigationTimeout(120_000);
    page.on("console", (message) => {
      if (message.type() === "error") this.#problems.push(message.text());
    });
    page.on("pageerror", (error) => this.#problems.push(String(error)));
  }

  async goto(url) {
    await this.#page.goto(url, { waitUntil: "load" });
  }

  async reload() {
    await this.#page.reload({ waitUntil: "load" });
  }

  async evaluate(source, args) {
    // The source is spliced in, not evaluated in the page: its policy forbids `eval`.
    return this.#page.evaluate(`(${source})(...${JSON.stringify(args)})`);
  }

  async click(x, y) {
    await this.#page.mouse.click(x, y);
  }

  async tap(x, y) {
    await this.#page.touchscreen.tap(x, y);
  }

  async type(text) {
    await this.#page.keyboard.type(text);
  }

  async insert(text) {
    await this.#page.keyboard.insertText(text);
  }

  async press(keys) {
    await this.#page.keyboard.press(keys.join("+"));
  }

  async upload(selector, files) {
    const handle = await this.#page.evaluateHandle(`(${inPage})("element", ${JSON.stringify(selector)})`);
    await handle.asElement().setInputFiles(files);
  }

  async axTree() {
    const session = await this.#context.newCDPSession(this.#page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    return nodes.filter((node) => !node.ignored).map((node) => ({ role: node.role?.value, name: node.name?.value ?? "" }));
  }

  async screenshot(path, fullPage) {
    await this.#page.screenshot({ path, fullPage, animations: "disabled" });
  }

  async setOffline(offline) {
    await this.#context.setOffline(offline);
  }

  async resize(width, height) {
    await this.#page.setViewportSize({ width, height });
  }

  problems() {
    return [...this.#problems];
  }

  async close() {
    await this.#page.close();
  }
}
