// What is tested: a part of a page that asks, and shows what came of it.
import "colloquy/element";

/** Puts an interview into `place`, and a list of its insights after it; `save` gets the result. */
export function askForFeedback(place, save) {
  const element = document.createElement("colloquy-interview");
  element.guide = "reflective";
  element.limits = { questions: 3 };
  element.addEventListener("colloquy-complete", ({ detail }) => {
    const list = document.createElement("ul");
    for (const { text } of detail.findings.insights) list.append(Object.assign(document.createElement("li"), { textContent: text }));
    place.append(list);
    save(detail);
  });
  place.append(element);
  return element;
}
