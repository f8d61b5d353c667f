// Firefox through puppeteer-core and WebDriver BiDi.
import { existsSync } from "node:fs";
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { inPage, insertText } from "./resolver.mjs";

const running = new Map();

/** Pages without a profile of their own share a process per look, each in a container that shares nothing else. */
export async function launch(settings) {
  const { viewport, colorScheme, reducedMotion, profileDir } = settings;
  if (profileDir) return launchProfile(settings);
  // Looks are preferences of the whole browser.
  const look = `${colorScheme} ${reducedMotion}`;
  if (!running.has(look)) running.set(look, start(settings, await mkdtemp(join(tmpdir(), "colloquy-firefox-"))));
  const { app } = await running.get(look);
  const context = await app.createBrowserContext();
  const open = async () => new Tab(await context.newPage(), viewport);
  return {
    name: "firefox",
    firstTab: open,
    newTab: open,
    close: () => context.close(),
    async kill() {
      throw new Error("a page that is to be killed needs a profileDir");
    },
  };
}

async function launchProfile(settings) {
  const { viewport, profileDir } = settings;
  await mkdir(profileDir, { recursive: true });
  const { app } = await start(settings, profileDir);
  let ended = false;
  return {
    name: "firefox",
    firstTab: async () => new Tab((await app.pages())[0] ?? (await app.newPage()), viewport),
    newTab: async () => new Tab(await app.newPage(), viewport),
    async close() {
      if (!ended) await app.close();
      ended = true;
    },
    async kill() {
      ended = true;
      const child = app.process();
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await gone;
      // Puppeteer puts the profile's preferences back after that; a start meanwhile would find none to copy.
      await untilRestored(profileDir);
      await rm(join(profileDir, "lock"), { force: true });
    },
  };
}

/** Waits until the profile's preferences, which are set aside while a driven Firefox runs, are back in place, at most 5 s. */
async function untilRestored(folder) {
  const aside = ["prefs.js", "user.js"].map((name) => join(folder, `${name}.puppeteer`));
  for (let waits = 0; waits < 500 && aside.some((file) => existsSync(file)); waits += 1) {
    await new Promise((next) => setTimeout(next, 10));
  }
}

async function start({ viewport, colorScheme, reducedMotion }, folder) {
  const app = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr",
    headless: true,
    // A machine that starts two of them may take long.
    timeout: 120_000,
    userDataDir: folder,
    defaultViewport: viewport,
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
      "ui.systemUsesDarkTheme": colorScheme === "dark" ? 1 : 0,
      "ui.prefersReducedMotion": reducedMotion ? 1 : 0,
      // A killed browser must simply open again.
      "browser.sessionstore.resume_from_crash": false,
      "toolkit.startup.max_resumed_crashes": -1,
      // It drops what is pressed before a page has been drawn for some frames; nobody is that quick, and here is nobody to press again.
      "dom.input_events.security.minNumTicks": 0,
      "dom.input_events.security.minTimeElapsedInMS": 0,
    },
  });
  return { app, folder };
}

/** Ends what is shared. */
export async function shutdown() {
  for (const one of running.values()) {
    const { app, folder } = await one;
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  #page;
  #problems = [];

  constructor(page, viewport) {
    this.#page = page;
    page.setDefaultNavigationTimeout(120_000);
    this.ready = page.setViewport(viewport);
    page.on("console", (message) => {
      if (message.type() === "error") this.#problems.push(message.text());
    });
    page.on("pageerror", (error) => this.#problems.push(String(error)));
  }

  async goto(url) {
    await this.ready;
    await this.#leave(this.#page.goto(url, { waitUntil: "load" }));
  }

  async reload() {
    await this.#leave(this.#page.reload({ waitUntil: "load" }));
  }

  /** Of what a page was still loading when it was left Firefox says that the service worker failed: nobody is there to miss it. */
  async #leave(left) {
    const before = this.#problems.length;
    await left;
    const cut = (text) => text.includes("A ServiceWorker intercepted the request and encountered an unexpected error");
    this.#problems = this.#problems.filter((text, at) => at < before || !cut(text));
  }

  async evaluate(source, args) {
    return this.#page.evaluate(`(${source})(...${JSON.stringify(args)})`);
  }

  async click(x, y) {
    await this.#page.mouse.click(x, y);
  }

  async wheel(by, x, y) {
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.wheel({ deltaY: Math.round(by) });
  }

  async type(text) {
    await this.#page.keyboard.type(text);
  }

  async insert(text) {
    await this.evaluate(insertText.toString(), [text]);
  }

  async press(keys) {
    const last = keys.at(-1);
    const held = keys.slice(0, -1);
    for (const key of held) await this.#page.keyboard.down(key);
    await this.#page.keyboard.press(last);
    for (const key of held.reverse()) await this.#page.keyboard.up(key);
  }

  async upload(selector, files) {
    const handle = await this.#page.evaluateHandle(`(${inPage})("element", ${JSON.stringify(selector)})`);
    await handle.asElement().uploadFile(...files);
  }

  async screenshot(path, fullPage) {
    await this.#page.screenshot({ path, fullPage });
  }

  async setOffline(offline) {
    await this.#page.setOfflineMode(offline);
  }

  async resize(width, height) {
    await this.#page.setViewport({ width, height });
  }

  problems() {
    return [...this.#problems];
  }

  async close() {
    await this.#page.close();
  }
}
