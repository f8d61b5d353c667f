// WebKit through WebKitWebDriver, its W3C protocol spoken with fetch, on a display of our own.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inPage, insertText } from "./resolver.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Key names of `KeyboardEvent.key` as the W3C protocol writes them. */
const codes = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Escape: "\uE00C",
  Space: " ",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
  Meta: "\uE03D",
};

let display;

/** Starts one virtual display for this process; a display that is there already is used only when it is asked for. */
async function displayOf() {
  if (process.env.WEBKIT_DISPLAY) return process.env.WEBKIT_DISPLAY;
  display ??= new Promise((done, fail) => {
    const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "2600x2600x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    server.once("error", fail);
    server.once("exit", (code) => fail(new Error(`Xvfb ended with ${code}`)));
    server.stdout.once("data", (number) => done(`:${String(number).trim()}`));
    server.unref();
    server.stdout.unref();
    process.once("exit", () => server.kill());
  });
  return display;
}

async function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

export async function launch({ viewport, colorScheme, reducedMotion, profileDir }) {
  const folder = profileDir ?? (await mkdtemp(join(tmpdir(), "colloquy-webkit-")));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "console.log"), "");
  const { driver, base } = await startDriver();

  const size = [String(viewport.width), String(viewport.height)];
  const host = [join(here, "webkit-host.py"), "--automation", folder, ...size, colorScheme, reducedMotion ? "still" : "motion"];
  const { sessionId } = await call(base, "POST", "/session", {
    capabilities: {
      alwaysMatch: {
        // Of itself the driver ends a script after half a minute.
        timeouts: { script: 120_000 },
        "webkitgtk:browserOptions": { binary: process.env.WEBKIT_PYTHON ?? "/usr/bin/python3", args: host },
      },
    },
  });
  const session = `${base}/session/${sessionId}`;
  const stopDriver = async () => {
    const gone = new Promise((done) => (driver.exitCode === null && driver.signalCode === null ? driver.once("exit", done) : done()));
    driver.kill("SIGKILL");
    await gone;
  };
  let ended = false;
  let tabs = 0;
  return {
    name: "webkit",
    async firstTab() {
      return new Tab(session, await call(session, "GET", "/window"), folder, tabs++);
    },
    async newTab() {
      const { handle } = await call(session, "POST", "/window/new", { type: "window" });
      return new Tab(session, handle, folder, tabs++);
    },
    async close() {
      if (!ended) {
        ended = true;
        await call(base, "DELETE", `/session/${sessionId}`).catch(() => {});
        await stopDriver();
      }
      if (!profileDir) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    async kill() {
      ended = true;
      process.kill(Number(await readFile(join(folder, "pid"), "ascii")), "SIGKILL");
      await stopDriver();
    },
  };
}

/** Starts the driver; on another port where somebody else has taken the free one meanwhile. */
async function startDriver() {
  const program = process.env.WEBKIT_DRIVER_PATH ?? "WebKitWebDriver";
  const env = {
    ...process.env,
    DISPLAY: await displayOf(),
    GDK_BACKEND: "x11",
    NO_AT_BRIDGE: "1",
    GTK_THEME: "",
    LIBGL_ALWAYS_SOFTWARE: "1",
    // A fault of WebKit's own (2.50): compiled code that goes on where its interpreter left a loop reads what is not there, in one
    // interview of 180. What a page does about it, it is opened again by itself, has a test of its own.
    JSC_useWasmIPIntLoopOSR: "0",
  };
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const driver = spawn(program, ["--host=127.0.0.1", `--port=${port}`], { env, stdio: "ignore" });
    const base = `http://127.0.0.1:${port}`;
    try {
      await answering(base, driver);
      return { driver, base };
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function answering(base, driver) {
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
    try {
      if ((await call(base, "GET", "/status")).ready) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 30));
  }
}

async function call(base, method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: { "content-type": "application/json" },
    body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    // The longest single step is a page load; a driver that says nothing for a minute has lost its browser.
    signal: AbortSignal.timeout(150_000),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}

class Tab {
  #session;
  #handle;
  #folder;
  #index;
  #seen = "";
  #cut = [];

  constructor(session, handle, folder, index) {
    this.#session = session;
    this.#handle = handle;
    this.#folder = folder;
    this.#index = index;
  }

