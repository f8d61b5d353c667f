// Firefox through puppeteer-core and WebDriver BiDi.
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { inPage } from "./resolver.mjs";

export async function launch({ viewport, colorScheme, reducedMotion, profileDir }) {
  const folder = profileDir ?? (await mkdtemp(join(tmpdir(), "colloquy-firefox-")));
  await mkdir(folder, { recursive: true });
  const app = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr",
    headless: true,
    userDataDir: folder,
    defaultViewport: viewport,
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
      "ui.systemUsesDarkTheme": colorScheme === "dark" ? 1 : 0,
      "ui.prefersReducedMotion": reducedMotion ? 1 : 0,
      // Storage must be on the disk when it says so, as it is for a person's own profile.
      "dom.quotaManager.testing": false,
      "browser.sessionstore.resume_from_crash": false,
      "toolkit.startup.max_resumed_crashes": -1,
    },
  });
  let ended = false;
  return {
    name: "firefox",
    firstTab: async () => new Tab((await app.pages())[0] ?? (await app.newPage()), viewport),
    newTab: async () => new Tab(await app.newPage(), viewport),
    async close() {
      if (!ended) await app.close();
      ended = true;
      if (!profileDir) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    async kill() {
      ended = true;
      const child = app.process();
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await gone;
      await rm(join(folder, "lock"), { force: true });
    },
  };
}

class Tab {
  #page;
  #problems = [];

  constructor(page, viewport) {
    this.#page = page;
    this.ready = page.setViewport(viewport);
    page.on("console", (message) => {
      if (message.type() === "error") this.#problems.push(message.text());
    });
    page.on("pageerror", (error) => this.#problems.push(String(error)));
  }

  async goto(url) {
    await this.ready;
    await this.#page.goto(url, { waitUntil: "load" });
  }

  async reload() {
    await this.#page.reload({ waitUntil: "load" });
  }

  async evaluate(source, args) {
    return this.#page.evaluate(`(${source})(...${JSON.stringify(args)})`);
  }

  async click(x, y) {
    await this.#page.mouse.click(x, y);
  }

  async type(text) {
    await this.#page.keyboard.type(text);
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
