import "colloquy/element";

const element = document.querySelector("colloquy-interview");
// Objects are properties. In the script that loads the element they are there before it begins.
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
