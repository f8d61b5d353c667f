// Leads first visits to their first questions with an engine that calls `mark.passed` wherever its code can take another way:
//   first-visit.mjs MARKED OUT
// and writes the numbers of the places that were passed. Called by `cargo xtask dist`, once the package is bundled; what is
// not passed here loads after the first question. Visits differ in language, template, material and store, so that those of
// others pass nowhere else; where one does, it waits for the whole engine and begins again.
import "fake-indexeddb/auto";
import { readFile, writeFile } from "node:fs/promises";

const [marked, out] = process.argv.slice(2);

const passed = new Set();
/** False while something is made that visits come to find, and that is not of a first visit itself. */
let noted = true;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => instantiate(module, { ...imports, mark: { passed: (place) => noted && passed.add(place) } });

// What a page has and Node has not, as far as the engine asks for it.
const locks = new Set();
const lock = async (name, options, held) => {
  await undefined;
  locks.add(name);
  try {
    return await (held ?? options)({ name, mode: "exclusive" });
  } finally {
    locks.delete(name);
  }
};
const navigator = {
  onLine: true,
  language: "en",
  userAgent: "",
  locks: { request: lock, query: async () => ({ held: [...locks].map((name) => ({ name, mode: "exclusive", clientId: "" })), pending: [] }) },
  storage: { persist: async () => true, persisted: async () => false, estimate: async () => ({ usage: 1, quota: 1e9 }) },
};
const target = new EventTarget();
const listens = { addEventListener: target.addEventListener.bind(target), removeEventListener: target.removeEventListener.bind(target) };
// Node's own has methods that a browser's has not.
const channels = new Set();
class BroadcastChannel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  postMessage(data) {
    for (const other of channels) {
      if (other === this) continue;
      setTimeout(() => {
        const event = Object.assign(new Event("message"), { data });
        other.onmessage?.(event);
        other.dispatchEvent(event);
      });
    }
  }
  close() {
    channels.delete(this);
  }
}
const page = { BroadcastChannel, self: globalThis, window: globalThis, location: new URL("https://example.org/") };
for (const [name, value] of Object.entries({ ...page, navigator, document: { visibilityState: "visible", hidden: false, ...listens }, ...listens })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const { init, createInterview, openLibrary, readMaterial } = await import(new URL("../../../pkg/dist/index.js", import.meta.url));
await init({ wasmUrl: await readFile(marked), engineOnly: true });

const podcast = new URL("../../../www/app/samples/podcast/", import.meta.url);
const names = ["summary.md", "quotes.md", "key-concepts.md", "books-mentioned.md", "tools-mentioned.md"];
const sample = {
  source_url: "https://slow-signal.example/episodes/41",
  texts: await Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, podcast), "utf8") }))),
};
const sentence = "People who rest before they are tired, she says, work longer than those who wait. ";
const materials = [
  undefined,
  { texts: [] },
  sample,
  {
    title: "Why **Rest** Is Work — [part 2](https://example.org/2)",
    creator: "The Day Shift",
    source_url: "https://example.org/episodes/7",
    texts: [
      { name: "summary.md", text: sentence.repeat(400) },
      { name: "quotes.md", text: '> "Light is the cheapest medicine there is." — Ida Berg (12:40)\n\n> "You cannot save up rest." — Ida Berg (31:05)' },
      { name: "key-concepts.md", text: "- Regularity: the same hour on most nights\n- Debt: it is paid back slowly" },
      { name: "episode/Summary.md", text: "---\ntitle: \"The Case for Rest\"\npodcast: The Long Walk\nepisode: 42\nurl: https://example.org/episodes/42#t=10\nduration: 1h 12m\ntags: [rest, habits]\n---\n# Summary\n\nRest is **not** lost time. It [repairs](https://example.org/r) memory.\n" },
      { name: "empty.md", text: "" },
      { name: "metadata.yaml", text: "title: Rest\nduration: 3600\n" },
      { name: "notes.txt", text: "1. First\n2) Second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n<!-- no -->\n***\nSee [this](https://example.org) or https://example.org/x?y=1.\n" },
    ],
  },
  { title: "On rest", source_url: "https://example.org/rest", texts: [{ name: "notes.md", text: "Sleep is work.\n\n- One\n- Two\n\n> Said once.\n" }] },
  { texts: [{ name: "summary.md", text: "# Deep work\n\nAttention is scarce. “People who protect it”, she said, get *more* done: 3.5 times." }, { name: "quotes.md", text: "> [00:12:31] Ana: Begin before you are ready.\n> [01:02:03] Ben: Rest.\n\n“Less is more.” — Mies" }] },
  { texts: [{ name: "metadata.json", text: '{"title":"On walking","podcast":"Slow","duration":"1:02:03","url":"https://example.org/w"}' }, { name: "key-concepts.md", text: "## Walking\nA way to think.\n\n## الراحة\nراحة\n\n## Überlegen – naïve café\nJa." }] },
  { texts: [{ name: "summary.md", text: "---\ntitle: \"Ruhe & Arbeit\"\npodcast: 'Langsam'\nsource_url: https://example.org/r\nduration: 45 min\n---\r\n\r\nWer ruht, arbeitet besser. Das sagt sie oft!\r\n" }] },
];

