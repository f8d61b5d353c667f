// A host's page: an element for what the bench asks for, which has put it into `visitWith` before.
import "./colloquy/element.js";

globalThis.show = ({ guide, material, model }) => {
  const element = document.createElement("colloquy-interview");
  element.setAttribute("guide", guide);
  if (model) {
    element.setAttribute("proxy", location.origin);
    element.setAttribute("dialect", model.dialect);
    element.setAttribute("model", model.name);
  }
  if (material) element.material = material;
  document.body.append(element);
};
if (globalThis.visitWith) globalThis.show(globalThis.visitWith);
