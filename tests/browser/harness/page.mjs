// What a test does with a page. The browsers differ only in their drivers: evaluate, real pointer and key events, pictures.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inPage } from "./resolver.mjs";

/** How long a condition may take, in milliseconds. Long, as a slow machine is no fault of the page's; nothing waits in vain. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** How often a condition is looked at, in milliseconds. */
const PACE = 40;

/** How many letters at the beginning and at the end of a long line are typed one by one. */
const TYPED = 4;

const output = resolve(dirname(fileURLToPath(import.meta.url)), "../output");

export class Page {
  #launch;
  #settings;
  #driver;
  #tab;
  #path = "/";

  constructor(launch, settings, server, tab) {
    this.#launch = launch;
    this.#settings = settings;
    this.server = server;
    this.#tab = tab;
  }

  get origin() {
    return this.server.origin;
  }

  async start(path) {
    this.#driver = await this.#launch(this.#settings);
    this.#tab = await this.#driver.firstTab();
    await this.goto(path);
  }

  /** Loads a path of the served site, or a whole address. */
  async goto(path) {
    this.#path = path;
    await this.#tab.goto(new URL(path, this.origin).href);
  }

  async reload() {
    await this.#tab.reload();
  }

  /** Runs a function in the page and gives what it returns, promises awaited; arguments and result are plain data. */
  async evaluate(fn, ...args) {
    return this.#tab.evaluate(fn.toString(), args);
  }