/** One visit, which stays open: from the page to the first lines of a draft. */
async function visit(options) {
  const library = await openLibrary(options.storage ? { storage: options.storage } : {});
  await library.findResumable(options.guide, options.subject ?? readMaterial(options.material ?? { texts: [] }).subject);
  const interview = await createInterview({ early: true, ...options });
  let wakes = 0;
  interview.subscribe(() => (wakes += interview.view.revision));
  interview.diagnostics();
  interview.exchanges(0, interview.view.exchanges);
  interview.consent();
  const { question } = await interview.until((view) => view.phase === "answering");
  if (!question) throw new Error("there is no first question");
  interview.draft;
  for (const draft of ["W", "What", "What I took from it:\n\n– rest 🌱 “often”, ja", ""]) interview.saveDraft(draft);
  interview.saveDraft("What I took from it is that");
  await interview.until((view) => view.saving.state !== "saving");
  for (const name of ["visibilitychange", "online", "offline", "pagehide"]) target.dispatchEvent(new Event(name));
  interview.exchanges(0, interview.view.exchanges);
  interview.diagnostics();
  if (interview.draft === "") throw new Error("the draft was lost");
  library.close();
  return interview;
}

/** Leaves an interview behind that was answered, and that `end` ends. */
async function leave(subject, end) {
  noted = false;
  const interview = await createInterview({ guide: "reflective", subject, material: sample, pace: "instant" });
  interview.consent();
  for (const answer of ["I realize that I should rest before I am tired, and that evenings are mine.", "Yes."]) {
    const { exchanges } = await interview.until((view) => view.phase === "answering");
    interview.answer(answer);
    await interview.until((view) => view.exchanges > exchanges);
  }
  await interview.until((view) => view.phase === "answering");
  end(interview);
  await interview.until((view) => view.phase !== "answering" && view.saving.state !== "saving");
  if (interview.view.phase === "review") {
    interview.finish();
    await interview.until((view) => view.phase === "finished" && view.saving.state !== "saving");
  }
  interview.dispose();
  await new Promise((resolve) => setTimeout(resolve, 100));
  noted = true;
}

/** Leaves an interview of another guide behind, just begun: the list of what is stored has it too. */
async function neighbour(guide) {
  noted = false;
  const interview = await createInterview({ guide, pace: "instant" });
  interview.consent();
  await interview.until((view) => view.phase === "answering" && view.saving.state !== "saving");
  interview.dispose();
  await new Promise((resolve) => setTimeout(resolve, 100));
  noted = true;
}

// At a person's pace the question comes after a moment, as on a page; not every visit has to wait for that.
const visits = [visit({ guide: "reflective", pace: "natural", material: sample })];
for (const locale of ["en", "en-GB", "de", "ar"]) {
  for (const [number, material] of materials.entries()) {
    const template = [undefined, "reflective", "analytical", "creative"][number % 4];
    const subject = number % 2 ? { subject: `subject-${locale}-${number}` } : {};
    await visit({ guide: "reflective", locale, ...subject, ...(material && { material }), ...(template && { template }) });
  }
}
await visit({ guide: "reflective", storage: "memory", material: sample });
const guidelines = { tone: "plain", focus: ["rest", "work"], avoid: ["money"] };
const bounded = await visit({ guide: "reflective", locale: "en", material: sample, subject: "bounded", limits: { questions: 5, duration_minutes: 30, answer_chars: 5000 }, guidelines });
await Promise.all(visits);
bounded.saveDraft("Somebody who writes on without leaving the page");
// A draft is stored within a second of its last change, by a timer: what that passes is over when nothing new is passed for longer.
for (let before = -1; before !== passed.size; ) {
  before = passed.size;
  await new Promise((resolve) => setTimeout(resolve, 1500));
}
// On a machine that is too busy for its own store: what the engine waits for comes after its patience, 3 s, is over.
function busy() {
  for (const end = Date.now() + 3300; Date.now() < end; );
}
for (const at of ["consent", "question", "draft"]) {
  const slow = await createInterview({ early: true, guide: "reflective", subject: `slow-${at}`, material: sample });
  slow.subscribe(() => slow.view);
  slow.consent();
  if (at === "consent") busy();
  await slow.until((view) => view.phase === "answering");
  slow.saveDraft("Some");
  if (at === "question") busy();
  await new Promise((resolve) => setTimeout(resolve, 500));
  slow.saveDraft("Something");
  if (at === "draft") busy();
  await new Promise((resolve) => setTimeout(resolve, 600));
  slow.diagnostics();
}
// Not sooner: what the engine makes ready once, the visits that count have to make ready.
for (const guide of ["staged", "onboarding"]) await neighbour(guide);
await visit({ guide: "reflective", subject: "beside", material: sample });
// Somebody who begins again with what was talked about before.
await leave("before", (interview) => interview.finish());
await leave("before", (interview) => interview.pause());
for (let times = 0; times < 3; times += 1) await visit({ guide: "reflective", subject: "before", material: sample });
// Somebody who comes back: what is found is opened by the whole engine.
const again = await openLibrary();
bounded.dispose();
for (const subject of ["subject-en-1", "bounded", "before"]) {
  if (!(await again.findResumable("reflective", subject))) throw new Error(`what was begun about ${subject} is not found`);
}
again.close();
await writeFile(out, JSON.stringify([...passed].sort((a, b) => a - b)));
process.exit(0);
