// What the bench of saves does in the page. Colloquy is measured where it meets the browser: every transaction of its database that
// adds records is noted, with the time at which it is complete.
import * as colloquy from "./colloquy/index.js";
import { openDB } from "./idb.js";
import { Dexie } from "./dexie.js";

/** Transactions that added records, in their order: when they began, when they were complete, and how much they added. */
let saves = [];
let told = () => {};
const noted = new WeakMap();

const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...of) {
  const transaction = begin.apply(this, of);
  if (this.name === "colloquy") {
    const save = { began: performance.now(), done: 0, bytes: 0 };
    noted.set(transaction, save);
    // Listening first: what the engine does once it is told belongs to the next question.
    transaction.addEventListener("complete", () => {
      save.done = performance.now();
      if (save.bytes > 0) saves.push(save);
      told();
    });
  }
  return transaction;
};
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (value, ...key) {
  const save = noted.get(this.transaction);
  if (save && this.name === "records") save.bytes += value.length;
  return add.call(this, value, ...key);
};

/** Waits for so many saves. */
const saved = async (count) => {
  while (saves.length < count) await new Promise((next) => (told = next));
  return saves;
};

await colloquy.init();
const library = await colloquy.openLibrary();
const idb = await openDB("peer-idb", 1, { upgrade: (database) => void database.createObjectStore("records", { autoIncrement: true }) });
/** What a save is at the least here, by hand: the session's row is read, the records are added, the row is written, the draft goes. */
const floor = await openDB("floor", 1, {
  upgrade: (database) => {
    database.createObjectStore("records");
    for (const name of ["heads", "drafts"]) database.createObjectStore(name, { keyPath: "session" });
  },
});
const dexie = new Dexie("peer-dexie", { chromeTransactionDurability: "strict" });
dexie.version(1).stores({ sessions: "id" });
const session = { id: "session", exchanges: [] };

let interview;
/** How much the last answer's save added. */
let bytes = 1_000;
const settled = (view) => view.phase !== "asking" && view.saving.state === "saved";

globalThis.bench = {
  /** Begins the interview that is led, and gives its first question. */
  async begin(guide) {
    interview = await colloquy.createInterview({ guide, pace: "instant", storage: "indexeddb" });
    interview.consent();
    return (await interview.until(settled)).question.text;
  },

  /** One exchange, saved by each of the three, in milliseconds. */
  async exchange(text, asked, round) {
    const out = {};
    const peers = {
      ours: async () => {
        saves = [];
        const from = performance.now();
        interview.answer(text);
        const [first] = await saved(1);
        out.ours = first.done - from;
        bytes = first.bytes;
        out.bytes = bytes;
        const [, second] = await saved(2);
        out.next = second.done - second.began;
        out.asked = (await interview.until(settled)).question?.text ?? "";
      },
      idb: async () => {
        const record = "x".repeat(bytes);
        const from = performance.now();
        const transaction = idb.transaction("records", "readwrite", { durability: "strict" });
        transaction.store.add(record);
        await transaction.done;
        out.idb = performance.now() - from;
      },
      floor: async () => {
        const record = "x".repeat(bytes);
        const from = performance.now();
        const transaction = floor.transaction(["heads", "records", "drafts"], "readwrite", { durability: "strict" });
        const [heads, records, drafts] = ["heads", "records", "drafts"].map((name) => transaction.objectStore(name));
        heads.get("session");
        records.add(record, ["session", round]);
        heads.put({ session: "session", records: round, head: "x".repeat(600) });
        drafts.delete("session");
        await transaction.done;
        out.floor = performance.now() - from;
      },
      dexie: async () => {
        session.exchanges.push({ question: asked, answer: text, at: Date.now() });
        const from = performance.now();
        await dexie.table("sessions").put(session);
        out.dexie = performance.now() - from;
      },
    };
    const names = Object.keys(peers);
    for (const at of names.keys()) await peers[names[(at + round) % names.length]]();
    return out;
  },

  /** The interview as a session file; it is let go. */
  async file() {
    const text = await interview.export("session");
    interview.dispose();
    return text;
  },

  /** Brings a session file in. */
  async bring(text) {
    await library.import(text);
  },

  /** Changes the first answer of two sessions again and again, in turn, and times each until it is stored. */
  async appends(...sessions) {
    const count = sessions.pop();
    const opened = [];
    for (const id of sessions) opened.push(await library.open(id, { pace: "instant" }));
    const times = opened.map(() => []);
    for (let round = -5; round < count; round += 1) {
      for (const at of opened.keys()) {
        saves = [];
        const from = performance.now();
        opened[at].amend(1, `In the end it was the ${round + 100}th attempt that worked, after we had changed the order of the steps.`);
        const [save] = await saved(1);
        if (round >= 0) times[at].push(save.done - from);
        await opened[at].until(settled);
      }
    }
    opened.forEach((one) => one.dispose());
    return times;
  },

  /** Opens a session until its view can be shown, in milliseconds. */
  async open(id) {
    const from = performance.now();
    const one = await library.open(id, { pace: "instant" });
    const { phase } = one.view;
    const wall = performance.now() - from;
    if (phase !== "answering") throw new Error(`the session opened as ${phase}`);
    one.dispose();
    return wall;
  },
};