  /**
   * Waits until something holds: a function that runs in the page and returns something true, a text that is to be seen,
   * or `{ role, name, ...state }` (state: `disabled`, `checked`, `value`, `expanded`, `focused`). Gives the function's value
   * or what was found.
   */
  async waitFor(what, { timeout = PATIENCE, args = [] } = {}) {
    return this.#until(
      timeout,
      () => describe(what),
      async () => {
        if (typeof what === "function") return this.#value(what, args);
        if (typeof what === "string") return (await this.text("body")).includes(what);
        const { role, name, ...state } = what;
        const found = await this.#ask("find", role, patternOf(name));
        return found.find((one) => Object.entries(state).every(([key, value]) => one[key] === value));
      },
    );
  }

  /** Waits until a role with a name (or a text) is not there any more. */
  async waitGone(what, { timeout = PATIENCE } = {}) {
    await this.#until(
      timeout,
      () => `no ${describe(what)}`,
      async () =>
        typeof what === "string"
          ? !(await this.text("body")).includes(what)
          : (await this.#ask("find", what.role, patternOf(what.name))).length === 0,
    );
  }

  /** Gives every exposed element of a role, as `{ role, name, value, text, disabled, checked, expanded, focused, x, y, width, height }`. */
  async find(role, name) {
    return this.#ask("find", role, patternOf(name));
  }

  /**
   * Gives everything that can be acted on, in order, as `find` does, with `under`, the heading before it, and `inSight`: whole in the window, with nothing over it.
   * Of what has the focus its middle is enough: a browser scrolls no further.
   */
  async controls() {
    return this.#ask("controls");
  }

  /** Touches a place of the window with a finger, where the page was opened with `touch` and the browser can be sent touches; else presses there with the pointer. */
  async tap(x, y) {
    await (this.#settings.touch && this.#tab.tap ? this.#tab.tap(x, y) : this.#tab.click(x, y));
  }

  /**
   * Scrolls so many heights of the window down, or up where it is below 0, and gives whether that moved anything: with the wheel, at the
   * page's edge, where the browser can be sent that.
   */
  async scroll(heights) {
    if (!this.#tab.wheel) {
      return this.evaluate((by) => {
        const before = scrollY;
        scrollBy({ top: innerHeight * by, behavior: "instant" });
        return scrollY !== before;
      }, heights);
    }
    const { height } = this.#settings.viewport;
    const before = await this.evaluate(() => scrollY);
    await this.#tab.wheel(heights * height, 2, height / 2);
    // A page that is at its end is told from one that has yet to draw by some frames in which nothing moves.
    return this.evaluate(async (from) => {
      for (let frames = 0; frames < 20 && scrollY === from; frames += 1) await new Promise(requestAnimationFrame);
      return scrollY !== from;
    }, before);
  }

  /** Presses on a thing with the pointer, once it is there, enabled, and nothing else lies over it. */
  async click(role, name) {
    // What moved while the pointer was on its way was not pressed: a person sees that and presses again. More than that is a fault.
    for (let tries = 0; tries < 3; tries += 1) {
      const spot = await this.#spot(role, name);
      await this.#ask("aim", role, patternOf(name));
      await this.#tab.click(spot.x, spot.y);
      // A page that was left by the press knows nothing of it any more.
      const landed = await this.#ask("landed").catch(() => null);
      if (landed !== false) return;
    }
    throw new Error(`${describe({ role, name })} moves away from the pointer`);
  }

  /** Puts a text into a box as a person would: press on it, select what is there, type. */
  async fill(role, name, text) {
    await this.click(role, name);
    await this.waitFor({ role, name, focused: true });
    await this.press("Control+a");
    await this.press("Delete");
    await this.type(text);
  }

  /**
   * Types into whatever has the focus. A line break in the text is typed as Shift+Enter. Of a long line the middle comes in one piece, as
   * from a keyboard's suggestions: key by key it took most of the time of the tests.
   */
  async type(text) {
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      if (index > 0) await this.press("Shift+Enter");
      const letters = [...line];
      const middle = letters.length > 3 * TYPED ? letters.splice(TYPED, letters.length - 2 * TYPED) : [];
      const first = middle.length > 0 ? letters.splice(0, TYPED) : [];
      if (first.length > 0) await this.#tab.type(first.join(""));
      if (middle.length > 0) await this.#tab.insert(middle.join(""));
      if (letters.length > 0) await this.#tab.type(letters.join(""));
    }
  }

  /** Presses a key or a chord: "Tab", "Enter", "Control+Enter", "Shift+Tab", "a". Names are those of `KeyboardEvent.key`. */
  async press(chord) {
    await this.#tab.press(chord.split("+"));
  }

  /** Chooses files in a file input, found by a selector that reaches into open shadow roots; paths of this machine. */
  async upload(selector, files) {
    await this.#tab.upload(selector, files);
  }

  /** Gives the text that is to be seen in the first element a selector finds, open shadow roots included; "" without one. */
  async text(selector) {
    return this.#ask("text", selector);
  }

  /** Gives what assistive technology is told, as lines `role "name" [states]`, in order. */
  async tree() {
    return this.#ask("tree");
  }

  /** Gives the browser's own accessibility tree as `{ role, name }`; Chromium only, elsewhere null. */
  async axTree() {
    return this.#tab.axTree ? this.#tab.axTree() : null;
  }

  /** Names what has the focus, as `{ role, name }`. */
  async focused() {
    return this.#ask("focused");
  }

  /** Gives the messages of console.error, warnings of the page's policy and uncaught errors since the page was opened. */
  problems() {
    return this.#tab.problems();
  }

  /** Saves a picture under tests/browser/output, as NAME.png; the browser's name is put before it. */
  async screenshot(name, { fullPage = false } = {}) {
    const file = resolve(output, `${this.#driver.name}-${name.replace(/\.png$/, "")}.png`);
    await mkdir(dirname(file), { recursive: true });
    await this.#tab.screenshot(file, fullPage);
    return file;
  }

  /** Takes the network away or gives it back: the server stops, and where the browser can be told, it is told as well. */
  async setOffline(offline) {
    if (offline) await this.server.stop();
    else await this.server.start();
    await this.#tab.setOffline?.(offline);
  }

  /** Changes the size of what is shown, in CSS pixels. */
  async resize(width, height) {
    await this.#tab.resize(width, height);
  }

  /** Opens another tab of the same browser and profile. */
  async newTab(path) {
    const tab = await this.#driver.newTab();
    const page = new Page(this.#launch, this.#settings, this.server, tab);
    page.#driver = this.#driver;
    await page.goto(path);
    return page;
  }

  /** Closes this tab only. */
  async closeTab() {
    await this.#tab.close();
  }

  /** Ends the browser. */
  async close() {
    await this.#driver?.close();
    this.#driver = undefined;
    if (this.#settings.ownServer) await this.server.stop();
  }

  /** Kills the browser's processes at once, as a crash or an empty battery would. Needs a `profileDir` to be worth it. */
  async kill() {
    await this.#driver.kill();
  }

  /** Opens a killed or closed browser again on the same profile, at the same or another path. */
  async reopen(path = this.#path) {
    await this.start(path);
  }

  /** What a condition gives; an element counts as true, as the browsers do not agree on how to hand one over. */
  async #value(fn, args) {
    const source = `async (...args) => { const value = await (${fn})(...args); return value instanceof Node ? true : value; }`;
    return this.#tab.evaluate(source, args);
  }

  async #ask(what, ...args) {
    return this.#tab.evaluate(inPage.toString(), [what, ...args]);
  }

  async #spot(role, name) {
    let found = [];
    let before;
    const spot = await this.#until(
      PATIENCE,
      () => `${describe({ role, name })} to press on; ${JSON.stringify(found)}`,
      async () => {
        found = await this.#ask("spot", role, patternOf(name));
        if (found.length > 1) throw new Error(`${found.length} of ${describe({ role, name })}`);
        const now = found.find((one) => !one.disabled && !one.covered);
        // What loads above it may still move it, and a browser may take back where a script scrolled to: a person presses on what stands still.
        const still = now && !now.scrolled && before && now.x === before.x && now.y === before.y;
        before = now;
        return still ? now : undefined;
      },
    );
    return spot;
  }

  async #until(timeout, what, look) {
    const end = Date.now() + timeout;
    for (;;) {
      // A page that is being left is looked at again when the next one is there.
      const found = await look().catch((error) => {
        if (!/context was destroyed/i.test(String(error))) throw error;
      });
      if (found) return found;
      if (Date.now() > end) {
        const tree = await this.tree().catch((error) => [String(error)]);
        // Among them is the trap when a browser's own fault has ended the engine.
        const problems = await Promise.resolve(this.problems()).catch((error) => [String(error)]);
        throw new Error(`waited ${timeout} ms for ${what()}\n${[...tree, ...problems].join("\n")}`);
      }
      await new Promise((next) => setTimeout(next, PACE));
    }
  }
}

function patternOf(name) {
  if (name === undefined) return null;
  return name instanceof RegExp ? { source: name.source, flags: name.flags } : name;
}

function describe(what) {
  if (typeof what === "function") return what.toString();
  if (typeof what === "string") return `the text ${JSON.stringify(what)}`;
  const { role, name, ...state } = what;
  return `${role} ${name ?? ""} ${Object.keys(state).length > 0 ? JSON.stringify(state) : ""}`.trim();
}
