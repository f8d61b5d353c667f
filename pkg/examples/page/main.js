const element = document.querySelector("colloquy-interview");
// Data is set as properties, before the element begins: a later change would open another interview.
element.limits = { questions: 3 };
element.material = {
  title: "Workshop on rest",
  texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
};
// The events bubble, so that one listener can serve every interview of a page.
document.addEventListener("colloquy-complete", ({ detail }) => {
  document.querySelector("#transcript").href = URL.createObjectURL(new Blob([detail.transcript], { type: "text/markdown" }));
  document.querySelector("#thanks").hidden = false;
});
document.addEventListener("colloquy-error", ({ detail }) => console.warn(detail.code, detail.message));