  async #call(method, path, body) {
    // The protocol speaks to one window at a time; tests with two tabs take turns.
    await call(this.#session, "POST", "/window", { handle: this.#handle });
    return call(this.#session, method, path, body);
  }

  async goto(url) {
    await this.#leave(() => this.#call("POST", "/url", { url }));
  }

  async reload() {
    await this.#leave(() => this.#call("POST", "/refresh"));
  }

  /** Of what a page was still loading when it was left WebKit says that access control stopped it: nobody is there to miss it. */
  async #leave(go) {
    const before = (await this.#log()).length;
    await go();
    const cut = (await this.#log()).slice(before).split("\n");
    this.#cut.push(...cut.filter((line) => /cannot load \S+ due to access control checks/i.test(line)));
  }

  /** All that the profile's tabs wrote to the console; the log is there from the first line on. */
  async #log() {
    return readFile(join(this.#folder, "console.log"), "utf8").catch(() => "");
  }

  async evaluate(source, args) {
    const script =
      `const outcome = Promise.resolve().then(() => (${source})(...arguments[0]))` +
      `.then((value) => ({ value: value === undefined ? null : value }), (error) => ({ error: String(error) + " " + ((error && error.stack) || "") }));` +
      `globalThis[Symbol.for("evaluated")] = outcome; outcome.then(arguments[arguments.length - 1]);`;
    const result = await this.#call("POST", "/execute/async", { script, args: [args] }).catch((error) => {
      // The driver now and then gets nothing it can read for what a page returned. The page keeps it: nothing runs twice.
      if (!error.message.includes("Could not parse script result")) throw error;
      return this.#call("POST", "/execute/async", { script: `globalThis[Symbol.for("evaluated")].then(arguments[0]);`, args: [] });
    });
    this.#seen = await this.#log();
    if (result.error !== undefined) throw new Error(result.error);
    return result.value;
  }

  async click(x, y) {
    await this.#actions({
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    });
  }

  async type(text) {
    const actions = [];
    for (const key of text) actions.push({ type: "keyDown", value: key }, { type: "keyUp", value: key });
    await this.#actions({ type: "key", id: "keys", actions });
  }

  async insert(text) {
    await this.evaluate(insertText.toString(), [text]);
  }

  async press(keys) {
    const values = keys.map((key) => codes[key] ?? key);
    const down = values.map((value) => ({ type: "keyDown", value }));
    const up = values.toReversed().map((value) => ({ type: "keyUp", value }));
    await this.#actions({ type: "key", id: "keys", actions: [...down, ...up] });
  }

  async upload(selector, files) {
    const script = `return (${inPage})("element", arguments[0]);`;
    const element = await this.#call("POST", "/execute/sync", { script, args: [selector] });
    await this.#call("POST", `/element/${element[elementKey]}/value`, { text: files.join("\n") });
  }

  async screenshot(path, fullPage) {
    await rm(path, { force: true });
    const wish = { view: this.#index, file: path, full: fullPage };
    await writeFile(join(this.#folder, "picture.json"), JSON.stringify(wish));
    process.kill(Number(await readFile(join(this.#folder, "pid"), "ascii")), "SIGUSR1");
    for (const end = Date.now() + 120_000; ; ) {
      if (existsSync(path)) return;
      if (Date.now() > end) throw new Error("the browser took no picture");
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  async resize(width, height) {
    await this.#call("POST", "/window/rect", { width, height });
    // The answer comes before the page has its new size.
    const drawn =
      "(w, h) => new Promise((done) => { const look = () => innerWidth === w && innerHeight === h ? requestAnimationFrame(() => done(true)) : requestAnimationFrame(look); look(); })";
    await this.evaluate(drawn, [width, height]);
  }

  problems() {
    // "ADDRESS: CONSOLE JS ERROR …" is what other browsers report as events. The log is the profile's: all tabs are in it.
    // That sizes are notified with the next frame is no problem of a page's.
    const lines = this.#seen.split("\n").filter((line) => !line.includes("ResizeObserver loop completed with undelivered notifications"));
    return lines.filter((line) => /(^|: )CONSOLE (\w+ )?ERROR /.test(line) && !this.#cut.includes(line));
  }

  async close() {
    await this.#call("DELETE", "/window");
  }

  async #actions(source) {
    await this.#call("POST", "/actions", { actions: [source] });
    await this.#call("DELETE", "/actions");
  }
}

/** Nothing is kept between pages: each has its own driver and browser. */
export async function shutdown() {}
