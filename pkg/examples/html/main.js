import { init } from "colloquy";

const { base, files } = JSON.parse(document.querySelector("#files").textContent);
const checked = (file) => fetch(new URL(file, base), { integrity: files[file] });

// Modules are checked by the import map; what the engine fetches, by these.
await init({ engineOnly: true, wasmUrl: checked("colloquy_bg.wasm"), parts: (_, file) => checked(file) });

const element = document.querySelector("colloquy-interview");
// Objects are properties, there before the element begins.
element.limits = { questions: 3 };
element.material = {
  title: "Workshop on rest",
  texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
};
element.addEventListener("colloquy-complete", ({ detail }) => {
  const section = document.querySelector("section");
  for (const { text } of detail.findings.insights) {
    section.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: text }));
  }
  section.hidden = false;
});
await import("colloquy/element");
