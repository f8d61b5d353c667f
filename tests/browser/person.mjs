// A person who has not seen the page before: they read what is in the window, by the names of things, and do what leads on. They scroll
// or go on with Tab where nothing in sight does, act on nothing out of sight, and give up where nothing happens after what they did.
import assert from "node:assert/strict";

/** How long a person looks for what leads on, in milliseconds; a slow machine is no fault of the page's. */
const PATIENCE = 120_000;
/** More steps than any of the interviews takes. */
const MOST = 60;

const ANSWERS = [
  "I realised that my evenings belong to other people, and I should keep one of them.",
  "Last Tuesday, for example, I worked on my own for three years’ worth of mail.",
  "It matters to me because I said yes to everyone.",
];

const empty = (one) => !one.value;
const unchosen = (one, seen) => !seen.some(({ role, checked }) => role === one.role && checked);

/** What leads on, by the words on the screen, the best first: what is to be entered comes before what sends it. */
const ONWARD = [
  ["link", /^Go to the results page$/],
  ["button", /^(Finish|Accept)$/],
  // By Tab it comes before a long list.
  ["button", /^Skip to the end of this list$/],
  ["radio", /./, unchosen],
  // Before there is a question it can be typed, but not yet sent.
  ["textbox", /^Your answer$/, (one, seen) => empty(one) && seen.some(({ name }) => name === "Send")],
  ["textbox", /^The difficulty|\?$/, empty],
  ["button", /^Use the sample$/, (_, seen) => !seen.some(({ name }) => /^Remove /.test(name))],
  ["button", /^(Send|Continue|Upload|Approve)\b/],
  ["button", /^(Agree and begin|Begin the interview)$/],
];
/** What somebody looks for who has said enough. */
const ENOUGH = [
  ["button", /^End now$/],
  ["button", /^End interview$/],
];

export class Person {
  #page;
  #keys;
  #answers = 0;
  /** What was to be read when something was pressed and nothing happened. */
  #inVain = "";

  /** `hands` is "touch" or "keyboard". */
  constructor(page, hands) {
    this.#page = page;
    this.#keys = hands === "keyboard";
  }

  /**
   * Goes on until a thing of that role and name is in sight, and presses it. `wish` is what they came for: `{ under, name }` of a link of
   * the first page. After `answers` answers they end the interview. `before` is called ahead of the last press.
   */
  async get(role, name, { wish, answers = 99, before }) {
    const came = ({ under, role, name }) => role === "link" && wish?.under === under && wish.name === name;
    let wanted = wish !== undefined;
    for (let step = 0; step < MOST; step += 1) {
      const rules = [[role, name], ...(this.#answers < answers ? [] : ENOUGH), ...ONWARD];
      const next = await this.#look((seen) => seen.find(came) ?? (wanted ? undefined : best(rules, seen)));
      wanted = false;
      const last = next.role === role && name.test(next.name);
      if (last) await before();
      await this.#act(next);
      if (last) return;
    }
    throw new Error(`after ${MOST} steps there is no ${role} ${name}\n${await this.#screen()}`);
  }

  /** Looks over what is in sight, and over what comes into sight further on, until `choose` takes something that stands still. */
  async #look(choose) {
    let before;
    let all;
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      all = await this.#page.controls();
      const now = JSON.stringify(all);
      if (now === before) {
        const chosen = choose(all.filter(({ inSight, disabled }) => inSight && !disabled));
        if (chosen) return chosen;
        await this.#on();
      }
      before = now;
    }
    const where = ({ role, name, x, y, inSight, by }) => `${role} ${name} at ${x}, ${y}${inSight ? ", in sight" : ""}, under ${by}`;
    throw new Error(`nothing in sight leads on\n${await this.#screen()}\n${all.map(where).join("\n")}`);
  }

