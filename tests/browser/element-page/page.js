// A host's page: makes the element from the address (`?guide=reflective&subject=…&lang=…`), hands it notes unless `material=none`, and keeps
// the events that it emits.
const query = new URLSearchParams(location.search);
globalThis.emitted = [];
for (const name of ["ready", "decline", "question", "answer", "action", "status", "complete", "error"]) {
  addEventListener(`colloquy-${name}`, (event) => emitted.push({ name, detail: event.detail }));
}
// A browser that lets the page store nothing, as in some private windows.
if (query.has("refuse")) {
  Object.defineProperty(IDBFactory.prototype, "open", {
    value() {
      throw new DOMException("storage is refused", "SecurityError");
    },
  });
}
if (query.has("speech")) await import("./speech.js");
const element = document.createElement("colloquy-interview");
for (const name of [
  "guide",
  "study",
  "subject",
  "proxy",
  "dialect",
  "model",
  "reply-mode",
  "lang",
  "theme",
  "storage",
  "operator",
  "privacy",
  "voice",
  "heading-level",
])
  if (query.has(name)) element.setAttribute(name, query.get(name));
const notes = {
  title: query.get("title") ?? "Why We Wake Up Tired",
  creator: "The Night Shift",
  source_url: "https://example.org/episodes/12",
  texts: [
    {
      name: "summary.md",
      text: "Sleep researcher Ada Okafor explains why a steady bedtime matters more than the number of hours. She compares sleep debt to credit card debt and shows how late caffeine and evening light shift the body clock.",
    },
    {
      name: "key-concepts.md",
      text: "- Sleep regularity: the same bedtime on most nights\n- Body clock: light sets it, every morning\n- Caffeine half-life: five to six hours\n- Sleep debt: it is paid back slowly",
    },
    {
      name: "quotes.md",
      text: '> "Morning light is the cheapest medicine there is." — Ada Okafor (12:40)\n\n> "You cannot save up sleep for the week." — Ada Okafor (31:05)',
    },
  ],
};
if (query.get("material") !== "none") element.material = notes;
const limits = Object.fromEntries(["questions", "tokens"].filter((name) => query.has(name)).map((name) => [name, Number(query.get(name))]));
if (Object.keys(limits).length > 0) element.limits = limits;
document.querySelector("#here").append(element);
globalThis.element = element;
// When the last key was, to tell whether what is stored has it.
globalThis.typedAt = 0;
addEventListener("input", () => (typedAt = Date.now()), true);
await import("./colloquy/element.js");
