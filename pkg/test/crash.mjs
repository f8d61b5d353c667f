// The engine traps in the middle of an interview: `node crash.mjs [module]`. Every handle refuses, a fresh instance goes on
// with what was submitted, and a session that crashes it twice at the same place is opened for reading.
import assert from "node:assert/strict";

// The trap is made by the wrapper of one export; everything else is the real module.
let armed = false;
const trap = (exports) => ({
  ...exports,
  handle_send: (...args) => {
    if (armed) throw new WebAssembly.RuntimeError("unreachable");
    return exports.handle_send(...args);
  },
});
const { instantiate, Instance } = WebAssembly;
WebAssembly.instantiate = async (source, imports) => {
  const made = await instantiate(source, imports);
  // Node itself instantiates a compiled module now and then.
  if (!made.module) return made;
  return { module: made.module, instance: { exports: trap(made.instance.exports) } };
};
WebAssembly.Instance = class {
  constructor(module, imports) {
    this.exports = trap(new Instance(module, imports).exports);
  }
};

const { createInterview, init, openLibrary } = await import(process.argv[2] ?? "colloquy");
await init();
const library = await openLibrary();
const interview = await createInterview({ guide: "reflective", subject: "crash" });
const { session } = interview.view;
const put = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";
if (interview.view.phase === "consent") interview.consent();
await interview.until(put(1));
interview.answer("Before the crash I said that every machine fails at the worst moment.");
await interview.until(put(2));
const { storageUrl } = await library.putFile(session, {
  name: "notes.txt",
  type: "text/plain",
  bytes: new TextEncoder().encode("handed in"),
});

// A session that was let go before is in memory only, too.
const other = await createInterview({ guide: "reflective", subject: "other" });
if (other.view.phase === "consent") other.consent();
await other.until(put(1));
other.dispose();

const crash = (of) => {
  armed = true;
  assert.throws(() => of.amend(1, "changed"), { code: "engine_crashed" });
  armed = false;
};
const waiting = interview.until((view) => view.phase === "finished");
crash(interview);
await assert.rejects(waiting, { code: "engine_crashed" });
assert.throws(() => interview.view, { code: "engine_crashed" });
assert.throws(() => interview.answer("again"), { code: "engine_crashed" });

assert.equal(await (await library.file(session, storageUrl)).text(), "handed in");
assert.equal((await library.list()).length, 2);
const again = await library.open(session);
assert.equal(again.exchanges()[0].answer, "Before the crash I said that every machine fails at the worst moment.");
assert.equal(again.view.saving.state, "saved");
again.answer("After the crash I say that it went on as if nothing had been.");
await again.until(put(3));

// Gone on with and crashed elsewhere: that is the first crash at this place.
crash(again);
const third = await library.open(session);
assert.equal(third.view.saving.state, "saved");
crash(third);
const last = await library.open(session);
assert.equal(last.view.saving.state, "read_only");
assert.throws(() => last.answer("no"), { code: "read_only" });
assert.ok((await last.export("session")).includes("went on as if nothing had been"));
console.log("crash: all checks passed");