  /** Looks further: a screen down, and from the top again after the end; by keyboard at what comes next. */
  async #on() {
    if (this.#keys) return this.#tab();
    if (!(await this.#page.scroll(0.6))) await this.#page.scroll(-99);
  }

  /** Goes on with Tab: what has the focus is never under something else. */
  async #tab(back = false) {
    await this.#page.press(back ? "Shift+Tab" : "Tab");
    let focused = await this.#focused();
    if (focused && !focused.inSight) {
      // What grew above it just then has moved it out of the window: one goes back and forth, as anybody would, and no further.
      await this.#page.press(back ? "Tab" : "Shift+Tab");
      await this.#page.press(back ? "Shift+Tab" : "Tab");
      focused = await this.#focused();
    }
    // A window that is not the screen's active one draws no focus, and shows nothing that comes with it.
    const drawn = await this.#page.evaluate(() => document.activeElement?.matches(":focus"));
    if (focused && drawn) assert.ok(focused.inSight, `the focus is out of sight, on ${JSON.stringify(focused)}`);
    return focused;
  }

  /** Gives what has the focus, once it is in sight or has stayed out of it for a while. */
  async #focused() {
    const at = async () => (await this.#page.controls()).find((one) => one.focused);
    let focused = await at();
    for (let looks = 0; focused && !focused.inSight && looks < 20; looks += 1) focused = await at();
    return focused;
  }

  /** Does what one does with a thing of its role, and waits until that has changed something. */
  async #act(one) {
    const at = await this.#go(one);
    // What was gone before the focus reached it is looked for again.
    if (this.#keys && !at) return;
    if (one.role === "textbox") {
      // It may have moved away from under the finger: then it is looked for again.
      if (at) await this.#page.type(this.#textFor(one));
      return;
    }
    const before = await this.#screen();
    if (!this.#keys) await this.#page.tap(one.x, one.y);
    else if (one.role === "radio") await this.#choose(one, at);
    else await this.#page.press("Enter");
    for (const end = Date.now() + PATIENCE / 6; (await this.#screen()) === before; ) {
      if (Date.now() < end) continue;
      // Once more, as anybody would, and then no more.
      if (this.#inVain === before) throw new Error(`nothing happens after ${one.role} ${one.name}\n${before}`);
      this.#inVain = before;
      return;
    }
  }

  #textFor({ name }) {
    if (/^How many/.test(name)) return "6";
    if (name !== "Your answer") return "Our deployments break on Fridays";
    this.#answers += 1;
    return ANSWERS[this.#answers % ANSWERS.length];
  }

  /** Chooses one of a group that has the focus, with arrows. */
  async #choose({ name }, at) {
    for (let n = 0; n < 12 && at.name !== name; n += 1) {
      await this.#page.press("ArrowDown");
      at = (await this.#page.controls()).find(({ focused }) => focused);
    }
    if (!at.checked) await this.#page.press(" ");
  }

  /**
   * Takes the focus to a thing: by Tab in the direction in which it lies; by a touch where something is to be typed. Returns what has it,
   * and nothing where the thing is no longer there.
   */
  async #go(one) {
    if (!this.#keys) {
      if (one.role !== "textbox") return undefined;
      await this.#page.tap(one.x, one.y);
      return (await this.#page.controls()).find((other) => other.focused && other.role === one.role && other.name === one.name);
    }
    const all = await this.#page.controls();
    const is = (other) => other?.role === one.role && (one.role === "radio" || (other.name === one.name && other.under === one.under));
    const at = all.findIndex(({ focused }) => focused);
    const passed = [];
    for (let focused = all[at]; passed.length < 60; focused = await this.#tab(at > all.findIndex(is))) {
      if (is(focused)) return focused;
      passed.push(focused?.name);
    }
    if (!(await this.#page.controls()).some(is)) return undefined;
    throw new Error(`Tab does not lead to ${one.role} ${one.name}, but to ${passed.join(", ")}`);
  }

  /** What there is to be read; a finger that takes the focus to what it touches has changed nothing yet. */
  async #screen() {
    const lines = await this.#page.tree();
    return (this.#keys ? lines : lines.map((line) => line.replace(/ ?focused/, ""))).join("\n");
  }
}

/** What is best to be done, by what is in sight. */
function best(rules, seen) {
  for (const [role, name, fits = () => true] of rules) {
    const found = seen.find((one) => one.role === role && name.test(one.name) && fits(one, seen));
    if (found) return found;
  }
  return undefined;
}
